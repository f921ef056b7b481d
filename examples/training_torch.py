"""Training from a tensor that is stored in 8 bits a value, with torch: `python training_torch.py`.

The workers of a loader share the parts of the file; each decodes its own, and a batch is cut of it.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.utils.data

import quire
from quire.engines.torch import PartStream
from quire.tiers import save_tensor

WIDTH = 64
BATCH = 512


def written(path: Path, rows: int) -> Any:
    """Rows whose last value follows from the others; gives how."""
    random = np.random.default_rng(1)
    values = random.standard_normal((rows, WIDTH)).astype(np.float32)
    weights = random.standard_normal(WIDTH - 1).astype(np.float32) / 8
    values[:, -1] = values[:, :-1] @ weights
    save_tensor(path, values, 8)
    return weights


def trained(path: Path, rounds: int, workers: int) -> tuple[Any, list[float]]:
    """A linear model of the rows, and its mean error after each round."""
    stream = PartStream(quire.parts(path, rows_per_part=8 * BATCH))
    loader = torch.utils.data.DataLoader(stream, batch_size=None, num_workers=workers)
    model = torch.nn.Linear(WIDTH - 1, 1)
    optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
    errors = []
    for _ in range(rounds):
        losses = []
        for part in loader:
            for batch in part.split(BATCH):
                loss = torch.nn.functional.mse_loss(model(batch[:, :-1])[:, 0], batch[:, -1])
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
                losses.append(loss.item())
        errors.append(sum(losses) / len(losses))
    return model, errors


def main() -> None:
    """Write rows, learn from them, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=30_000, help="of the tensor (default: 30,000)")
    parser.add_argument("--rounds", type=int, default=6, help="over all rows (default: 6)")
    parser.add_argument("--workers", type=int, default=2, help="processes (default: 2)")
    options = parser.parse_args()
    torch.manual_seed(1)
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "rows.tqt"
        weights = written(path, options.rows)
        print(f"{options.rows:,} rows of {WIDTH}, {path.stat().st_size / 1e6:,.1f} MB")
        model, errors = trained(path, options.rounds, options.workers)
    for number, error in enumerate(errors, 1):
        print(f"round {number}: {error:.5f}")
    far = float(np.abs(model.weight.detach().numpy()[0] - weights).max())
    print(f"the weights are found to {far:.3f}")
    if errors[-1] > errors[0] / 10:
        raise SystemExit("nothing was learned")


if __name__ == "__main__":
    main()
