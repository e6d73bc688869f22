"""Hand-to-hand combat: getting into it and out of it, holds, wrested weapons, opposed rolls (section 6.4, CQ-HTH, CQ-KND-3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.dice import Modifier, Remark
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.engine.requests import Option
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.arms import figures, hands_used, in_hands, is_small, martial_arts
from vedette.games.close_quarters.attacks.hitting import hit
from vedette.games.close_quarters.attacks.melee import free_attack, use_power, used_as
from vedette.games.close_quarters.attacks.to_hit import Attempt
from vedette.games.close_quarters.attacks.weapon_checks import hits_nobody
from vedette.games.close_quarters.candidates import (
    HANDS,
    a_hex,
    around_him,
    at_somebody,
    by_unit,
    is_on_map,
    naming,
    target_of,
)
from vedette.games.close_quarters.checks import Contender
from vedette.games.close_quarters.damage.harm import (
    ShieldLost,
    action_to_come,
    drop_ready,
    fallen,
    weapons_in_hand,
)
from vedette.games.close_quarters.derived import e_dex, e_str, has_ready_shield
from vedette.games.close_quarters.handling.hands import handed, type_of
from vedette.games.close_quarters.near import (
    aspect,
    brawl,
    engaged_by,
    foe_beside,
    in_reach,
    is_able,
    is_down,
    is_enemy,
    is_engaged,
    is_free,
    is_walled,
    side_of,
    threat_zone,
)
from vedette.games.close_quarters.state import BAYONET, Character, Fight, Weapon
from vedette.games.close_quarters.tables import FAILURES, Result, number
from vedette.games.close_quarters.tables import martial_arts as levels
from vedette.games.close_quarters.telling import fact, figure
from vedette.games.close_quarters.terrain import deep_water, hemmed, is_dangerous
from vedette.games.close_quarters.turn.allowance import ground_mov
from vedette.games.close_quarters.turn.beginning import arrive
from vedette.games.close_quarters.turn.ending import dissolve_brawls, resists
from vedette.games.close_quarters.turn.order import (
    action_checks,
    attack_checks,
    can_act,
    has_fallen,
    most_moved,
    offered_in,
    target_checks,
    use_action,
)
from vedette.games.close_quarters.turn.path import he_is_not_too_laden
from vedette.kit.tables import applying
from vedette.view.asked import Asked
from vedette.view.hexes import Direction, distance, on_map, opposite, step

COMMANDS = Commands[Fight]()


# --- strength, skill and dice against each other


Rules = tuple[str, ...]


def wrestling(game: Fight, name: str) -> Contender:
    """CQ-KND-3: STR, with martial arts DEX if that is higher, and the level and any bonus bought on it besides."""
    character, level = game.units[name], martial_arts(game.units[name])
    attribute: checks.Attribute = "dex" if level and e_dex(game, name) > e_str(game, name) else "str"
    return _contender(game, name, attribute, _skill(level), _bonus(character) if level else None)


def wresting(game: Fight, name: str) -> Contender:
    """CQ-HTH-12: STR and the level of martial arts; DEX never helps to disarm."""
    return _contender(game, name, "str", _skill(martial_arts(game.units[name])))


def _contender(game: Fight, name: str, attribute: checks.Attribute, *more: Modifier | None) -> Contender:
    """Who wrestles with an attribute and what is added to it, each of it told."""
    added = applying(*more)
    value = checks.EFFECTIVE[attribute](game, name) + int(sum(modifier.value for modifier in added))
    told = (Remark(modifier.title, figure(modifier.value, "+"), modifier.rules) for modifier in added)
    return Contender(name, value, (checks.explained(game, name, attribute), *told))


def _skill(level: int) -> Modifier:
    return Modifier("Level of martial arts", level, ("CQ-KND-3",))


def _bonus(character: Character) -> Modifier:
    """CQ-EXP-10: the best of the bonuses bought on martial arts."""
    bonus = max((character.bonuses.get(skill, 0) for skill in levels()), default=0)
    return Modifier("Bonus on martial arts", bonus, ("CQ-EXP-10",))


async def wins(
    play: Play[Fight], first: Contender, second: Contender, *, rules: Rules, fumbles: bool = False
) -> bool:
    """CQ-CHK-6: whether the first has the higher margin; a tie has no winner.

    fumbles: an automatic failure fails whatever the other rolls.
    """
    own, other = await checks.opposed(play, first, second, rules=rules)
    more = _has_more(play, (first.name, own), (second.name, other))
    return more and not (fumbles and own.band in FAILURES)


async def outwrestles(
    play: Play[Fight], by: str, target: str, *, rules: Rules, fumbles: bool = False
) -> bool:
    """Whether one wrestler gets the better of the other."""
    first, second = wrestling(play.state, by), wrestling(play.state, target)
    return await wins(play, first, second, rules=rules, fumbles=fumbles)


async def outwrestles_all(play: Play[Fight], by: str, foes: Sequence[str], *, rules: Rules) -> bool:
    """CQ-HTH-9: one roll against those of several foes; the margin must beat every one of theirs."""
    first = wrestling(play.state, by)
    own = await checks.contend(play, first, checks.higher_wins(), why="opposed", rules=rules)
    known = checks.higher_wins(play.state, by, own)
    beaten = True
    for foe in foes:
        other = await checks.contend(play, wrestling(play.state, foe), known, why="against", rules=rules)
        beaten &= _has_more(play, (by, own), (foe, other))
    return beaten


@fact("Margins: {unit} {own:figure}, {against} {other:figure}.")
class Margins(Fact, frozen=True):
    aside = True
    unit: str
    against: str
    own: int
    other: int


def _has_more(play: Play[Fight], first: tuple[str, Result], second: tuple[str, Result]) -> bool:
    """CQ-CHK-6, CQ-OPT-6: whether the first, whom the attempt tires, has the higher margin, and both margins told."""
    (by, own), (against, other) = first, second
    play.commit(play.state.with_unit(by, fought=True), Margins(by, against, own.margin, other.margin))
    return own.margin > other.margin


# --- holds in hand-to-hand combat


class Subdue(Command):
    """Get a hold on somebody in the same brawl."""

    target: Annotated[str, Asked("Target", "t", in_reach)]


class BreakFree(Command):
    """The one attempt to break out of a hold."""


@forbids("CQ-HTH-10", reads=("target",), overridable=False)
def _he_can_be_held(game: Fight, command: Any) -> str | None:
    """In the same brawl, and neither held nor subdued yet."""
    character, target = game.units[command.by], target_of(game, command)
    if not character.hth:
        return f"{character.name} is not in hand-to-hand combat."
    if not target:
        return None
    other = game.units[target]
    if target not in brawl(game, command.by):
        return f"{other.name} is not in this brawl."
    return f"{other.name} is held already." if other.held_by or other.held or other.subdued else None


@fact("{unit} withstands {by}.")
class StoodAgainst(Fact, frozen=True):
    unit: str
    by: str


@fact(
    "{by} holds {unit}, for {turns:# turn} with this one.",
    moment="hurt",
    headline="{unit} HELD by {by}",
    tale="{by} got hold of {unit}",
)
class Held(Fact, frozen=True):
    """He is held; this turn may count as one of the turns."""

    unit: str
    by: str
    turns: int


@COMMANDS.add(
    Subdue,
    "Subdue",
    at_somebody,
    (*action_checks("still", "CQ-HTH-6"), _he_can_be_held, *target_checks()),
    rules=("CQ-HTH-10", "CQ-HTH-11"),
    key="s",
    offered=offered_in("wrestles"),
)
async def subdue(play: Play[Fight], command: Subdue) -> None:
    """CQ-HTH-10: opposed rolls; the beaten target is held for two turns, this one only if he was still to act."""
    use_action(play, command.by)
    by, target = command.by, command.target
    if not await outwrestles(play, by, target, rules=("CQ-HTH-10", "CQ-CHK-6")):
        play.emit(StoodAgainst(target, by))
        return
    turns = number("held_turns") + (not action_to_come(play.state, target))
    play.commit(play.state.with_unit(target, held=turns, held_by=by), Held(target, by, turns))


@forbids("CQ-HTH-11", overridable=False)
def _he_may_try_to_break_free(game: Fight, command: Any) -> str | None:
    """Once the turns of the hold are over; while they last he can't act at all."""
    character = game.units[command.by]
    if character.held_by and not character.held:
        return None
    return f"{character.name} is not in a hold that could be broken now."


