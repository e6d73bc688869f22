"""What the table said before: offered again, until somebody moves or another round begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.tui.form_entry import TARGET

Draft = Mapping[str, Any]


class FormMemory:
    """Drafts of commands by who gave them, and at whom. The latest is offered first."""

    def __init__(self) -> None:
        self._said: dict[tuple[str, str, Any], Draft] = {}
        self._round = ""

    def begin(self, round: str) -> None:
        """In another round nothing is as it was said."""
        if round != self._round:
            self._said, self._round = {}, round

    def remember(self, do: str, by: str, draft: Draft) -> None:
        """Keep what was said in a command that was carried out."""
        key = (do, by, _key(draft.get(TARGET)))
        self._said.pop(key, None)
        self._said[key] = dict(draft)

    def recall(self, do: str, by: str) -> Draft:
        """The latest draft of this command by this unit."""
        for key in reversed(self._said):
            if key[:2] == (do, by):
                return self._said[key]
        return {}

    def about(self, do: str, by: str, target: Any) -> Draft:
        """What this unit last said about this target."""
        return self._said.get((do, by, _key(target)), {})

    def forget(self, unit: str) -> None:
        """The unit has moved: what was measured from it or to it no longer holds."""
        self._said = {
            key: draft for key, draft in self._said.items() if key[1] != unit and not _names(key[2], unit)
        }


def _key(target: Any) -> Any:
    return tuple(target) if isinstance(target, list) else target


def _names(target: Any, unit: str) -> bool:
    return unit in target if isinstance(target, tuple) else target == unit
