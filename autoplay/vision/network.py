"""Small networks that name drawings: layers of weights and biases, learnt on free fonts.

Layers are fully connected, with a rectifier between them; they are stored beside this module.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


def named_odds(network: str, shapes: Floats) -> Floats:
    """Return (n, kinds) probabilities of what each shape is, by a stored network.

    network: its file's name without the ending; shapes: (n, side, side), 0 to 1.
    """
    signal = outputs(_stored(network), shapes.reshape(len(shapes), -1))
    odds = np.exp(signal - signal.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


def outputs(layers: Sequence[Floats], signal: Floats) -> Floats:
    """Return (n, kinds) what comes out of the last layer; layers: weights and biases in turn."""
    for at in range(0, len(layers), 2):
        signal = (np.maximum(signal, 0) if at else signal) @ layers[at] + layers[at + 1]
    return signal


@functools.cache
def _stored(network: str) -> tuple[Floats, ...]:
    with np.load(Path(__file__).with_name(f"{network}.npz")) as stored:
        return tuple(stored[name].astype(np.float32) for name in sorted(stored.files))
