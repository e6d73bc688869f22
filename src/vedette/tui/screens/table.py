"""The table: what the players decide there, and the boxes over it that ask for a word."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from textual import work
from textual.binding import Binding

from vedette.engine.errors import JournalError
from vedette.engine.timeline import Entry
from vedette.tui.keys import TABLE_KEYS, TABLE_SHEET_KEYS
from vedette.tui.messages import (
    JudgedOtherwise,
    LeaveTable,
    LookAgain,
    NextTheme,
    OpenHelp,
    OpenReplay,
    SaveLost,
    StrangeFile,
)
from vedette.tui.screens.laid import NOTHING, LaidTable
from vedette.tui.table_controller import WHY, Feedback, Refused
from vedette.tui.values import leaves, read
from vedette.tui.widgets.actions_panel import Picked
from vedette.tui.widgets.card_wall import CardWall
from vedette.tui.widgets.choice_panel import Chosen
from vedette.tui.widgets.dice_panel import BadFace, Entered, Throw
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.form_panel import Closed, Committed, FormPanel
from vedette.tui.widgets.log import GameLog
from vedette.tui.widgets.roster import Roster
from vedette.view.vocabulary import Action


class TableScreen(LaidTable):
    """One game. Keys go to the open panel first, then here; an answer is a message from a panel."""

    BINDINGS = [
        Binding(",".join(key.keys), key.id, key.label, show=False) for key in (*TABLE_KEYS, *TABLE_SHEET_KEYS)
    ]
    SHORT_LOG = "1.5fr"

    def on_mount(self) -> None:
        """Show the table as it stands."""
        self.share_out(self.app.size)
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

    async def on_picked(self, event: Picked) -> None:
        """An action: its form, or the command at once; or why not."""
        action = event.action
        if action.why_not is not None:
            self._say(self._controller.deny(action))
        elif action.form:
            await self._begin_form(action)
        else:
            self._show(self._controller.do({"do": action.do, "by": action.by}))

    async def _begin_form(self, action: Action) -> None:
        """Open the form of an action; a secret one only once the others look away."""
        from vedette.tui.screens.dialogs import Confirm

        if action.secret:
            question = Confirm(f"Only {self._controller.side_name(action.by)} looks now.", "goes on")
            await self.app.push_screen(question, lambda yes: self._open_form(action) if yes else None)
        else:
            self._open_form(action)

    def _open_form(self, action: Action) -> None:
        role = self._controller.roles.get(action.by) or self._controller.offer.role
        self._say(NOTHING)
        self._open("form", FormPanel(self._controller.form(action), self._controller.name(action.by), role))

    def on_committed(self, event: Committed) -> None:
        """The form is filled."""
        self._line = event.form.board.line if event.form.board else None
        self._give(event.form.command, event.draft)

    def _give(self, words: Mapping[str, Any], draft: Mapping[str, Any], override: str = "") -> None:
        """Give a command out of a form; where it is refused the form stays."""
        said = self._controller.do(words, override=override, draft=draft)
        if said.tone == "bad":
            self._say(said)
        else:
            self._show(said)

    def on_closed(self, event: Closed) -> None:
        """Back to the list of actions; nothing has happened."""
        self._show()

    def on_entered(self, event: Entered) -> None:
        """The faces of real dice."""
        self._show(self._controller.enter(event.faces))

    def on_throw(self, event: Throw) -> None:
        """The assistant rolls what is missing."""
        self._show(self._controller.throw(event.typed, afresh=event.afresh))

    def on_bad_face(self, event: BadFace) -> None:
        """A face that no such die has."""
        self._say(Feedback(event.sentence, "bad"))

    def on_chosen(self, event: Chosen) -> None:
        """A side has decided."""
        self._show(self._controller.answer(event.value))

    def on_card_wall_head_clicked(self, event: CardWall.HeadClicked) -> None:
        """A side's own row was clicked: its dice setting."""
        self._show(self._controller.flip_dice(event.side))

    def on_roster_side_clicked(self, event: Roster.SideClicked) -> None:
        """A side's own row was clicked: its dice setting."""
        self._show(self._controller.flip_dice(event.side))

    def on_game_log_left(self) -> None:
        """Out of the log."""
        self._show()

    async def on_game_log_line_chosen(self, event: GameLog.LineChosen) -> None:
        """Back to a line, after one question."""
        from vedette.tui.screens.dialogs import Confirm

        def go(yes: bool | None) -> None:
            self._show(self._controller.goto(event.n) if yes else Feedback())

        await self.app.push_screen(Confirm(f"Go to line {event.n}? Nothing is erased.", "go there"), go)

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """A click on a key is the key."""
        self.app.simulate_key(event.key)

    def action_undo(self) -> None:
        """Take the last decision back."""
        self._show(self._controller.undo())

    def action_redo(self) -> None:
        """Do again what was undone."""
        self._show(self._controller.redo())

    def action_again(self) -> None:
        """The last command once more."""
        last = self._controller.last
        self._show(
            self._controller.do(last) if last else Feedback("There is no command to give again.", "warn")
        )

    async def action_why(self) -> None:
        """The rule behind the last refusal; in a form, of the draft."""
        from vedette.tui.screens.dialogs import ReadRule

        self._take_form_refusal()
        refused = self._controller.refused
        if refused is None:
            self._say(Feedback("Nothing was refused.", "dim"))
            return
        await self.app.push_screen(ReadRule(*self._controller.rule(), str(refused.refusal)))

    async def action_force(self) -> None:
        """Overrule the last refusal, if both players agree on a reason."""
        self._take_form_refusal()
        refused = self._controller.refused
        if refused is None:
            self._say(Feedback("Nothing was refused.", "dim"))
        elif not refused.refusal.overridable:
            self._say(Feedback(f"No agreement can set this aside. {refused.refusal}", "bad", WHY))
        elif refused.form_first is not None:
            self._controller.refused = None
            await self._begin_form(refused.form_first)
        else:
            await self._ask_reason(refused.words, str(refused.refusal))

    def _take_form_refusal(self) -> None:
        """What stands against the draft is the refusal that the players see."""
        panel = self._form()
        if panel is not None and panel.entry.form.refusal is not None:
            self._controller.refused = Refused(panel.entry.form.refusal, panel.entry.form.command)

    async def _ask_reason(self, words: Mapping[str, Any], refusal: str) -> None:
        from vedette.tui.screens.dialogs import AskText

        panel = self._form()
        draft = panel.entry.lasting if panel else {}

        def force(reason: str | None) -> None:
            if reason:
                self._give(words, draft, override=reason)

        question = AskText("Overrule, if both players agree. Why?", "the reason, for the log", refusal)
        await self.app.push_screen(question, force)

    async def action_note(self) -> None:
        """A remark for the log."""
        from vedette.tui.screens.dialogs import AskText

        def note(text: str | None) -> None:
            if text:
                self._show(self._controller.do({"do": "note", "by": self._controller.side, "text": text}))

        await self.app.push_screen(AskText("A remark for the log", "what should be remembered"), note)

    async def action_adjust(self) -> None:
        """Set a tracked value by hand."""
        from vedette.tui.screens.dialogs import AdjustValue

        values = dict(leaves(self._session.paths()))
        start = f"{self._controller.name(self._controller.chosen)} " if self._controller.chosen else ""

        def adjust(given: Mapping[str, str] | None) -> None:
            if given:
                value = read(given["value"], values[given["path"]])
                words = {"path": given["path"], "value": value, "reason": given["reason"]}
                self._show(self._controller.do({"do": "adjust", "by": self._controller.side, **words}))

        await self.app.push_screen(AdjustValue(values, self._controller.name, start), adjust)

    async def action_sheet(self) -> None:
        """The sheet of the chosen unit, where the game has sheets."""
        from vedette.tui.screens.sheet import show_sheet

        if not await show_sheet(self.app, self._controller.sheet(), self._session.path):
            self._say(Feedback("There is no sheet of this.", "dim"))

    def action_dice(self) -> None:
        """Typed or rolled dice for the side that is called upon."""
        self._show(self._controller.flip_dice(self._controller.side))

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
        near = self._controller.near(panel.entry.form.do if panel else "")
        board = self._controller.table.board is not None
        self.post_message(OpenHelp(self._keys_mode(), self._session, near, board))

    async def action_leave(self) -> None:
        """Out; everything is saved, or can still be."""
        fault = self._session.fault
        if fault:
            await self._keep_game(fault, leaving=True)
        else:
            self.post_message(LeaveTable(self._session))

    def _say(self, said: Feedback) -> None:
        """Say it; where the save is lost, ask where the game is to go on."""
        super()._say(said)
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

        question = f"{event.said} Is it theirs all the same?"
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
            super()._say(Feedback(str(error), "bad"))
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
