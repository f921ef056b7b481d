"""`quire explain [CODE…]`."""

from __future__ import annotations

import click

from quire.generator.diagnostics import hint
from quire.generator.explained import explained


@click.command("explain")
@click.argument("codes", nargs=-1, metavar="[CODE]...")
def command(codes: tuple[str, ...]) -> None:
    """Explain the errors of specs by their CODEs (`Q302`); without one, list all."""
    known = explained()
    if not codes:
        for code, section in known.items():
            click.echo(f"{code}: {section.title}")
    wanted = [code.upper() for code in codes]
    for code in wanted:
        if code not in known:
            message = f"`{code}` is not a code of an error; {hint(code, known)}"
            raise click.UsageError(message)
    click.echo("\n\n".join(f"{code}: {known[code].text}" for code in wanted), nl=bool(codes))
