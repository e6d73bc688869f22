"""Attacking: who may be attacked, the reaction, and both sides' blows."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeVar

from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Check, Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.dice import Count, Modifier, Remark, Total
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact, Moment, Names, one_of
from vedette.engine.grammar import agree, at_start, the
from vedette.engine.play import Play
from vedette.engine.requests import Option
from vedette.games.company.groups import (
    DISTANCES,
    captained,
    has,
    is_captains,
    is_played,
    profile,
    retreat_distance,
    toughness,
    with_melee,
)
from vedette.games.company.lines import reading_line
from vedette.games.company.lookup import by_group, difficult_inches, in_a_turn, known
from vedette.games.company.moving import DIFFICULT, ROUNDING, Difficult, movement_label, too_difficult
from vedette.games.company.phase_check import GROUP_CHECKS, RECKLESS_CHECKS, it_has_a_value
from vedette.games.company.resilience import TEST_RULES, after_losses, test_lines
from vedette.games.company.shooting import (
    UNSEEN,
    Covered,
    Sees,
    bettered,
    enemies_in_play,
    loss_for,
    right_beside,
    roll_to_hit,
    take_hits,
    the_target_is_an_enemy,
    the_target_is_in_play,
    to_hit_line,
    to_hit_pool,
)
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import Melee, number, traits
from vedette.games.company.turns import ACTIVATION_RULES, activates, activation_line
from vedette.kit.schema import Inches
from vedette.kit.sentences import fact
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Skirmish]()


@fact(
    "{unit}: no enemy within movement, {rallied:?nothing else this turn|free to act}.",
    headline="{unit}: no enemy within movement",
)
class NobodyInReach(Fact, frozen=True):
    """A Reckless Group has no enemy that it could attack; `rallied`: it has tested to Rally this turn."""

    unit: str
    rallied: bool = False


@fact("Reckless: {unit} must try to Attack {target}.")
class CheckedAgainst(Fact, frozen=True):
    aside = True

    unit: str
    target: str


class Reacted(Fact, frozen=True):
    """A Group tested Defiant or Elusive when it was attacked; `inches`: how far it may slip away."""

    moves: ClassVar[str] = "unit"

    unit: str
    trait: Annotated[str, one_of(("defiant", "elusive"))]
    success: bool
    inches: int

    def sentence(self, names: Names) -> str:
        done = {
            "defiant": "met the attack with the Attack value",
            "elusive": f"slipped away, up to {self.inches} inches, before a blow was struck",
        }
        said = done[self.trait] if self.success else "stood still"
        return f"{at_start(names(self.unit))} {said} ({self.trait.capitalize()})."

    def headline(self, names: Names) -> str:
        said = {"defiant": "stood Defiant", "elusive": "slipped away"}[self.trait]
        return f"{names(self.unit)} {said if self.success else 'stood still'}"

    @property
    def moment(self) -> Moment:
        return "" if self.success else "fail"


@fact("{unit} joined melee with {target}.", headline="{unit} → {target}")
class MeleeJoined(Fact, frozen=True):
    unit: str
    target: str


def _is_apart(game: Skirmish, words: Words) -> bool:
    """Whether the distance matters: in melee it goes without saying."""
    return not game.units[words["by"]].in_melee_with


Distance = Annotated[
    Inches | None,
    Asked(
        "Distance",
        "i",
        unit='"',
        hint=movement_label,
        shown=_is_apart,
        required=True,
        stand_in=right_beside,
        digits=2,
    ),
    Field(description="to the target, left out in melee"),
]


DifficultOnTheWay = Annotated[Difficult, replace(DIFFICULT, shown=_is_apart)]


SeesFromAfar = Annotated[Sees, replace(UNSEEN, shown=_is_apart)]


Cover = Annotated[Covered, Asked("It is behind cover", "c")]


OwnCover = Annotated[
    bool,
    Asked("We are behind cover from it", "b", advanced=True),
    Field(description="the attackers are behind it"),
]
"""An attack, and a Reckless check, from the distance to the cover."""


class Attack(Command):
    """Attack an enemy Group."""

    target: Annotated[str, Asked("Target", "t", enemies_in_play, after=("inches", "difficult"))]
    inches: Distance = None
    difficult: DifficultOnTheWay = 0
    sees: SeesFromAfar = True
    cover: Cover = False
    own_cover: OwnCover = False


class Reckless(Command):
    """A Reckless Group is checked."""

    target: Annotated[str | None, Field(description="left out where no enemy is in reach")] = None
    inches: Distance = None
    difficult: DifficultOnTheWay = 0
    sees: SeesFromAfar = True
    cover: Cover = False
    own_cover: OwnCover = False


A = TypeVar("A", Attack, Reckless)

FIGHT_RULES = (
    "CO-ATK-5", "CO-ATK-6", "CO-ATK-7", "CO-ATK-8", "CO-ATK-9", "CO-ATK-10", "CO-ATK-11", "CO-SHK-2", "CO-TER-5",
    "CO-TRA-2", "CO-TRA-3", "CO-CAP-9",
)  # fmt: skip
"""The rules of an attack that goes on after its activation."""


def attack_understood(game: Skirmish, command: Attack) -> Attack:
    """A Group attacks a Group; in melee the distance goes without saying."""
    by_group(game, command)
    return _with_distance(game, command)


def reckless_understood(game: Skirmish, command: Reckless) -> Reckless:
    """With a target like an attack; without one nothing else is said."""
    by_group(game, command)
    if command.target is not None:
        return _with_distance(game, command)
    if command.model_fields_set - {"do", "by"}:
        raise CommandError("A Reckless check without a target takes nothing else.")
    return command


def _with_distance(game: Skirmish, command: A) -> A:
    known(game, str(command.target))
    if game.units[command.by].in_melee_with:
        return command.model_copy(update={"inches": None, "difficult": 0, "sees": True})
    difficult_inches(command)
    if command.inches is None:
        raise CommandError("Say how many inches away the target is.")
    return command


@forbids("CO-ATK-1")
def it_has_weapons(game: Skirmish, command: Any) -> str | None:
    """Only a Group with an ME profile Attacks."""
    if profile(game, command.by).me is None:
        return f"{game.units[command.by].name}: no ME profile."
    return None


@forbids("CO-CAP-5")
def its_captain_is_not_shy(game: Skirmish, command: Any) -> str | None:
    """The Group of a Blood-shy Captain can't be ordered to Attack."""
    if is_captains(game, command.by) and captained(game, command.by, "blood-shy"):
        return f"The Captain of {the(game.unit_name(command.by))} is Blood-shy: no Attack."
    return None


