import pytest

from autoplay.desktop.session import Session, check_session, child_environment, session_kind
from autoplay.errors import ExitCode, UnsuitableMachineError


@pytest.mark.parametrize(
    ("environment", "platform", "kind"),
    [
        ({"DISPLAY": ":0"}, "linux", Session.X11),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "x11"}, "linux", Session.X11),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"}, "linux", Session.WAYLAND),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux", Session.WAYLAND),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", Session.WAYLAND),
        ({}, "linux", Session.NONE),
        ({"DISPLAY": ""}, "linux", Session.NONE),
        ({}, "win32", Session.NATIVE),
        ({}, "darwin", Session.NATIVE),
    ],
)
def test_the_environment_tells_the_session(
    environment: dict[str, str], platform: str, kind: Session
) -> None:
    assert session_kind(environment, platform) is kind


@pytest.mark.parametrize("environment", [{}, {"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"}])
def test_an_unplayable_session_is_refused_in_one_line(environment: dict[str, str]) -> None:
    with pytest.raises(UnsuitableMachineError, match="autoplay demo") as caught:
        check_session(environment, "linux")
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code is ExitCode.ENVIRONMENT


def test_children_do_not_inherit_what_opencv_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM_PLUGIN_PATH", "/nowhere")
    assert "QT_QPA_PLATFORM_PLUGIN_PATH" not in child_environment()
