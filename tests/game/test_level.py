import pytest

from autoplay.errors import ExitCode
from autoplay.game.level import BEGINNER, EXPERT, INTERMEDIATE, Level, LevelError


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("beginner", BEGINNER),
        ("Intermediate", INTERMEDIATE),
        (" expert ", EXPERT),
        ("20x10/35", Level(20, 10, 35)),
        ("1x1/0", Level(1, 1, 0)),
        ("500x500/249999", Level(500, 500, 249_999)),
    ],
)
def test_a_level_is_a_name_or_a_size(text: str, level: Level) -> None:
    assert Level.parse(text) == level
    assert Level.parse(level.name) == level


def test_a_size_that_has_a_name_is_called_by_it() -> None:
    assert Level.parse("30x16/99").name == "expert"
    assert str(Level(8, 9, 10)) == "8x9/10"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pro", "no level 'pro'; choose beginner"),
        ("9x9", "WxH/M"),
        ("-1x9/3", "WxH/M"),
        ("9x9/81", "choose 0 to 80"),
        ("0x9/0", "each side may be 1 to 500"),
        ("501x9/3", "each side may be 1 to 500"),
        ("1" * 5000 + "x9/3", "no level"),
    ],
)
def test_what_cannot_be_built_is_explained_in_one_line(text: str, says: str) -> None:
    with pytest.raises(LevelError) as caught:
        Level.parse(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == ExitCode.BAD_INPUT
