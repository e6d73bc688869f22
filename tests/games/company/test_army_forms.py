"""Companies as their players have them come in from every form, go out as a printed table, and are the same again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.conftest import Vedette, vedette
from vedette.engine.data import Row
from vedette.engine.errors import DataError
from vedette.engine.text import slug
from vedette.games.company import building
from vedette.games.company.tables import traits
from vedette.games.company.view.army_forms import table
from vedette.kit.yaml_tree import read_yaml
from vedette.registry import rulesets
from vedette.view.army_lists import army_faults, read_armies, written_units
from vedette.view.paper import army_paper
from vedette.view.roster import ArmyList, Catalogue, units_of

__all__ = ["vedette"]

GAME = rulesets()["company"]
ROSTER: Catalogue = GAME.view.roster()
ARMIES = {army.id: army.row for army in ROSTER.armies}
SIX = [id for id, row in ARMIES.items() if any("list" in one for one in row.get("companies", ()))]


def _read(text: str, edition: str = "") -> list[ArmyList]:
    return read_armies(text, GAME, ROSTER, rulesets().values(), edition=edition)


def _as_played(army: Row) -> list[dict[str, Any]]:
    """The Groups as a game has them, but for their ids, and in which order they have their traits."""
    made = []
    for unit in written_units(GAME, ROSTER, army):
        own = {key: value for key, value in unit.items() if key not in ("id", "company", "plural", "article")}
        for key in ("traits", "foes", "banes", "kinds", "spells"):
            own[key] = sorted(own.get(key, ()))
        made.append({"base": "", "captain": False, "models": 1, "reserve": False, **own})
    return made


def _comes_back(army: Row) -> None:
    text = table(str(army["name"]), units_of(army), army)
    (read,) = _read(text)
    assert read.faults == [], text
    assert read.name == army["name"]
    back = {**read.rest, "name": read.name, "units": read.units}
    assert _as_played(back) == _as_played(army), text
    assert back.get("edition") == army.get("edition")
    told = [
        [(one["name"], one.get("list"), one.get("trait")) for one in row.get("companies", ())]
        for row in (back, army)
    ]
    assert told[0] == told[1]


@pytest.mark.parametrize("id", ARMIES)
def test_a_company_is_the_same_after_it_was_printed_and_read(id: str) -> None:
    _comes_back(ARMIES[id])


NAMES = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=20)


@given(data=st.data())
@pytest.mark.parametrize("edition", ["book", "site"])
def test_a_company_that_was_built_is_the_same_after_it_was_printed_and_read(
    edition: str, data: st.DataObject
) -> None:
    words = [id for id in traits(edition) if id not in ("foe", "bane")] + ["undead-foe", "sea-folk-bane"]
    units = []
    names = data.draw(st.lists(NAMES, min_size=1, max_size=4, unique_by=str.casefold))
    for n, name in enumerate(names):
        row = data.draw(st.sampled_from([*building.archetypes(edition).values()]))
        add: list[str] = []
        for word in data.draw(st.lists(st.sampled_from(words), max_size=4)):
            if not building.build(row, [*add, word])[1]:
                add.append(word)
        unit = {"id": f"u{n}", "name": name, "profile": row["id"], "captain": not n}
        more = {
            "kinds": ["undead"],
            "points": 9,
            "models": 6,
            "resolve": 2,
            "t": 6,
            "mi": {"hit": 2, "range": 30},
        }
        own = data.draw(st.sets(st.sampled_from([*more]), max_size=2))
        units.append({**unit, **({"add": add} if add else {}), **{key: more[key] for key in own}})
    own_company = {"id": "c", "name": names[0], "trait": data.draw(st.sampled_from(["wicked", "shrewd"]))}
    _comes_back({"name": names[0], "edition": edition, "units": units, "companies": [own_company]})


# --- the same six from what the game's page, its data and its program have


def _site_yaml(army: Row) -> str:
    groups = []
    for unit, row in zip(units_of(army), written_units(GAME, ROSTER, army), strict=True):
        me, mi, orders = row["me"], row.get("mi"), row["activation"]
        to_hit = {"to_hit_attack": me.get("attack"), "to_hit_defend": me["defend"]}
        shots = {"activation": orders["shoot"], "to_hit": mi["hit"], "range": mi["range"]} if mi else {}
        group = {"name": _name(unit), "profile": _archetype(row), "cost": row["points"]}
        group |= {"melee": {"activation": orders.get("attack"), **to_hit}}
        group |= {"move": {"activation": orders["move"], "distance": row["mo"]}}
        group |= {"fighting_strength": row["r"], "resolve": row["resolve"], "toughness": row["t"]}
        groups.append({**group, **({"missile": shots} if mi else {}), "traits": _traits(row)})
    head = {"name": army["name"], "summary": "A line\nof our own.\n", "captain": groups[0]["name"]}
    return yaml.safe_dump({**head, "groups": groups}, sort_keys=False)


def _flfa_yaml(armies: Sequence[Row]) -> str:
    entries = []
    for army in armies:
        groups = []
        for unit, row in zip(units_of(army), written_units(GAME, ROSTER, army), strict=True):
            special = [one.name for one in building.specials(row, "site")]
            more = {"traits": special} if special else {}
            groups.append({"name": _name(unit), "profileName": _archetype(row), **more})
        entries.append({"name": army["name"], "description": "A line\nof our own.\n", "groups": groups})
    return yaml.safe_dump({"entries": entries})


def _name(unit: Row) -> str:
    return str(next(one.name for one in ROSTER.profiles if one.id == unit["profile"]))


def _archetype(row: Row) -> str:
    return str(row["base"]).replace("-", " ").title()


def _traits(row: Row) -> list[str]:
    return [traits("site")[one].name for one in row.get("traits", ())] + [
        f"{one.title()}-Foe" for one in row.get("foes", ())
    ]


def _is_one_of_the_six(read: ArmyList, id: str) -> None:
    assert (read.faults, read.warnings) == ([], [])
    assert [unit["profile"] for unit in read.units] == [unit["profile"] for unit in ARMIES[id]["units"]]
    assert [unit["id"] for unit in read.units if unit.get("captain")] == [read.units[0]["id"]]
    assert all(unit.keys() <= {"profile", "id", "name", "captain"} for unit in read.units)
    assert read.rest["companies"][0]["list"] == id
    army = {**read.rest, "name": read.name, "units": read.units}
    assert army_faults(GAME, ROSTER, army) == []


@pytest.mark.parametrize("id", SIX)
def test_each_of_the_six_comes_in_from_the_yaml_of_the_site(id: str) -> None:
    (read,) = _read(_site_yaml(ARMIES[id]))
    _is_one_of_the_six(read, id)


def test_all_six_come_in_from_one_file_of_flfa_and_from_one_page() -> None:
    armies = [ARMIES[id] for id in SIX]
    page = "\n".join(
        f"{table(str(one['name']), units_of(one), one)}\nTrait\n: what it does\n" for one in armies
    )
    taunts = "\n| Taunt | Check | Requirements | Effect |\n| :--- | :---: | :--- | :--- |\n| Hark! | 6+ | Near. | Much. |\n"
    for text in (_flfa_yaml(armies), f"---\ntitle: Ours\n---\n\n# All of them\n{page}{taunts}"):
        for read, id in zip(_read(text), SIX, strict=True):
            _is_one_of_the_six(read, id)


# --- the forms as people vary them

HEAD = "| Name | ME | MI | MO | FS | R | T | Traits |\n|:---|:---:|---|---|---|---|---|---|\n"


def _only(text: str, edition: str = "") -> Row:
    (read,) = _read(text, edition)
    assert read.faults == []
    return {**read.units[0], "warnings": read.warnings, "edition": read.rest.get("edition")}


@pytest.mark.parametrize(
    "row",
    [
        "| **Marsh Riders** (Light Cavalry, 6) | 7+ / 5+ / 6 | 6+ / 4+ / 12” | 5+ / 12” | 6 | 5+ | 3 | Accurate |",
        "| Marsh Riders (Light Cavalry,6) | 7 + / 5+ /6 | 6+/4+/12\" | 5+ / 12'' | 6 | 5 + | 3 | accurate |",
        "Marsh Riders (Light Cavalry, 6)\t7+ / 5+ / 6\t6+ / 4+ / 12”\t5+ / 12”\t6\t5+\t3\tAccurate",
        "|Marsh Riders (light cavalry, 6 points)|7+ / 5 / 6+|6+ / 4+ / 12 in|5+ / 12|6 / 6|5|3|ACCURATE",
    ],
)
def test_a_row_is_read_however_its_numbers_are_written(row: str) -> None:
    read = _only(HEAD + row)
    assert (read["profile"], read["add"], read["warnings"]) == ("site-light-cavalry", ["accurate"], [])
    assert read["captain"]


def test_an_engine_only_defends_and_dashes_are_nothing() -> None:
    for dash in "-–—":
        read = _only(
            f"{HEAD}| Catapult (Heavy Engine, 4) | {dash} / {dash} / 6 | 6+ / 5+ / 24 | 8+ / 2 | 6 | 5+ | 2 | Ponderous |"
        )
        assert read["profile"] == "site-heavy-engine"
        assert "me" not in read


def test_two_numbers_under_r_are_the_books() -> None:
    text = '| Name | MO | ME | MI | R | T | Traits |\n|-|-|-|-|-|-|-|\n| Riders (Heavy Cavalry, 4) | 5+ / 10" | 5+ / 4+ / 5+ | - | 6 / 4+ | 4 | Defiant |'
    read = _only(text)
    assert (read["edition"], read["profile"], read["warnings"]) == ("book", "book-heavy-cavalry", [])
    warned = _only(text, "site")["warnings"]
    assert warned == ["Line 3: Riders: archetype and traits give T 3, not 4."]


def test_an_archetype_may_stand_in_a_table_without_a_name() -> None:
    read = _only(f"{HEAD}| Heavy Beast (6) | 5+ / 3+ / 6 | - | 6+ / 10 | 6 | 3+ | 4 | Reckless |")
    assert read.keys() - {"warnings", "edition", "captain"} == {"profile", "id", "name"}
    assert (read["profile"], read["warnings"]) == ("site-heavy-beast", [])


def test_printed_numbers_are_final_and_what_differs_is_a_warning() -> None:
    read = _only(
        f"{HEAD}| Riders (Light Cavalry, 6) | 7+ / 5+ / 6 | 6+ / 5+ / 12 | 5+ / 12 | 6 | 4+ | 3 | Wolf-bane |"
    )
    assert (read["points"], read["resolve"], read["add"]) == (6, 4, ["wolf-bane"])
    assert read["warnings"] == [
        "Line 3: Riders: archetype and traits cost 8 points, not 6.",
        "Line 3: Riders: archetype and traits give R 5+, not 4+.",
    ]


def test_a_player_whom_flfa_saved_brings_companies_with_numbers_and_a_captain() -> None:
    group = """
        - name: {name}
          id: ""
          profilename: Light Foot
          melee: {{ activation: 6, tohitattacking: 5, tohitdefending: 4 }}
          move: {{ activation: 5, distance: 8 }}
          missile: {{ activation: 0, tohit: 0, range: 0 }}
          fightingstrength: {{ current: 12, maximum: 12 }}
          resolve: 4
          toughness: 2
          traits: [Defensive, Vicious]
          points: 6
          captain: {{ name: "{trait}", roll: {roll} }}
          addenda: {{}}"""
    text = f"""data:
  companies:
    - name: Reed People
      description: ""
      groups:{group.format(name="Cutters", trait="", roll=0)}{group.format(name="Binders", trait="Shrewd", roll=8)}
