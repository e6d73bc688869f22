"""The table as a whole: sides, characters, the map, what lives on it, and who must decide what."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.asks import Ask
from vedette.games.close_quarters.standing import is_able, is_camp
from vedette.games.close_quarters.state import Fight, Grenade
from vedette.games.close_quarters.tables import options
from vedette.games.close_quarters.turn.phases import PHASE_NAMES
from vedette.games.close_quarters.view.board import board
from vedette.games.close_quarters.view.cards import card
from vedette.games.close_quarters.view.prompts import outcome, prompt
from vedette.games.close_quarters.view.told import named
from vedette.kit.words import count
from vedette.view.vocabulary import Mark, SideView, Table

FUSES = {"turn": "at the end of this turn", "movement": "after the movement of turn {due}", "lit": "burning"}


def table(game: Fight, ask: Ask | None) -> Table:
    """Everything at a glance."""
    acting = ask.side if ask else acting_side(game)
    return Table(
        title=game.title or "Close Quarters",
        round=f"Turn {game.round}" if game.phase != "between" else "",
        phase=phase_name(game),
        sides=tuple(
            SideView(id, side.name, _score(game, id), acting == id) for id, side in game.sides.items()
        ),
        cards=tuple(card(game, name) for name in game.units),
        marks=tuple(_marks(game)),
        prompt=prompt(game),
        active=game.actor,
        outcome=outcome(game),
        board=None if is_camp(game) else board(game, side=acting_side(game), path=_latest(game)),
    )


def moment(game: Fight) -> str:
    """Where the game stands, in a few words."""
    if game.outcome:
        return f"Turn {game.round} · {outcome(game)}"
    if game.phase == "between":
        return phase_name(game)
    acting = acting_side(game)
    who = (
        game.units[game.actor].name if game.actor in game.units else game.sides[acting].name if acting else ""
    )
    return " · ".join(part for part in (f"Turn {game.round}", phase_name(game), who) if part)


def phase_name(game: Fight) -> str:
    """The phase as people call it."""
    return PHASE_NAMES[game.phase].capitalize()


def acting_side(game: Fight) -> str:
    """The side to move or act, "" where it is nobody's turn."""
    if game.actor in game.units:
        return game.units[game.actor].side
    return game.active if game.active in game.sides else ""


def _score(game: Fight, side: str) -> str:
    """How many are still able to act, of all."""
    own = game.of(side)
    return f"{sum(is_able(game, name) for name in own)}/{len(own)} able"


def _latest(game: Fight) -> tuple[str, ...]:
    """The latest move of this phase."""
    moving = game.phase == "movement" and game.last_move is not None
    return game.last_move.path if moving and game.last_move else ()


def _marks(game: Fight) -> Iterator[Mark]:
    """What lives on the map and belongs to nobody, and what is special about the place."""
    for id, grenade in game.map.grenades.items():
        yield Mark(f"grenade-{id}", f"{grenade.kind.capitalize()} grenade", _live(game, grenade))
    for id, cloud in game.map.clouds.items():
        where = f"around {cloud.hex}, radius {cloud.radius}, age {cloud.age}"
        yield Mark(f"cloud-{id}", cloud.kind.capitalize(), where)
    if game.map.fires:
        fires = ", ".join(f"{hex} ({fire.kind})" for hex, fire in game.map.fires.items())
        yield Mark("fires", "Fires", fires)
    for id, side in game.sides.items():
        if side.spoils:
            yield Mark(f"spoils-{id}", f"Spoils of {side.name}", count(len(side.spoils), "thing"), id)
    if surroundings := ", ".join(_surroundings(game)):
        yield Mark("place", "The place", surroundings)
    if played := [row.name for id, row in options().items() if _is_played(game, id)]:
        yield Mark("options", "Options", ", ".join(played))


def _live(game: Fight, grenade: Grenade) -> str:
    """Where a live grenade is, and when it goes off."""
    held = f"held by {named(game, [grenade.held])}" if grenade.held else ""
    where = f"in {grenade.hex}" if grenade.hex else held
    return ", ".join(part for part in (where, FUSES[grenade.fuse].format(due=grenade.due)) if part)


def _is_played(game: Fight, option: str) -> bool:
    """Whether an optional rule is on; that people can read goes without saying."""
    return option != "literate" and getattr(game.options, option, None) is True


def _surroundings(game: Fight) -> Iterator[str]:
    map = game.map
    if map.dark:
        yield "dark"
    if map.microgravity:
        yield "microgravity"
    if map.atmosphere != "air":
        yield map.atmosphere
    if map.wind != "none":
        yield f"{map.wind} wind to {map.wind_to}"
    if game.options.gravity != 1:
        yield f"gravity {game.options.gravity:g}"
