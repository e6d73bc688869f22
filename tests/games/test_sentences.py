"""What a fact's template can say: names, numbers, words, and texts that depend on a field."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from vedette.engine.facts import Fact
from vedette.engine.grammar import name_of
from vedette.kit.sentences import fact

HAWKS = name_of(SimpleNamespace(name="Hawks"), is_side=True)
NAMES = {"ann": "Ann", "bo": "Bo", "hawks": HAWKS, "gang": "The Gang"}


@pytest.mark.parametrize(
    ("template", "value", "told"),
    [
        ("{it} runs.", "ann", "Ann runs."),
        ("{it} run.", ("ann", "bo"), "Ann and Bo run."),
        ("It burns in {it:word}.", ("0101", "0102"), "It burns in 0101, 0102."),
        ("She had {it:a} blow up.", "Iron prow", "She had an iron prow blow up."),
        (
            "{it} {it:wins/win}. {it} {it:has/have} {it:their} own.",
            "hawks",
            "The Hawks win. The Hawks have their own.",
        ),
        ("{it} {it:is/are} here.", ("ann", "bo"), "Ann and Bo are here."),
        ("It goes to {it}, and {it} {it:holds/hold}.", "gang", "It goes to the Gang, and the Gang holds."),
        ("{it:first} rolled.", ("hawks", "bo"), "The Hawks rolled."),
        ("{it:?Now: {it} go on}.", "hawks", "Now: the Hawks go on."),
        ("{it:# point} lost.", 1, "1 point lost."),
        ("{it:# hex/hexes} burn.", ("0101", "0102"), "2 hexes burn."),
        ("She fires{it:?, {it} left}.", 3, "She fires, 3 left."),
        ("She fires{it:?, {it} left}.", 0, "She fires."),
        ("The shield is {it:?on|off}.", False, "The shield is off."),
        ("{it:=draw?Nobody wins|{it} wins}.", "draw", "Nobody wins."),
        ("{it:=draw?Nobody wins|{it} wins}.", "bo", "Bo wins."),
        ("{it:=1?It burns|They burn}.", ("0101",), "It burns."),
        ("She floats {it:?{it} {it:=1?hex|hexes} on|at rest}.", 2, "She floats 2 hexes on."),
        ("She floats {it:?{it} {it:=1?hex|hexes} on|at rest}.", 0, "She floats at rest."),
    ],
)
def test_a_template_tells_its_field(template: str, value: Any, told: str) -> None:
    @fact(template, moment=lambda told: "gain" if told.it else "fail")
    class Told(Fact, frozen=True):
        it: Any

    assert Told(value).sentence(lambda name: NAMES.get(name, name)) == told
    assert Told(value).moment == ("gain" if value else "fail")


def test_a_headline_has_bare_names_and_a_tale_goes_on_in_a_sentence() -> None:
    @fact("{it} {it:wins/win}.", tale="{it} won")
    class Won(Fact, frozen=True):
        it: str

    won = Won("hawks")
    assert won.headline(NAMES.__getitem__) == "Hawks win"
    assert won.tale(NAMES.__getitem__) == "the Hawks won"