@fact("{unit} breaks free.", moment="gain", tale="{unit} broke free")
class BrokeFree(Fact, frozen=True):
    unit: str


@fact("{by} has subdued {unit}.", moment="lost", headline="{unit} SUBDUED", tale="{by} subdued {unit}")
class Subdued(Fact, frozen=True):
    unit: str
    by: str


@COMMANDS.add(
    BreakFree,
    "Break free",
    by_unit,
    (*action_checks("still", "CQ-HTH-6"), _he_may_try_to_break_free),
    rules=("CQ-HTH-11",),
    key="b",
    offered=offered_in("wrestles", where=lambda game, by: bool(game.units[by].held_by)),
)
async def break_free(play: Play[Fight], command: BreakFree) -> None:
    """CQ-HTH-11: opposed rolls against the holder: free, or subdued for good, which counts as a foe beaten."""
    use_action(play, command.by)
    holder = play.state.units[command.by].held_by
    if await outwrestles(play, command.by, holder, rules=("CQ-HTH-11", "CQ-CHK-6")):
        play.commit(play.state.with_unit(command.by, held_by=""), BrokeFree(command.by))
        return
    game = play.state.with_unit(command.by, subdued=True)
    if is_enemy(game, holder, command.by):
        tally = game.units[holder].tally
        game = game.with_unit(holder, tally=replace(tally, foes=tally.foes + 1))
    play.commit(game, Subdued(command.by, holder))
    dissolve_brawls(play, resists)


