"""The army builder without a screen: what its actions do and ask."""

from __future__ import annotations

import pytest

from tests.pages.driving import do, rows
from vedette.engine.errors import CommandError
from vedette.pages.army import PROFILES, UNITS, ArmyTool
from vedette.pages.model import Close, Reply, advance
from vedette.pages.moving_army import MoveTool
from vedette.pages.unit_traits import TraitsTool
from vedette.registry import rulesets
from vedette.view.army_draft import ArmyDraft
from vedette.view.new_game_setup import NewGameSetup, SaveNames


def army(**draft: str) -> ArmyTool:
    setup = NewGameSetup(rulesets(), SaveNames(lambda name: "", lambda name: name))
    draft = {"ruleset": "company", **(draft or {"game": "mill-road"})}
    setup.fill(draft)
    return ArmyTool(ArmyDraft(setup, draft, "red"))


def company() -> ArmyTool:
    """A Company of the site that nobody has begun yet."""
    tool = army(edition="site")
    while tool.draft.units:
        do(tool, "less")
    return tool


def test_a_profile_is_added_and_the_last_unit_is_taken_out() -> None:
    tool = army()
    before = rows(tool, UNITS)
    added = do(tool, "add", tool.page().section(PROFILES).choices[0].id)
    assert isinstance(added, Reply)
    assert added.at == f"unit {len(before)}"
    assert [note.tone for note in tool.page().notes].count("bad") == 2
    do(tool, "less")
    assert rows(tool, UNITS) == before
    assert "bad" not in [note.tone for note in tool.page().notes]


def test_an_army_is_replaced_only_after_a_question() -> None:
    tool = army()
    do(tool, "save", "", "Ours")
    do(tool, "less")
    assert do(tool, "save", "", "Ours") == Reply("Nothing is saved.")
    saved = do(tool, "save", "", "Ours", True)
    assert isinstance(saved, Reply)
    assert saved.text.startswith("Saved as ours")


def test_what_was_put_together_is_discarded_only_after_a_question() -> None:
    tool = army()
    assert do(tool, "cancel") == Close()
    do(tool, "less")
    assert do(tool, "cancel") == Reply()
    assert do(tool, "cancel", "", "", True) == Close()


def test_a_list_with_a_fault_adds_nothing_and_tells_every_fault() -> None:
    tool = army()
    before = rows(tool, UNITS)
    said = do(tool, "paste", "", "1x Nobody")
    assert isinstance(said, Reply)
    assert (said.text, said.tone, len(said.detail)) == ("Nothing imported.", "bad", 1)
    assert rows(tool, UNITS) == before


def test_the_last_unit_is_meant_where_none_is_named() -> None:
    tool = army()
    do(tool, "name", "", "The Rear")
    assert rows(tool, UNITS)[-1] == "The Rear"
    while rows(tool, UNITS):
        do(tool, "less")
    with pytest.raises(CommandError, match="no units"):
        do(tool, "wording")


def test_a_trait_is_bought_for_its_price_and_given_back() -> None:
    tool = company()
    do(tool, "add", "site-light-foot")
    traits = TraitsTool(tool.draft, 0)
    before = tool.draft.total
    do(traits, "buy", "vicious")
    assert before is not None
    assert tool.draft.total == before + 3
    assert tool.page().section(UNITS).choices[0].note == "Vicious"
    do(traits, "buy", "vicious")
    assert tool.draft.total == before
    do(tool, "undo")
    assert tool.draft.units[0]["add"] == ["vicious"]


def test_a_trait_that_a_unit_cannot_have_says_why() -> None:
    tool = company()
    do(tool, "add", "site-light-foot")
    traits = TraitsTool(tool.draft, 0)
    with pytest.raises(CommandError, match="Accurate is for Groups with MI"):
        do(traits, "buy", "accurate")
    do(traits, "buy", "shooters")
    do(traits, "buy", "accurate")
    with pytest.raises(CommandError, match="Accurate is for Groups with MI; give that back first"):
        do(traits, "buy", "shooters")
    with pytest.raises(CommandError, match="nothing called nimble"):
        do(traits, "other", "", "nimble")
    do(traits, "other", "", "Ghost bane")
    assert tool.draft.units[0]["add"] == ["shooters", "accurate", "ghost-bane"]


def test_what_a_company_still_lacks_is_told_in_a_sentence_each() -> None:
    tool = company()
    do(tool, "add", "site-heavy-beast")
    for trait in ("caster", "terrifying", "well-armed"):
        do(TraitsTool(tool.draft, 0), "buy", trait)
    told = [note.text for note in tool.page().notes if note.tone == "bad"]
    assert any("1 Group" in one for one in told)
    assert any("13 points" in one for one in told)
    assert any("Captain" in one for one in told)


