"""One roll to hit, what it does to the attacker's own weapon and to what parries it, and the bullets that hit (section 8)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Remark
from vedette.engine.facts import Fact
from vedette.engine.lazy_numbers import greater, lesser
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.engine.readings import told_house_rules
from vedette.games.close_quarters.arms import DAMAGE_RESTS_ON, deciding, figures, in_hands
from vedette.games.close_quarters.attacks.to_hit import (
    Attempt,
    ToHitRoll,
    charge_times,
    damage_of,
    defends_against,
    is_beyond_range,
    read_of_clear_miss,
    spares_those_in_the_way,
    to_hit_roll,
)
from vedette.games.close_quarters.checks import reads_wide, throw
from vedette.games.close_quarters.damage.armor import Hit
from vedette.games.close_quarters.damage.blow import strike
from vedette.games.close_quarters.damage.harm import drop_ready, fall, harm
from vedette.games.close_quarters.derived import has_ready_shield
from vedette.games.close_quarters.near import is_out
from vedette.games.close_quarters.state import BAYONET, Character, Fight, Weapon, without
from vedette.games.close_quarters.tables import Result, number, result_of
from vedette.games.close_quarters.telling import fact


def bullets_of(attacked: Attacked) -> int:
    """CQ-AUT-3: how many hits a roll to hit comes to: its margin, at least one, at most the rounds (decision 42)."""
    return greater(1, lesser(attacked.margin, attacked.attempt.rounds))


@fact("{rounds:?{count} of {rounds:# bullet}|{count:# bullet}} {count:=1?hits|hit} {target}.")
class Bullets(Fact, frozen=True):
    """How many bullets of a burst hit somebody, of how many that were left of it; 0: that is not known."""

    target: str
    count: int
    rounds: int = 0


@fact("{rounds} more {rounds:=1?bullet goes|bullets go} past.")
class GoPast(Fact, frozen=True):
    rounds: int


async def bullets(
    play: Play[Fight],
    attempt: Attempt,
    target: str,
    count: int,
    result: Result | None = None,
    *,
    left: int = 0,
) -> None:
    """So many bullets hit somebody, the first with the roll's own result; it stops when he is out or falls.

    left: of how many, where some have hit others before. A single shot is one bullet. CQ-AUT-6: with 8 points from one
    burst he falls at once, and the rest passes.
    """
    burst = attempt.rounds > 1
    if burst:
        play.emit(Bullets(target, count, left or attempt.rounds))
    done = 0
    for bullet in range(1, count + 1):
        done += await hit(play, attempt, target, result, (bullet, count))
        result = None
        floored = burst and done >= number("burst_fall_at") and not is_out(play.state, target)
        if floored:
            knock_down(play, target)
        if floored or is_out(play.state, target):
            go_past(play, count - bullet)
            return


def go_past(play: Play[Fight], rounds: int) -> None:
    """CQ-AUT-6: the bullets that are left can hit nobody any more."""
    if rounds > 0:
        play.emit(GoPast(rounds))


def knock_down(play: Play[Fight], target: str) -> None:
    """CQ-AUT-6: he falls, unless he has already, or fights hand to hand."""
    character = play.state.units[target]
    if character.posture != "fallen" and not character.hth:
        fall(play, target)


# --- one roll to hit, and what it does to the attacker's own weapon and to what parries it (CQ-ATK-1 to CQ-ATK-7)

CLUBS = ("club", "improvised-club", "improvised-club-2h", "burning-torch")
"""What breaks only on the second 18: a gun used as a club is an improvised one, a torch a club on fire (16.11)."""

LOST = ("drop", "break")
"""Bands of a roll to hit that cost the attacker his weapon."""


class Attacked(Struct, frozen=True):
    """A roll to hit that was made; `result` is None for a subdued target, who is hit without one."""

    attempt: Attempt
    result: Result | None

    @property
    def hit(self) -> bool:
        """Whether the target is hit."""
        return self.result is None or self.result.success

    @property
    def lost(self) -> bool:
        """Whether the attacker dropped or broke what he attacked with, or hurt his bare hands."""
        return self.result is not None and self.result.band in LOST

    @property
    def margin(self) -> int:
        """By how much it hit; 0 for a sure hit."""
        return self.result.margin if self.result is not None else 0

    @property
    def missed_by(self) -> int:
        """The margin of failure."""
        return -self.margin


async def roll_to_hit(play: Play[Fight], attempt: Attempt) -> Attacked:
    """CQ-ATK-1: roll to hit; a broken parry, a dropped or broken weapon and the target's tally follow at once.

    Grenades have effects of their own for 16 to 18 (CQ-GRN-2).
    """
    aimed = to_hit_roll(play.state, attempt)
    if aimed.sure:
        return Attacked(attempt, None)
    result = await _roll(play, attempt, aimed)
    if aimed.defended:
        break_parry(play, attempt)
    attacked = Attacked(attempt, result)
    if not result.success:
        note_failure(play, attacked)
    if attacked.lost and attempt.way != "grenade":
        await lose_weapon(play, attempt, broken=result.band == "break")
    return attacked


async def _roll(play: Play[Fight], attempt: Attempt, aimed: ToHitRoll) -> Result:
    """The dice of a roll to hit, read by the bands."""
    character = play.state.units[attempt.by]
    target = play.state.units.get(attempt.target)
    at = target.name if target is not None else attempt.hex
    rules = ("CQ-ATK-1", "CQ-GRN-2" if attempt.way == "grenade" else "CQ-ATK-2")
    told = f"{character.name} to hit {at}"
    total = await play.total(aimed.pool, why="to_hit", side=character.side, rules=rules, told=told)
    return result_of(aimed.pool.dice, aimed.number, total, wide=reads_wide(play.state))


@fact("{by} misses {target}{reading:so}.", headline="misses {target}")
class Missed(Fact, frozen=True):
    """A roll to hit failed; `reading`: the house rule by which those in the way are spared."""

    by: str
    target: str
    reading: Annotated[str, WORDS] = ""


@fact("{unit} escapes the attack of {by}{reading:so}.", headline="{unit} escapes")
class Defended(Fact, frozen=True):
    """An attack on somebody failed while he was dodging or defending; his tally notes it. reading: as in `Missed`."""

    unit: str
    by: str
    reading: Annotated[str, WORDS] = ""


def note_failure(play: Play[Fight], attacked: Attacked) -> None:
    """The attack failed; for who was dodging or defending that is a success (CH 3, `tally.defended`)."""
    attempt = attacked.attempt
    target = play.state.units.get(attempt.target)
    if target is None:
        return
    spared = spared_by(play.state, attacked)
    if target.dodging or defends_against(target, attempt.by):
        tally = replace(target.tally, defended=True)
        changed = play.state.with_unit(attempt.target, tally=tally)
        play.commit(changed, Defended(attempt.target, attempt.by, spared))
    else:
        play.emit(Missed(attempt.by, attempt.target, spared))


def spared_by(game: Fight, attacked: Attacked) -> str:
    """CQ-AVD-3: the house rule by which those in the way of the miss are spared; else it stands with their dice."""
    if attacked.lost or not spares_those_in_the_way(game, attacked.attempt, attacked.missed_by):
        return ""
    return told_house_rules(read_of_clear_miss(game, attacked.attempt, attacked.missed_by))


# --- the weapon that parries


@fact(
    "The {type:thing} with which {unit} defends is cut through.",
    moment="fail",
    headline="The {type:thing} is cut through",
)
class ParryBroke(Fact, frozen=True):
    unit: str
    type: str


def break_parry(play: Play[Fight], attempt: Attempt) -> None:
    """CQ-NRG-8: a plasma or mono-filament sword breaks what defends, hit or miss (decision 71)."""
    if not attempt.is_a("breaks_parry"):
        return
    weapon = parrying_weapon(play.state.units[attempt.target])
    if weapon is None or (attempt.is_a("plasma-sword") and figures(weapon).is_a("plasma-sword")):
        return
    broken = play.state.with_weapon(attempt.target, weapon.id, broken="permanent")
    play.commit(broken, ParryBroke(attempt.target, weapon.called))


def parrying_weapon(character: Character) -> Weapon | None:
    """What he defends with: the weapon that parries, else the first whole one; none behind a ready shield."""
    if character.parry:
        return character.weapon(character.parry)
    if has_ready_shield(character):
        return None
    return next((weapon for weapon in in_hands(character) if not weapon.broken), None)


# --- the attacker's own weapon


async def lose_weapon(play: Play[Fight], attempt: Attempt, *, broken: bool) -> None:
    """CQ-ATK-6, CQ-ATK-7, CQ-ATK-15: the weapon drops or breaks; bare hands hurt themselves instead."""
    if attempt.weapon is None:
        await hurt_hands(play, attempt.by)
    elif broken:
        await break_weapon(play, attempt.by, attempt.weapon)
    elif not attempt.is_a("no_drop") and attempt.weapon.id in play.state.units[attempt.by].ready:
        drop_ready(play, attempt.by, attempt.weapon.id)


async def hurt_hands(play: Play[Fight], by: str) -> None:
    """CQ-ATK-15: bare hands that drop or break cost 1d6, and no armor helps."""
    character = play.state.units[by]
    points = await throw(
        play,
        number("bare_hands_dice"),
        why="self_damage",
        side=character.side,
        rules=("CQ-ATK-15", "CQ-TBL-5"),
        told=f"Damage to {character.name}",
    )
    await harm(play, by, points)


@fact(
    "The {type:thing} of {unit} {kind:=temporary?jams or is damaged; it can be mended|breaks for good}.",
    moment="fail",
    headline="The {type:thing} {kind:=temporary?jams|BREAKS}",
    tale="{unit} had {type:a} {kind:=temporary?jam|break}",
)
class Broke(Fact, frozen=True):
    """A weapon broke; `kind` is temporary or permanent."""

    unit: str
    type: str
    kind: str


@fact(
    "The {type:thing} of {unit} cracks; it stands no second blow like that.",
    moment="fail",
    headline="The {type:thing} cracks",
)
class ClubCracked(Fact, frozen=True):
    unit: str
    type: str


@fact("The bayonet of {unit} comes off.", moment="fail", headline="The bayonet comes off")
class BayonetCameOff(Fact, frozen=True):
    unit: str


async def break_weapon(play: Play[Fight], by: str, used: Weapon) -> None:
    """CQ-ATK-7, CQ-TBL-7: a bayonet comes off, a club stands its first 18, others break as their kind does."""
    own = play.state.units[by].weapon(used.id)
    if own is None:
        return
    if used.type == BAYONET and own.type != BAYONET:
        fitted = without(own.fitted, BAYONET)
        play.commit(play.state.with_weapon(by, own.id, fitted=fitted), BayonetCameOff(by))
        return
    if used.type in CLUBS:
        breaks = own.club_breaks + 1
        play.commit(play.state.with_weapon(by, own.id, club_breaks=breaks), ClubCracked(by, used.called))
        if breaks < number("club_breaks_at"):
            return
    kind = await how_it_breaks(play, by, used)
    play.commit(play.state.with_weapon(by, own.id, broken=kind), Broke(by, own.called, kind))


async def how_it_breaks(play: Play[Fight], by: str, used: Weapon) -> str:
    """CQ-TBL-7: for good, or not; guns and energy weapons roll a die for it."""
    arm = figures(used)
    if arm.is_a("temporary"):
        return "temporary"
    if arm.is_a("energy"):
        most = number("break_for_good_energy")
    elif arm.is_a("powder"):
        most = number("break_for_good")
    else:
        return "permanent"
    character = play.state.units[by]
    told = f"How badly {character.name}'s weapon breaks"
    faces = f"up to {most} it breaks for good, above that it can be mended"
    face = await throw(
        play,
        number("break_dice"),
        why="breakage",
        side=character.side,
        rules=("CQ-ATK-7", "CQ-TBL-7"),
        told=told,
        remarks=(Remark("Faces", faces, ("CQ-TBL-7",)),),
    )
    return "permanent" if face <= most else "temporary"


# --- the hit that goes into the damage


def hit_of(
    game: Fight, attempt: Attempt, target: str, result: Result | None = None, bullet: tuple[int, int] = (0, 0)
) -> Hit:
    """The hit as it goes into the damage: on the target, or on another figure without a roll to hit of its own.

    bullet: which one of how many.
    """
    own, there = game.units[attempt.by].hex, game.units[target].hex
    return Hit(
        by=attempt.by,
        target=target,
        damage=damage_of(game, attempt),
        weapon=attempt.weapon,
        way="melee" if attempt.regular else "thrown" if attempt.way == "thrown" else "missile",
        hex=own,
        bonus=attempt.power,
        multiple=charge_times(game, attempt) if target == attempt.target else 1,
        halved=is_beyond_range(game, attempt, there),
        result=result,
        aim_at=attempt.aim_at if target == attempt.target else "",
        tank=attempt.tank and target == attempt.target,
        giver=attempt.giver,
        bullet=bullet[0],
        bullets=bullet[1],
        readings=deciding(game, DAMAGE_RESTS_ON, lambda read: damage_of(read, attempt)),
    )


async def hit(
    play: Play[Fight],
    attempt: Attempt,
    target: str,
    result: Result | None = None,
    bullet: tuple[int, int] = (0, 0),
) -> int:
    """One hit on somebody, by one bullet of how many; the points that it did."""
    return await strike(play, hit_of(play.state, attempt, target, result, bullet))
