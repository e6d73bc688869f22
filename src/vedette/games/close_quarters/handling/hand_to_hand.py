"""Hand-to-hand combat: getting into it and out of it, holds, wrested weapons, opposed rolls; and who is thrown off their feet (section 6.4, CQ-HTH, CQ-KND)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal

from vedette.engine.checks import Check, Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands, bare
from vedette.engine.dice import MOST_SUMMED, Modifier, Remark
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.engine.readings import HOUSE_RULE
from vedette.engine.requests import Option
from vedette.games.close_quarters import candidates, checks, near, terrain
from vedette.games.close_quarters.arms import figures, hands_used, in_hands, is_small, martial_arts
from vedette.games.close_quarters.attacks.hitting import hit, roll_to_hit
from vedette.games.close_quarters.attacks.melee import free_attack, use_power, used_as
from vedette.games.close_quarters.attacks.to_hit import Attempt, blow
from vedette.games.close_quarters.attacks.weapon_checks import hits_nobody
from vedette.games.close_quarters.damage import harm
from vedette.games.close_quarters.derived import (
    e_dex,
    e_str,
    effective,
    full_str,
    has_ready_shield,
    worn_sets,
)
from vedette.games.close_quarters.handling.hands import handed, type_of
from vedette.games.close_quarters.state import BAYONET, Fight, Weapon
from vedette.games.close_quarters.tables import BATTERY, FAILURES, Result, house_rule, modifier, number, plays
from vedette.games.close_quarters.tables import martial_arts as levels
from vedette.games.close_quarters.telling import fact, figure
from vedette.games.close_quarters.turn import order
from vedette.games.close_quarters.turn.beginning import arrive
from vedette.games.close_quarters.turn.ending import dissolve_brawls
from vedette.games.close_quarters.turn.path import ground_mov, he_is_not_too_laden
from vedette.kit.tables import applying
from vedette.view.asked import Asked
from vedette.view.hexes import DIRECTIONS, Direction, distance, on_map, opposite, step
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Fight]()

NONE = "none"
"""The answer that lets him go."""


class AtAnEnemy(Command):
    """What is done to an enemy within reach."""

    target: Annotated[str, Asked("Target", "t", near.in_reach)]


class Disarm(AtAnEnemy):
    """Wrest the first weapon from a foe's hands."""

    take: Annotated[
        bool, Asked("It falls instead", "f", denied="leave", advanced=True), "or else it falls to the ground"
    ] = True


class Disengage(Command):
    """Get out of the enemies' reach, one hex away."""

    to: Annotated[str, Asked("To", "o", candidates.around_him, hex=candidates.is_on_map), "a hex"]
    facing: Annotated[
        Direction | None,
        Asked(
            "Facing",
            "f",
            lambda game, by: DIRECTIONS,
            judged=False,
            now=lambda game, words: game.units[words["by"]].facing,
            shown=lambda game, words: not game.units[words["by"]].hth,
        ),
    ] = None


class AttemptHth(AtAnEnemy):
    """Close with an enemy to wrestle."""

    consent: Annotated[bool, Asked("Target agrees", "c"), "the target wants it, too"] = False


class ThrowFoe(AtAnEnemy):
    """Throw an enemy into a hex beside them."""

    to: Annotated[str, candidates.beside_the_target("To"), "a hex"]


class Slam(AtAnEnemy):
    """Run an enemy down, with the body or behind a shield."""

    shield: Annotated[bool, Asked("With the shield", "h"), "behind it"] = False


# --- facts


@fact("Margins: {unit} {own:figure}, {against} {other:figure}.")
class Margins(Fact, frozen=True):
    aside = True
    unit: str
    against: str
    own: int
    other: int


@fact("{unit} withstands {by}.")
class StoodAgainst(Fact, frozen=True):
    unit: str
    by: str


@fact(
    "{by} holds {unit}, for {turns:# turn} including this one.",
    moment="hurt",
    headline="{unit} HELD by {by}",
    tale="{by} got hold of {unit}",
)
class Held(Fact, frozen=True):
    """He is held; this turn may count as one of the turns."""

    unit: str
    by: str
    turns: int


@fact("{unit} breaks free.", moment="gain", tale="{unit} broke free")
class BrokeFree(Fact, frozen=True):
    unit: str


