"""A battle in paragraphs, as somebody would tell it who sat at the table: one for each round.

What happened is gathered as beats: attacks on one unit, one after the other, are one beat; whatever else is worth it is a
clause of its own. Beats become clauses, each with its subject, and clauses with the same subject one sentence. Where there are
several ways to say a thing they take turns, so that no two sentences beside each other sound alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.facts import LOSSES, outcomes, verdict
from vedette.engine.figures import number
from vedette.engine.grammar import at_start, pronoun, the
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import joined
from vedette.view.effects import Effect, Loss, Points, Strengths, targets

NUMBERS = "no one two three four five six seven eight nine ten".split()

MOST_IN_A_SENTENCE = 4  # clauses with the same subject in one sentence
MOST_BETWEEN = 3  # beats between two attacks on a unit that are still told as one
NAMED = 3  # attacks in vain that are told by name; more are only counted

BAD, ONE_SIDED = 0.12, 4
"""The share of strength from which a round went badly for a side, and how many times it is that of the other."""

BLOODY = 0.15  # the share of strength that both sides lose in a bloody round
BEFORE = "Before the battle"  # what is called a round in which the first one has not begun
BOTH = 2  # sides of a usual game; with more of them their strengths are not told in a sentence

WENT_BADLY = ("Things went badly for {side}.", "{side} had the worst of it.", "This one went against {side}.")
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
CUT_DOWN = ("{by} left {unit} with {left}", "{unit} lost {lost_of} to {by}", "{by} cut {unit} down to {left}")
SHARED_LOSS = ("{unit} lost {lost_of} to {by}", "between them, {by} cost {unit} {lost_of}")
SHARED_KILL = ("between them, {by} accounted for {unit}", "it took {by} to bring {unit} down")
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


class Beat(Struct):
    """Attacks on one unit, or something else that is told: then `tale` is all of it.

    `by` are those who attacked, each once and in their order; none where nobody of the other sides did it. `cost` is what the
    attacker lost by it.
    """

    loss: Loss | None = None
    by: list[str] = []
    cost: Loss | None = None
    tale: str = ""


class Clause(NamedTuple):
    """A clause: who, and what was done; without a subject it stands by itself."""

    subject: str
    rest: str


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
        self._session = session
        self._specs, self._units = session.ruleset.specs, session.state.units
        self._names = {id: the(name) for id, name in session.names().items()}
        self._them = {the(name): pronoun(name, "them") for name in session.names().values()}
        self._subjects = tuple(sorted((f"{name} " for name in self._names.values() if name), key=len)[::-1])
        view, state = session.ruleset.view, session.state
        self._words = view.story.on(*(view.card_of(state, unit) for unit in state.units))
        self._said: Counter[Sequence[str]] = Counter()
        self._felled: dict[str, list[str]] = {}
        self._hurt = False

    def rounds(self, effects: Sequence[Effect]) -> Iterator[RoundTold]:
        """Every round in a paragraph, by the name that it had before its last action, when it had certainly begun."""
        session = self._session
        for _, group in groupby(effects, key=lambda effect: effect.round):
            told = list(group)
            last, points_before = told[-1], told[0].points_before
            text = self._paragraph(told, is_end=last is effects[-1] and bool(session.state.outcome))
            notes = tuple(str(one.played.words.get("text", "")) for one in told if one.played.do == "note")
            if not text and not notes:
                continue
            before = (session.state_at(effect.played.command.parent) for effect in reversed(told))
            names = (session.ruleset.view.table(state, None).round for state in before)
            yield RoundTold(
                next(filter(None, names), BEFORE),
                told[0].played.command.n,
                last.n,
                text,
                notes,
                last.after,
                last.scored,
                {side: last.scored[side] - points for side, points in points_before.items()},
            )

    def effect(self, effect: Effect) -> str:
        """One action in a sentence; where nothing is to be told of it, in the game's own words."""
        said = self._sentences([*self._clauses(self._beats([effect])), *self._scores(effect)])
        if said:
            return said
        if effect.is_last:
            return self._end([effect])
        aimed = list(targets(effect.played.words))
        if aimed and self._words.at_once:
            return f"{at_start(self._name_of(effect.played.by))} attacked {self._listed(aimed)} in vain."
        facts = outcomes(effect.played.facts)
        return facts[0].sentence(self._name_of) if facts else f"{effect.line.results[0].text}."

    # --- a paragraph

    def _paragraph(self, told: Sequence[Effect], *, is_end: bool) -> str:
        """How the round went in a word, what happened, and how it left both sides."""
        clauses = list(self._clauses(self._beats(told)))
        scores = [clause for effect in told for clause in self._scores(effect)]
        parts = [self._opening(told), self._sentences(clauses), self._in_vain(told), self._sentences(scores)]
        parts += [self._end(told)] if is_end else [self._lead(told), self._closing(told)]
        return " ".join(filter(None, parts))

    def _opening(self, told: Sequence[Effect]) -> str:
        """Who was the first in the game to hurt somebody, or whose round it was, where it was anybody's."""
        losses = [effect.losses for effect in told if effect.losses and not effect.by_hand]
        if not losses:
            return self._quiet(told)
        hurt = next(filter(None, ([loss for loss in some if _hurts(loss)] for some in losses)), [])
        if hurt and not self._hurt:
            self._hurt = True
            drew = {self._units[by].side for loss in hurt for by in loss.by}
            if len(drew) == 1:
                return f"First blood went to {self._name_of(drew.pop())}."
        drops = sorted(_drops(told).items(), key=lambda drop: -drop[1])
        (worst, most), others = drops[0], drops[1][1] if len(drops) > 1 else 0.0
        if most >= BAD and others * ONE_SIDED <= most:
            return self._one_of(WENT_BADLY, side=self._name_of(worst))
        return self._one_of(BLOODY_FOR_BOTH) if others >= BLOODY else ""

    def _quiet(self, told: Sequence[Effect]) -> str:
        """A round without a loss, and who used it to move; nothing where nobody did."""
        given = [
            (effect.line.who, spec, any(fact.ahead for fact in effect.played.facts))
            for effect in told
            if (spec := self._specs.get(effect.played.do))
        ]
        sides = self._session.state.sides
        moved = {
            who
            for who, spec, failed in given
            if spec.moves and not failed and "target" not in spec.model.model_fields
        }
        movers = [side for side in sides if side in moved]
        unhurt = "nobody was hurt" if self._words.at_once else f"no {self._words.points[1]} were lost"
        if not movers:
            return f"{unhurt.capitalize()}." if any(spec.aims for _, spec, _ in given) else ""
        who = "Both sides" if len(movers) == len(sides) == BOTH else self._listed(movers)
        return self._one_of(QUIET, who=who, unhurt=unhurt)

    def _in_vain(self, told: Sequence[Effect]) -> str:
        """Attacks that came to nothing, by those who had no better luck in this round."""
        vain: list[str] = []
        lucky = {loss.unit for effect in told for loss in effect.losses if loss.gone}
        for effect in told:
            spec = self._specs.get(effect.played.do)
            if spec and spec.aims and self._words.at_once:
                if effect.losses or effect.tales:
                    lucky.add(effect.played.by)
                else:
                    vain.append(effect.played.by)
        named = [by for by in dict.fromkeys(vain) if by not in lucky]
        if len(named) > NAMED:
            return f"{_number(len(vain)).capitalize()} other attacks came to nothing."
        ways = IN_VAIN if len(named) > 1 else IN_VAIN[1:]
        return self._one_of(ways, names=self._listed(named)) if named else ""

    def _lead(self, told: Sequence[Effect]) -> str:
        before, after = told[0].points_before, told[-1].scored
        leads, points = _leaders(after), sorted(after.values(), reverse=True)
        if before == after or _leaders(before) == leads or len(leads) != 1 or len(points) == 1:
            return ""
        return (
            f"{at_start(self._name_of(leads[0]))} took the lead, {number(points[0])} to {number(points[1])}."
        )

    def _closing(self, told: Sequence[Effect]) -> str:
        """How strong the sides are at the end of a round that cost somebody much."""
        after = told[-1].after
        if max(_drops(told).values(), default=0.0) < BAD or len(after) != BOTH:
            return ""
        one, other = map(self._name_of, after)
        first, second = (
            next(word for least, word in SHARES if strength.share >= least) for strength in after.values()
        )
        if first == second:
            return f"Both sides had {first} of their strength left."
        return self._one_of(CLOSING, one=one, first=first, other=other, second=second)

    def _end(self, told: Sequence[Effect]) -> str:
        outcome = self._session.state.outcome
        last = next((effect for effect in reversed(told) if not effect.line.remark), told[-1])
        scores = sorted(last.scored.values(), reverse=True)
        score = f"{number(scores[0])} to {number(scores[1])}" if len(scores) == BOTH and any(scores) else ""
        if score and last.scores and _leaders(last.points_before) != [outcome]:
            return f"That decided it: {score} for {self._name_of(outcome)}."
        return f"{verdict(outcome, self._name_of)}{score and f', {score}'}."

    # --- beats

    def _beats(self, told: Sequence[Effect]) -> list[Beat]:
        """What happened, in its order; attacks on the same unit together."""
        beats: list[Beat] = []
        tales: dict[str, Beat] = {}
        for beat in (beat for effect in told for beat in self._beats_of(effect)):
            if beat.tale in tales:
                tales[beat.tale].by += [by for by in beat.by if by not in tales[beat.tale].by]
            elif not self._goes_on(beats, beat):
                beats.append(beat)
                if beat.tale:
                    tales[beat.tale] = beat
        return beats

    def _beats_of(self, effect: Effect) -> Iterator[Beat]:
        """The beats of one action: whom it hurt, then what it cost, then the rest."""
        units, by = self._units, effect.played.by
        if effect.by_hand:
            for loss in effect.losses:
                change = f"from {_number(loss.before)} to {self._amount(loss, loss.after, 'one')}"
                went = "off the table" if loss.gone else change
                yield Beat(tale=f"By hand, {self._name_of(loss.unit)} went {went}{_reason(effect)}")
            return
        hurt = [loss for loss in effect.losses if _hurts(loss)]
        own = units[by].side if by in units else ""
        foes = [loss for loss in hurt if own and loss.side != own]
        cost = next((loss for loss in hurt if loss.unit == by), None)
        apart = len(foes) != 1 or any(self._subject(tale) == self._name_of(by) for tale in effect.tales)
        for loss in foes:
            yield Beat(loss, list(loss.by), None if apart else cost)
        for tale in effect.tales:  # against whom, where a unit of another side lost nothing by it
            at = next((unit for unit in units if self._name_of(unit) == self._subject(tale)), "")
            aimed = at in targets(effect.played.words)
            foe = (
                aimed
                and bool(own)
                and units[at].side != own
                and all(loss.unit != at for loss in effect.losses)
            )
            points = sum(score.points for score in effect.scores if score.source.lower() in tale.lower())
            worth = f" for {points} VP" if points > 0 else f" ({number(points)} VP)" if points else ""
            yield Beat(by=[by] if foe else [], tale=f"{tale}{worth}")
        tells = any(fact.moment in LOSSES and fact.tale(self._name_of) for fact in effect.played.facts)
        for loss in hurt:
            if loss.gone and not loss.by and tells:
                continue  # the tale says how it went
            if loss not in foes and (apart or loss is not cost):
                yield Beat(loss, list(loss.by))

    def _goes_on(self, beats: Sequence[Beat], beat: Beat) -> bool:
        """True if a beat goes on with an earlier attack on the same unit; then that one tells both."""
        if beat.loss is None or not beat.by or beat.cost:
            return False
        unit = beat.loss.unit
        for earlier in beats[: -MOST_BETWEEN - 2 : -1]:
            first = earlier.loss
            if first is not None and first.unit == unit and earlier.by:
                if not earlier.cost:
                    earlier.loss = replace(first, after=beat.loss.after, gone=beat.loss.gone, by=())
                    earlier.by += [by for by in beat.by if by not in earlier.by]
                return not earlier.cost
            if unit in earlier.by or self._subject(earlier.tale) == self._name_of(unit):
                break
        return False

    # --- clauses

    def _clauses(self, beats: Sequence[Beat]) -> Iterator[Clause]:
        """Beats in words; of several ways the one whose subject goes on with what stands beside it."""
        before = ""
        for at, beat in enumerate(beats):
            if beat.loss is None:
                clause = self._split(f"{beat.tale} against {self._listed(beat.by)}" if beat.by else beat.tale)
            else:
                after = self._subject(beats[at + 1].tale) if at + 1 < len(beats) else ""
                ways, parts = self._ways(beat, beat.loss), self._parts(beat, beat.loss)
                if beat.loss.gone and beat.by:
                    self._felled.setdefault(beat.by[-1], []).append(beat.loss.unit)
                beside = set(filter(None, (before, after)))
                fitting = tuple(way for way in ways if self._split(way.format(**parts)).subject in beside)
                clause = self._split(self._one_of(fitting or ways, **parts))
            before = clause.subject
            yield clause

    def _ways(self, beat: Beat, loss: Loss) -> tuple[str, ...]:
        words, many = self._words, len(beat.by) > 1
        if not beat.by:
            return (f"{{unit}} {words.fell}" if loss.gone else "{unit} lost {lost}",)
        if beat.cost and beat.cost.gone:
            return (f"{{by}} attacked {{unit}}, took {{lost}} off them and {words.fell}",)
        if beat.cost and loss.gone:
            return tuple(f"{way} at a cost of {{cost}}" for way in words.felled)
        if beat.cost and beat.cost.lost > loss.lost:
            return ("{by} attacked {unit} and came off worse, losing {cost} for {number}",)
        if beat.cost:
            return TRADED_EVENLY if beat.cost.lost == loss.lost else TRADED_WELL
        if loss.gone and self._felled.get(loss.unit):
            return (f"{{unit}}, who had accounted for {{felled}}, {words.fell_to} {{by}}",)
        if loss.gone and many:
            return (*SHARED_KILL, f"{{unit}} {words.fell_to} {{by}}")
        if loss.gone:
            at_a_stroke = " in a single attack" if 1 < loss.before == loss.full else ""
            return tuple(f"{way}{at_a_stroke}" for way in words.felled)
        if many:
            return SHARED_LOSS
        if loss.after * 3 <= loss.full and loss.lost > 1:
            return CUT_DOWN
        return HEAVY if loss.lost * 2 >= loss.before else LIGHT

    def _parts(self, beat: Beat, loss: Loss) -> dict[str, str]:
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

    def _scores(self, effect: Effect) -> Iterator[Clause]:
        """Victory points, and what for; those that were set by hand are told as such."""
        if effect.by_hand:
            for side, before in effect.points_before.items():
                if before != effect.scored[side]:
                    change = f"from {number(before)} to {number(effect.scored[side])} VP{_reason(effect)}"
                    yield Clause("", f"By hand, {self._name_of(side)} went {change}")
            return
        told = " ".join(effect.tales).lower()
        for side, group in groupby(effect.scores, key=lambda score: score.side):
            scored = [
                f"{score.points} VP for {the(score.source)}"
                if score.source[:1].isupper()
                else f"{score.points} VP ({score.source})"
                for score in group
                if score.points and score.source.lower() not in told
            ]
            if scored:
                yield Clause(self._name_of(side), f"scored {joined(scored)}")

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
        return f"{'one' if one.isupper() else single} {one}"

    def _name_of(self, one: str) -> str:
        return self._names.get(one, one)

    def _listed(self, ids: Sequence[str]) -> str:
        return joined([self._name_of(one) for one in ids])

    def _subject(self, text: str) -> str:
        """The name with which a clause begins; "" where it is none."""
        return next((name for name in self._subjects if text.startswith(name)), "")[:-1]

    def _split(self, text: str) -> Clause:
        subject = self._subject(text)
        return Clause(subject, text[len(subject) :].strip())

    def _one_of(self, ways: tuple[str, ...], **parts: str) -> str:
        said = self._said[ways]
        self._said[ways] += 1
        text = ways[said % len(ways)].format(**parts)
        return f"{text[:1].upper()}{text[1:]}" if text.endswith(".") else text


def _reason(effect: Effect) -> str:
    """Why the players set a value, in their own words; "" where they gave no reason."""
    reason = str(effect.played.words.get("reason", ""))
    return f" (“{reason}”)" if reason else ""


def _hurts(loss: Loss) -> bool:
    """Whether anything was lost by it, and not regained."""
    return loss.lost > 0 or loss.gone


def _leaders(points: Points) -> list[str]:
    return [side for side, own in points.items() if own == max(points.values())]


def _drops(told: Sequence[Effect]) -> dict[str, float]:
    """Which share of its strength each side lost at the table, whatever was set by hand."""
    at_the_table = [effect for effect in told if not effect.by_hand]
    return {
        side: sum(effect.before[side].share - effect.after[side].share for effect in at_the_table)
        for side in told[0].before
    }


def _number(number: int) -> str:
    """A number in a sentence: up to ten as a word."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
