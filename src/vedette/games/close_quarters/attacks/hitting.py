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
from vedette.games.close_quarters.attacks import to_hit as aim
from vedette.games.close_quarters.attacks.to_hit import CLUB, TWO_HANDED_CLUB, Attempt
from vedette.games.close_quarters.checks import rolled, throw
from vedette.games.close_quarters.damage.armor import Hit
from vedette.games.close_quarters.damage.blow import strike
from vedette.games.close_quarters.damage.harm import drop_ready, fall, harm
from vedette.games.close_quarters.derived import has_ready_shield
from vedette.games.close_quarters.near import is_out
from vedette.games.close_quarters.state import BAYONET, Fight, Weapon, without
from vedette.games.close_quarters.tables import Result, number
from vedette.games.close_quarters.telling import fact

CLUBS = ("club", CLUB, TWO_HANDED_CLUB, "burning-torch")
"""What breaks only on the second 18: a gun used as a club is an improvised one, a torch a club on fire (16.11)."""

LOST = ("drop", "break")
"""Bands of a roll to hit that cost the attacker the weapon."""


@fact("{rounds:?{count} of {rounds:# bullet}|{count:# bullet}} {count:=1?hits|hit} {target}.")
class Bullets(Fact, frozen=True):
    """How many bullets of a burst hit somebody, of how many that were left of it; 0: that is not known."""

    target: str
    count: int
    rounds: int = 0


@fact("{rounds} more {rounds:=1?bullet goes|bullets go} past.")
class GoPast(Fact, frozen=True):
    rounds: int


@fact("{by} misses {target}{reading:so}.", headline="misses {target}")
class Missed(Fact, frozen=True):
    """A roll to hit failed; `reading`: the house rule by which those in the way are spared."""

    by: str
    target: str
    reading: Annotated[str, WORDS] = ""


@fact("{unit} escapes the attack of {by}{reading:so}.", headline="{unit} escapes")
class Defended(Fact, frozen=True):
    """An attack on somebody who was dodging or defending failed, for the tally. reading: as in `Missed`."""

    unit: str
    by: str
    reading: Annotated[str, WORDS] = ""


@fact(
    "The {type:thing} with which {unit} defends is cut through.",
    moment="fail",
    headline="The {type:thing} is cut through",
)
class ParryBroke(Fact, frozen=True):
    unit: str
    type: str


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


# --- one roll to hit, and what it does to weapons (CQ-ATK-1 to CQ-ATK-7)


class Attacked(Struct, frozen=True):
    """A roll to hit that was made; `result` is None for a subdued target, who is hit without one."""

    attempt: Attempt
    result: Result | None

    @property
    def hit(self) -> bool:
        return self.result is None or self.result.success

    @property
    def lost(self) -> bool:
        """Whether the attacker dropped or broke the weapon, or hurt bare hands."""
        return self.result is not None and self.result.band in LOST

    @property
    def margin(self) -> int:
        """By how much it hit; 0 for a sure hit."""
        return self.result.margin if self.result is not None else 0

    @property
    def missed_by(self) -> int:
        return -self.margin


async def roll_to_hit(play: Play[Fight], attempt: Attempt) -> Attacked:
    """CQ-ATK-1: roll to hit; a broken parry, a dropped or broken weapon and the target's tally follow at once.

    Grenades have effects of their own for 16 to 18 (CQ-GRN-2).
    """
    aimed, by = aim.to_hit_roll(play.state, attempt), attempt.by
    if aimed.sure:
        return Attacked(attempt, None)
    character, target = play.state.units[by], play.state.units.get(attempt.target)
    rules = ("CQ-ATK-1", "CQ-GRN-2" if attempt.way == "grenade" else "CQ-ATK-2")
    told = f"{character.name} to hit {target.name if target is not None else attempt.hex}"
    result = await rolled(play, aimed.pool, why="to_hit", side=character.side, rules=rules, told=told)
    attacked = Attacked(attempt, result)
    if aimed.defended:
        _break_parry(play, attempt)
    if not attacked.hit and target is not None:
        # CQ-AVD-3: told with the house rule by which those in the way of the miss are spared; else it stands with their
        # dice. For who was dodging or defending the miss is a success (CH 3, `tally.defended`).
        game, spared = play.state, ""
        if not attacked.lost and aim.spares_those_in_the_way(game, attempt, attacked.missed_by):
            spared = told_house_rules(aim.read_of_clear_miss(game, attempt, attacked.missed_by))
        if target.dodging or aim.defends_against(target, by):
            tally = replace(game.units[attempt.target].tally, defended=True)
            play.commit(game.with_unit(attempt.target, tally=tally), Defended(attempt.target, by, spared))
        else:
            play.emit(Missed(by, attempt.target, spared))
    if attacked.lost and attempt.way != "grenade":  # CQ-ATK-6, CQ-ATK-7
        if attempt.weapon is None:  # CQ-ATK-15: that costs 1d6, and no armor helps
            dice, rules = number("bare_hands_dice"), ("CQ-ATK-15", "CQ-TBL-5")
            told = f"Damage to {character.name}"
            points = await throw(play, dice, why="self_damage", side=character.side, rules=rules, told=told)
            await harm(play, by, points)
        elif result.band == "break":
            await _break_weapon(play, by, attempt.weapon)
        elif not attempt.is_a("no_drop") and attempt.weapon.id in play.state.units[by].ready:
            drop_ready(play, by, attempt.weapon.id)
    return attacked


