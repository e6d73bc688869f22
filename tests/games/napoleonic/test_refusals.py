"""What a refusal names besides the rule that refuses: as much as the command breaks, and no more."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.napoleonic.battles import give, ready_made

CAVALRY = "NA-3.3.1.3.1"


@pytest.mark.parametrize(
    ("preset", "words", "rules"),
    [
        ({"regimental_gun": True}, {}, (CAVALRY, "NA-3.3.1.4.2")),
        ({"regimental_gun": False}, {}, (CAVALRY,)),
        ({"regimental_gun": True, "gun_fired": True}, {}, (CAVALRY,)),
        ({"regimental_gun": True}, {"direction": "left"}, (CAVALRY,)),
    ],
)
def test_a_gun_is_named_where_it_could_fire_instead(
    preset: dict[str, Any], words: dict[str, Any], rules: tuple[str, ...]
) -> None:
    state = {"phase": "skirmish", **{f"units.ligne.{name}": value for name, value in preset.items()}}
    session = ready_made("on-the-danube", **state)
    refusal = give(session, "skirmish_fire", "ligne", at="huss", range=1, **words).refusal
    assert refusal
    assert refusal.rules == rules
    assert ("Regimental Gun" in str(refusal)) is (len(rules) > 1)


@pytest.mark.parametrize(("at", "die", "rules"), [(1, 1, 1), (2, 5, 1), (2, 1, 2)])
def test_spreading_is_named_where_hits_wait_for_it(at: int, die: int, rules: int) -> None:
    session = ready_made("on-the-danube", phase="skirmish")
    targets = ["zach", "jager"][:at]
    give(session, "skirmish_fire", "leger", at=targets, range=1, shots=1, dice=(die,))
    refusal = give(session, "next_phase", "fr").refusal
    assert refusal
    assert refusal.rules == ("NA-3.3.6", "NA-3.3.6.1")[:rules]
