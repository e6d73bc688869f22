"""What conditions of units can be in Open Fire."""

from __future__ import annotations

from vedette.engine.conditions import ConditionKinds

CONDITIONS = ConditionKinds(
    rolls={
        "attack": "its attacks",
        "attack_against": "attacks on it",
        "defence": "its defence",
        "defence_against": "defence vs. it",
    },
    durations={
        "activation": "this activation",
        "next_activation": "until its next activation",
        "round": "this round",
    },
    adds="added to each die",
)
