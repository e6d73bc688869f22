"""Attacking: who may be attacked, the reaction, and both sides' blows; and the order to leave a melee."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, TypeVar

from msgspec.structs import replace

from vedette.engine.checks import Check, Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.dice import Count, Modifier, Remark, Total
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact, one_of
from vedette.engine.grammar import agree, at_start, the
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.engine.readings import told_house_rules
from vedette.engine.requests import Option
from vedette.games.company import groups, moving, shooting
from vedette.games.company.phase_check import (
    GROUP_CHECKS,
    RECKLESS_CHECKS,
    it_has_a_value,
    it_may_leave_its_place,
    its_taunts_allow_the_target,
)
from vedette.games.company.resilience import TEST_RULES, after_losses, test_all, test_lines
from vedette.games.company.routing import Queue, fall_back, leave_formation
from vedette.games.company.shooting import take_hits, to_hit_line, to_hit_pool
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import house_rule, modifier, number, plays
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
from vedette.kit.words import inches
from vedette.view.asked import Asked
from vedette.view.common_forms import reading_lines
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


@fact(
    "{unit} {success:?{trait:=defiant?met the attack with the Attack value"
    "|slipped away, up to {inches:# inch/inches}, before a blow was struck}|stood still} ({trait:capital}).",
    moment=lambda it: "" if it.success else "fail",
    headline="{unit} {success:?{trait:=defiant?stood Defiant|slipped away}|stood still}",
)
class Reacted(Fact, frozen=True):
    """A Group tested Defiant or Elusive when it was attacked; `inches`: how far it may slip away."""

    moves: ClassVar[str] = "unit"

    unit: str
    trait: Annotated[str, one_of(("defiant", "elusive"))]
    success: bool
    inches: int


@fact("{unit} {unit:is/are} in melee with {target}.", headline="{unit} → {target}")
class MeleeJoined(Fact, frozen=True):
    unit: str
    target: str


@fact("{unit} ignored the Reckless check: the Captain is Calming.", headline="{unit} calmed")
class Calmed(Fact, frozen=True):
    unit: str


def attacks(game: Skirmish, by: str) -> bool:
    """CO-PRO-1: an engine does not."""
    me = groups.profile(game, by).me
    return me is not None and me.attack is not None


def _is_apart(game: Skirmish, words: Words) -> bool:
    return not game.units[words["by"]].in_melee_with


class Blows(Command):
    """What an attack and a Reckless check tell of the enemy."""

    target: Annotated[str | None, "left out where no enemy is in reach"] = None
    inches: Annotated[
        Inches | None,
        Asked(
            "Distance",
            "i",
            unit='"',
            hint=moving.movement_label,
            shown=_is_apart,
            required=True,
            stand_in=shooting.right_beside,
            digits=2,
        ),
        "to the target, left out in melee",
    ] = None
    difficult: Annotated[moving.Difficult, replace(moving.DIFFICULT, shown=_is_apart)] = 0
    sees: Annotated[shooting.Sees, replace(shooting.UNSEEN, shown=_is_apart)] = True
    cover: Annotated[shooting.Covered, Asked("Target in cover", "c")] = False
    own_cover: Annotated[
        bool, Asked("Attacker in cover", "b", advanced=True), "the attackers are behind it"
    ] = False
    auto: Annotated[Near, near_asked("attack")] = False


class Attack(Blows):
    """Attack an enemy Group."""

    target: Annotated[str, Asked("Target", "t", shooting.enemies_in_play, after=("inches", "difficult"))]


class Reckless(Blows):
    """A Reckless Group is checked."""

    calmed: Annotated[
        bool,
        Asked("Calmed by the Captain", "m", shown=lambda game, words: calms(game, words["by"])),
        "a Calming Captain within 12 inches spares it the check",
    ] = False


def calms(game: Skirmish, unit: str) -> bool:
    """CO-CAP-21: once a turn a Calming Captain spares a Group near him its check."""
    return groups.captained(game, unit, "calming") and not groups.company_of(game, unit).captain_used


@forbids("CO-CAP-21", reads=("calmed",))
def _a_captain_calms_it(game: Skirmish, command: Reckless) -> str | None:
    if not command.calmed or calms(game, command.by):
        return None
    used = groups.company_of(game, command.by).captain_used
    why = "used this turn already" if used else "no Captain of its Company is Calming"
    return f"{game.units[command.by].name}: {why}."


B = TypeVar("B", bound=Blows)

FIGHT_RULES = (
    "CO-ATK-5", "CO-ATK-6", "CO-ATK-7", "CO-ATK-8", "CO-ATK-9", "CO-ATK-10", "CO-ATK-11", "CO-SHK-2", "CO-TER-5",
    "CO-TRA-2", "CO-TRA-3", "CO-TRA-29", "CO-TRA-31", "CO-CAP-9", "CO-TNT-7",
)  # fmt: skip


def blows_understood(game: Skirmish, command: B) -> B:
    groups.by_group(game, command)
    if command.target is None:
        if command.model_fields_set - {"do", "by", "calmed"}:
            raise CommandError("A Reckless check without a target takes nothing else.")
        return command
    if isinstance(command, Reckless) and command.calmed:
        raise CommandError("A Group that is calmed attacks nobody: leave the target out.")
    groups.known(game, command.target)
    if game.units[command.by].in_melee_with:
        return command.model_copy(update={"inches": None, "difficult": 0, "sees": True})
    groups.difficult_inches(command)
    if command.inches is None:
        raise CommandError("Say how many inches away the target is.")
    return command


@forbids("CO-PRO-1")
def _it_does_not_only_defend(game: Skirmish, command: Blows) -> str | None:
    engine = groups.profile(game, command.by).me or groups.edition(game).fighting_strength
    if attacks(game, command.by) or not engine:
        return None
    return f"{game.units[command.by].name}: no Attack number in its ME, so it only defends."


@forbids("CO-ATK-1")
def _it_has_weapons(game: Skirmish, command: Attack) -> str | None:
    armed = groups.profile(game, command.by).me is not None
    return None if armed else f"{game.units[command.by].name}: no ME profile."


@forbids("CO-CAP-5")
def _its_captain_is_not_shy(game: Skirmish, command: Attack) -> str | None:
    if groups.is_captains(game, command.by) and groups.captained(game, command.by, "blood-shy"):
        return f"The Captain of {the(game.unit_name(command.by))} is Blood-shy: no Attack."
    return None


@forbids("CO-REC-2", reads=("target",))
def in_melee_it_must_try(game: Skirmish, command: Reckless) -> WhyNot:
    """In melee an enemy is in reach (decision 28), if it is one that the Group may Attack."""
    unit, goads = game.units[command.by], groups.reckless_against(game, command.by)
    fair = [enemy for enemy in unit.in_melee_with if not groups.under(game, enemy, "obscure")]
    only = {target for taunt, target in groups.taunts_of(game, command.by) if taunt.no_shoot and target}
    near = [game.units[enemy].name for enemy in fair if (enemy in goads or not goads) and only <= {enemy}]
    if command.target is None and near and not command.calmed:
        return f"{unit.name}: in melee, and must try to Attack.", ", ".join(near)
    return None


@forbids("CO-ATK-4", reads=("target",))
def in_melee_only_that_enemy(game: Skirmish, command: Blows) -> WhyNot:
    """A Group in melee attacks only an enemy that it is in melee with (decision 32)."""
    enemies = game.units[command.by].in_melee_with
    if enemies and command.target not in enemies:
        names = ", ".join(game.units[enemy].name for enemy in enemies)
        return "In melee it can attack only its opponents there.", names
    return None


@forbids("CO-ATK-2", reads=("inches",))
def _the_target_is_in_reach(game: Skirmish, command: Blows) -> WhyNot:
    mo = groups.movement(game, command.by, command.target or "")
    if command.inches is not None and command.inches > mo + ROUNDING:
        return f"It is out of reach: MO is {inches(mo)}.", inches(mo)
    return None


@forbids("CO-ATK-3", reads=("sees",))
def _the_enemy_is_seen(game: Skirmish, command: Blows) -> str | None:
    return None if command.sees else "It cannot see its target."


@forbids("CO-TNT-6", "CO-TRA-16", reads=("target",))
def _it_is_reckless_against_it(game: Skirmish, command: Blows) -> Refusal | None:
    """A Group that is Reckless against some enemies only is checked against these."""
    goads, foes = groups.reckless_against(game, command.by), groups.profile(game, command.by).foes
    by_hand = not (goads or foes)  # it is due all the same
    if (
        command.target is None
        or command.target in goads
        or by_hand
        or groups.has(game, command.by, "reckless")
    ):
        return None
    rule = "CO-TNT-6" if "CO-TNT-6" in goads.values() else "CO-TRA-16"
    name = game.units[command.by].name
    return Refusal(rule, f"{name}: not Reckless against that enemy.", game.unit_names(tuple(goads)))


_TARGET_CHECKS: tuple[Check[Skirmish, Blows], ...] = (
    shooting.the_target_is_an_enemy, shooting.the_target_is_in_play, in_melee_only_that_enemy,
    _the_target_is_in_reach, moving.difficult_terrain_costs_double, _the_enemy_is_seen,
    shooting.no_spell_obscures_it, moving.no_ground_that_is_barred,
)  # fmt: skip


def _why_reckless(game: Skirmish, by: str) -> Iterator[Detail]:
    """The enemies that a Group is Reckless against and the rule that says so, where it is not against all of them."""
    goads = groups.reckless_against(game, by)
    if goads.keys() == shooting.enemies_in_play(game, by).keys():
        return
    for rule in dict.fromkeys(goads.values()):
        whom = tuple(enemy for enemy in goads if goads[enemy] == rule)
        yield Detail("Reckless", f"against {game.unit_names(whom)} ({rule})")


def attack_lines(
    game: Skirmish, by: str, command: Blows | None, *, check: bool = False
) -> tuple[Detail, ...]:
    """The blows of both sides, the order or the Reckless `check` before them, and the tests that they may bring."""
    target = command.target if command else None
    if command is not None and target is None:
        return ()  # nobody is near, and nothing is rolled
    auto = command is not None and command.auto
    order = activation_line(game, by, "attack", check=check, auto=auto, target=target or "")
    order = (*_why_reckless(game, by), *order) if check else order
    if command is None or target is None or not attacks(game, by):
        return order
    blow = attack_pool(game, by, target, cover=command.cover)
    answer = defence_pool(game, target, by, cover=command.own_cover, met=False)
    read = dict.fromkeys((*blow.readings, *(answer.readings if answer else ())))
    back = "To be hit"
    return (
        *order,
        to_hit_line(game, "To hit", by, target, blow, weapons="ME", cover=command.cover),
        to_hit_line(game, back, target, by, answer, weapons="ME", cover=command.own_cover)
        if answer
        else Detail(back, "not at all: it has no ME (CO-ATK-1)"),
        *reading_lines(read),
        *test_lines(game, by, target, attack=(by, target)),
    )


@COMMANDS.add(
    Attack,
    "Attack",
    blows_understood,
    (
        *GROUP_CHECKS,
        its_taunts_allow_the_target,
        _it_does_not_only_defend,
        _it_has_weapons,
        it_has_a_value,
        _its_captain_is_not_shy,
        *_TARGET_CHECKS,
        a_captain_lets_it_pass,
    ),
    rules=(*ACTIVATION_RULES, *TEST_RULES, *FIGHT_RULES),
    reminders=(*groups.DISTANCES, "CO-TER-4", "CO-TER-7"),
    key="a",
    aims="attack",
    moves=True,
    offered=lambda game, by: groups.is_played(game, by) and attacks(game, by),
    lines=attack_lines,
)
async def attack(play: Play[Skirmish], command: Attack) -> None:
    """CO-ATK-1, CO-ACT-4: the Group activates, and fights."""
    _can_be_fought(play.state, command.by, command.target)
    if await activates(play, command.by, "attack", auto=command.auto, target=command.target):
        await fight(play, command.by, command.target, cover=command.cover, own_cover=command.own_cover)


@COMMANDS.add(
    Reckless,
    "Reckless check",
    blows_understood,
    (*RECKLESS_CHECKS, in_melee_it_must_try, _a_captain_calms_it),
    do="reckless",
    parts=lambda game, command: () if command.target is None else (command,),
    part_checks=(
        its_taunts_allow_the_target,
        _it_does_not_only_defend,
        *_TARGET_CHECKS,
        _it_is_reckless_against_it,
        a_captain_lets_it_pass,
    ),
    rules=("CO-REC-3", "CO-REC-4", *TEST_RULES, *FIGHT_RULES),
    reminders=(*groups.DISTANCES, "CO-TER-4", "CO-TER-7", "CO-TRA-17"),
    key="k",
    moves=True,
    offered=lambda game, by: groups.is_played(game, by) and game.units[by].awaits_check,
)
async def check_reckless(play: Play[Skirmish], command: Reckless) -> None:
    """CO-REC-2, CO-REC-3, CO-REC-4: the check is an activation for Attack that does not end the turn."""
    groups.in_a_turn(play.state)
    by, target = command.by, command.target
    if target is None:
        free = play.state.with_unit(by, must_check=False)
        if command.calmed:  # it may activate later (decision 34)
            play.commit(free.with_company(free.units[by].company, captain_used=True), Calmed(by))
        else:
            play.commit(free, NobodyInReach(by, play.state.units[by].rallied))
        return
    _can_be_fought(play.state, by, target)
    play.commit(play.state.with_unit(by, must_check=False, checked=True), CheckedAgainst(by, target))
    if await activates(play, by, "attack", check=True, auto=command.auto, target=target):
        await fight(play, by, target, cover=command.cover, own_cover=command.own_cover)


def _can_be_fought(game: Skirmish, by: str, target: str) -> None:
    """Raise CommandError where not even both players' will makes an attack of it."""
    attack_number(game, by)
    if by == target:
        raise ForbiddenError(
            f"{at_start(game.unit_name(by))} cannot attack {agree(game.unit_name(by), 'itself', 'themselves')}."
        )


