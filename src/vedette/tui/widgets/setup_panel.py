"""The table before the game: its sketch across the stage, and what is set up as ticks, which are a help and never a condition."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.tui.text import Line, Piece, clean, fit, line, rows_of, rule, spread
from vedette.tui.widgets.actions_panel import ActionList, ActionsPanel, Guard, action_target
from vedette.tui.widgets.panel_host import Result
from vedette.tui.widgets.table_sketch import TableSketch, legend
from vedette.view.signs import DONE, OUT
from vedette.view.table_setup import TableSetup

DIGITS = "123456789"
BRIEFING = "b"
LEAST = 8  # rows of a sketch at least
LEAD = 5  # cells before the name of a step
ROOMY = 46  # cells in which a step has one row


class SetupPanel(ActionsPanel):
    """The set-up with the actions of the moment; the first of them is what Enter does."""

    def __init__(
        self,
        offer: ActionList,
        guard: Guard,
        setup: TableSetup,
        ticked: set[int],
        names: Mapping[str, str],
        roles: Mapping[str, str],
    ) -> None:
        """Ticks are put into `ticked`, which the table keeps."""
        super().__init__(offer, guard)
        self._setup, self._ticked, self._names, self._roles = setup, ticked, names, roles
        self._briefs = False

    def draw(self, width: int, height: int) -> list[Line]:
        """The sketch in the rows that steps and actions leave; without room for it these alone."""
        if self._unfolded:
            return super().draw(width, height)
        actions = self._possible_rows(width)
        steps = self._steps(width, height - len(actions))
        if self._briefs:
            steps = [rule("Briefing", width, f"{BRIEFING} back"), *rows_of(self._setup.text, width)]
        sketch = self._setup.sketch
        if sketch is None:
            return [*steps, Line(), *actions]
        signs = legend(sketch, width)
        room = height - len(steps) - len(actions) - len(signs) - 2
        if room < LEAST:
            return [*steps, *([Line()] if len(steps) + len(actions) < height else []), *actions]
        table = TableSketch(sketch, self._names, self._roles).draw(width, room)
        blank = " " * ((width - table[0].width) // 2)
        drawn = [Line((Piece(blank), *row.pieces)) for row in table]
        made = [*drawn, *signs, Line(), *steps]
        gap = [Line()] if len(made) + len(actions) < height else []
        return [*made, *gap, *actions]

    def below(self, width: int, height: int) -> list[Line]:
        return self.draw(width, height)[-height:]

    def least(self, width: int, height: int) -> int:
        return min(height, len(self._possible_rows(width)) + len(self._setup.steps) + 2)

    def _steps(self, width: int, height: int) -> list[Line]:
        """A row for each step, or two where rows are to spare and cells are not."""
        setup = self._setup
        done = f"{len(self._ticked)} of {len(setup.steps)} done"
        made = [rule(f"On the table  {done}", width, setup.sketch.inches if setup.sketch else "")]
        name = max(len(clean(step.name)) for step in setup.steps) + 1
        is_below = width < ROOMY and 2 * len(setup.steps) < height
        for i, step in enumerate(setup.steps):
            is_done, target = i in self._ticked, f"tick:{i}"
            key = DIGITS[i] if i < len(DIGITS) else " "
            sign = (f"{DONE} ", "good", target) if is_done else (f"{OUT} ", "", target)
            head = (f" {key} ", "key", target), sign
            named = f"{clean(step.name):<{name}}", "dim" if is_done else "strong", target
            said = fit(clean(step.text), width - LEAD - (0 if is_below else name)), "dim", target
            made += [line(*head, named), line(" " * LEAD, said)] if is_below else [line(*head, named, said)]
        return made

    def _possible_rows(self, width: int) -> list[Line]:
        """What Enter does, loud, and the rest in rows below."""
        made = []
        if self.is_guarded:
            made.append(spread([(" Enter", "key"), ("  Go on", "good strong")], [], width, "good-ground"))
        for action, key in zip(self.offer.actions, self.offer.keys, strict=True):
            if action.why_not is not None:
                continue
            title = f"  {clean(action.title)}{'…' if action.form else ''}"
            if action is self.offer.first and not self.is_guarded:
                left, right = [(" Enter", "key"), (title, "good strong")], [(f"{key} ", "key")]
                made.append(spread(left, right, width, "good-ground", action_target(action)))
            else:
                made.append(line((f"  {key}", "key"), fit(title, width - 3), target=action_target(action)))
        briefing = "the steps" if self._briefs else "briefing as text"
        made.append(line((f"  {BRIEFING}", "key"), f"  {briefing}", target="briefing"))
        return [*made, self._table_row(width)]

    def key(self, key: str, char: str) -> Result:
        if char and char in DIGITS[: len(self._setup.steps)]:
            self._ticked ^= {DIGITS.index(char)}
            return True
        if char == BRIEFING:
            self._briefs = not self._briefs
            return True
        return super().key(key, char)

    def click(self, target: str) -> Result:
        what, _, step = target.partition(":")
        if what == "tick":
            self._ticked ^= {int(step)}
            return True
        return self.key(BRIEFING, BRIEFING) if target == "briefing" else super().click(target)
