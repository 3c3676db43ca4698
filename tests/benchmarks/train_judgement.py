"""Teach the network of judgements: python -m tests.benchmarks.train_judgement OUT.npz DIR.

DIR holds fonts/ (more fonts, of which one half is used, see tests/vision/lettering.py) and icons/
with PNG files in flag/, mine/, explosion/, cross/, question/ and other/. It needs PyTorch (`pip
install '.[teach]'`). Boards are drawn in other processes as fast as they are learnt from, few of
them twice; the step falls with the time that is left. Only learnt weights are kept, no outline of
any font or icon. The stored network saw some 515,000 boards in less than five hours on two cores,
half of them while it was a layer smaller, the last third with signs in brackets and blanks on a
ground of their own, the last 65,000 with grids of other games among them: fonts of Debian's fonts-*
packages and 40 families of Fontsource, 1,700 to 2,100 icons of free sets, among them Bootstrap
Icons, Font Awesome Free, Fluent Emoji, Game-icons, Lucide, Material Design Icons, Noto Emoji,
OpenMoji, Phosphor, Remix Icon, Tabler and Twemoji. Its weights are a mean: seven parts of the last
ones, three of those before the last 65,000, which knew boards under a dark veil better. Boards
under darker veils, cursors, letters alone and a single ink are drawn since then: 90,000 boards with
those among them made the whole reader no better by themselves.

DIR may hold captures/ as well, folders of pictures with what they show beside them (see
captured_boards.py): three of five boards are cut from those then. The stored network saw some
165,000 boards more in an hour so, half of them from 1,044 captures of some 600 programs and 300
pictures without a board, which others have drawn or captured and which are not kept here; the icons
of that hour were those of seven of the sets above, with pictures of anything among the flags and
the mines. Again its weights are a mean: seven parts of the last ones, three of those before. In 80
minutes more it saw some 240,000, sheets, photographs and pointers among those drawn (see
surroundings.py) and captures of 2,660 more pictures, most of them by generators of others' with
other seeds, and of 200 more without a board; the mean is of eight parts and two. In 85 minutes more
it saw some 320,000, with two layers more and captures of 1,400 more pictures, seven of ten by one
generator with six more seeds: those it knows, programs of others hardly better than before. In 98
minutes more it saw some 360,000: captures of 12,100 more pictures by eight generators of others'
and of 20 more web pages, and of 150 without a board, other marks on nearly half of the captured
boards (see marked_anew.py). Of 340 boards by two more authors it named 314 without a mistake by
itself then, 303 before; 311 as a mean of eight parts and two. In 98 minutes more it saw some
300,000, with captures of 1,500 more pictures, and pointers of more kinds (see drawn_pointers.py),
over captured boards as well. The mean is of four parts and six: that generator's boards it knows
better, those of two more authors as well as before. In 48 minutes more it saw some 180,000, a fifth
of them with a window, a menu or a tooltip over a part of the board (see covers.py), and captures of
1,600 more pictures, most by three more generators and of a hundred more web pages. The mean is of
three parts and seven: of 921 boards by others it names 806 without a mistake by itself then, 800
before, and sees 1,487 of 1,688 covered cells, 1,360 before; as a mean of even parts it sees 1,600,
but takes the lines of one board for a window's. In 45 minutes more it saw some 110,000: programs
whose blanks open nothing opened here and there as well, most of those with printed zeros, and
digits as faint as on disabled buttons, a third of the boards from captures of 480 more pictures
alone. The mean is again of three parts and seven: of 120 drawn boards of such programs it names 86
without a mistake by itself then, 69 before; of 288 boards by others, whose programs it had not
seen, 251, 249 before, with 199 wrong cells, 311 before. As a mean of even parts it names 98 of the
120, but others a little worse.
"""

from __future__ import annotations

import argparse
import copy
import multiprocessing
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
import torch.nn.functional as f
from torch import nn

from autoplay.vision.naming.judgement import HEADS, OUTSIDE, SIDE
from tests.benchmarks.captured_boards import Captured, captures, cut_from
from tests.benchmarks.letter_styles import icons as icons_in
from tests.benchmarks.taught_boards import IGNORED, elsewhere, other_games, taught
from tests.vision.lettering import built_in, installed

if TYPE_CHECKING:
    from multiprocessing.queues import Queue

KINDS = OUTSIDE + 1
SIGNALS, LAYERS = 96, 8
STROKES, SHAPES = 48, 96
FIRST_SEED = 1_000_000
"""The seeds before it are for measuring."""

LARGE = 0.06
NEGATIVE, OTHER = 0.04, 0.08
CAPTURED = 0.6
AT_ONCE, AT_ONCE_LARGE = 16, 5
POOL = 150
WARM = 300
SAVED = 1000
Shard = tuple[np.ndarray, np.ndarray]


