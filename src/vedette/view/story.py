"""A battle in paragraphs, as somebody would tell it who sat at the table: one for each round.

What happened is gathered as beats: attacks on one unit, one after the other, are one beat; whatever else is worth it is a
clause of its own. Beats become clauses, each with its subject, and clauses with the same subject one sentence. Where there are
several ways to say a thing they take turns, so that no two sentences beside each other sound alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from msgspec import Struct

from vedette.engine.facts import Score, outcomes, verdict
from vedette.engine.grammar import at_start, pronoun, the
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import joined
from vedette.view.credit import targets
from vedette.view.effects import Effect, Loss, Points, Strengths

NUMBERS = "no one two three four five six seven eight nine ten".split()

MOST_IN_A_SENTENCE = 4
"""Clauses with the same subject in one sentence."""

MOST_BETWEEN = 3
"""Beats between two attacks on a unit that are still told as one."""

NAMED = 3
"""Attacks in vain that are told by name; more are only counted."""

BAD, ONE_SIDED = 0.12, 4
"""The share of strength from which a round went badly for a side, and how many times it is that of the other."""

BLOODY = 0.15
"""The share of strength that both sides lose in a bloody round."""

BEFORE = "Before the battle"
"""What is called a round in which the first one has not begun."""

BOTH = 2
"""Sides of a usual game; with more of them their strengths are not told in a sentence."""

WENT_BADLY = (
    "Things went badly for {side}.",
    "{side} had the worst of it.",
    "This one went against {side}.",
)
BLOODY_FOR_BOTH = ("Both sides paid dearly.", "It was bloody on both sides.", "Neither side was spared.")
QUIET = (
    "{who} took up positions, and {unhurt}.",
    "{who} moved, and {unhurt}.",
    "{who} manoeuvred without a loss.",
)
IN_VAIN = (
    "Nothing came of the attacks by {names}.",
    "{names} attacked in vain.",
    "{names} had nothing to show for their efforts.",
)
CLOSING = (
    "That left {one} with {first} of their strength and {other} with {second}.",
    "By the end {one} had {first} of their strength left, {other} {second}.",
    "{one} came out of it with {first} of their strength, {other} with {second}.",
)

LIGHT = ("{by} cost {unit} {lost}", "{unit} lost {lost} to {by}", "{by} took {lost} off {unit}")
HEAVY = ("{by} cost {unit} {lost_of}", "{unit} lost {lost_of} to {by}")
CUT_DOWN = (
    "{by} left {unit} with {left}",
    "{unit} lost {lost_of} to {by}",
    "{by} cut {unit} down to {left}",
)
SHARED_LOSS = ("{unit} lost {lost_of} to {by}", "between them, {by} cost {unit} {lost_of}")
SHARED_KILL = (
    "between them, {by} accounted for {unit}",
    "it took {by} to bring {unit} down",
)
TRADED_EVENLY = ("{by} attacked {unit}, and both lost {lost}", "{by} and {unit} traded blows, {lost} each")
TRADED_WELL = (
    "{by} took {lost} off {unit} at a cost of {cost}",
    "{by} attacked {unit} and had the better of it: {lost} for {cost}",
)

SHARES = (
    (0.995, "all"), (0.93, "nearly all"), (0.84, "most"), (0.71, "three quarters"), (0.58, "two thirds"), (0.45, "half"),
    (0.29, "a third"), (0.18, "a quarter"), (0.08, "very little"), (0.001, "almost nothing"), (0.0, "nothing"),
)  # fmt: skip
"""What is left of a strength in words, each from a share on."""


@dataclass(slots=True)
class Beat:
    """Attacks on one unit, or something else that is told: then `tale` is all of it.

    `by` are those who attacked, each once and in their order; none where nobody of the other sides did it. `cost` is what the
    attacker lost by it.
    """

    loss: Loss | None = None
    by: list[str] = field(default_factory=list)
    cost: Loss | None = None
    tale: str = ""


class Clause(Struct, frozen=True):
    """A clause: who, and what was done; without a subject it stands by itself."""

    subject: str
    rest: str

    @property
    def text(self) -> str:
        """Both together."""
        return f"{self.subject} {self.rest}".strip()


class RoundTold(Struct, frozen=True):
    """A round: its paragraph, what the players remarked, and how the sides stood at its end; `first` and `last` are its lines."""

    name: str
    first: int
    last: int
    text: str
    notes: tuple[str, ...]
    strength: Strengths
    points: Mapping[str, int]
    scored: Mapping[str, int]

    def tells(self, n: int) -> bool:
        """Whether a line is one of this round."""
        return self.first <= n <= self.last


class Storyteller:
    """Tells the rounds of a game in their order, and remembers whom each unit has brought down."""

    def __init__(self, session: Session[GameState]) -> None:
        """Tell a session."""
        self._session = session
        self._names = {id: the(name) for id, name in session.names().items()}
        self._them = {the(name): pronoun(name, "them") for name in session.names().values()}
        self._subjects = tuple(sorted((f"{name} " for name in self._names.values() if name), key=len)[::-1])
        self._words = session.ruleset.view.story
        self._said: Counter[Sequence[str]] = Counter()
        self._felled: dict[str, list[str]] = {}
        self._hurt = False

    def rounds(self, effects: Sequence[Effect]) -> Iterator[RoundTold]:
        """Every round in a paragraph."""
        for _, group in groupby(effects, key=lambda effect: effect.round):
            told = list(group)
            ended = told[-1] is effects[-1]
            scored = Counter({side: -points for side, points in told[0].points_before.items()})
            scored.update(told[-1].scored)
            text, notes = self._paragraph(told, ended=ended), tuple(self._notes(told))
            if not text and not notes:
                continue
            yield RoundTold(
                self._name(told),
                told[0].played.command.n,
                told[-1].n,
                text,
                notes,
                told[-1].after,
                told[-1].scored,
                dict(scored),
            )

    def effect(self, effect: Effect) -> str:
        """One action in a sentence."""
        said = self._sentences([*self._clauses(self._beats([effect])), *self._scores(effect)])
        if not said and effect.is_last:
            return self._end([effect])
        return said or self._attack_in_vain(effect) or self._first_outcome(effect)

    def _name(self, told: Sequence[Effect]) -> str:
        """What the game calls this round: as it stood before its last action, when the round had certainly begun."""
        session = self._session
        named = (
            session.ruleset.view.table(session.state_at(effect.played.command.parent), None).round
            for effect in reversed(told)
        )
        return next(filter(None, named), BEFORE)

    def _notes(self, told: Sequence[Effect]) -> Iterator[str]:
        for effect in told:
            if effect.played.command.input.do == "note":
                yield str(effect.played.command.input.words.get("text", ""))

    # --- a paragraph

    def _paragraph(self, told: Sequence[Effect], *, ended: bool) -> str:
        """How the round went in a word, what happened, and how it left both sides."""
        clauses = list(self._clauses(self._beats(told)))
        scores = [clause for effect in told for clause in self._scores(effect)]
        over = ended and bool(self._session.state.outcome)
        parts = (
            self._opening(told),
            self._sentences(clauses),
            self._in_vain(told),
            self._sentences(scores),
            self._end(told) if over else f"{self._lead(told)} {self._closing(told)}".strip(),
        )
        return " ".join(filter(None, parts))

    def _opening(self, told: Sequence[Effect]) -> str:
        """Whose round it was, where it was anybody's."""
        if not any(effect.losses and not effect.by_hand for effect in told):
            return self._quiet(told)
        first = self._first_blood(told)
        drops = sorted(_drops(told).items(), key=lambda drop: -drop[1])
        (worst, most), others = drops[0], drops[1][1] if len(drops) > 1 else 0.0
        if first:
            return first
        if most >= BAD and others * ONE_SIDED <= most:
            return self._one_of(WENT_BADLY, side=self._name_of(worst))
        return self._one_of(BLOODY_FOR_BOTH) if others >= BLOODY else ""

    def _quiet(self, told: Sequence[Effect]) -> str:
        """A round without a loss, and who used it to move; nothing where nobody did."""
        specs, sides = self._session.ruleset.specs, self._session.state.sides
        given = [(effect.line.who, specs.get(effect.played.command.input.do)) for effect in told]
        movers = [side for side in sides if any(who == side and spec and spec.moves for who, spec in given)]
        unhurt = "nobody was hurt" if self._words.at_once else f"no {self._words.points[1]} were lost"
        if not movers:
            fought = any(spec and spec.aims for _, spec in given)
            return f"{unhurt.capitalize()}." if fought else ""
        who = "Both sides" if len(movers) == len(sides) == BOTH else self._listed(movers)
        return self._one_of(QUIET, who=who, unhurt=unhurt)

    def _first_blood(self, told: Sequence[Effect]) -> str:
        """Who was the first in the game to hurt somebody."""
        real = (effect for effect in told if not effect.by_hand)
        hurt = next(filter(None, ([loss for loss in one.losses if _hurts(loss)] for one in real)), [])
        if self._hurt or not hurt:
            return ""
        self._hurt = True
        units = self._session.state.units
        drew = {units[by].side for loss in hurt for by in loss.by}
        return f"First blood went to {self._name_of(drew.pop())}." if len(drew) == 1 else ""

    def _lead(self, told: Sequence[Effect]) -> str:
        """Who has taken the lead in this round."""
        before, after = told[0].points_before, told[-1].scored
        led, leads = _leaders(before), _leaders(after)
        if before == after or led == leads or len(leads) != 1:
            return ""
        points = sorted(after.values(), reverse=True)
        return (
            f"{at_start(self._name_of(leads[0]))} took the lead, {points[0]} to {points[1]}."
            if points[1:]
            else ""
        )

    def _closing(self, told: Sequence[Effect]) -> str:
        """How strong the sides are at the end of a round that cost somebody much."""
        after = told[-1].after
        if max(_drops(told).values(), default=0.0) < BAD or len(after) != BOTH:
            return ""
        (one, first), (other, second) = (
            (self._name_of(side), _share(strength.share)) for side, strength in after.items()
        )
        if first == second:
            return f"Both sides were down to {first} of their strength."
        return self._one_of(CLOSING, one=one, first=first, other=other, second=second)

    def _end(self, told: Sequence[Effect]) -> str:
        """What decided a game that is over."""
        outcome = self._session.state.outcome
        last = next((effect for effect in reversed(told) if not effect.line.remark), told[-1])
        before, scores = last.points_before, sorted(last.scored.values(), reverse=True)
        score = f"{scores[0]} to {scores[1]}" if len(scores) == BOTH and any(scores) else ""
        if score and last.scores and _leaders(before) != [outcome]:
            return f"That decided it: {score} for {self._name_of(outcome)}."
        return f"{verdict(outcome, self._name_of)}{score and f', {score}'}."

    def _in_vain(self, told: Sequence[Effect]) -> str:
        """Attacks that came to nothing, by those who had no better luck in this round."""
        specs = self._session.ruleset.specs
        attacks = [
            effect
            for effect in told
            if (spec := specs.get(effect.played.command.input.do)) and spec.aims and self._words.at_once
        ]
        lucky = {effect.played.command.input.by for effect in attacks if effect.losses or effect.tales}
        gone = {loss.unit for effect in told for loss in effect.losses if loss.gone}
        vain = [
            effect.played.command.input.by for effect in attacks if not effect.losses and not effect.tales
        ]
        named = [by for by in dict.fromkeys(vain) if by not in lucky | gone]
        if len(named) > NAMED:
            return f"{_number(len(vain)).capitalize()} other attacks came to nothing."
        ways = IN_VAIN if len(named) > 1 else IN_VAIN[1:]
        return self._one_of(ways, names=self._listed(named)) if named else ""

    def _first_outcome(self, effect: Effect) -> str:
        """What was done, in the game's own words."""
        facts = outcomes(effect.played.facts)
        return facts[0].sentence(self._name_of) if facts else f"{effect.line.results[0].text}."

    def _attack_in_vain(self, effect: Effect) -> str:
        """A single attack that came to nothing, where that is known when it is made."""
        command = effect.played.command.input
        aimed = list(targets(command.words))
        if not aimed or not self._words.at_once:
            return ""
        return f"{at_start(self._name_of(command.by))} attacked {self._listed(aimed)} in vain."

    # --- beats

    def _beats(self, told: Sequence[Effect]) -> list[Beat]:
        """What happened, in its order; attacks on the same unit together."""
        beats: list[Beat] = []
        tales: dict[str, Beat] = {}
        for effect in told:
            for beat in self._of_effect(effect):
                if beat.tale in tales:
                    tales[beat.tale].by += [by for by in beat.by if by not in tales[beat.tale].by]
                    continue
                self._add(beats, beat)
                if beat.tale:
                    tales[beat.tale] = beat
        return beats

    def _of_effect(self, effect: Effect) -> Iterator[Beat]:
        """The beats of one action: whom it hurt, then what it cost, then the rest."""
        units, by = self._session.state.units, effect.played.command.input.by
        if effect.by_hand:
            yield from (Beat(tale=self._by_hand(loss, effect)) for loss in effect.losses)
            return
        hurt = [loss for loss in effect.losses if _hurts(loss)]
        own = units[by].side if by in units else ""
        foes = [loss for loss in hurt if own and loss.side != own]
        cost = next((loss for loss in hurt if loss.unit == by), None)
        apart = len(foes) != 1 or any(self._subject(tale) == self._name_of(by) for tale in effect.tales)
        for loss in foes:
            yield Beat(loss, list(loss.by), None if apart else cost)
        for tale in effect.tales:
            yield Beat(by=self._withstood(tale, effect), tale=self._worth(tale, effect))
        for loss in hurt:
            if loss not in foes and (apart or loss is not cost):
                yield Beat(loss, list(loss.by))

    def _by_hand(self, loss: Loss, effect: Effect) -> str:
        """What the players set themselves, with the reason that they gave."""
        unit, why = self._name_of(loss.unit), _reason(effect)
        if loss.gone:
            return f"By hand, {unit} went off the table{why}"
        return f"By hand, {unit} went from {_number(loss.before)} to {self._amount(loss, loss.after, 'one')}{why}"

    def _withstood(self, tale: str, effect: Effect) -> list[str]:
        """Against whom something happened to a unit of another side that lost nothing by it."""
        units, by = self._session.state.units, effect.played.command.input.by
        hurt = {loss.unit for loss in effect.losses}
        at = next((unit for unit in units if self._name_of(unit) == self._subject(tale)), "")
        return [by] if at and by in units and units[by].side != units[at].side and at not in hurt else []

    def _worth(self, tale: str, effect: Effect) -> str:
        """A clause with the victory points that it was worth at once."""
        points = sum(score.points for score in effect.scores if score.source.lower() in tale.lower())
        return f"{tale} for {points} VP" if points else tale

    def _add(self, beats: list[Beat], beat: Beat) -> None:
        """A beat behind the others, or together with an earlier attack on the same unit that it goes on with."""
        if beat.loss is not None and beat.by and not beat.cost:
            name = self._name_of(beat.loss.unit)
            for earlier in beats[: -MOST_BETWEEN - 2 : -1]:
                if earlier.loss is not None and earlier.loss.unit == beat.loss.unit and earlier.by:
                    if not earlier.cost:
                        earlier.loss = _together(earlier.loss, beat.loss)
                        earlier.by += [by for by in beat.by if by not in earlier.by]
                        return
                    break
                if beat.loss.unit in earlier.by or self._subject(earlier.tale) == name:
                    break
        beats.append(beat)

    # --- clauses

    def _clauses(self, beats: Sequence[Beat]) -> Iterator[Clause]:
        """Beats in words; of several ways the one whose subject goes on with what stands beside it."""
        before = ""
        for at, beat in enumerate(beats):
            after = self._subject(beats[at + 1].tale) if at + 1 < len(beats) else ""
            clause = self._clause(beat, (before, after))
            before = clause.subject
            yield clause

    def _clause(self, beat: Beat, beside: Collection[str]) -> Clause:
        loss = beat.loss
        if loss is None:
            against = f" against {self._listed(beat.by)}" if beat.by else ""
            return self._split(f"{beat.tale}{against}")
        ways, parts = self._ways(beat, loss)
        if loss.gone:
            for by in beat.by[-1:]:
                self._felled.setdefault(by, []).append(loss.unit)
        fitting = tuple(
            way for way in ways if self._split(way.format(**parts)).subject in filter(None, beside)
        )
        return self._split(self._one_of(fitting or ways, **parts))

    def _ways(self, beat: Beat, loss: Loss) -> tuple[tuple[str, ...], dict[str, str]]:
        """How an attack can be told, and what stands in it."""
        words, many = self._words, len(beat.by) > 1
        parts = self._parts(beat, loss)
        if not beat.by:
            return (f"{{unit}} {words.fell}" if loss.gone else "{unit} lost {lost}",), parts
        if beat.cost:
            return self._traded(loss, beat.cost), parts
        if loss.gone and self._felled.get(loss.unit):
            return (f"{{unit}}, who had accounted for {{felled}}, {words.fell_to} {{by}}",), parts
        if loss.gone and many:
            return (*SHARED_KILL, f"{{unit}} {words.fell_to} {{by}}"), parts
        if loss.gone:
            at_a_stroke = " in a single attack" if 1 < loss.before == loss.full else ""
            return tuple(f"{way}{at_a_stroke}" for way in words.felled), parts
        if many:
            return SHARED_LOSS, parts
        if loss.after * 3 <= loss.full and loss.lost > 1:
            return CUT_DOWN, parts
        return (HEAVY if loss.lost * 2 >= loss.before else LIGHT), parts

    def _parts(self, beat: Beat, loss: Loss) -> dict[str, str]:
        """What can stand in a clause about an attack."""
        whole = max(loss.lost, loss.before) < len(NUMBERS)
        return {
            "unit": self._name_of(loss.unit),
            "by": self._listed(beat.by),
            "number": _number(loss.lost),
            "lost": self._amount(loss, loss.lost),
            "lost_of": f"{_number(loss.lost) if whole else loss.lost} of {self._amount(loss, loss.before)}",
            "left": self._amount(loss, loss.after, "one"),
            "cost": self._amount(beat.cost, beat.cost.lost) if beat.cost else "",
            "felled": self._listed(self._felled.get(loss.unit, [])),
        }

    def _traded(self, loss: Loss, cost: Loss) -> tuple[str, ...]:
        """An attack that cost the attacker something as well."""
        if cost.gone:
            return (f"{{by}} attacked {{unit}}, took {{lost}} off them and {self._words.fell}",)
        if loss.gone:
            return tuple(f"{way} at a cost of {{cost}}" for way in self._words.felled)
        if cost.lost > loss.lost:
            return ("{by} attacked {unit} and came off worse, losing {cost} for {number}",)
        return TRADED_EVENLY if cost.lost == loss.lost else TRADED_WELL

    def _scores(self, effect: Effect) -> Iterator[Clause]:
        """Victory points, and what for; those that were set by hand are told as such."""
        if effect.by_hand:
            for side, before in effect.points_before.items():
                if before != effect.scored[side]:
                    change = f"from {before} to {effect.scored[side]} VP{_reason(effect)}"
                    yield Clause("", f"By hand, {self._name_of(side)} went {change}")
            return
        for side, group in groupby(effect.scores, key=lambda score: score.side):
            told = " ".join(effect.tales).lower()
            scored = [
                self._score(score) for score in group if score.points and score.source.lower() not in told
            ]
            if scored:
                yield Clause(self._name_of(side), f"scored {joined(scored)}")

    def _score(self, score: Score) -> str:
        points = f"{score.points} VP"
        return (
            f"{points} for {the(score.source)}"
            if score.source[:1].isupper()
            else f"{points} ({score.source})"
        )

    # --- words

    def _sentences(self, clauses: Sequence[Clause]) -> str:
        """Clauses as sentences: those with the same subject beside each other as one, in which each name stands once."""
        said = []
        for subject, group in groupby(clauses, key=lambda clause: clause.subject):
            rests = [clause.rest for clause in group]
            most = MOST_IN_A_SENTENCE if subject else 1
            for at in range(0, len(rests), most):
                text = f"{subject} {joined(self._once(rests[at : at + most]))}".strip()
                said.append(f"{text[:1].upper()}{text[1:]}.")
        return " ".join(said)

    def _once(self, rests: Sequence[str]) -> list[str]:
        """What one subject did, with a word in place of a name that stood in what it did before."""
        told = [rests[0]]
        for before, rest in pairwise(rests):
            again = [name for name in self._names.values() if name and name in before and name in rest]
            name = max(again, key=len, default="")
            told.append(rest.replace(name, self._them[name], 1) if name else rest)
        return told

    def _amount(self, loss: Loss, number: int, single: str = "a") -> str:
        one, many = self._words.models if loss.models else self._words.points
        if number != 1:
            return f"{_number(number)} {many}"
        return f"{single if len(one) > 1 else 'one'} {one}"

    def _name_of(self, one: str) -> str:
        return self._names.get(one, one)

    def _listed(self, ids: Sequence[str]) -> str:
        return joined([self._name_of(one) for one in ids])

    def _subject(self, text: str) -> str:
        """The name with which a clause begins; "" where it is none."""
        if not text.startswith(self._subjects):
            return ""
        return next(name for name in self._subjects if text.startswith(name))[:-1]

    def _split(self, text: str) -> Clause:
        subject = self._subject(text)
        return Clause(subject, text[len(subject) :].strip())

    def _one_of(self, ways: tuple[str, ...], **parts: str) -> str:
        """The next of several ways to say something."""
        said = self._said[ways]
        self._said[ways] += 1
        text = ways[said % len(ways)].format(**parts)
        return f"{text[:1].upper()}{text[1:]}" if text.endswith(".") else text


def _reason(effect: Effect) -> str:
    """Why the players set a value, in their own words; "" where they gave no reason."""
    reason = str(effect.played.command.input.words.get("reason", ""))
    return f" (“{reason}”)" if reason else ""


def _together(first: Loss, then: Loss) -> Loss:
    return Loss(first.unit, first.side, first.before, then.after, first.full, first.models, then.gone)


def _hurts(loss: Loss) -> bool:
    """Whether anything was lost by it, and not regained."""
    return loss.lost > 0 or loss.gone


def _leaders(points: Points) -> list[str]:
    """The sides that have most points."""
    return [side for side, own in points.items() if own == max(points.values())]


def _drops(told: Sequence[Effect]) -> dict[str, float]:
    """Which share of its strength each side lost at the table, whatever was set by hand."""
    at_the_table = [effect for effect in told if not effect.by_hand]
    return {
        side: sum(effect.before[side].share - effect.after[side].share for effect in at_the_table)
        for side in told[0].before
    }


def _share(share: float) -> str:
    return next(word for least, word in SHARES if share >= least)


def _number(number: int) -> str:
    """A number in a sentence: up to ten as a word."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
