"""Something that is made step by step, such as a map or a character, with every step back and forth."""

from __future__ import annotations

from typing import Generic, TypeVar

D = TypeVar("D")  # what is made


class Edited(Generic[D]):
    """What it is `now`, and what it was before each change; `kept` is what was saved last, or begun with."""

    def __init__(self, begun: D) -> None:
        self.now = self.kept = begun
        self._before: list[D] = []
        self._after: list[D] = []

    @property
    def is_kept(self) -> bool:
        """Whether nothing would be lost."""
        return bool(self.now == self.kept)

    @property
    def is_touched(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._before)

    def change(self, to: D, *, joined: bool = False) -> bool:
        """Make it this; false where it is this already. One that is `joined` is taken back with the change before it."""
        if to == self.now:
            return False
        if not joined:
            self._before.append(self.now)
        self.now, self._after = to, []
        return True

    def undo(self) -> bool:
        """Take the last change back; false where there is none."""
        return self._travel(self._before, self._after)

    def redo(self) -> bool:
        """Do again what was taken back; false where there is nothing."""
        return self._travel(self._after, self._before)

    def _travel(self, back: list[D], forth: list[D]) -> bool:
        if back:
            forth.append(self.now)
            self.now = back.pop()
            return True
        return False