@fact("{by} has subdued {unit}.", moment="down", headline="{unit} SUBDUED", tale="{by} subdued {unit}")
class Subdued(Fact, frozen=True):
    unit: str
    by: str


@fact(
    "{by} wrests the {type:thing} from {unit}.",
    moment="hurt",
    headline="{unit} DISARMED",
    tale="{by} wrested the {type:thing} from {unit}",
)
class Disarmed(Fact, frozen=True):
    unit: str
    by: str
    type: str


@fact("{unit} doesn't get away.", moment="fail")
class Stayed(Fact, frozen=True):
    ahead: ClassVar[str] = "doesn't get away"
    unit: str


@fact("{unit} gets away to {to:word}.")
class Disengaged(Fact, frozen=True):
    unit: str
    to: str


@fact("{unit} is in hand-to-hand combat in {hex:word}.")
class Grappled(Fact, frozen=True):
    unit: str
    hex: str


@fact("{target} keeps {by} off.", moment="fail")
class AttemptFailed(Fact, frozen=True):
    ahead: ClassVar[str] = "the hold fails"
    by: str
    target: str


@fact(
    "{unit} gets hold of the {type:thing}: it is ready next turn.",
    headline="{unit} gets hold of the {type:thing}",
)
class ReachesFor(Fact, frozen=True):
    unit: str
    type: str


@fact("{unit} strikes {by} for it.")
class StruckBack(Fact, frozen=True):
    unit: str
    by: str


@fact("{by} throws {target} into {to:word}.")
class Thrown(Fact, frozen=True):
    by: str
    target: str
    to: str


@fact("{by} slams {target}{shield:? with the shield}.")
class Slams(Fact, frozen=True):
    by: str
    target: str
    shield: bool


# --- strength, skill and dice against each other


def wrestling(game: Fight, name: str) -> checks.Contender:
    """CQ-KND-3, CQ-EXP-10: STR, with martial arts DEX if that is higher, the level, and the best bonus bought on it."""
    character, level = game.units[name], martial_arts(game.units[name])
    bonus = max((character.bonuses.get(skill, 0) for skill in levels()), default=0) if level else 0
    return _contender(game, name, "dex" if level and e_dex(game, name) > e_str(game, name) else "str", bonus)


def wresting(game: Fight, name: str) -> checks.Contender:
    """CQ-HTH-12: STR and the level of martial arts; DEX never helps to disarm."""
    return _contender(game, name, "str")


def _contender(game: Fight, name: str, attribute: checks.Attribute, bonus: int = 0) -> checks.Contender:
    """Who wrestles with an attribute and what is added to it, each of it told."""
    added = applying(
        Modifier("Level of martial arts", martial_arts(game.units[name]), ("CQ-KND-3",)),
        Modifier("Bonus on martial arts", bonus, ("CQ-EXP-10",)),
    )
    value = effective(game, name, attribute) + int(sum(modifier.value for modifier in added))
    told = (Remark(modifier.title, figure(modifier.value, "+"), modifier.rules) for modifier in added)
    return checks.Contender(name, value, (checks.explained(game, name, attribute), *told))


async def outwrestles(
    play: Play[Fight],
    by: str,
    target: str,
    rule: str,
    contender: Callable[[Fight, str], checks.Contender] | None = None,
    *,
    fumbles: bool = False,
) -> bool:
    """CQ-CHK-6: whether one gets the better of the other by the higher margin; a tie has no winner.

    contender: what they try it with, if not by wrestling. fumbles: an automatic failure fails whatever the other rolls.
    """
    tries = contender or wrestling
    first, second = tries(play.state, by), tries(play.state, target)
    own, other = await checks.opposed(play, first, second, rules=(rule, "CQ-CHK-6"))
    return _has_more(play, (by, own), (target, other)) and not (fumbles and own.band in FAILURES)


def _has_more(play: Play[Fight], first: tuple[str, Result], second: tuple[str, Result]) -> bool:
    """CQ-CHK-6, CQ-OPT-6: whether the first, whom the attempt tires, has the higher margin, and both margins told."""
    (by, own), (against, other) = first, second
    play.commit(play.state.with_unit(by, fought=True), Margins(by, against, own.margin, other.margin))
    return own.margin > other.margin


