"""What decided a command beside its modifiers: the traits and the facts of the table without which the same dice would have cost another loss.

Where nobody lost anything at once, the tokens that came to lie beside a unit are what it cost: Hits that are marked later.

Each is taken away for itself, and the command is carried out again from where it was given, over the dice that lay on
the table then. Where more dice would be needed than were rolled nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vedette.engine.again import carried_out, understood
from vedette.engine.data import Row, Words
from vedette.engine.errors import VedetteError
from vedette.engine.grammar import the
from vedette.engine.odds.search import first_option
from vedette.engine.requests import Answer, ChoiceRequest, Request
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import joined
from vedette.engine.timeline import AnswerEntry, ChoiceEntry, GivenFaces
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
    played = next((one for one in session.played.way() if one.command.n <= n <= one.n), None)
    if (
        played is None
        or n not in (entry.n for entry in played.entries)
        or played.is_open
        or not played.asked_dice
    ):
        return
    before, words = session.state_at(played.command.parent), played.command.input.words
    came = _cost(session, before, session.state_at(played.n))
    for name, state, other_words in _each_taken_away(session, before, words):
        after = _over_the_same_dice(session, state, other_words, played.answers)
        what = "" if after is None else _difference(session, came, _cost(session, state, after))
        yield f"Without {name}: {what}." if what else ""


def _each_taken_away(
    session: Session[GameState], state: GameState, words: Words
) -> Iterator[tuple[str, GameState, Row]]:
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
    session: Session[GameState], state: GameState, words: Words, answers: Sequence[AnswerEntry]
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
    """What was told to the same question, of dice as many as are needed; what comes before it is asked no more.

    A choice that was not made there, or is not possible, is the one that would be chosen first.
    """
    for place, entry in enumerate(left):
        if isinstance(request, ChoiceRequest):
            if isinstance(entry, ChoiceEntry) and entry.input.key.startswith(f"{request.name}/"):
                del left[: place + 1]
                possible = [option.value for option in request.options]
                return entry.input.choice if entry.input.choice in possible else first_option(request)
        elif isinstance(entry.input, GivenFaces) and _asks(entry.input.key) == _asks(request.key):
            if len(entry.input.faces) < request.dice:
                return None
            del left[: place + 1]
            return entry.input.answer[: request.dice]
    return first_option(request) if isinstance(request, ChoiceRequest) else None


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
    for unit, what in both:
        then, now = other.get((unit, what), 0), came.get((unit, what), 0)
        if (what == LOSSES) is not losses or then == now:
            continue
        if losses:
            said = f"lost {then or 'nothing'}"
        else:
            known = unit in session.state.units
            tokens = session.ruleset.view.card_of(session.state, unit).tokens if known else ()
            called = next((token.called(then) for token in tokens if token.name == what), what)
            said = f"taken {then or 'no'} {called}"
        told.setdefault((said, now), []).append(the(names[unit]))  # what units share is told once, with all
    return ", ".join(f"{joined(units)} would have {what}, not {was}" for (what, was), units in told.items())
