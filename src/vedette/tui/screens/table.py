"""The table: one game, and what the players decide there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual import work
from textual.app import ComposeResult
from textual.screen import Screen

from vedette.controller import NOTHING, Feedback
from vedette.engine.data import Words
from vedette.engine.save_file import left_out_words
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import Entry
from vedette.engine.verify import verify_entries
from vedette.tui import messages
from vedette.tui.base_screen import HOW_TO_LEAVE, BaseScreen
from vedette.tui.keys import DICE, SHEETS, TABLE, bindings
from vedette.tui.table.by_hand import ByHand
from vedette.tui.table.forms import Forms
from vedette.tui.table.guiding import Guiding
from vedette.tui.table.keeping import Keeping
from vedette.tui.table.looking_back import LookingBack
from vedette.tui.table.panels import PANEL_KEYS
from vedette.tui.table.picture import Picture
from vedette.tui.table.reading import Reading
from vedette.tui.table.sharing import Sharing
from vedette.tui.table.stage import Stage
from vedette.tui.table_controller import TableController
from vedette.tui.widgets.actions_panel import Picked
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.panel_host import Back, BadKey
from vedette.view.vocabulary import Action, Form

if TYPE_CHECKING:  # what the first frame does not show
    from vedette.tui.widgets.adjust_panel import ByHandWanted, Corrected
    from vedette.tui.widgets.choice_panel import Chosen
    from vedette.tui.widgets.dice_panel import Entered, EnteredTotal, Throw
    from vedette.tui.widgets.end_panel import TurnChosen
    from vedette.tui.widgets.form_panel import Committed
    from vedette.tui.widgets.hex_map import HexMap

T = TypeVar("T")


class TableScreen(BaseScreen[None]):
    """One game. Keys go to the open panel first, then here, where each part does its own; what a panel came to is a message."""

    CONTROLLER: ClassVar[type[TableController]] = TableController
    AUTO_FOCUS = "PanelHost"
    BINDINGS = [
        *bindings(PANEL_KEYS, "open('{}')"),
        *bindings((key for key in (*TABLE.keys, *SHEETS.keys) if key not in PANEL_KEYS), "do('{}')"),
    ]

    def __init__(self, session: Session[GameState]) -> None:
        super().__init__()
        self._key_bar = KeyBar()
        self.picture = Picture(self, self._key_bar)
        self.stage = Stage(self, self.picture)
        self._sharing, self._guiding = Sharing(self, self._key_bar), Guiding(self)
        self.forms, self._by_hand = Forms(self, self._sharing), ByHand(self)
        self._back, self._keeping = LookingBack(self), Keeping(self)
        self._lines_shown = 0
        self._deeds: Mapping[str, Callable[[], object]] = {
            "ending": self._show_ending,
            "replay": lambda: self.post_message(messages.OpenReplay(self.session)),
            "theme": self.action_theme,
            "suspend": self.action_suspend,
            **self.picture.deeds,
            **self.forms.deeds,
            **self._by_hand.deeds,
            **self._back.deeds,
            **self._keeping.deeds,
            **self._sharing.deeds,
            **self._guiding.deeds,
            **Reading(self).deeds,
        }
        self.sit_down(session)

    def sit_down(self, session: Session[GameState]) -> None:
        self.session = session
        self.controller = self.CONTROLLER(session)
        for part in (self._keeping, self._back, self._sharing):
            part.sit_down()

    def compose(self) -> ComposeResult:
        yield self.picture
        if self.session.header.practice:
            yield self._guiding.strip
        yield self._key_bar

    def on_mount(self) -> None:
        """Show the table as it stands; the time since the last decision was nobody's."""
        session, timeline = self.session, self.session.timeline
        if not session.readonly:
            session.pauses.begin(timeline.entries)
        self._guiding.begin()
        notice = session.notice
        if timeline.lost_correction and not session.readonly:
            left_out = left_out_words(timeline)  # first, as a small screen shows no more
            notice = notice.replace(left_out, f"{left_out} Press C to repeat it.")
        home = self.controller.brought_home()
        self.show(Feedback(" ".join(filter(None, [notice, *home])), "warn" if notice or not home else "good"))
        if not session.readonly:
            self.stage.ahead.look_back(resumed=True)
            self.stage.show_known()
        if timeline.entries:
            self.call_after_refresh(self._judge, list(timeline.entries))

    def on_screen_resume(self) -> None:
        self._guiding.teach()

    def on_unmount(self) -> None:
        self._sharing.close()

    @work(thread=True, exclusive=True, group="judge")
    def _judge(self, entries: list[Entry]) -> None:
        """Judge the game by today's rules; what stands in the record stands."""
        found = verify_entries(self.session.ruleset, self.session.header, entries)
        if found:
            self.post_message(messages.JudgedOtherwise(found[0].n, found[0].text, len(found)))

    def on_judged_otherwise(self, event: messages.JudgedOtherwise) -> None:
        more = f" ({event.count} places in all)" if event.count > 1 else ""
        told = f"Line {event.n}: {event.text}{more}. The record stands; undo to change it."
        self.say(Feedback(told, "warn"))

    def on_look_again(self) -> None:
        self.show(Feedback(self.session.notice, "warn"))

    # --- what all parts need

    def show(self, said: Feedback = NOTHING) -> None:
        went_on = self.controller.go_on()
        self.controller.look()
        self._lines_shown = len(self.session.timeline.entries)
        self.picture.show_actions()
        self.stage.show()
        self.say(went_on if went_on.tone == "bad" else said)
        self.picture.show_cards()
        self.picture.show_moment()
        self.share()
        self._keeping.keep()

    def say(self, said: Feedback) -> None:
        """Say it in the head; where the save is lost, ask where the game is to go on."""
        self.picture.say(said)
        controller = self.controller
        if controller.lost:
            self.call_later(self._keeping.lost, controller.lost)
            controller.lost = ""
        if controller.stranger:
            self.call_later(self._keeping.whose, *controller.stranger)
            controller.stranger = None

    def give(self, words: Words, override: str = "", first: Sequence[Words] = ()) -> None:
        self._given(self.controller.do(words, override=override, first=first))

    def _given(self, said: Feedback) -> None:
        """A command was given; where it is refused what is open stays, unless one before it was carried out."""
        if said.tone == "bad" and len(self.session.timeline.entries) == self._lines_shown:
            self.say(said)
        else:
            self.show(said)

    def keys_moved(self) -> None:
        self.picture.show_map()
        self._guiding.teach()

    def share(self) -> None:
        self._sharing.show()

    async def ask(self, box: Screen[T], then: Callable[[T | None], Any] | None = None) -> None:
        """Put a box over the table, or a screen of which the guide knows."""
        self._guiding.teach(getattr(box, "LESSON", None))
        await self.app.push_screen(box, then)

    # --- a turn: an action, its form, dice and choices

    async def on_picked(self, event: Picked) -> None:
        await self.pick(event.action)

    async def pick(self, action: Action) -> None:
        controller = self.controller
        if action.why_not is not None:
            self.say(controller.deny(action))
            self._guiding.teach()
        elif forgotten := controller.forgotten(action):
            goes_on = f"to {action.title.lower()}" if action.form else "to end"
            self.say(Feedback(forgotten, "warn", f"{controller.offer.key_of(action)} again {goes_on}"))
            self._guiding.teach()
        elif action.form:
            await self.forms.begin(action)
        else:
            self.show(controller.do({"do": action.do, "by": action.by}))

    def on_panel_host_touched(self) -> None:
        """The draft of a form is another one, or a face was typed: what was said before is over."""
        self.say(NOTHING)
        self.stage.look_ahead()
        if self.stage.mode is DICE:
            self.call_after_refresh(self.stage.ahead.look_again)
        self.picture.show_parties()
        if self.controller.table.board is not None:
            self.picture.show_map()
        self._guiding.teach()
        self.share()
        self._keeping.keep()

    def on_bad_key(self, event: BadKey) -> None:
        self.say(Feedback(event.sentence, event.tone))
        self._guiding.teach()

    def on_committed(self, event: Committed) -> None:
        """The form is filled; a face that was typed there is the first of the dice."""
        self.commit(event.form)
        if event.die and self.stage.mode is DICE:
            self.stage.host.press(event.die)

    def commit(self, form: Form) -> None:
        """Give the command of a form; while everyone is being placed, go to the next unit."""
        self.picture.line = form.board.line if form.board else None
        panel, is_placing = self.stage.draft, self._by_hand.is_placing
        if not (is_placing and self.controller.stands_there(form)):
            self._given(self.controller.give(form, panel.outlook if panel else None))
            if not is_placing or self.stage.form is panel:
                self._by_hand.back_to_form()
                return
        self._by_hand.place_next()

    def on_closed(self) -> None:
        """Back to the form that was open before, else to the list of actions; nothing has happened."""
        if not (self._by_hand.close() or self.forms.back_from_plan()):
            self.show()

    def on_entered(self, event: Entered) -> None:
        self.show(self.controller.enter(event.faces))

    def on_entered_total(self, event: EnteredTotal) -> None:
        self.show(self.controller.enter_total(event.total))

    def on_throw(self, event: Throw) -> None:
        self.show(self.controller.throw(event.typed, afresh=event.afresh))

    def on_chosen(self, event: Chosen) -> None:
        self.show(self.controller.answer(event.value))

    async def on_back(self, event: Back) -> None:
        await self._back.undo()

    def on_acknowledged(self) -> None:
        """Who is called upon now has seen it: keys act again."""
        self.controller.guard = ""
        self.stage.show()
        self.say(NOTHING)

    # --- keys of the table

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """The key of a panel that can't be opened now is whatever else it may be."""
        return action != "open" or self.stage.may_open(str(parameters[0]))

    def action_open(self, id: str) -> None:
        self.stage.open_by(id)

    async def action_do(self, id: str) -> None:
        done = self._deeds[id]()
        if isawaitable(done):
            await done

    def _show_ending(self) -> None:
        if self.controller.table.outcome:
            self.controller.chosen_by_hand = False
            self.show()

    def say_how_to_leave(self) -> None:
        self.say(Feedback(HOW_TO_LEAVE))

    # --- what the parts are told

    def on_table_opened(self) -> None:
        self.stage.open_by("table")

    def on_hex_map_hex_clicked(self, event: HexMap.HexClicked) -> None:
        """From here, as what the panel makes of it goes up no further than to its sender."""
        self.picture.click(event.hex)

    def on_corrected(self, event: Corrected) -> None:
        self._by_hand.correct(event)

    async def on_by_hand_wanted(self, event: ByHandWanted) -> None:
        await self._by_hand.open(event.what)

    async def on_turn_chosen(self, event: TurnChosen) -> None:
        await self._back.go_to(event.n)

    async def on_short_log_opened(self) -> None:
        await self._back.open()

    def on_viewers_changed(self, event: messages.ViewersChanged) -> None:
        self._sharing.count(event.viewers)