async def fight(play: Play[Skirmish], by: str, target: str, *, cover: bool, own_cover: bool) -> None:
    """CO-ATK-5 to CO-ATK-11: the reaction, then both strike at once, then both test (decisions 13 and 14)."""
    leave_formation(play, by)
    reaction = await _reaction(play, target)
    if reaction == "elusive" and not await _still_reached(play, by, target):
        return
    melees = (*play.state.units[by].in_melee_with, target)  # behind those it was in melee with before
    play.commit(play.state.with_mutual("in_melee_with", by, melees), MeleeJoined(by, target))
    blow = attack_pool(play.state, by, target, cover=cover)
    answer = defence_pool(play.state, target, by, cover=own_cover, met=reaction == "defiant")
    hits = await _strike(play, by, target, blow, "attack", cover=cover)
    blows = await _strike(play, target, by, answer, "defence", cover=own_cover) if answer else 0
    strikes_back = any(taunt.strike_back for taunt, _ in groups.taunts_of(play.state, target))
    blows += hits if strikes_back else 0  # CO-TNT-7
    lost = take_hits(play, target, hits, by)
    own_lost = take_hits(play, by, blows, target, attacking=True) if answer or strikes_back else 0
    await after_losses(play, {by: own_lost, target: lost}, {by: target, target: by}, attack=(by, target))


