"""Cases that build on a shared set-up: what comes out of the two, and what is no such set-up."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.engine.saves import TOYS
from vedette.engine.case import play_case, read_case
from vedette.engine.errors import DataError

DUEL = """
options = { night = true, rounds = 3 }

[[sides]]
id = "red"
units = [
  { id = "ann", hex = "0505", skills = ["axe", "bow"], weapons = [{ id = "axe", type = "axe" }, { id = "bow", type = "bow", arrows = 6 }] },
  { id = "bob", hex = "0605" },
]

[[sides]]
id = "blue"
units = [{ id = "cid", hex = "0504" }]

[state]
phase = "action"
"units.ann.moved" = 2
"""

Setup = Callable[..., dict[str, Any]]


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    """The set-up of a case, of what it says and of shared ones."""

    def read(says: str, **shared: str) -> dict[str, Any]:
        (tmp_path / "setups").mkdir()
        for name, text in {"duel": DUEL, **shared}.items():
            (tmp_path / "setups" / f"{name}.toml").write_text(text, encoding="utf-8")
        path = tmp_path / "case.toml"
        path.write_text(f'title = "A case"\nruleset = "toy"\n\n[setup]\n{says}\n', encoding="utf-8")
        return read_case(path).setup

    return read


def units(setup: dict[str, Any], side: int = 0) -> dict[str, Any]:
    return {unit["id"]: unit for unit in setup["sides"][side]["units"]}


def test_a_case_that_says_no_more_has_all_of_its_base(setup: Setup) -> None:
    said = setup('base = "duel"')
    assert list(said) == ["options", "sides", "state"]
    assert units(said).keys() == {"ann", "bob"}
    assert said["state"] == {"phase": "action", "units.ann.moved": 2}


def test_tables_merge_key_by_key(setup: Setup) -> None:
    said = setup('base = "duel"\noptions.rounds = 5\nstate.phase = "end"\nstate."units.cid.moved" = 1')
    assert said["options"] == {"night": True, "rounds": 5}
    assert said["state"] == {"phase": "end", "units.ann.moved": 2, "units.cid.moved": 1}


@pytest.mark.parametrize(
    "says",
    [
        'sides.red.units.ann.weapons.bow.arrows = 1\nsides.red.units.dot.hex = "0705"',
        """sides = [{ id = "red", units = [
            { id = "dot", hex = "0705" }, { id = "ann", weapons = [{ id = "bow", arrows = 1 }] },
        ] }]""",
    ],
)
def test_rows_with_ids_merge_by_their_ids_and_new_ones_come_last(setup: Setup, says: str) -> None:
    said = setup(f'base = "duel"\n{says}')
    assert [side["id"] for side in said["sides"]] == ["red", "blue"]
    assert [unit["id"] for unit in said["sides"][0]["units"]] == ["ann", "bob", "dot"]
    assert units(said)["dot"] == {"id": "dot", "hex": "0705"}
    assert units(said)["ann"] == {
        "id": "ann",
        "hex": "0505",
        "skills": ["axe", "bow"],
        "weapons": [{"id": "axe", "type": "axe"}, {"id": "bow", "type": "bow", "arrows": 1}],
    }


def test_anything_else_is_replaced(setup: Setup) -> None:
    said = setup('base = "duel"\nsides.red.units.ann = { skills = ["bow"], weapons = [] }\noptions = 3')
    assert units(said)["ann"] == {"id": "ann", "hex": "0505", "skills": ["bow"], "weapons": []}
    assert said["options"] == 3


def test_what_is_absent_is_left_out(setup: Setup) -> None:
    said = setup("""
        base = "duel"
        state = "<absent>"
        options.night = "<absent>"
        sides.red.units.ann.weapons.axe = "<absent>"
        sides.red.units.bob = "<absent>"
    """)
    assert "state" not in said
    assert said["options"] == {"rounds": 3}
    assert units(said).keys() == {"ann"}
    assert [weapon["id"] for weapon in units(said)["ann"]["weapons"]] == ["bow"]


def test_a_set_up_may_build_on_another(setup: Setup) -> None:
    said = setup('base = "night"', night='base = "duel"\nsides.blue.units.cid.hex = "0909"\n')
    assert units(said, 1)["cid"]["hex"] == "0909"
    assert units(said).keys() == {"ann", "bob"}


@pytest.mark.parametrize(
    ("says", "shared", "sentence"),
    [
        ('base = "deul"', {}, "There is no set-up “deul” in "),
        ('base = "deul"', {}, "Near it: duel."),
        ("base = 3", {}, "base is the name of a set-up: small letters, digits and hyphens."),
        ('base = "../setups/duel"', {}, "base is the name of a set-up"),
        ('base = "a"', {"a": 'base = "b"', "b": 'base = "a"'}, "build on each other in a circle: a, b, a."),
        ('base = "a"', {"a": 'base = "a"'}, "build on each other in a circle: a, a."),
        ('base = "a"', {"a": "[setup]\n"}, "setups/a.toml is not a set-up: it has no sides."),
        ('base = "a"', {"a": "sides = 3\n"}, "setups/a.toml is not a set-up: it has no sides."),
        ('base = "a"', {"a": "sides =\n"}, "a.toml is not valid TOML"),
        (
            'base = "duel"\nsides.red.units.bo = "<absent>"',
            {},
            "The set-up leaves bo out, but what it builds on has none.",
        ),
    ],
)
def test_what_makes_no_set_up_is_told(setup: Setup, says: str, shared: dict[str, str], sentence: str) -> None:
    with pytest.raises(DataError, match=r".") as wrong:
        setup(says, **shared)
    assert sentence in str(wrong.value)
    assert len(wrong.value.faults) == 1


def test_a_case_without_its_base_fails_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text('title = "x"\nruleset = "toy"\nsetup.base = "duel"\n', encoding="utf-8")
    assert play_case(TOYS, path).misses == [f"There is no set-up “duel” in {tmp_path / 'setups'}."]


def test_wrong_rows_are_left_for_the_ruleset_to_refuse(setup: Setup) -> None:
    said = setup('base = "duel"\nsides.red.units.ann = 3\nsides.blue.units = [{ hex = "0101" }]')
    assert said["sides"][0]["units"] == {"ann": 3}
    assert said["sides"][1]["units"] == [{"hex": "0101"}]


def test_every_shared_set_up_of_ours_is_built_upon() -> None:
    folders = sorted((ROOT / "tests/cases").glob("*/setups"))
    there = {(folder.parent.name, path.stem) for folder in folders for path in folder.glob("*.toml")}
    written = {
        (path.relative_to(ROOT / "tests/cases").parts[0], found)
        for path in (ROOT / "tests/cases").rglob("*.toml")
        for found in re.findall(r'^base = "(.*)"', path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert there
    assert there == written
