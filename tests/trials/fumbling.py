"""What somebody may do at a terminal who knows nothing: keys, mouse, pastes, sizes, and bytes that are no text."""

from __future__ import annotations

from random import Random

from vedette.tui.app import VedetteApp
from vedette.tui.widgets.actions_panel import ActionsPanel
from vedette.tui.widgets.form_panel import FormPanel
from vedette.tui.widgets.panel_host import PanelHost

LETTERS = "abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ0123456789.,-+=!?/[] "
"""All but q, which only leaves."""

KEYS = [
    *["\r"] * 14, *[" "] * 7, *["\x1b"] * 3, *["\t"] * 5, *["\x7f"] * 4,
    *["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"] * 5,
    "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", "\x1b[Z", "\x1a", "\x1b[3~", "\x1bOP",
    "\x1b[1;2A", "\x1b[1;2B", "\x1b[1;2C", "\x1b[1;2D", "\x1b[1;5C", "\x1b[1;5D",
    "é", "龍", "\x00", "\x01", "\x05", "\x0b", "\x15", "\x17", "\x18", "\x16", "\x03", "\n", "+", "-",
    "\x1b[I", "\x1b[O", "\x1b[97;5u", "\x1b[57399u",
]  # fmt: skip

PASTES = [
    "", "\n", "a", "7,3", "two\nlines", "x" * 10_000, "龍" * 500, "e" + "\u0301" * 300, "\x1b[2J", "\x1b]52;c;QQ==\x07",
    "\u202egnp.exe", "\u200b\u200d\ufeff", "[/]", "[@click=app.quit]x[/]", "[bold]", "{0.__class__}%s", "\x00\x07\x9b",
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"), "👩\u200d🚀🇩🇪❤️", "שלום", "\t\t", "\r", "1" * 400,
]  # fmt: skip

JUNK = [
    b"\xff\xfe", b"gr\xfcn", b"\xc3", b"\xe2\x82", b"\xf0\x9f", b"\x80\x80", b"\x1b[1114112u", b"\x1b[97;1:1u",
    b"\x1b[99999999999999u", b"\x1b[<99;1;1M", b"\x1b[<0;-1;-1M", b"\x1b[M   ", b"\x1b[48;0;0;0;0t", b"\x1b[1;1R",
    b"\x1b[?2026;2$y", b"\x1b[?2048;1$y", b"\x1b]0;x\x07", b"\x1bP1$r\x1b\\", b"\x1b[55296u", b"\x1b" * 40, b"\x1b[",
]  # fmt: skip

SIZES = [
    (1, 1),
    (2, 1),
    (1, 40),
    (10, 3),
    (20, 5),
    (40, 10),
    (79, 23),
    (80, 24),
    (120, 1),
    (500, 200),
    (300, 10),
    (15, 100),
]


def some_size(luck: Random) -> tuple[int, int]:
    """A size of a window, often an odd one."""
    return luck.choice(SIZES) if luck.random() < 0.5 else (luck.randint(1, 200), luck.randint(1, 60))


def mouse(luck: Random, size: tuple[int, int]) -> bytes:
    """A click, a second one at the same place, a wheel, or a drag over some cells."""

    def spot() -> tuple[int, int]:
        return luck.randint(1, size[0] + 1), luck.randint(1, size[1] + 1)

    x, y = spot()
    kind = luck.random()
    if kind < 0.35:
        return b"".join(b"\x1b[<%d;%d;%d%b" % (luck.choice((64, 65, 66, 67)), x, y, b"M") for _ in range(3))
    button = luck.choice((0, 0, 0, 1, 2))
    down, up = (b"\x1b[<%d;%d;%dM" % (button, x, y), b"\x1b[<%d;%d;%dm")
    if kind < 0.75:
        return (down + up % (button, x, y)) * luck.choice((1, 1, 2, 3))
    path = [spot() for _ in range(luck.randint(1, 4))]
    moves = b"".join(b"\x1b[<%d;%d;%dM" % (button + 32, *place) for place in path)
    return down + moves + (up % (button, *path[-1]) if luck.random() < 0.8 else b"")


def at_hand(app: VedetteApp) -> str:
    """Keys that mean something to what is open."""
    panel = next((stage.panel for stage in app.screen.query(PanelHost)), None)
    if isinstance(panel, ActionsPanel):
        return "".join(
            key for one, key in zip(panel.offer.actions, panel.offer.keys, strict=True) if not one.why_not
        )
    if isinstance(panel, FormPanel):
        return "".join(panel.entry.letters.values()) + "1234\r\r\r"
    return "1234\r" if panel is not None else ""


def some_bytes(luck: Random, size: tuple[int, int], keys_at_hand: str = "") -> bytes:
    """What somebody may do next, and some keys that are typed ahead."""
    kind = luck.random()
    if kind > 0.7 and keys_at_hand:
        return "".join(luck.choices(keys_at_hand, k=luck.randint(1, 3))).encode()
    if kind < 0.12:
        return mouse(luck, size)
    if kind < 0.16:
        return b"\x1b[200~" + luck.choice(PASTES).encode("utf-8", "surrogatepass") + b"\x1b[201~"
    if kind < 0.18:
        return luck.choice(JUNK)
    keys = (
        luck.choice(KEYS) if luck.random() < 0.6 else luck.choice(LETTERS) for _ in range(luck.randint(1, 6))
    )
    return "".join(keys).encode()
