"""The odds of a command, before it is given or while it waits for dice: of the values that cases write."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from vedette.engine.again import against, procedure_of, understood, with_known
from vedette.engine.checks import Refusal
from vedette.engine.data import Row, Words
from vedette.engine.driver import state_at_once
from vedette.engine.errors import CommandError
from vedette.engine.facts import LOSSES, Fact, tag
from vedette.engine.odds.odds_play import Hears
from vedette.engine.odds.random_variables import RandomVariable
from vedette.engine.odds.search import Chooses, Search, Telling, first_option, ignore_facts
from vedette.engine.odds.state_keys import compared_fields, field_reader
from vedette.engine.patch import ABSENT
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.state import S


def command_search(
    ruleset: Ruleset[S],
    state: S,
    words: Words,
    tells: Telling[S],
    *,
    override: bool = False,
    chooses: Chooses = first_option,
    hears: Hears = ignore_facts,
) -> Refusal | Search[S]:
    """A search for the odds of a command as it would be given, or the rule that refuses it.

    With `override` a refusal that can be overruled is. Raises CommandError where the command makes no sense.
    """
    command, refusals = judged(ruleset, state, words)
    refused = [one for one in refusals if not override or not one.overridable]
    if refused:
        return refused[0]
    procedure = procedure_of(ruleset, command)
    return Search(procedure, state, tells, hears=hears, heard=frozenset(), chooses=chooses)


def judged(ruleset: Ruleset[S], state: S, words: Words) -> tuple[Any, Sequence[Refusal]]:
    """A command as it would be given, and the rules against it; raises CommandError where it makes no sense."""
    command = understood(ruleset, state, with_known(ruleset, state, words))
    return command, ruleset.refusals(state, command)


def done_without_dice(ruleset: Ruleset[S], state: S, words: Words) -> S:
    """The state after a command that asks nothing; raises CommandError where it is refused, or does ask."""
    command, refused = judged(ruleset, state, words)
    after = None if refused else state_at_once(procedure_of(ruleset, command), state)
    if after is None:
        raise CommandError(str(refused[0]) if refused else "It waits for dice or a choice.")
    return after


def state_before(session: Session[S]) -> S:
    """The state that odds are held against: before the command under way, else as the game stands."""
    timeline = session.timeline
    if session.request is None:
        return session.state
    return session.state_at(timeline.command_at(timeline.head).parent)


def rest_search(
    session: Session[S], tells: Telling[S], *, hears: Hears = ignore_facts, typed: Sequence[int | None] = ()
) -> Search[S]:
    """A search for what may still come of the command under way; raises CommandError where there is none.

    `typed`: the faces of the dice that it waits for, as far as they lie on the table.
    """
    timeline, ruleset = session.timeline, session.ruleset
    if session.request is None:
        raise CommandError("No command is under way.")
    start, state = timeline.command_at(timeline.head), state_before(session)
    assert not against(ruleset, state, start)  # else it would not wait
    answers = [entry.input.answer for entry in timeline.answers_at(timeline.head)]
    procedure = procedure_of(ruleset, understood(ruleset, state, start.input.words))
    return Search(procedure, state, tells, hears=hears, heard=frozenset(), recorded=answers, typed=typed)


class Heard(NamedTuple):
    """Something that means something to the table: its `name`, such as `destroyed w1`, whose it is, and the word where somebody is lost.

    `fails`: that a command comes to nothing, as odds call it.
    """

    name: str
    unit: str
    word: str
    fails: str = ""


def hears_moments(heard: frozenset[Heard], fact: Fact) -> frozenset[Heard]:
    """Hears what means something to the table."""
    if not fact.moment:
        return heard
    who = next(
        (one for one in (getattr(fact, name, "") for name in ("unit", "side")) if type(one) is str), ""
    )
    word = ""
    if fact.moment in LOSSES:
        word = fact.headline(lambda one: "" if one == who else one).partition(",")[0].strip()
    return heard | {Heard(f"{tag(type(fact))} {who}".strip(), who, word, fact.ahead)}


def tells_changes(before: S) -> Telling[S]:
    """Tells of an end which values differ from those before, by their path; records of what happened are left out."""

    def tells(after: S, heard: Any) -> Row:
        return dict(_changes(before, after, ""))

    return tells


def _changes(old: Any, new: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every value that is another one now; what is the same object is not looked into."""
    if old is new:
        return
    if type(new) is RandomVariable:
        new = new.simplified()
    names = compared_fields(cast(Hashable, type(old)))
    if names is not None and type(old) is type(new):
        read = field_reader(cast(Hashable, type(old)))
        for name, one, other in zip(names, read(old), read(new), strict=True):
            if one is not other:
                yield from _changes(one, other, f"{path}.{name}" if path else name)
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys((*old, *new)):
            if (one := old.get(key, ABSENT)) is not (other := new.get(key, ABSENT)):
                yield from _changes(one, other, f"{path}.{key}")
    elif isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
        for i, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _changes(one, other, f"{path}.{i}")
    elif type(new) is RandomVariable or old != new:
        yield path, new if type(new) is RandomVariable else _hashable(new)


def _hashable(value: Any) -> Any:
    """A value as something that has a hash, with all of its variables observed."""
    if type(value) is RandomVariable:
        return value.observe()
    names = compared_fields(cast(Hashable, type(value)))
    if names is not None:
        return tuple((name, _hashable(getattr(value, name))) for name in names)
    if isinstance(value, Mapping):
        return tuple((key, _hashable(one)) for key, one in value.items())
    return tuple(map(_hashable, value)) if isinstance(value, (tuple, list)) else value
