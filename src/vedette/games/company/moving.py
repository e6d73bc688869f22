"""Moving: the allowance, difficult terrain, and forming up."""

from __future__ import annotations

from typing import Annotated

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.company import groups
from vedette.games.company.groups import (
    OnItsWay,
    by_group,
    difficult_inches,
    has,
    is_played,
    movement,
    profile,
    taunted,
    trait_row,
    traits_of,
    under,
)
from vedette.games.company.phase_check import FREE_GROUP_CHECKS, it_has_a_value, it_may_leave_its_place
from vedette.games.company.resilience import test_all
from vedette.games.company.routing import Queue, escape
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import Named, number, traits
from vedette.games.company.turns import (
    ACTIVATION_RULES,
    Near,
    a_captain_lets_it_pass,
    activates,
    activation_line,
    near_asked,
)
from vedette.kit.schema import Inches
from vedette.kit.sentences import fact
from vedette.kit.tables import ROUNDING
from vedette.kit.words import inches, modifier_words
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Skirmish]()


@fact(
    "{unit} moved{inches:inches}{formation:? and formed up (+1 T)}.",
    {
        "inches": lambda far: "" if far is None else f" {inches(far)}",
        "brief": lambda far: "" if far is None else f' {far:g}"',
    },
    headline="{unit} moved{inches:brief}{formation:? and formed up}",
)
class Moved(Fact, frozen=True):
    """A Group moved; `inches` where they were said."""

    unit: str
    inches: float | None
    formation: bool


def _label(game: Skirmish, unit: str, enemy: str | None) -> str:
    return f'at most {movement(game, unit, enemy) / (1 + all_difficult(game, unit)):g}"'


def movement_label(game: Skirmish, words: Words) -> str:
    """How far the Group may go to attack the enemy that is said, beside the field."""
    return _label(game, words["by"], words.get("target") or "")


DIFFICULT = Asked("Inches in difficult terrain", "d", unit='"', hint="each costs 2", advanced=True)


Difficult = Annotated[Inches, "inches of these in difficult terrain"]


def _forms_up(game: Skirmish, words: Words) -> bool:
    return "formation" in words


class Move(Command):
    """Move, or form up. Without inches the assistant only shows the allowance."""

    inches: Annotated[
        Inches | None,
        Asked("Inches", "i", unit='"', hint=lambda game, words: _label(game, words["by"], None)),
    ] = None
    difficult: Annotated[Difficult, DIFFICULT] = 0
    formation: Annotated[
        bool,
        Asked("Form up (+1 T)", "f", shown=lambda game, words: has(game, words["by"], "defensive")),
        "forms up",
    ] = False
    in_cover: Annotated[bool, Asked("It would stand in cover", "c", shown=_forms_up), "forms up in cover"] = (
        False
    )
    in_difficult: Annotated[
        bool,
        Asked("It would stand in difficult terrain", "t", shown=_forms_up),
        "forms up in difficult terrain",
    ] = False
    escapes: Annotated[
        bool,
        Asked("Leaves the table", "l", shown=lambda game, words: bool(_edge(game, words["by"]))),
        "leaves the table by an edge",
    ] = False
    auto: Annotated[Near, near_asked("move")] = False


def _edge(game: Skirmish, unit: str) -> str:
    """CO-SCN-2, CO-SCN-8: the edge by which it may Move off the table; a carrier has any."""
    return "any" if game.units[unit].carrying else groups.way_off(game, unit)


def move_understood(game: Skirmish, command: Move) -> Move:
    by_group(game, command)
    difficult_inches(command)
    return command


def ground_trait(game: Skirmish, unit: str, ground: str) -> Named | None:
    """The trait of a Group for which difficult ground is `free` or `barred`."""
    rows = [trait_row(game, trait) for trait in traits_of(game, unit) if has(game, unit, trait)]
    return next((row for row in rows if row.ground == ground), None)


def all_difficult(game: Skirmish, unit: str) -> bool:
    """CO-SPL-10: under Entangle every inch is difficult, but for Groups to whom none is."""
    return under(game, unit, "entangle") and not ground_trait(game, unit, "free")


def difficult_part(game: Skirmish, command: OnItsWay) -> float:
    """CO-TRA-11, CO-TRA-12, CO-TRA-19, CO-SPL-10: how many inches of its way are difficult to the Group."""
    if all_difficult(game, command.by):
        return command.inches or 0
    return 0 if ground_trait(game, command.by, "free") else command.difficult