# --- wresting a weapon from a foe in hand-to-hand combat


class Disarm(Command):
    """Wrest the first weapon from a foe's hands."""

    target: Annotated[str, Asked("Target", "t", in_reach)]
    take: Annotated[
        bool,
        Asked("It falls instead", "f", denied="leave", advanced=True),
        Field(description="or else it falls to the ground"),
    ] = True


@forbids("CQ-HTH-12")
def _his_hands_are_empty(game: Fight, command: Any) -> WhyNot:
    """In hand-to-hand combat, and with both hands free."""
    character = game.units[command.by]
    if not character.hth:
        return Refusal("CQ-HTH-12", f"{character.name} is not in hand-to-hand combat.", overridable=False)
    return f"{character.name} needs empty hands for that." if hands_used(character) else None


@forbids("CQ-HTH-12", reads=("target",), overridable=False)
def _there_is_something_to_wrest(game: Fight, command: Any) -> str | None:
    """From somebody in the same brawl who holds a weapon."""
    target = target_of(game, command)
    if not target:
        return None
    other = game.units[target]
    if target not in brawl(game, command.by):
        return f"{other.name} is not in this brawl."
    return f"{other.name} holds no weapon." if not weapons_in_hand(game, target) else None


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


@COMMANDS.add(
    Disarm,
    "Disarm",
    at_somebody,
    (*action_checks("still", "CQ-HTH-6"), _his_hands_are_empty, _there_is_something_to_wrest),
    rules=("CQ-HTH-12",),
    key="d",
    offered=offered_in("wrestles"),
)
async def disarm(play: Play[Fight], command: Disarm) -> None:
    """CQ-HTH-12: opposed rolls on STR; the target's first weapon changes hands, or falls."""
    use_action(play, command.by)
    game, by, target = play.state, command.by, command.target
    if not await wins(play, wresting(game, by), wresting(game, target), rules=("CQ-HTH-12", "CQ-CHK-6")):
        play.emit(StoodAgainst(target, by))
        return
    weapon = weapons_in_hand(play.state, target)[0]
    if command.take:
        type = type_of(play.state, target, weapon)
        play.commit(handed(play.state, target, by, weapon), Disarmed(target, by, type))
    else:
        drop_ready(play, target, weapon)


