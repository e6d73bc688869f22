"""state, log, replay, verify."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Vedette
from vedette.engine.library import data_folder
from vedette.engine.session import Session, read_session
from vedette.engine.system import WRITER
from vedette.games.open_fire.volley import model_label
from vedette.registry import rulesets


def save(name: str = "g") -> Path:
    return Path(os.environ["VEDETTE_SAVES"]) / f"{name}.vedette"


def test_state_is_the_state_at_any_entry(game: Vedette) -> None:
    assert game("state", "g").json["phase"] == "activation"
    assert game("state", "g", "--at", 0).json["phase"] == "setup"
    assert game("state", "g", "--at", 1).json["pending"] == "roll_off"
    assert game("state", "g", "--at", 2).json["pending"] == "dice"
    game("undo", "g")
    assert game("state", "g", "--at", 3).json["phase"] == "activation"
    assert game("state", "g", "--at", 4).json == game("state", "g").json


@pytest.mark.parametrize("n", ["-1", "99", "x", "1.5"])
def test_there_is_no_such_entry(game: Vedette, n: str) -> None:
    said = game("state", "g", "--at", n)
    assert said.code == 2
    assert said.err


def test_the_log_tells_what_happened(game: Vedette) -> None:
    said = game("log", "g")
    assert said.code == 0
    assert "The roll-off for initiative goes to Keelborn." in said.out
    told = game("log", "g", "--json").json
    assert [entry["n"] for entry in told] == [1, 2, 3]
    assert told[2]["sentences"][-1] == "The roll-off for initiative goes to Keelborn."


def test_a_number_that_is_0_is_told(vedette: Vedette) -> None:
    assert "Move: inches 0, contacts Young Teck" in vedette("log", "open-fire-hanging-yard").out


def test_the_log_says_spells_and_taunts_by_their_names(vedette: Vedette, tmp_path: Path) -> None:
    setup = Path(__file__).parents[1] / "cases/company/setups/site-warbands.toml"
    game = tmp_path / "warbands.toml"
    game.write_text(f'ruleset = "company"\n{setup.read_text(encoding="utf-8")}', encoding="utf-8")
    vedette("new", game, "--save", "w")
    vedette("do", "w", "proclaim", "r2", 'taunt="never-taste"', "--dice", "3,3")
    vedette("do", "w", "cast", "r1", 'spell="heal"', 'target="b1"', "inches=9", "--dice", "3,4")
    told = vedette("log", "w").out
    assert "Heavy Foot (Red): Proclaim: We'll Never Taste Your Blades!" in told
    assert "Witches: Cast: Heal, target Heavy Foot" in told


@pytest.mark.parametrize(
    "example", sorted((data_folder() / "saves").glob("*.vedette")), ids=lambda path: path.stem
)
def test_every_line_of_the_log_is_headed_by_a_title(vedette: Vedette, example: Path) -> None:
    heads = re.findall(r"^ *\d+  (?:[^:\n]+: )?(.)", vedette("log", example).out, re.MULTILINE)
    assert heads
    assert not [head for head in heads if head.islower()]


def test_the_whole_log_keeps_what_was_undone(game: Vedette) -> None:
    game("undo", "g", "--by", "blue")
    game("do", "g", "roll_off", "red", "--dice", "2,3")
    assert "undone" not in game("log", "g").out
    said = game("log", "g", "--all").out
    assert "undone Keelborn: Roll off" in said
    assert "The Wardens undo: " in said
    assert "instead of 7 1" in said
    told = game("log", "g", "--all", "--json").json
    assert [entry["undone"] for entry in told] == [False, True, True, False, False, False]


def test_an_own_command_that_is_taken_back_is_named_without_its_side(game: Vedette) -> None:
    game("undo", "g", "--by", "red", "--steps", "2")
    assert "Keelborn undo: roll off\n" in game("log", "g", "--all").out


def test_a_replay_goes_through_the_game(game: Vedette) -> None:
    said = game("replay", "g")
    assert said.code == 0
    assert said.out.index("── Set-up ──") < said.out.index("── Round 1 · Initiative ──")
    told = game("replay", "g", "--json").json
    assert [step["moment"] for step in told] == ["Set-up", "Round 1 · Initiative"]
    assert [len(step["entries"]) for step in told] == [1, 2]


def test_a_good_save_verifies(game: Vedette) -> None:
    said = game("verify", "g")
    assert (said.code, said.out) == (0, "3 entries, 0 differences\n")
    sound = {"entries": 3, "damage": "", "differences": [], "undone": {}}
    assert game("verify", "g", "--json").json == sound


def test_a_damaged_save_opens_as_far_as_it_is_good(game: Vedette) -> None:
    game("do", "g", "note", "red", "text=behind")
    data = save().read_bytes()
    save().write_bytes(data.replace(b'"faces":[7,1]', b'"faces":[1,7]'))
    said = game("verify", "g")
    assert said.code == 1
    assert "damaged at line 4. The 2 entries before it are good." in said.err
    assert game("log", "g").code == 0
    said = game("do", "g", "note", "red", "text=x")
    assert said.code == 2
    assert "damaged at line 4" in said.err


def test_a_torn_save_opens_with_a_notice(game: Vedette) -> None:
    save().write_bytes(save().read_bytes()[:-20])
    said = game("do", "g", "undo", "red")
    assert said.code == 0
    assert "was not written completely and is set aside" in said.err
    assert game("verify", "g").err == ""


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"{}\n", b"\x00" * 100, b"[" * 100_000, "ä€".encode() * 9, b"\xff\xfe"]
)
def test_what_is_no_save_is_told(vedette: Vedette, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.vedette"
    path.write_bytes(content)
    for command in (["state"], ["log"], ["replay"], ["verify"], ["undo"], ["answer"], ["do"]):
        words = [*command, path, *(["note", "red"] if command == ["do"] else [])]
        said = vedette(*words)
        assert said.code == 2
        assert said.err.startswith("x.vedette ")
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "name", ["none", "../g", "/", "/dev/zero", "/etc", "x" * 5000, "a/" * 3000, "\udcff", "[/]", "", "."]
)
def test_there_is_no_such_save(vedette: Vedette, name: str) -> None:
    for command in ("state", "log", "replay", "verify", "undo"):
        said = vedette(command, name)
        assert said.code == 2
        assert said.err.strip()


def test_two_cannot_write_at_once(game: Vedette) -> None:
    from vedette.engine.session import open_session
    from vedette.registry import rulesets

    session = open_session(rulesets(), save())
    said = game("do", "g", "note", "red", "text=x")
    assert said.code == 2
    assert said.err == f"g.vedette is open in another {WRITER}. Close it there first.\n"
    assert game("state", "g").code == 0
    session.close()
    assert game("do", "g", "note", "red", "text=x").code == 0


def test_a_game_of_another_ruleset_is_told(game: Vedette) -> None:
    from vedette.engine.journal import create
    from vedette.engine.save_file import Header, read

    header = read(save()).header.model_copy(update={"ruleset": "\x1b[31mchess"})
    create(save("other"), Header(**header.model_dump())).close()
    said = game("state", "other")
    assert said.code == 2
    assert "which this Vedette does not know" in said.err
    assert "\x1b" not in said.err


def test_the_log_counts_models_from_1_as_choices_and_forms_do_and_its_json_from_0(vedette: Vedette) -> None:
    battle = data_folder() / "saves" / "open-fire-first-battle.vedette"
    chosen = [
        one["input"]["choice"] for one in vedette("log", battle, "--json").json if one["kind"] == "choice"
    ]
    assert chosen
    assert [int(n) for n in re.findall(r"Casualty: (\d+)$", vedette("log", battle).out, re.MULTILINE)] == [
        n + 1 for n in chosen
    ]
    session: Session[Any] = read_session(rulesets(), battle)
    assert " 2 (" in model_label(session.state_at(18), "m2", 1)
