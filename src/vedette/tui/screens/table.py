"""The table: one game, what the players decide there, and the boxes over it that ask for a word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from msgspec.structs import replace
from textual import events, work
from textual.app import ComposeResult
from textual.screen import Screen

from vedette.controller import NOTHING, Feedback, refusal_of
from vedette.engine.common import LIFT
from vedette.engine.dice import Roll
from vedette.engine.save_file import left_out_words
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import Entry
from vedette.engine.verify import verify_entries
from vedette.kit.words import only_looks
from vedette.pages import consent
from vedette.tui.base_screen import HOW_TO_LEAVE, BaseScreen
from vedette.tui.keys import (
    ACTIONS,
    ADJUST,
    CHOICE,
    DICE,
    ENDED,
    FORM,
    LOG,
    LOG_FIND,
    LOOK,
    PATH,
    SHEETS,
    TABLE,
    Mode,
    bindings,
)
from vedette.tui.messages import (
    JudgedOtherwise,
    LeaveTable,
    LookAgain,
    OpenHelp,
    OpenReplay,
    SaveLost,
    StrangeFile,
    ViewersChanged,
)
from vedette.tui.path_entry import steers
from vedette.tui.screens.dialogs import Confirm
from vedette.tui.screens.waiting import Waiting
from vedette.tui.sides import initials
from vedette.tui.table import going_back
from vedette.tui.table.asking import ask_bookmark, ask_note, ask_palette, ask_reason, ask_value
from vedette.tui.table.at_table import AtTable, T
from vedette.tui.table.guiding import Guiding
from vedette.tui.table.keeping import ask_whose, keep_game
from vedette.tui.table.looking_ahead import LookingAhead
from vedette.tui.table.sharing import Sharing
from vedette.tui.table.stage import adjust_panel, form_by_hand, form_panel, stage_of
from vedette.tui.table_controller import WHY, TableController
from vedette.tui.table_memory import TableMemory
from vedette.tui.whole_log import show_lines, stop_reading
from vedette.tui.widgets.actions_panel import Picked, TableOpened
from vedette.tui.widgets.cards import CardWall
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.line_widget import is_moving
from vedette.tui.widgets.panel_host import Acknowledged, Back, BadKey, Panel, PanelHost
from vedette.tui.widgets.short_log import ACTIONS_TOLD, ShortLog
from vedette.tui.widgets.table_layout import TableLayout
from vedette.view.board import Board, FireLine
from vedette.view.vocabulary import Action, Form

if TYPE_CHECKING:  # what the first frame does not show
    from vedette.tui.form_entry import FormEntry
    from vedette.tui.history import History
    from vedette.tui.widgets.adjust_panel import ConditionWanted, Corrected
    from vedette.tui.widgets.choice_panel import Chosen
    from vedette.tui.widgets.dice_panel import DicePanel, Entered, EnteredTotal, Throw
    from vedette.tui.widgets.end_panel import TurnChosen
    from vedette.tui.widgets.form_panel import Closed, Committed, FormPanel
    from vedette.tui.widgets.hex_map import HexMap
    from vedette.tui.widgets.hex_scene import Scene
    from vedette.tui.widgets.log import GameLog
    from vedette.tui.widgets.roster import Roster
    from vedette.view.behind import Behind
    from vedette.view.log_search import Finder


LONG = 2000
"""Lines of a game whose report is slow."""

SECOND = 1.0
"""Seconds between two looks at the clocks."""


class TableScreen(BaseScreen[None]):
    """One game. Keys go to the open panel first, then here; an answer is a message from a panel."""

    CONTROLLER: ClassVar[type[TableController]] = TableController
    AUTO_FOCUS = "PanelHost"
    BINDINGS = bindings((*TABLE.keys, *SHEETS.keys))

    def __init__(self, session: Session[GameState]) -> None:
        """Show a session."""
        super().__init__()
        self._places, self._key_bar = TableLayout(), KeyBar()
        self._sharing = Sharing(self, self._key_bar)
        self._sit_down(session)
        self._target = self._acting = ""
        self._mode: Mode = ACTIONS
        self._before_log: Mode = ACTIONS
        self._cursor = ""
        self._line: FireLine | None = None
        self._behind: FormPanel | None = None
        self._placing: FormPanel | None = None
        self._to_place: list[str] = []
        self._thrown: tuple[Roll, ...] = ()
        self._planned_from: FormEntry | None = None
        self._guiding = Guiding(self._places)
        self._ahead = LookingAhead(self, self._form, self._show_odds, self._show_map)

    def _sit_down(self, session: Session[GameState]) -> None:
        self._session = session
        self._controller = self.CONTROLLER(session)
        self._memory = TableMemory(None if session.readonly else session.path, session.header)
        self._controller.take_up(self._memory.kept)
        self._whole: tuple[History, Finder] | None = None
        self._sharing.look_at(session, self._controller.log)
        self._at = AtTable(session, self._controller, self._ask, self._say, self._show, self.post_message)

    def compose(self) -> ComposeResult:
        """What is on the table."""
        yield self._places
        if self._session.header.practice:
            yield self._guiding.strip
        yield self._key_bar

    def on_mount(self) -> None:
        """Show the table as it stands; the time since the last decision was nobody's."""
        if not self._session.readonly:
            self._session.pauses.begin(self._session.timeline.entries)
        self.set_interval(SECOND, self._tick)
        self._guiding.begin(self._session)
        notice, timeline = self._session.notice, self._session.timeline
        if timeline.lost_correction and not self._session.readonly:
            left_out = left_out_words(timeline)  # first, as a small screen shows no more
            notice = notice.replace(left_out, f"{left_out} Press C to repeat it.")
        said = [notice, *self._controller.brought_home()]
        self._show(Feedback(" ".join(filter(None, said)), "warn"))
        if not self._session.readonly:
            self._ahead.look_back(self._controller, self._show_known, resumed=True)
            self._show_known()
        if self._session.timeline.entries:
            self.call_after_refresh(self._judge, list(self._session.timeline.entries))

    @work(thread=True, exclusive=True, group="judge")
    def _judge(self, entries: list[Entry]) -> None:
        """Judge the game by today's rules; what stands in the record stands."""
        found = verify_entries(self._session.ruleset, self._session.header, entries)
        if found:
            self.post_message(JudgedOtherwise(found[0].n, found[0].text, len(found)))

    def on_judged_otherwise(self, event: JudgedOtherwise) -> None:
        """Tell where today's rules differ, once."""
        more = f" ({event.count} places in all)" if event.count > 1 else ""
        self._say(
            Feedback(f"Line {event.n}: {event.text}{more}. The record stands; undo to change it.", "warn")
        )

    def on_look_again(self, event: LookAgain) -> None:
        """The game was moved from elsewhere."""
        self._show(Feedback(self._session.notice, "warn"))

    def on_unmount(self) -> None:
        """The page ends with the table."""
        self._sharing.close()

    def _tick(self) -> None:
        """A second has gone by on the clocks, where they are on the table."""
        clock = self._controller.clock if self.is_current else None
        if clock is not None:
            self._places.head.tick(clock)

    # --- painting

    def _show(self, said: Feedback = NOTHING) -> None:
        """Paint whatever is different now, and give the keyboard to what must be answered."""
        controller = self._controller
        controller.go_on()
        controller.look()
        self._show_log()
        self._show_stage()
        self._say(said)
        self._show_cards()
        self._flash()
        self._share()
        self._keep()

    def _say(self, said: Feedback) -> None:
        """Say it in the head; where the save is lost, ask where the game is to go on."""
        view, form = self._controller.head(said, self._controller.log.outcome()), self._form()
        if form is not None:
            call = self._controller.call_for(form.entry.form.by)
            view = replace(view, call=replace(call, text=form.call(call.name)))
        self._places.show_head(view)
        if self._controller.lost:
            self.post_message(SaveLost(self._controller.lost))
            self._controller.lost = ""
        if self._controller.stranger:
            self.post_message(StrangeFile(*self._controller.stranger))
            self._controller.stranger = None

    def _show_log(self) -> None:
        """The last actions; the whole log is made only when it is opened."""
        names = {side.id: side.name for side in self._controller.table.sides}
        layout = self._places
        layout.walk_log(walking=False)
        layout.show_log(self._controller.log.last(ACTIONS_TOLD), self._controller.roles, initials(names))

    def _flash(self) -> None:
        """Who has just been hurt, and a great moment, catch the eye once, where motion is on."""
        if not is_moving(self.app):
            return
        before, self._thrown = self._thrown, self._controller.rolls
        if self._thrown and self._thrown != before:
            lying = len(before) if self._thrown[: len(before)] == before else 0
            self._places.stage.tumble(lying)
        last = self._controller.log.outcome()
        great = last is not None and last.is_great and last.n == self._session.timeline.head
        self._places.flash(self._controller.hurt, great=great)

    def _show_cards(self) -> None:
        controller = self._controller
        layout = self._places
        self._target, self._acting = self._aimed_at(), self._acts()
        layout.show_order(controller.table, controller.roles, controller.chosen, self._target, self._acting)
        for wall, side in zip(layout.walls, controller.table.sides, strict=False):
            cards = controller.cards(side.id)
            wall.show(cards, controller.chosen, self._target, self._acting, details=controller.details)

    def _aimed_at(self) -> str:
        """The unit that the open form is aimed at, or the command whose dice are on the stage; "" for none."""
        form = self._form()
        return form.entry.target if form else self._controller.target

    def _acts(self) -> str:
        """The unit whose form is open, or whose command waits for its dice; "" for none."""
        form = self._form()
        return form.entry.form.by if form else self._controller.acting

    def _show_parties(self) -> None:
        """Mark who acts and the target where they are others than before."""
        if (self._aimed_at(), self._acts()) != (self._target, self._acting):
            self._show_cards()

    def _show_map(self) -> None:
        """The board with what is said over it; the keys of the field at hand."""
        controller, board = self._controller, self._controller.table.board
        if controller.request is None:
            self._line = None  # a line of fire stays on the board until the dice of its command have fallen
        self._places.show_scene(self._scene(board) if board else None)
        self._key_bar.show(
            self._keys_mode(),
            board=board is not None,
            sheets=controller.has_sheets,
            redo=self._session.timeline.can_redo,
        )

    def _scene(self, board: Board) -> Scene:
        """The board with the line of fire and what is said over it."""
        from vedette.tui.scenes import scene_of  # with the first board: 13 ms with the map

        shown = board if self._line is None else replace(board, line=self._line)
        return scene_of(shown, self._controller, self._cursor, self._form())

    def _keys_mode(self) -> Mode:
        if self.focused is not None and self.focused is self._places.map:
            return LOOK
        panel = self._form()
        field = panel.entry.field if panel else None
        return PATH if self._mode == FORM and field is not None and steers(field) else self._mode

    # --- the stage

    def _show_stage(self) -> None:
        """What the game waits for; of a command under way the odds of what is left come as soon as they are known."""
        if not self._session.readonly:
            self._ahead.look_back(self._controller, self._show_known)
        self._open(*stage_of(self._controller))

    def _open(self, mode: Mode, panel: Panel, above: Panel | None = None) -> None:
        self._mode, self._cursor = mode, ""
        layout = self._places
        layout.end(ended=mode == ENDED)
        layout.ask(asked=above is not None or mode not in (ACTIONS, ENDED))
        self._places.stage.show(mode, panel, above)
        self._show_map()
        self._teach()

    def _show_known(self) -> None:
        """The odds of a command that waits for its dice or a choice."""
        host = self.query_one(PanelHost)
        if self._mode == DICE:
            cast("DicePanel", host.panel).foreseen = self._controller.foreseen
            host.redraw()
        elif self._mode == CHOICE:  # the answer pointed at stays at hand
            host.show(CHOICE, host.panel, stage_of(self._controller).above)
        self._share()

    def _form(self) -> FormPanel | None:
        """The form that is open."""
        panel = self._places.stage.panel
        return cast("FormPanel", panel) if self._places.stage.mode is FORM else None

    def _teach(self) -> None:
        """Let the guide say what fits what the players have before them."""
        self._guiding.teach(self._controller, self._mode, self._form())

    def on_panel_host_touched(self, event: PanelHost.Touched) -> None:
        """The draft of a form is another one, or a face was typed: what was said before is over."""
        self._say(NOTHING)
        self._look_ahead()
        self._show_parties()
        if self._controller.table.board is not None:
            self._show_map()
        self._teach()
        self._share()
        self._keep()

    def _keep(self) -> None:
        """Keep what is no part of the game beside the save, once it is painted."""
        self.call_after_refresh(self._memory.keep, self._controller.typed, self._controller.rolled_for)

    def on_bad_key(self, event: BadKey) -> None:
        """A key that nothing on the stage has, such as a face that no such die shows."""
        self._say(Feedback(event.sentence, event.tone))
        self._teach()

    def on_acknowledged(self, event: Acknowledged) -> None:
        """Whoever is called upon now has seen it: keys act again."""
        self._controller.guard = ""
        self._show_stage()

    # --- who is looked at

    def _choose(self, unit: str) -> None:
        """Look at another unit; a question that is open stays open."""
        if not unit:
            return
        self._controller.choose(unit)
        self._cursor = ""
        if self._mode in (ACTIONS, ENDED, FORM, LOG):
            self._controller.rolls = ()
            self._show_stage()
            self._say(NOTHING)
        else:
            self._show_map()
        self._show_cards()

    def action_next_card(self) -> None:
        """The unit below."""
        self._choose(self._controller.beside(1))

    def action_card_before(self) -> None:
        """The unit above."""
        self._choose(self._controller.beside(-1))

    def repeat(self, key: str, times: int) -> int:
        """Choose the unit this many places further."""
        if self._mode != ACTIONS or key not in ("up", "down"):
            return 0
        self._choose(self._controller.beside(times if key == "down" else -times))
        return times

    def action_other_side(self) -> None:
        """A unit of the next side, the one that was looked at before."""
        self._choose(self._controller.across())

    def on_card_wall_card_chosen(self, event: CardWall.CardChosen) -> None:
        """A card was clicked."""
        self._choose(event.unit)

    def on_roster_unit_clicked(self, event: Roster.UnitClicked) -> None:
        """Somebody was clicked."""
        self._choose(event.unit)

    def on_hex_map_hex_clicked(self, event: HexMap.HexClicked) -> None:
        """A hex was clicked: for what is open, else to look at it or at who is there."""
        shown = self._places.map
        scene = shown.scene if shown else None
        here = [figure.id for figure in scene.figures.get(event.hex, ())] if scene else []
        self._cursor = ""
        if not self._places.stage.point(event.hex, here) and self._mode in (ACTIONS, LOG):
            self._choose(here[0] if here else "")
            self._cursor = "" if here else event.hex
        self.set_focus(self._places.stage)
        self._show_map()

    def on_hex_map_hex_pointed(self, event: HexMap.HexPointed) -> None:
        """The cursor on the map is on another hex."""
        self._cursor = event.hex
        self._show_map()

    def on_hex_map_left(self) -> None:
        """From the cursor back to what is open."""
        self._cursor = ""
        self.set_focus(self._places.stage)
        self._show_map()

    async def action_sheet(self) -> None:
        """The sheet of the chosen unit, where the game has sheets."""
        from vedette.tui.screens.sheet import show_sheet  # another screen: 3 ms

        if not await show_sheet(self.app, self._controller.sheet(), self._session.path):
            self._say(Feedback("There is no sheet for this.", "dim"))

    # --- actions and their forms

    async def on_picked(self, event: Picked) -> None:
        """An action: its form, or the command at once; or why not."""
        action = event.action
        if action.why_not is not None:
            self._say(self._controller.deny(action))
            self._teach()
        elif forgotten := self._controller.forgotten(action):
            goes_on = f"to {action.title.lower()}" if action.form else "to end"
            self._say(Feedback(forgotten, "warn", f"{self._controller.offer.key_of(action)} again {goes_on}"))
            self._teach()
        elif action.form:
            await self._begin_form(action)
        else:
            self._show(self._controller.do({"do": action.do, "by": action.by}))

    async def action_again(self) -> None:
        """The chosen unit's last attack once more: at once where the board knows all of it, else its form, in which only what no longer holds is asked."""
        action = self._controller.again()
        if action is None:
            self._say(Feedback("There is no earlier attack to repeat.", "warn"))
        else:
            await self.on_picked(Picked(action))
            panel = self._form()
            if self._controller.table.board is not None and panel is not None and panel.entry.is_repeated:
                self._commit(panel.entry.form)

    async def _begin_form(self, action: Action) -> None:
        """Open the form of an action; a secret one only once the others look away."""
        if action.secret:
            question = Confirm(only_looks(self._controller.side_name(action.by)), "continue")
            await self.app.push_screen(question, lambda yes: self._open_form(action) if yes else None)
        else:
            self._open_form(action)

    def _open_form(self, action: Action) -> None:
        entry = self._controller.form(action)
        self._sharing.private = entry if action.secret else None
        self._show_form(entry)

    def _show_form(self, entry: FormEntry) -> None:
        """A form on the stage, with the cards as they are now."""
        self._open(FORM, form_panel(self._controller, entry))
        self._say(NOTHING)
        self._show_parties()
        self._look_ahead()
        self._share()

    def on_committed(self, event: Committed) -> None:
        """The form is filled; a face that was typed there is the first of the dice."""
        self._commit(event.form)
        if event.die and self._mode == DICE:
            self._places.stage.press(event.die)

    def _commit(self, form: Form) -> None:
        """Give the command of a form; while everyone is being placed, go to the next unit."""
        self._line = form.board.line if form.board else None
        panel = self._form()
        placing = panel is not None and panel is self._placing
        if not (placing and self._controller.stands_there(form)):
            self._at.given(self._controller.give(form, panel.outlook if panel else None))
            if not placing or self._form() is panel:
                self._back_to_form()
                return
        self._place_next()

    def on_closed(self, event: Closed) -> None:
        """Back to the form that was open before, else to the list of actions; nothing has happened."""
        behind, self._behind = self._behind, None
        panel = self._form()
        if self._planned_from is not None and panel is not None and panel.entry.form.planned:
            self._planned_from.refill()
            self._show_form(self._planned_from)
        elif behind is not None and self._mode == ADJUST:
            self._open(FORM, behind)
        else:
            self._show()

    def _back_to_form(self) -> None:
        """To the form from which something was set by hand, judged by how things stand now."""
        if self._behind is not None and self._mode == ACTIONS:
            entry, self._behind = self._behind.entry, None
            entry.refill()
            self._show_form(entry)

    def action_plan(self) -> None:
        """In a form: the attack as if its command were given first; Enter gives both, Esc comes back."""
        panel = self._form()
        if panel is None or panel.entry.form.planned:
            return
        planned = self._controller.plan(panel.entry.form)
        if isinstance(planned, Feedback):
            self._say(planned)
            return
        self._show_form(planned)
        self._planned_from = panel.entry

    def action_odds(self) -> None:
        """Show the odds, or none."""
        self._say(self._controller.flip_odds())
        panel = self._form()
        if panel is not None:
            panel.outlook, panel.worths, panel.harm = None, {}, {}
            self._places.stage.redraw()
            self._show_map()
            self._look_ahead()

    def _look_ahead(self) -> None:
        """Look for what may come of the command in the form as it is now."""
        self._ahead.begin(self._controller)

    def _show_odds(self) -> None:
        self._places.stage.redraw()
        self._share()

    async def action_force(self) -> None:
        """Overrule the last refusal, if both players agree on a reason."""
        self._take_form_refusal()
        refused = self._controller.refused
        if refused is None:
            self._say(Feedback("Nothing was refused.", "dim"))
        elif not refused.refusal.overridable:
            self._say(Feedback(f"This can't be overruled. {refused.refusal}", "bad", WHY))
        elif refused.form_first is not None:
            self._controller.refused = None
            await self._begin_form(refused.form_first)
        else:
            give = partial(self._at.give, refused.words, first=refused.first)
            await ask_reason(self._at, refused, lambda reason: give(override=reason))

    def _take_form_refusal(self) -> None:
        """What stands against the draft is the refusal that the players see."""
        panel = self._form()
        found = refusal_of(panel.entry.form) if panel is not None else None
        if found is not None:
            self._controller.refused = found

    # --- dice and choices

    def on_entered(self, event: Entered) -> None:
        """The faces of real dice."""
        self._show(self._controller.enter(event.faces))

    def on_entered_total(self, event: EnteredTotal) -> None:
        """What real dice came to."""
        self._show(self._controller.enter_total(event.total))

    def on_throw(self, event: Throw) -> None:
        """The assistant rolls what is missing."""
        self._show(self._controller.throw(event.typed, afresh=event.afresh))

    def on_chosen(self, event: Chosen) -> None:
        """A side has decided."""
        self._show(self._controller.answer(event.value))

    async def on_back(self, event: Back) -> None:
        """Out of a question: the decision that led to it is taken back."""
        await self.action_undo()

    def action_dice(self) -> None:
        """Typed or rolled dice for the side that is called upon."""
        self._show(self._controller.flip_dice(self._controller.side))

    def on_head_side_clicked(self, event: Head.SideClicked) -> None:
        """A side was clicked: its dice setting."""
        self._show(self._controller.flip_dice(event.side))

    # --- by hand

    async def action_adjust(self) -> None:
        """Correct the chosen unit by hand; without one, any value."""
        controller = self._controller
        if controller.request is not None:
            self._say(Feedback("Answer this first; then values can be corrected.", "dim"))
        elif not controller.steppers and controller.conditions is None:
            await self.on_all_values_wanted()
        elif controller.can_place and controller.card and controller.card.standing == "away":
            self.on_place_wanted()
        elif self._mode != ADJUST:
            self._behind = self._form()
            self._say(NOTHING)
            self._open(ADJUST, adjust_panel(controller))

    def on_corrected(self, event: Corrected) -> None:
        """Conditions that are over end; then what was changed by hand is set at once."""
        by, unit = self._controller.side, self._controller.chosen
        for text in event.lifted:
            self._at.give({"do": LIFT, "by": by, "unit": unit, "text": text})
        if event.values:
            self._at.give({"do": "adjust", "by": by, "values": event.values})
        self._back_to_form()

    def on_condition_wanted(self, event: ConditionWanted) -> None:
        """The form of a condition of the chosen unit."""
        self._show_by_hand(self._controller.condition_form())

    def on_place_wanted(self) -> None:
        """The form that puts the chosen unit on the board."""
        self._show_by_hand(self._controller.place_form())

    def action_place_everyone(self) -> None:
        """Place everyone on the board, one after the other; Enter leaves units that are already placed."""
        if self._controller.request is not None:
            self._say(Feedback("Answer this first; then units can be placed.", "dim"))
        elif not self._controller.places:
            self._say(
                Feedback("This game is played on your table; there is no map to place units on.", "dim")
            )
        else:
            self._to_place = self._controller.to_place
            self._place_next()

    def _place_next(self) -> None:
        if not self._to_place:
            self._placing = None
            self._show(Feedback("Everyone is placed.", "good"))
            return
        unit, *self._to_place = self._to_place
        self._controller.choose(unit)
        self._show_by_hand(self._controller.place_form())
        self._placing = self._form()

    async def on_all_values_wanted(self) -> None:
        """Any tracked value, found by words; left, the unit's own are still there."""

        def adjust(words: Mapping[str, Any]) -> None:
            self._at.give(words)
            self._back_to_form()

        await ask_value(self._at, adjust)

    def _show_by_hand(self, entry: FormEntry, whose: str | None = None) -> None:
        """A form of what is set by hand of the chosen unit; it has no odds."""
        name = self._controller.name(self._controller.chosen) if whose is None else whose
        self._open(FORM, form_by_hand(self._controller, entry, name))
        self._say(NOTHING)

    def action_settings(self) -> None:
        """How undo works and how long the players may think."""
        if self._controller.request is not None:
            self._say(Feedback("Answer this first; then settings can be changed.", "dim"))
        else:
            self._show_by_hand(self._controller.settings_form(), whose="")

    def action_any_roll(self) -> None:
        """A roll that no rule asks for, such as one of an ability."""
        if self._controller.request is not None:
            self._say(Feedback("Answer this first; then you can roll for something else.", "dim"))
        else:
            self._show_by_hand(self._controller.free_roll_form())

    # --- back and forth

    async def action_undo(self) -> None:
        """Take the last decision back."""
        await going_back.move(self._at, consent.undo(self._controller))

    async def action_redo(self) -> None:
        """Do again what was undone."""
        await going_back.move(self._at, consent.redo(self._controller))

    async def action_correct(self) -> None:
        """The history of rolls: one that was misread is put right."""
        await going_back.correct(self._at)

    async def on_game_log_line_chosen(self, event: GameLog.LineChosen) -> None:
        """Back to a line, after one question."""
        await going_back.move(self._at, consent.go_to(self._controller, event.n))

    async def on_turn_chosen(self, event: TurnChosen) -> None:
        """Play on from before a turning point, after one question."""
        await going_back.move(self._at, consent.go_to(self._controller, event.n))

    # --- the log and its notes

    def action_log(self) -> None:
        """Walk through the whole log."""
        if self._mode != LOG:
            self._before_log = self._mode
        self._places.walk_log(walking=True)
        self._show_whole_log()
        self._places.game_log.focus()

    def _show_whole_log(self) -> None:
        from vedette.tui.history import History  # with the log that nobody has opened yet: 5 ms
        from vedette.view.log_search import Finder

        if self._whole is None:
            self._whole = History(self._session, self._controller.roles), Finder(self._session)
        show_lines(self._places.game_log, *self._whole)

    def action_find(self) -> None:
        """Look for words in the log."""
        self.action_log()
        self._places.game_log.find()

    def on_short_log_opened(self, event: ShortLog.Opened) -> None:
        """A line of the log was clicked."""
        self.action_log()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The log was entered by a click."""
        if self._places.is_game_log(event.widget):
            self._mode = LOG
            self._show_map()
            self._teach()

    def on_game_log_finding(self) -> None:
        """Letters are words now."""
        self._key_bar.show(LOG_FIND)

    def on_game_log_left(self) -> None:
        """Out of the log, back to what is open."""
        stop_reading(self._places.game_log)
        self._places.walk_log(walking=False)
        self._mode = self._before_log
        self._places.stage.focus()
        self._show_map()
        self._teach()

    async def action_note(self) -> None:
        """A remark for the log."""
        await ask_note(self._at)

    async def action_bookmark(self) -> None:
        """A note to the last line."""
        await ask_bookmark(self._at, self._session.timeline.head, self._show_bookmark)

    async def on_game_log_bookmark_wanted(self, event: GameLog.BookmarkWanted) -> None:
        """A note to a line of the log."""
        await ask_bookmark(self._at, event.n, self._show_bookmark)

    def _show_bookmark(self) -> None:
        if self._mode == LOG:
            self._show_whole_log()

    # --- the table

    def action_table(self) -> None:
        """What belongs to the table, where nothing is being asked."""
        if self._mode in (ACTIONS, ENDED):
            from vedette.tui.widgets.table_actions import TableActions  # with the forms: 5 ms

            self._open(ACTIONS, TableActions(self._controller.offer, mapped=self._controller.places))

    def on_table_opened(self, event: TableOpened) -> None:
        """The entry of the table was clicked."""
        self.action_table()

    async def action_palette(self) -> None:
        """Find an action or a rule by words."""
        await ask_palette(self._at, lambda action: self.post_message(Picked(action)))

    def action_guide(self) -> None:
        """The guide of a first battle: ends it, or brings it back."""
        self._say(self._guiding.flip())
        self._teach()

    def action_clock(self) -> None:
        """The clocks: on the table, stopped, going on."""
        self._say(self._controller.press_clock())
        self._share()

    def action_ending(self) -> None:
        """From the table back to how the game ended."""
        if self._controller.table.outcome:
            self._controller.chosen_by_hand = False
            self._show()

    def action_report(self) -> None:
        """The battle so far as a page, beside the save."""
        if len(self._session.timeline.entries) <= LONG:
            self._say(self._controller.write_report())
            return

        def say(written: Callable[[], Feedback] | None) -> None:
            self._say(written() if written else Feedback("No report was written.", "dim"))

        writing = Waiting("Writing the report …", self._controller.write_report, lambda _: None)
        _ = self.app.push_screen(writing, say)

    def action_replay(self) -> None:
        """Step through the game."""
        self.post_message(OpenReplay(self._session))

    def action_why(self) -> None:
        """The rules behind what is on the screen, and any other rule by its words; in the log what decided the roll of a line."""
        if self._mode == LOG:
            behind = self._controller.behind_line(self._places.game_log.at)
            if behind:
                self._read_rules(lambda form: behind, first=True)
            else:
                self._say(Feedback("No roll in this line.", "dim"))
            return
        self._read_rules(self._controller.behind, first=True)

    def action_help(self) -> None:
        """Keys and rules."""
        self._read_rules(self._controller.near)

    def _read_rules(self, near: Callable[[Form | None], tuple[Behind, ...]], *, first: bool = False) -> None:
        """Open the page of keys and rules, with those that matter now at its head; all rules `first`, or the keys."""
        self._take_form_refusal()
        panel, board = self._form(), self._controller.table.board is not None
        rules = near(panel.entry.form if panel else None)
        self.post_message(OpenHelp(self._keys_mode(), self._session, rules, board, first))

    # --- the page

    def _share(self) -> None:
        """Show the table on the page, where it is open."""
        self._sharing.show(self._controller, self._form())

    def on_viewers_changed(self, event: ViewersChanged) -> None:
        """Somebody came or went."""
        self._sharing.count(event.viewers)

    async def action_invite(self) -> None:
        """A page for everybody's phone."""
        await self._sharing.invite(self._at, self._form())

    # --- leaving, and what can't be kept

    async def _ask(self, box: Screen[T], then: Callable[[T | None], Any] | None = None) -> None:
        await self.app.push_screen(box, then)

    def say_how_to_leave(self) -> None:
        """Ctrl+C leaves no game."""
        self._say(Feedback(HOW_TO_LEAVE))

    async def action_leave(self) -> None:
        """Out; everything is saved, or can still be."""
        fault = self._session.fault
        if fault:
            await keep_game(self._at, fault, leaving=True)
        else:
            self.post_message(LeaveTable(self._session))

    async def on_save_lost(self, event: SaveLost) -> None:
        """Somebody has taken the save away, or changed it."""
        await keep_game(self._at, event.fault)

    async def on_strange_file(self, event: StrangeFile) -> None:
        """A character's file is perhaps not the one that he came from."""
        await ask_whose(self._at, event.file, event.said)
