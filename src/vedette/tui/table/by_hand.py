"""What is set by hand: values, conditions and places of a unit, any value, what both agree on, and rolls that no rule asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vedette.controller import NOTHING, Feedback
from vedette.engine.common import LIFT
from vedette.tui.form_entry import FormEntry
from vedette.tui.keys import ACTIONS, ADJUST, FORM
from vedette.tui.screens.dialogs import AdjustValue
from vedette.tui.table.at_table import AtTable
from vedette.tui.table.panels import form_panel
from vedette.view.form_draft import FormSource
from vedette.view.steppers import read

if TYPE_CHECKING:
    from vedette.tui.widgets.adjust_panel import Corrected
    from vedette.tui.widgets.form_panel import FormPanel


class ByHand:
    """Knows from which form something is set by hand, and who is still to be placed."""

    def __init__(self, at: AtTable) -> None:
        self._at = at
        self._behind: FormPanel | None = None
        self._placing: FormPanel | None = None
        self._to_place: list[str] = []
        self.deeds = {
            "adjust": self.adjust,
            "place_everyone": self.place_everyone,
            "settings": self.settings,
            "any_roll": self.any_roll,
        }

    def _waits(self, then: str) -> bool:
        if self._at.controller.request is None:
            return False
        self._at.say(Feedback(f"Answer this first; then {then}.", "dim"))
        return True

    async def adjust(self) -> None:
        """Correct the chosen unit; without one, any value."""
        at, controller = self._at, self._at.controller
        if self._waits("values can be corrected"):
            return
        if not controller.steppers and controller.conditions is None:
            await self.any_value()
        elif controller.can_place and controller.card and controller.card.standing == "away":
            self.place()
        elif at.stage.mode is not ADJUST:
            from vedette.tui.widgets.adjust_panel import AdjustPanel  # not before somebody adjusts: 3 ms

            self._behind = at.stage.form
            at.say(NOTHING)
            panel = AdjustPanel(
                controller.name(controller.chosen),
                controller.role,
                controller.steppers,
                controller.conditions,
                can_place=controller.can_place,
            )
            at.stage.open(ADJUST, panel)

    def correct(self, given: Corrected) -> None:
        """Conditions that are over end; then what was changed is set at once."""
        by, unit = self._at.controller.side, self._at.controller.chosen
        for text in given.lifted:
            self._at.give({"do": LIFT, "by": by, "unit": unit, "text": text})
        if given.values:
            self._at.give({"do": "adjust", "by": by, "values": given.values})
        self.back_to_form()

    def close(self) -> bool:
        """To the form as it was, where something was to be set by hand from it; false elsewhere."""
        behind, self._behind = self._behind, None
        if behind is None or self._at.stage.mode is not ADJUST:
            return False
        self._at.stage.open(FORM, behind)
        return True

    def back_to_form(self) -> None:
        """To the form from which something was set by hand, judged by how things stand now."""
        if self._behind is not None and self._at.stage.mode is ACTIONS:
            entry, self._behind = self._behind.entry, None
            entry.refill()
            self._at.forms.show(entry)

    async def open(self, what: str) -> None:
        """What stands behind the values of the unit: any value, a condition of it, or its place."""
        controller = self._at.controller
        if what == "any value":
            await self.any_value()
        elif what == "place":
            self.place()
        else:
            self._show(controller.condition_form_of(controller.chosen))

    def place(self) -> None:
        controller = self._at.controller
        self._show(controller.place_form_of(controller.chosen))

    def place_everyone(self) -> None:
        """Place everyone on the board, one after the other; Enter leaves units that are already placed."""
        if self._waits("units can be placed"):
            return
        if not self._at.controller.places:
            said = "This game is played on your table; there is no map to place units on."
            self._at.say(Feedback(said, "dim"))
        else:
            self._to_place = self._at.controller.to_place
            self.place_next()

    def place_next(self) -> None:
        if not self._to_place:
            self._placing = None
            self._at.show(Feedback("Everyone is placed.", "good"))
            return
        unit, *self._to_place = self._to_place
        self._at.controller.choose(unit)
        self.place()
        self._placing = self._at.stage.form

    @property
    def is_placing(self) -> bool:
        return self._placing is not None and self._at.stage.form is self._placing

    async def any_value(self) -> None:
        """Any tracked value, found by words, those of the chosen unit first; left, the unit's own are still there."""
        at, controller = self._at, self._at.controller
        values = controller.values()
        start = f"{controller.name(controller.chosen)} " if controller.chosen else ""

        def adjust(given: Mapping[str, str] | None) -> None:
            if given:
                set_to = {given["path"]: read(given["value"], values[given["path"]])}
                words = {"do": "adjust", "by": controller.side, "values": set_to}
                at.give({**words, "reason": given["reason"]})
                self.back_to_form()

        called = at.session.ruleset.value_words(at.session.state)
        await at.ask(AdjustValue(values, controller.name, called, start), adjust)

    def settings(self) -> None:
        if not self._waits("settings can be changed"):
            self._show(self._at.controller.settings_form_source(), whose="")

    def any_roll(self) -> None:
        if not self._waits("you can roll for something else"):
            controller = self._at.controller
            side = controller.card.side if controller.card else controller.side
            self._show(controller.free_roll_form_source(side))

    def _show(self, source: FormSource, whose: str | None = None) -> None:
        """A form of the chosen unit, or of the game; it has no odds."""
        controller = self._at.controller
        name = controller.name(controller.chosen) if whose is None else whose
        self._at.stage.open(FORM, form_panel(controller, FormEntry(*source), name))
        self._at.say(NOTHING)
