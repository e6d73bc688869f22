"""What never changes in a battle: the profiles of units, models and weapons with their special rules, and the mission."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from vedette.engine.figures import read_whole
from vedette.games.open_fire.tables import special_rules

INCLUDES = {"aircraft": ("vehicle", "flying", "support")}
"""OF-AIR-1: aircraft count as having these rules too."""

VEHICLE_ARCS = frozenset({"rear"})
"""OF-VEH-7: a vehicle has Vulnerable (Rear Arc)."""

_WRITTEN = re.compile(r"^\s*(?P<name>[^()]+?)\s*(?:\((?P<value>[^()]*)\))?\s*$")
_ARCS = {arc: frozenset({arc}) for arc in ("front", "rear", "left", "right")}
_ARCS["side"] = frozenset({"left", "right"})


class Special(Struct, frozen=True):
    """The special rules of a model or a weapon.

    `values` maps a rule's name in lower case to its X (0 where it has none); `arcs` are those of
    Vulnerable; `written` is what stands in the profile.
    """

    values: Mapping[str, int] = {}
    arcs: frozenset[str] = frozenset()
    written: tuple[str, ...] = ()

    def __contains__(self, name: str) -> bool:
        """Whether the rule is there, whatever its X."""
        return name.lower() in self.values

    def x(self, name: str) -> int:
        """The X of a rule; 0 where the rule is not there."""
        return self.values.get(name.lower(), 0)


def read_special(texts: Iterable[str], on: str) -> Special:
    """Special rules of a unit or a weapon (`on`); the first of two equal names counts.

    Raises ValueError with a sentence where a rule lacks its X. Unknown names are kept and do nothing.
    """
    values: dict[str, int] = {}
    arcs: frozenset[str] = frozenset()
    written = tuple(texts)
    for text in written:
        match = _WRITTEN.match(text)
        if not match:
            raise ValueError(f"“{text}” is not a special rule")
        name, value = match["name"].lower(), (match["value"] or "").strip()
        known = special_rules().get(name)
        if known and known["on"] == on and known["value"] is True and read_whole(value) is None:
            raise ValueError(f"{match['name']} needs a number in brackets, as in “{match['name']} (1)”")
        if name == "vulnerable" and on == "unit":
            word = re.sub(r"\s*arc$", "", value.lower())
            if word not in _ARCS:
                raise ValueError("Vulnerable needs an arc in brackets: Front, Rear, Left, Right or Side")
            arcs |= _ARCS[word]
        values.setdefault(name, read_whole(value) or 0)
    for name in list(values):
        values = dict.fromkeys(INCLUDES.get(name, ()), 0) | values
    if "vehicle" in values:
        arcs |= VEHICLE_ARCS
    return Special(values, arcs, written)


ObjectiveType = Literal["control", "destroy", "access", "recover"]


class Weapon(Struct, frozen=True):
    """A weapon: range in inches, attacks, damage, piercing (OF-WPN-2 to OF-WPN-6)."""

    id: str
    name: str
    minimum: float
    maximum: float
    attacks: int
    damage: int
    piercing: int
    special: Special
    profile_of: str

    @property
    def reach(self) -> str:
        return f"{self.minimum:g}-{self.maximum:g}" if self.minimum else f"{self.maximum:g}"

    def is_same(self, other: Weapon) -> bool:
        """OF-WPN-1: the same weapon, in this or in another of its profiles."""
        return self.id == other.id or (self.profile_of != "" and self.profile_of == other.profile_of)


class ModelProfile(Struct, frozen=True):
    """A model's attributes (OF-UNI-3). MOV has a minimum for aircraft only, else 0."""

    name: str
    mov: float
    mov_minimum: float
    skl: int
    def_: int
    cmd: int
    hp: int
    weapons: tuple[str, ...]
    special: Special


def whose(
    models: Sequence[ModelProfile], among: Sequence[int], leader: int, attribute: str
) -> Mapping[int, str]:
    """Each value of an attribute among these models of a unit with whose it is; "" where all have the same.

    They are called by name; where names don't tell them apart they are the leader and the others.
    """
    values = [getattr(models[n], attribute) for n in among]
    if len(set(values)) < 2:
        return dict.fromkeys(values, "")
    made: dict[int, str] = {}
    for value in dict.fromkeys(values):
        those = [n for n, one in zip(among, values, strict=True) if one == value]
        names = dict.fromkeys(models[n].name for n in those)
        shared = any(models[n].name in names for n in among if n not in those)
        alike = "leader" if those == [leader] else "others"
        made[value] = alike if shared else " and ".join(names)
    return made


def defender_of(models: Sequence[ModelProfile], candidates: Sequence[int]) -> int:
    """The model whose DEF counts for all of these: the commonest, and of two as common the better one (decision 8)."""
    values = [models[n].def_ for n in candidates]
    most = min(set(values), key=lambda value: (-values.count(value), value))
    return candidates[values.index(most)]


class AbilityCondition(Struct, frozen=True):
    """The condition that an ability brings about: of the unit itself, or of a friend or an enemy that is named.

    Its modifiers count in attacks with that `weapon`, from `beyond` so many inches, and `between` that unit and the one
    whose ability it is or any other. `once`: for one attack. `forfeits`: the command after which it is over.
    """

    text: str = ""
    on: Literal["self", "friend", "enemy"] = "self"
    until: Literal["activation", "next_activation", "round", "removed"] = "activation"
    modifiers: Mapping[str, int] = {}
    weapon: str = ""
    beyond: float | None = None
    between: Literal["", "source", "others"] = ""
    once: bool = False
    forfeits: Literal["", "move"] = ""


class Ability(Struct, frozen=True):
    """An ability of a unit; what it does is text (OF-ABL-1), but for the condition that it may bring about."""

    id: str
    name: str
    text: str
    condition: AbilityCondition | None = None


class UnitProfile(Struct, frozen=True):
    models: tuple[ModelProfile, ...]
    weapons: Mapping[str, Weapon]
    abilities: Mapping[str, Ability]


class EntryPoint(Struct, frozen=True):
    """Where units of a side come in (OF-RES-2)."""

    id: str
    side: str
    text: str = ""


class ObjectiveProfile(Struct, frozen=True):
    """An objective of the mission (OF-OBJ-5): its type, its victory points, who may secure it."""

    id: str
    name: str
    type: ObjectiveType
    vp: int
    who: tuple[str, ...]


class Mission(Struct, frozen=True):
    """The mission's profile (OF-MIS-1, OF-SET-2)."""

    name: str
    text: str
    rounds: int
    players_place: bool
    entry_points: Mapping[str, EntryPoint]
    objectives: Mapping[str, ObjectiveProfile]


class Book(Struct, frozen=True):
    """All profiles of a battle, the mission and the expansions in use."""

    units: Mapping[str, UnitProfile]
    mission: Mission
    expansions: tuple[str, ...]