@forbids("CO-REC-2", reads=("target",))
def in_melee_it_must_try(game: Skirmish, command: Reckless) -> WhyNot:
    """In melee an enemy is in reach (decision 28)."""
    unit = game.units[command.by]
    if command.target is None and unit.in_melee_with:
        enemies = ", ".join(game.units[other].name for other in unit.in_melee_with)
        return f"{unit.name}: in melee, and must try to Attack.", enemies
    return None


@forbids("CO-ATK-4", reads=("target",))
def in_melee_only_that_enemy(game: Skirmish, command: Any) -> WhyNot:
    """A Group in melee attacks only an enemy that it is in melee with (decision 32)."""
    enemies = game.units[command.by].in_melee_with
    if enemies and command.target not in enemies:
        names = ", ".join(game.units[enemy].name for enemy in enemies)
        return "In melee it can attack only its opponents there.", names
    return None


@forbids("CO-ATK-2", reads=("inches",))
def the_target_is_in_reach(game: Skirmish, command: Any) -> WhyNot:
    """The target is within the Group's movement."""
    mo = profile(game, command.by).mo
    if command.inches is not None and command.inches > mo + ROUNDING:
        return f"It is out of reach: MO is {mo:g} inches.", f"{mo:g} inches"
    return None


@check("CO-TER-1", "CO-TRA-11", reads=("inches", "difficult"))
def the_way_is_not_too_difficult(game: Skirmish, command: Any) -> Refusal | None:
    """Each inch through difficult terrain costs 2 (decision 27)."""
    return too_difficult(game, command)


@forbids("CO-ATK-3", reads=("sees",))
def the_enemy_is_seen(game: Skirmish, command: Any) -> str | None:
    """The target can be seen."""
    return None if command.sees else "It cannot see its target."


_TARGET_CHECKS: tuple[Check[Skirmish, Any], ...] = (
    the_target_is_an_enemy, the_target_is_in_play, in_melee_only_that_enemy, the_target_is_in_reach,
    the_way_is_not_too_difficult, the_enemy_is_seen,
)  # fmt: skip


def aimed(game: Skirmish, command: Reckless) -> tuple[Reckless, ...]:
    """A Reckless check with a target is held against the target checks; one without is not."""
    return () if command.target is None else (command,)