@check("CO-TER-1", "CO-TRA-11", "CO-TRA-12", "CO-TRA-19", "CO-SPL-10", reads=("inches", "difficult"))
def difficult_terrain_costs_double(game: Skirmish, command: OnItsWay) -> Refusal | None:
    """Each inch through difficult terrain costs 2 inches of MO (decision 27); of an attack too."""
    mo, extra = movement(game, command.by, getattr(command, "target", None)), number("difficult_extra")
    difficult = difficult_part(game, command)
    cost = (command.inches or 0) + extra * difficult
    if not difficult or cost <= mo + ROUNDING:
        return None
    most = mo - extra * difficult
    nearest = inches(most) if most >= difficult else f"{mo / (1 + extra):g} difficult inches"
    spared = [row for row in traits(game.edition).values() if row.ground == "free"]
    entangled = under(game, command.by, "entangle")
    ground = "Under Entangle all ground is difficult:" if entangled else "Difficult ground included,"
    named = " or ".join(row.name for row in spared)
    sentence = f"{ground} that costs {cost:g} of {inches(mo)}; only {named} Groups pay nothing extra."
    also = ("CO-SPL-10",) if entangled else tuple(row.rules[0] for row in spared)
    return Refusal("CO-TER-1", sentence, nearest, also=also)


@forbids("CO-TRA-13", "CO-TRA-14", reads=("inches", "difficult"))
def no_ground_that_is_barred(game: Skirmish, command: OnItsWay) -> Refusal | None:
    """Ponderous Groups and Chariots go no inch through difficult ground."""
    barred = ground_trait(game, command.by, "barred")
    if barred is None or not difficult_part(game, command):
        return None
    why = " under Entangle that is everywhere" if under(game, command.by, "entangle") else ""
    name = game.units[command.by].name
    return Refusal(barred.rules[0], f"{name}: {barred.name}, no inch in difficult ground{why and f';{why}'}.")


@forbids("CO-MOV-1", "CO-SCN-8", reads=("inches",))
def _within_its_movement(game: Skirmish, command: Move) -> WhyNot:
    mo = movement(game, command.by)
    if command.inches is not None and command.inches > mo + ROUNDING:
        carrying = game.units[command.by].carrying
        sentence = f"Its MO is {inches(mo)}{' with its token' if carrying else ''}."
        return Refusal("CO-MOV-1", sentence, inches(mo), also=("CO-SCN-8",) if carrying else ())
    return None


@forbids("CO-TRA-4", reads=("formation",))
def _only_defensive_groups_form_up(game: Skirmish, command: Move) -> str | None:
    if command.formation and not has(game, command.by, "defensive"):
        return f"{game.units[command.by].name}: not Defensive, and cannot form up."
    return None


@forbids("CO-TRA-4", reads=("formation", "in_difficult", "in_cover"))
def _forms_up_in_the_open(game: Skirmish, command: Move) -> str | None:
    if command.formation and (command.in_difficult or command.in_cover):
        where = "in difficult terrain" if command.in_difficult else "in cover"
        return f"A Group cannot form up {where}."
    return None


@forbids("CO-SCN-2", "CO-LOC-6", reads=("escapes",))
def _the_scenario_lets_it_go(game: Skirmish, command: Move) -> Refusal | None:
    if not command.escapes or _edge(game, command.by):
        return None
    place = groups.location(game)
    sentence = f"{game.units[command.by].name}: the scenario does not let it leave the table."
    return Refusal("CO-SCN-2", sentence, also=("CO-LOC-6",) if place and place.walled else ())


def _allowance(game: Skirmish, by: str, command: Move | None) -> tuple[Detail, ...]:
    order = activation_line(game, by, "move", auto=command is not None and command.auto)
    more = "".join(f"; {modifier_words(one)}" for one in taunted(game, by, lambda taunt: taunt.mo))
    return (*order, Detail("May move", f'{movement(game, by):g}" (CO-MOV-1){more}'))


@COMMANDS.add(
    Move,
    "Move",
    move_understood,
    (
        *FREE_GROUP_CHECKS, it_may_leave_its_place, it_has_a_value, _within_its_movement, difficult_terrain_costs_double,
        _only_defensive_groups_form_up, _forms_up_in_the_open, no_ground_that_is_barred, _the_scenario_lets_it_go,
        a_captain_lets_it_pass,
    ),
    rules=(*ACTIVATION_RULES, "CO-TRA-4", "CO-SCN-8", "CO-RES-3"),
    reminders=("CO-MOV-2", "CO-MOV-3", "CO-MOV-4", "CO-MOV-5", "CO-TER-2", "CO-TER-3", "CO-TER-7"),
    key="m",
    moves=True,
    offered=lambda game, by: is_played(game, by) and "move" in profile(game, by).activation,
    lines=_allowance,
)  # fmt: skip
async def move(play: Play[Skirmish], command: Move) -> None:
    """CO-MOV-1, CO-TRA-4, CO-SCN-2: the players move the models; a Defensive Group may form up, another leave the table."""
    if not await activates(play, command.by, "move", auto=command.auto):
        return
    formed = play.state.with_unit(command.by, defensive=command.formation)
    play.commit(formed, Moved(command.by, command.inches, command.formation))
    if command.escapes:
        queue: Queue = []
        escape(play, command.by, queue)
        await test_all(play, queue)
