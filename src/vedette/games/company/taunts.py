"""Taunts: the order to Proclaim one, who may and what it needs, and when it is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from vedette.engine.checks import WhyNot, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact
from vedette.engine.grammar import at_start, the
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.games.company import groups, tables
from vedette.games.company.phase_check import group_checks
from vedette.games.company.shooting import enemies_in_play
from vedette.games.company.state import Skirmish, Taunted
from vedette.games.company.tables import number
from vedette.games.company.turns import ACTIVATION_RULES, activates, activation_line
from vedette.kit.sentences import fact
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Skirmish]()


@fact(
    "{unit} proclaimed “{taunt:word}”{target:? at {target}}.",
    headline="{unit}: “{taunt:word}”",
    tale="{unit} proclaimed “{taunt:word}”{target:? at {target}}",
)
class Proclaimed(Fact, frozen=True):
    """A taunt lasts from now on; `target`: the enemy that it names."""

    unit: str
    taunt: Annotated[str, WORDS]
    target: str = ""


def own_taunts(game: Skirmish, unit: str) -> Iterator[tables.Taunt]:
    """CO-TNT-2: the taunts for anybody, and those that its sample company has for this Group."""
    for taunt in tables.taunts(game.edition).values():
        its_company = taunt.company == groups.company_of(game, unit).list
        if not taunt.company or (its_company and groups.profile(game, unit).sample in taunt.by):
            yield taunt


def _offered(game: Skirmish, by: str) -> Mapping[str, str]:
    return {taunt.id: f"{tables.titled(taunt)}: {taunt.text}" for taunt in own_taunts(game, by)}


def _names_an_enemy(game: Skirmish, words: Words) -> bool:
    taunt = tables.taunts(game.edition).get(words.get("taunt", ""))
    return taunt is not None and taunt.target


class Proclaim(Command):
    """Proclaim a taunt, which lasts for the rest of the game."""

    taunt: Annotated[str, Asked("Taunt", "t", _offered)]
    target: Annotated[
        str | None,
        Asked("Against", "a", enemies_in_play, after=("taunt",), shown=_names_an_enemy, required=True),
        "the enemy that it names",
    ] = None


def _understood(game: Skirmish, command: Proclaim) -> Proclaim:
    groups.by_group(game, command)
    if command.target is not None:
        groups.known(game, command.target)
    taunts = tables.taunts(game.edition)
    if not taunts:  # refused by CO-TNT-1
        return command
    if command.taunt not in taunts:
        raise CommandError(f"There is no taunt {shown(command.taunt)}.")
    taunt = taunts[command.taunt]
    if not taunt.target and command.target is not None:
        raise CommandError(f"“{taunt.name}” names no enemy.")
    if taunt.target:
        if command.target is None:
            raise CommandError(f"Say which enemy “{taunt.name}” names.")
        if not game.enemies(command.by, command.target) or not game.units[command.target].in_play:
            raise CommandError(f"“{taunt.name}” names an enemy in play.")
    return command


@forbids("CO-ATK-4", alternative="it may Attack or Retreat")
def _in_melee_only_what_needs_one(game: Skirmish, command: Proclaim) -> str | None:
    """A Group in melee may Proclaim a taunt that needs a melee (decision 27 of the texts)."""
    unit, named = game.units[command.by], getattr(command, "taunt", "")
    known = tables.taunts(game.edition)
    meant = [known[named]] if named in known else own_taunts(game, command.by)
    if unit.in_melee_with and not any("melee" in one.needs for one in meant):
        return f"{at_start(unit.name)}: in melee with {game.unit_names(unit.in_melee_with)}."
    return None


@forbids("CO-TNT-1", overridable=False)
def _there_are_taunts(game: Skirmish, command: Proclaim) -> str | None:
    if tables.taunts(game.edition):
        return None
    return f"There are no taunts in “{groups.edition(game).name}”."


@forbids("CO-TNT-2", reads=("taunt",))
def _it_is_its_own(game: Skirmish, command: Proclaim) -> str | None:
    own = [taunt.id for taunt in own_taunts(game, command.by)]
    if command.taunt in own or not tables.taunts(game.edition):
        return None
    name = tables.taunts(game.edition)[command.taunt].name
    return f"{game.units[command.by].name}: “{name}” is for other Groups."


@forbids("CO-TNT-3", reads=("taunt", "target"))
def _its_needs_are_met(game: Skirmish, command: Proclaim) -> WhyNot:
    """What the assistant knows of; the rest is declared by giving the order."""
    by, target = command.by, command.target
    taunt, own = tables.taunts(game.edition).get(command.taunt), groups.profile(game, by)
    melees, name = game.units[by].in_melee_with, the(game.unit_name(by))
    needs = {
        "bloodied": (groups.bloodied(game, by), f"{name} must be Bloodied"),
        "not_bloodied": (not groups.bloodied(game, by), f"{name} must not be Bloodied"),
        "melee": (
            target in melees if target else bool(melees),
            f"{name} must be in melee" + (" with that enemy" if target else ""),
        ),
        "target_bloodied": (
            groups.bloodied(game, target or by),
            "that enemy must be Bloodied",
        ),
        "mi": (own.mi is not None, f"{name} must have missiles (MI)"),
        "mo8": (
            groups.movement(game, by, "") >= number("taunt_least_mo"),
            f"{name} must have MO {number('taunt_least_mo')} or more",
        ),
        "caster": (
            bool({"caster", "apprentice"} & {*own.traits}),
            f"{name} must be a Caster or an Apprentice",
        ),
    }
    for need in taunt.needs if taunt else ():
        is_met, what = needs[need]
        if not is_met:
            return at_start(f"{what} for that.")
    return None


@forbids("CO-TNT-4", reads=("taunt",))
def _it_has_not_proclaimed_it(game: Skirmish, command: Proclaim) -> str | None:
    if command.taunt in [one.taunt for one in game.units[command.by].taunts]:
        return f"{game.units[command.by].name}: Proclaimed already, and the taunt lasts."
    return None


def _lines(game: Skirmish, by: str, command: Proclaim | None) -> Iterator[Detail]:
    if command is None:
        return
    taunt = tables.taunts(game.edition)[command.taunt]
    yield Detail(taunt.name, taunt.text)  # before those that it has, which the order reminds of
    if taunt.declare:
        yield Detail("You declare", f"{the(game.unit_name(by))}: {taunt.declare} (CO-TNT-3)")
    yield from activation_line(game, by, "proclaim", needed=taunt.check)


@COMMANDS.add(
    Proclaim,
    "Proclaim",
    _understood,
    (
        *group_checks(_in_melee_only_what_needs_one), _there_are_taunts, _it_is_its_own, _its_needs_are_met,
        _it_has_not_proclaimed_it,
    ),
    rules=(*ACTIVATION_RULES, "CO-TNT-1", "CO-TNT-7", "CO-TNT-8"),
    reminders=("CO-TNT-9",),
    key="p",
    aims="taunt",
    offered=lambda game, by: groups.is_played(game, by) and bool(tables.taunts(game.edition)),
    lines=_lines,
)  # fmt: skip
async def proclaim(play: Play[Skirmish], command: Proclaim) -> None:
    """CO-TNT-1: 2d6 against the check of the taunt, which then lasts for the rest of the game."""
    by, taunt = command.by, tables.taunts(play.state.edition).get(command.taunt)
    if taunt is None:
        raise ForbiddenError("There are no taunts to Proclaim in this edition.")
    if await activates(play, by, "proclaim", needed=taunt.check):
        taunts = (*play.state.units[by].taunts, Taunted(taunt.id, command.target or ""))
        play.commit(play.state.with_unit(by, taunts=taunts), Proclaimed(by, taunt.name, command.target or ""))