def attack_lines(
    game: Skirmish, by: str, command: Attack | Reckless | None, *, check: bool = False
) -> tuple[Detail, ...]:
    """The blows of both sides, the order or the Reckless `check` before them, and the tests that they may bring."""
    if command is not None and command.target is None:
        return ()  # nobody is near, and nothing is rolled
    order = activation_line(game, by, "attack", check=check)
    if command is None or command.target is None or profile(game, by).me is None:
        return order
    return (*_blows(game, by, command.target, command), *order, *test_lines(game, by, command.target))


@COMMANDS.add(
    Attack,
    "Attack",
    attack_understood,
    (*GROUP_CHECKS, it_has_weapons, it_has_a_value, its_captain_is_not_shy, *_TARGET_CHECKS),
    rules=(*ACTIVATION_RULES, *TEST_RULES, *FIGHT_RULES),
    reminders=(*DISTANCES, "CO-TER-4", "CO-TER-7"),
    key="a",
    aims="attack",
    moves=True,
    offered=lambda game, by: is_played(game, by) and profile(game, by).me is not None,
    lines=attack_lines,
)
async def attack(play: Play[Skirmish], command: Attack) -> None:
    """CO-ATK-1, CO-ACT-4: the Group activates, and fights."""
    _can_be_fought(play.state, command.by, command.target)
    if await activates(play, command.by, "attack"):
        await fight(play, command.by, command.target, cover=command.cover, own_cover=command.own_cover)


@COMMANDS.add(
    Reckless,
    "Reckless check",
    reckless_understood,
    (*RECKLESS_CHECKS, in_melee_it_must_try),
    do="reckless",
    parts=aimed,
    part_checks=_TARGET_CHECKS,
    rules=("CO-REC-3", "CO-REC-4", *TEST_RULES, *FIGHT_RULES),
    reminders=(*DISTANCES, "CO-TER-4", "CO-TER-7"),
    key="k",
    moves=True,
    offered=lambda game, by: is_played(game, by) and game.units[by].awaits_check,
)
async def check_reckless(play: Play[Skirmish], command: Reckless) -> None:
    """CO-REC-2, CO-REC-3, CO-REC-4: the check is an activation for Attack that does not end the turn."""
    in_a_turn(play.state)
    by, target = command.by, command.target
    if target is None:
        free = play.state.with_unit(by, must_check=False)
        play.commit(free, NobodyInReach(by, play.state.units[by].rallied))
        return
    _can_be_fought(play.state, by, target)
    play.commit(play.state.with_unit(by, must_check=False, checked=True), CheckedAgainst(by, target))
    if await activates(play, by, "attack", check=True):
        await fight(play, by, target, cover=command.cover, own_cover=command.own_cover)


def _can_be_fought(game: Skirmish, by: str, target: str) -> None:
    """Raise CommandError where not even both players' will makes an attack of it."""
    melee(game, by)
    if by == target:
        raise ForbiddenError(
            f"{at_start(game.unit_name(by))} cannot attack {agree(game.unit_name(by), 'itself', 'themselves')}."
        )


async def fight(play: Play[Skirmish], by: str, target: str, *, cover: bool, own_cover: bool) -> None:
    """CO-ATK-5 to CO-ATK-11: the reaction, then both strike at once, then both test (decisions 13 and 14)."""
    reaction = await _reaction(play, target)
    if reaction == "elusive":
        return
    play.commit(with_melee(play.state, by, target), MeleeJoined(by, target))
    before = play.state
    blow = attack_pool(before, by, target, cover=cover)
    answer = defence_pool(before, target, by, cover=own_cover, met=reaction == "defiant")
    hits = await _strike(play, by, target, blow, "attack", cover=cover)
    blows = await _strike(play, target, by, answer, "defence", cover=own_cover) if answer else 0
    lost = {by: loss_for(before, by, blows), target: loss_for(before, target, hits)}
    take_hits(play, target, hits, lost[target], toughness(before, target))
    if answer:
        take_hits(play, by, blows, lost[by], toughness(before, by))
    await after_losses(play, lost, {by: target, target: by})


async def _strike(play: Play[Skirmish], unit: str, enemy: str, pool: Count, why: str, *, cover: bool) -> int:
    """CO-ATK-7, CO-ATK-8: the hits of one side."""
    blows = {"attack": "attack on", "defence": "defence against"}[why]
    told = f"{play.state.units[unit].name}: {blows} {the(play.state.unit_name(enemy))}"
    rules = ("CO-ATK-7", "CO-ATK-8")
    return await roll_to_hit(play, unit, pool, why=why, told=told, rules=rules, cover=cover)


