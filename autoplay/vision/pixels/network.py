"""Small networks: layers of weights and biases, learnt on free fonts and made-up programs.

The first layers may look through small windows, as LeCun's LeNet does ("Gradient-based learning
applied to document recognition", 1998): a stroke is the same stroke wherever it lies. The others
are fully connected. A rectifier lies between layers; they are stored beside this module.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from autoplay.vision.pixels.one_core import on_one_core

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


def named_odds(network: str, shapes: Floats) -> Floats:
    """Return (n, kinds) probabilities of what each shape is, by a stored network.

    network: its file's name without the ending; shapes: (n, side, side), 0 to 1.
    """
    signal = outputs(stored(network), shapes)
    odds = np.exp(signal - signal.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


@on_one_core
def outputs(layers: Sequence[Floats], shapes: Floats) -> Floats:
    """Return (n, kinds) what comes out of the last layer.

    layers: weights and biases in turn; weights of (inputs, outputs) are fully connected, those of
    (side, side, channels in, channels out) look through windows.
    """
    signal = shapes[..., None]
    for at in range(0, len(layers), 2):
        weights = layers[at]
        if at:
            signal = np.maximum(signal, 0)
        if weights.ndim == 4:
            signal = through(windows(signal, len(weights)), weights, layers[at + 1])
        else:
            signal = through(signal.reshape(len(signal), -1), weights, layers[at + 1])
    return signal


def through(signal: Floats, weights: Floats, bias: Floats) -> Floats:
    """Return (..., outputs) what a layer makes of a signal, (..., inputs).

    weights: (..., outputs), of all inputs in their order; bias: (outputs,).
    """
    flat = signal.reshape(-1, signal.shape[-1]) @ weights.reshape(-1, weights.shape[-1])
    return (flat + bias).reshape(*signal.shape[:-1], -1)


def windows(signal: Floats, side: int) -> Floats:
    """Return (n, rows, cols, side * side * channels) what square windows see.

    signal: (n, height, width, channels). A window stands on every second pixel both ways.
    """
    margin = side // 2
    framed = np.pad(signal, ((0, 0), (margin, margin), (margin, margin), (0, 0)))
    seen = np.lib.stride_tricks.sliding_window_view(framed, (side, side), (1, 2))[:, ::2, ::2]
    seen = seen.transpose(0, 1, 2, 4, 5, 3)
    return np.ascontiguousarray(seen).reshape(*seen.shape[:3], -1)


@functools.cache
def stored(network: str) -> tuple[Floats, ...]:
    """Return the weights and biases of a stored network in turn; its file's name, no ending."""
    layers = weights_of(network)
    return tuple(layers[name] for name in sorted(layers))


@functools.cache
def weights_of(network: str) -> dict[str, Floats]:
    """Return the weights and biases of a stored network by name; its file's name, no ending."""
    with np.load(Path(__file__).with_name(f"{network}.npz")) as layers:
        return {name: layers[name].astype(np.float32) for name in layers.files}