def _break_parry(play: Play[Fight], attempt: Attempt) -> None:
    """CQ-NRG-8: a plasma or mono-filament sword breaks what defends, hit or miss (decision 71).

    That is the weapon that parries, else the first whole one; behind a ready shield none.
    """
    defender = play.state.units[attempt.target]
    if not attempt.is_a("breaks_parry"):
        return
    if defender.parry:
        weapon = defender.weapon(defender.parry)
    else:
        whole = () if has_ready_shield(defender) else in_hands(defender)
        weapon = next((weapon for weapon in whole if not weapon.broken), None)
    if weapon is None or (attempt.is_a("plasma-sword") and figures(weapon).is_a("plasma-sword")):
        return
    broken = play.state.with_weapon(attempt.target, weapon.id, broken="permanent")
    play.commit(broken, ParryBroke(attempt.target, weapon.called))


async def _break_weapon(play: Play[Fight], by: str, used: Weapon) -> None:
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
    arm, character = figures(used), play.state.units[by]
    if arm.is_a("temporary"):
        return "temporary"
    if not (arm.is_a("energy") or arm.is_a("powder")):
        return "permanent"
    most = number("break_for_good_energy" if arm.is_a("energy") else "break_for_good")
    faces = f"up to {most}: broken for good; above: can be repaired"
    face = await throw(
        play,
        number("break_dice"),
        why="breakage",
        side=character.side,
        rules=("CQ-ATK-7", "CQ-TBL-7"),
        told=f"{character.name}'s weapon breaks: how badly?",
        remarks=(Remark("Faces", faces, ("CQ-TBL-7",)),),
    )
    return "permanent" if face <= most else "temporary"


# --- the hits that go into the damage


def bullets_of(attacked: Attacked) -> int:
    """CQ-AUT-3: how many hits a roll to hit comes to: its margin, at least one, at most the rounds (decision 42)."""
    return greater(1, lesser(attacked.margin, attacked.attempt.rounds))


async def bullets(
    play: Play[Fight],
    attempt: Attempt,
    target: str,
    count: int,
    result: Result | None = None,
    *,
    left: int = 0,
) -> None:
    """So many bullets hit somebody, the first with the roll's own result, until they are out or fall.

    left: of how many, where some have hit others before. A single shot is one bullet. CQ-AUT-6: 8 points from one
    burst floor the target at once, unless fallen already or fighting hand to hand, and the rest passes.
    """
    burst = attempt.rounds > 1
    if burst:
        play.emit(Bullets(target, count, left or attempt.rounds))
    done = 0
    for bullet in range(1, count + 1):
        done += await hit(play, attempt, target, result, (bullet, count))
        result = None
        floored = burst and done >= number("burst_fall_at") and not is_out(play.state, target)
        character = play.state.units[target]
        if floored and character.posture != "fallen" and not character.hth:
            fall(play, target)
        if floored or is_out(play.state, target):
            go_past(play, count - bullet)
            return


def go_past(play: Play[Fight], rounds: int) -> None:
    """CQ-AUT-6: the bullets that are left can hit nobody any more."""
    if rounds > 0:
        play.emit(GoPast(rounds))


def hit_of(
    game: Fight, attempt: Attempt, target: str, result: Result | None = None, bullet: tuple[int, int] = (0, 0)
) -> Hit:
    """The hit as it goes into the damage: on the target, or on another figure without a roll to hit of its own.

    bullet: which one of how many.
    """
    meant = target == attempt.target
    return Hit(
        by=attempt.by,
        target=target,
        damage=aim.damage_of(game, attempt),
        weapon=attempt.weapon,
        way="melee" if attempt.regular else "thrown" if attempt.way == "thrown" else "missile",
        hex=game.units[attempt.by].hex,
        bonus=attempt.power,
        multiple=aim.charge_times(game, attempt) if meant else 1,
        halved=aim.is_beyond_range(game, attempt, game.units[target].hex),
        result=result,
        aim_at=attempt.aim_at if meant else "",
        tank=attempt.tank and meant,
        giver=attempt.giver,
        bullet=bullet[0],
        bullets=bullet[1],
        readings=deciding(game, DAMAGE_RESTS_ON, lambda read: aim.damage_of(read, attempt)),
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
