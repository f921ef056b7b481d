"""Recipes as files: to bytes and back (`specs/tier_catalogue.ksy`, type `recipe_file`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from quire.generated.tier_catalogue import TierCatalogue
from quire.runtime import Reader
from quire.runtime.errors import FormatError
from quire.tiers.crate.deltas import DeltaRecord, deltas_in, encode_delta
from quire.tiers.crate.factors import decode_factors, encode_factors
from quire.tiers.store.catalogue import known_key, stored_key
from quire.tiers.store.meta import Key
from quire.tiers.store.recipes import DeltaPolicy, FactorPolicy, Recipe


class StoredRecipe(NamedTuple):
    """A recipe, and which tensor it makes."""

    recipe: Recipe
    key: Key
    epoch: int
    shape: tuple[int, ...]


def write_recipe(made: StoredRecipe) -> bytes:
    """A recipe as a file."""
    recipe, kinds = made.recipe, TierCatalogue.RecipeKind
    told: dict[str, Any] = {"has_source": 0}
    if recipe.source is not None:
        source, epoch = stored_key(recipe.source), recipe.source_epoch or 0
        told = {"has_source": 1, "source": source, "source_epoch": epoch}
    if isinstance(recipe, DeltaPolicy):
        told |= {"kind": kinds.delta, "records": b"".join(map(encode_delta, recipe.deltas))}
    else:
        order: npt.ArrayLike = [] if recipe.permutation is None else recipe.permutation
        records = b"" if recipe.factors is None else encode_factors(recipe.factors)
        told |= {"kind": kinds.factor, "records": records, "scale": recipe.scale}
        told["permutation"] = np.asarray(order, np.uint32)
    key, shape = stored_key(made.key), list(made.shape)
    body = TierCatalogue.Recipe.build(key=key, epoch=made.epoch, shape=shape, **told)
    return TierCatalogue.RecipeFile.build(recipe=body.to_bytes()).to_bytes()


def read_recipe(stored: bytes, longest: int | None) -> StoredRecipe:
    """The recipe in a file, with at most so many deltas in a row; None for any number."""
    file = TierCatalogue.RecipeFile.from_bytes(stored)
    file.validate()
    body = TierCatalogue.Recipe.from_io(Reader(file.recipe, file.offset_of("recipe")))
    source = known_key(body.source) if body.has_source else None
    epoch = body.source_epoch if body.has_source else None
    recipe: Recipe
    if body.kind == TierCatalogue.RecipeKind.delta:
        deltas = tuple(_deltas(body.records, longest))
        recipe = DeltaPolicy(cast(Key, source), deltas, epoch)
    else:
        order = np.asarray(body.permutation) if body.num_permutation else None
        factors = decode_factors(body.records) if body.records else None
        recipe = FactorPolicy(factors, source, body.scale, order, epoch)
    return StoredRecipe(recipe, known_key(body.key), body.epoch, tuple(body.shape))


def _deltas(records: bytes, longest: int | None) -> Iterator[DeltaRecord]:
    blocks = Counter[int]()
    for delta in deltas_in(records):
        blocks[delta.block_index] += 1
        if longest is not None and blocks[delta.block_index] > longest:
            found = blocks[delta.block_index]
            raise FormatError("recipe.records", f"at most {longest} deltas in a row", found)
        yield delta