settings:
  activeskirmish: default
"""
    (read,) = _read(text)
    assert (read.faults, read.warnings) == ([], [])
    assert [unit.get("captain", False) for unit in read.units] == [False, True]
    assert read.units[0]["add"] == ["vicious"]
    assert read.rest["companies"] == [{"id": "reed-people", "name": "Reed People", "trait": "shrewd"}]


def test_a_group_whose_numbers_flfa_has_lost_is_built_from_its_profile() -> None:
    group = "{ name: A, profilename: Light Foot, melee: { activation: 6, tohitattacking: 0 }, fightingstrength: { maximum: 0 }, traits: [Defensive, Vicious], points: 6 }"
    (read,) = _read(f"data:\n  companies:\n    - name: X\n      groups:\n        - {group}\n")
    assert (read.faults, read.units[0]["add"]) == ([], ["vicious"])
    assert read.warnings == ["Line 5: A: numbers are missing, so it is built from archetype and traits."]


def test_archetypes_of_flfa_are_built_from_where_they_come_in_the_same_text() -> None:
    text = """entries:
  - type: Swift
    category: Foot
    melee: { activation: 6, to_hit_attacking: 5, to_hit_defending: 4 }
    move: { activation: 5, Distance: 12 }
    fighting_strength: { current: 6, maximum: 6 }
    resolve: 4
    toughness: 2
    traits: [Nimble]
    points: 3
