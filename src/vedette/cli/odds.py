"""The command that looks ahead: what may come of a command, and how likely it is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from time import perf_counter
from typing import Any

import typer

from vedette.cli import errors
from vedette.cli.games import looking
from vedette.cli.json_output import print_json
from vedette.cli.output import print_line
from vedette.cli.progress import progress
from vedette.engine.again import carried_out, understood, with_known
from vedette.engine.checks import Refusal
from vedette.engine.data import Row, Table
from vedette.engine.errors import CommandError
from vedette.engine.odds import command_odds
from vedette.engine.odds.command_chain import ENDED, plan_search
from vedette.engine.odds.search import Odds, Search, Telling
from vedette.engine.patch import get
from vedette.engine.plain import to_plain
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.system import quoted
from vedette.view.command_line import by_name, must_be_decided, plan_words, with_ids
from vedette.view.form_draft import aimed_at
from vedette.view.outlook import Chance, Outlook, in_few_words, outlook, percent, tells_cards
from vedette.view.vocabulary import Card

SLICE = 0.1
"""Seconds before the progress of the search is shown."""


def odds(save: str, do: str, words: list[str] | None, override: bool, seconds: float, as_json: bool) -> None:
    session = looking(save)
    if not session.odds_shown:
        side = next(iter(session.state.sides))
        raise CommandError(
            f"The players have hidden the odds. To show them: vedette do {quoted(save)} odds {side} shown=true"
        )
    plan = plan_words([do, *(words or [])]) if do else []
    search = _search(session, plan, override)
    begun = perf_counter()
    with progress("Working out the odds") as told:
        ends = begun + seconds
        while not search.look(min(ends, perf_counter() + SLICE)) and perf_counter() < ends:
            told(max(float(1 - search.odds.rest), (perf_counter() - begun) / seconds))
        taken = perf_counter() - begun
        if search.odds.complete:
            search.weigh_choices(ends)
    last = plan[-1] if plan else {}
    if as_json:
        print_json(_plain(session, search, last, taken))
        return
    for line in _lines(session, search, last):
        print_line(line)


def _search(session: Session[GameState], plan: Sequence[Row], override: bool) -> Search[GameState]:
    """A search for a command or several in a row, or for what may still come of the one under way."""
    tells = _tells(session)
    if not plan:
        return command_odds.rest_search(session, tells, hears=command_odds.hears_moments)
    if session.request is not None:
        raise CommandError("A command is under way: `vedette odds SAVE` tells what may come of it.")
    ruleset, state = session.ruleset, session.state
    if len(plan) > 1 and override:
        raise CommandError("--override is for one command; a plan goes by the rules.")
    if len(plan) > 1:
        plan = [with_ids(ruleset, state, one) for one in plan]
        found = plan_search(ruleset, state, plan, tells)
    else:
        with by_name(ruleset, state, plan[0]) as meant:
            must_be_decided(ruleset, state, meant)
            found = command_odds.command_search(
                ruleset, state, meant, tells, override=override, hears=command_odds.hears_moments
            )
    if isinstance(found, Refusal):
        errors.say(str(found))
        raise typer.Exit(errors.REFUSED)
    return found


def _tells(session: Session[GameState]) -> Telling[GameState]:
    """Tells by path what has changed, by unit what its card shows, and what happened."""
    before = command_odds.state_before(session)
    changes, cards = command_odds.tells_changes(before), tells_cards(session.ruleset.view, before)

    def tells(after: GameState, heard: Any) -> dict[Any, Any]:
        return {**changes(after, heard), **cards(after, heard), **{("fact", one.name): True for one in heard}}

    return tells


def _plain(session: Session[GameState], search: Search[GameState], given: Row, taken: float) -> Table:
    """Every chance as a fraction: of what each unit loses, of the values that may change, by their path, and of what may happen.

    `ranges`: the least and the greatest mean of a number, or chance of a fact, that other choices make; `unweighed` are
    the questions whose other answers have not been looked into, so that nothing is known of that.
    """
    odds, state = search.known, command_odds.state_before(session)
    before = to_plain(state)
    seen, cards = _outlook(session, search, given)
    meters = {path: _chances(odds, path, get(before, path)) for path in odds.chances if isinstance(path, str)}
    facts = {key[1]: _told(odds, values[True]) for key, values in odds.chances.items() if key[0] == "fact"}
    return {
        "exact": odds.exact,
        "kind": odds.kind,
        "error": _error(odds),
        "ms": round(taken * 1000, 1),
        **({"tries": odds.sampled} if odds.sampled else {}),
        "choices": [f"{name}: {option.label}" for name, option in odds.choices.items()],
        "ranges": dict(_ranges(search, before)) if odds.choices else {},
        "unweighed": [] if search.weighed and odds.exact else [*odds.choices],
        "lost": {unit: _losses(odds, unit) for unit in state.units},
        "meters": meters,
        "facts": facts,
        "headline": [f"{cards[seen.unit].name}: {said}"] if seen and (said := in_few_words(seen)) else [],
    }


def _chances(odds: Odds, path: str, old: Any) -> dict[str, str]:
    """How likely each value is; where nothing is told of a path it stays the old one."""
    values = odds.chances[path]
    chances = {_value(value): chance for value, chance in values.items()}
    if same := 1 - odds.rest - sum(values.values()):
        chances = {_value(old): same + chances.pop(_value(old), Fraction(0)), **chances}
    return {value: _told(odds, chance) for value, chance in chances.items()}


def _losses(odds: Odds, unit: str) -> dict[str, str]:
    """How likely a unit loses so many of what its card counts; what has not been looked into is left out."""
    lost: dict[int, Fraction] = {}
    for (many, _), chance in odds.chances.get((unit, "lost"), {}).items():
        lost[many] = lost.get(many, Fraction(0)) + chance
    if nothing := 1 - odds.rest - sum(lost.values()):
        lost[0] = lost.get(0, Fraction(0)) + nothing
    return {str(many): _told(odds, lost[many]) for many in sorted(lost)}


def _told(odds: Odds, chance: Fraction) -> str:
    """A chance that was worked out as a fraction, one of a sample as a decimal number."""
    return f"{float(chance):.4f}" if odds.sampled else str(chance)


def _error(odds: Odds) -> float:
    """How far a chance may be off: by all that has not been looked into; of a sample the largest standard error."""
    if not odds.sampled:
        return float(odds.rest)
    return round(max(odds.error_of(one) for values in odds.chances.values() for one in values.values()), 4)


def _ranges(search: Search[GameState], before: Any) -> Iterator[tuple[str, list[str]]]:
    """From where to where choices move the mean of each number and the chance of each fact that they do move."""
    for key, values in search.odds.chances.items():
        if isinstance(key, str):
            old = get(before, key)
            if not all(type(value) in (int, float, bool) for value in (old, *values)):
                continue
            found = search.range_of(key, lambda value, old=old: old if value is None else value)  # type: ignore[misc]
        else:
            found = search.range_of(key, bool) if key[0] == "fact" else None
        if found is not None and found[0] != found[1]:
            yield key if isinstance(key, str) else key[1], [str(found[0]), str(found[1])]


def _outlook(
    session: Session[GameState], search: Search[GameState], given: Row
) -> tuple[Outlook | None, Mapping[str, Card]]:
    """What the odds come to for people, and the cards that it names."""
    table = session.ruleset.view.table(command_odds.state_before(session), None)
    if session.request is not None:
        given = session.timeline.command_at(session.timeline.head).input.words
    by, story = str(given.get("by", table.prompt.side)), session.ruleset.view.story
    cards = {card.id: card for card in table.cards}
    return outlook(search.known, cards, by, aimed_at(given), search.range_of, story), cards


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _lines(session: Session[GameState], search: Search[GameState], given: Row) -> Iterator[str]:
    """What may come of it, in words: the losses of the unit that is aimed at, then everything else."""
    odds = search.known
    seen, cards = _outlook(session, search, given)
    if odds.sealed:
        yield f"{float(odds.sealed):.1%} depends on what is sealed, and is not foretold."
    ended = [
        (key[1], values[True])
        for key, values in odds.chances.items()
        if key[0] == "fact" and key[1].startswith(f"{ENDED} ")
    ]
    for why, share in ended:
        chance = Chance("", share, share + odds.rest, error=odds.error_of(share))
        yield f"{percent(chance):>7}  not possible then: {why.partition(': ')[2]}"
    if odds.sealed == 1:
        return
    if seen is None and odds.exact and not ended:
        yield from _costing_nobody(session, given)
        return
    if seen is not None:
        yield from (f"{percent(chance):>7}  {chance.text}" for chance in seen.fails)
        tokens = any(chance.token for chance in seen.losses)
        if seen.expected or tokens:
            loses = f", expected to lose {seen.average} {seen.measured}" if seen.expected else ""
            yield f"{cards[seen.unit].name}{loses}:"
        for chance in (*(seen.losses if seen.expected or tokens else ()), *seen.others):
            yield f"{percent(chance):>7}  {chance.text}"
        for choice in seen.choices:
            yield f"Assumed: {choice}."
        if seen.spread:
            yield f"With other choices: {seen.spread}."
        elif odds.exact and not search.weighed:
            yield "What other choices would make of it has not been looked into."
    elif ended:
        return
    left = odds.rest - odds.sealed
    if odds.sampled:
        yield f"A sample of {odds.sampled:,} tries, with its standard error; --seconds tries longer."
        return
    if left:
        longer = "there are too many ways it may go" if search.full else "--seconds looks longer"
        yield f"{float(left):.1%} has not been looked into; {longer}."
    else:
        yield "Exact."


def _costing_nobody(session: Session[GameState], given: Row) -> Iterator[str]:
    """That dice cost nobody anything, or that there are none: then what the command does is certain, and told in the words of the log."""
    try:
        command = (
            understood(session.ruleset, session.state, with_known(session.ruleset, session.state, given))
            if given
            else None
        )
    except CommandError:  # it makes sense only after those before it in the plan
        command = None
    run = carried_out(session.ruleset, session.state, command) if command else None
    if run is None or run.request is not None:
        yield "Its dice cost nobody anything; --json tells every value that they may change."
    else:
        yield "Dice decide nothing here."
        names = session.names()
        yield from (event.fact.sentence(lambda one: names.get(one, one)) for event in run.take_events())
    if run is not None:
        run.close()
