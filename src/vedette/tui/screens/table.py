"""The table: both sides' cards, who must decide what, the actions and dice between them, the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding

from vedette.engine.asks import ChoiceAsk, DiceAsk
from vedette.engine.session import Session
from vedette.engine.timeline import Entry
from vedette.tui.desk import Desk, Refused, Said
from vedette.tui.history import History
from vedette.tui.keys import TABLE_KEYS, TABLE_SHEET_KEYS, Mode
from vedette.tui.messages import JudgedOtherwise, LeaveTable, LookAgain, NextTheme, OpenHelp, OpenReplay
from vedette.tui.path_entry import steers
from vedette.tui.scenes import scene_of
from vedette.tui.screens.mapped import MapScreen
from vedette.tui.values import leaves, read
from vedette.tui.widgets.actions_panel import ActionsPanel, Picked
from vedette.tui.widgets.card_wall import CardWall
from vedette.tui.widgets.choice_panel import ChoicePanel, Chosen
from vedette.tui.widgets.dice_panel import BadFace, DicePanel, Entered, RollsPanel, Throw
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.form_panel import Closed, Committed, FormPanel
from vedette.tui.widgets.header import Header
from vedette.tui.widgets.hex_map import HexMap
from vedette.tui.widgets.log import GameLog
from vedette.tui.widgets.prompt import Prompt
from vedette.tui.widgets.roster import Roster
from vedette.tui.widgets.stage import Panel, Stage
from vedette.view.vocabulary import Action

NOTHING = Said()


class TableScreen(MapScreen[None]):
    """One game. Keys go to the open panel first, then here; an answer is a message from a panel."""

    BINDINGS = [
        Binding(",".join(key.keys), key.id, key.label, show=False) for key in (*TABLE_KEYS, *TABLE_SHEET_KEYS)
    ]
    SHORT_LOG = "1.5fr"

    def __init__(self, session: Session[Any]) -> None:
        """Show a session."""
        super().__init__()
        self._session = session
        self._desk = Desk(session)
        self._history = History(session, self._desk.roles)
        self._mode: Mode = "actions"
        self._cursor = ""

    def compose(self) -> ComposeResult:
        """What is on the table."""
        yield Header()
        yield Prompt()
        yield from self.compose_body()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the table as it stands."""
        self.share_out(self.app.size)
        self._show(Said(self._session.notice, "warn"))
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
        self._say(Said(f"Line {event.n}: {event.text}{more}. The record stands; undo to change it.", "warn"))

    def on_resize(self, event: events.Resize) -> None:
        """Share the room out anew."""
        self.share_out(event.size)

    def on_look_again(self, event: LookAgain) -> None:
        """The game was moved from elsewhere."""
        self._show(Said(self._session.notice, "warn"))

    def _show(self, said: Said = NOTHING) -> None:
        """Paint whatever is different now, and give the keyboard to what must be answered."""
        desk = self._desk
        desk.throw_where_set()
        desk.look()
        self.query_one(Header).show(desk.table, self._session.readonly)
        self.query_one(Prompt).show(desk.call)
        self._say(said)
        self.query_one(GameLog).show(self._history.lines())
        self.walk_log(walking=False)
        self._show_cards()
        self._show_stage()

    def _show_map(self) -> None:
        """The board with what is said over it; the keys of the field at hand."""
        desk, board, panel = self._desk, self._desk.table.board, self._form()
        entry = panel.entry if panel else None
        scene = None
        if board is not None:
            scene = scene_of(board, desk.roles, desk.chosen, self._cursor, entry=entry, ask=desk.ask)
        self.show_scene(scene)
        self.query_one(KeyBar).show(self._keys_mode(), board=board is not None, sheets=desk.has_sheets)

    def _keys_mode(self) -> Mode:
        """Whose keys the footer offers."""
        panel = self._form()
        field = panel.entry.field if panel else None
        return "path" if self._mode == "form" and field is not None and steers(field) else self._mode

    def _show_cards(self) -> None:
        desk = self._desk
        self.query_one(Roster).show(desk.table.sides, desk.roles, desk.table.cards, desk.chosen)
        for index, (wall, side) in enumerate(zip(self.query(CardWall), desk.table.sides, strict=False)):
            wall.show(side, desk.cards(index), desk.chosen, rolled=desk.rolled[side.id])

    def _show_stage(self) -> None:
        """What the game waits for: dice, a choice, or any action."""
        desk, ask = self._desk, self._desk.ask
        rolls = RollsPanel(desk.rolls, desk.sides) if desk.rolls else None
        if isinstance(ask, DiceAsk):
            self._open("dice", DicePanel(ask, desk.rolls, desk.recalled, desk.sides))
        elif isinstance(ask, ChoiceAsk):
            role = desk.roles.get(ask.side, "first")
            self._open("choice", ChoicePanel(ask, desk.name(ask.side), role), rolls)
        else:
            self._open("actions", ActionsPanel(desk.offer), rolls)

    def _open(self, mode: Mode, panel: Panel, above: Panel | None = None) -> None:
        """Give the stage to a panel."""
        self._mode = mode
        self.query_one(Stage).show(panel, above)
        self._show_map()

    def _say(self, said: Said) -> None:
        self.query_one(Prompt).say(said.text, said.tone, said.keys)

    async def on_picked(self, event: Picked) -> None:
        """An action: its form, or the command at once; or why not."""
        action = event.action
        if action.why_not is not None:
            self._say(self._desk.deny(action))
        elif action.form:
            await self._begin_form(action)
        else:
            self._show(self._desk.do({"do": action.do, "by": action.by}))

    async def _begin_form(self, action: Action) -> None:
        """Open the form of an action; a secret one only once the others look away."""
        from vedette.tui.screens.leaves import Confirm

        if action.secret:
            question = Confirm(f"Only {self._desk.side_name(action.by)} looks now.", "goes on")
            await self.app.push_screen(question, lambda yes: self._open_form(action) if yes else None)
        else:
            self._open_form(action)

    def _open_form(self, action: Action) -> None:
        role = self._desk.roles.get(action.by) or self._desk.offer.role
        self._say(NOTHING)
        self._open("form", FormPanel(self._desk.form(action), self._desk.name(action.by), role))

    def on_committed(self, event: Committed) -> None:
        """The form is filled."""
        self._give(event.form.command, event.draft)

    def _give(self, words: Mapping[str, Any], draft: Mapping[str, Any], override: str = "") -> None:
        """Give a command out of a form; where it is refused the form stays."""
        said = self._desk.do(words, override=override, draft=draft)
        if said.tone == "bad":
            self._say(said)
        else:
            self._show(said)

    def on_closed(self, event: Closed) -> None:
        """Back to the list of actions; nothing has happened."""
        self._show()

    def on_entered(self, event: Entered) -> None:
        """The faces of real dice."""
        self._show(self._desk.enter(event.faces))

    def on_throw(self, event: Throw) -> None:
        """The assistant rolls what is missing."""
        self._show(self._desk.throw(event.typed, afresh=event.afresh))

    def on_bad_face(self, event: BadFace) -> None:
        """A face that no such die has."""
        self._say(Said(event.sentence, "bad"))

    def on_chosen(self, event: Chosen) -> None:
        """A side has decided."""
        self._show(self._desk.answer(event.value))

    def on_card_wall_card_chosen(self, event: CardWall.CardChosen) -> None:
        """A card was clicked."""
        self._choose(event.unit)

    def on_card_wall_head_clicked(self, event: CardWall.HeadClicked) -> None:
        """A side's own row was clicked: its dice setting."""
        self._show(self._desk.flip_dice(event.side))

    def on_roster_unit_clicked(self, event: Roster.UnitClicked) -> None:
        """Somebody was clicked."""
        self._choose(event.unit)

    def on_roster_side_clicked(self, event: Roster.SideClicked) -> None:
        """A side's own row was clicked: its dice setting."""
        self._show(self._desk.flip_dice(event.side))

    def on_stage_touched(self, event: Stage.Touched) -> None:
        """The draft of a form is another one."""
        if self._desk.table.board is not None:
            self._show_map()

    def on_hex_map_hex_clicked(self, event: HexMap.HexClicked) -> None:
        """A hex was clicked: for what is open, else to look at it or at who is there."""
        scene = self.query_one(HexMap).scene
        here = [figure.id for figure in scene.figures.get(event.hex, ())] if scene else []
        if not self.query_one(Stage).point(event.hex, here) and self._mode in ("actions", "log"):
            self._choose(here[0] if here else "")
            self._cursor = "" if here else event.hex
            self._show_map()

    def on_game_log_left(self) -> None:
        """Out of the log."""
        self._show()

    async def on_game_log_line_chosen(self, event: GameLog.LineChosen) -> None:
        """Back to a line, after one question."""
        from vedette.tui.screens.leaves import Confirm

        def go(yes: bool | None) -> None:
            self._show(self._desk.goto(event.n) if yes else Said())

        await self.app.push_screen(Confirm(f"Go to line {event.n}? Nothing is erased.", "go there"), go)

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """A click on a key is the key."""
        self.app.simulate_key(event.key)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The log was entered by a click."""
        if isinstance(event.widget, GameLog):
            self._mode = "log"
            self._show_map()

    def _choose(self, unit: str) -> None:
        """Look at another unit; a question that is open stays open."""
        if not unit:
            return
        self._desk.chosen, self._cursor = unit, ""
        if self._mode in ("actions", "form", "log"):
            self._desk.rolls = ()
            self._say(NOTHING)
            self._show_stage()
        self._show_cards()
        self._show_map()

    def _wall(self) -> CardWall:
        """The wall with the chosen card, else that of the side that is called upon."""
        walls = list(self.query(CardWall))
        holding = (wall for wall in walls if any(card.id == self._desk.chosen for card in wall.cards))
        return next(holding, walls[0])

    def action_next_card(self) -> None:
        """The unit below."""
        self._choose(self._wall().neighbour(1))

    def action_card_before(self) -> None:
        """The unit above."""
        self._choose(self._wall().neighbour(-1))

    def action_other_side(self) -> None:
        """A unit of the other side, the one that was looked at before."""
        other = next(wall for wall in self.query(CardWall) if wall is not self._wall())
        self._choose(other.looked_at)

    def action_undo(self) -> None:
        """Take the last decision back."""
        self._show(self._desk.undo())

    def action_redo(self) -> None:
        """Do again what was undone."""
        self._show(self._desk.redo())

    def action_again(self) -> None:
        """The last command once more."""
        last = self._desk.last
        self._show(self._desk.do(last) if last else Said("There is no command to give again.", "warn"))

    async def action_why(self) -> None:
        """The rule behind the last refusal; in a form, of the draft."""
        from vedette.tui.screens.leaves import ReadRule

        self._take_form_refusal()
        refused = self._desk.refused
        if refused is None:
            self._say(Said("Nothing was refused.", "dim"))
            return
        await self.app.push_screen(ReadRule(*self._desk.rule(), str(refused.refusal)))

    async def action_force(self) -> None:
        """Overrule the last refusal, if both players agree on a reason."""
        self._take_form_refusal()
        refused = self._desk.refused
        if refused is None:
            self._say(Said("Nothing was refused.", "dim"))
        elif refused.form_first is not None:
            self._desk.refused = None
            await self._begin_form(refused.form_first)
        else:
            await self._ask_reason(refused.words, str(refused.refusal))

    def _form(self) -> FormPanel | None:
        """The form that is open."""
        panel = self.query_one(Stage).panel
        return panel if isinstance(panel, FormPanel) else None

    def _take_form_refusal(self) -> None:
        """What stands against the draft is the refusal that the players see."""
        panel = self._form()
        if panel is not None and panel.entry.form.refusal is not None:
            self._desk.refused = Refused(panel.entry.form.refusal, panel.entry.form.command)

    async def _ask_reason(self, words: Mapping[str, Any], refusal: str) -> None:
        from vedette.tui.screens.leaves import AskText

        panel = self._form()
        draft = dict(panel.entry.draft) if panel else {}

        def force(reason: str | None) -> None:
            if reason:
                self._give(words, draft, override=reason)

        question = AskText("Overrule, if both players agree. Why?", "the reason, for the log", refusal)
        await self.app.push_screen(question, force)

    async def action_note(self) -> None:
        """A remark for the log."""
        from vedette.tui.screens.leaves import AskText

        def note(text: str | None) -> None:
            if text:
                self._show(self._desk.do({"do": "note", "by": self._desk.side, "text": text}))

        await self.app.push_screen(AskText("A remark for the log", "what should be remembered"), note)

    async def action_adjust(self) -> None:
        """Set a tracked value by hand."""
        from vedette.tui.screens.leaves import AdjustValue

        values = dict(leaves(self._session.paths()))
        start = f"{self._desk.name(self._desk.chosen)} " if self._desk.chosen else ""

        def adjust(given: Mapping[str, str] | None) -> None:
            if given:
                value = read(given["value"], values[given["path"]])
                words = {"path": given["path"], "value": value, "reason": given["reason"]}
                self._show(self._desk.do({"do": "adjust", "by": self._desk.side, **words}))

        await self.app.push_screen(AdjustValue(values, self._desk.name, start), adjust)

    async def action_sheet(self) -> None:
        """The sheet of the chosen unit, where the game has sheets."""
        from vedette.tui.screens.sheet import show_sheet

        if not await show_sheet(self.app, self._desk.sheet(), self._session.path):
            self._say(Said("There is no sheet of this.", "dim"))

    def action_dice(self) -> None:
        """Typed or rolled dice for the side that is called upon."""
        self._show(self._desk.flip_dice(self._desk.side))

    def action_log(self) -> None:
        """Walk through the log."""
        self.walk_log(walking=True)
        self.query_one(GameLog).focus()

    def action_theme(self) -> None:
        """Other colours."""
        self.post_message(NextTheme())

    def action_replay(self) -> None:
        """Step through the game."""
        self.post_message(OpenReplay(self._session))

    def action_help(self) -> None:
        """Keys and rules."""
        self._take_form_refusal()
        panel = self._form()
        near = self._desk.near(panel.entry.form.do if panel else "")
        board = self._desk.table.board is not None
        self.post_message(OpenHelp(self._keys_mode(), self._session, near, board))

    def action_leave(self) -> None:
        """Out; everything is saved."""
        self.post_message(LeaveTable(self._session))