async def _strike(play: Play[Skirmish], unit: str, enemy: str, pool: Count, why: str, *, cover: bool) -> int:
    """CO-ATK-7, CO-ATK-8: the hits of one side."""
    blows = {"attack": "attack on", "defence": "defence against"}[why]
    told = f"{play.state.units[unit].name}: {blows} {the(play.state.unit_name(enemy))}"
    rules = ("CO-ATK-7", "CO-ATK-8")
    return await shooting.roll_to_hit(
        play, unit, enemy, pool, weapons="ME", why=why, told=told, rules=rules, cover=cover
    )


async def _reaction(play: Play[Skirmish], unit: str) -> str:
    """CO-ATK-6, CO-TRA-2, CO-TRA-3, CO-TRA-29: the trait with which the target interrupted the attack, or "" (decision 35)."""
    group, needed, dice = play.state.units[unit], number("reaction_needed"), number("reaction_dice")
    away = groups.retreat_distance(play.state, unit)  # half of MO too
    offered = {
        "defiant": "meet the enemy with the Attack value",
        "elusive": f'slip away up to {away}" before blows are struck',
    }
    own = () if group.counts_as_shaken or group.in_melee_with else groups.traits_of(play.state, unit)
    able = {trait: does for trait, does in offered.items() if trait in own}
    options = (
        Option("no", "no, stand still", assumed="the target stands still"),
        *(
            Option(
                trait,
                f"{trait.capitalize()}: {needed}+ on 2d6 to {does}",
                assumed=f"the target tests {trait.capitalize()}",
            )
            for trait, does in able.items()
        ),
    )
    answer = await play.choose(
        "react",
        side=group.side,
        options=options,
        why=f"{group.name} under attack. Test {' or '.join(map(str.capitalize, able))}?",
        rules=("CO-ATK-6",),
        suggested=next(iter(able), None),
    )
    if answer == "no":
        return ""
    trait = str(answer)
    total = await play.total(
        Total(dice=dice, sides=number("die_sides"), target=needed, basis=trait.capitalize()),
        why="reaction",
        side=group.side,
        rules=("CO-ATK-6", *groups.trait_row(play.state, trait).rules[:1]),
        told=f"{group.name}: {trait.capitalize()}",
    )
    play.emit(Reacted(unit, trait, total >= needed, away))
    return trait if total >= needed else ""