class Layer(nn.Module):
    """Mixes the signals of cells that touch, then of all cells, then each with itself."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.n1, self.n2, self.n3 = (nn.LayerNorm(size) for _ in range(3))
        self.conv, self.out = nn.Linear(9 * size, size), nn.Linear(size, size)
        self.qkv, self.proj = nn.Linear(size, 3 * size), nn.Linear(size, size)
        self.m1, self.m2 = nn.Linear(size, 2 * size), nn.Linear(2 * size, size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return (boards, rows, cols, size) for the same."""
        boards, rows, cols, size = x.shape
        # Stored as the product of all nine cells' signals in turn.
        kernel = self.conv.weight.reshape(size, 3, 3, size).permute(0, 3, 1, 2)
        x = x + self.out(f.relu(through(self.n1(x), kernel, self.conv.bias, 1)))
        asked = self.qkv(self.n2(x)).reshape(boards, rows * cols, 3, HEADS, size // HEADS)
        query, key, value = asked.permute(2, 0, 3, 1, 4)
        alike = (query @ key.transpose(-1, -2) * (size // HEADS) ** -0.5).softmax(-1)
        heard = alike.to(value.dtype) @ value
        x = x + self.proj(heard.transpose(1, 2).reshape(x.shape))
        return x + self.m2(f.relu(self.m1(self.n3(x))))


def through(x: torch.Tensor, kernel: torch.Tensor, bias: torch.Tensor, step: int) -> torch.Tensor:
    """Return (n, places, places, outputs) what windows see of (n, height, width, channels).

    Channels lie last in memory all the way. As products of what all windows see, a step of learning
    took 1.6 times as long on a processor.
    """
    kernel = kernel.contiguous(memory_format=torch.channels_last)
    return f.conv2d(x.permute(0, 3, 1, 2), kernel, bias, step, 1).permute(0, 2, 3, 1)


class Network(nn.Module):
    """What `autoplay.vision.naming.judgement` works out from the stored weights."""

    def __init__(self) -> None:
        super().__init__()
        self.c1 = nn.Conv2d(3, STROKES, 6, 3, 1)
        self.c2 = nn.Conv2d(STROKES, SHAPES, 3, 2, 1)
        self.fc = nn.Linear(25 * SHAPES, SIGNALS)
        self.layers = nn.ModuleList([Layer(SIGNALS) for _ in range(LAYERS)])
        self.norm, self.head = nn.LayerNorm(SIGNALS), nn.Linear(SIGNALS, KINDS)

    def forward(self, cells: torch.Tensor) -> torch.Tensor:
        """Return (boards, rows, cols, KINDS) of (boards, rows, cols, SIDE, SIDE, 3), -1 to 1."""
        x = cells.reshape(-1, SIDE, SIDE, 3)
        x = f.relu(through(x, self.c1.weight, self.c1.bias, 3))
        x = f.relu(through(x, self.c2.weight, self.c2.bias, 2))
        x = self.fc(x.reshape(len(x), -1)).reshape(*cells.shape[:3], -1)
        for layer in self.layers:
            x = layer(x)
        return self.head(self.norm(x))


def begin_with(network: Network, stored: dict[str, torch.Tensor]) -> None:
    """Take over weights; those of a smaller network say as much as before in a larger one."""
    whole = network.state_dict()
    shapes = len(stored["c2.weight"])
    with torch.no_grad():
        for name, weights in whole.items():
            if name not in stored:
                # A layer too many adds nothing to what passes through it.
                if name.split(".", 2)[-1].startswith(("out", "proj", "m2")):
                    weights.zero_()
                continue
            old = stored[name]
            if name == "fc.weight":
                old = old.reshape(len(old), -1, shapes)
            place = weights.view(len(old), -1, SHAPES) if name == "fc.weight" else weights
            if place.ndim > 1:
                place[: len(old)] = 0
            place[tuple(slice(size) for size in old.shape)] = old
    network.load_state_dict(whole)


def draw_shards(queue: Queue[Shard], folder: Path, seed: int) -> None:
    """Draw boards, all of a shard with as many rows and columns, for ever."""
    icons = {kind.name: icons_in(kind) for kind in (folder / "icons").iterdir() if kind.is_dir()}
    letterings = tuple(built_in()) * 3 + installed(0) + installed(0, folder / "fonts")
    captured: list[Captured] = []
    read: set[Path] = set()
    rng = random.Random(seed)
    while True:
        # Folders may be added while it learns.
        for more in sorted(set((folder / "captures").glob("*/")) - read):
            captured += captures(more)
            read.add(more)
        large = rng.random() < LARGE
        shape = (16, rng.choice([16, 30])) if large else (rng.randint(7, 13), rng.randint(7, 13))
        boards = []
        while len(boards) < (24 if large else 64):
            seed += 1
            way = rng.random()
            if captured and rng.random() < CAPTURED:
                one = rng.choice(captured)
                boards += [cut_from(rng, one, shape, letterings, icons) for _ in range(2)]
            elif way < NEGATIVE:
                boards += elsewhere(seed, shape, 2)
            elif way < NEGATIVE + OTHER:
                boards += other_games(seed, shape, 2, letterings, icons)
            else:
                boards += taught(seed, shape, 2, letterings, icons)
        cells, names = zip(*((board.cells, board.names) for board in boards), strict=True)
        queue.put((np.stack(cells), np.stack(names)))


def turned(cells: torch.Tensor, names: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Mirror and turn how cells lie, while each looks as it did; change colours and brightness."""
    for axis in (1, 2):
        if random.random() < 0.5:
            cells, names = cells.flip(axis), names.flip(axis)
    if random.random() < 0.5:
        cells, names = cells.transpose(1, 2), names.transpose(1, 2)
    if random.random() < 0.12:
        cells = cells[..., torch.randperm(3)]
    if random.random() < 0.06:
        cells = -cells
    return cells * random.uniform(0.9, 1.1) + random.uniform(-0.06, 0.06), names


class Pool:
    """The newest shards; those learnt from least often are taken first."""

    def __init__(self, queue: Queue[Shard]) -> None:
        self._queue = queue
        self._shards: list[tuple[list[int], Shard]] = []

    def batch(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Return some boards, -1 to 1, and the names of their cells."""
        while not self._queue.empty() or len(self._shards) < 4:
            self._shards.append(([0], self._queue.get()))
        del self._shards[:-POOL]
        some = random.sample(self._shards, min(8, len(self._shards)))
        used, (cells, names) = min(some, key=lambda entry: entry[0])
        used[0] += 1
        few = AT_ONCE_LARGE if names[0].size > 200 else AT_ONCE
        pick = random.sample(range(len(cells)), few)
        return turned(
            torch.from_numpy(cells[pick]).float() / 127.5 - 1,
            torch.from_numpy(names[pick].astype(np.int64)),
        )


def save(network: Network, out: str) -> None:
    """Store weights in half the bytes."""
    weights = {name: kept.numpy().astype(np.float16) for name, kept in network.state_dict().items()}
    np.savez_compressed(out, **weights)


def teach(network: Network, pool: Pool, args: argparse.Namespace) -> None:
    """Train for some minutes; save the mean of the latest weights every now and then."""
    minutes, rate, out = args.minutes, args.rate, args.out
    mean = copy.deepcopy(network)
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=0.02)
    start, step, told = time.monotonic(), 0, []
    while (past := (time.monotonic() - start) / 60 / minutes) < 1:
        step += 1
        for group in optimizer.param_groups:
            group["lr"] = rate * (min(1, step / WARM) * (1 - past) ** 0.9 + 0.005)
        cells, names = pool.batch()
        with torch.autocast("cpu", torch.bfloat16, enabled=not args.float32):
            odds = network(cells.contiguous())
        odds = odds.float()
        loss = f.cross_entropy(odds.reshape(-1, KINDS), names.reshape(-1), ignore_index=IGNORED)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        with torch.no_grad():
            for kept, new in zip(mean.parameters(), network.parameters(), strict=True):
                kept.lerp_(new, 1 - min(0.998, step / (step + 50)))
        right = ((odds.argmax(-1) == names) | (names == IGNORED)).float()
        told.append((loss.item(), right.mean().item(), right.flatten(1).amin(1).mean().item()))
        if step % 200 == 0:
            loss_of, cells_of, boards_of = np.mean(told[-200:], axis=0)
            print(
                f"{step}: loss {loss_of:.4f}, cells {cells_of:.4f}, boards {boards_of:.3f}",
                flush=True,
            )
        if step % SAVED == 0:
            save(mean, out)
    save(mean, out)


def main() -> None:
    """Draw, train, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--painters", type=int, default=1)
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("--from", dest="begun", help="stored weights to go on from")
    parser.add_argument("--float32", action="store_true", help="where bfloat16 is slow")
    args = parser.parse_args()
    # Once few cells are wrong, slopes are so small that a processor takes several times as long.
    torch.set_flush_denormal(True)
    network = Network()
    if args.begun:
        with np.load(args.begun) as stored:
            state = {name: torch.from_numpy(stored[name].astype(np.float32)) for name in stored}
        begin_with(network, state)
    queue: Queue[Shard] = multiprocessing.Queue(12)
    for number in range(args.painters):
        start = args.seed + number * 10_000_000
        arguments = (queue, args.folder, start)
        multiprocessing.Process(target=draw_shards, args=arguments, daemon=True).start()
    teach(network, Pool(queue), args)


if __name__ == "__main__":
    main()
