"""The table: one game, what the players decide there, and the boxes over it that ask for a word."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding

from vedette.controller import NOTHING, Feedback, Refused, refusal_of
from vedette.engine.common import LIFT
from vedette.engine.dice import Roll
from vedette.engine.errors import CommandError, DataError, JournalError
from vedette.engine.record import replace
from vedette.engine.requests import ChoiceRequest, DiceRequest
from vedette.engine.ruleset import RuleText
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import Entry, HeadMove
from vedette.shared_page import SharedPage
from vedette.tui.base_screen import BaseScreen
from vedette.tui.history import History
from vedette.tui.keys import TABLE_KEYS, TABLE_SHEET_KEYS, Mode
from vedette.tui.messages import (
    JudgedOtherwise,
    LeaveTable,
    LookAgain,
    NextTheme,
    OpenHelp,
    OpenReplay,
    SaveLost,
    StrangeFile,
    ViewersChanged,
)
from vedette.tui.path_entry import steers
from vedette.tui.scenes import scene_of
from vedette.tui.sides import initials
from vedette.tui.table_controller import WHY, TableController
from vedette.tui.typed_faces import take_up
from vedette.tui.widgets.actions_panel import Acknowledged, ActionsPanel, Picked, TableOpened
from vedette.tui.widgets.adjust_panel import (
    AdjustPanel,
    AllValuesWanted,
    ConditionWanted,
    Corrected,
    PlaceWanted,
)
from vedette.tui.widgets.aftermath_panel import AftermathPanel
from vedette.tui.widgets.card_wall import CardWall
from vedette.tui.widgets.choice_panel import ChoicePanel, Chosen
from vedette.tui.widgets.dice_panel import DicePanel, Entered, EnteredTotal, RollsPanel, Throw
from vedette.tui.widgets.duel import Duel
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.form_panel import Closed, Committed, FormPanel
from vedette.tui.widgets.guide_strip import ROWS as GUIDE_ROWS
from vedette.tui.widgets.guide_strip import GuideStrip, guided_on
from vedette.tui.widgets.head import Head, HeadView
from vedette.tui.widgets.hex_map import HexMap
from vedette.tui.widgets.line_widget import is_moving
from vedette.tui.widgets.log import GameLog
from vedette.tui.widgets.panel_host import Back, BadKey, Panel, PanelHost
from vedette.tui.widgets.roster import Roster
from vedette.tui.widgets.short_log import ACTIONS_TOLD, ShortLog
from vedette.tui.widgets.table_actions import KeyPicked, TableActions
from vedette.tui.widgets.table_layout import TableLayout
from vedette.view.behind import Behind
from vedette.view.board import Board, FireLine
from vedette.view.digest import Digest
from vedette.view.finding import Finder
from vedette.view.history import about_going
from vedette.view.values import leaves, read
from vedette.view.vocabulary import Action, Form

if TYPE_CHECKING:
    from vedette.tui.form_entry import FormEntry
    from vedette.tui.screens.correct import Decision
    from vedette.tui.widgets.end_panel import TurnChosen
    from vedette.view.foresight import Foresight
    from vedette.view.guide import Guide
    from vedette.view.loss_luck import LossSearch


SECOND = 1.0
"""Seconds between two looks at the clocks."""

BREATH, SLICE = 0.015, 0.01
"""Seconds between two looks ahead, and seconds that one at the losses of a whole game takes."""


class TableScreen(BaseScreen[None]):
    """One game. Keys go to the open panel first, then here; an answer is a message from a panel."""

    CONTROLLER: ClassVar[type[TableController]] = TableController
    AUTO_FOCUS = "PanelHost"
    BINDINGS = [
        Binding(",".join(key.keys), key.id, key.label, show=False) for key in (*TABLE_KEYS, *TABLE_SHEET_KEYS)
    ]

    def __init__(self, session: Session[GameState]) -> None:
        """Show a session."""
        super().__init__()
        self._page = SharedPage(self._tell_viewers)
        self._sit_down(session)
        self._said = NOTHING
        self._target = ""
        self._mode: Mode = "actions"
        self._before_log: Mode = "actions"
        self._cursor = ""
        self._line: FireLine | None = None
        self._behind: FormPanel | None = None
        self._thrown: tuple[Roll, ...] = ()
        self._planned_from: FormEntry | None = None
        self._foresight: Foresight | None = None
        self._private: FormEntry | None = None
        self._guide: Guide | None = None

    def _sit_down(self, session: Session[GameState]) -> None:
        """All that is looked at through a session."""
        self._session = session
        self._controller = self.CONTROLLER(session)
        self._controller.typed = take_up(session.path)
        self._history = History(session, self._controller.roles)
        self._digest = Digest(session)
        self._finder = Finder(session)
        self._page.look_at(session, self._digest)

    def compose(self) -> ComposeResult:
        """What is on the table."""
        yield TableLayout()
        yield GuideStrip()
        yield KeyBar()

    def _show(self, said: Feedback = NOTHING) -> None:
        """Paint whatever is different now, and give the keyboard to what must be answered."""
        controller = self._controller
        controller.go_on()
        controller.look()
        self._say(said)
        self._show_log()
        self._show_stage()
        self._show_cards()
        self._flash()
        self._share()

    def _share(self) -> None:
        """Show the table on the page, where it is open; a form that only one side may see is none of it."""
        if not self._page.is_open:
            return
        controller, panel = self._controller, self._form()
        seen = panel if panel and panel.entry is not self._private else None
        foreseen = controller.foreseen
        if seen is not None:
            of = controller.name(seen.outlook.unit) if seen.outlook else ""
            self._page.show(controller.table, seen.entry.form, seen.outlook, of)
        elif foreseen is not None:
            self._page.show(controller.table, None, foreseen.outlook, foreseen.name, foreseen.came)
        else:
            self._page.show(controller.table, None, None, "")

    def _tell_viewers(self, viewers: int) -> None:
        """Somebody came or went; heard in another thread."""
        self.post_message(ViewersChanged(viewers))

    def on_viewers_changed(self, event: ViewersChanged) -> None:
        """Count them in the last row."""
        self.query_one(KeyBar).show_viewers(event.viewers if self._page.is_open else None)

    async def action_invite(self) -> None:
        """A page for everybody's phone: open it, show where it is, close it."""
        from vedette.tui.screens.invite import Invite

        def count(_: None) -> None:
            self.post_message(ViewersChanged(self._page.viewers))
            self._share()

        await self.app.push_screen(Invite(self._page, self._controller.table), count)

    def on_unmount(self) -> None:
        """The page ends with the table."""
        self._page.close()

    def _flash(self) -> None:
        """Who has just been hurt, and a great moment, catch the eye once, where motion is on."""
        if not is_moving(self.app):
            return
        before, self._thrown = self._thrown, self._controller.rolls
        if self._thrown and self._thrown != before:
            lying = len(before) if self._thrown[: len(before)] == before else 0
            self.query_one(PanelHost).tumble(lying)
        hurt = self._controller.hurt
        if not hurt:
            return
        for shown in (*self.query_one(TableLayout).walls, self.query_one(Roster)):
            shown.flash_units(hurt)
        last = self._digest.outcome()
        if last and last.is_great and last.n == self._session.timeline.head:
            self.query_one(Head).flash_outcome()

    def _show_log(self) -> None:
        """The last actions; the whole log is made only when it is opened."""
        names = {side.id: side.name for side in self._controller.table.sides}
        self.query_one(TableLayout).walk_log(walking=False)
        self.query_one(ShortLog).show(
            self._digest.last(ACTIONS_TOLD), self._controller.roles, initials(names)
        )

    def _show_head(self) -> None:
        """Who decides what, what came out last, the score."""
        controller, session, said = self._controller, self._session, self._said
        last = self._digest.outcome()
        self.query_one(TableLayout).show_head(
            HeadView(
                controller.table,
                controller.roles,
                controller.call,
                last,
                said.text,
                said.tone,
                said.keys,
                dict(controller.rolled),
                session.house_rules,
                session.readonly,
                lead=controller.lead,
                undo=session.settings.undo,
                clock=controller.clock,
                odds_hidden=not controller.session.odds_shown,
            )
        )

    def _show_map(self) -> None:
        """The board with what is said over it; the keys of the field at hand."""
        controller, board, panel = self._controller, self._board(), self._form()
        entry = panel.entry if panel else None
        scene = None
        if board is not None:
            scene = scene_of(
                board,
                controller.roles,
                controller.chosen,
                self._cursor,
                entry=entry,
                request=controller.request,
                target=controller.target,
                harm=panel.harm if panel else {},
            )
            scene = replace(scene, look=controller.tell_hex)
        self.query_one(TableLayout).show_scene(scene)
        self.query_one(KeyBar).show(self._keys_mode(), board=board is not None, sheets=controller.has_sheets)

    def _board(self) -> Board | None:
        """The board; the line of fire of a command stays on it until its dice have fallen."""
        board, request = self._controller.table.board, self._controller.request
        if request is None:
            self._line = None
        return board if board is None or self._line is None else replace(board, line=self._line)

    def _keys_mode(self) -> Mode:
        """Whose keys the footer offers."""
        if self.query_one(HexMap).has_focus:
            return "look"
        panel = self._form()
        field = panel.entry.field if panel else None
        return "path" if self._mode == "form" and field is not None and steers(field) else self._mode

    def _show_cards(self) -> None:
        controller = self._controller
        layout = self.query_one(TableLayout)
        self._target = self._aimed_at()
        layout.show_order(controller.table, controller.roles, controller.chosen, self._target)
        for wall, side in zip(layout.walls, controller.table.sides, strict=False):
            cards = controller.cards(side.id)
            wall.show(cards, controller.chosen, self._target, details=controller.details)

    def _aimed_at(self) -> str:
        """The unit that the open form is aimed at, or the command whose dice are on the stage; "" for none."""
        form = self._form()
        return form.entry.target if form else self._controller.target

    def _show_target(self) -> None:
        """Mark the target where it is another one than before."""
        if self._aimed_at() != self._target:
            self._show_cards()

    def _show_stage(self) -> None:
        """What the game waits for: dice, a choice, or any action."""
        controller, request = self._controller, self._controller.request
        self.workers.cancel_group(self, "losses")
        self.workers.cancel_group(self, "decided")
        rolls = self._aftermath()
        if isinstance(request, DiceRequest):
            panel = DicePanel(
                request,
                controller.rolls,
                controller.recalled,
                controller.sides,
                controller.faces,
                controller.foreseen,
            )
            self._open("dice", panel)
        elif isinstance(request, ChoiceRequest):
            role = controller.roles.get(request.side, "first")
            self._open("choice", ChoicePanel(request, controller.name(request.side), role), rolls)
        elif controller.table.outcome and not controller.chosen_by_hand:
            self._show_end()
        else:
            self._open("actions", ActionsPanel(controller.offer, controller.guard), rolls)
        if rolls is not None and request is None:
            self._tell_what_decided(rolls)

    @work(exclusive=True, group="decided")
    async def _tell_what_decided(self, panel: AftermathPanel) -> None:
        """Which traits and facts of the table decided the last command, one after the other: keys that are pressed meanwhile come first."""
        from vedette.view.deciding import looked_into

        for said in looked_into(self._session, self._session.timeline.head):
            if said:
                panel.decided = tuple(dict.fromkeys((*panel.decided, said)))
                self.query_one(PanelHost).redraw()
            await sleep(0)

    def _show_end(self) -> None:
        """How the game ended, with whatever can still be done, such as settling a scenario."""
        from vedette.tui.widgets.end_panel import EndPanel

        controller, offer = self._controller, self._controller.offer
        possible = any(action.why_not is None for action in offer.actions)
        losses = controller.losses_of_the_game
        end = EndPanel(
            controller.battle(self._digest),
            controller.table,
            controller.roles,
            controller.luck,
            controller.told,
            controller.report,
            ActionsPanel(offer, controller.guard) if possible else None,
            losses,
        )
        self._open("ended", end)
        self._count_losses(losses)

    @work(exclusive=True, group="losses")
    async def _count_losses(self, losses: LossSearch) -> None:
        """Look for what each side had to expect to lose, a little at a time; it is told once all of it is known."""
        if losses.done:
            return
        while not losses.go_on(perf_counter() + SLICE):
            await sleep(BREATH)
        self.query_one(PanelHost).redraw()

    def _aftermath(self) -> AftermathPanel | None:
        """What the last command came to, as long as its dice are looked at."""
        controller = self._controller
        last = self._digest.outcome()
        great = last is not None and last.n == self._session.timeline.head and last.is_great
        if not controller.rolls and not great:
            return None
        rolls = RollsPanel(controller.rolls, controller.sides) if controller.rolls else None
        return AftermathPanel(rolls, controller.losses, last, controller.roles, controller.foreseen)

    def _open(self, mode: Mode, panel: Panel, above: Panel | None = None) -> None:
        """Give the stage to a panel."""
        self._mode, self._cursor = mode, ""
        layout = self.query_one(TableLayout)
        layout.end(ended=mode == "ended")
        layout.ask(asked=mode not in ("actions", "ended"))
        self.query_one(PanelHost).show(panel, above)
        self._show_map()
        self._teach()

    def _form(self) -> FormPanel | None:
        """The form that is open."""
        panel = self.query_one(PanelHost).panel
        return panel if isinstance(panel, FormPanel) else None

    def _teach(self) -> None:
        """Let the guide say what fits what the players have before them."""
        if self._guide is None:
            return
        panel = self._form()
        entry = panel.entry if panel and self._mode == "form" else None
        field = entry.field.name if entry and entry.field else ""
        on = guided_on(self._mode, handover=self._controller.guard == "any")
        moment = self._controller.moment(on, self._controller.chosen, entry.form if entry else None, field)
        self.query_one(GuideStrip).show(self._guide.look(moment))

    def action_guide(self) -> None:
        """The guide of a first battle: ends it, or brings it back."""
        guide = self._guide
        if guide is None:
            self._say(Feedback("Only a first battle has a guide: the home screen begins one.", "dim"))
            return
        guide.quiet = not guide.quiet
        self._show_guide(shown=not guide.quiet)
        self._say(
            Feedback("The guide is gone; the game goes on. E brings it back.") if guide.quiet else NOTHING
        )

    def _begin_guide(self) -> None:
        """From now on say what fits, where this is a first battle."""
        if not self._session.header.practice or self._session.readonly:
            return
        from vedette.view.guide import guide_of

        try:
            self._guide = guide_of(self._session)
        except DataError as error:
            self._session.notice = str(error)
        else:
            self._show_guide(shown=True)

    def _show_guide(self, *, shown: bool) -> None:
        self.query_one(GuideStrip).display = shown
        self.query_one(TableLayout).make_room(GUIDE_ROWS if shown else 0)
        self._teach()

    def on_card_wall_card_chosen(self, event: CardWall.CardChosen) -> None:
        """A card was clicked."""
        self._choose(event.unit)

    def on_roster_unit_clicked(self, event: Roster.UnitClicked) -> None:
        """Somebody was clicked."""
        self._choose(event.unit)

    def on_panel_host_touched(self, event: PanelHost.Touched) -> None:
        """The draft of a form is another one, or a face was typed: what was said before is over."""
        self._say(NOTHING)
        self._look_ahead()
        self._show_target()
        if self._controller.table.board is not None:
            self._show_map()
        self._teach()
        self._share()

    def on_hex_map_hex_clicked(self, event: HexMap.HexClicked) -> None:
        """A hex was clicked: for what is open, else to look at it or at who is there."""
        scene = self.query_one(HexMap).scene
        here = [figure.id for figure in scene.figures.get(event.hex, ())] if scene else []
        self._cursor = ""
        if not self.query_one(PanelHost).point(event.hex, here) and self._mode in ("actions", "log"):
            self._choose(here[0] if here else "")
            self._cursor = "" if here else event.hex
        self.query_one(PanelHost).focus()
        self._show_map()

    def on_hex_map_hex_pointed(self, event: HexMap.HexPointed) -> None:
        """The cursor on the map is on another hex."""
        self._cursor = event.hex
        self._show_map()

    def on_hex_map_left(self) -> None:
        """From the cursor back to what is open."""
        self._cursor = ""
        self.query_one(PanelHost).focus()
        self._show_map()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The log was entered by a click."""
        if isinstance(event.widget, GameLog):
            self._mode = "log"
            self._show_map()
            self._teach()

    def _choose(self, unit: str) -> None:
        """Look at another unit; a question that is open stays open."""
        if not unit:
            return
        self._controller.choose(unit)
        self._cursor = ""
        if self._mode in ("actions", "ended", "form", "log"):
            self._controller.rolls = ()
            self._say(NOTHING)
            self._show_stage()
        else:
            self._show_map()
        self._show_cards()

    def action_next_card(self) -> None:
        """The unit below."""
        self._choose(self._controller.beside(1))

    def action_card_before(self) -> None:
        """The unit above."""
        self._choose(self._controller.beside(-1))

    def action_other_side(self) -> None:
        """A unit of the next side, the one that was looked at before."""
        self._choose(self._controller.across())

    def on_mount(self) -> None:
        """Show the table as it stands; the time since the last decision was nobody's."""
        if not self._session.readonly:
            self._session.pauses.begin(self._session.timeline.entries)
        self.set_interval(SECOND, self._tick)
        self._begin_guide()
        self._show(
            Feedback(" ".join(filter(None, [self._session.notice, *self._controller.brought_home()])), "warn")
        )
        if self._session.timeline.entries:
            self.call_after_refresh(self._judge, list(self._session.timeline.entries))

    @work(thread=True, exclusive=True, group="judge")
    def _judge(self, entries: list[Entry]) -> None:
        """Judge the game by today's rules; what stands in the record stands."""
        from vedette.engine.verify import verify_entries

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

    def on_acknowledged(self, event: Acknowledged) -> None:
        """Whoever is called upon now has seen it: keys act again."""
        self._controller.guard = ""
        self._show_stage()

    def action_table(self) -> None:
        """What belongs to the table, where nothing is being asked."""
        if self._mode in ("actions", "ended"):
            self._open("actions", TableActions(self._controller.offer))

    async def action_palette(self) -> None:
        """Find an action or a rule by words."""
        from vedette.tui.palette import action_offers, palette, rule_offers

        offer, rules = self._controller.offer, self._session.ruleset.rules()
        actions = () if self._controller.request else (*offer.actions, *offer.of_table)
        await self.app.push_screen(
            palette(
                tuple(action_offers(actions, lambda action: self.post_message(Picked(action)))),
                tuple(rule_offers(rules.values(), self._read_rule)),
            )
        )

    async def _read_rule(self, rule: RuleText) -> None:
        from vedette.tui.screens.dialogs import ReadRule

        await self.app.push_screen(ReadRule(rule.id, rule.title, rule.text))

    def on_table_opened(self, event: TableOpened) -> None:
        """The entry of the table was clicked."""
        self.action_table()

    def on_key_picked(self, event: KeyPicked) -> None:
        """A key of the table was clicked in its list."""
        self.app.simulate_key(event.key)

    async def on_back(self, event: Back) -> None:
        """Out of a question: the decision that led to it is taken back."""
        await self.action_undo()

    async def on_picked(self, event: Picked) -> None:
        """An action: its form, or the command at once; or why not."""
        action = event.action
        if action.why_not is not None:
            self._say(self._controller.deny(action))
            self._teach()
        elif action.form:
            await self._begin_form(action)
        elif forgotten := self._controller.forgotten(action):
            self._say(Feedback(forgotten, "warn", f"{self._controller.offer.key_of(action)} again ends"))
        else:
            self._show(self._controller.do({"do": action.do, "by": action.by}))

    async def _begin_form(self, action: Action) -> None:
        """Open the form of an action; a secret one only once the others look away."""
        from vedette.tui.screens.dialogs import Confirm

        if action.secret:
            question = Confirm(f"Only {self._controller.side_name(action.by)} looks now.", "continue")
            await self.app.push_screen(question, lambda yes: self._open_form(action) if yes else None)
        else:
            self._open_form(action)

    def _open_form(self, action: Action) -> None:
        self._say(NOTHING)
        entry = self._controller.form(action)
        self._private = entry if action.secret else None
        self._show_form(entry)

    def _show_form(self, entry: FormEntry) -> None:
        """A form on the stage, with the cards as they are now."""
        controller, by = self._controller, entry.form.by
        role = controller.roles.get(by) or controller.role
        duel = Duel(controller.cards_by_id, controller.roles)
        self._open("form", FormPanel(entry, controller.name(by), role, duel, foresees=controller.foresees))
        self._show_target()
        self._look_ahead()
        self._share()

    def on_committed(self, event: Committed) -> None:
        """The form is filled."""
        self._line = event.form.board.line if event.form.board else None
        panel = self._form()
        self._given(self._controller.give(event.form, panel.outlook if panel else None))
        self._back_to_form()

    def _look_ahead(self) -> None:
        """Begin to look for what may come of the command in the form; what was looked for before is dropped."""
        panel = self._form()
        if self._foresight is not None:
            self._foresight.close()
            self._foresight = None
        if panel is None or not self._controller.foresees:
            return
        self._foresight = self._controller.foresee(panel.entry)
        self.call_after_refresh(self._look_on, self._foresight, panel)

    def _look_on(self, foresight: Foresight, panel: FormPanel) -> None:
        """Look on for a moment, and show what is known; keys that were pressed meanwhile come first."""
        if panel is not self._form() or foresight is not self._foresight:
            return
        if foresight.look_on() or foresight.done:
            panel.outlook, panel.worths = foresight.outlook, foresight.worths
            self.query_one(PanelHost).redraw()
            self._share()
            if panel.harm != foresight.harm:
                panel.harm = foresight.harm
                self._show_map()
        if not foresight.done:
            self.set_timer(BREATH, lambda: self._look_on(foresight, panel))

    def action_plan(self) -> None:
        """In a form: the attack as if its command were given first; Enter gives both, Esc comes back."""
        panel = self._form()
        if panel is None or panel.entry.form.planned:
            return
        planned = self._controller.plan(panel.entry.form)
        if isinstance(planned, Feedback):
            self._say(planned)
            return
        self._say(NOTHING)
        self._show_form(planned)
        self._planned_from = panel.entry

    def action_odds(self) -> None:
        """Show the odds, or none."""
        self._say(self._controller.flip_odds())
        panel = self._form()
        if panel is not None:
            panel.outlook, panel.worths, panel.harm = None, {}, {}
            self.query_one(PanelHost).redraw()
            self._show_map()
            self._look_ahead()

    def _give(
        self, words: Mapping[str, Any], override: str = "", first: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        self._given(self._controller.do(words, override=override, first=first))

    def _given(self, said: Feedback) -> None:
        """A command was given out of a form; where it is refused the form stays."""
        if said.tone == "bad":
            self._say(said)
        else:
            self._show(said)

    def on_closed(self, event: Closed) -> None:
        """Back to the form that was open before, else to the list of actions; nothing has happened."""
        behind, self._behind = self._behind, None
        panel = self._form()
        if self._planned_from is not None and panel is not None and panel.entry.form.planned:
            self._planned_from.refill()
            self._show_form(self._planned_from)
        elif behind is not None and self._mode == "adjust":
            self._open("form", behind)
        else:
            self._show()

    def on_entered(self, event: Entered) -> None:
        """The faces of real dice."""
        self._show(self._controller.enter(event.faces))

    def on_entered_total(self, event: EnteredTotal) -> None:
        """What real dice came to."""
        self._show(self._controller.enter_total(event.total))

    def on_throw(self, event: Throw) -> None:
        """The assistant rolls what is missing."""
        self._show(self._controller.throw(event.typed, afresh=event.afresh))

    def on_bad_key(self, event: BadKey) -> None:
        """A key that nothing on the stage has, such as a face that no such die shows."""
        self._say(Feedback(event.sentence, "bad"))

    def on_chosen(self, event: Chosen) -> None:
        """A side has decided."""
        self._show(self._controller.answer(event.value))

    def on_head_side_clicked(self, event: Head.SideClicked) -> None:
        """A side was clicked: its dice setting."""
        self._show(self._controller.flip_dice(event.side))

    def on_short_log_opened(self, event: ShortLog.Opened) -> None:
        """A line of the log was clicked."""
        self.action_log()

    def on_game_log_left(self) -> None:
        """Out of the log, back to what is open."""
        self.query_one(TableLayout).walk_log(walking=False)
        self._mode = self._before_log
        self.query_one(PanelHost).focus()
        self._show_map()
        self._teach()

    async def on_game_log_line_chosen(self, event: GameLog.LineChosen) -> None:
        """Back to a line, after one question."""
        await self._go_to(event.n)

    async def on_turn_chosen(self, event: TurnChosen) -> None:
        """Play on from before a turning point, after one question."""
        await self._go_to(event.n)

    async def _go_to(self, n: int) -> None:
        """To a line, once it was said what goes, and agreed on where a side must agree."""
        goto, timeline = partial(self._controller.goto, n), self._session.timeline
        if n == timeline.head or not timeline.has_place(n):
            self._show(goto())  # refused: nothing to ask
        else:
            question = f"{about_going(self._session, n)} Nothing is erased."
            await self._go_back(f"Go to line {n}?", "goto", goto, n, unless_asked=question)

    async def _go_back(
        self,
        title: str,
        move: HeadMove,
        act: Callable[..., Feedback],
        to: int = 0,
        *,
        corrects: int = 0,
        unless_asked: str = "",
    ) -> None:
        """Take something back; where another side must agree it is asked first, and told what goes.

        Where none must, this is done at once, or after a question of its own.
        """
        from vedette.tui.screens.dialogs import Confirm, ask_agreement
        from vedette.view.undone import what_goes

        try:
            taking = self._controller.taking_back(move, to, corrects=corrects)
        except CommandError as error:
            self._say(Feedback(str(error), "bad"))
            return

        def agree(by: str | None) -> None:
            self._show(Feedback("Not agreed: nothing is taken back.") if by is None else act(by, agreed=True))

        def go(yes: bool | None) -> None:
            self._show(act(taking.by) if yes else NOTHING)

        if taking.asked:
            await self.app.push_screen(ask_agreement(self._session, title, taking), agree)
        elif unless_asked:
            goes = what_goes(self._session, taking)
            await self.app.push_screen(Confirm(unless_asked, "go there", goes), go)
        else:
            go(yes=True)

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """A click on a key is the key."""
        self.app.simulate_key(event.key)

    async def action_undo(self) -> None:
        """Take the last decision back."""
        await self._go_back("Undo?", "undo", self._controller.undo)

    async def action_redo(self) -> None:
        """Do again what was undone."""
        await self._go_back("Redo?", "redo", self._controller.redo)

    async def action_again(self) -> None:
        """The chosen unit's last attack once more: its form, in which only what no longer holds is asked."""
        action = self._controller.again()
        if action is None:
            self._say(Feedback("There is no earlier attack to repeat.", "warn"))
        else:
            await self.on_picked(Picked(action))

    def action_why(self) -> None:
        """The rules behind what is on the screen, and any other rule by its words; in the log what decided the roll of a line."""
        if self._mode == "log":
            behind = self._controller.behind_line(self.query_one(GameLog).at)
            if behind:
                self._read_rules(lambda form: behind, first=True)
            else:
                self._say(Feedback("No roll in this line.", "dim"))
            return
        self._read_rules(self._controller.behind, first=True)

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
            await self._ask_reason(refused)

    def _take_form_refusal(self) -> None:
        """What stands against the draft is the refusal that the players see."""
        panel = self._form()
        found = refusal_of(panel.entry.form) if panel is not None else None
        if found is not None:
            self._controller.refused = found

    async def _ask_reason(self, refused: Refused) -> None:
        from vedette.tui.screens.dialogs import AskText

        def force(reason: str | None) -> None:
            if reason:
                self._give(refused.words, reason, refused.first)

        told = str(refused.refusal)
        question = AskText("Both agree to overrule? Reason:", "the reason, for the log", told)
        await self.app.push_screen(question, force)

    async def action_bookmark(self) -> None:
        """A note to the last line."""
        await self._ask_bookmark(self._session.timeline.head)

    async def on_game_log_bookmark_wanted(self, event: GameLog.BookmarkWanted) -> None:
        """A note to a line of the log."""
        await self._ask_bookmark(event.n)

    async def _ask_bookmark(self, n: int) -> None:
        from vedette.tui.screens.dialogs import ask_bookmark

        def bookmark(note: str | None) -> None:
            if note is not None:
                self._say(self._controller.bookmark(n, note))
                if self._mode == "log":
                    self.query_one(GameLog).show(self._history.lines(), self._finder)

        if not n or not self._session.timeline.entry(n).is_place:
            self._say(Feedback("There is no line here to bookmark.", "dim"))
            return
        await self.app.push_screen(ask_bookmark(self._session, n), bookmark)

    async def action_note(self) -> None:
        """A remark for the log."""
        from vedette.tui.screens.dialogs import AskText

        def note(text: str | None) -> None:
            if text:
                self._show(self._controller.note(text))

        await self.app.push_screen(AskText("A remark for the log", "what should be remembered"), note)

    async def action_adjust(self) -> None:
        """Correct the chosen unit by hand; without one, any value."""
        controller = self._controller
        steppers = controller.steppers
        if controller.request is not None:
            self._say(Feedback("Answer this first; then values can be corrected.", "dim"))
        elif not steppers and controller.conditions is None:
            await self._list_values()
        elif controller.can_place and controller.card and controller.card.standing == "away":
            self.on_place_wanted(PlaceWanted())
        elif self._mode != "adjust":
            self._behind = self._form()
            self._say(NOTHING)
            role, name = controller.role, controller.name(controller.chosen)
            self._open(
                "adjust",
                AdjustPanel(name, role, steppers, controller.conditions, can_place=controller.can_place),
            )

    def on_corrected(self, event: Corrected) -> None:
        """Conditions that are over end; then what was changed by hand is set at once."""
        by, unit = self._controller.side, self._controller.chosen
        for text in event.lifted:
            self._give({"do": LIFT, "by": by, "unit": unit, "text": text})
        if event.values:
            self._give({"do": "adjust", "by": by, "values": event.values})
        self._back_to_form()

    def _back_to_form(self) -> None:
        """To the form from which something was set by hand, judged by how things stand now."""
        if self._behind is not None and self._mode == "actions":
            entry, self._behind = self._behind.entry, None
            entry.refill()
            self._show_form(entry)

    def action_clock(self) -> None:
        """The clocks: on the table, stopped, going on."""
        self._say(self._controller.press_clock())

    def _tick(self) -> None:
        """A second has gone by on the clocks, where they are on the table."""
        clock = self._controller.clock if self.is_current else None
        if clock is not None:
            self.query_one(Head).tick(clock)

    def action_settings(self) -> None:
        """How undo works and how long the players may think."""
        if self._controller.request is not None:
            self._say(Feedback("Answer this first; then settings can be changed.", "dim"))
        else:
            self._show_by_hand(self._controller.settings_form())

    def on_condition_wanted(self, event: ConditionWanted) -> None:
        """The form of a condition of the chosen unit."""
        self._show_by_hand(self._controller.condition_form())

    def on_place_wanted(self, event: PlaceWanted) -> None:
        """The form that puts the chosen unit on the board."""
        self._show_by_hand(self._controller.place_form())

    def _show_by_hand(self, entry: FormEntry) -> None:
        """A form of what is set by hand of the chosen unit; it has no odds."""
        controller = self._controller
        duel = Duel(controller.cards_by_id, controller.roles)
        self._open("form", FormPanel(entry, controller.name(controller.chosen), controller.role, duel))

    async def on_all_values_wanted(self, event: AllValuesWanted) -> None:
        """The list of all values; left, the unit's own are still there."""
        await self._list_values()

    async def _list_values(self) -> None:
        """Any tracked value, found by words."""
        from vedette.tui.screens.dialogs import AdjustValue

        values = dict(leaves(self._session.paths()))
        start = f"{self._controller.name(self._controller.chosen)} " if self._controller.chosen else ""

        def adjust(given: Mapping[str, str] | None) -> None:
            if given:
                value = read(given["value"], values[given["path"]])
                words = {"values": {given["path"]: value}, "reason": given["reason"]}
                self._give({"do": "adjust", "by": self._controller.side, **words})
                self._back_to_form()

        await self.app.push_screen(AdjustValue(values, self._controller.name, start), adjust)

    async def action_sheet(self) -> None:
        """The sheet of the chosen unit, where the game has sheets."""
        from vedette.tui.screens.sheet import show_sheet

        if not await show_sheet(self.app, self._controller.sheet(), self._session.path):
            self._say(Feedback("There is no sheet for this.", "dim"))

    def action_dice(self) -> None:
        """Typed or rolled dice for the side that is called upon."""
        self._show(self._controller.flip_dice(self._controller.side))

    async def action_correct(self) -> None:
        """The history of rolls: one that was misread is put right."""
        from vedette.tui.screens.correct import CorrectScreen

        async def go(chosen: Decision) -> None:
            if isinstance(chosen, int):
                go_there = partial(self._controller.goto, chosen)
                await self._go_back(f"Go to line {chosen}?", "goto", go_there, chosen)
            elif chosen is not None:
                n, correct = chosen.entry.n, partial(self._controller.correct, chosen)
                question = f"Correct line {n}, and play what holds again?"
                await self._go_back(question, "goto", correct, corrects=n)

        await self.app.push_screen(CorrectScreen(self._session, self._controller.roles), go)

    def action_ending(self) -> None:
        """From the table back to how the game ended."""
        if self._controller.table.outcome:
            self._controller.chosen_by_hand = False
            self._show()

    def action_report(self) -> None:
        """The battle so far as a page, beside the save."""
        self._say(self._controller.write_report())

    def action_log(self) -> None:
        """Walk through the whole log."""
        if self._mode != "log":
            self._before_log = self._mode
        self.query_one(TableLayout).walk_log(walking=True)
        log = self.query_one(GameLog)
        log.show(self._history.lines(), self._finder)
        log.focus()

    def action_find(self) -> None:
        """Look for words in the log."""
        self.action_log()
        self.query_one(GameLog).find()

    def action_theme(self) -> None:
        """Other colours."""
        self.post_message(NextTheme())

    def action_replay(self) -> None:
        """Step through the game."""
        self.post_message(OpenReplay(self._session))

    def action_help(self) -> None:
        """Keys and rules."""
        self._read_rules(self._controller.near)

    def _read_rules(self, near: Callable[[Form | None], tuple[Behind, ...]], *, first: bool = False) -> None:
        """Open the page of keys and rules, with those that matter now at its head; all rules `first`, or the keys."""
        self._take_form_refusal()
        panel, board = self._form(), self._controller.table.board is not None
        rules = near(panel.entry.form if panel else None)
        self.post_message(OpenHelp(self._keys_mode(), self._session, rules, board, first))

    async def action_leave(self) -> None:
        """Out; everything is saved, or can still be."""
        fault = self._session.fault
        self._controller.typed.leave(self._session.path)
        if fault:
            await self._keep_game(fault, leaving=True)
        else:
            self.post_message(LeaveTable(self._session))

    def _say(self, said: Feedback) -> None:
        """Say it in the head; where the save is lost, ask where the game is to go on."""
        self._said = said
        self._show_head()
        if self._controller.lost:
            self.post_message(SaveLost(self._controller.lost))
            self._controller.lost = ""
        if self._controller.stranger:
            self.post_message(StrangeFile(*self._controller.stranger))
            self._controller.stranger = None

    async def on_strange_file(self, event: StrangeFile) -> None:
        """A character's file is perhaps not the one that he came from."""
        from vedette.tui.screens.dialogs import Confirm

        def settle(yes: bool | None) -> None:
            self._show(self._controller.settle_stranger(event.file, theirs=bool(yes)))

        question = f"{event.said} Is it theirs anyway?"
        await self.app.push_screen(Confirm(question, f"write into {event.file}"), settle)

    async def on_save_lost(self, event: SaveLost) -> None:
        """Somebody has taken the save away, or changed it."""
        await self._keep_game(event.fault)

    async def _keep_game(self, fault: str, *, leaving: bool = False) -> None:
        """Offer to go on in a new save beside the one that was touched."""
        from vedette.engine.saves import free_path, save_folder
        from vedette.tui.screens.keep_game import KeepGame, Kept

        session = self._session
        try:
            path = free_path(session.path or Path(), save_folder())
        except JournalError as error:
            self._say(Feedback(str(error), "bad"))
            return

        def keep(answer: Kept | None) -> None:
            if answer == "beside":
                self._write_beside(path, leaving)
            elif answer == "leave":
                self.post_message(LeaveTable(session))
            else:
                self._show(Feedback(fault, "bad"))

        await self.app.push_screen(KeepGame(fault, path.name, leaving=leaving), keep)

    def _write_beside(self, path: Path, leaving: bool) -> None:
        try:
            self._session.write_to(path)
        except JournalError as error:
            self._show(Feedback(f"{error} The game is still here.", "bad"))
            return
        if leaving:
            self.post_message(LeaveTable(self._session))
        else:
            self._show(Feedback(f"This game is now {path.name}. Repeat what was not saved.", "good"))