@fact("{target} got away: the Attack is over{reading:so}.")
class AttackOver(Fact, frozen=True):
    """An Elusive Group is out of reach, or ends the Attack by the table's reading as it moves away (decision 86)."""

    aside = True

    unit: str
    target: str
    reading: Annotated[str, WORDS] = ""


async def _still_reached(play: Play[Skirmish], by: str, target: str) -> bool:
    """CO-TRA-3, CO-TRA-29: whether the attack goes on after an Elusive Group has slipped away, and Shot first where it may."""
    if not groups.trait_row(play.state, "elusive").shoots:
        return False
    group, attackers = play.state.units[target], the(play.state.unit_name(by))
    shoots = groups.profile(play.state, target).mi is not None and not (
        groups.has(play.state, by, "stealthy") or groups.under(play.state, by, "obscure")
    )
    shot = await play.choose(
        "elusive_shot",
        side=group.side,
        options=(
            Option("none", "no shots", assumed="no shots are taken"),
            Option("shoot", "Shoot", assumed="the Elusive Group Shoots"),
            Option("shoot_cover", "Shoot, the attackers are in cover", brief="Shoot, in cover"),
        )[: None if shoots else 1],
        why=f'Move {group.name} up to {groups.retreat_distance(play.state, target)}". Shoot {attackers}?',
        rules=("CO-TRA-29",),
        suggested="shoot",
    )
    if shot != "none":
        cover = shot == "shoot_cover"
        hits = await shooting.roll_to_hit(
            play,
            target,
            by,
            shooting.shoot_pool(play.state, target, by, cover=cover),
            weapons="MI",
            why="shoot",
            told=f"{group.name}: shots at {attackers}",
            rules=("CO-TRA-29", "CO-SHT-5"),
            cover=cover,
        )
        await shooting.hit_from_afar(play, target, by, hits, "MI")
    attacker = play.state.units[by]
    if not attacker.in_play or attacker.counts_as_shaken:
        return False
    if plays(play.state, "elusive_attack", "ends"):
        play.emit(AttackOver(by, target, told_house_rules([house_rule(play.state, "elusive_attack")])))
        return False
    answer = await play.choose(
        "reach",
        side=attacker.side,
        options=(
            Option("yes", "yes, the Attack goes on", assumed="the Attack goes on"),
            Option("no", "no, out of reach", assumed="the Attack ends"),
        ),
        why=f"{attacker.name}: {agree(group.name, 'is', 'are')} {the(play.state.unit_name(target))} still within reach?",
        rules=("CO-TRA-29",),
    )
    if answer == "no":
        play.emit(AttackOver(by, target))
    return answer == "yes"


