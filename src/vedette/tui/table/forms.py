"""The form of a command: opened, planned beyond, overruled, and given."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from vedette.controller import NOTHING, Feedback, refusal_of
from vedette.kit.words import only_looks
from vedette.tui.keys import FORM
from vedette.tui.screens.dialogs import AskText, Confirm
from vedette.tui.table.at_table import AtTable
from vedette.tui.table.panels import form_panel
from vedette.tui.table.sharing import Sharing
from vedette.tui.table_controller import WHY
from vedette.view.vocabulary import Action

if TYPE_CHECKING:
    from vedette.tui.form_entry import FormEntry


class Forms:
    """Opens forms, and knows from which one an attack is planned."""

    def __init__(self, at: AtTable, sharing: Sharing) -> None:
        """None is open; the page is told of one that is secret."""
        self._at, self._sharing = at, sharing
        self._planned_from: FormEntry | None = None
        self.deeds = {"plan": self.plan, "odds": self.flip_odds, "force": self.force, "again": self.again}

    async def begin(self, action: Action) -> None:
        """Open the form of an action; a secret one only once the others look away."""
        if action.secret:
            question = Confirm(only_looks(self._at.controller.side_name(action.by)), "continue")
            await self._at.ask(question, lambda yes: self._open(action) if yes else None)
        else:
            self._open(action)

    def _open(self, action: Action) -> None:
        entry = self._at.controller.form(action)
        self._sharing.private = entry if action.secret else None
        self.show(entry)

    def show(self, entry: FormEntry) -> None:
        """A form on the stage; whoever gives what is both sides' business is not named."""
        at, by, controller = self._at, entry.form.by, self._at.controller
        name = "" if controller.session.ruleset.specs[entry.form.do].of_both else controller.name(by)
        role = controller.roles.get(by) or controller.role
        at.stage.open(FORM, form_panel(controller, entry, name, role))
        at.say(NOTHING)
        at.picture.show_parties()
        at.stage.look_ahead()
        at.share()

    def plan(self) -> None:
        """In a form: the attack as if its command were given first; Enter gives both, Esc comes back."""
        panel = self._at.stage.form
        if panel is None or panel.entry.form.planned:
            return
        planned = self._at.controller.plan(panel.entry.form)
        if isinstance(planned, Feedback):
            self._at.say(planned)
            return
        self.show(planned)
        self._planned_from = panel.entry

    def back_from_plan(self) -> bool:
        """From a planned attack back to the form before it; false where none is planned."""
        panel, before = self._at.stage.form, self._planned_from
        if before is None or panel is None or not panel.entry.form.planned:
            return False
        before.refill()
        self.show(before)
        return True

    def flip_odds(self) -> None:
        at, panel = self._at, self._at.stage.form
        at.say(at.controller.flip_odds())
        if panel is not None:
            panel.outlook, panel.worths, panel.harm = None, {}, {}
            at.stage.host.redraw()
            at.picture.show_map()
            at.stage.look_ahead()

    async def force(self) -> None:
        self.take_refusal()
        at, refused = self._at, self._at.controller.refused
        if refused is None:
            at.say(Feedback("Nothing was refused.", "dim"))
        elif not refused.refusal.overridable:
            at.say(Feedback(f"This can't be overruled. {refused.refusal}", "bad", WHY))
        elif refused.form_first is not None:
            at.controller.refused = None
            await self.begin(refused.form_first)
        else:
            asked = "Both agree to overrule? Reason:", "the reason, for the log", str(refused.refusal)
            give = partial(at.give, refused.words, first=refused.first)
            await at.ask(AskText(*asked), lambda reason: give(override=reason) if reason else None)

    async def again(self) -> None:
        """The chosen unit's last attack once more: at once where the board knows all of it, else its form, in which only what no longer holds is asked."""
        at, controller = self._at, self._at.controller
        action = controller.again_of(controller.chosen)
        if action is None:
            at.say(Feedback("There is no earlier attack to repeat.", "warn"))
            return
        await at.pick(action)
        panel = at.stage.form
        if controller.table.board is not None and panel is not None and panel.entry.is_repeated:
            at.commit(panel.entry.form)

    def take_refusal(self) -> None:
        """What stands against the draft is the refusal that the players see."""
        panel = self._at.stage.form
        found = refusal_of(panel.entry.form) if panel is not None else None
        if found is not None:
            self._at.controller.refused = found
