"""The short log: one line an action, the newest at the bottom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace
from rich.cells import cell_len
from textual.message import Message

from vedette.kit.words import count
from vedette.tui.text import LEAST, WITH_IDS, Line, Said, clean, filled, fit, line, rule, with_result
from vedette.tui.widgets.head import MOMENTS
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.action_log import ActionLine

ACTIONS_TOLD = 24  # actions that the log is given: more than it has rows for on any screen

LEAD, SIGN, FACES = 3, 4, 4
"""Cells before what was done, before what came of it, and those that faces with their gap have at least."""


class ShortLog(LineWidget):
    """A heading with the keys of the log, and as many actions as there is room for."""

    DEFAULT_CSS = "ShortLog { height: 3; padding: 0 1; }"

    class Opened(Message):
        """A line was clicked: the log is to be opened."""

    _actions: Sequence[ActionLine] = ()
    _roles: Mapping[str, str] = {}
    _letters: Mapping[str, str] = {}

    def show(
        self, actions: Sequence[ActionLine], roles: Mapping[str, str], letters: Mapping[str, str]
    ) -> None:
        """Show the last actions; `roles` and `letters` are the colours and initials of the sides."""
        self._actions, self._roles, self._letters = actions, roles, letters
        self.redraw()

    def draw(self, width: int, height: int) -> Sequence[Line]:
        if not self._actions:
            return []
        shown = self._actions[-(height - 1) :] if height > 1 else ()
        return [
            rule("Log", width, "l all · / find") if width >= WITH_IDS else rule("Last", width),
            *(self._line(action, width, newest=action is self._actions[-1]) for action in shown),
        ]

    def clicked(self, target: str) -> None:
        self.post_message(self.Opened())

    def _line(self, action: ActionLine, width: int, *, newest: bool) -> Line:
        """Whose it is, what was done, what came of it, and the faces, which are cut first."""
        if action.undone:
            return line((f"↶  {count(action.undone, 'action')} undone", "dim"), target="log")
        who = action.who if action.remark or action.results[0].subject else ""  # a new round is nobody's
        role, letter = self._roles.get(who, "dim"), self._letters.get(who, " ")
        made: list[Said] = [(f"{letter}{'┃' if newest else '│'} ", f"{role} strong" if newest else role)]
        first, came = action.results[0], action.came
        loud = cell_len(came[0].text) + SIGN if came and came[0].moment and not first.moment else 0
        room = width - LEAD - len(MOMENTS[first.moment][0])  # it yields to what came of it
        done = fit(first.text, max(LEAST, width - LEAD - loud)) if loud else with_result(first.text, room)
        for i, result in enumerate((replace(first, text=done), *came)):
            sign, colour, _ = MOMENTS[result.moment]
            name, rest = result.text[: result.subject], result.text[result.subject :]
            told = f"{colour} strong" if result.moment else "" if i == 0 else "dim"
            named = clean(name), told if result.moment or i else "strong"
            made += [(f"{'  ' if i else ''}{sign}", told), named, (clean(rest), told)]
        faces = f"  {action.faces}" if line(*made).width + FACES <= width else "", "dim"
        return Line(filled([*made, faces], width), target="log")
