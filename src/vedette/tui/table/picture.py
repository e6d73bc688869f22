"""The cards, the map and the head as they are now, and who of them is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from vedette.controller import NOTHING, Feedback
from vedette.engine.requests import ChoiceRequest
from vedette.engine.saves import save_folder
from vedette.tui.keys import ACTIONS, FORM, LOOK, PATH, Mode
from vedette.tui.path_entry import steers
from vedette.tui.sides import initials
from vedette.tui.table.at_table import AtTable
from vedette.tui.widgets.cards import CardWall
from vedette.tui.widgets.choice_panel import keys_of
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.line_widget import is_moving
from vedette.tui.widgets.short_log import ACTIONS_TOLD
from vedette.tui.widgets.table_layout import TableLayout

if TYPE_CHECKING:
    from vedette.engine.dice import Roll
    from vedette.tui.widgets.hex_map import HexMap
    from vedette.tui.widgets.roster import Roster
    from vedette.view.board import FireLine

SECOND = 1.0
"""Seconds between two looks at the clocks."""


class Picture(TableLayout):
    """Paints the game into its places; what has not changed is not painted."""

    def __init__(self, at: AtTable, key_bar: KeyBar) -> None:
        super().__init__()
        self._at, self._key_bar = at, key_bar
        self._marked = "", ""
        self._thrown: tuple[Roll, ...] = ()
        self.cursor = ""
        self.line: FireLine | None = None
        self.deeds = {
            "next_card": lambda: self.choose(at.controller.beside(1)),
            "card_before": lambda: self.choose(at.controller.beside(-1)),
            "other_side": lambda: self.choose(at.controller.across()),
            "dice": lambda: at.show(at.controller.flip_dice(at.controller.side)),
            "sheet": self.show_sheet,
            "clock": self._press_clock,
        }

    def on_mount(self) -> None:
        self.set_interval(SECOND, self._tick)

    def _tick(self) -> None:
        clock = self._at.controller.clock if self._at.is_current else None
        if clock is not None:
            self.head.tick(clock)

    def _press_clock(self) -> None:
        self._at.say(self._at.controller.press_clock())
        self._at.share()

    def say(self, said: Feedback) -> None:
        controller, form = self._at.controller, self._at.stage.form
        view = controller.head(said, controller.log.outcome())
        if form is not None:
            call = controller.call_for(form.entry.form.by)
            view = replace(view, call=replace(call, text=form.call(call.name)))
        self.show_head(view)

    def show_actions(self) -> None:
        """The last actions; the whole log is made only when it is opened."""
        controller = self._at.controller
        names = {side.id: side.name for side in controller.table.sides}
        self.show_log(controller.log.last(ACTIONS_TOLD), controller.roles, initials(names))

    def show_cards(self) -> None:
        controller = self._at.controller
        self._marked = target, acting = self._parties()
        self.show_order(controller.table, controller.roles, controller.chosen, target, acting)
        self.show_walls(
            controller.table,
            controller.chosen,
            target,
            acting,
            details=controller.details,
            asked=self._asked(),
        )

    def show_parties(self) -> None:
        """Mark who acts and the target where they are others than before."""
        if self._parties() != self._marked:
            self.show_cards()

    def _parties(self) -> tuple[str, str]:
        """At whom the open form is aimed, or the command whose dice are on the stage, and who acts in it; "" for none."""
        controller, form = self._at.controller, self._at.stage.form
        return (form.entry.target, form.entry.form.by) if form else (controller.target, controller.acting)

    def _asked(self) -> Mapping[str, str]:
        request, cards = self._at.controller.request, self._at.controller.cards_by_id
        if not isinstance(request, ChoiceRequest):
            return {}
        keys = zip(keys_of(request.listed), request.listed, strict=False)
        return {str(option.value): key for key, option in keys if option.value in cards}

    def show_map(self) -> None:
        """The board with the line of fire and what is said over it; the keys of the field at hand."""
        controller, board, scene = self._at.controller, self._at.controller.table.board, None
        if controller.request is None:
            self.line = None  # a line of fire stays on the board until the dice of its command have fallen
        if board is not None:
            from vedette.tui.scenes import scene_of  # with the first board: 13 ms with the map

            shown = board if self.line is None else replace(board, line=self.line)
            scene = scene_of(shown, controller, self.cursor, self._at.stage.draft)
        self.show_scene(scene, is_waiting=controller.request is not None)
        redo = self._at.session.timeline.can_redo
        self._key_bar.show(self.mode, board=board is not None, sheets=controller.has_sheets, redo=redo)

    @property
    def mode(self) -> Mode:
        """Whose keys the last row and the help tell: on the map the cursor's, and those of a way in a form."""
        mode, panel = self._at.stage.mode, self._at.stage.form
        if self.map is not None and self.screen.focused is self.map:
            return LOOK
        field = panel.entry.field if panel else None
        return PATH if mode is FORM and field is not None and steers(field) else mode

    def show_moment(self) -> None:
        controller = self._at.controller
        if not is_moving(self.app):
            return
        before, self._thrown = self._thrown, controller.rolls
        if self._thrown and self._thrown != before:
            self.stage.tumble(len(before) if self._thrown[: len(before)] == before else 0)
        last = controller.log.outcome()
        great = last is not None and last.is_great and last.n == controller.session.timeline.head
        self.flash(controller.hurt, great=great)

    def choose(self, unit: str) -> None:
        """Look at another unit; a question that is open stays open."""
        if not unit:
            return
        at = self._at
        at.controller.choose(unit)
        self.cursor = ""
        if at.stage.mode.holds:
            self.show_map()
        else:
            at.controller.rolls = ()
            at.stage.show()
            at.say(NOTHING)
        self.show_cards()

    async def show_sheet(self) -> None:
        from vedette.tui.screens.sheet import SheetScreen  # another screen: 3 ms

        controller, save = self._at.controller, self._at.session.path
        if sheet := controller.sheet_of(controller.chosen):
            await self.app.push_screen(SheetScreen(sheet, save.parent if save else save_folder()))
        else:
            self._at.say(Feedback("There is no sheet for this.", "dim"))

    def on_head_side_clicked(self, event: Head.SideClicked) -> None:
        self._at.show(self._at.controller.flip_dice(event.side))

    def on_card_wall_card_chosen(self, event: CardWall.CardChosen) -> None:
        self.choose(event.unit)

    def on_roster_unit_clicked(self, event: Roster.UnitClicked) -> None:
        self.choose(event.unit)

    def click(self, hex: str) -> None:
        """A hex was clicked: for what is open, else to look at it or at who is there."""
        scene = self.map.scene if self.map else None
        here = [figure.id for figure in scene.figures.get(hex, ())] if scene else []
        self.cursor = ""
        if not self.stage.point(hex, here) and self._at.stage.mode is ACTIONS:
            self.choose(here[0] if here else "")
            self.cursor = "" if here else hex
        self._leave_map()

    def on_hex_map_hex_pointed(self, event: HexMap.HexPointed) -> None:
        self.cursor = event.hex
        self.show_map()

    def on_hex_map_left(self) -> None:
        self.cursor = ""
        self._leave_map()

    def _leave_map(self) -> None:
        self.screen.set_focus(self.stage)
        self.show_map()