# --- holds


@forbids("CQ-HTH-10", reads=("target",), overridable=False)
def _he_can_be_held(game: Fight, command: AtAnEnemy) -> str | None:
    character, other = game.units[command.by], game.units[command.target]
    if not character.hth:
        return f"{character.name} is not in hand-to-hand combat."
    if command.target not in near.brawl(game, command.by):
        return f"{other.name} is not in this brawl."
    return f"{other.name} is held already." if other.held_by or other.held or other.subdued else None


@COMMANDS.add(
    bare("Get a hold on somebody in the same brawl.", AtAnEnemy),
    "Subdue",
    candidates.at_somebody,
    (*order.action_checks("still", "CQ-HTH-6"), _he_can_be_held, *order.target_checks()),
    rules=("CQ-HTH-10", "CQ-HTH-11"),
    key="s",
    offered=order.offered_in("wrestles"),
)
async def subdue(play: Play[Fight], command: AtAnEnemy) -> None:
    """CQ-HTH-10: opposed rolls; the beaten target is held for two turns, this one only if he was still to act."""
    by, target = command.by, command.target
    order.use_action(play, by)
    if not await outwrestles(play, by, target, "CQ-HTH-10"):
        play.emit(StoodAgainst(target, by))
        return
    turns = number("held_turns") + (not harm.action_to_come(play.state, target))
    play.commit(play.state.with_unit(target, held=turns, held_by=by), Held(target, by, turns))


_he_may_try_to_break_free = order.nobody_who(
    "CQ-HTH-11",
    "{} is not in a hold that could be broken now.",
    lambda one: not one.held_by or one.held,
    overridable=False,
)
"""Once the turns of the hold are over; while they last he can't act at all."""


@COMMANDS.add(
    bare("The one attempt to break out of a hold."),
    "Break free",
    candidates.by_unit,
    (*order.action_checks("still", "CQ-HTH-6"), _he_may_try_to_break_free),
    rules=("CQ-HTH-11",),
    key="b",
    offered=order.offered_in("wrestles", where=lambda game, by: game.units[by].held_by),
)
async def break_free(play: Play[Fight], command: Command) -> None:
    """CQ-HTH-11: opposed rolls against the holder: free, or subdued for good, which counts as a foe beaten."""
    by, holder = command.by, play.state.units[command.by].held_by
    order.use_action(play, by)
    if await outwrestles(play, by, holder, "CQ-HTH-11"):
        play.commit(play.state.with_unit(by, held_by=""), BrokeFree(by))
        return
    game = harm.with_foe_beaten(play.state.with_unit(by, subdued=True), holder, by)
    play.commit(game, Subdued(by, holder))
    dissolve_brawls(play, at_rest=True)


# --- wresting a weapon from a foe


@forbids("CQ-HTH-12")
def _his_hands_are_empty(game: Fight, command: Command) -> WhyNot:
    character = game.units[command.by]
    if not character.hth:
        return Refusal("CQ-HTH-12", f"{character.name} is not in hand-to-hand combat.", overridable=False)
    return f"{character.name} needs empty hands for that." if hands_used(character) else None


@forbids("CQ-HTH-12", reads=("target",), overridable=False)
def _there_is_something_to_wrest(game: Fight, command: Disarm) -> str | None:
    other = game.units[command.target]
    if command.target not in near.brawl(game, command.by):
        return f"{other.name} is not in this brawl."
    return None if harm.weapons_in_hand(game, command.target) else f"{other.name} holds no weapon."


@COMMANDS.add(
    Disarm,
    "Disarm",
    candidates.at_somebody,
    (*order.action_checks("still", "CQ-HTH-6"), _his_hands_are_empty, _there_is_something_to_wrest),
    rules=("CQ-HTH-12",),
    key="d",
    offered=order.offered_in("wrestles"),
)
async def disarm(play: Play[Fight], command: Disarm) -> None:
    """CQ-HTH-12: opposed rolls on STR; the target's first weapon changes hands, or falls."""
    by, target = command.by, command.target
    order.use_action(play, by)
    if not await outwrestles(play, by, target, "CQ-HTH-12", wresting):
        play.emit(StoodAgainst(target, by))
        return
    weapon = harm.weapons_in_hand(play.state, target)[0]
    if command.take:
        type = type_of(play.state, target, weapon)
        play.commit(handed(play.state, target, by, weapon), Disarmed(target, by, type))
    else:
        harm.drop_ready(play, target, weapon)


