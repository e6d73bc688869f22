"""A panel that is slow to make: shows the progress until it is ready."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from vedette.engine.long_work import Told
from vedette.tui.background import begun
from vedette.tui.text import Line, clean, fit, line, rule
from vedette.tui.widgets.panel_host import Panel, Result


class _Stopped(Exception):  # noqa: N818 - nothing went wrong
    """The panel is no longer needed."""


class LaterPanel(Panel):
    """Made in a thread, while it is on the stage."""

    def __init__(self, title: str, said: str, what: str, make: Callable[[Told], Panel]) -> None:
        self._title, self._said, self._what, self._make = title, said, what, make
        self._panel: Panel | None = None
        self._share = 0

    def draw(self, width: int, height: int) -> Sequence[Line]:
        if self._panel is not None:
            return self._panel.draw(width, height)
        told = fit(clean(self._said), width), fit(f"{self._what}: {self._share} %", width)
        return [rule(self._title, width), line((told[0], "strong")), line((told[1], "dim"))]

    def key(self, key: str, char: str) -> Result:
        return self._panel.key(key, char) if self._panel else False

    def no_use(self, char: str) -> str:
        return self._panel.no_use(char) if self._panel else ""

    def click(self, target: str) -> Result:
        return self._panel.click(target) if self._panel else False

    @property
    def at(self) -> int | None:
        return self._panel.at if self._panel else None

    def later(self) -> Iterator[bool] | None:
        """Make the panel, then let it complete itself."""
        return self._find_out() if self._panel is None else self._panel.later()

    def _find_out(self) -> Iterator[bool]:
        share, is_wanted = 0.0, True

        def tell(done: float) -> None:
            nonlocal share
            share = done
            if not is_wanted:
                raise _Stopped

        made = begun(lambda: self._make(tell))
        try:
            while not made.done():
                changed = self._share != round(100 * share)
                self._share = round(100 * share)
                yield changed
        finally:
            is_wanted = False
        self._panel = made.result()
        yield True
        yield from self._panel.later() or ()
