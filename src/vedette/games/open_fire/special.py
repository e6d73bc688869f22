"""Special rules of units and weapons: read from text such as `Heavy Armour (1)`, and looked up by name.

OF-SPC-1: special rules are named in profiles; a value in brackets stands for X.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from vedette.games.open_fire.tables import special_rules

INCLUDES = {"aircraft": ("vehicle", "flying", "support")}
"""OF-AIR-1: aircraft count as having these rules too."""

VEHICLE_ARCS = frozenset({"rear"})
"""OF-VEH-7: a vehicle has Vulnerable (Rear Arc)."""

_WRITTEN = re.compile(r"^\s*(?P<name>[^()]+?)\s*(?:\((?P<value>[^()]*)\))?\s*$")
_ARCS = {
    "front": frozenset({"front"}),
    "rear": frozenset({"rear"}),
    "left": frozenset({"left"}),
    "right": frozenset({"right"}),
    "side": frozenset({"left", "right"}),
}


@dataclass(frozen=True, slots=True)
class Special:
    """The special rules of a model or a weapon.

    `values` maps a rule's name in lower case to its X (0 where it has none); `arcs` are those of
    Vulnerable; `written` is what stands in the profile.
    """

    values: Mapping[str, int] = field(default_factory=dict)
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
        name, value = _read(text, on)
        if name == "vulnerable" and on == "unit":
            arcs |= _arc(value)
        values.setdefault(name, int(value) if value.isdecimal() else 0)
    for name in list(values):
        values = dict.fromkeys(INCLUDES.get(name, ()), 0) | values
    if "vehicle" in values:
        arcs |= VEHICLE_ARCS
    return Special(values, arcs, written)


def _read(text: str, on: str) -> tuple[str, str]:
    match = _WRITTEN.match(text)
    if not match:
        raise ValueError(f"“{text}” is no special rule")
    name, value = match["name"].lower(), (match["value"] or "").strip()
    known = special_rules().get(name)
    if known and known["on"] == on and known["value"] is True and not value.isdecimal():
        raise ValueError(f"{match['name']} needs a number in brackets, as in “{match['name']} (1)”")
    return name, value


def _arc(value: str) -> frozenset[str]:
    word = re.sub(r"\s*arc$", "", value.lower())
    if word not in _ARCS:
        raise ValueError("Vulnerable needs an arc in brackets: Front, Rear, Left, Right or Side")
    return _ARCS[word]
