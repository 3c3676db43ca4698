"""Characters that a font does not have are drawn otherwise, not as its box for what it lacks."""

import numpy as np

from tests.vision.lettering import Lettering

FONT = Lettering("aileron", "font")
STROKES = Lettering("aileron", "hershey")


def test_a_character_that_the_font_lacks_is_drawn_with_strokes() -> None:
    lacking = "\u4e00"
    assert np.array_equal(FONT.mask(lacking, 24), STROKES.mask(lacking, 24))


def test_a_character_that_the_font_has_is_its_own() -> None:
    assert not np.array_equal(FONT.mask("?", 24), STROKES.mask("?", 24))
