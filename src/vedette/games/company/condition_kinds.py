"""What conditions of Groups can be in Company."""

from __future__ import annotations

from vedette.engine.conditions import ConditionKinds

CONDITIONS = ConditionKinds(
    rolls={
        "hit": "its to-hit",
        "hit_against": "to-hit on it",
        "activation": "its orders",
        "resilience": "its Resilience",
    },
    durations={"turn": "this turn", "round": "this round"},
    adds="added to each roll",
)
