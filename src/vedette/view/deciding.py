"""What decided a command beside its modifiers: the traits and the facts of the table without which the same dice would have cost another loss.

Where nobody lost anything at once, the tokens that came to lie beside a unit are what it cost: Hits that are marked later.

Each is taken away for itself, and the command is carried out again from where it was given, over the dice that lay on
the table then. Where more dice would be needed than were rolled nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vedette.engine.again import carried_out, understood
from vedette.engine.errors import VedetteError
from vedette.engine.grammar import the
from vedette.engine.odds.search import first_option
from vedette.engine.requests import Answer, ChoiceRequest, Request
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import joined
from vedette.engine.timeline import (
    AnswerEntry,
    ChoiceEntry,
    CommandEntry,
    Entry,
    GivenFaces,
    RollEntry,
)
from vedette.view.outlook import tells_cards

WHO = frozenset(
    {"do", "by", "target", "at", "weapon", "weapon2", "models", "attacks", "path", "hex", "mode"}
    | {"range", "inches", "direction", "shots"}
)
"""What no such command is without: who does what to whom, and from how far; the rest of it tells how things stand on the table."""

Cost = Mapping[tuple[str, str], int]
"""How much each unit has lost, and by the name of a token how many more of them lie beside it; losses have no name."""

LOSSES = ""


def decided_by(session: Session[GameState], n: int) -> tuple[str, ...]:
    """In a sentence each: `Without Rending: First Relief would have lost 1, not 3.`; for the command of an entry, once it is complete."""
    return tuple(dict.fromkeys(filter(None, looked_into(session, n))))


def looked_into(session: Session[GameState], n: int) -> Iterator[str]:
    """The same one by one, with "" for what decided nothing: who shows it may do something else meanwhile."""
    entries = _command_of(session, n)
    start = entries[0] if entries else None
    if not isinstance(start, CommandEntry) or entries[-1].waits:
        return
    before = session.state_at(start.parent)
    answers = [entry for entry in entries if isinstance(entry, AnswerEntry)]
    came = _cost(session, before, session.state_at(entries[-1].n))
    for name, state, words in _each_taken_away(session, before, start.input.words):
        after = _over_the_same_dice(session, state, words, answers)
        other = None if after is None else _cost(session, state, after)
        what = _difference(session, came, other) if other is not None else ""
        yield f"Without {name}: {what}." if what else ""


def _command_of(session: Session[GameState], n: int) -> list[Entry]:
    """The command of an entry with all of its answers; nothing where it rolled no dice, or has been undone."""
    timeline = session.timeline
    path = timeline.path()
    if not n or all(entry.n != n for entry in path):
        return []
    first = timeline.command_at(n).n
    entries = [entry for entry in path if entry.n >= first]
    end = next((i for i, entry in enumerate(entries) if i and isinstance(entry, CommandEntry)), None)
    command = entries[:end]
    return command if any(isinstance(entry, RollEntry) for entry in command) else []


def _each_taken_away(
    session: Session[GameState], state: GameState, words: Mapping[str, Any]
) -> Iterator[tuple[str, GameState, Mapping[str, Any]]]:
    """The game and the command without one trait of those who take part, or without one fact of the table."""
    units = [str(words.get(name, "")) for name in ("by", "target", "at")]
    for unit in dict.fromkeys(unit for unit in units if unit in state.units):
        for trait, without in session.ruleset.view.traits(state, unit).items():
            yield f"{trait} ({session.names()[unit]})", without, words
    for name, value in words.items():
        if name not in WHO and value not in (None, False):
            told = {key: one for key, one in words.items() if key != name}
            yield name.replace("_", " "), state, {**told, name: False} if value is True else told


def _over_the_same_dice(
    session: Session[GameState], state: GameState, words: Mapping[str, Any], answers: Sequence[AnswerEntry]
) -> GameState | None:
    """The game after a command over dice that were rolled for another; None where they do not fit it."""
    left = list(answers)
    try:
        run = carried_out(session.ruleset, state, understood(session.ruleset, state, words))
        while run.request is not None:
            answer = _next_answer(run.request, left)
            if answer is None:
                return None
            run.answer(answer)
    except VedetteError:
        return None
    return run.play.state


def _next_answer(request: Request, left: list[AnswerEntry]) -> Answer | None:
    """What was told to the same question, of dice as many as are needed; what comes before it is asked no more."""
    if isinstance(request, ChoiceRequest):
        return _next_choice(request, left)
    for place, entry in enumerate(left):
        if isinstance(entry.input, GivenFaces) and _asks(entry.input.key) == _asks(request.key):
            if len(entry.input.faces) < request.dice:
                return None
            del left[: place + 1]
            return entry.input.answer[: request.dice]
    return None


def _next_choice(request: ChoiceRequest, left: list[AnswerEntry]) -> Answer:
    """What was chosen, where that is possible; else what would be chosen first."""
    possible = [option.value for option in request.options]
    for place, entry in enumerate(left):
        if isinstance(entry, ChoiceEntry) and entry.input.key.startswith(f"{request.name}/"):
            del left[: place + 1]
            return entry.input.choice if entry.input.choice in possible else first_option(request)
    return first_option(request)


def _asks(key: str) -> tuple[str, str]:
    """Why and by whom dice are rolled, and of how many sides they are, however many."""
    what, _, dice = key.rpartition("/")
    return what, dice.partition("d")[2]


def _cost(session: Session[GameState], before: GameState, after: GameState) -> Cost:
    told = tells_cards(session.ruleset.view, before)(after, frozenset())
    lost = {(key[0], LOSSES): value[0] for key, value in told.items() if key[1] == "lost"}
    return lost | {(key[0], key[2]): value for key, value in told.items() if key[1] == "more"}


def _difference(session: Session[GameState], came: Cost, other: Cost) -> str:
    """Whose loss would have been another, and which; the tokens, where nobody has lost anything."""
    names, both = session.names(), dict.fromkeys((*came, *other))
    losses = any(what == LOSSES for _, what in both)
    told: dict[tuple[str, int], list[str]] = {}
    for key in both:
        if (key[1] == LOSSES) is losses and other.get(key, 0) != came.get(key, 0):
            unit = the(names[key[0]])
            # what units share is told once, with all of them
            told.setdefault((_so_many(session, key, other.get(key, 0)), came.get(key, 0)), []).append(unit)
    return ", ".join(f"{joined(units)} would have {what}, not {was}" for (what, was), units in told.items())


def _so_many(session: Session[GameState], key: tuple[str, str], many: int) -> str:
    """`lost 3`, or `taken 1 Hit`."""
    unit, what = key
    if what == LOSSES:
        return f"lost {many or 'nothing'}"
    tokens = session.ruleset.view.card_of(session.state, unit).tokens if unit in session.state.units else ()
    called = next((token.called(many) for token in tokens if token.name == what), what)
    return f"taken {many or 'no'} {called}"
