"""The rules behind the chips and tokens of a card, by the words that these begin with."""

from __future__ import annotations

CHIPS: dict[str, tuple[str, ...]] = {
    "Stress": ("OF-STR-1", "OF-STR-4", "OF-STR-5", "OF-REC-1",),
    "in assault": ("OF-ASR-1", "OF-LAR-1", "OF-VAL-1", "OF-ASW-1",),
    "reserve": ("OF-RES-1", "OF-DEP-1",),
    "aboard": ("OF-TRA-1", "OF-TRA-3", "OF-TRA-4",),
    "passengers": ("OF-TRA-1", "OF-TRA-4",),
    "must disembark": ("OF-TRA-6",),
    "free attack": ("OF-LAR-1", "OF-LAR-2",),
    "wounded": ("OFS-INJ-2", "OFS-INJ-3",),
    "hurt": ("OFS-INJ-1",),
    "damaged vehicle": ("OF-VEH-12",),
    "advanced": ("OF-ADV-1", "OF-ATK-3", "OF-ATK-5",),
    "moved": ("OF-ACT-2",),
    "objective": ("OF-OBJ-2", "OF-OBJ-6", "OF-OBJ-9",),
    "took damage": ("OF-STR-2", "OF-RND-6",),
    "destroyed": ("OF-MRK-1",),
}  # fmt: skip
