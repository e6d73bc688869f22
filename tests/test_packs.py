"""Packs from strangers are data: what is wrong with one is told all at once, and nothing of it is taken in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Vedette, vedette
from vedette.engine import library
from vedette.engine.errors import DataError
from vedette.engine.plain import to_plain
from vedette.engine.session import new_session
from vedette.engine.text import visible
from vedette.registry import rulesets
from vedette.view.pack_files import MOST, changes, open_pack, packs_of, remove_pack, save_pack

__all__ = ["vedette"]

HEAD = 'name = "Salt"\nruleset = "open-fire"\n'

WEAPON = '[[weapons]]\nid = "long"\nname = "Long gun"\nrng = 30\natt = 1\ndmg = 1\n'

BAD = {
    "no TOML": ("name = ", "bad.toml is not valid TOML"),
    "no text": (b"\xff\xfe", "bad.toml is not valid TOML"),
    "too large": ("#" * (library.LARGEST + 1), "too large"),
    "a key too deep": (HEAD + "a" + ".a" * 40 + " = 1", "parts"),
    "no name": ('ruleset = "open-fire"\n' + WEAPON, "name is missing"),
    "a name without letters": (HEAD.replace("Salt", "…") + WEAPON, "name: it needs a letter or a digit"),
    "the name of one's own": (HEAD.replace("Salt", "House") + WEAPON, "House is your own pack"),
    "a name that steers": (HEAD.replace("Salt", r"\u001b[2J") + WEAPON, "U+001B"),
    "no game": ('name = "Salt"\n', "ruleset is missing"),
    "a game that is not there": ('name = "Salt"\nruleset = "../../x"\n', "there is no game ../../x here"),
    "nothing in it": (HEAD, "there is nothing in it"),
    "rules": (HEAD + '[[rules]]\nid = "OF-MOV-1"\n', "rules: a pack of Open Fire has no such thing"),
    "numbers": (HEAD + "[numbers]\nrounds = 9\n", "numbers: a pack of Open Fire has no such thing"),
    "no list": (HEAD + "weapons = 3\n", "weapons: must be a list"),
    "no table": (HEAD + "weapons = [3]\n", "weapon number 1: must be a table"),
    "too many": (HEAD + WEAPON * (MOST + 1), f"at most {MOST} weapons"),
    "twice": (HEAD + WEAPON * 2, "weapon long (line 9): there are two weapons of this id"),
    "a path for an id": (HEAD + WEAPON.replace('"long"', '"../long"'), "weapon ../long (line 3): id: only"),
    "no id": (HEAD + WEAPON.replace('id = "long"\n', ""), "weapon number 1 (line 3): id is missing"),
    "a bidi name": (HEAD + WEAPON.replace("Long gun", r"Gun\u202e"), "weapon long (line 3): name: it holds"),
    "an endless name": (HEAD + WEAPON.replace("Long gun", "x" * 81), "name: must have at most 80"),
    "words for a number": (HEAD + WEAPON.replace("att = 1", 'att = "many"'), "att must be a whole number"),
    "a number without end": (HEAD + WEAPON.replace("att = 1", f"att = {10**15}"), "not a number that a table"),
    "more than 64 bits": (HEAD + WEAPON.replace("att = 1", f"att = {10**30}"), "more than 64 bits"),
    "a day": (HEAD + WEAPON.replace("att = 1", "att = 1979-05-27"), "weapon long (line 3): it is not a value"),
    "something too much": (HEAD + WEAPON + 'run = "rm"\n', "run: there is nothing of this name"),
    "an unknown rule": (HEAD + WEAPON + 'special = ["Rapid Fie"]\n', "the nearest is Rapid Fire"),
    "an unknown weapon": (
        HEAD + '[[profiles]]\nid = "p"\nname = "P"\nmov = 5\nskl = 7\ndef = 7\ncmd = 7\nhp = 1\nweapons = ["w"]\n',
        "profile p (line 3): there is no w among the weapons",
    ),
    "a test that no die passes": (
        HEAD + '[[profiles]]\nid = "p"\nname = "P"\nmov = 5\nskl = 77\ndef = 7\ncmd = 7\nhp = 1\n',
        "profile p (line 3): skl: a test needs 2 to 12 on a D12",
    ),
    "a move over every table": (
        HEAD + '[[profiles]]\nid = "p"\nname = "P"\nmov = [5, 999]\nskl = 7\ndef = 7\ncmd = 7\nhp = 1\n',
        'mov: at most 96", since no table is longer',
    ),
    "a spell for both": (
        'name = "S"\nruleset = "company"\n[[spells]]\nid = "s"\nname = "S"\ntarget = "enemy"\nrange = 9\nr = 1\n',
        "r, t, ends_shaken and moves help a friend",
    ),
    "cheaper than its traits": (
        ('name = "S"\nruleset = "company"\n[[profiles]]\nid = "s"\nname = "S"\npoints = 1\nr = 6\nt = 2\nmo = 6\n'
        'activation = { move = 5 }\ntraits = ["fearless"]\n'),
        "points: its traits alone come to 2",
    ),
    "ten of Fighting Strength": (
        ('name = "S"\nruleset = "company"\n[[profiles]]\nid = "s"\nname = "S"\nedition = "site"\npoints = 3\nr = 10\n'
        'resolve = 4\nt = 2\nmo = 6\nactivation = { move = 5 }\n'),
        "r: a Group has 6 or 12 FS in this edition",
    ),
    "no second number": (
        ('name = "S"\nruleset = "company"\n[[profiles]]\nid = "s"\nname = "S"\nedition = "book"\npoints = 3\nr = 12\n'
        't = 2\nmo = 6\nactivation = { move = 5 }\n'),
        "resolve: it is needed in this edition",
    ),
    "a number that no 2d6 reaches": (
        ('name = "S"\nruleset = "company"\n[[profiles]]\nid = "s"\nname = "S"\nedition = "site"\npoints = 3\nr = 12\n'
        'resolve = 13\nt = 2\nmo = 6\nactivation = { move = 5 }\n'),
        "resolve",
    ),
    "a trait of another edition": (
        ('name = "S"\nruleset = "company"\n[[profiles]]\nid = "s"\nname = "S"\npoints = 9\nr = 6\nt = 2\nmo = 6\n'
        'activation = { move = 5 }\ntraits = ["vicious"]\n'),
        "there is no trait vicious in this edition",
    ),
    "a profile on another one": (
        'name = "S"\nruleset = "company"\n[[profiles]]\nid = "s"\nname = "S"\nedition = "site"\nprofile = "site-light-foot"\n',
        "profile: no profile has this",
    ),
    "a profile with traits to be built in": (
        ('name = "S"\nruleset = "company"\n[[profiles]]\nid = "s"\nname = "S"\npoints = 9\nr = 6\nt = 2\nmo = 6\n'
        'activation = { move = 5 }\nadd = ["shooters"]\n'),
        "add: no profile has this",
    ),
    "an edition that there is not": (
        ('name = "S"\nruleset = "company"\n[[profiles]]\nid = "s"\nname = "S"\nedition = "comic"\npoints = 9\nr = 6\n'
        't = 2\nmo = 6\nactivation = { move = 5 }\n'),
        "edition must be 'chapter', 'book' or 'site'",
    ),
    "more than a beginner": (
        'name = "S"\nruleset = "close-quarters"\n[[profiles]]\nid = "s"\nname = "S"\nstr = 14\ndex = 14\nint = 14\n',
        "CQ-CHR-4: S has 42 points",
    ),
    "a character's file": (
        'name = "S"\nruleset = "close-quarters"\n[[profiles]]\nid = "s"\nname = "S"\nfile = "bruce"\n',
        "file: there is nothing of this name",
    ),
    "a Unit in a battle": (
        ('name = "S"\nruleset = "napoleonic"\n[[profiles]]\nid = "s"\nname = "S"\narm = "infantry"\nclass = "line"\n'
        "type = 9\ndrill = 1\nexperience = 1\ngroups_out = 1\n"),
        "groups_out: no profile has this",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "said"), BAD.values(), ids=BAD)
def test_a_bad_pack_is_refused_in_sentences(text: str | bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(DataError) as wrong:
        open_pack(path, rulesets())
    assert any(said in fault for fault in wrong.value.faults), wrong.value.faults
    assert all(visible(fault) == fault and fault.endswith(".") for fault in wrong.value.faults)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(HEAD + WEAPON.replace("rng", "rang") + WEAPON.replace("dmg = 1", "dmg = -1"))
    with pytest.raises(DataError) as wrong:
        open_pack(path, rulesets())
    assert len(wrong.value.faults) == 4

    path.write_text(HEAD + '[[profiles]]\nid = "p"\nname = "P"\nmov = "fast"\nspecial = ["Stealth"]\n')
    with pytest.raises(DataError) as wrong:
        open_pack(path, rulesets())
    said = " ".join(wrong.value.faults)
    assert "mov must be a number" in said
    assert "mov is missing" not in said
    assert all(f"{name} is missing" in said for name in ("skl", "def", "cmd", "hp"))
    assert "Stealth needs a number in brackets" in said


def test_a_pack_says_what_it_changes_and_a_second_one_leaves_the_first_alone(tmp_path: Path) -> None:
    game, path = rulesets()["open-fire"], tmp_path / "salt.toml"
    path.write_text(HEAD + WEAPON + WEAPON.replace('"long"', '"lock-carbine"'))
    pack = open_pack(path, rulesets())
    told = {change.id: (change.what, change.how) for change in changes(game, pack)}
    assert told["long"][0] == "new"
    assert told["lock-carbine"][0] == "replaces"
    assert "rng 24 → 30" in told["lock-carbine"][1]

    save_pack(pack)
    assert {change.what for change in changes(game, open_pack(path, rulesets()))} == {"same"}
    assert [row["id"] for row in library.offered("open-fire", "weapons")][-2:] == ["long", "lock-carbine"]
    path.write_text(HEAD + WEAPON.replace("att = 1", "att = 2"))
    told = {change.id: (change.what, change.how) for change in changes(game, open_pack(path, rulesets()))}
    assert told == {"long": ("changes", "att 1 → 2"), "lock-carbine": ("gone", "")}

    path.write_text(HEAD.replace("Salt", "Pepper") + WEAPON)
    with pytest.raises(DataError, match="your pack Salt has one of this id already"):
        open_pack(path, rulesets())
    remove_pack("open-fire", "salt")
    assert packs_of("open-fire") == []
    assert open_pack(path, rulesets()).name == "Pepper"


def test_a_table_that_is_read_in_play_never_comes_from_a_pack() -> None:
    folder = library.pack_folder("company")
    folder.mkdir(parents=True)
    (folder / "sly.toml").write_text(
        'name = "Sly"\n[[modifiers]]\nid = "fearless"\nname = "x"\nvalue = 9\nrules = []\n'
    )
    assert all(row["value"] != 9 for row in library.table("company", "modifiers"))


def test_a_spell_of_the_house_is_cast_when_its_pack_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "hexes.toml"
    path.write_text(
        'name = "Hexes"\nruleset = "company"\n[[spells]]\nid = "sting"\nname = "Sting"\ntarget = "enemy"\nrange = 9\n'
        "dice = 3\nhit = 4\n"
    )
    save_pack(open_pack(path, rulesets()))
    activation = {"move": 5, "cast": 2}
    group = {
        "points": 4,
        "r": 6,
        "t": 2,
        "mo": 6,
        "activation": activation,
        "traits": ["caster"],
        "spells": ["sting"],
    }
    sides = [{"id": "red", "units": [{**group, "id": "r"}]}, {"id": "blue", "units": [{**group, "id": "b"}]}]
    state = {"phase": "activation", "active": "red"}
    session = new_session(rulesets()["company"], {"sides": sides, "state": state}, seed=1)
    remove_pack("company", "hexes")
    session.do({"do": "cast", "by": "r", "spell": "sting", "target": "b", "inches": 5})
    assert session.request is not None
    session.answer(session.throw())
    assert session.request is not None
    assert session.request.pool.dice == 3  # type: ignore[union-attr]


def test_the_command_line_shows_what_a_pack_changes_and_takes_it_in_when_told(
    vedette: Vedette, tmp_path: Path
) -> None:
    path = tmp_path / "salt.toml"
    path.write_text(HEAD + WEAPON)
    refused = vedette("pack", "add", path)
    assert refused.code == 2
    assert "new       weapon Long gun (long)" in refused.out
    assert "add --yes" in refused.err
    assert packs_of("open-fire") == []

    assert vedette("pack", "add", path, "--yes").code == 0
    assert vedette("pack", "list", "--json").json[0]["weapons"][0]["id"] == "long"
    assert "You have this pack already." in vedette("pack", "add", path).out
    assert "in the bin" in vedette("pack", "remove", "Salt").out
    assert vedette("pack", "remove", "Salt").err.startswith("There is no pack Salt")


def test_a_make_of_a_weapon_is_told_by_its_name_when_its_pack_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "docks.toml"
    path.write_text(
        'name = "Docks"\nruleset = "close-quarters"\n'
        '[[makes]]\nid = "long-rifle"\nname = "Long rifle"\ntype = "rifle"\ndamage = "4d6+1"\n'
        '[[profiles]]\nid = "dana"\nname = "Dana"\nskills = ["shoulderarms"]\n'
        'weapons = [{ id = "gun", make = "long-rifle" }, { id = "knife", type = "utility-knife" }]\nready = ["gun"]\n'
    )
    save_pack(open_pack(path, rulesets()))
    game = library.games("close-quarters")["duel"]
    sides = [
        {**side, "units": [{**unit, "profile": "dana"} for unit in side["units"]]} for side in game["sides"]
    ]
    session = new_session(rulesets()["close-quarters"], {**game, "sides": sides}, seed=1)
    remove_pack("close-quarters", "docks")
    gun, knife = session.state.units["zorgo"].weapons
    assert (gun.called, gun.damage, knife.called) == ("Long rifle", "4d6+1", "utility-knife")
    assert "Long rifle" in str(session.ruleset.view.details(session.state, "zorgo"))
    assert "name" not in to_plain(knife)