# --- getting away from the enemy


@forbids("CQ-ACT-13")
def _he_is_engaged_and_up(game: Fight, command: Command) -> WhyNot:
    """Only the engaged disengage, and not who went down or fell."""
    character = game.units[command.by]
    if character.hth:
        return None
    if not near.is_engaged(game, command.by):
        return f"{character.name} isn't engaged.", "move"
    if character.went_down or character.posture == "fallen":
        return f"{character.name} is down, and can't get away."
    return None


@check("CQ-ACT-13", "CQ-HTH-9", reads=("to",))
def _there_is_a_way_out(game: Fight, command: Disengage) -> Refusal | None:
    """A free hex next to him, without a wall of 1 m or more; outside HTH also safe, and away from all who engage him."""
    character, to = game.units[command.by], command.to
    rule = "CQ-HTH-9" if character.hth else "CQ-ACT-13"
    if not character.hex or not near.is_free(game, to) or distance(character.hex, to) != 1:
        return Refusal(rule, f"{to} is not a free hex next to {character.name}.", overridable=False)
    if terrain.hemmed(game.map, character.hex, to):
        return Refusal(rule, f"A wall bars the way to {to}.")
    if character.hth:
        return None
    if terrain.is_dangerous(game.map, to):
        return Refusal(rule, f"{to} is too dangerous.")
    if any(to in near.threat_zone(game, foe) for foe in near.engaged_by(game, command.by)):
        return Refusal(rule, f"{to} is in the threat zone of an engaging enemy.")
    return None


@COMMANDS.add(
    Disengage,
    "Disengage",
    candidates.naming(to=candidates.a_hex),
    (
        *order.action_checks("still", "CQ-ACT-13", hth="CQ-HTH-9"), he_is_not_too_laden,
        _he_is_engaged_and_up, _there_is_a_way_out,
    ),
    rules=("CQ-ACT-13", "CQ-HTH-9"),
    key="g",
    moves=True,
    offered=order.offered_in(
        "slot", "wrestles", where=lambda game, by: game.units[by].hth or near.is_engaged(game, by)
    ),
)  # fmt: skip
async def disengage(play: Play[Fight], command: Disengage) -> None:
    """CQ-ACT-13, CQ-HTH-9: out of a brawl by opposed rolls, else past the blows of those who engage him."""
    by, to, wrestles = command.by, command.to, play.state.units[command.by].hth
    order.use_action(play, by)
    if not await (_outwrestles_all(play, by) if wrestles else _gets_past_all(play, by, to)):
        play.emit(Stayed(by))
        return
    game, character = play.state, play.state.units[by]
    if wrestles:  # he crawls out, and whom he held is free
        for name, held in play.state.units.items():
            if held.held_by == by and not held.subdued:
                game = game.with_unit(name, held=0, held_by="")
        game = game.with_unit(by, hth=False, hex=to, posture="prone", held_by="")
    else:  # kneeling or prone he has crawled, and is all rear
        facing, crawled = command.facing or character.facing, character.posture != "standing"
        all_rear = character.all_rear or crawled
        game = game.with_unit(by, hex=to, moved=1, facing=facing, all_rear=all_rear, overwatch=None)
    play.commit(game, Disengaged(by, to))
    await arrive(play, by, to)


async def _outwrestles_all(play: Play[Fight], by: str) -> bool:
    """CQ-HTH-9: one roll against those of all able foes in the brawl; the margin must beat every one of theirs."""
    game, rules = play.state, ("CQ-HTH-9", "CQ-CHK-6")
    foes = [foe for foe in near.brawl(game, by) if near.is_enemy(game, by, foe) and near.is_able(game, foe)]
    own = await checks.contend(play, wrestling(game, by), checks.higher_wins(), why="opposed", rules=rules)
    known = checks.higher_wins(play.state, by, own)
    beaten = True
    for foe in foes:
        other = await checks.contend(play, wrestling(play.state, foe), known, why="against", rules=rules)
        beaten &= _has_more(play, (by, own), (foe, other))
    return beaten