def attack_pool(game: Skirmish, unit: str, target: str, *, cover: bool) -> Count:
    """CO-ATK-7, CO-ATK-8, CO-TNT-7: the attacker's dice, and what each must show."""
    taunts = groups.taunted(game, unit, lambda taunt: -taunt.hit_attack, target)
    needed, modifiers, remarks = attack_value(game, unit, *taunts)
    back = [taunt.name for taunt, _ in groups.taunts_of(game, target) if taunt.strike_back]
    remarks = (*remarks, *(Remark(name, "each hit is struck back", ("CO-TNT-7",)) for name in back))
    return to_hit_pool(game, unit, target, needed, modifiers, remarks, weapons="ME", cover=cover)


def defence_pool(game: Skirmish, unit: str, target: str, *, cover: bool, met: bool) -> Count | None:
    """CO-ATK-7, CO-ATK-8, CO-ATK-9, CO-TRA-2, CO-TNT-7: the defender's dice; None without ME (decision 34)."""
    me = groups.profile(game, unit).me
    if me is None:
        return None
    taunts, remarks = groups.taunted(game, unit, lambda taunt: -taunt.hit_defend), tuple[Remark, ...]()
    met = met and me.attack is not None  # an engine has nothing to meet the enemy with
    if met or game.units[unit].counts_as_shaken:
        needed, modifiers, remarks = attack_value(game, unit, *taunts)
    else:
        needed, modifiers = shooting.bettered(me.defend, *taunts)
    if met and not game.units[unit].counts_as_shaken:
        instead = f"Attack value {me.attack}+ for Defend value {me.defend}+"
        remarks = (Remark("met the enemy", instead, ("CO-TRA-2",)),)
    return to_hit_pool(
        game, unit, target, needed, modifiers, remarks, weapons="ME", cover=cover, answers=True
    )


