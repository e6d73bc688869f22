"""What lies on the ground when a combat is over: whose it was, and who takes it up again (CQ-TRN-6, CQ-ITM-15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, CommandSpec, shown
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.engine.record import replace
from vedette.games.close_quarters.characters.carrying import LOAD, PLACES, Build, changed
from vedette.games.close_quarters.characters.trade import HOMES
from vedette.games.close_quarters.derived import alive
from vedette.games.close_quarters.lookup import by_unit
from vedette.games.close_quarters.state import Character, Dropped, Fight
from vedette.games.close_quarters.tables import kind_of
from vedette.games.close_quarters.telling import fact, thing_named
from vedette.games.close_quarters.turn.allowance import taken
from vedette.games.close_quarters.turn.order import between_combats, offered_in
from vedette.view.asked import Asked


def left_lying(game: Fight, side: str, winner: str) -> dict[str, Dropped]:
    """What a side may take up by its id: all that lies there where it has won, after a draw what was its own."""
    return {
        thing: lying
        for thing, lying in game.map.dropped.items()
        if side == winner or (winner not in game.sides and _whose(game, lying) == side)
    }


def _whose(game: Fight, lying: Dropped) -> str:
    """The side of whoever dropped or threw it; "" where the set-up laid it there."""
    return game.units[lying.by].side if lying.by in game.units else ""


def lying_words(game: Fight, lying: Dropped) -> str:
    """What lies there, whose it was, and where: `rifle of Rosa in 0406`."""
    owner = f" of {game.units[lying.by].name}" if lying.by in game.units else ""
    return f"{thing_named(lying.type)}{owner} in {lying.hex}"


def _to_be_collected(game: Fight, by: str) -> Mapping[str, str]:
    """Who dropped it finds it first."""
    there = left_lying(game, game.units[by].side, game.outcome)
    own_first = sorted(there, key=lambda thing: there[thing].by != by)
    return {thing: lying_words(game, there[thing]) for thing in own_first}


class Collect(Command):
    """Take up a thing that lies on the ground, when the combat is over."""

    thing: Annotated[str, Asked("Thing", "t", _to_be_collected)]


def _understood(game: Fight, command: Collect) -> Collect:
    """Something that lies there."""
    by_unit(game, command)
    if command.thing not in game.map.dropped:
        raise CommandError(f"There is no such thing on the ground: {shown(command.thing)}.")
    return command


@forbids("CQ-TRN-6", reads=("thing",))
def _his_side_has_the_field(game: Fight, command: Any) -> str | None:
    """The field is the winners'; after a draw everybody has back what was his side's."""
    if not game.settled:
        return "What lies there is taken up once the combat is settled."
    if command.thing in left_lying(game, game.units[command.by].side, game.outcome):
        return None
    return "The winners hold the field: what lies there is theirs."


@forbids("CQ-TRN-6")
def _is_alive(game: Fight, command: Any) -> str | None:
    """The dead need nothing; for the unconscious their friends take it up."""
    character = game.units[command.by]
    return None if alive(character) else f"{character.name} is dead."


def _with_it(game: Fight, command: Collect) -> Fight:
    """The game with the thing in the first place that is free for it: in hand, slung, on the belt, in the pack."""
    found = taken(game, command.by, command.thing)
    holder = found.units[command.by]
    held = holder.ready[-1]
    offered = HOMES[kind_of(game.map.dropped[command.thing].type) or "item"]
    places = [place for place in ("slung", *offered) if place in offered]
    ways = [_put(holder, held, place) for place in dict.fromkeys(("ready", *places))]
    fitting = (way for way in ways if not any(check.test(game, Build(way)) for check in PLACES))
    return replace(found, units={**found.units, command.by: next(fitting, holder)})


def _put(character: Character, thing: str, place: str) -> Character:
    """The character with what he holds last elsewhere."""
    freed = changed(character, ready=character.ready[:-1])
    return changed(freed, **{place: (*getattr(freed, place), thing)})


def _as_collected(game: Fight, command: Any) -> tuple[Build, ...]:
    """The character with the thing; none while the command doesn't make sense yet."""
    if command.thing not in game.map.dropped:
        return ()
    return (Build(_with_it(game, command).units[command.by]),)


@fact("{unit} takes up the {thing:thing} from the ground.", headline="{unit} takes up the {thing:thing}")
class Collected(Fact):
    """A character has a thing again, or anew, that lay on the ground."""

    unit: str
    thing: str


async def collect(play: Play[Fight], command: Collect) -> None:
    """CQ-TRN-6, CQ-ITM-15: what lay there is his."""
    lying = play.state.map.dropped[command.thing]
    play.commit(_with_it(play.state, command), Collected(command.by, lying.type))


def _something_lies_there(game: Fight, by: str) -> bool:
    return game.settled and bool(left_lying(game, game.units[by].side, game.outcome))


COLLECTING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "collect": CommandSpec(
        Collect,
        "Take up what lies there",
        "unit",
        collect,
        _understood,
        (between_combats("CQ-ITM-15"), _is_alive, _his_side_has_the_field),
        rules=("CQ-TRN-6", "CQ-ITM-15"),
        parts=_as_collected,
        part_checks=(*PLACES, LOAD),
        key="g",
        offered=offered_in("between", where=_something_lies_there),
    ),
}
