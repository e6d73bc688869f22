"""The beginning of a combat and of a turn (section 6.1): `start_combat` and `initiative`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.common import by_side
from vedette.engine.conditions import conditions_end
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.engine.requests import Option
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.damage.clouds import breathe
from vedette.games.close_quarters.damage.fire import through
from vedette.games.close_quarters.derived import e_dex, initiative_bonus, own_initiative_bonus
from vedette.games.close_quarters.facts import turn as facts
from vedette.games.close_quarters.near import is_able, is_alive, is_camp
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import modifier, number
from vedette.games.close_quarters.terrain import deep_pit, jumped_pit
from vedette.games.close_quarters.turn.footing import into_pit
from vedette.games.close_quarters.turn.order import begin_movement, is_gone
from vedette.games.close_quarters.turn.phases import before_initiative, in_phase
from vedette.games.close_quarters.turn.situations import offered_to_side
from vedette.kit.tables import applying

# --- the beginning of a combat and of a turn


KEPT_STATUS = ("blinded",)
"""The one condition of an earlier combat that lasts into the next."""


class StartCombat(Command):
    """A combat starts."""


class Initiative(Command):
    """The turn's initiative: by dice, or for a side that surprises the others or goes on running."""

    surprise: Annotated[str | None, Field(description="the side that surprises the others")] = None
    flee: Annotated[str | None, Field(description="the side that only runs")] = None


# --- start_combat


@forbids("CQ-TRN-1", overridable=False)
def _no_combat_is_on(game: Fight, command: StartCombat) -> str | None:
    """A combat starts when none is on."""
    return "A combat is on already." if game.phase != "between" and not game.outcome else None


@forbids("CQ-TRN-1", alternative="place him first", overridable=False)
def _everybody_has_a_place(game: Fight, command: StartCombat) -> str | None:
    """All who are alive and haven't left must have a hex."""
    for name, character in game.units.items():
        if is_alive(game, name) and not character.left and not character.hex:
            return f"{character.name} has no hex yet."
    return None


async def start_combat(play: Play[Fight], command: StartCombat) -> None:
    """Turn 1, with nothing left of an earlier combat but where everybody is, and what lasts (section 6.1, CH 3).

    If the last scenario has been settled, a new one begins.
    """
    for until in ("turn", "combat"):
        conditions_end(play, until)
    game = play.state
    new = game.settled
    play.commit(
        replace(
            before_initiative(game, 1),
            sides={name: replace(side, all_ran=False, fleeing=False) for name, side in game.sides.items()},
            units={name: _fresh(character, new_scenario=new) for name, character in game.units.items()},
            outcome="",
            settled=False,
        ),
        facts.CombatBegan(),
    )


def _fresh(character: Character, *, new_scenario: bool) -> Character:
    """A character as he enters a combat; his wounds are old ones from now on (CH 3)."""
    return replace(
        character.without_marks("combat", "turn"),
        status=tuple(flag for flag in character.status if flag in KEPT_STATUS),
        old_damage=character.damage,
        healed=0,
        awarded=() if new_scenario else character.awarded,
    )


# --- initiative


def _initiative_understood(game: Fight, command: Initiative) -> Initiative:
    """Given by a side; the sides it names must be there, and only one of them can take the initiative."""
    by_side(game, command)
    for side in (command.surprise, command.flee):
        if side is not None and side not in game.sides:
            raise CommandError(f"There is no side {side}: there are {' and '.join(game.sides)}.")
    if command.surprise is not None and command.flee is not None:
        raise CommandError("Either surprise or flight gives the initiative, not both.")
    return command


@forbids("CQ-INI-4", reads=("flee",))
def _it_ran(game: Fight, command: Initiative) -> str | None:
    """Only a side that did nothing but run last turn may take the initiative to run on."""
    if command.flee is not None and not game.sides[command.flee].all_ran:
        return f"{game.sides[command.flee].name} did other things than run last turn."
    return None


async def initiative(play: Play[Fight], command: Initiative) -> None:
    """CQ-INI-1 to CQ-INI-4: who has the initiative, in which order they move, and then they move."""
    first = command.surprise or command.flee or ""
    _mark(play, command)
    if play.state.options.advanced_initiative:
        order = await _every_character_rolls(play, first)
    else:
        await _sides_roll(play, first)
        order = await _winner_settles_the_order(play)
    play.commit(replace(play.state, move_order=order), facts.MoveOrderSettled(order))
    play.commit(begin_movement(play.state), facts.PhaseBegan("movement"))


def _mark(play: Play[Fight], command: Initiative) -> None:
    """CQ-INI-3, CQ-INI-4: who is surprised, and who flees."""
    game = play.state
    if command.surprise is not None:
        units = {
            name: replace(character, surprised=character.side != command.surprise)
            for name, character in game.units.items()
        }
        play.commit(replace(game, units=units), facts.Surprised(command.surprise))
    if command.flee is not None:
        play.commit(game.with_side(command.flee, fleeing=True), facts.Flees(command.flee))


