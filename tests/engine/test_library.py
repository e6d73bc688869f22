"""Files of the players' own: they override ours, and a broken one is left out and told with its folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from vedette.engine import library
from vedette.engine.errors import DataError
from vedette.engine.session import new_session
from vedette.registry import rulesets


@pytest.fixture
def armies(own_folders: Path) -> Path:
    folder = own_folders / "vedette" / "rulesets" / "open-fire" / "armies"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize("broken", [b"id = ", b"name = 3", b"[[armies]]\nid = 3", b"armies = 3", b"\xff"])
def test_a_broken_army_of_ones_own_is_left_out_and_named(armies: Path, broken: bytes) -> None:
    (armies / "mine.toml").write_text('id = "mine"\nunits = []')
    (armies / "bad.toml").write_bytes(broken)

    assert [row["id"] for row in library.table("open-fire", "armies")][-1] == "mine"
    (said,) = library.left_out("open-fire")
    assert said.startswith(f"{armies}: bad.toml")
    assert said.endswith("It is left out.")
    assert rulesets()["open-fire"].view.roster().left_out == (said,)
    for game in library.games("open-fire").values():
        new_session(rulesets()["open-fire"], game, seed=1)


def test_who_asks_for_it_is_told_why_it_is_not_there(armies: Path) -> None:
    (armies / "bad.toml").write_text("id = ")
    game = {"ruleset": "open-fire", "sides": [{"id": "red", "army": "bad"}, {"id": "blue"}]}
    with pytest.raises(DataError) as wrong:
        new_session(rulesets()["open-fire"], game, seed=1)
    assert wrong.value.faults[0] == "sides.0: there is no bad among the armies"
    assert wrong.value.faults[1].startswith(f"{armies}: bad.toml is not valid TOML")


def test_a_broken_game_of_ones_own_is_left_out(armies: Path) -> None:
    games = armies.parent / "games"
    games.mkdir()
    (games / "bad.toml").write_text("= 3")
    assert "bad" not in library.games("open-fire")
    assert library.left_out("open-fire")[0].startswith(f"{games}: bad.toml")


def test_a_table_of_ones_own_that_does_not_fit_is_named_with_its_folder(own_folders: Path) -> None:
    folder = own_folders / "vedette" / "rulesets" / "open-fire"
    folder.mkdir(parents=True)
    (folder / "readings.toml").write_text('[[readings]]\nid = "mine"')
    from vedette.kit.tables import Tables

    with pytest.raises(DataError) as wrong:
        _ = Tables("open-fire").readings
    assert f"readings.toml or {folder}/readings.toml" in wrong.value.faults[0]


@pytest.mark.parametrize(
    "held",
    [
        "units = [" + "{}," * 20_000 + "]",
        "units = [" + "1," * 30_000 + "]",
        "x = " + "[" * 5000,
        "x" * (library.LARGEST + 1),
    ],
    ids=["many tables", "many numbers", "deep lists", "many bytes"],
)
def test_a_file_that_holds_too_much_is_refused_at_once(tmp_path: Path, held: str) -> None:
    path = tmp_path / "much.toml"
    path.write_text(held)
    with pytest.raises(DataError, match=r"^much\.toml "):
        library.read_toml(path)


@pytest.mark.parametrize(
    "held",
    [
        "a." * 16 + "b = 1",
        "[a" + " . a" * 16 + "]",
        "x = { " + "'a b'.\t" * 16 + "b = 1 }",
        "x = 1\n" + '"a\\"b".' * 16 + "b = 1",
        "a." * 500_000 + "b = 1",
    ],
    ids=["bare", "table", "inline", "quoted", "a megabyte"],
)
def test_a_key_of_too_many_parts_is_refused_before_it_is_read(tmp_path: Path, held: str) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(held)
    with pytest.raises(DataError, match=r"^deep\.toml has a key of more than 16 parts"):
        library.read_toml(path)


def test_deep_keys_and_dots_in_texts_are_read(tmp_path: Path) -> None:
    path = tmp_path / "fine.toml"
    path.write_text("a." * 15 + 'b = 1\ntext = """' + "Wait ... and see, e.g. 1.5 in. " * 20 + '"""')
    assert library.read_toml(path)["text"].startswith("Wait")


def test_no_side_has_more_units_than_a_table_has_room_for() -> None:
    unit = {"mov": 5, "skl": 7, "def": 8, "cmd": 7, "hp": 1}
    units = [{**unit, "id": f"u{n}"} for n in range(201)]
    game = {"ruleset": "open-fire", "sides": [{"id": "red", "units": units}, {"id": "blue"}]}
    with pytest.raises(DataError, match="units must have at most 200 items"):
        new_session(rulesets()["open-fire"], game, seed=1)