---
entries:
  - name: Runners
    groups:
      - name: Hares
        profileName: Swift Foot
        traits: [Throwers]
"""
    (read,) = _read(text)
    assert (read.faults, read.warnings) == ([], [])
    hares = read.units[0]
    assert (hares["points"], hares["mo"], hares["r"], hares["mi"]) == (4, 12, 6, {"hit": 5, "range": 6})
    assert hares["traits"] == ["nimble", "throwers"]


def test_a_plain_list_knows_the_six_companies_and_builds_the_rest() -> None:
    text = """Marsh Folk (24 points)

- Reed Bows (Light Foot, 5): Shooters
(C) Longbraids (Elite Cavalry, 8)
2x Hunters (Heavy Cavalry, 5)
Wagon (Light Cavalry, 6)
Guns (Light Engine, 6) + Accurate
Total: 35 points
"""
    (read,) = _read(text)
    assert (read.faults, read.name) == ([], "Marsh Folk")
    assert [unit["profile"] for unit in read.units] == [
        "site-light-foot",
        "longbraids",
        "hunters",
        "hunters",
        "site-light-cavalry",
        "site-light-engine",
    ]
    assert [n for n, unit in enumerate(read.units) if unit.get("captain")] == [1]
    (warned,) = read.warnings
    assert warned.startswith(
        "Line 6: Wagon: archetype and traits cost 4 points, not 6 (6 − 4 = 2: Accurate, "
    )
    assert read.units[4]["points"] == 6


def test_stars_before_all_are_bullets_and_a_trait_may_stand_before_what_it_needs() -> None:
    (read,) = _read("* Guns (Heavy Foot, 8): Accurate, Shooters\n* Riders (Light Cavalry, 4)")
    assert (read.faults, read.warnings) == ([], [])
    assert [unit.get("captain", False) for unit in read.units] == [True, False]
    assert read.units[0]["add"] == ["shooters", "accurate"]


# --- what is wrong is told at once, by line, and nothing in a file is more than text


def test_every_fault_is_told_with_its_line(vedette: Vedette, tmp_path: Path) -> None:
    rows = [
        "| Riders (Light Cavalry, 4) | 7+ / x / 6 | - | 5+ / 12 | 6 | 5+ | 3 | - |",
        "| Foot (Light Foot, 3) | 6+ / 5+ / 4+ | - | 5+ | 12 | 4+ | 2 | Defensive |",
        "| Axes (Light Foot, 6) | 6+ / 5+ / 4+ | - | 5+ / 8 | 12 | 4+ | 2 | Defensive, Vicous |",
        "| Pikes (Heavy Foot, 4) | 6+ / 5+ / 4+ | - | 5+ / 6 | 12 | 4+ | 3 | Defensive | more |",
        "| Last (Light Foot, 3) | 6+ / 5+ / 4+ | - | 5+ / 8 | 400 | 44+ | 2 | Defensive |",
    ]
    (tmp_path / "list.md").write_text("# Ours\n\n" + HEAD + "\n".join(rows))
    said = vedette("roster", "import", "company", tmp_path / "list.md")
    assert said.code == 1
    told = said.err.splitlines()
    assert [one[:8] for one in told[:4]] == ["Line 5: ", "Line 6: ", "Line 7: ", "Line 8: "]
    assert told[2] == "Line 7: there is no trait Vicous in this edition; the nearest is Vicious."
    assert told[-1] == "Nothing imported."
    assert any(one.startswith("Line 9: ") for one in told)


def test_a_captain_whose_group_has_a_fault_is_not_called_nobody() -> None:
    (read,) = _read("name: Ours\ncaptain: A\ngroups:\n  - { name: A, profile: Light Foot, cost: 99999 }\n")
    assert read.faults == ["Line 4: 99999 is no number."]


def test_traits_of_a_group_with_other_faults_are_looked_at_too() -> None:
    row = "| Pikes (Heavy Foot, 4) | 6+ / 5+ | - | 5+ / 6 | 12 | 4+ | 3 | Vicous |\n"
    (read,) = _read("# Ours\n\n" + HEAD + row)
    assert [one.split(": ")[0] for one in read.faults] == ["Line 5", "Line 5"]
    assert "Vicous" in read.faults[1]
    (read,) = _read("groups:\n  - { name: A, profile: Light Foot, cost: dear, traits: [Vicous] }\n")
    assert [one for one in read.faults if "Vicous" in one]


def test_a_fault_is_told_once(vedette: Vedette, tmp_path: Path) -> None:
    text = "Ours\n* Foot (Light Foot, 3)\n(C) Axes (Heavy Foot, 4): None\nPikes (Light Foot, 4): Foe\nA\x1bb (Light Foot, 3)"
    (tmp_path / "list.txt").write_text(text)
    assert vedette("roster", "import", "company", tmp_path / "list.txt").err.splitlines() == [
        "Line 3: the Captain is with Foot already, line 2.",
        "Line 4: Foe needs a type, such as Undead-Foe.",
        "Line 5: it holds a character that cannot be shown (U+001B).",
        "Nothing imported.",
    ]
    row = "| Foot Light Foot 3 | 6+ / 5+ / 4+ | - | 5+ / 8 | 12 | 4+ | 2 | Defensive |\n"
    (tmp_path / "list.md").write_text(HEAD + row)
    said = vedette("roster", "import", "company", tmp_path / "list.md").err.splitlines()
    assert said[:-1] == [f"Line {HEAD.count(chr(10)) + 1}: Foot Light Foot 3 has no price."]


@pytest.mark.parametrize(
    ("group", "fault"),
    [
        (
            "{ name: A, profile: Light Foot, fighting_strength: 12, melee: { to_hit_defend: six } }",
            "Line 3: six is no number.",
        ),
        ("{ name: A }", "Line 3: a Group needs a profile, or numbers of its own."),
        ("{ profileName: Light Foot }", "Line 3: a Group needs a name."),
        (
            "{ name: A, profileName: Ligth Foot }",
            "Line 3: there is no archetype Ligth Foot in this edition; the nearest is Light Foot.",
        ),
        ("{ name: A, profileName: Light Foot, traits: [Chariot] }", "Line 3: A: Chariot is for Cavalry."),
        ("{ name: A, profileName: Light Foot, traits: [Vicious, Vicious] }", "Line 3: A has Vicious twice."),
        (
            '{ name: "A\\e[31m", profileName: Light Foot }',
            "Line 3: it holds a character that cannot be shown (U+001B).",
        ),
    ],
)
def test_what_is_wrong_with_a_group_in_yaml_is_told_by_its_line(group: str, fault: str) -> None:
    (read,) = _read(f"name: X\ngroups:\n  - {group}\n")
    assert fault in read.faults


@pytest.mark.parametrize(
    "text",
    [
        "groups: &a [1]\nmore: *a",
        "groups: !!python/object/apply:os.system [ls]",
        "groups: " + "[" * 100,
        "groups:\n" + "- x\n" * 50_000,
        "groups: a: b",
        "groups: \x00",
    ],
)
def test_yaml_that_is_no_plain_data_is_refused(text: str) -> None:
    with pytest.raises(DataError):
        read_yaml(text)
    assert all(read.faults for read in _read(text))


def test_a_name_is_text_wherever_it_leads(vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(
        "../../[bold]etc|passwd\nA [red] <b> (Light Foot, 3)\nB (Light Foot, 3)\n"
    )
    said = vedette("roster", "import", "company", tmp_path / "list.txt", "--json")
    assert said.code == 0
    assert Path(said.json["file"]).name == f"{slug('../../[bold]etc|passwd')}.toml"
    shown = vedette("roster", "export", "company", said.json["id"], "--as", "table").out
    (tmp_path / "back.md").write_text(shown)
    again = vedette("roster", "import", "company", tmp_path / "back.md", "--json")
    assert again.json["name"] == said.json["name"]


def test_an_army_of_ours_is_not_written_over(vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "seafolk.yaml").write_text(_site_yaml(ARMIES["seafolk"]))
    said = vedette("roster", "import", "company", tmp_path / "seafolk.yaml", "--json")
    assert (said.code, said.json["id"], said.json["warnings"]) == (0, "seafolk-imported", [])


def test_a_company_is_not_read_as_an_army_of_another_game(vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "seafolk.yaml").write_text(_site_yaml(ARMIES["seafolk"]))
    said = vedette("roster", "import", "open-fire", tmp_path / "seafolk.yaml")
    assert said.err.splitlines()[0] == "This is a list for Flagrant Factions, not for Open Fire."


# --- the commands that go by the edition


def test_companies_are_listed_under_a_heading_for_each_edition(vedette: Vedette) -> None:
    said = vedette("roster", "list", "company").out.split("\n\n")
    headed = {part.splitlines()[0]: part for part in said}
    assert [*headed] == [
        "The site: profiles",
        "The site: armies",
        "The book: profiles",
        "The chapter: profiles",
        "The chapter: armies",
    ]
    assert headed["The site: profiles"].splitlines()[1].startswith("site-heavy-beast ")
    assert "FS 6 R 3+" in headed["The site: profiles"]
    assert "R 6 / 3+" in headed["The book: profiles"]
    assert "seafolk " in headed["The site: armies"]


def _checked(vedette: Vedette, tmp_path: Path, units: str, edition: str = "site") -> list[str]:
    file = tmp_path / "army.toml"
    file.write_text(f'name = "Ours"\nedition = "{edition}"\npoints = 24\nunits = [{units}]\n')
    return list(vedette("roster", "check", file, "--ruleset", "company", "--json").json["faults"])


def test_a_company_is_checked_by_the_rules_of_its_edition(vedette: Vedette, tmp_path: Path) -> None:
    one = (
        '{ profile = "site-elite-foot", id = "a", captain = true, add = ["caster", "vicious", "stealthy"] },'
    )
    faults = _checked(vedette, tmp_path, one)
    assert [fault.split(":")[0] for fault in faults] == ["CO-BLD-1", "CO-BLD-2"]
    nobody = "".join(f'{{ profile = "site-light-foot", id = "{id}" }},' for id in "abc")
    assert [fault.split(":")[0] for fault in _checked(vedette, tmp_path, nobody)] == ["CO-BLD-4"]
    assert any("vicious" in fault for fault in _checked(vedette, tmp_path, one, "chapter"))


@pytest.mark.parametrize("form", ["toml", "json", "text", "csv", "table"])
def test_a_company_of_the_site_comes_back_in_every_form(form: str, vedette: Vedette, tmp_path: Path) -> None:
    file = tmp_path / f"army.{form.replace('table', 'md')}"
    file.write_text(vedette("roster", "export", "company", "freelance-company", "--as", form).out)
    back = vedette("roster", "import", "company", file, "--name", f"By {form}", "--json").json
    assert back["warnings"] == []
    row = vedette("roster", "export", "company", back["id"], "--as", "json").json
    army = {**row, "name": ARMIES["freelance-company"]["name"]}
    assert _as_played(army) == _as_played(ARMIES["freelance-company"])
    assert army["edition"] == "site"


def test_a_sheet_has_both_numbers_in_the_words_of_its_edition() -> None:
    seafolk = army_paper(GAME, ROSTER, ARMIES["seafolk"])
    (khopeshi,) = (unit for unit in seafolk.units if unit.name == "Khopeshi")
    assert dict(khopeshi.profile.stats).items() >= {"FS": "12", "R": "4+", "ME": "5+/4+"}.items()
    assert (khopeshi.boxes[0].label, khopeshi.boxes[0].groups) == ("FS", (12,))
    necromancer = army_paper(GAME, ROSTER, ARMIES["necromancers-legion"]).units[0]
    labels = [detail.label for detail in necromancer.words]
    assert "Spell: Heal 7+" in labels
    assert sum(label.startswith("Taunt: ") for label in labels) == 3
    of_the_book = {"edition": "book", "units": [{"id": "a", "profile": "book-light-engine"}]}
    (engine,) = army_paper(GAME, ROSTER, of_the_book).units
    assert dict(engine.profile.stats).items() >= {"R": "6 / 5+", "ME": "–/6+"}.items()
    assert engine.boxes[0].label == "R"


def test_a_company_of_the_chapter_with_two_numbers_is_printed_with_both() -> None:
    unit = {"id": "a", "name": "A", "profile": "line-foot", "resolve": 3, "captain": True}
    text = table("Ours", [unit], {})
    (read,) = _read(text, "chapter")
    assert read.faults == []
    assert (read.units[0]["profile"], read.units[0]["resolve"]) == ("line-foot", 3)
