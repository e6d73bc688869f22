"""A hit, and what of it gets through: every step from the points that were rolled to those that are taken (section 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from itertools import chain
from typing import Annotated, Concatenate, Literal, ParamSpec, Self

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Remark
from vedette.engine.facts import Fact, Names, one_of
from vedette.engine.lazy_numbers import greater, lesser
from vedette.engine.play import Play
from vedette.engine.readings import explains
from vedette.games.close_quarters import derived
from vedette.games.close_quarters.arms import deciding, figures, in_hands, loaded, toughness
from vedette.games.close_quarters.derived import DEFENCE_RESTS_ON
from vedette.games.close_quarters.near import aspect
from vedette.games.close_quarters.state import Character, Fight, Weapon
from vedette.games.close_quarters.tables import Result, number, weapons
from vedette.games.close_quarters.telling import fact, figure, thing_called
from vedette.games.close_quarters.terrain import Bearing
from vedette.kit.words import listed

Way = Literal["melee", "missile", "thrown"]
Place = Literal["", "head", "weapon-arm", "other-arm", "right-leg", "left-leg"]
Kind = Literal["damaging", "bludgeoning", "shock", "stunning"]
P = ParamSpec("P")

ROLLED = "rolled"

SAID = {
    ROLLED: ("Damage {left}", "{left}"),
    "added": (" + {amount} = {left}", " +{amount}"),
    "least": (", at least {left}", ", at least {left}"),
    "triple": (" × {amount} (triple) = {left}", " × {amount} triple"),
    "double": (" × {amount} (double) = {left}", " × {amount} double"),
    "fencing": (" × {amount} (fencing) = {left}", " × {amount} fencing"),
    "charge": (" × {amount} (charge) = {left}", " × {amount} charge"),
    "beyond": (", half beyond the effective range = {left}", " halved beyond the effective range"),
    "energy_shield": (", {names}'s energy shield stops {amount}", " −{amount} {names}'s energy shield"),
    "reflected": (", half thrown back = {left}", " halved, thrown back"),
    "shielding": (", shielding stops {amount}", " −{amount} shielding"),
    "held": (", the {things} {stop} {amount}", " −{amount} {things}"),
    "armor": (", armor ({things}) stops {amount}", " −{amount} armor"),
    "tough": (", toughness takes off {amount}", " −{amount} toughness"),
    "lethal": ("; {left} lethal", ", lethal {left}"),
    "nonlethal": ("; {left} not lethal", ", not lethal {left}"),
    "most": (", no more than {amount} count there", ", at most {amount} there"),
}
"""How each step is told, and how it stands in a sum."""

PARTS: dict[Place, str] = {
    "head": "head", "weapon-arm": "arms", "other-arm": "arms", "right-leg": "legs", "left-leg": "legs",
}  # fmt: skip
"""The defence value that covers a place (CQ-OPT-11)."""

Held = Mapping[str, int]
"""What is held or carried against a hit, by id, with the points that it stops."""


@fact("The armor of {unit} has stopped {points:# point} so far.")
class ArmorWorn(Fact, frozen=True):
    aside = True

    unit: str
    points: int


@fact("The shielding of {unit} has stopped {dice:# die/dice} so far.")
class ShieldingWorn(Fact, frozen=True):
    aside = True

    unit: str
    dice: int


# --- points, and the steps that lead to them


class Step(Struct, frozen=True):
    """One step: what it is, by how much, and the points after it. things: the ids of what did it; unit: whose it is."""

    what: Annotated[str, one_of(SAID)]
    amount: int
    left: int
    things: tuple[str, ...] = ()
    unit: str = ""


class Reckoning(Struct, frozen=True):
    """Points of damage, and the steps that led to them."""

    points: int
    steps: tuple[Step, ...] = ()

    @classmethod
    def of(cls, points: int, what: str = ROLLED) -> Self:
        return cls(points, (Step(what, points, points),))

    def to(
        self, points: int, what: str, amount: int = 0, things: tuple[str, ...] = (), unit: str = ""
    ) -> Reckoning:
        """One step farther; what changes nothing is no step, and where nobody reads them there are none."""
        if not explains():
            return Reckoning(points, ())
        if points == self.points:
            return self
        return Reckoning(points, (*self.steps, Step(what, amount, points, things, unit)))

    def less(self, amount: int, what: str, things: tuple[str, ...] = (), unit: str = "") -> Reckoning:
        """So many points fewer, as far as there are any."""
        taken = greater(0, lesser(amount, self.points))
        return self.to(self.points - taken, what, taken, things, unit)


def reckoned(steps: Sequence[Step], names: Names, *, in_sum: bool = False) -> str:
    """How the points came about, to stand before them: `5 × 2 (double) = 10: `, or a sum: `Damage: 9 −4 armor = 5`.

    "" where nothing became of what was rolled.
    """
    if all(step.what == ROLLED for step in steps):
        return ""
    told = ""
    for step in steps:
        told += SAID[step.what][in_sum].format(
            amount=figure(step.amount),
            left=figure(step.left),
            things=listed(thing_called, step.things),
            stop="stop" if len(step.things) > 1 else "stops",
            names=names(step.unit) if step.unit else "",
        )
    return f"Damage: {told} = {figure(steps[-1].left)}" if in_sum else f"{told}: "


# --- a hit of a weapon before its damage is rolled, and what of it reaches a body


class Hit(Struct, frozen=True, kw_only=True):
    """A hit by a weapon, or by bare hands where `weapon` is None (section 10).

    damage: the dice to roll, as `2d6-1`; `bonus` is added to them (extra strength). multiple: of a charge or a set
    pole; what the roll to hit and fencing multiply comes on top. halved: beyond the effective range. hex: where the
    attacker is. result: the roll to hit, None where it neither multiplies nor is critical (later bullets of a burst,
    figures that did not avoid it). aim_at: the place aimed at. tank: aimed at a flame thrower's tank. giver: the
    side that gives the command, if it is not the attacker's. bullet: which of the `bullets` of a burst that hit it is.
    readings: the house rules that its dice rest on.
    """

    by: str
    target: str
    damage: str
    weapon: Weapon | None
    way: Way
    hex: str
    bonus: int = 0
    multiple: int = 1
    halved: bool = False
    result: Result | None = None
    aim_at: Place = ""
    tank: bool = False
    giver: str = ""
    bullet: int = 0
    bullets: int = 0
    readings: tuple[Remark, ...] = ()

    def is_a(self, klass: str) -> bool:
        return self.weapon is not None and weapons()[self.weapon.type].is_a(klass)

    @property
    def spreads(self) -> bool:
        """Whether it is birdshot or buckshot (CQ-SHG-4)."""
        load = loaded(self.weapon) if self.weapon else None
        return load is not None and load.spreads

    @property
    def kicks(self) -> bool:
        """Whether it is a shot of a weapon that floors whoever is weightless (CQ-ENV-15)."""
        arm = figures(self.weapon) if self.weapon else None
        return arm is not None and arm.missile and arm.force == "recoil"


class Protection(Struct, frozen=True):
    """What stops a hit, in points.

    worn: armor. held: before it, by a shield, a backpack or a parrying weapon. soft: of nonlethal damage (CQ-ARM-18).
    armor, things: the ids of what is worn and of what is held. readings: the house rules that the points rest on.
    """

    worn: int = 0
    held: int = 0
    soft: int = 0
    armor: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    readings: tuple[Remark, ...] = ()

    @property
    def stops(self) -> int:
        return self.worn + self.held


class Impact(Struct, frozen=True, kw_only=True):
    """What of a hit reaches armor: its damage, what stops it, by whom and from which hex it comes.

    place: the part of the body, if any. stuns: a stun weapon. energy: its flash blinds. side: who rolls for what it
    breaks. tank: aimed at the tank. readings: the house rules that its kind rests on.
    """

    target: str
    damage: Reckoning
    guard: Protection
    hex: str
    side: str
    by: str = ""
    kind: Kind = "damaging"
    place: Place = ""
    stuns: bool = False
    energy: bool = False
    tank: bool = False
    readings: tuple[Remark, ...] = ()

    @property
    def points(self) -> int:
        return self.damage.points


class Wound(Struct, frozen=True):
    """What gets through armor and toughness, how it came to that, and by which house rules."""

    points: int
    nonlethal: int = 0
    how: tuple[Step, ...] = ()
    readings: tuple[Remark, ...] = ()

    @property
    def both(self) -> int:
        return self.points + self.nonlethal


# --- which armor, shield or backpack stops what, from which side (CH 7; section 10, steps 6 and 7)


def _with_house_rules(
    work: Callable[Concatenate[Fight, P], Protection],
) -> Callable[Concatenate[Fight, P], Protection]:
    """A guard that knows the house rules that it rests on: those by which another choice stops more or less."""

    @wraps(work)
    def guard(game: Fight, /, *args: P.args, **kwargs: P.kwargs) -> Protection:
        readings = deciding(game, DEFENCE_RESTS_ON, lambda read: work(read, *args, **kwargs).stops)
        found = work(game, *args, **kwargs)
        return replace(found, readings=readings) if readings else found

    return guard


@_with_house_rules
def guard_against(game: Fight, hit: Hit, place: Place) -> Protection:
    character, side = game.units[hit.target], aspect(game, hit.target, hit.hex)
    parrying: dict[str, int] = {}
    if hit.way == "melee" and side == "front":  # CQ-ARM-7: a second ready weapon that parries
        held = in_hands(character)
        whole = [weapon.type for weapon in held if figures(weapon).is_a("parries") and not weapon.broken]
        if whole and len(held) > 1:
            parrying[whole[0]] = number("parry_defence")
    if place and game.options.partial_armor:  # CQ-OPT-11
        open_faced = place == "head" and "visor" not in character.worn
        if open_faced and hit.way == "thrown" and hit.is_a("knife"):  # CQ-ARM-17: a helmet is no help
            character = replace(character, helmet="")
        return _guard(game, character, PARTS[place], held=parrying)
    against = "energy" if hit.is_a("energy") else "shot" if hit.spreads else "plain"
    return _guard(game, character, against, held={**_beside(character, side), **parrying})


@_with_house_rules
def guard_from(game: Fight, name: str, hex: str, against: Literal["blast", "energy", "fire"]) -> Protection:
    """CQ-GRN-5, CQ-NRG-5, CQ-FIR-9: against what comes from that hex; "" for who stands in it.

    It is a burst, one's own shot thrown back from there, or oil, an incendiary or a flame thrower.
    """
    character = game.units[name]
    held = _beside(character, aspect(game, name, hex)) if hex else {}
    return _guard(game, character, against, held=held)


def guard_against_soak(game: Fight, name: str) -> Protection:
    """CQ-FIR-11: of the soaked only a full suit protects, and only in the first turn."""
    character = game.units[name]
    if character.burn_turns < number("soaked_turns"):
        return Protection()
    full = [row for row in derived.worn_sets(character) if row.kind == "full" and row.klass == "armor"]
    worn, armor = sum(row.defence for row in full), tuple(row.id for row in full)
    return _guard(game, character, "fire", worn=worn, armor=armor)


def guard_against_burning(game: Fight, name: str) -> Protection:
    """CQ-FIR-9: against ordinary fire and burning clothes: half of all worn armor."""
    character = game.units[name]
    half = derived.defence(game, character).energy // number("burning_armor_divisor")
    return _guard(game, character, "energy", worn=half)


def guard_together(hits: Sequence[tuple[int, Protection]]) -> Protection:
    """CQ-FIR-9: against fire hits of several kinds that are added: armor is taken off once.

    It stops of each kind what it stops of that kind alone, and of all of them together no more than of one.
    """
    if len(hits) == 1:
        return hits[0][1]
    worn = min(sum(min(points, guard.worn) for points, guard in hits), max(guard.worn for _, guard in hits))
    armor = dict.fromkeys(id for _, guard in hits for id in guard.armor)
    read = dict.fromkeys(remark for _, guard in hits for remark in guard.readings)
    return Protection(worn=worn, armor=tuple(armor), readings=tuple(read))


@_with_house_rules
def guard_against_fall(game: Fight, name: str) -> Protection:
    """CQ-MOV-14: armor stops 2 points of a fall at most."""
    character = game.units[name]
    most = min(number("fall_armor_most"), derived.defence(game, character).plain)
    return _guard(game, character, "plain", worn=most)


def _beside(character: Character, side: Bearing) -> Held:
    """CQ-ARM-3, CQ-ARM-8: what the shield and the backpack stop from that side."""
    return {"front": derived.in_front(character), "side": {}, "rear": derived.behind(character)}[side]


def _guard(
    game: Fight,
    character: Character,
    against: str,
    *,
    held: Held | None = None,
    worn: int | None = None,
    armor: tuple[str, ...] | None = None,
) -> Protection:
    """What is worn stops by that defence value, if no other points or armor are told, and before it what is held.

    CQ-OPT-12: armor that has stopped so much stops nothing more; a helmet alone has no limit.
    """
    guard, defence = (
        Protection(held=sum((held or {}).values()), things=tuple(held or {})),
        derived.defence(game, character),
    )
    if game.options.degraded_armor and 0 < number("worn_out_times") * defence.plain <= character.armor_worn:
        return guard
    worn = getattr(defence, against) if worn is None else worn
    armor = derived.stopping(game, character, against) if armor is None else armor
    soft = number("nonlethal_defence") if derived.worn_sets(character) else 0
    return replace(guard, worn=worn, soft=soft, armor=armor)


# --- wear (CQ-OPT-12), and what gets through


def shielding(game: Fight, name: str) -> int:
    """CQ-NRG-4, CQ-OPT-12: the R-factor of what he wears; 0 once it is worn out."""
    character = game.units[name]
    r = derived.defence(game, character).r
    worn_out = game.options.degraded_armor and character.shielding_worn >= number("worn_out_times") * r
    return 0 if worn_out else r


def wear_armor(play: Play[Fight], name: str, points: int) -> None:
    """CQ-OPT-12: add what armor has stopped."""
    if play.state.options.degraded_armor and points > 0:
        worn = play.state.units[name].armor_worn + points
        play.commit(play.state.with_unit(name, armor_worn=worn), ArmorWorn(name, worn))


def wear_shielding(play: Play[Fight], name: str, dice: int) -> None:
    """CQ-OPT-12: add the dice that worn shielding has taken off or rolled."""
    if play.state.options.degraded_armor and dice > 0:
        worn = play.state.units[name].shielding_worn + dice
        play.commit(play.state.with_unit(name, shielding_worn=worn), ShieldingWorn(name, worn))


def stopped(play: Play[Fight], name: str, damage: Reckoning, guard: Protection) -> Reckoning:
    """What gets through of damage of one kind; the shield stops it before the armor does."""
    past = damage.less(guard.held, "held", guard.things)
    wear_armor(play, name, lesser(guard.worn, past.points))
    return past.less(guard.worn, "armor", guard.armor)


def gets_through(play: Play[Fight], impact: Impact) -> Wound:
    """CQ-DMG-1, CQ-DMG-3: what gets through armor and toughness; with `nonlethal` of both kinds (CQ-OPT-3)."""
    tough = toughness(play.state.units[impact.target])
    lethal, soft = impact.points, 0
    if play.state.options.nonlethal and impact.kind == "stunning":
        lethal, soft = 0, impact.points
    elif play.state.options.nonlethal and impact.kind == "shock":
        soft = impact.points
    elif play.state.options.nonlethal and impact.kind == "bludgeoning":
        lethal = impact.points // number("bludgeoning_divisor")
        soft = impact.points - lethal
    hard = stopped(play, impact.target, Reckoning.of(lethal, "lethal"), impact.guard).less(tough, "tough")
    wear_armor(play, impact.target, min(impact.guard.soft, soft))
    worn = tuple(row.id for row in derived.worn_sets(play.state.units[impact.target]))
    gentle = Reckoning.of(soft, "nonlethal").less(impact.guard.soft, "armor", worn)
    gentle = gentle.less(tough * number("nonlethal_tough_times"), "tough")
    mixed = explains() and bool(lethal and soft)
    parts = (reckoning.steps if mixed else reckoning.steps[1:] for reckoning in (hard, gentle))
    how = (*impact.damage.steps, *chain(*parts))
    return Wound(hard.points, gentle.points, how, (*impact.guard.readings, *impact.readings))
