"""Programs with plain flags and spiked mines, for tests of what their marks mean."""

import random
from dataclasses import replace

from tests.vision.lettering import Lettering
from tests.vision.synthetic import Look, Scene, make_look, make_scene

PLAIN = {"rows": 12, "cols": 14, "pitch": (28, 28), "scale": 1, "hover": False, "jpeg": 0}


def invented(seed: int, **scene: object) -> tuple[random.Random, Look, Scene]:
    """Return a program with plain flags and spiked mines, and what it is to show."""
    rng = random.Random(seed)
    look = make_look(rng, (Lettering("strokes", "hershey"),))
    look = replace(look, flag="pennant", mine="spiked", tile="flat", floor="flat", gap=0.03)
    shown = {"questions": 0.0, "noise": 0.0, **PLAIN, **scene}
    return rng, look, replace(make_scene(rng), **shown)  # type: ignore[arg-type]