async def _gets_past_all(play: Play[Fight], by: str, to: str) -> bool:
    """CQ-ACT-13: each enemy who engages him may strike first; whether he can still go after that."""
    engaging = near.engaged_by(play.state, by)
    for foe in [name for name in play.state.order if name in engaging]:
        if foe in near.engaged_by(play.state, by):
            await _may_strike(play, foe, by)
        character = play.state.units[by]
        fallen = order.has_fallen(play.state, character)
        if fallen or character.entangled or not near.is_able(play.state, by):
            return False
    return near.is_free(play.state, to) and distance(play.state.units[by].hex, to) == 1


async def _may_strike(play: Play[Fight], foe: str, by: str) -> None:
    """CQ-ACT-13: a blow out of order, at the price of his action, and of the difference in DEX if he is slower.

    Only who hasn't acted, and did nothing this turn that forbids an attack, is asked.
    """
    game, character = play.state, play.state.units[foe]
    busy = character.acted or character.stood or character.went_down or character.entangled
    if busy or terrain.deep_water(game.map, character.hex) or not order.can_act(game, foe):
        return
    if character.moved > order.most_moved(character, "attack"):
        return
    usable = _options([weapon for weapon in in_hands(character) if _strikes(weapon)])
    answer = await play.choose(
        "free_attack",
        side=character.side,
        options=(*usable, Option(candidates.HANDS, "Bare hands"), Option(NONE, "No blow", none=True)),
        why=f"{character.name} may strike at {game.units[by].name}, who gets away",
        rules=("CQ-ACT-13",),
    )
    if answer != NONE:
        await free_attack(play, foe, by, str(answer), max(0, e_dex(game, by) - e_dex(game, foe)))


def _strikes(weapon: Weapon) -> bool:
    """Whether it serves as a regular weapon now: whole, with power if it needs any, or a gun with a bayonet."""
    arm = figures(weapon)
    if weapon.broken or (arm.is_a(BATTERY) and not weapon.ammo and not arm.missile):
        return False
    return arm.use == "melee" or (arm.missile and BAYONET in weapon.fitted)


def _options(weapons: list[Weapon]) -> tuple[Option, ...]:
    return tuple(Option(weapon.id, figures(weapon).name) for weapon in weapons)


# --- coming to hand-to-hand combat


_he_is_up = order.nobody_who("CQ-ATK-9", "{} is down.", lambda one: near.is_down(one) and not one.hth)


@check("CQ-MAP-5", reads=("target",))
def _the_target_is_before_him(game: Fight, command: AttemptHth) -> Refusal | None:
    character, other = game.units[command.by], game.units[command.target]
    beside = near.away(game, command.by, command.target) == 1
    if not character.hex or (beside and near.side_of(character, other.hex) == "front"):
        return None
    said = f"{other.name} is not in a hex in front of {character.name}."
    return Refusal("CQ-MAP-5", said, overridable=bool(other.hex))


@forbids("CQ-ENV-11", reads=("target",))
def _no_wall_stands_between(game: Fight, command: AttemptHth) -> str | None:
    here, there = game.units[command.by].hex, game.units[command.target].hex
    walled = here and there and near.is_walled(game, here, there)
    return "A wall over 1 m stands between the two." if walled else None


@forbids("CQ-HTH-1", reads=("target", "consent"), alternative="by consent")
def _he_can_be_seized(game: Fight, command: AttemptHth) -> str | None:
    """He is in a brawl, shut in, unable to move, not standing, slower, taken from behind, or willing."""
    character, target, other = game.units[command.by], command.target, game.units[command.target]
    if command.consent or other.hth or not character.hex or not other.hex:
        return None
    back = step(other.hex, opposite(other.facing))
    if not back or not on_map(game.map, back) or near.is_walled(game, other.hex, back):
        return None
    if not near.is_able(game, target) or other.hanging or other.posture != "standing":
        return None
    own, theirs = ground_mov(game, command.by), ground_mov(game, target)
    if theirs < own or near.aspect(game, target, character.hex) == "rear":
        return None
    slower = f"no slower (MOV {theirs} against {own})"
    return f"{other.name} is standing, can get away, is {slower}, and isn't seized from behind."