# --- getting away from the enemy


NONE = "none"
"""The answer that lets him go."""

FACINGS = {way: way for way in ("n", "ne", "se", "s", "sw", "nw")}


class Disengage(Command):
    """Get out of the enemies' reach, one hex away."""

    to: Annotated[str, Asked("To", "o", around_him, hex=is_on_map), Field(description="a hex")]
    facing: Annotated[
        Direction | None,
        Asked(
            "Facing",
            "f",
            lambda game, by: FACINGS,
            judged=False,
            now=lambda game, words: game.units[words["by"]].facing,
            shown=lambda game, words: not game.units[words["by"]].hth,
        ),
    ] = None


@forbids("CQ-ACT-13")
def _he_is_engaged_and_up(game: Fight, command: Any) -> WhyNot:
    """Only the engaged disengage, and not who went down or fell."""
    character = game.units[command.by]
    if character.hth:
        return None
    if not is_engaged(game, command.by):
        return f"{character.name} isn't engaged.", "move"
    if character.went_down or character.posture == "fallen":
        return f"{character.name} is down, and can't get away."
    return None


@check("CQ-ACT-13", "CQ-HTH-9", reads=("to",))
def _there_is_a_way_out(game: Fight, command: Any) -> Refusal | None:
    """A free hex next to him, without a wall of 1 m or more; outside HTH also safe, and away from all who engage him."""
    character = game.units[command.by]
    if not command.to:
        return None
    rule = "CQ-HTH-9" if character.hth else "CQ-ACT-13"
    if not character.hex or not is_free(game, command.to) or distance(character.hex, command.to) != 1:
        return Refusal(rule, f"{command.to} is not a free hex next to {character.name}.", overridable=False)
    if hemmed(game.map, character.hex, command.to):
        return Refusal(rule, f"A wall bars the way to {command.to}.")
    if character.hth:
        return None
    if is_dangerous(game.map, command.to):
        return Refusal(rule, f"{command.to} is too dangerous.")
    if any(command.to in threat_zone(game, foe) for foe in engaged_by(game, command.by)):
        return Refusal(rule, f"{command.to} is in the threat zone of an engaging enemy.")
    return None


@fact("{unit} doesn't get away.", moment="fail")
class Stayed(Fact, frozen=True):
    ahead: ClassVar[str] = "doesn't get away"
    unit: str


def _is_engaged_or_wrestles(game: Fight, by: str) -> bool:
    return game.units[by].hth or is_engaged(game, by)


@COMMANDS.add(
    Disengage,
    "Disengage",
    naming(to=a_hex),
    (
        *action_checks("still", "CQ-ACT-13", hth="CQ-HTH-9"),
        he_is_not_too_laden,
        _he_is_engaged_and_up,
        _there_is_a_way_out,
    ),
    rules=("CQ-ACT-13", "CQ-HTH-9"),
    key="g",
    moves=True,
    offered=offered_in("slot", "wrestles", where=_is_engaged_or_wrestles),
)
async def disengage(play: Play[Fight], command: Disengage) -> None:
    """CQ-ACT-13, CQ-HTH-9: out of a brawl by opposed rolls, else past the blows of those who engage him."""
    use_action(play, command.by)
    if play.state.units[command.by].hth:
        await _out_of_the_brawl(play, command)
    elif await _gets_past_all(play, command):
        await _goes(play, command)
    else:
        play.emit(Stayed(command.by))


# --- going down, getting away, getting up


@fact("{unit} gets away to {to:word}.")
class Disengaged(Fact, frozen=True):
    unit: str
    to: str


