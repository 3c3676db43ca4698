"""Teach a small network in plain numpy: cross-entropy, Adam, a falling step.

A layer is given by the shape of its weights: (inputs, outputs) is fully connected, (side, side,
channels in, channels out) looks through a window that moves on by two pixels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from autoplay.vision.pixels.network import outputs, windows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BATCH = 256
SIDE = 20
Shape = tuple[int, ...]


def jittered(rng: np.random.Generator, x: np.ndarray) -> np.ndarray:
    """Turn, slant, stretch and shift a little, change the gain: fonts and crops differ that way."""
    out = np.empty((len(x), SIDE, SIDE), np.float32)
    for i, shape in enumerate(x.reshape(-1, SIDE, SIDE)):
        turn = np.eye(2) + rng.normal(0, [[0.06, 0.08], [0.04, 0.06]])
        middle = (SIDE - 1) / 2
        shift = middle - turn @ [middle, middle] + rng.uniform(-1, 1, 2)
        place = np.column_stack([turn, shift])
        out[i] = cv2.warpAffine(shape, place, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    gain = rng.uniform(0.7, 1.3, (len(x), 1, 1)).astype(np.float32)
    grain = rng.normal(0, rng.choice([0, 0, 0.05, 0.1], (len(x), 1, 1)), out.shape)
    return np.clip(out * gain + grain * (out > 0), 0, 1).astype(np.float32)


def train(
    x: np.ndarray,
    y: np.ndarray,
    layers: Sequence[Shape],
    epochs: int,
    varied: Callable[[np.random.Generator, np.ndarray], np.ndarray] = jittered,
) -> list[np.ndarray]:
    """Weights and biases of the layers in turn; x: (n, inputs), y: (n,) kinds.

    varied: makes each sample a little different whenever it is shown.
    """
    rng = np.random.default_rng(1)
    weights: list[np.ndarray] = []
    for shape in layers:
        fan = int(np.prod(shape[:-1]))
        weights += [rng.normal(0, np.sqrt(2 / fan), shape).astype(np.float32)]
        weights += [np.zeros(shape[-1], np.float32)]
    first = [np.zeros_like(w) for w in weights]
    second = [np.zeros_like(w) for w in weights]
    step = 0
    for epoch in range(epochs):
        rate = 1.5e-3 * 0.5 * (1 + np.cos(np.pi * epoch / epochs)) + 2e-5
        order = rng.permutation(len(x))
        for start in range(0, len(order) - BATCH, BATCH):
            pick = order[start : start + BATCH]
            step += 1
            shown = varied(rng, x[pick].astype(np.float32))
            grads = _gradients(weights, shown, y[pick])
            for i, grad in enumerate(grads):
                pull = grad + (1e-4 * weights[i] if i % 2 == 0 else 0)
                first[i] += 0.1 * (pull - first[i])
                second[i] += 0.001 * (pull * pull - second[i])
                m, v = first[i] / (1 - 0.9**step), second[i] / (1 - 0.999**step)
                weights[i] -= (rate * m / (np.sqrt(v) + 1e-8)).astype(np.float32)
        print(f"epoch {epoch + 1}: {right(weights, x[order[:8000]], y[order[:8000]]):.4f} right")
    return weights


def right(weights: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> float:
    """Share of samples whose likeliest output is the true one."""
    return float((likeliest(weights, x) == y).mean())


def likeliest(weights: list[np.ndarray], x: np.ndarray) -> np.ndarray:
    """(n,) the kind that each sample resembles most."""
    parts = [x[i : i + 4096].astype(np.float32) for i in range(0, len(x), 4096)]
    if weights[0].ndim == 4:
        parts = [part.reshape(-1, SIDE, SIDE) for part in parts]
    return np.concatenate([outputs(weights, part).argmax(axis=1) for part in parts])


def save(path: str, weights: list[np.ndarray]) -> None:
    """Store weights and biases as the package reads them."""
    stored = {f"layer{i:02}": w.astype(np.float16) for i, w in enumerate(weights)}
    np.savez_compressed(path, **stored)


def _gradients(weights: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    """One gradient for each array of weights and biases, by going back through the layers."""
    signals, seen = [x[..., None]], []
    for i in range(0, len(weights), 2):
        signal = signals[-1]
        seen.append(
            windows(signal, weights[i].shape[0])
            if weights[i].ndim == 4
            else signal.reshape(len(signal), -1)
        )
        rows = weights[i].reshape(-1, weights[i].shape[-1])
        out = seen[-1] @ rows + weights[i + 1]
        signals.append(np.maximum(out, 0) if i < len(weights) - 2 else out)
    odds = np.exp(signals[-1] - signals[-1].max(axis=1, keepdims=True))
    error = odds / odds.sum(axis=1, keepdims=True)
    error[np.arange(len(y)), y] -= 0.97  # a little doubt keeps the odds honest
    error -= 0.03 / error.shape[1]
    error /= len(y)
    grads: list[np.ndarray] = [np.empty(0)] * len(weights)
    for i in range(len(weights) - 2, -1, -2):
        kinds = weights[i].shape[-1]
        flat = error.reshape(-1, kinds)
        grads[i] = (seen[i // 2].reshape(len(flat), -1).T @ flat).reshape(weights[i].shape)
        grads[i + 1] = flat.sum(axis=0)
        if not i:
            break
        back = error @ weights[i].reshape(-1, kinds).T
        before = signals[i // 2]
        if weights[i].ndim == 4:
            back = _unwindowed(back, before.shape, weights[i].shape[0])
        error = back.reshape(before.shape) * (before > 0)
    return grads


def _unwindowed(back: np.ndarray, shape: tuple[int, ...], side: int) -> np.ndarray:
    """Add up, for each pixel, what comes back through all windows that saw it."""
    n, height, width, channels = shape
    margin = side // 2
    whole = np.zeros((n, height + 2 * margin, width + 2 * margin, channels), np.float32)
    rows, cols = back.shape[1:3]
    back = back.reshape(n, rows, cols, side, side, channels)
    for dy in range(side):
        for dx in range(side):
            whole[:, dy : dy + 2 * rows : 2, dx : dx + 2 * cols : 2] += back[:, :, :, dy, dx]
    return whole[:, margin : margin + height, margin : margin + width]