@COMMANDS.add(
    AttemptHth,
    "Try hand-to-hand",
    candidates.at_somebody,
    (
        *order.attack_checks(), _he_is_up, *order.target_checks(), _the_target_is_before_him,
        _no_wall_stands_between, _he_can_be_seized,
    ),
    rules=("CQ-HTH-2", "CQ-HTH-3", "CQ-HTH-4"),
    key="j",
    offered=order.in_slot(near.foe_beside),
)  # fmt: skip
async def attempt_hth(play: Play[Fight], command: AttemptHth) -> None:
    """CQ-HTH-2 to CQ-HTH-4: whatever isn't small is dropped; a brawl is joined at once, else the table decides."""
    by, target = command.by, command.target
    order.use_action(play, by)
    _drop_big_things(play, by)
    other = play.state.units[target]
    brawls = other.hth or other.subdued
    found = 0 if brawls else await _on_the_table(play, by, target)
    if found > number("hth_ready_weapon"):
        play.emit(AttemptFailed(by, target))
        if found > number("hth_nothing") and near.is_able(play.state, target):
            await _strikes_back(play, target, by)
        return
    if not brawls:
        _drop_big_things(play, target)
    for name in (by, target):  # on the ground of their own will; no guard and no aim outlasts that
        character = play.state.units[name]
        if name == by or not character.hth:
            game = harm.fallen(play.state, name)
            game = game.with_unit(name, hth=True, hex=other.hex, fell_turn=character.fell_turn)
            play.commit(game, Grappled(name, other.hex))
    await arrive(play, by, other.hex)
    if found > number("hth_both"):
        await _reaches_for_a_weapon(play, target)


def _drop_big_things(play: Play[Fight], name: str) -> None:
    """CQ-HTH-2: he drops in his hex whatever is in his hands and not small, a shield too."""
    for thing in play.state.units[name].ready:
        weapon = play.state.units[name].weapon(thing)
        if weapon is None or not is_small(figures(weapon)):
            harm.drop_ready(play, name, thing)
    if has_ready_shield(play.state.units[name]):
        harm.drop_shield(play, name)


async def _on_the_table(play: Play[Fight], by: str, target: str) -> int:
    """CQ-HTH-3: one die, less from the rear, more for each level of martial arts that the target is above."""
    game, character, other = play.state, play.state.units[by], play.state.units[target]
    above = max(0, martial_arts(other) - martial_arts(character))
    behind = number("hth_rear") if near.aspect(game, target, character.hex) == "rear" else 0
    both, ready, nothing = (number(f"hth_{most}") for most in ("both", "ready_weapon", "nothing"))
    added = (("From the rear", behind), (f"Martial arts of {other.name}, levels above", above))
    meant = (
        (f"Up to {both}", "both go to the ground", both),
        (f"{both + 1} to {ready}", f"the same, but {other.name} readies a small weapon for next turn", ready),
        (f"{ready + 1} to {nothing}", "no effect", nothing),
        (f"{nothing + 1} or more", f"no effect; {other.name} strikes back", MOST_SUMMED),
    )
    face = await checks.throw(
        play,
        number("hth_dice"),
        why="hth_table",
        side=character.side,
        rules=("CQ-HTH-3",),
        told=f"{character.name} closes with {other.name}",
        remarks=(
            *(Remark(what, figure(points, "+"), ("CQ-HTH-3",), points) for what, points in added if points),
            *(Remark(totals, what, up_to=most) for totals, what, most in meant),
        ),
    )
    return face + behind + above


async def _reaches_for_a_weapon(play: Play[Fight], name: str) -> None:
    """CQ-HTH-3: a small weapon on his belt will be ready next turn; his side says which of several."""
    character = play.state.units[name]
    on_belt = [weapon for thing in character.belt if (weapon := character.weapon(thing)) is not None]
    small = [weapon for weapon in on_belt if is_small(figures(weapon))]
    if not small:
        return
    answer = await play.choose(
        "belt_weapon",
        side=character.side,
        options=_options(small),
        why=f"Which weapon {character.name} gets hold of",
        rules=("CQ-HTH-3",),
    )
    weapon = candidates.weapon(play.state, name, str(answer))
    play.commit(play.state.with_unit(name, hth_ready=weapon.id), ReachesFor(name, weapon.called))


