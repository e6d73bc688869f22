"""Activating a unit: its marker, and the Recover action that comes first. Abilities follow."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec.structs import replace

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.conditions import Condition, condition_begins
from vedette.engine.dice import Modifier, Tests
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact
from vedette.engine.play import Again, Play
from vedette.games.open_fire.candidates import Near, abilities, near_label, near_names, used_on
from vedette.games.open_fire.sequence import awaits_orders, begin_activation, gone_past, is_active
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import CONDITIONS, house_rule, modifier, number
from vedette.games.open_fire.units import (
    Given,
    by_deployed_unit,
    condition,
    fear_of,
    has,
    inspired,
    leader,
    near,
    near_units,
    profile,
    x_of,
)
from vedette.kit.sentences import fact
from vedette.kit.tables import applying
from vedette.kit.words import whose
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Battle]()


@fact(
    "{unit} {lost:?recovered {lost} stress, {left} left|did not recover: {left} stress}.",
    moment=lambda it: "gain" if it.lost else "fail",
    headline="{unit} {lost:?recovered {lost} stress|did not recover}",
)
class StressRemoved(Fact, frozen=True):
    unit: str
    lost: int
    left: int


@fact("{unit} used {ability:word}.{text:? {text:word}}", headline="{unit}: {ability:word}")
class AbilityUsed(Fact, frozen=True):
    unit: str
    ability: str
    text: str


def _flees(battle: Battle, command: Given) -> bool:
    """Getting out starts an activation, except that a unit leaves a wreck at any time."""
    return command.do == "disembark" and command.by in battle.must_disembark


@forbids("OF-RND-4")
def own_turn(battle: Battle, command: Given) -> str | None:
    side = battle.units[command.by].side
    due = side == battle.turn or _flees(battle, command)
    return None if due else f"It is not {whose(battle.side_name(side))} turn to activate."


@forbids("OF-RND-5")
def not_activated(battle: Battle, command: Given) -> str | None:
    unit = battle.units[command.by]
    return f"{unit.name} activated this round." if unit.activated and not _flees(battle, command) else None


class Activate(Command):
    """Activate a unit on the table or aboard."""

    near: Annotated[Near, Asked(near_label, "n", near_names, judged=False)] = ()


def _used_on(battle: Battle, words: Words) -> Mapping[str, str]:
    return used_on(battle, words["by"], words.get("ability"))


USED_ON = Asked(
    "Used on", "u", given=_used_on, shown=lambda battle, words: bool(_used_on(battle, words)), required=True
)


class UseAbility(Command):
    """Use an ability."""

    ability: Annotated[str | None, Asked("Ability", "b", abilities, required=True)] = None
    target: Annotated[
        str | None, USED_ON, "the unit that it is used on, where it brings a condition on another one"
    ] = None


def _activate_understood(battle: Battle, command: Activate) -> Activate:
    unit = by_deployed_unit(battle, command)
    near_units(battle, command.near)
    if unit.embarked_in and command.near:
        raise ForbiddenError(f"{unit.name}: aboard, with nobody near.")
    return command


@COMMANDS.add(
    Activate,
    "Activate",
    _activate_understood,
    (own_turn, not_activated),
    rules=("OF-REC-1", "OF-REC-2", "OF-USR-4", "OF-USR-5", "OF-USR-8"),
    key="c",
    offered=lambda battle, by: (
        awaits_orders(battle, by) and not is_active(battle, by) and by not in battle.must_disembark
    ),
)
async def activate(play: Play[Battle], command: Activate) -> None:
    """OF-RND-4: the unit's activation begins with recovering."""
    begin_activation(play, command.by)
    await recover(play, command.by, command.near)


