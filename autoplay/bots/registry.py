"""The bots by name, weakest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoplay.errors import InputError

if TYPE_CHECKING:
    from random import Random

    from autoplay.bots.protocol import Bot, BotFactory


def _naive_unordered(rng: Random) -> Bot:
    from autoplay.bots.naive import NaiveSinglePoint

    return NaiveSinglePoint.unordered(rng)


def _naive_ordered(rng: Random) -> Bot:
    from autoplay.bots.naive import NaiveSinglePoint

    return NaiveSinglePoint.ordered(rng)


def _single_point(rng: Random) -> Bot:
    from autoplay.bots.single_point import SinglePoint

    return SinglePoint(rng)


def _double_set(rng: Random) -> Bot:
    from autoplay.bots.double_set import DoubleSetSinglePoint

    return DoubleSetSinglePoint(rng)


def _lowest_risk(rng: Random) -> Bot:
    from autoplay.bots.lowest_risk import LowestRisk

    return LowestRisk(rng)


def _expert(rng: Random) -> Bot:
    from autoplay.bots.expert import Expert

    return Expert(rng)


_FACTORIES: dict[str, BotFactory] = {
    "naive-unordered": _naive_unordered,
    "naive-ordered": _naive_ordered,
    "single-point": _single_point,
    "double-set": _double_set,
    "lowest-risk": _lowest_risk,
    "expert": _expert,
}

BOT_NAMES = tuple(_FACTORIES)
"""All bots, weakest first."""


def bot_factory(name: str) -> BotFactory:
    """Return what makes a bot of that name; raises InputError on an unknown one."""
    if name not in _FACTORIES:
        raise InputError(f"no bot {name!r}; choose one of {', '.join(_FACTORIES)}")
    return _FACTORIES[name]