def attack_value(
    game: Skirmish, unit: str, *better: Modifier
) -> tuple[int, tuple[Modifier, ...], tuple[Remark, ...]]:
    """CO-ATK-9, CO-SHK-2, CO-CAP-9: the Attack value, and what makes it better; a Shaken Group hits only on 6."""
    if game.units[unit].counts_as_shaken:
        only = number("shaken_hits_on")
        confused = () if game.units[unit].shaken else ("CO-SPL-9",)
        why = Remark(
            "Confuse" if confused else "Shaken", f"hits only on {only}", (*confused, "CO-ATK-9", "CO-SHK-2")
        )
        return only, (), (why,)
    valiant = groups.is_captains(game, unit) and groups.captained(game, unit, "valiant")
    captains = (modifier("valiant-captain"),) if valiant else ()
    return *shooting.bettered(attack_number(game, unit), *captains, *better), ()


def attack_number(game: Skirmish, unit: str) -> int:
    """The Attack number of its ME; raises CommandError where there is none."""
    me = groups.profile(game, unit).me
    if me is None or me.attack is None:
        lacks = "ME profile" if me is None else "Attack number in its ME"
        raise ForbiddenError(f"{game.units[unit].name}: no {lacks}, nothing to roll.")
    return me.attack


# --- the order to Retreat from a melee


class Retreat(Command):
    """Leave a melee by order."""


@forbids("CO-RET-1")
def _it_is_in_melee(game: Skirmish, command: Retreat) -> str | None:
    unit = game.units[command.by]
    return None if unit.in_melee_with else f"{unit.name}: not in melee."


@COMMANDS.add(
    Retreat,
    "Retreat",
    groups.by_group,
    (*GROUP_CHECKS, it_may_leave_its_place, _it_is_in_melee, it_has_a_value),
    rules=(*ACTIVATION_RULES, *TEST_RULES),
    key="r",
    moves=True,
    offered=lambda game, by: groups.is_played(game, by) and bool(game.units[by].in_melee_with),
    lines=lambda game, by, command: activation_line(game, by, "retreat"),
)
async def retreat(play: Play[Skirmish], command: Retreat) -> None:
    """CO-RET-1, CO-RET-2: the Group activates and falls back; R lost to a block is tested (decision 8)."""
    enemies = play.state.units[command.by].in_melee_with
    if not await activates(play, command.by, "retreat"):
        return
    queue: Queue = []
    cause = enemies[0] if len(enemies) == 1 else ""
    await fall_back(play, command.by, queue, cause, ordered=True)
    await test_all(play, queue)