async def _out_of_the_brawl(play: Play[Fight], command: Disengage) -> None:
    """CQ-HTH-9: his margin must beat that of every able foe; he crawls out, and whom he held is free."""
    by, game = command.by, play.state
    foes = [name for name in brawl(game, by) if is_enemy(game, by, name) and is_able(game, name)]
    if not await outwrestles_all(play, by, foes, rules=("CQ-HTH-9", "CQ-CHK-6")):
        play.emit(Stayed(by))
        return
    game = play.state
    for held in (
        name for name, character in game.units.items() if character.held_by == by and not character.subdued
    ):
        game = game.with_unit(held, held=0, held_by="")
    game = game.with_unit(by, hth=False, hex=command.to, posture="prone", held_by="")
    play.commit(game, Disengaged(by, command.to))
    await arrive(play, by, command.to)


# --- outside it


async def _gets_past_all(play: Play[Fight], command: Disengage) -> bool:
    """Each enemy who engages him may strike first; whether he can still go after that."""
    by = command.by
    engaging = engaged_by(play.state, by)
    for foe in (name for name in play.state.order if name in engaging):
        if foe in engaged_by(play.state, by) and can_strike(play.state, foe):
            await _may_strike(play, foe, by)
        if not _can_still_go(play.state, by):
            return False
    return is_free(play.state, command.to) and distance(play.state.units[by].hex, command.to) == 1


def can_strike(game: Fight, name: str) -> bool:
    """CQ-ACT-13: whether an enemy could still attack: he hasn't acted, and nothing he did this turn forbids it."""
    character = game.units[name]
    held_up = (
        character.acted
        or character.stood
        or character.went_down
        or character.entangled
        or deep_water(game.map, character.hex)
    )
    return can_act(game, name) and not held_up and character.moved <= most_moved(character, "attack")


def _can_still_go(game: Fight, name: str) -> bool:
    character = game.units[name]
    return is_able(game, name) and not has_fallen(game, character) and not character.entangled


async def _may_strike(play: Play[Fight], foe: str, by: str) -> None:
    """CQ-ACT-13: a blow out of order, at the price of his action, and of the difference in DEX if he is slower."""
    game = play.state
    character = game.units[foe]
    answer = await play.choose(
        "free_attack",
        side=character.side,
        options=_ways_to_strike(game, foe),
        why=f"{character.name} may strike at {game.units[by].name}, who gets away",
        rules=("CQ-ACT-13",),
    )
    if answer != NONE:
        await free_attack(play, foe, by, str(answer), max(0, e_dex(game, by) - e_dex(game, foe)))


def _ways_to_strike(game: Fight, foe: str) -> tuple[Option, ...]:
    """The regular weapons in hand, in their order, then bare hands, and none."""
    character = game.units[foe]
    usable = [Option(weapon.id, figures(weapon).name) for weapon in in_hands(character) if strikes(weapon)]
    return (*usable, Option(HANDS, "Bare hands"), Option(NONE, "No blow", none=True))


def strikes(weapon: Weapon) -> bool:
    """Whether it serves as a regular weapon now: whole, with power if it needs any, or a gun with a bayonet."""
    arm = figures(weapon)
    if weapon.broken or (arm.is_a("battery") and not weapon.ammo and not arm.missile):
        return False
    return arm.use == "melee" or (arm.missile and BAYONET in weapon.fitted)


async def _goes(play: Play[Fight], command: Disengage) -> None:
    """He is one hex away; kneeling or prone he has crawled, and is all rear."""
    character = play.state.units[command.by]
    crawled = character.posture == "kneeling" or is_down(character)
    game = play.state.with_unit(
        command.by,
        hex=command.to,
        moved=1,
        facing=command.facing or character.facing,
        all_rear=character.all_rear or crawled,
        overwatch=None,
    )
    play.commit(game, Disengaged(command.by, command.to))
    await arrive(play, command.by, command.to)


# --- coming to hand-to-hand combat


class AttemptHth(Command):
    """Close with an enemy to wrestle."""

    target: Annotated[str, Asked("Target", "t", in_reach)]
    consent: Annotated[
        bool, Asked("The other one wants it too", "c"), Field(description="the target wants it, too")
    ] = False


