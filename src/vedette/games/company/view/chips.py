"""The rules behind the chips of a card, by the words that these begin with."""

from __future__ import annotations

CHIPS: dict[str, tuple[str, ...]] = {
    "ROUTED": ("CO-ROU-1",),
    "DESERTED": ("CO-CAP-3",),
    "reserve": ("CO-MAG-4", "CO-MAG-5",),
    "off table": ("CO-SET-11",),
    "SHAKEN": ("CO-SHK-1", "CO-SHK-2", "CO-SHK-3",),
    "in melee": ("CO-ATK-4", "CO-RET-6",),
    "Bloodied": ("CO-GEN-5",),
    "formation": ("CO-TRA-4",),
    "Ward": ("CO-MAG-6",),
    "Captain": ("CO-SET-4", "CO-RES-9", "CO-SHK-4",),
    "must Rally": ("CO-RAL-1", "CO-RAL-2",),
    "Reckless check": ("CO-REC-1", "CO-REC-2", "CO-REC-3",),
    "tested": ("CO-ACT-1",),
    "checked": ("CO-ACT-1",),
}  # fmt: skip
