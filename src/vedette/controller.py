"""What stands between a session and whoever plays it: commands and answers go in, and a sentence comes back.

Screens and lines of text share it. It draws nothing, and it never decides a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from vedette.campaign import Homecoming, at_stake, chronicle, is_career, sync_characters, syncing
from vedette.engine.checks import Refusal
from vedette.engine.common import CONCEDE, ODDS, SETTINGS
from vedette.engine.conditions import conditions_of
from vedette.engine.corrections import Correction
from vedette.engine.data import Words
from vedette.engine.dice import Dice, Die, Roll, TypedTotal
from vedette.engine.errors import DivergedError, ForbiddenError, LostSaveError, VedetteError
from vedette.engine.files import why, write_over
from vedette.engine.hidden_information import sealed_words
from vedette.engine.long_work import Told, unheard
from vedette.engine.plain import to_plain
from vedette.engine.requests import Answer, ChoiceRequest, DiceRequest, Request, distinct
from vedette.engine.session import Outcome, Session
from vedette.engine.state import GameState
from vedette.engine.timeline import CommandEntry, HeadMove
from vedette.engine.undo_policy import TakingBack
from vedette.view.action_log import ActionLog
from vedette.view.agreements import settings_form
from vedette.view.common_forms import condition_form, free_roll_form, place_form, stands_there
from vedette.view.correcting import summary
from vedette.view.fields import Draft
from vedette.view.form_draft import FormMemory, FormSource
from vedette.view.guide import On, PlayersView
from vedette.view.offered import offered, still_possible
from vedette.view.sheet import with_history
from vedette.view.signs import TAKEN_BACK, Tone
from vedette.view.steppers import flatten
from vedette.view.table_setup import SETUP, TableSetup, table_setup
from vedette.view.vocabulary import Action, Card, Detail, Form, Stepper, Table

if TYPE_CHECKING:
    from vedette.view.course import Course
    from vedette.view.loss_luck import LossSearch
    from vedette.view.sheet import Sheet


ORDER = {"active": 0, "ready": 1, "here": 1, "away": 2}
"""Whom to look at first."""


class Feedback(Struct, frozen=True):
    """One sentence in answer to what was given, how it is meant, and which keys of the screen have to do with it.

    `refusal`: the rule's no that it tells. `forbidden`: the game forbids it, though the command makes sense.
    `sign`: what stands before it in place of the sign of its tone.
    """

    text: str = ""
    tone: Tone = "plain"
    keys: str = ""
    refusal: Refusal | None = None
    forbidden: bool = False
    sign: str = ""


NOTHING = Feedback()
"""There is nothing to say."""


class Refused(Struct, frozen=True):
    """The last refusal and the words that would overrule it; an action or commands that have to come first."""

    refusal: Refusal
    words: Words
    form_first: Action | None = None
    first: Sequence[Words] = ()


class GameController:
    """Gives commands and answers, keeps what may be said again, and what was refused last."""

    undone: ClassVar[str] = ""
    """What is said of a decision that was taken back, where it can be done again; "" where that is told otherwise."""

    def __init__(self, session: Session[GameState]) -> None:
        """Sit down at a session; `lost` tells why the last thing could not be kept in its save, nor can anything."""
        self.session = session
        self.log = ActionLog(session)
        self.memory = FormMemory(session)
        self.refused: Refused | None = None
        self.lost = ""
        self.stranger: tuple[str, str] | None = None
        self.rolls: tuple[Roll, ...] = ()
        self._named: set[tuple[str, str, str]] = set()
        self._left: set[str] = set()
        self._acted = False
        self._setup: tuple[TableSetup | None] | None = None
        self._asks_again = False
        self._seen_of: GameState | None = None
        self._course: tuple[object, Course | None] | None = None
        self._offered: dict[str, Sequence[Action]] = {}
        self._details: dict[str, Sequence[Detail]] = {}
        self.table: Table = self.fresh_table()
        self.rolled = {side.id: False for side in self.table.sides}

    @property
    def request(self) -> Request | None:
        """The open question."""
        return self.session.request

    @property
    def setup(self) -> TableSetup | None:
        """What is set up, before the game begins."""
        if self.session.state.phase != SETUP:
            return None
        if self._setup is None:
            self._setup = (table_setup(self.session),)
        return self._setup[0]

    @property
    def side(self) -> str:
        """The side that is called upon, else the one that acts, else the first."""
        asked = self.request.side if self.request else self.table.prompt.side
        acting = next((side.id for side in self.table.sides if side.acting), self.table.sides[0].id)
        return asked if asked in self.rolled else acting

    @property
    def called(self) -> tuple[str, str]:
        """Who must decide what now: the side, "" for both, and the words."""
        return self.table.prompt.called_upon(self.request)

    @property
    def course(self) -> Course | None:
        """What a longer business has come to: the chain of tests under way or just finished, an exchange of fire."""
        session = self.session
        place = session.timeline.head, session.state, session.request
        if self._course is None or self._course[0] != place:
            told = session.ruleset.view.course(session.state, session.played.at(), session.request)
            self._course = place, told
        return self._course[1]

    @property
    def stays(self) -> bool:
        """Whether that goes on from command to command, and so stays in view."""
        return self.course is not None and self.course.stays

    @property
    def recalled(self) -> Dice:
        """The faces or the total that the open question had before an undo."""
        return self.session.recalled() or ()

    @property
    def has_sheets(self) -> bool:
        """Whether units of this game have sheets."""
        return self.session.ruleset.view.sheet is not None

    def sheet_of(self, unit: str) -> Sheet | None:
        """The sheet of a unit, with its history where the game is its own file; None where there is none."""
        make, session = self.session.ruleset.view.sheet, self.session
        if make is None or unit not in session.state.units:
            return None
        made = make(session.state, unit)
        return with_history(made, chronicle(session)) if is_career(session.path) else made

    def hex_words(self, unit: str, hex: str) -> str:
        """What a hex of the map is to a unit, in words."""
        tell = self.session.ruleset.view.look
        return tell(self.session.state, unit, hex) if tell else ""

    def steppers_of(self, unit: str) -> tuple[Stepper, ...]:
        """What of a unit can be corrected by hand."""
        view, state = self.session.ruleset.view, self.session.state
        return view.steppers(state, unit)

    def conditions_on(self, unit: str) -> Sequence[str] | None:
        """The texts of a unit's conditions; None where there can be none."""
        if self.session.ruleset.conditions is None:
            return None
        return [condition.text for condition in conditions_of(self.session.state, unit)]

    def condition_form_of(self, unit: str) -> FormSource:
        """The form of a condition of a unit."""
        session, by = self.session, self.side

        return FormSource(lambda draft: condition_form(session.ruleset, session.state, by, unit, draft))

    def settings_form_source(self) -> FormSource:
        """The form of what both players agree on besides the rules."""
        session, by = self.session, self.side

        return FormSource(
            lambda draft: settings_form(session.ruleset, session.state, session.settings, by, draft)
        )

    def free_roll_form_source(self, by: str) -> FormSource:
        """The form of a roll of a side that no rule asks for."""
        session = self.session

        return FormSource(lambda draft: free_roll_form(session.ruleset, session.state, by, draft))

    @property
    def places(self) -> bool:
        """Whether units can be put on the board by hand."""
        return self.session.ruleset.view.place is not None and self.table.board is not None

    @property
    def to_place(self) -> list[str]:
        """The units to place on the board in turn, side by side; lost ones stay where they are."""
        there = [card.id for card in self.table.cards if card.standing not in ("gone", "lost")]
        return there if self.places else []

    def stands_there(self, form: Form) -> bool:
        """Whether a form that places a unit would change nothing."""
        return stands_there(self.session.ruleset, self.session.state, form)

    def place_form_of(self, unit: str) -> FormSource:
        """The form that puts a unit on the board."""
        session = self.session

        return FormSource(lambda draft: place_form(session.ruleset, session.state, unit, draft))

    def values(self) -> Mapping[str, Any]:
        """Every tracked value that both sides may know, by its path."""
        paths = to_plain(self.session.paths())
        return dict(flatten(self.session.ruleset.view.open_paths(self.session.state, paths)))

    def name(self, id: str) -> str:
        """The name of a side or a unit."""
        return self.session.names().get(id, id)

    def side_name(self, by: str) -> str:
        """The name of the side that somebody belongs to."""
        return self.name(self.session.ruleset.side_of(self.session.state, by))

    @property
    def cards_by_id(self) -> Mapping[str, Card]:
        """Every card by its unit."""
        return {card.id: card for card in self.table.cards}

    def details(self, unit: str) -> Sequence[Detail]:
        """What the card of a unit tells where it is opened."""
        state = self._looked_at_state()
        if unit not in self._details:
            self._details[unit] = self.session.ruleset.view.details(state, unit)
        return self._details[unit]

    def form_of(self, action: Action) -> FormSource:
        """The form of an action, filled with what was said before and still holds."""
        view = self.session.ruleset.view

        def fill(draft: Draft) -> Form:
            form: Form = view.form(self.session.state, action.do, action.by, draft)
            return form

        def about(target: Any) -> Draft:
            return self.memory.recall(action.do, action.by, target)

        return FormSource(fill, about, self.memory.recall(action.do, action.by))

    def plan_behind(self, form: Form) -> FormSource | Feedback:
        """The form of the unit's attack as if the command of another form were given first, or why there is none."""
        from vedette.view.planning import attack_behind  # not before the first plan

        self.refused = None
        if form.refusal is not None:
            return self.refusing(form.refusal)
        planned = attack_behind(self.session, self.memory, form)
        if isinstance(planned, FormSource):
            return planned
        return self.refusing(planned) if isinstance(planned, Refusal) else Feedback(planned, "warn")

    @property
    def foresees(self) -> bool:
        """Whether forms tell the odds."""
        return self.session.odds_shown

    def flip_odds(self) -> Feedback:
        """Odds for both players, or for none; kept with the game."""
        if self.request is not None:
            return Feedback("Answer this first; then odds can be shown or hidden.", "dim")
        shown = not self.session.odds_shown
        said = self._try(lambda: self.session.do({"do": ODDS, "by": self.side, "shown": shown}))
        self._acted = False
        if said.tone == "bad":
            return said
        return Feedback("Odds shown." if shown else "Odds hidden from both players.", "good")

    def forgotten(self, action: Action) -> str:
        """What this action gives up, or what could still be done before it ends it; said once of each and each round, else ""."""
        key = action.do, action.by, self.table.round
        if key in self._named:
            return ""
        unspent = self.session.ruleset.view.unspent(self.session.state, action.do, action.by)
        ends = self.session.ruleset.specs[action.do].ends
        said = unspent or (still_possible(self.session, self.memory, action.by) if ends else "")
        self._named |= {key} if said else set()
        self._asks_again = bool(said)
        return said

    def give(self, form: Form) -> Feedback:
        """Give the command of a form, after those that come first; where it is refused, none."""
        if form.meanwhile:
            *first, last = form.planned
            return self.do(last, first=first)
        if form.first and form.refusal is not None:
            self.refused = refusal_of(form)
            return self.refusing(form.refusal)
        return self.do(form.command, first=form.first)

    def do(self, words: Words, *, override: str = "", first: Sequence[Words] = ()) -> Feedback:
        """Give a command after others, its declaration sealed; a refusal is kept, so that it can be explained or overruled."""
        for earlier in first:
            begun = self.do(earlier)
            if begun.tone == "bad":
                return begun
        if words["do"] == SETTINGS:
            agreed = self.session.settings.model_dump()
            if all(words.get(key, value) == value for key, value in agreed.items()):
                return Feedback("The settings stay as they are.")
        if awaited := self.session.ruleset.view.awaited(self.session.state, words["do"]):
            self.refused = None
            return self.refusing(awaited)
        return self._try(lambda: self.session.do(sealed_words(words), override=override), words)

    def answer(self, answer: Answer) -> Feedback:
        """Answer the open question."""
        return self._try(lambda: self.session.answer(answer))

    def enter(self, faces: tuple[int, ...]) -> Feedback:
        """Answer with faces typed from real dice."""
        return self.answer(tuple(Die(face) for face in faces))

    def enter_total(self, total: int) -> Feedback:
        """Answer with what real dice came to."""
        return self.answer(TypedTotal(total))

    def throw(self, typed: tuple[int | None, ...] = (), *, afresh: bool = False) -> Feedback:
        """Answer with the assistant's dice, save those that were typed."""
        thrown = self.session.throw(afresh=afresh)
        if isinstance(thrown, TypedTotal):
            return self.answer(thrown)
        dice = tuple(
            die if face is None else Die(face)
            for die, face in zip(thrown, typed or (None,) * len(thrown), strict=True)
        )
        return self.answer(dice)

    def go_on(self) -> Feedback:
        """Whatever needs nobody: dice of sides that have them rolled, and choices among what nothing tells apart.

        Never over faces from before an undo, and after one a choice is asked for, so that the undo can be seen; nor in a
        save that lacks lines of this computer, until the players have chosen it. Returns what went wrong.
        """
        while not self.session.diverged:
            request = self.request
            if isinstance(request, DiceRequest) and not self.recalled and self._rolls_itself(request.side):
                said = self.throw()
            elif isinstance(request, ChoiceRequest) and self._acted:
                first, *others = distinct(request.options)
                if others or not first.alike:
                    break
                said = self.answer(first.value)
            else:
                break
            if said.tone == "bad":
                return said
        return Feedback()

    def flip_dice(self, side: str) -> Feedback:
        """Typed or rolled dice, for one side."""
        self.rolled[side] = not self.rolled[side]
        name = self.name(side)
        how = f"Vedette rolls for {name}" if self.rolled[side] else f"{name}: type your own dice"
        return Feedback(f"{how}.", "good")

    def undo(self, by: str = "", *, agreed: bool = False) -> Feedback:
        """Take the last decision back."""
        return self._moved(lambda: self.session.undo(by or self.side, agreed=agreed), self.undone)

    def redo(self, by: str = "", *, agreed: bool = False) -> Feedback:
        """Take an undo back."""
        return self._moved(lambda: self.session.redo(by or self.side, agreed=agreed))

    def goto(self, n: int, by: str = "", *, agreed: bool = False) -> Feedback:
        """Go back to an entry, or on from one that was undone."""
        return self._moved(lambda: self.session.goto(n, by or self.side, agreed=agreed), self.undone)

    def taking_back(self, move: HeadMove, to: int = 0, *, corrects: int = 0) -> TakingBack:
        """What a move takes back, and who must agree; an undo and a redo lead one step. Raises CommandError for none.

        Where one's own last decision is free, it is the one whose decision it is who takes it back; else the one who is
        called upon, who might be another.
        """
        timeline = self.session.timeline
        if move != "goto":
            (to,) = timeline.undo_targets(1) if move == "undo" else timeline.redo_targets(1)
        by = "" if self.session.settings.undo == "own" else self.side
        return self.session.taking_back(to, by, corrects=corrects)

    def correct(self, correction: Correction[Any], by: str = "", *, agreed: bool = False) -> Feedback:
        """Make a correction: every later line that holds is played again behind it."""
        said = self._moved(lambda: self.session.correct(correction, by or self.side, agreed=agreed))
        if said.tone == "bad":
            return said
        self._acted = True
        self.go_on()  # what needs nobody is no longer to be answered
        self._acted = False
        behind = self.session.correcting
        follows = f" Answer this, and what came after follows: {behind} lines." if behind else ""
        return Feedback(
            f"Line {correction.entry.n} is corrected. {summary(correction)}.{follows} {said.text}".strip(),
            "warn",
            sign=TAKEN_BACK,
        )

    def bookmark(self, n: int, note: str) -> Feedback:
        """Put a note to a line, or take its bookmark away where there are no words."""
        rolls = self.rolls
        said = self._try(lambda: self.session.bookmark(n, note, self.side))
        self.rolls, self._acted = rolls, False
        if said.tone == "bad":
            return said
        return Feedback(f"Bookmarked line {n}: {note}" if note else f"Line {n} has no bookmark now.", "good")

    def note(self, text: str) -> Feedback:
        """Write a remark into the log; while something is asked, nothing but a bookmark can stand there: it takes the words."""
        if self.request is None:
            return self.do({"do": "note", "by": self.side, "text": text})
        n = self.session.timeline.head
        before = self.session.timeline.bookmarks.get(n, "")
        return self.bookmark(n, f"{before}; {text}" if before else text)

    @property
    def losses_known(self) -> LossSearch | None:
        """What each side has lost against what the odds told, where somebody has looked for that."""
        return None

    def write_report(self, tell: Told = unheard) -> Feedback:
        """The battle report as a page beside the save."""
        from vedette.view.report import battle_report
        from vedette.view.report_pages import report_html

        if self.session.path is None:
            return Feedback("This game has no save, so there is nowhere to put the report.", "warn")
        path = self.session.path.with_suffix(".html")
        try:
            told = battle_report(self.session, path.stem, losses=self.losses_known, tell=tell)
            write_over(path, report_html(told).encode())
        except OSError as error:
            return Feedback(f"{path.name}: {why(error)}.", "bad")
        return Feedback(f"Written: {path}", "good")

    def deny(self, action: Action) -> Feedback:
        """An action that is not possible was picked."""
        assert action.why_not is not None
        words = {"do": action.do, "by": action.by}
        self.refused = Refused(action.why_not, words, action if action.form else None)
        return self.refusing(action.why_not)

    def fresh_table(self) -> Table:
        """The table as it stands now."""
        fresh: Table = self.session.ruleset.view.table(self.session.state, self.session.request)
        return fresh

    def refusing(self, refusal: Refusal) -> Feedback:
        """A rule's no."""
        return Feedback(str(refusal), "bad", refusal=refusal)

    def _try(self, act: Callable[[], Outcome], words: Words | None = None) -> Feedback:
        """Do something with the session; whatever is wrong becomes one sentence, and so do homecomings."""
        home = Homecoming()
        try:
            with syncing(self.session, home):
                outcome = act()
        except DivergedError as error:
            self.session.accept()
            return Feedback(f"{error} To play on in it anyway, repeat that.", "bad", forbidden=True)
        except VedetteError as error:
            self.lost = str(error) if isinstance(error, LostSaveError) else ""
            return Feedback(str(error), "bad", forbidden=isinstance(error, ForbiddenError))
        if outcome.refusal is not None:
            self.refused = Refused(outcome.refusal, words or {})
            return self.refusing(outcome.refusal)
        self.refused = None
        self.rolls = self.session.rolls
        self._acted, self._asks_again = True, False
        rules = ", ".join(outcome.overridden)
        told = [f"Overruled: {rules}."] if rules else []
        told += self._came(home)
        tone: Tone = "warn" if rules or home.failed or home.strangers else "good"
        return Feedback(" ".join(told), tone) if told else Feedback()

    def brought_home(self) -> list[str]:
        """Bring characters home whose game is settled: Vedette may have been stopped before they were."""
        waiting = at_stake(self.session) and not (self.session.readonly or self.session.diverged)
        return self._came(sync_characters(self.session)) if waiting else []

    def _came(self, home: Homecoming) -> list[str]:
        """What to say of homecomings; a file that may be another character's is asked about once."""
        strangers = {file: said for file, said in home.strangers.items() if file not in self._left}
        self.stranger = next(iter(strangers.items()), None)
        return [*home.said, *strangers.values()]

    def settle_stranger(self, file: str, *, theirs: bool) -> Feedback:
        """A file that may be another character's is theirs all the same, or stays as it is."""
        self._left.add(file)
        if not theirs:
            return Feedback()
        return Feedback(" ".join(self._came(sync_characters(self.session, [file]))), "warn")

    def _moved(self, act: Callable[[], Outcome], undone: str = "") -> Feedback:
        timeline = self.session.timeline
        before, said = timeline.head, self._try(act)
        self.rolls, self._acted = (), False
        if said.tone == "bad":
            return said
        back = (
            undone if timeline.can_redo and before in timeline.undone() else ""
        )  # on the way on nothing is undone
        return Feedback(f"{back} {said.text}".strip(), "warn", sign=TAKEN_BACK if back else "")

    def _rolls_itself(self, side: str) -> bool:
        return self.rolled[side] if side in self.rolled else all(self.rolled.values())

    def ready_unit(self) -> str:
        """The unit that is acting, else the first of the side that is called upon that may do anything; "" for none."""
        if self.request and (acts := self.table.active or self._who_commands()):
            return acts  # whoever comes next is called upon while this one still rolls
        side = self.table.prompt.side
        mine = [card for card in self.table.cards if card.side == side or side not in self.rolled]
        ordered = sorted(mine, key=lambda card: ORDER.get(card.standing, len(ORDER)))
        able = (card.id for card in ordered if self.may_act(card.id))
        there = (card.id for card in ordered if card.standing != "gone")
        fallback = self.table.active or next(there, ordered[0].id if ordered else "")
        return next(able, fallback)

    def _who_commands(self) -> str:
        """The unit whose command is under way; "" where it is a side's."""
        timeline = self.session.timeline
        by = timeline.command_at(timeline.head).input.words.get("by", "")
        return by if by in self.cards_by_id else ""

    def may_act(self, unit: str) -> bool:
        """Whether a unit may do anything now."""
        return any(action.why_not is None for action in self.actions_of(unit))

    def offered_to(self, unit: str) -> list[Action]:
        """What a unit and the side that is called upon may do; it is the unit's side that concedes."""
        card = self.cards_by_id.get(unit)
        own = card.side if card else self.side
        actions = list(self.actions_of(unit)) if card else []
        actions += [
            action for action in self.actions_of(self.side) if own == self.side or action.do != CONCEDE
        ]
        if own != self.side:
            actions += [action for action in self.actions_of(own) if action.do == CONCEDE]
        return actions

    def again_of(self, unit: str) -> Action | None:
        """The last action of a unit that was aimed at somebody, as it stands now."""
        do = self.memory.last_aimed(unit)
        return next((action for action in self.actions_of(unit) if action.do == do), None)

    def moment(self, on: On, unit: str, form: Form | None = None, field: str = "") -> PlayersView:
        """What the players have before them, for a guide: a form with the field at hand, else what `unit` and its side may do."""
        missing = (
            [one.name for one in form.fields if one.required and one.value in (None, ())] if form else []
        )
        request, timeline = self.request, self.session.timeline
        path = timeline.path()
        actions = self.offered_to(unit)
        possible = frozenset(action.do for action in actions if action.why_not is None)
        return PlayersView(
            on=on,
            do=form.do if form else timeline.command_at(timeline.head).input.do if request else "",
            field=field if field in missing else next(iter(missing), field),
            asks=("again" if self._asks_again else "")
            if request is None
            else request.why
            if isinstance(request, DiceRequest)
            else request.name,
            waits=self.session.pending,
            can=possible,
            cannot=frozenset(action.do for action in actions) - possible,
            did=frozenset(entry.input.do for entry in path if isinstance(entry, CommandEntry)),
            saw=frozenset(event.tag for entry in path for event in entry.events),
            ready=form is not None and form.ready,
            refused=(self.refused if form is None else form.refusal) is not None,
            undone=timeline.can_redo,
        )

    def actions_of(self, by: str) -> Sequence[Action]:
        """What a unit or a side may do now."""
        state = self._looked_at_state()
        if by not in self._offered:
            self._offered[by] = offered(self.session.ruleset, state, by)
        return self._offered[by]

    def _looked_at_state(self) -> GameState:
        """The state; what a picture asks for more than once is kept as long as it stands."""
        state = self.session.state
        if state is not self._seen_of:
            self._seen_of, self._offered, self._details = state, {}, {}
        return state


def refusal_of(form: Form) -> Refused | None:
    """The first rule against a draft, with what would overrule it."""
    if form.refusal is None:
        return None
    return Refused(form.refusal, form.command, first=form.first)
