"""What conditions of Units and groups can be in Napoleonic skirmish fire."""

from __future__ import annotations

from vedette.engine.conditions import ConditionKinds

CONDITIONS = ConditionKinds(
    rolls={"fire": "its fire", "fire_against": "fire at it"},
    durations={"phase": "this phase", "turn": "this turn"},
    adds="added to each die: less is better",
)
