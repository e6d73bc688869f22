"""Places of the body: aimed and critical hits, and what they do (CQ-OPT-7 to CQ-OPT-9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from vedette.engine.dice import Remark
from vedette.engine.play import Play
from vedette.games.close_quarters.checks import save, throw
from vedette.games.close_quarters.damage.harm import drop_first_ready, drop_ready, fall, knock_out, lose_aim
from vedette.games.close_quarters.damage.hit import Hit, Impact, Place, Wound
from vedette.games.close_quarters.derived.arms import too_full
from vedette.games.close_quarters.derived.defence import has_ready_shield
from vedette.games.close_quarters.facts import damage as facts
from vedette.games.close_quarters.facts.reckoning import Step
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number

PLACES: tuple[Place, ...] = tuple(place for place in get_args(Place) if place)
"""All places that can be aimed at."""

ARMS: tuple[Place, ...] = ("weapon-arm", "other-arm")
LEGS: tuple[Place, ...] = ("right-leg", "left-leg")

EYES = ("visor", "flash-goggles")
"""What protects the eyes from a flash (CQ-ARM-17)."""


async def place_of(play: Play[Fight], blow: Hit) -> Place:
    """CQ-OPT-7, CQ-OPT-8: the place aimed at, or the place of a critical hit; "" for any other hit."""
    if blow.aim_at or not _is_critical(play.state, blow):
        return blow.aim_at
    totals = {number(f"location_{place.replace('-', '_')}"): place for place in PLACES}
    rolled = await throw(
        play,
        number("location_dice"),
        why="location",
        side=blow.giver or play.state.units[blow.by].side,
        rules=("CQ-OPT-8", "CQ-TBL-8"),
        told="Where the critical hit lands",
        remarks=(_key(totals),),
    )
    return totals.get(int(rolled.total), "")


def _key(totals: Mapping[int, Place]) -> Remark:
    """Which totals mean which place."""
    said = ", ".join(f"{total} {totals[total].replace('-', ' ')}" for total in sorted(totals))
    return Remark("Totals", f"{said}, else no special place", ("CQ-TBL-8",))


def _is_critical(game: Fight, blow: Hit) -> bool:
    """Whether the roll to hit is low enough for a critical hit, on 3 or 4 dice."""
    roll = blow.result
    if not game.options.aimed_shots or roll is None:
        return False
    right_dice = number("location_dice_least") <= roll.dice <= number("location_dice_most")
    return right_dice and number("location_least") <= roll.total <= number("location_most")


def no_more_than_counts(wound: Wound, place: Place) -> Wound:
    """CQ-OPT-9: of a hit to an arm no more than 8 points count, of one to a leg no more than 18; lethal ones first."""
    if place not in ARMS and place not in LEGS:
        return wound
    most = number("arm_most" if place in ARMS else "leg_most")
    if wound.both <= most:
        return wound
    lethal = min(wound.points, most)
    how = (*wound.how, Step("most", most, most))
    return replace(wound, points=lethal, nonlethal=min(wound.nonlethal, most - lethal), how=how)


async def effects(play: Play[Fight], hit: Impact, points: int) -> None:
    """CQ-OPT-9: what points in that place do to who is still conscious."""
    if hit.place == "head":
        await _head(play, hit, points)
    elif hit.place in ARMS:
        _arm(play, hit.target, hit.place, points)
    elif hit.place in LEGS:
        _leg(play, hit.target, hit.place, points)


async def _head(play: Play[Fight], hit: Impact, points: int) -> None:
    """2 points are felt to the end of the next turn, 5 make unconscious; the flash of an energy weapon may blind."""
    name, character = hit.target, play.state.units[hit.target]
    if points:
        lose_aim(play, name)
    if points >= number("head_out_at"):
        knock_out(play, name, hit.by)
    elif points >= number("head_hit_at"):
        until = play.state.round + 1
        play.commit(play.state.with_unit(name, head_hit=until), facts.HeadHit(name, until))
    if hit.energy and not any(worn in EYES for worn in character.worn):
        await _flash(play, name)


async def _flash(play: Play[Fight], name: str) -> None:
    """CQ-ARM-17: a save on DEX, or blinded for good."""
    dice, told = number("blinding_dice"), f"{play.state.units[name].name} against the flash"
    rules = ("CQ-OPT-9", "CQ-ARM-17")
    if (await save(play, name, "dex", dice, why="blinding", rules=rules, told=told)).success:
        return
    status = play.state.units[name].status
    if "blinded" not in status:
        play.commit(play.state.with_unit(name, status=(*status, "blinded")), facts.Blinded(name))


def _arm(play: Play[Fight], name: str, place: Place, points: int) -> None:
    """3 points make the weapon arm drop what it holds, 6 make an arm useless, 8 take it for good."""
    if place == "weapon-arm" and points >= number("arm_drops_at"):
        drop_first_ready(play, name)
    lost = play.state.units[name].arms_lost
    if points >= number("arm_useless_at") and place not in lost:
        play.commit(play.state.with_unit(name, arms_lost=(*lost, place)), facts.ArmUseless(name, place))
        let_go(play, name, place)
    if points >= number("arm_most"):
        play.emit(facts.LimbLost(name, place))


def _leg(play: Play[Fight], name: str, place: Place, points: int) -> None:
    """3 points bring him to his knees till the turn after next; 6 lame the leg and fell him too, 18 take it for good."""
    if points >= number("leg_kneels_at"):
        until = play.state.round + 1
        standing = play.state.units[name].posture == "standing"
        posture = "kneeling" if standing else play.state.units[name].posture
        play.commit(play.state.with_unit(name, leg_hit=until, posture=posture), facts.LegHit(name, until))
    if points >= number("leg_useless_at"):
        play.commit(play.state.with_unit(name, leg_lost=True), facts.LegUseless(name, place))
        fall(play, name)
    if points >= number("leg_most"):
        play.emit(facts.LimbLost(name, place))


# --- hands


def let_go(play: Play[Fight], name: str, arm: Place) -> None:
    """What one hand can't hold is dropped: by the weapon arm what it took first, by the other the shield or the last."""
    while too_full(character := play.state.units[name]):
        if character.ready and (arm == "weapon-arm" or not has_ready_shield(character)):
            drop_ready(play, name, character.ready[0 if arm == "weapon-arm" else -1])
        else:
            play.commit(play.state.with_unit(name, shield_held="dropped"), facts.ShieldLost(name))
