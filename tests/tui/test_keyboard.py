"""What terminals send, read by Textual's private parser: the same with every Textual that the package accepts."""

from __future__ import annotations

import pytest
from textual import events

from vedette.tui.keyboard import Keyboard


def told(data: bytes) -> list[str]:
    """The keys, clicks and pastes of some bytes, after which nothing more comes."""
    keyboard = Keyboard()
    return [
        str(event.character if event.is_printable else event.key)
        if isinstance(event, events.Key)
        else f"{type(event).__name__} {event.x} {event.y}"
        if isinstance(event, events.MouseEvent)
        else repr(event.text)
        if isinstance(event, events.Paste)
        else type(event).__name__
        for event in [*keyboard.take(data), *keyboard.tick()]
    ]


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"aB1 /", ["a", "B", "1", " ", "/"]),
        ("é€".encode(), ["é", "€"]),
        (b"\r\t\x7f\x03\x1a", ["enter", "tab", "backspace", "ctrl+c", "ctrl+z"]),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D\x1bOA", ["up", "down", "right", "left", "up"]),
        (b"\x1b[5~\x1b[6~\x1b[H\x1b[F\x1b[Z", ["pageup", "pagedown", "home", "end", "shift+tab"]),
        (b"\x1b[27u\x1b[97u\x1b[99;5u", ["escape", "a", "ctrl+c"]),
        (b"\x1b[<0;11;6M\x1b[<0;11;6m", ["MouseDown 10 5", "MouseUp 10 5"]),
        (b"\x1b[<65;11;6M", ["MouseScrollDown 10 5"]),
        (b"m\x1b[200~two\nlines\x1b[201~e", ["m", "'two\\nlines'", "e"]),
        (b"\xff", ["\N{REPLACEMENT CHARACTER}"]),
        (b"\x1b[?2048;1$ym", ["InBandWindowResize", "m"]),
        (b"\x1b[99999999999uq", ["q"]),
    ],
)
def test_what_a_terminal_sends_means_the_same_with_every_textual(data: bytes, wanted: list[str]) -> None:
    assert told(data) == wanted


def test_pixels_of_the_mouse_are_not_believed() -> None:
    """Whoever answers a question that nobody asked can't make cells of them."""
    keyboard = Keyboard()
    keyboard.take(b"\x1b[?2048;1$y\x1b[48;24;80;480;800t")
    (down,) = keyboard.take(b"\x1b[<0;11;6M")
    assert isinstance(down, events.MouseDown)
    assert (down.x, down.y) == (10, 5)