@forbids("CQ-ATK-9")
def _he_is_up(game: Fight, command: Any) -> str | None:
    """Who is down attacks nobody."""
    character = game.units[command.by]
    return f"{character.name} is down." if is_down(character) and not character.hth else None


@check("CQ-MAP-5", reads=("target",))
def _the_target_is_before_him(game: Fight, command: Any) -> Refusal | None:
    """Only into a neighbouring front hex."""
    character, target = game.units[command.by], target_of(game, command)
    if not target or not character.hex:
        return None
    hex = game.units[target].hex
    if hex and distance(character.hex, hex) == 1 and side_of(character, hex) == "front":
        return None
    name = game.units[target].name
    return Refusal("CQ-MAP-5", f"{name} is not in a hex in front of {character.name}.", overridable=bool(hex))


@forbids("CQ-ENV-11", reads=("target",))
def _no_wall_stands_between(game: Fight, command: Any) -> str | None:
    """Nobody wrestles across a wall over 1 m."""
    character, target = game.units[command.by], target_of(game, command)
    there = game.units[target].hex if target else ""
    if character.hex and there and is_walled(game, character.hex, there):
        return "A wall over 1 m stands between the two."
    return None


@forbids("CQ-HTH-1", reads=("target", "consent"), alternative="by consent")
def _he_can_be_seized(game: Fight, command: Any) -> str | None:
    """He is in a brawl, shut in, unable to move, not standing, slower, taken from behind, or willing."""
    character, target = game.units[command.by], target_of(game, command)
    if not target or not character.hex or not game.units[target].hex:
        return None
    if command.consent or game.units[target].hth or is_open_to_seizing(game, command.by, target):
        return None
    own, theirs = ground_mov(game, command.by), ground_mov(game, target)
    no_slower = f"no slower (MOV {theirs} against {own})"
    return (
        f"{game.units[target].name} is standing, can get away, is {no_slower}, and isn't seized from behind."
    )


def is_open_to_seizing(game: Fight, by: str, target: str) -> bool:
    """CQ-HTH-1: whether the target can't keep him off by its mere position."""
    character, other = game.units[by], game.units[target]
    stuck = _is_shut_in(game, other) or not is_able(game, target) or bool(other.hanging)
    slower = ground_mov(game, target) < ground_mov(game, by)
    return stuck or other.posture != "standing" or slower or aspect(game, target, character.hex) == "rear"


def _is_shut_in(game: Fight, character: Character) -> bool:
    """Whether his way back is shut: the hex straight behind him is off the map, or beyond a wall over 1 m."""
    behind = step(character.hex, opposite(character.facing))
    return not behind or not on_map(game.map, behind) or is_walled(game, character.hex, behind)


# --- hand-to-hand combat


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


@COMMANDS.add(
    AttemptHth,
    "Try hand-to-hand",
    at_somebody,
    (
        *attack_checks(),
        _he_is_up,
        *target_checks(),
        _the_target_is_before_him,
        _no_wall_stands_between,
        _he_can_be_seized,
    ),
    rules=("CQ-HTH-2", "CQ-HTH-3", "CQ-HTH-4"),
    key="j",
    offered=offered_in("slot", where=foe_beside),
)
async def attempt_hth(play: Play[Fight], command: AttemptHth) -> None:
    """CQ-HTH-2 to CQ-HTH-4: whatever isn't small is dropped; a brawl is joined at once, else the table decides."""
    by, target = command.by, command.target
    use_action(play, by)
    drop_big_things(play, by)
    other = play.state.units[target]
    if other.hth or other.subdued:
        _joins(play, by, other.hex)
        if not other.hth:
            _joins(play, target, other.hex)
        await arrive(play, by, other.hex)
        return
    found = await _on_the_table(play, by, target)
    if found <= number("hth_ready_weapon"):
        _grapple(play, by, target)
        await arrive(play, by, play.state.units[target].hex)
        if found > number("hth_both"):
            await _reaches_for_a_weapon(play, target)
        return
    play.emit(AttemptFailed(by, target))
    if found > number("hth_nothing") and is_able(play.state, target):
        await _strikes_back(play, target, by)


