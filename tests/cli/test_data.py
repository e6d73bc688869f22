"""check, rulesets, rules, commands, roster."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Vedette
from tests.conftest import ROOT
from vedette.registry import rulesets

CASES = ROOT / "tests/cases/open-fire"
ARMIES = [
    path for game in rulesets() for path in sorted((ROOT / "rulesets" / game / "armies").glob("*.toml"))
]


def test_check_counts_and_explains(vedette: Vedette, tmp_path: Path) -> None:
    good = sorted(CASES.glob("*.toml"))[0]
    assert vedette("check", good).out == "1 passed, 0 failed\n"
    bad = tmp_path / "bad.toml"
    bad.write_text('title = "x"\nruleset = "open-fire"\n[setup]\nsides = []\n', encoding="utf-8")
    said = vedette("check", good, tmp_path)
    assert said.code == 1
    assert said.out.splitlines()[0] == f"FAILED {bad}: x"
    assert said.out.splitlines()[-1] == "1 passed, 1 failed"
    told = vedette("check", bad, "--json")
    assert told.code == 1
    assert told.json["failed"] == 1
    assert told.json["cases"][0]["misses"]


def test_check_plays_no_shared_set_ups(vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "mine" / "setups").mkdir(parents=True)
    (tmp_path / "mine" / "setups" / "duel.toml").write_bytes((CASES / "setups" / "duel.toml").read_bytes())
    case = tmp_path / "mine" / "case.toml"
    case.write_text(
        'title = "x"\nruleset = "open-fire"\nsetup.base = "duel"\n\n'
        '[[steps]]\ndo = "pass"\nby = "red"\nrefused = "OF-RND-4"\n',
        encoding="utf-8",
    )
    assert vedette("check", tmp_path).out == "1 passed, 0 failed\n"
    case.unlink()
    assert vedette("check", tmp_path).code == vedette("check", tmp_path / "mine" / "setups").code == 2


def test_check_wants_cases(vedette: Vedette, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.toml"):
        assert vedette("check", path).code == 2
    assert vedette("check").code == 2


@pytest.mark.parametrize("content", [b"\xff\xfe", b"[" * 10_000, b"title = 1", b"\x00", b"x" * 2_000_000])
def test_check_reads_anything(vedette: Vedette, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.toml").write_bytes(content)
    assert vedette("check", tmp_path).code == 1


def test_the_rulesets(vedette: Vedette) -> None:
    assert vedette("rulesets").out.startswith("open-fire ")
    assert vedette("rulesets", "--json").json[0]["id"] == "open-fire"


def test_the_rules_of_a_game(vedette: Vedette) -> None:
    said = vedette("rules", "open-fire")
    assert "OF-MOV-1" in said.out
    assert len(vedette("rules", "open-fire", "--json").json) == len(said.out.splitlines())


def test_one_rule(vedette: Vedette) -> None:
    said = vedette("rules", "open-fire", "of-mov-1")
    assert said.out.startswith("OF-MOV-1  ")
    assert vedette("rules", "open-fire", "OF-MOV-1", "--json").json["id"] == "OF-MOV-1"


@pytest.mark.parametrize(
    "words", [["chess"], ["open-fire", "OF-MOV-99"], ["open-fire", "\x1b[2J"], ["../.."]]
)
def test_there_is_no_such_rule(vedette: Vedette, words: list[str]) -> None:
    said = vedette("rules", *words)
    assert said.code == 2
    assert said.err.startswith("There is no ")
    assert "\x1b" not in said.err


def test_the_readings_of_a_game(vedette: Vedette) -> None:
    told = vedette("rules", "close-quarters", "--readings", "--json").json
    reflector = next(one for one in told if one["id"] == "reflector")
    assert reflector["usual"] == "half"
    assert [one["id"] for one in reflector["choices"]] == ["half", "rest"]

    out = vedette("rules", "close-quarters", "reflector", "--readings").out
    assert reflector["question"] in out
    assert f"half (usual): {reflector['choices'][0]['text']}" in out
    assert "spacesuit_shot" not in out

    unknown = vedette("rules", "close-quarters", "nothing", "--readings")
    assert unknown.code == 2
    assert "There is no reading “nothing”. There are: reflector" in unknown.err


def test_the_rules_of_an_edition_are_told_in_its_words(vedette: Vedette) -> None:
    site = vedette("rules", "company", "--edition", "site")
    assert "CO-TNT-1" in site.out
    assert "CO-CAP-12" not in site.out
    assert "loses 1 FS" in vedette("rules", "company", "CO-SHT-6", "--edition", "site").out
    assert "loses 1 R," in vedette("rules", "company", "CO-SHT-6", "--edition", "book").out
    assert "in site only" in vedette("rules", "company", "CO-TNT-1").out
    assert "once_each" not in vedette("rules", "company", "--readings", "--edition", "chapter").out
    told = vedette("rules", "company", "--edition", "stage")
    assert (told.code, told.err) == (
        2, "Flagrant Factions has no edition “stage”. There are: site, book, chapter.\n"
    )  # fmt: skip
    assert vedette("rules", "open-fire", "--edition", "site").err == "Open Fire has no edition “site”.\n"


def test_near_rules_are_offered(vedette: Vedette) -> None:
    assert "OF-MOV-" in vedette("rules", "open-fire", "OF-MVO-1").err


def test_the_commands_of_a_game(vedette: Vedette) -> None:
    listed = vedette("commands", "napoleonic").out.splitlines()
    assert [line.split()[0] for line in listed] == list(rulesets()["napoleonic"].specs)
    assert "next_phase       side  Next phase                       [to]" in listed
    assert [one["do"] for one in vedette("commands", "napoleonic", "--json").json] == [
        line.split()[0] for line in listed
    ]


def test_what_a_command_takes(vedette: Vedette) -> None:
    told = vedette("commands", "company", "shoot").out.splitlines()
    assert told[0] == "shoot  Shoot, by a unit"
    assert told[2] == "    target             text, required"
    assert told[4] == "    cover              true or false: the target is behind it"
    assert "CO-SHT-2" in told[-1]
    fields = vedette("commands", "open-fire", "attack", "--json").json["arguments"]
    assert fields[4] == {
        "name": "los", "kind": "clear, obstructed or blocked", "required": False,
        "words": ["clear", "obstructed", "blocked"], "about": "line of sight",
    }  # fmt: skip


def test_there_is_no_such_command(vedette: Vedette) -> None:
    said = vedette("commands", "open-fire", "fly")
    assert (said.code, said.err.splitlines()[0][:30]) == (2, "There is no command “fly”. The")


@pytest.mark.parametrize("army", ARMIES, ids=[army.stem for army in ARMIES])
def test_our_armies_are_good(vedette: Vedette, army: Path) -> None:
    said = vedette("roster", "check", army, "--ruleset", army.parent.parent.name)
    assert said.code == 0
    assert said.out.endswith(", 0 faults\n")


def test_all_faults_of_an_army_are_told_at_once(vedette: Vedette, tmp_path: Path) -> None:
    army = tmp_path / "army.toml"
    army.write_text(
        '[[units]]\nid = "a"\nmov = 5\nskl = 7\ndef = 7\ncmd = 7\nhp = 0\n'
        '[[units]]\nid = "B!"\nmov = "far"\nskl = 7\ndef = 7\ncmd = 7\nhp = 1\nwings = 2\n',
        encoding="utf-8",
    )
    said = vedette("roster", "check", army, "--ruleset", "open-fire")
    assert said.code == 1
    for place in ("units.0.hp", "units.1.id", "units.1.mov", "units.1.wings"):
        assert any(line.startswith(place) for line in said.out.splitlines())
    faults = vedette("roster", "check", army, "--ruleset", "open-fire", "--json").json["faults"]
    assert said.out.splitlines() == [*faults, f"army.toml: 2 units, 0 models, 0 HP, {len(faults)} faults"]


@pytest.mark.parametrize(
    "text", ["", "units = 3", "units = []", "[[units]]\nprofile = 'nobody'", "units = [3]"]
)
def test_what_is_no_army_is_told(vedette: Vedette, tmp_path: Path, text: str) -> None:
    (tmp_path / "army.toml").write_text(text, encoding="utf-8")
    said = vedette("roster", "check", tmp_path / "army.toml", "--ruleset", "open-fire")
    assert said.code == 1
    assert len(said.out.splitlines()) > 1


def test_a_company_is_checked_with_its_points(vedette: Vedette, tmp_path: Path) -> None:
    army = tmp_path / "army.toml"
    units = "".join(f'[[units]]\nid = "a{n}"\nprofile = "heavy-foot"\ncaptain = true\n' for n in range(2))
    army.write_text(f'ruleset = "company"\nname = "Axes"\npoints = 10\n{units}', encoding="utf-8")
    said = vedette("roster", "check", army)
    assert said.code == 1
    assert "several Captains" in said.out
    army.write_text(army.read_text(encoding="utf-8").replace("captain = true\n", "", 1), encoding="utf-8")
    assert vedette("roster", "check", army).out.splitlines() == [
        "CO-SET-1: The Axes field 12 points, of 10. → 10 points",
        "army.toml: 12 points, 2 Groups, 1 fault",
    ]


def test_an_army_that_does_not_say_its_game_is_asked_for_it(vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "army.toml").write_text("units = []", encoding="utf-8")
    said = vedette("roster", "check", tmp_path / "army.toml")
    assert (said.code, said.err) == (2, "For which game is it? Give --ruleset.\n")


@pytest.mark.parametrize("content", [b"\xff", b"[" * 9000, b"a = \x1b"])
def test_what_is_no_toml_is_told(vedette: Vedette, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "army.toml").write_bytes(content)
    assert vedette("roster", "check", tmp_path / "army.toml").code == 2
    assert vedette("roster", "check", tmp_path / "none.toml").code == 2
    assert vedette("new", tmp_path / "army.toml", "--save", "x").code == 2


@pytest.mark.parametrize("kind", ["profiles", "armies", "missions", "games"])
def test_what_armies_are_made_of(vedette: Vedette, kind: str) -> None:
    said = vedette("roster", "list", "open-fire", kind)
    assert said.code == 0
    assert len(vedette("roster", "list", "open-fire", kind, "--json").json) == len(said.out.splitlines())


def test_the_players_own_armies_are_listed(vedette: Vedette, own_folders: Path) -> None:
    folder = own_folders / "vedette/rulesets/open-fire/armies"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text('id = "mine"\nname = "M\\u001b[31mine"\nunits = []\n', encoding="utf-8")
    said = vedette("roster", "list", "open-fire", "armies")
    assert "mine" in said.out
    assert "\x1b" not in said.out


def test_optional_rules_are_listed_with_what_they_may_be(vedette: Vedette) -> None:
    listed = vedette("rules", "close-quarters", "--options", "--json").json
    said = vedette("rules", "close-quarters", "--options").out
    assert all(option["id"] in said and option["text"] in said for option in listed)
    one = vedette("rules", "close-quarters", "fatigue", "--options")
    assert "nonlethal" in one.out
    assert "gravity" not in one.out
    assert vedette("rules", "company", "--options").out == ""
    assert vedette("rules", "close-quarters", "magic", "--options").code == 2