async def _reaction(play: Play[Skirmish], unit: str) -> str:
    """CO-ATK-6, CO-TRA-2, CO-TRA-3: the trait with which the target interrupted the attack, or ""."""
    group = play.state.units[unit]
    able = () if group.shaken or group.in_melee_with else _reactions(play.state, unit)
    options = (Option("no", "no, stand still", assumed="the target stands still"), *able)
    why = f"{group.name} under attack. Test {' or '.join(str(option.value).capitalize() for option in able)}?"
    answer = await play.choose(
        "react",
        side=group.side,
        options=options,
        why=why,
        rules=("CO-ATK-6",),
        suggested=next((one.value for one in able), None),
    )
    if answer == "no":
        return ""
    trait = str(answer)
    needed, dice = number("reaction_needed"), number("reaction_dice")
    total = await play.total(
        Total(dice=dice, sides=number("die_sides"), target=needed, basis=trait.capitalize()),
        why="reaction",
        side=group.side,
        rules=("CO-ATK-6", *traits()[trait].rules[:1]),
        told=f"{group.name} reacts: {trait.capitalize()}",
    )
    away = retreat_distance(play.state, unit)  # half of MO too
    play.emit(Reacted(unit, trait, total >= needed, away))
    return trait if total >= needed else ""


def _reactions(game: Skirmish, unit: str) -> tuple[Option, ...]:
    """What a Group may answer an attack with (decision 35)."""
    offered = {
        "defiant": "meet the enemy with the Attack value",
        "elusive": "slip away before blows are struck",
    }
    needed = number("reaction_needed")
    able = [trait for trait in ("defiant", "elusive") if has(game, unit, trait)]
    return tuple(
        Option(
            one,
            f"{one.capitalize()}: {needed}+ on 2d6 to {offered[one]}",
            assumed=f"the target tests {one.capitalize()}",
        )
        for one in able
    )


def attack_pool(game: Skirmish, unit: str, target: str, *, cover: bool) -> Count:
    """CO-ATK-7, CO-ATK-8: the attacker's dice, and what each must show."""
    needed, modifiers, remarks = attack_value(game, unit)
    return to_hit_pool(game, unit, target, needed, modifiers, remarks, cover=cover)


def defence_pool(game: Skirmish, unit: str, target: str, *, cover: bool, met: bool) -> Count | None:
    """CO-ATK-7, CO-ATK-8, CO-ATK-9, CO-TRA-2: the defender's dice; None without ME (decision 34)."""
    me = profile(game, unit).me
    if me is None:
        return None
    modifiers: tuple[Modifier, ...] = ()
    remarks: tuple[Remark, ...] = ()
    needed = me.defend
    if game.units[unit].shaken:
        needed, modifiers, remarks = attack_value(game, unit)
    elif met:
        needed, modifiers, _ = attack_value(game, unit)
        instead = f"Attack value {me.attack}+ for Defend value {me.defend}+"
        remarks = (Remark("met the enemy", instead, ("CO-TRA-2",)),)
    return to_hit_pool(game, unit, target, needed, modifiers, remarks, cover=cover)


def attack_value(game: Skirmish, unit: str) -> tuple[int, tuple[Modifier, ...], tuple[Remark, ...]]:
    """CO-ATK-9, CO-SHK-2, CO-CAP-9: the Attack value; a Shaken Group hits only on 6."""
    value = melee(game, unit).attack
    if game.units[unit].shaken:
        only = number("shaken_hits_on")
        return only, (), (Remark("Shaken", f"hits only on {only}", ("CO-ATK-9", "CO-SHK-2")),)
    if is_captains(game, unit) and captained(game, unit, "valiant"):
        needed, modifiers = bettered(value, "valiant-captain")
        return needed, modifiers, ()
    return value, (), ()


def melee(game: Skirmish, unit: str) -> Melee:
    """The ME profile; raises CommandError where there is none."""
    me = profile(game, unit).me
    if me is None:
        raise ForbiddenError(f"{game.units[unit].name}: no ME profile, nothing to roll.")
    return me


def _blows(game: Skirmish, unit: str, target: str, command: Attack | Reckless) -> tuple[Detail, ...]:
    """What each side strikes with."""
    blow = attack_pool(game, unit, target, cover=command.cover)
    answer = defence_pool(game, target, unit, cover=command.own_cover, met=False)
    own, other, back = game.units[unit].side, game.units[target].side, "Strikes back"
    read = dict.fromkeys((*blow.readings, *(answer.readings if answer else ())))
    return (
        *map(reading_line, read),
        to_hit_line("To hit", own, blow, cover=command.cover),
        to_hit_line(back, other, answer, cover=command.own_cover)
        if answer
        else Detail(back, "nothing: it has no ME (CO-ATK-1)"),
    )
