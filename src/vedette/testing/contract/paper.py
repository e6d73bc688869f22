"""Every army can be printed: each unit with its boxes, and every rule that it names among the rules of the game."""

from __future__ import annotations

from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState
from vedette.testing.starts import game_starts
from vedette.view.paper import army_paper, paper_html, paper_text

BOX = 'class="box"'


def test_every_army_is_printed_with_its_units_their_boxes_and_their_rules(
    ruleset: Ruleset[GameState],
) -> None:
    roster = ruleset.view.roster()
    for army in roster.armies:
        paper = army_paper(ruleset, roster, army.row)
        page = paper_html(paper)
        boxes = [row for unit in paper.units for row in unit.boxes] + [*paper.counters]
        assert page.count(BOX) == sum(sum(row.groups) for row in boxes)
        assert page.count("<article") == len(army.row["units"])
        words = paper_text(paper)
        assert all(unit.name in words for unit in paper.units)
        told = {rule.id for chapter in paper.chapters for rule in chapter.rules}
        for unit in paper.units:
            for detail in unit.profile.details:
                assert set(detail.rules) <= told, (army.id, unit.name, detail.label)


def test_the_quick_reference_tells_rules_of_the_game(ruleset: Ruleset[GameState]) -> None:
    roster = ruleset.view.roster()
    for chapter in {chapter for army in roster.armies for chapter in roster.reference(army.row)}:
        told = {*chapter.rules, *chapter.when, *(rule for line in chapter.lines for rule in line.rules)}
        assert told <= ruleset.rules().keys(), chapter.title


def test_a_unit_has_a_box_for_each_hit_point_of_its_card(ruleset: Ruleset[GameState]) -> None:
    """As far as the game tells what is ticked off."""
    start = game_starts(ruleset.id)[0]
    setup = ruleset.resolve(start.setup)
    state, words = ruleset.new_game(setup), ruleset.view.roster().words
    for side in setup["sides"]:
        for unit in side["units"]:
            profile = words.profile(unit)
            if profile.pips:
                assert sum(pip.full for pip in profile.pips) == ruleset.view.card_of(state, unit["id"]).full
