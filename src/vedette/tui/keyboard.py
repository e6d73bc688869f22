"""What a terminal sends, on every system: any bytes may come; and what takes back all that a screen sets in it.

Textual's parser is private, and the only private part of it that we use: the public way to it is a whole driver, none of
which survives a stray Escape or an answer that makes no sense.
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from dataclasses import dataclass
from time import monotonic

from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

RESET = (
    "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"
    "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""Takes back all that is ever set in a terminal; the alternate screen after the keyboard, as it must be."""

PASTE, PASTE_END = "\x1b[200~", "\x1b[201~"
"""What a terminal puts around pasted text once it has been asked to."""

BURST = 16
"""Signs at once that no hand has typed."""

SOON = 0.1
"""Seconds within which what comes after a burst belongs to it."""

PAUSE = 1.0
"""Seconds without a sign after which nothing more of a paste comes whose end may have been missed."""


@dataclass
class InputFailed(Message):
    """What reads the terminal has failed."""

    error: Exception


class Keyboard:
    """What a terminal sends, as events. Bytes that are no text become “�”; a sequence that makes no sense is dropped.

    Pasted text is one event, whatever is in it: Textual's parser never sees it, since an Escape in it would make keys of
    the rest.
    """

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._parser = XTermParser()
        self._last = ""
        self._pasted: list[str] | None = None

    def take(self, data: bytes) -> list[Message]:
        return self.feed(self._decode(data))

    def feed(self, text: str) -> list[Message]:
        found: list[Message] = []
        while text:
            if self._pasted is None:
                found += self._parsed(text[0])
                self._last, text = (self._last + text[0])[-len(PASTE) :], text[1:]
                if self._last == PASTE:
                    self._last, self._pasted = "", []
                    for char in PASTE_END:  # the parser has seen that it begins
                        self._parsed(char)
            else:
                self._pasted.append(text)
                ended = PASTE_END in self._last + text
                self._last, text = (self._last + text)[-len(PASTE_END) :], ""
                if ended:
                    whole = "".join(self._pasted)
                    end = _end_of_paste(whole)
                    found.append(events.Paste(whole[:end].replace("\x00", "")))
                    self._last, self._pasted, text = "", None, whole[end + len(PASTE_END) :]
        return found

    def tick(self) -> list[Message]:
        """The events for which nothing more has to come: a lone Escape."""
        return list(self._parser.tick())

    def _parsed(self, char: str) -> list[Message]:
        try:
            found = list(self._parser.feed(char))
        except (ValueError, ArithmeticError):  # the parser has ended over it
            self._parser, found = XTermParser(), []
        self._parser.mouse_pixels = False  # whatever is answered to a question that nobody asked
        return found


class UnmarkedKeyboard(Keyboard):
    """A keyboard behind which somebody may paste without a mark: as keys, but more of them at once than anybody types."""

    def __init__(self) -> None:
        super().__init__()
        self._until = 0.0
        self._heard = 0.0
        self._has_gap = False

    def miss(self) -> None:
        """Something could not be read. It may have held the end of what is being pasted, so a pause ends that, too."""
        self._has_gap = True

    def feed(self, text: str) -> list[Message]:
        """The events of all that has come since the last time. A key or a click of many signs has an Escape in it."""
        now = self._heard = monotonic()
        if self._pasted is not None or "\x1b" in text or (len(text) < BURST and now > self._until):
            return super().feed(text)
        self._until = now + SOON
        return [events.Paste(text.replace("\x00", ""))]

    def tick(self) -> list[Message]:
        if self._pasted is None:
            self._has_gap = False
        elif self._has_gap and monotonic() > self._heard + PAUSE:
            return super().feed(PASTE_END)
        return super().tick()


def _end_of_paste(text: str) -> int:
    """Where pasted text ends: at the last mark before anything else is pasted, as earlier ones were pasted themselves."""
    end = text.index(PASTE_END)
    while (later := text.find(PASTE_END, end + 1)) >= 0 and PASTE not in text[end:later]:
        end = later
    return end
