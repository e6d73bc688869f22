"""The case runner: what passes, and how a miss is explained."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from tests.engine.saves import TOYS
from vedette.engine.case import play_case, same

HEAD = """
title = "A case"
ruleset = "toy"
setup.sides = [{ id = "a", name = "Ants" }, { id = "b", name = "Bees" }]
"""


Misses = Callable[..., list[str]]


@pytest.fixture
def misses(tmp_path: Path) -> Misses:
    def play(text: str, head: str = HEAD) -> list[str]:
        path = tmp_path / "case.toml"
        path.write_text(head + dedent(text), encoding="utf-8")
        return play_case(TOYS, path).misses

    return play


GOOD = """
    [[steps]]
    do = "throw"
    by = "a1"
    target = "b1"
    dice = [4, 2]
    choose = [1]
    rolled = [{ why = "Throw", side = "a", dice = 2, sides = 6, target = 4, faces = [4, 2], successes = 1 }]
    expect = { "units.b1.tents" = [3, 2], "units.b1.tents.1" = 2, "units.b1.wings" = "<absent>", pending = "anything" }

    [[steps]]
    do = "throw"
    by = "a1"
    target = "a2"
    refused = "TOY-2"

    [[steps]]
    do = "throw"
    by = "nobody"
    target = "a2"
    error = true

    [[steps]]
    do = "throw"
    by = "a1"
    target = "b1"
    again = true
    dice = [3, 3]
    waits = { for = "again", side = "a", options = ["yes", "no"] }

    [[steps]]
    do = "step"
    by = "a1"
    error = true

    [[steps]]
    do = "answer"
    choose = ["yes"]
    dice = [1, 6]
    rolled = [{ rerolled = [3, 3], faces = [1, 6] }]
    waits = { for = "tent", side = "b", options = [0, 1] }

    [[steps]]
    do = "undo"
    by = "a"
    waits = { for = "dice", dice = 2, sides = 6 }

    [[steps]]
    do = "answer"
    dice = [1, 1]

    [[steps]]
    do = "throw"
    by = "a1"
    target = "a2"
    balls = 7
    override = "agreed"
    overridden = ["TOY-2", "TOY-3"]
    dice = [1, 1, 1, 1, 1, 1, 1]
"""


def test_a_good_case_has_no_misses(misses: Misses) -> None:
    assert misses(GOOD) == []


@pytest.mark.parametrize(
    ("change", "miss"),
    [
        (("[3, 2],", "[3, 3],"), "step 1 (throw a1): units.b1.tents is [3, 2]; wanted [3, 3]"),
        (('"<absent>"', "0"), "step 1 (throw a1): units.b1.wings is '<absent>'; wanted 0"),
        (("successes = 1", "successes = 2"), "step 1 (throw a1): pool 1: successes is 1; wanted 2"),
        (("choose = [1]", "choose = [7]"), "step 1 (throw a1): error: The answer to “tent” is one of: 0, 1."),
        (("dice = [4, 2]", "dice = [4, 2, 2]"), "step 1 (throw a1): error: 1 faces more were given"),
        (("choose = [1]", ""), "step 1 (throw a1): waits for tent of b: Damage"),
        (
            ('refused = "TOY-2"', 'refused = "TOY-3"'),
            "step 2 (throw a1): refused: TOY-2: Nobody throws at their own.",
        ),
        (
            ('refused = "TOY-2"', "error = true"),
            "step 2 (throw a1): should have been an error, and was refused",
        ),
        (('by = "nobody"', 'by = "a1"'), "step 3 (throw a1): should have been an error, and was refused"),
        (("error = true", ""), "step 3 (throw nobody): error: There is no unit nobody."),
        (('side = "a", options', 'side = "b", options'), "step 4 (throw a1): waits.side is 'a'; wanted 'b'"),
        (
            ('"yes", "no"', '"no", "yes"'),
            "step 4 (throw a1): waits.options is ['yes', 'no']; wanted ['no', 'yes']",
        ),
        (("rerolled = [3, 3]", "rerolled = [3]"), "step 6 (answer): pool 1: rerolled is [3, 3]; wanted [3]"),
        (
            ("rolled = [{ rerolled", "rolled = [{}, { rerolled"),
            "step 6 (answer): 1 pools were rolled; wanted 2",
        ),
        (
            ('overridden = ["TOY-2", "TOY-3"]', 'overridden = ["TOY-3"]'),
            "step 9 (throw a1): overridden: ['TOY-2', 'TOY-3']",
        ),
        (
            ("dice = [1, 1]\n", "dice = [1, 1]\n    waits = { for = 'x' }\n"),
            "step 8 (answer): does not wait; wanted",
        ),
    ],
)
def test_a_miss_is_explained(misses: Misses, change: tuple[str, str], miss: str) -> None:
    assert change[0] in GOOD
    found = misses(GOOD.replace(*change, 1))
    assert found
    assert found[0].startswith(miss)


def test_a_set_up_that_should_be_refused(misses: Misses) -> None:
    head = HEAD.replace('"Bees"', "3").replace("title", "setup_error = true\ntitle")
    assert misses("", head) == []
    assert misses("", HEAD.replace("title", "setup_error = true\ntitle")) == [
        "the set-up should have been refused"
    ]
    assert misses("", HEAD.replace('"Bees"', "3")) == ["the set-up was refused: b: its name is no text"]


@pytest.mark.parametrize(
    ("text", "miss"),
    [
        ("", "title is missing"),
        ("title = 3", "title must be text in quotes"),
        ("[", "case.toml"),
        ("a = " + "[" * 5000, "case.toml"),
        (HEAD.replace("toy", "chess"), "there is no ruleset chess"),
        (HEAD + "[[steps]]\nexpect = 3\n", "steps.0.expect must be a table of names and values"),
        (HEAD + "[[steps]]\ndice = 3\n", "steps.0.dice must be a list"),
        (HEAD + "[[steps]]\nwaits = 3\n", "steps.0.waits must be a table of names and values"),
        (HEAD + "[[steps]]\nrolled = 3\n", "steps.0.rolled must be a list"),
        (HEAD + "[[steps]]\noverride = 3\n", "steps.0.override must be text in quotes"),
        (HEAD + "[[steps]]\nby = 'a1'\n", "step 1 (None a1): error: There is no command “None”."),
    ],
)
def test_a_file_that_is_no_case_is_told(misses: Misses, text: str, miss: str) -> None:
    assert any(miss in one for one in misses(text, ""))


def test_numbers_agree_with_a_tolerance() -> None:
    assert same(0.1 + 0.2, 0.3)
    assert same([1, {"a": 2.0}], [1.0, {"a": 2}])
    assert not same(1, True)
    assert not same(0, False)
    assert not same("1", 1)
    assert not same([1], [1, 2])
