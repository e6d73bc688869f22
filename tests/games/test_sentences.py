"""What a fact's template can say: names, numbers, words, and texts that depend on a field."""

from __future__ import annotations

from typing import Any

import pytest

from vedette.engine.facts import Fact
from vedette.kit.sentences import fact

NAMES = {"ann": "Ann", "bo": "Bo"}


@pytest.mark.parametrize(
    ("template", "value", "told"),
    [
        ("{it} runs.", "ann", "Ann runs."),
        ("{it} run.", ("ann", "bo"), "Ann and Bo run."),
        ("It burns in {it:word}.", ("0101", "0102"), "It burns in 0101, 0102."),
        ("She had {it:a} blow up.", "Iron prow", "She had an iron prow blow up."),
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
    class Told(Fact):
        it: Any

    assert Told(value).sentence(lambda name: NAMES.get(name, name)) == told
    assert Told(value).moment == ("gain" if value else "fail")