async def _sides_roll(play: Play[Fight], first: str) -> None:
    """CQ-INI-1: the sides by their dice; no dice for a side that surprises or flees, the others follow as set up."""
    game = play.state
    sides = [side for side in game.sides if not is_gone(game, side)]
    gone = [side for side in game.sides if side not in sides]
    if first:
        ranked = [first, *sides]
    else:
        bonuses = {side: initiative_bonus(game, side) for side in sides}
        ranked = await _ranked(play, sides, bonuses)
    order = tuple(dict.fromkeys([*ranked, *gone]))
    play.commit(replace(play.state, initiative=order), facts.InitiativeWon(order))


async def _ranked(play: Play[Fight], sides: Sequence[str], bonuses: Mapping[str, int]) -> list[str]:
    """The sides by one die each and their bonus, the highest first; equal ones roll again without bonus."""
    totals: dict[str, int] = {}
    for side in sides:
        face = await checks.throw(
            play,
            number("initiative_dice"),
            why="initiative",
            side=side,
            rules=("CQ-INI-1", "CQ-INI-6"),
            told=f"Initiative of {play.state.sides[side].name}",
            modifiers=applying(modifier("initiative_bonus", bonuses.get(side, 0))),
        )
        totals[side] = face + bonuses.get(side, 0)
    ranked: list[str] = []
    for total in sorted(set(totals.values()), reverse=True):
        equal = [side for side in sides if totals[side] == total]
        if len(equal) > 1:
            play.emit(facts.InitiativeTied(tuple(equal)))
            equal = await _ranked(play, equal, {})
        ranked += equal
    return ranked


async def _winner_settles_the_order(play: Play[Fight]) -> tuple[str, ...]:
    """CQ-INI-2: the winner says which side moves first, which second, and so on."""
    game = play.state
    winner, order = game.initiative[0], list[str]()
    left = [side for side in game.sides if not is_gone(game, side)]
    while left:
        side = await play.choose(
            "mover",
            side=winner,
            options=tuple(Option(one, game.sides[one].name) for one in left),
            why="Which side moves next?" if order else "Which side moves first?",
            rules=("CQ-INI-2",),
        )
        order.append(str(side))
        left.remove(str(side))
    return tuple(order)


async def _every_character_rolls(play: Play[Fight], first: str) -> tuple[str, ...]:
    """CQ-OPT-1: the able characters by the margins of their checks and their own bonus.

    Ties go by effective DEX, then by the set-up; the characters of a side that surprises or flees come before all.
    """
    scores: dict[str, tuple[bool, int, int]] = {}
    for name, character in play.state.units.items():
        if not is_able(play.state, name):
            continue
        result = await checks.save(
            play,
            name,
            "dex",
            number("advanced_initiative_dice"),
            why="initiative_check",
            rules=("CQ-OPT-1", "CQ-INI-6"),
            told=f"{character.name}: initiative",
        )
        score = result.margin + own_initiative_bonus(play.state, name)
        scores[name] = (character.side == first, score, e_dex(play.state, name))
    return tuple(sorted(scores, key=lambda name: scores[name], reverse=True))


def _may_start(game: Fight, by: str) -> bool:
    return (game.phase == "between" or bool(game.outcome)) and not is_camp(game)


BEGINNING_COMMANDS: dict[str, CommandSpec[Fight]] = {
    "start_combat": CommandSpec(
        StartCombat,
        "Start the combat",
        "side",
        start_combat,
        by_side,
        (_no_combat_is_on, _everybody_has_a_place),
        rules=("CQ-TRN-1",),
        key="s",
        offered=_may_start,
    ),
    "initiative": CommandSpec(
        Initiative,
        "Initiative",
        "side",
        initiative,
        _initiative_understood,
        (in_phase("initiative"), _it_ran),
        rules=("CQ-INI-1", "CQ-INI-2", "CQ-INI-3", "CQ-INI-6", "CQ-OPT-1"),
        key="r",
        offered=offered_to_side("initiative"),
    ),
}


# --- getting into a hex otherwise than by a move of one's own


Arrival = Literal["by himself", "driven", "thrown"]
"""Into a pit of up to 2 m one climbs by oneself, and falls if driven; who is thrown falls in any case."""


async def arrive(play: Play[Fight], name: str, hex: str, how: Arrival = "by himself") -> None:
    """He meets what waits in the hex where he is now: a pit (CQ-MOV-14), fire (CQ-FIR-9), gas (CQ-GRN-9)."""
    map = play.state.map
    falls = how == "thrown" or deep_pit(map, hex) or (how == "driven" and jumped_pit(map, hex))
    if falls:
        await into_pit(play, name, hex)
    await through(play, name, (hex,))
    breathe(play, name, (hex,))