def test_no_traits_are_bought_and_nobody_moves_where_the_edition_has_neither() -> None:
    assert {"traits", "move"}.isdisjoint(action.word for action in army(edition="chapter").actions)


def test_an_army_of_another_edition_is_moved_when_all_its_numbers_are_said() -> None:
    tool = company()
    moving = MoveTool(tool.draft, next(one for one in tool.draft.elsewhere if one.id == "hart"))
    asked = [field.name for field in moving.form({}).fields]
    said = {name: 12 if name.endswith(".r") else 4 for name in asked}
    for name in asked:
        with pytest.raises(CommandError, match="Still to be said"):
            advance(moving.submit({**said, name: None}))
    assert not tool.draft.units
    moved = advance(moving.submit(said))
    assert isinstance(moved, Close)
    tool.draft.bring(moved.result)
    assert not tool.draft.against
    assert {unit["resolve"] for unit in tool.draft.units} == {4}
    do(tool, "undo")
    assert not tool.draft.units


def test_what_is_another_rule_in_the_new_edition_is_told() -> None:
    tool = company()
    moving = MoveTool(tool.draft, next(one for one in tool.draft.elsewhere if one.id == "hart"))
    told = "\n".join(line.text for line in moving.form({}).lines)
    assert "Stealthy" in told
    assert "Reckless" not in told


def test_an_accurate_group_keeps_its_better_number_in_the_new_edition() -> None:
    row = {
        "id": "g1",
        "name": "Slingers",
        "points": 6,
        "r": 6,
        "t": 2,
        "mo": 6,
        "mi": {"hit": 5, "range": 12},
    }
    unit = {**row, "activation": {"move": 5, "shoot": 6}, "traits": ["accurate"]}
    moved = rulesets()["company"].view.roster().words.moved
    written = moved(unit, "site", {"g1.resolve": 4})
    assert written is not None
    assert written.row is not None
    assert written.row["mi"]["hit"] == 4
    beyond = moved(unit, "site", {"g1.resolve": 13})
    assert beyond is not None
    assert beyond.row is None


def test_a_company_is_pasted_in_any_form_of_its_edition() -> None:
    tool = company()
    table = """| Name | ME | MI | MO | FS | R | T | Traits |
| - | - | - | - | - | - | - | - |
| **Marsh Riders** (Light Cavalry, 6) | 7+ / 5+ / 6 | 6+ / 4+ / 12" | 5+ / 12" | 6 | 5+ | 3 | Accurate |"""
    flfa = "entries:\n  - name: X\n    groups:\n      - { name: Cutters, profileName: Light Foot, traits: [Vicious] }"
    said = [do(tool, "paste", "", text) for text in (table, flfa, "Slings (Light Foot, 6): Shooters")]
    assert [isinstance(one, Reply) and one.tone for one in said] == ["good"] * 3
    assert "archetype and traits cost 5 points, not 6" in getattr(said[-1], "text", "")
    assert rows(tool, UNITS) == ["Marsh Riders, Captain", "Cutters", "Slings"]
    with pytest.raises(CommandError, match="It holds X and Y: paste one of them"):
        do(tool, "paste", "", flfa + flfa.removeprefix("entries:").replace("X", "Y"))


def test_a_house_profile_that_was_made_in_an_edition_is_listed_there() -> None:
    house = company().draft.house()
    (kind, *_) = house.kinds
    like = next(one for one in house.entries(kind) if one.id == "site-light-foot")
    made = house.save(kind, like, {**house.begun(kind, like), "name": "Reed Cutters"})
    assert [one.id for one in house.entries(kind) if one.own] == [made]
    assert "line-foot" not in [one.id for one in house.entries(kind)]


def test_groups_of_other_companies_are_pasted_into_the_company_that_there_is() -> None:
    tool = company()
    head = "| Name | ME | MI | MO | FS | R | T | Traits | Company |\n"
    rows = [
        f"| {name} (Light Foot, 3) | 6+ / 5+ / 4+ | - | 5+ / 8 | 12 | 4+ | 2 | Defensive | {name} |"
        for name in ("Reeds", "Marsh")
    ]
    do(tool, "paste", "", head + "\n".join(rows))
    assert len(tool.draft.units) == 2
    assert not any("no Company" in fault for fault in tool.draft.against)
