"""Values that are set by hand, as players call them."""

from __future__ import annotations

from vedette.engine.facts import Adjusted, place

NAMES = {"m4": "Shrike", "red": "Keelborn"}
WORDS = {"hp": "hit points", "vp": "VP"}


def called(name: str) -> str:
    return NAMES.get(name, name)


def test_a_value_is_told_in_words_and_models_are_counted_from_1() -> None:
    assert place("units.m4.models.0.hp", called, WORDS) == "Shrike, model 1, hit points"
    assert place("sides.red.vp", called, WORDS) == "Keelborn, VP"
    assert place("units.m4.took_damage", called, WORDS) == "Shrike, took damage"


def test_the_log_says_it_in_the_same_words() -> None:
    fact = Adjusted("units.m4.models.0.hp", 2, 1, "", (("hp", "hit points"),))
    assert fact.sentence(called) == "By hand: Shrike, model 1, hit points 2 → 1."
