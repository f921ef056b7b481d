"""`quire schema`."""

from __future__ import annotations

import json

import click

from quire.generator.syntax.json_schema import json_schema


@click.command("schema")
def command() -> None:
    """Print a JSON Schema of specs, with which editors complete and check them."""
    click.echo(json.dumps(json_schema(), indent=2))
