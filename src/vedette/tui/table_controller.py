"""What stands between the session and the screen: who is looked at, what is offered, what was said last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from vedette.controller import Feedback, GameController
from vedette.engine.checks import Refusal
from vedette.engine.common import CONDITION, LIFT
from vedette.engine.data import Words
from vedette.engine.dice import TypedTotal
from vedette.engine.facts import Rolled, verdict
from vedette.engine.requests import Answer, DiceRequest
from vedette.engine.session import Outcome, Session
from vedette.engine.state import GameState
from vedette.tui.form_entry import FormEntry
from vedette.tui.keys import TABLE
from vedette.tui.sides import Sides, roles
from vedette.tui.table_memory import MemoryFile, TypedFaces
from vedette.tui.widgets.actions_panel import ActionList, Guard
from vedette.tui.widgets.head import HeadView, PromptText
from vedette.tui.widgets.objectives import Objectives
from vedette.tui.widgets.outlook_lines import Foreseen, Parties
from vedette.view.behind import (
    Behind,
    of_actions,
    of_card,
    of_form,
    of_refusal,
    of_reminders,
    of_request,
    of_result,
    of_roll,
)
from vedette.view.clock import Clock, ClockView
from vedette.view.form_draft import aimed_at
from vedette.view.loss_impact import UnitLoss, changes
from vedette.view.luck import SideLuck, luck_of
from vedette.view.outlook import came
from vedette.view.undo_summary import what_goes
from vedette.view.vocabulary import Action, Card, Form, Report, Stepper, Table

if TYPE_CHECKING:  # not before somebody asks
    from vedette.view.action_log import ActionLine
    from vedette.view.foresight import Foresight, Hindsight
    from vedette.view.loss_impact import TableChange
    from vedette.view.loss_luck import LossSearch
    from vedette.view.outlook import Outlook
    from vedette.view.report import BattleReport

SAID = frozenset(("note", "adjust", CONDITION, LIFT))
"""Commands that tell what stands on the table: nobody loses anything by them."""

OVER = "R writes the battle report as a page, P replays the game, Tab shows the table, u undoes the last entry, q leaves."
"""What is left when a game is over."""

WHY, OVERRULE = "W why", "! overrule"
"""Keys that have to do with a refusal; some refusals nobody can overrule."""


class TableController(GameController):
    """Turns keys into commands, and keeps who and what is looked at."""

    undone = "Undone. y redoes it."

    def __init__(self, session: Session[GameState]) -> None:
        """Sit down at a session; `lost` tells why the last thing could not be kept in its save, nor can anything."""
        self._before: Mapping[str, Card] = {}
        self._table_before: Table | None = None
        self._foreseen: Outlook | None = None
        self._weapon = ""
        self._still: tuple[tuple[int, tuple[int | None, ...]], Outlook | None] = (-1, ()), None
        self._had_done = ""
        self.guard: Guard = ""
        self.hurt: frozenset[str] = frozenset()
        self._asked = self._just_typed = False
        self._by_hand: set[str] = set()
        self._changed_meanwhile = False  # who is called upon, while dice or a choice were asked
        self._losses: tuple[int, LossSearch] | None = None
        self._decided: tuple[int, list[str]] = -1, []
        self._search: Iterator[bool] | None = None
        self._clock: Clock | None = None
        self.typed = TypedFaces()
        self.ticked: set[int] = set()
        self.chosen = ""
        self.chosen_by_hand: bool = False
        self._looked_at: dict[str, str] = {}
        super().__init__(session)
        if session.request is not None:  # how the table stood before the command under way
            from vedette.engine.odds.command_odds import state_before  # with the odds

            self._table_before = session.ruleset.view.table(state_before(session), None)
            self._before = {card.id: card for card in self._table_before.cards}
        # before the command under way, in the midst of which the prompt may be that of what comes next
        self._called_upon = (self._table_before or self.table).prompt.side
        self.roles = roles(self.table.sides)
        self._choose_ready()

    def hindsight(self, *, resumed: bool = False) -> Hindsight | None:
        """A look at what may still come of the command under way, after each of its dice; None where that is known, or hidden.

        In a game that is `resumed` in the middle of a command, also at what was known before its first die.
        """
        if self.request is None or not self.foresees:
            return None
        rest = self._has_dice and self._still[0] != self._on_the_table
        if not rest and (not resumed or self._foreseen is not None):
            return None
        from vedette.view.foresight import Hindsight  # with the odds

        return Hindsight(self.session, self._before, self._on_the_table[1], rest=rest)

    def remember(self, found: Hindsight) -> None:
        if found.rest:
            self._still = found.at, found.outlook
        else:
            self._foreseen = found.outlook

    @property
    def _on_the_table(self) -> tuple[int, tuple[int | None, ...]]:
        """How far the command under way has come: its last entry, and the faces of the open pool, where any were typed."""
        faces = () if self.recalled else tuple(self.faces.faces)
        return self.session.timeline.head, faces if any(face is not None for face in faces) else ()

    @property
    def _has_dice(self) -> bool:
        head, faces = self._on_the_table
        return bool(faces or self.session.timeline.answers_at(head))

    def has_come_to(self, at: tuple[int, tuple[int | None, ...]]) -> bool:
        return self.request is not None and self._on_the_table == at

    def take_up(self, kept: MemoryFile) -> None:
        self.typed = kept.typed
        self.ticked = set(kept.ticked)
        self.rolled |= {side: True for side in kept.rolled if side in self.rolled}

    @property
    def rolled_for(self) -> Sequence[str]:
        return [side for side, rolled in self.rolled.items() if rolled]

    @property
    def sides(self) -> Sides:
        names = {side.id: side.name for side in self.table.sides}
        return Sides(names, self.roles, self.session.ruleset.view.story)

    @property
    def call(self) -> PromptText:
        """Who must decide what now; once somebody has won, whose victory it is."""
        side, text = self.called
        won = self.session.state.outcome
        said = verdict(won, self.name)
        if won in self.roles and text.startswith(said):
            side, text = won, text.replace(said, "Victory", 1)
        role, said = self.roles.get(side, ""), text if self.request else self._with_keys(text)
        return PromptText(self.name(side) if role else "", role, said)

    def call_for(self, by: str) -> PromptText:
        """The same while a unit is about to do something: of both sides its own then decides."""
        call, side = self.call, self.session.ruleset.side_of(self.session.state, by)
        if call.role or side not in self.roles:
            return call
        return replace(call, name=self.name(side), role=self.roles[side])

    @property
    def told(self) -> str:
        """What there is to say of this moment besides who decides what, such as how to set the table up."""
        prompt = self.table.prompt
        over = OVER if self.session.state.outcome else ""
        return self._with_keys(prompt.hint) or over

    def _with_keys(self, text: str) -> str:
        """What the prompt says, each thing to do with the key that does it: `end the movement with e`."""
        for words, do in self.table.prompt.keys:
            spec = self.session.ruleset.specs.get(do)
            key = spec.key if spec and spec.key else TABLE[do].show
            text = text.replace(words, f"{words} with {key}", 1)
        return text

    @property
    def target(self) -> str:
        """At whom the command is aimed whose dice are looked at; "" for nobody or several."""
        played = self.session.played.at() if self.request or self.rolls else None
        return aimed_at(played.words) if played else ""

    @property
    def acting(self) -> str:
        """The unit whose command waits for its dice or a choice, in a chain whoever is tested; "" for none."""
        if self.request is not None and self.request.chain is not None:
            return self.request.chain.now.unit
        played = self.session.played.at() if self.request else None
        return played.by if played else ""

    @property
    def parties(self) -> Parties | None:
        """Who gave the command whose dice are looked at, and at whom; None where nobody is aimed at, or has no card."""
        target = self.cards_by_id.get(self.target)
        if target is None:
            return None
        played = self.session.played.at()
        by = self.cards_by_id.get(played.by) if played else None
        if by is not None and by.id == self.acting and by.standing != "gone":
            # as on its card, though the rules count it among those that have acted
            by = replace(by, standing="active")
        return Parties(by, target, self.roles, self._weapon) if by is not None else None

    @property
    def losses(self) -> tuple[UnitLoss, ...]:
        """Who has less than before the last command, the hardest hit first; nobody while it is not finished."""
        if self.request or not self.rolls:
            return ()
        lost = losses(self._before, self.table)
        return tuple(sorted(lost, key=lambda loss: loss.after.value - loss.before.value))

    @property
    def changes(self) -> Sequence[TableChange]:
        before, story = self._table_before, self.session.ruleset.view.story
        return changes(before, self.table, story) if before else ()

    @property
    def foreseen(self) -> Foreseen | None:
        """What was known to come of the command whose dice are looked at, and what of it has; None where nobody knew.

        While it waits for more dice after the first ones, what may still come of it, as it was known last.
        """
        if self.request is not None and self.request.chain is not None:
            return None  # the odds of the command are long past
        (head, _), still = self._still
        rest = self.request is not None and self._has_dice and head == self.session.timeline.head
        seen = still if rest else self._foreseen
        if seen is None or not (self.request or self.rolls):
            return None
        cards = self.cards_by_id
        unit = cards.get(seen.unit)
        name, side = (unit.name, unit.side) if unit else ("", "")
        if self.request:
            before = self._foreseen.average if rest and self._foreseen else ""
            return Foreseen(seen, name, None, side, "odds now" if rest else "before the dice", before)
        played = self.session.played.at()
        if played is not None and any(fact.ahead for fact in played.facts):
            return None  # the command came to nothing, and so did its odds
        return Foreseen(seen, name, came(seen, self._before, cards), side)

    @property
    def clock(self) -> ClockView | None:
        """The clocks, where there is a limit or somebody wanted to see them."""
        if self._clock is None and self.session.settings.timed:
            self._clock = Clock(self.session)
        side, _ = self.called
        return self._clock.view(side) if self._clock else None

    def press_clock(self) -> Feedback:
        pauses = self.session.pauses
        if self.clock is None:
            self._clock = Clock(self.session)
            return Feedback("The clocks are on the table. K stops them.", "good")
        if pauses.stopped:
            pauses.start()
            return Feedback("The clock runs.", "good")
        pauses.stop()
        return Feedback("The clock is stopped. K, or the next decision, lets it run again.", "warn")

    def head(self, said: Feedback, last: ActionLine | None) -> HeadView:
        session = self.session
        return HeadView(
            self.table,
            self.roles,
            self.call,
            last,
            said.text,
            said.tone,
            said.keys,
            dict(self.rolled),
            session.readonly,
            f"log {session.timeline.command_at(last.n).n}" if last else "",  # as the log numbers it
            undo=session.settings.undo,
            clock=self.clock,
            odds_hidden=not session.odds_shown,
            sign=said.sign,
            rule=said.refusal.rule if said.refusal else "",
        )

    @property
    def luck(self) -> Mapping[str, SideLuck]:
        throws = self.session.played.throws()
        return {side: luck_of(throws, side) for side in self.roles}

    def battle(self) -> BattleReport:
        from vedette.view.report import battle_report  # with the end of a game

        return battle_report(self.session, log=self.log)

    def decided(self) -> Iterator[bool]:
        """Finds out which traits and facts of the table decided the last command: a search that the screen lets go on."""
        head = self.session.timeline.head
        if self._search is None or self._decided[0] != head:
            self._decided, self._search = (head, []), self._look_into(head)
        return self._search

    def _look_into(self, head: int) -> Iterator[bool]:
        from vedette.view.counterfactuals import looked_into  # with the odds

        found = self._decided[1]
        for said in looked_into(self.session, head):
            found += [said] if said and said not in found else []
            yield False

    @property
    def losses_known(self) -> LossSearch | None:
        """Those that the end of the game shows."""
        known = self._losses
        return known[1] if known is not None and known[0] == self.session.timeline.head else None

    @property
    def losses_of_the_game(self) -> LossSearch:
        """What each side has lost up to now, and had to expect to lose: a search that the screen lets go on."""
        from vedette.view.loss_luck import LossSearch  # with the odds

        head = self.session.timeline.head
        if self._losses is None or self._losses[0] != head:
            self._losses = head, LossSearch(self.session)
        return self._losses[1]

    @property
    def report(self) -> Report | None:
        """Who did what, as it was told last since the game was over: what a game settles then is not counted any more."""
        session = self.session
        for entry in reversed(session.timeline.path()):
            state = session.state_at(entry.n)
            told = session.ruleset.view.report(state) if state.outcome else None
            if told or not state.outcome:
                return told
        return None

    @property
    def card(self) -> Card | None:
        return next((card for card in self.table.cards if card.id == self.chosen), None)

    @property
    def role(self) -> str:
        return self.roles.get(self._own, "first")

    @property
    def _own(self) -> str:
        return self.card.side if self.card else self.side

    @property
    def offer(self) -> ActionList:
        """What the chosen unit and the side that is called upon may do; it is the unit's side that concedes."""
        card, actions = self.card, self.offered_to(self.chosen)
        details = self.details(card.id) if card else ()
        offer = ActionList.of(actions, card, self.role, self.name(self.side), self.told, details)
        words, mapped = self.session.ruleset.view.story, self.table.board is not None
        of_both = not self.call.role or bool(self.session.state.outcome)
        measure = words.measure(card)[1] if card else ""
        objectives = None if mapped else Objectives.of(self.table, self.roles)
        return replace(offer, of_both=of_both, measure=measure, objectives=objectives, mapped=mapped)

    @property
    def awaited(self) -> Action | None:
        """The command of the chosen unit that everyone waits for; what is secret is not shown to them."""
        wanted = self.table.prompt.answer
        for one in self.offered_to(self.chosen) if wanted else ():
            if one.do == wanted and one.why_not is None and not one.secret:
                return one
        return None

    @property
    def faces(self) -> TypedFaces:
        request, head = self.request, self.session.timeline.head
        return self.typed.of(f"{head}/{request.key}" if isinstance(request, DiceRequest) else "")

    def cards(self, side: str) -> tuple[Card, ...]:
        return tuple(card for card in self.table.cards if card.side == side)

    def choose(self, unit: str) -> None:
        """Look at a unit; whoever comes back to its side looks at it again."""
        self.chosen, self.guard = unit, ""
        self.chosen_by_hand = True
        if self.card is not None:
            self._looked_at[self.card.side] = unit

    def beside(self, step: int) -> str:
        """The unit that many places from the chosen one on its side, going round; "" where there is none.

        It goes by the cards as they stand, on which those that are lost have no place, unless all are.
        """
        cards = self.cards(self._own)
        ids = [card.id for card in cards if card.standing != "gone"] or [card.id for card in cards]
        if self.chosen in ids:
            return ids[(ids.index(self.chosen) + step) % len(ids)]
        return ids[(step - (step > 0)) % len(ids)] if ids else ""

    def across(self) -> str:
        """The unit of the next side that was looked at last, else the first that is not out of it; "" for none."""
        sides = [side.id for side in self.table.sides]
        at = sides.index(self._own)
        side = sides[(at + 1) % len(sides)]
        cards = {card.id: card for card in self.cards(side)}
        last = self._looked_at.get(side, "")
        there = [id for id in (last, *cards) if id in cards and cards[id].standing != "gone"]
        return next(iter((*there, *cards)), "")

    @property
    def steppers(self) -> tuple[Stepper, ...]:
        return self.steppers_of(self.chosen) if self.card else ()

    @property
    def conditions(self) -> Sequence[str] | None:
        """The texts of the chosen unit's conditions; None where there can be none."""
        return self.conditions_on(self.chosen) if self.card else None

    @property
    def can_place(self) -> bool:
        return self.places and self.card is not None

    def form(self, action: Action) -> FormEntry:
        """The form of an action, filled with what was said before and still holds; a side's is about the chosen unit, where it asks for one."""
        entry = FormEntry(*self.form_of(action))
        asked = (one for one in entry.empty if one.kind == "choice") if action.by in self.roles else ()
        for field in asked:
            if any(one.value == self.chosen and one.why_not is None for one in field.choices):
                entry.pick(field.name, [one.value for one in field.choices].index(self.chosen))
                entry.start()
                break
        return entry

    def plan(self, form: Form) -> FormEntry | Feedback:
        planned = self.plan_behind(form)
        return planned if isinstance(planned, Feedback) else FormEntry(*planned)

    def give(self, form: Form, seen: Outlook | None = None) -> Feedback:
        """Give the command of a form; `seen` is what was known to come of it."""
        said = super().give(form)
        if said.tone != "bad":
            self._foreseen = seen
            fields = (field for field in form.fields if field.name == "weapon")
            chosen = (one.label for field in fields for one in field.choices if one.value == field.value)
            self._weapon = next(chosen, "").partition(":")[0]
        return said

    def do(self, words: Words, *, override: str = "", first: Sequence[Words] = ()) -> Feedback:
        """Give a command after others; what the cards were before it is kept, for what it costs."""
        before, table = self.cards_by_id, self.table
        said = super().do(words, override=override, first=first)
        if said.tone != "bad" and words.get("do") not in SAID:
            self._before, self._table_before, self._foreseen = before, table, None
            self._weapon = ""
        return said

    def answer(self, answer: Answer) -> Feedback:
        said = super().answer(answer)
        if said.tone != "bad":
            self.typed = TypedFaces()
        return said

    def enter(self, faces: tuple[int, ...]) -> Feedback:
        """Answer with faces typed from real dice; an Enter that follows them by habit decides nothing."""
        return self._typed(lambda: super(TableController, self).enter(faces))

    def enter_total(self, total: int) -> Feedback:
        """Answer with a typed total; the same holds for it."""
        return self._typed(lambda: super(TableController, self).enter_total(total))

    def throw(self, typed: tuple[int | None, ...] = (), *, afresh: bool = False) -> Feedback:
        """Answer with the assistant's dice; who has them rolled wants no second Enter for the next ones."""
        if self.request is not None and all(face is None for face in typed):
            self._by_hand.discard(self.request.side)
        return super().throw(typed, afresh=afresh)

    def _typed(self, answer: Callable[[], Feedback]) -> Feedback:
        """Typed dice: whoever lays real dice on the table is asked twice before Vedette rolls for them."""
        side = self.request.side if self.request else ""
        said = answer()
        self._just_typed = said.tone != "bad"
        if self._just_typed:
            self._by_hand.add(side)
        return said

    def undo(self, by: str = "", *, agreed: bool = False) -> Feedback:
        played = self.session.played.at()
        goes = what_goes(self.session, self.taking_back("undo")) if played else []
        self._had_done = played.by if played else ""
        said = f"Undone: {'; '.join(goes)}. y redoes it."
        return self._moved(lambda: self.session.undo(by or self.side, agreed=agreed), said)

    def refusing(self, refusal: Refusal) -> Feedback:
        """A rule's no, with the keys that have to do with it."""
        return Feedback(refusal.words, "bad", f"{WHY} · {OVERRULE}" if refusal.overridable else WHY, refusal)

    def foresee(self, entry: FormEntry) -> Foresight:
        from vedette.view.foresight import Foresight  # with the odds: 12 ms, not before the first form

        return Foresight(self.session, entry, lambda: entry.field, self.cards_by_id)

    def look(self) -> None:
        """Look at the table again; cards that say the same as before stay the same objects."""
        before = self.table.active, self.table.prompt
        fresh = steady(self.fresh_table(), self.table)
        acted = self._acted
        guard = self._guard_after(fresh.prompt.side)
        lost = losses(self.cards_by_id, fresh) if acted else ()
        self.hurt = frozenset(loss.after.id for loss in lost)
        self.table = fresh
        self.rolls = self.session.rolls if self.rolls or self.request else ()
        changed = before != (self.table.active, self.table.prompt)
        if changed or self.card is None or (self._changed_meanwhile and not self.request):
            self._choose_ready()
        unit, self._had_done = self.cards_by_id.get(self._had_done), ""
        if unit is not None and unit.side == fresh.prompt.side and not fresh.active:
            self.choose(unit.id)  # behind an undo its unit stays at hand: it is likely to act again
            self.chosen_by_hand = False
        self._changed_meanwhile = self.request is not None and (changed or self._changed_meanwhile)
        self.guard = guard

    def _guard_after(self, now: str) -> Guard:
        """Which keys only acknowledge what has just happened; `now` is the side that is called upon."""
        answered, self._asked = self._asked, self.request is not None
        before = self._called_upon
        if not self.request:
            self._called_upon = now
        acted, self._acted = self._acted, False
        typed, self._just_typed = self._just_typed, False
        if not acted:
            return self.guard
        if self.request:
            return "enter" if typed or self.request.side in self._by_hand else ""
        handed_over = before != now and {before, now} <= self.roles.keys()
        return "any" if handed_over else "enter" if answered else ""

    def near(self, form: Form | None) -> tuple[Behind, ...]:
        """The rule that refused, and those that only the players can judge: of the open form, or of this moment."""
        refused = of_refusal(self.refused.refusal) if self.refused else ()
        return (*refused, *of_reminders(form.reminders if form else self.table.prompt.reminders))

    def behind(self, form: Form | None) -> tuple[Behind, ...]:
        """The rules behind what can be seen: a refusal, a form or a roll, and the chosen unit."""
        request, ruleset = self.request, self.session.ruleset
        made = [*of_form(form, self.session.rules)] if form else [*self.near(None)]
        made += of_request(request) if isinstance(request, DiceRequest) else ()
        if self.rolls and not (form or request):
            head, decided = self._decided
            played = self.session.played.at()
            seen = self.foreseen.outlook if self.foreseen else None
            known = decided if head == self.session.timeline.head else ()
            made += of_result(self.rolls, played.throws if played else (), seen, known, ruleset.view.story)
        made += of_card(self.card, ruleset.view.chips) if self.card else ()
        return (*made, *(() if form or request else of_actions(self.offer.actions)))

    def behind_line(self, n: int) -> tuple[Behind, ...]:
        """What decided each roll of a line of the log, and the rules behind it."""
        from vedette.view.counterfactuals import decided_by  # with the odds

        facts = self.session.facts(self.session.timeline.entry(n)) if n else ()
        rolls = [fact.roll for fact in facts if isinstance(fact, Rolled)]
        rules = [rule for roll in rolls for rule in roll.rules][:1]
        traits = [Behind(rule, said) for rule in rules for said in decided_by(self.session, n)]
        return (*traits, *(one for roll in rolls for one in of_roll(roll, self.session.ruleset.view.story)))

    def _moved(self, act: Callable[[], Outcome], undone: str = "") -> Feedback:
        said = super()._moved(act, undone)
        self.guard, self._foreseen = "", None
        before = self.recalled
        if said.tone == "bad" or not before:
            return said
        faces = before.number if isinstance(before, TypedTotal) else " ".join(str(die.face) for die in before)
        return replace(said, text=f"{said.text} Enter repeats {faces}.")

    def _choose_ready(self) -> None:
        self.choose(self.ready_unit())
        self.chosen_by_hand = False


def losses(before: Mapping[str, Card], table: Table) -> Sequence[UnitLoss]:
    known = ((before.get(card.id), card) for card in table.cards)
    return [UnitLoss(was, card) for was, card in known if was is not None and card.value < was.value]


def steady(fresh: Table, before: Table) -> Table:
    """The table with the cards of the one before, where they say the same: what is the same object isn't painted."""
    known = {card.id: card for card in before.cards}
    cards = (known[card.id] if known.get(card.id) == card else card for card in fresh.cards)
    return replace(fresh, cards=tuple(cards))