async def _strikes_back(play: Play[Fight], name: str, by: str) -> None:
    """CQ-HTH-3: he hits at once, without a roll, with a weapon in hand or bare hands; that isn't his action."""
    character = play.state.units[name]
    usable = [weapon for weapon in in_hands(character) if _strikes(weapon) or _fires(weapon)]
    weapon = None
    if usable:
        answer = await play.choose(
            "strike_with",
            side=character.side,
            options=_options(usable),
            why=f"What {character.name} strikes with",
            rules=("CQ-HTH-3",),
        )
        weapon = used_as(character.weapon(str(answer)))
    play.commit(play.state.with_unit(name, fought=True), StruckBack(name, by))
    use_power(play, name, weapon)
    way: Literal["missile", "melee"] = "missile" if weapon and figures(weapon).missile else "melee"
    await hit(play, Attempt(by=name, way=way, weapon=weapon, target=by), by)


def _fires(weapon: Weapon) -> bool:
    """Whether it is a gun or bow that can be fired now; what a flame thrower does is no hit."""
    arm = figures(weapon)
    loaded = weapon.ammo > 0 and not weapon.span
    return arm.missile and not hits_nobody(arm) and not weapon.broken and loaded


# --- what martial artists do to enemies on their feet


def _throw_level(game: Fight) -> int:
    """CQ-KND-4: the level of martial arts needed for a throw."""
    return number("martial_throw_early" if plays(game, "throw_level", "two") else "martial_throw")


def _lacks_the_level(game: Fight, by: str, level: int) -> str:
    character = game.units[by]
    if martial_arts(character) >= level:
        return ""
    return f"{character.name} lacks level {level} of martial arts, or can't use it now."


@forbids("CQ-KND-3")
def _he_knows_knockdowns(game: Fight, command: Command) -> WhyNot:
    lacking = _lacks_the_level(game, command.by, number("martial_knockdown"))
    armored = any(not row.cloth for row in worn_sets(game.units[command.by]))
    reading = house_rule(game, "martial_arts_armor") if armored else None
    return Refusal("CQ-KND-3", lacking, reading=reading) if lacking else None


@forbids("CQ-KND-4")
def _he_knows_throws(game: Fight, command: Command) -> WhyNot:
    lacking = _lacks_the_level(game, command.by, _throw_level(game))
    return Refusal("CQ-KND-4", lacking, reading=house_rule(game, "throw_level")) if lacking else None


def _on_his_feet(rule: str) -> Check[Fight, AtAnEnemy]:
    """Refuses, with that rule, a target that lies on the ground already."""

    @forbids(rule, reads=("target",))
    def test(game: Fight, command: AtAnEnemy) -> str | None:
        other = game.units[command.target]
        return f"{other.name} is down already." if near.is_down(other) else None

    return test


@forbids("CQ-KND-4", reads=("target", "to"))
def _there_is_room(game: Fight, command: ThrowFoe) -> WhyNot:
    hex, to = game.units[command.target].hex, command.to
    if not hex or not near.is_free(game, to) or distance(hex, to) != 1:
        return Refusal("CQ-KND-4", f"{to} is not a free hex next to the target.", overridable=False)
    return f"A wall stands between the target and {to}." if terrain.wall_between(game.map, hex, to) else None


def _read_of_knockdowns(game: Fight, by: str, command: AtAnEnemy | None) -> tuple[Detail, ...]:
    """The table's house rule, if any."""
    read = house_rule(game, "knockdown_by")
    return (Detail(read.name, read.text),) if read.name == HOUSE_RULE else ()


@COMMANDS.add(
    bare("Knock an enemy down.", AtAnEnemy),
    "Knock down",
    candidates.at_somebody,
    (
        *order.attack_checks(), _he_knows_knockdowns, *order.target_checks(),
        *order.reach_checks(armed=False), _on_his_feet("CQ-KND-3"),
    ),
    rules=("CQ-KND-3", "CQ-MRT-1"),
    key="f",
    lines=_read_of_knockdowns,
    offered=order.in_slot(
        lambda game, by: near.foe_beside(game, by)
        and martial_arts(game.units[by]) >= number("martial_knockdown")
    ),
)  # fmt: skip
async def knockdown(play: Play[Fight], command: AtAnEnemy) -> None:
    """CQ-KND-3: opposed rolls; the beaten target falls."""
    order.use_action(play, command.by)
    if await _overcomes(play, command, "CQ-KND-3"):
        harm.fall(play, command.target)