async def _on_the_table(play: Play[Fight], by: str, target: str) -> int:
    """CQ-HTH-3: one die, less from the rear, more for each level of martial arts that the target is above."""
    game = play.state
    character, other = game.units[by], game.units[target]
    levels = max(0, martial_arts(other) - martial_arts(character))
    behind = number("hth_rear") if aspect(game, target, character.hex) == "rear" else 0
    face = await checks.throw(
        play,
        number("hth_dice"),
        why="hth_table",
        side=character.side,
        rules=("CQ-HTH-3",),
        told=f"{character.name} closes with {other.name}",
        remarks=_key(other.name, behind, levels),
    )
    return face + behind + levels


def _key(target: str, behind: int, levels: int) -> tuple[Remark, ...]:
    """CQ-HTH-3: what is added to the die, and what the totals mean."""
    both, ready, nothing = (number(f"hth_{most}") for most in ("both", "ready_weapon", "nothing"))
    added = (("From the rear", behind), (f"Martial arts of {target}, levels above", levels))
    said = (
        (f"Up to {both}", "both go to the ground"),
        (f"{both + 1} to {ready}", f"they do, and {target} has a small weapon ready next turn"),
        (f"{ready + 1} to {nothing}", "no effect"),
        (f"{nothing + 1} or more", f"no effect; {target} strikes back"),
    )
    return (
        *(Remark(what, figure(points, "+"), ("CQ-HTH-3",)) for what, points in added if points),
        *(Remark(totals, what) for totals, what in said),
    )


def drop_big_things(play: Play[Fight], name: str) -> None:
    """CQ-HTH-2: he drops in his hex whatever is in his hands and not small, a shield too."""
    for thing in play.state.units[name].ready:
        weapon = play.state.units[name].weapon(thing)
        if weapon is None or not is_small(figures(weapon)):
            drop_ready(play, name, thing)
    if has_ready_shield(play.state.units[name]):
        play.commit(play.state.with_unit(name, shield_held="dropped"), ShieldLost(name))


def _grapple(play: Play[Fight], by: str, target: str) -> None:
    """CQ-HTH-3: the target drops its things too, and both are in hand-to-hand combat in its hex."""
    drop_big_things(play, target)
    hex = play.state.units[target].hex
    _joins(play, by, hex)
    _joins(play, target, hex)


def _joins(play: Play[Fight], name: str, hex: str) -> None:
    """CQ-HTH-4: he is in hand-to-hand combat, on the ground of his own will; no guard and no aim outlasts that."""
    fell = play.state.units[name].fell_turn
    game = fallen(play.state, name).with_unit(name, hth=True, hex=hex, fell_turn=fell)
    play.commit(game, Grappled(name, hex))


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
    weapon = character.weapon(str(answer))
    assert weapon is not None  # it is one of the options
    play.commit(play.state.with_unit(name, hth_ready=weapon.id), ReachesFor(name, weapon.called))


async def _strikes_back(play: Play[Fight], name: str, by: str) -> None:
    """CQ-HTH-3: he hits at once, without a roll, with a weapon in hand or bare hands; that isn't his action."""
    character = play.state.units[name]
    usable = [weapon for weapon in in_hands(character) if strikes(weapon) or _fires(weapon)]
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
    fires = weapon is not None and figures(weapon).missile
    way: Any = "missile" if fires else "melee"
    await hit(play, Attempt(by=name, way=way, weapon=weapon, target=by), by)


def _fires(weapon: Weapon) -> bool:
    """Whether it is a gun or bow that can be fired now; what a flame thrower does is no hit."""
    arm = figures(weapon)
    loaded = weapon.ammo > 0 and not weapon.span
    return arm.missile and not hits_nobody(arm) and not weapon.broken and loaded


def _options(weapons: list[Weapon]) -> tuple[Option, ...]:
    return tuple(Option(weapon.id, figures(weapon).name) for weapon in weapons)