async def recover(play: Play[Battle], unit: str, named: tuple[str, ...]) -> None:
    """OF-REC-1, OF-REC-2: one command test for each stress; a rolled 12 clears them all."""
    stress = play.state.units[unit].stress
    if not stress:
        return
    there = near(play.state, unit, named)
    fear = modifier("fear", sum(fear_of(play.state, unit, name) for name in there))
    friends = (name for name in there if not play.state.enemies(unit, name))
    read = any(x_of(play.state, name, "Fear") for name in friends)
    fearless = has(play.state, unit, "Fearless") or inspired(play.state, unit, named)
    pool = command_test(play.state, unit, dice=stress, more=(fear,))
    if read:
        pool = replace(pool, readings=(house_rule(play.state, "fear_on_friends"),))
    tests = await play.roll(
        pool,
        why="Recover",
        side=play.state.units[unit].side,
        rules=("OF-REC-1",),
        again=Again(lambda roll: () if roll.criticals else roll.failures) if fearless else None,  # decision 6
        faces="A 12 takes all stress away",
    )
    lost = stress if tests.criticals else min(stress, tests.successes)
    left = stress - lost
    play.commit(play.state.with_unit(unit, stress=left), StressRemoved(unit, lost, left))


def command_test(battle: Battle, unit: str, *, dice: int, more: tuple[Modifier, ...] = ()) -> Tests:
    """OF-TST-1: tests against the leader's CMD; a damaged vehicle tests worse (decision 24)."""
    damaged, _ = condition(battle, unit, battle.units[unit].leader)
    return Tests(
        dice=dice,
        sides=number("die_sides"),
        target=leader(battle, unit).cmd,
        modifiers=applying(*more, damaged),
        basis="CMD",
    )


def _ability_understood(battle: Battle, command: UseAbility) -> UseAbility:
    unit = by_deployed_unit(battle, command)
    abilities = profile(battle, command.by).abilities
    name = command.ability
    if name is None:
        if len(abilities) != 1:
            raise CommandError(f"{unit.name}: {len(abilities)} abilities; say which.")
        name = next(iter(abilities))
    if name not in abilities:
        raise CommandError(f"{unit.name}: no ability {shown(name)}.")
    offered, told = used_on(battle, command.by, name), abilities[name].name
    if command.target is None and offered:
        raise CommandError(f"Say whom {told} is used on: {' or '.join(offered)}.")
    if command.target is not None and command.target not in offered:
        raise CommandError(f"{told} can't be used on {shown(command.target)}.")
    return command.model_copy(update={"ability": name})


@forbids("OF-ABL-2")
def one_ability_first(battle: Battle, command: UseAbility) -> str | None:
    if is_active(battle, command.by) and battle.activation.ability:
        return "One ability per activation."
    done = gone_past(battle, command.by, "ability")
    return f"{done}; an ability comes first." if done else None


def _what_it_does(battle: Battle, by: str, command: UseAbility | None) -> Iterator[Detail]:
    told = profile(battle, by).abilities.get(command.ability or "") if command is not None else None
    if told:
        yield Detail(f"{told.name}:", told.text)


@COMMANDS.add(
    UseAbility,
    "Ability",
    _ability_understood,
    (one_ability_first,),
    do="ability",
    rules=("OF-ABL-1",),
    reminders=("OF-ABL-1",),
    key="b",
    begins_with="activate",
    lines=_what_it_does,
    offered=lambda battle, by: awaits_orders(battle, by) and bool(profile(battle, by).abilities),
)
async def use_ability(play: Play[Battle], command: UseAbility) -> None:
    """OF-ABL-1: what it does is told, and the table carries it out; the condition that it brings begins."""
    ability, battle = profile(play.state, command.by).abilities[command.ability or ""], play.state
    if is_active(battle, command.by):
        battle = battle.with_activation(stage="ability", ability=ability.id)
    play.commit(battle, AbilityUsed(command.by, ability.name, ability.text))
    brings = ability.condition
    if brings is not None and (brings.on == "self" or command.target):
        unit, source = (command.target, command.by) if command.target else (command.by, "")
        begun = Condition(unit, brings.text, brings.until, brings.modifiers, source)
        condition_begins(play, CONDITIONS, begun)
