"""What conditions of characters can be in Close Quarters."""

from __future__ import annotations

from vedette.engine.conditions import ConditionKinds

CONDITIONS = ConditionKinds(
    rolls={"hit": "their to-hit", "hit_against": "to-hit on them", "save": "their saves"},
    durations={"turn": "this turn", "combat": "this combat"},
    adds="added to the number that is needed or less",
)