@COMMANDS.add(
    ThrowFoe,
    "Throw",
    candidates.naming(to=candidates.a_hex, target=candidates.other_unit),
    (
        *order.attack_checks(), _he_knows_throws, *order.target_checks(), *order.reach_checks(armed=False),
        _on_his_feet("CQ-KND-4"), _there_is_room,
    ),
    rules=("CQ-KND-4", "CQ-MRT-1"),
    key="v",
    lines=_read_of_knockdowns,
    offered=order.in_slot(
        lambda game, by: near.foe_beside(game, by) and martial_arts(game.units[by]) >= _throw_level(game)
    ),
)  # fmt: skip
async def throw_foe(play: Play[Fight], command: ThrowFoe) -> None:
    """CQ-KND-4: opposed rolls; the beaten target falls into the next hex, and meets what waits there."""
    order.use_action(play, command.by)
    if not await _overcomes(play, command, "CQ-KND-4"):
        return
    target, to = command.target, command.to
    play.commit(play.state.with_unit(target, hex=to), Thrown(command.by, target, to))
    await arrive(play, target, to, "thrown")


async def _overcomes(play: Play[Fight], command: AtAnEnemy, rule: str) -> bool:
    """CQ-KND-3: whether the attacker beats the target; 16 to 18 never do, even against a worse failure."""
    if plays(play.state, "knockdown_by", "to-hit"):
        return await _runs_down(play, blow(play.state, command.by, command.target, None))
    won = await outwrestles(play, command.by, command.target, rule, fumbles=True)
    if not won:
        play.emit(StoodAgainst(command.target, command.by))
    return won


# --- slams and shield rushes


@forbids("CQ-KND-1", reads=("shield",), alternative="slam without it")
def _the_shield_is_ready(game: Fight, command: Slam) -> str | None:
    character = game.units[command.by]
    lacking = command.shield and not has_ready_shield(character)
    return f"{character.name} has no shield ready." if lacking else None


@COMMANDS.add(
    Slam,
    "Slam",
    candidates.at_somebody,
    (
        *order.attack_checks(), _the_shield_is_ready, *order.target_checks(),
        *order.reach_checks(armed=False), _on_his_feet("CQ-KND-1"),
    ),
    rules=("CQ-KND-1", "CQ-KND-2"),
    key="j",
    offered=order.in_slot(near.foe_beside),
)  # fmt: skip
async def slam(play: Play[Fight], command: Slam) -> None:
    """CQ-KND-1: a roll to hit as with bare hands; who is hit falls unless he is strong enough. No damage."""
    attempt = blow(play.state, command.by, command.target, None)
    order.use_action(play, command.by)
    if await _runs_down(play, attempt, shield=command.shield):
        harm.fall(play, command.target)


async def _runs_down(play: Play[Fight], attempt: Attempt, *, shield: bool = False) -> bool:
    """CQ-KND-1, CQ-KND-2: a roll to hit as with bare hands, then a check of the target to stay upright.

    That is 3d6 on unwounded STR, or DEX for who knows how to fall, with the difference in STR.
    """
    by, target = attempt.by, attempt.target
    play.commit(play.state.with_unit(by, fought=True), Slams(by, target, shield))
    if not (await roll_to_hit(play, attempt)).hit:
        return False
    character = play.state.units[target]
    strength, deft = full_str(character), martial_arts(character) >= number("martial_dex")
    result = await checks.check(
        play,
        number("slam_dice"),
        max(strength, e_dex(play.state, target)) if deft else strength,
        why="stay_up",
        side=character.side,
        rules=("CQ-KND-1", "CQ-KND-2"),
        told=f"{character.name} to stay upright",
        modifiers=(modifier("strength_difference", strength - full_str(play.state.units[by])),),
    )
    if result.success:
        play.emit(StoodAgainst(target, by))
    return not result.success
