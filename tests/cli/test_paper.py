"""roster print: an army on paper, as text and as a page."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest

from tests.characters import written
from tests.cli.conftest import Vedette
from vedette.registry import rulesets
from vedette.view.packs import entry_values

HOSTILE = "</style><img src=x onerror=alert(1)>[red]{{ 7 * 7 }}"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pages are written where the player stands."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_an_army_is_printed_by_its_id_with_or_without_its_ruleset(vedette: Vedette, here: Path) -> None:
    assert vedette("roster", "print", "otter", "--html").out == "Written: the-otter.html\n"
    assert vedette("roster", "print", "company", "otter", "--html", "own.html").out == "Written: own.html\n"
    page = (here / "the-otter.html").read_text()
    assert (here / "own.html").read_text() == page
    assert "default-src 'none'" in page
    assert "Reed Bows" in page

    again = vedette("roster", "print", "otter", "--html")
    assert (again.code, again.err) == (
        2,
        "There is a the-otter.html already. To write over it, add --force.\n",
    )
    assert vedette("roster", "print", "otter", "--html", "--force").code == 0


def test_an_army_is_printed_as_text(vedette: Vedette) -> None:
    lines = vedette("roster", "print", "otter").out.splitlines()
    assert lines[0] == "The Otter"
    assert "R  [_] [_] [_] [_] [_]" in lines
    assert max(map(len, lines)) <= 80
    assert vedette("roster", "print", "otter", "--json").json["units"][4]["name"] == "Reed Bows"


def test_the_paper_of_a_mixed_unit_says_what_every_model_has(vedette: Vedette) -> None:
    printed = vedette("roster", "print", "open-fire", "dry-masts").out
    assert "DEF 8 (Skipper 7)" in printed
    assert "Drummer: DEF 8, HP 1, Deck pistol\n" in printed
    assert "Skipper: DEF 7, HP 3, Deck pistol, Belaying irons\n" in printed


def test_house_profiles_and_builder_say_the_same_of_every_unit() -> None:
    game = rulesets()["open-fire"]
    kind = next(kind for kind in game.view.packs() if kind.table == "profiles")
    roster = game.view.roster()
    for offered in roster.profiles:
        told = {(one.label, one.text) for one in roster.words.profile(offered.row).details}
        house = dict(entry_values(kind, offered.row))
        sorts = {(one.label, one.text) for one in kind.sums(offered.row)}
        assert sorts <= told
        assert sorts <= set(house.items())


@pytest.mark.parametrize("ruleset", rulesets())
def test_whatever_a_unit_of_ours_has_is_explained_by_a_rule(ruleset: str) -> None:
    roster = rulesets()[ruleset].view.roster()
    units = [unit for army in roster.armies for unit in army.row["units"]]
    details = [detail for unit in units for detail in roster.words.profile(unit).details]
    plain = {detail.label for detail in details if not detail.rules}
    assert plain <= {weapon.label for weapon in details if weapon.kind == "weapon"}  # weapons without a trait


@pytest.mark.parametrize(
    ("said", "army"),
    [
        ("There is no army “nobody”; `vedette roster list RULESET armies` lists those of a game.", "nobody"),
        ("For which game is army.toml? Name its ruleset before it.", "units = []"),
        ("units: an army has a list of units", 'ruleset = "company"'),
        (
            "units.0: there is no levvy among the profiles",
            'ruleset = "company"\nunits = [{ id = "a", profile = "levvy" }]',
        ),
        (
            "units.0: there is no weapon spoon",
            'ruleset = "open-fire"\nunits = [{ id = "a", mov = 5, skl = 6, def = 6, cmd = 6, hp = 1, models = [{ weapons = ["spoon"] }] }]',
        ),
    ],
)
def test_what_is_no_army_is_told_in_a_sentence(vedette: Vedette, here: Path, said: str, army: str) -> None:
    (here / "army.toml").write_text(army)
    told = vedette("roster", "print", "army.toml" if "=" in army else army, "--html")
    assert (told.code, told.err) == (2, f"{said}\n")
    assert not list(here.glob("*.html"))


def test_a_character_with_a_file_is_printed_as_the_file_has_them(vedette: Vedette, here: Path) -> None:
    vedette("roster", "new", "bruce", written(here / "bruce.toml"))
    (here / "party.toml").write_text('name = "Us"\nunits = [{ id = "b", profile = "@bruce" }]')
    lines = vedette("roster", "print", "close-quarters", "party.toml").out.splitlines()
    assert "Bruce Corr" in lines
    assert "STR 9  DEX 14  INT 9  MOV 10" in lines


def test_names_are_only_text_on_paper(vedette: Vedette, here: Path) -> None:
    unit = f'{{ id = "a", name = "{HOSTILE}", profile = "line-foot" }}'
    (here / "army.toml").write_text(f'name = "{HOSTILE}"\ntext = "{HOSTILE}"\nunits = [{unit}]')
    assert vedette("roster", "print", "company", "army.toml", "page.html", "--html").code == 0
    page = (here / "page.html").read_text()
    assert "<img" not in page
    assert unescape(page).count(HOSTILE) == 5
    assert HOSTILE in " ".join(vedette("roster", "print", "company", "army.toml").out.split())
