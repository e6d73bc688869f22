"""What only eyes and hands at the table can judge: conditions, and the rules to be shown beside each command.

The rules named in TRACKED are kept as values of the state and shown on the cards.
"""

from __future__ import annotations

from vedette.engine.conditions import ConditionKinds

CONDITIONS = ConditionKinds(
    rolls={"hit": "to hit", "hit_against": "to be hit", "save": "saves"},
    durations={"turn": "this turn", "combat": "this combat"},
    adds="added to the target number: a plus helps the roll",
)


SCENARIOS = ("CQ-SCN-5", "CQ-SCN-11", "CQ-SCN-12", "CQ-SCN-13", "CQ-CHR-18")
"""What is agreed on before a scenario, and who rules on doubtful cases."""

LEARNING = ("CQ-EXP-7", "CQ-SKL-39")
"""What a new skill takes besides the points."""

REMINDERS: dict[str, tuple[str, ...]] = {
    "settle": ("CQ-SCN-15", *SCENARIOS, "CQ-MAP-6"),
    "validate": ("CQ-CHR-8",),
    "check": ("CQ-CHK-10", "CQ-SKL-21", "CQ-SKL-27", "CQ-SKL-40", "CQ-ENC-10", "CQ-ENC-4"),
    "buy_skill": LEARNING,
    "buy_attribute": ("CQ-EXP-15", "CQ-EXP-7"),
    "repair": ("CQ-SKL-13",),
    "equip": ("CQ-ENC-4", "CQ-SKL-40"),
    "switch_shield": ("CQ-ARM-15",),
    "seal": ("CQ-ARM-15",),
    "initiative": ("CQ-INI-5", "CQ-ARM-15", "CQ-ARM-9", "CQ-FIR-8"),
    "move": ("CQ-INI-5", "CQ-FIR-8", "CQ-ENV-18"),
    "attack": ("CQ-ENG-4", "CQ-SKL-41", "CQ-SCN-15"),
    "staff": ("CQ-SKL-41",),
    "throw_grenade": ("CQ-ARM-9",),
    "clear_jam": ("CQ-SKL-13",),
}

TRACKED: tuple[str, ...] = (
    "CQ-CHR-2", "CQ-CHR-3", "CQ-CHR-14", "CQ-CHR-16", "CQ-WPN-1", "CQ-ARM-19", "CQ-ENC-1", "CQ-ITM-5", "CQ-ITM-6",
    "CQ-SCN-8", "CQ-SCN-15", "CQ-TRN-6", "CQ-MOV-3", "CQ-MOV-10", "CQ-ENG-3", "CQ-ACT-1", "CQ-ACT-11",
    "CQ-EXP-1", "CQ-EXP-2", "CQ-EXP-3",
)  # fmt: skip
