"""What is said and what is heard at a table without a screen, line by line."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.close_quarters.test_sealing import battle
from tests.games.close_quarters.watched import after_the_move
from vedette.engine.library import data_folder, games
from vedette.engine.session import Session, new_session, open_session, read_session
from vedette.engine.timeline import CommandEntry
from vedette.plain.beginning import begin
from vedette.plain.game import WORDS
from vedette.plain.map import bearing
from vedette.plain.play import MADE_NO_SENSE, REFUSED, WAITING, exit_code, play
from vedette.plain.speech import numbered, spoken, spoken_sentence
from vedette.plain.talk import Talk
from vedette.registry import rulesets
from vedette.view.hexes import distance

BATTLE = (
    games("open-fire")["first-battle"]
    if "first-battle" in games("open-fire")
    else next(iter(games("open-fire").values()))
)


def a_battle(path: Path | None = None) -> Session[Any]:
    return new_session(rulesets()["open-fire"], BATTLE, seed=1, path=path)


def at(example: str, n: int) -> Session[Any]:
    """A recorded game as it stood after a line, to be played on in memory."""
    old = read_session(rulesets(), data_folder() / "saves" / f"{example}.vedette")
    old.readonly = ""
    old.goto(n)
    return old


def told(session: Session[Any], *lines: str) -> tuple[list[str], Talk]:
    said: list[str] = []
    talk = Talk(lines, said.append)
    play(session, talk, script=True)
    return said, talk


START = ("start", "roll off", "9 4")


def test_what_changes_is_said_first_then_who_decides_what() -> None:
    said, talk = told(a_battle(), *START)
    at_the_end = said[-5:]
    assert "The roll-off for initiative goes to Keelborn." in said
    assert said.index("9, 4.") < said.index("Keelborn: Choose a unit to activate.")
    assert at_the_end[-1].startswith("No more input. The game is kept nowhere and waits for")
    assert not talk.wrong


def test_a_form_asks_what_is_missing_and_says_what_is_against_it() -> None:
    said, _ = told(a_battle(), *START, "deploy", "done", "", "move", "30", "", "cancel")
    refusal = next(line for line in said if line.startswith("Not allowed: "))
    assert "Rule OF-MOV-1." in refusal
    assert "Possible: " in refusal


def test_a_decimal_comma_is_a_point() -> None:
    said, talk = told(a_battle(), *START, "deploy", "done", "", "move", "2,5", "cancel")
    assert not talk.wrong
    assert any("2.5 inches" in line for line in said)


def test_a_wrong_line_says_so_and_changes_nothing() -> None:
    session = a_battle()
    said, talk = told(
        session, "start", "sing a song", "card nobody", "goto x", "why ZZ", "odds do nonsense", "set"
    )
    assert len(session.timeline.entries) == 1
    assert talk.wrong == 6
    assert exit_code(session, talk) == MADE_NO_SENSE
    assert any("sing a song" in line and "help" in line for line in said)


def test_faces_that_cannot_be_are_refused_and_asked_again() -> None:
    session = a_battle()
    said, talk = told(session, "start", "roll off", "13 4", "9", "q", "9 roll")
    assert talk.wrong == 3
    assert "A D12 shows 1 to 12, not 13." in said
    assert session.timeline.entries[-1].kind == "dice"


def test_the_end_of_the_input_says_where_the_game_is_and_what_it_waits_for(tmp_path: Path) -> None:
    session = a_battle(tmp_path / "game.vedette")
    said, talk = told(session, "start", "roll off")
    session.close()
    assert said[-1] == f"No more input. The game is saved as {tmp_path / 'game.vedette'} and waits for: dice."
    assert exit_code(session, talk) == WAITING
    again = open_session(rulesets(), tmp_path / "game.vedette")
    assert again.request is not None
    again.close()


def test_undo_says_what_it_takes_back_and_redo_does_it_again() -> None:
    session = a_battle()
    said, talk = told(session, "start", "undo", "redo", "note a good game")
    assert sum("The battle begins: every unit is in reserve." in line for line in said) == 3
    assert session.state.round == 1
    assert "Note: a good game." in said
    assert not talk.wrong


def test_the_other_side_is_asked_where_the_game_says_so() -> None:
    session = a_battle()
    session.do({"do": "settings", "by": "red", "undo": "both"})
    said, _ = told(session, *START, "undo 2", "no")
    assert any(line.endswith("do you agree? Yes or no?") for line in said)
    assert "Not agreed: nothing is undone." in said


def test_a_refusal_is_counted_and_both_may_set_it_aside() -> None:
    session = a_battle()
    said, talk = told(
        session, "start", "deploy", "done", "cancel", "override we have agreed", "done", "cancel"
    )
    assert (
        said.count(
            "Not allowed: The round starts with the roll-off for the first activation. Possible: roll off first. Rule OF-RND-3."
        )
        == 2
    )
    assert exit_code(session, talk) == MADE_NO_SENSE

    said, talk = told(a_battle(), "start", "deploy")
    assert exit_code(session, talk) == REFUSED
    assert not talk.wrong


def test_what_the_state_of_the_game_forbids_is_no_nonsense() -> None:
    session = a_battle()
    _, talk = told(session, "undo")
    assert exit_code(session, talk) == REFUSED


def test_the_map_tells_who_is_where_how_far_and_whether_seen() -> None:
    said, _ = told(at("close-quarters-duel", 60), "map bruce", "map 0506")
    seen = next(line for line in said if line.startswith("Zorgo in "))
    assert "hex" in seen
    assert "line of sight" in seen
    assert any(line.startswith("Around: ") for line in said)


def test_directions_and_distances_between_hexes() -> None:
    assert (distance("0505", "0504"), bearing("0505", "0504")) == (1, "north")
    assert (distance("0505", "0605"), bearing("0505", "0605")) == (1, "south-east")
    assert (distance("0505", "0705"), bearing("0505", "0705")) == (2, "east")
    assert (distance("0606", "0405"), bearing("0606", "0405")) == (2, "north-west")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('needs 7+ · at −4, 9" away', "needs 7 or more; at minus 4, 9 inches away"),
        ("hp 5 → 4 ✔", "hp 5 to 4, success"),
        ("8/10 left (NA-3.3.6.1)", "8 of 10 left"),
        ("SHAKEN, 60–74 %", "Shaken, 60 to 74%"),
        ("se ↘ × 2", "south-east times 2"),
        ("6 models × (1 ATT + 1 Rapid Fire) = 12 D12", "6 models times (1 ATT plus 1 Rapid Fire) is 12 D12"),
    ],
)
def test_signs_are_words(text: str, words: str) -> None:
    assert spoken(text) == words


def test_hostile_lines_are_text() -> None:
    session = a_battle()
    said, _ = told(session, "note \x1b[2J[bold]x[/]", "x" * 5000, "\u202e", "note [red]hello")
    assert not any("\x1b" in line or "\u202e" in line for line in said)
    assert "Note: [red]hello." in said
    assert "A line has at most 2000 characters." in said


def test_what_only_looks_changes_nothing_and_none_of_it_fails() -> None:
    session = at("napoleonic-along-the-hedges", 40)
    before = session.timeline.head, len(session.timeline.entries)
    looks = (
        "help",
        "cards",
        "card",
        "units",
        "actions",
        "score",
        "why",
        "remind",
        "log",
        "log 3",
        "luck",
        "help why",
        "help commands",
    )
    _, talk = told(session, *looks)
    assert not talk.wrong
    assert (session.timeline.head, len(session.timeline.entries)) == before


def test_something_is_set_by_hand_with_a_reason() -> None:
    session = a_battle()
    said, talk = told(session, "start", "adjust m2", "1 7", "", "a shot that we forgot")
    assert not talk.wrong
    assert any(line.startswith("By hand: ") and "a shot that we forgot" in line for line in said)
    assert sum(model.hp for model in session.state.units["m2"].models) == 8  # 9 stood there


def test_a_roll_that_was_misread_is_corrected() -> None:
    session = a_battle()
    said, talk = told(session, *START, "correct 3 4 9", "yes")
    assert not talk.wrong
    assert "Now: roll-off for initiative goes to Wardens." in said or any(
        "Wardens" in line for line in said if line.startswith("Now")
    )


def test_a_correction_that_was_cut_off_is_offered_again(tmp_path: Path) -> None:
    session = a_battle(path := tmp_path / "g.vedette")
    told(session, *START)
    lines = path.read_bytes().count(b"\n")
    told(session, "correct 3 4 9", "yes")
    session.close()
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[: lines + 1]))
    said, _ = told(session := open_session(rulesets(), path))
    session.close()
    (offered,) = (one for one in said if "correction of line 3 " in one)
    assert "say correct 3." in offered


def test_a_new_game_is_set_up_by_lines(tmp_path: Path) -> None:
    said: list[str] = []
    session = begin(rulesets(), tmp_path, Talk(("new", "ruleset company", "save mine", ""), said.append))
    assert session is not None
    assert session.ruleset.id == "company"
    assert session.path == tmp_path / "mine.vedette"
    session.close()


def test_odds_of_a_plan_are_those_behind_the_move_and_what_the_others_let_pass() -> None:
    session = at("close-quarters-boarding", 15)
    said, talk = told(session, "tarek", "move", "2108", "", "then", "odds", "cancel")
    assert not talk.refused
    assert any("%" in line for line in said[said.index("Mira Voss:") :])


def test_a_plan_behind_what_a_rule_forbids_is_refused_like_anything_else() -> None:
    said, talk = told(a_battle(), *START, "deploy", "done", "", "move", "30", "then", "cancel")
    refusal = "Not allowed: The move costs 30 inches; the limit is 6. Possible: 6 inches. Rule OF-MOV-1."
    assert said.count(refusal) == 2
    assert (talk.refused, talk.wrong) == (1, 0)


def test_clocks_and_settings_are_words_and_an_undo_by_agreement_is_a_question() -> None:
    session = new_session(rulesets()["open-fire"], {**BATTLE, "undo": "both", "side_minutes": 60}, seed=1)
    said, _ = told(session, *START, "clock stop", "undo", "no", "settings", "1", "1", "", "undo")
    assert any(line.endswith("of 60 min each. Stopped.") for line in said)
    assert "Not agreed: nothing is undone." in said
    assert any("do you agree?" in line for line in said)
    assert session.settings.undo == "both", "what both agreed on is taken back only if both say so"


def test_dice_that_no_rule_asks_for_are_a_word() -> None:
    session = a_battle()
    said, _ = told(session, *START, "throw", "throw 1d12 War drum", "7")
    assert "Say which dice, such as throw 1d12, and what for." in said
    assert (session.rolls[-1].title, session.rolls[-1].faces) == ("War drum", (7,))


@pytest.mark.parametrize(
    "line", ["goto 99", "goto 0", "goto -1", "correct 99 1", "bookmark 99 x", "undo 99999", "why 99"]
)
def test_a_line_that_is_not_there_is_told_so(line: str) -> None:
    session = a_battle()
    _, talk = told(session, line)
    assert talk.wrong or talk.refused
    assert not session.timeline.entries


def test_what_is_sealed_is_never_said_but_to_its_side() -> None:
    session = battle()
    said, _ = told(session, "seal", "yes", "1", "0507", "")
    assert session.state.sides["red"].sealed
    assert not [line for line in said if "0507" in line]
    said, _ = told(session, "ann", "What we have", "yes", "cancel")
    assert [line for line in said if "0507" in line]


def test_a_note_while_dice_are_asked_for_is_kept_with_the_line() -> None:
    session = a_battle()
    said, talk = told(session, "start", "roll off", "note the dice fell off", "note twice", "9 4", "log")
    assert not talk.wrong
    assert session.timeline.bookmarks == {2: "the dice fell off; twice"}
    assert "Bookmark at line 2: the dice fell off; twice." in said


def test_targets_are_sorted_by_their_odds() -> None:
    said, _ = told(
        at("open-fire-first-battle", 32), "m3", "attack", "1", "done", "best", "range=8", "best", "cancel"
    )
    assert "Fill the form in first; then its choices can be sorted by their odds." in said
    best = said[said.index("Target, the best first:") + 1]
    assert best.startswith("1 First Relief: ")
    assert "lost" in best


def test_whose_die_comes_first_in_a_roll_off_is_said() -> None:
    said, _ = told(a_battle(), *START[:2])
    assert any(line.endswith("first for Keelborn, then for the Wardens.") for line in said)


def test_units_whose_names_have_commas_have_lines_of_their_own() -> None:
    said, _ = told(at("napoleonic-along-the-hedges", 2), "units")
    assert "95th Rifles, right wing." in said[said.index("May act now:") :]


def test_the_limit_of_a_move_is_said_before_its_inches_are_asked() -> None:
    said, _ = told(a_battle(), *START, "deploy", "1", "", "move")
    assert said.index("May move: 6 inches is MOV 6.") < said.index("Inches?")


def test_the_numbers_of_fields_run_on_when_more_are_told() -> None:
    said, _ = told(a_battle(), *START, "deploy", "1", "", "move", "5", "more")
    fields = [line for line in said[said.index("Inches?") :] if re.match(r"\d+ [A-Z].*: ", line)]
    numbers = [int(line.split()[0]) for line in fields]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_choice_is_taken_for_its_field_where_only_one_has_it() -> None:
    said, talk = told(at("company-mill-road", 0), "1", "steady")
    assert "1 Trait: Steady." in said
    assert not talk.wrong


def test_the_page_for_phones_is_opened_told_and_closed() -> None:
    said, talk = told(a_battle(), "page nowhere", "page here", "start", "page", "page close")
    assert any(line.startswith("http://127.0.0.1:") for line in said)
    assert "Nobody is looking on." in said
    assert said[-2] == "The page is closed."
    assert talk.wrong == 1


def test_the_log_is_found_by_unit_rule_and_kind() -> None:
    session = at("open-fire-first-battle", 60)
    said, _ = told(session, "log unit:first-relief kind:attack")
    assert any("First Relief" in line for line in said)
    assert told(session, "log unit:nobody")[0].count("No line of the log has these words.") == 1


def test_odds_say_whether_dice_decide_anything_though_it_costs_nobody_anything() -> None:
    said, _ = told(a_battle(), "start", "roll off", "odds", "9 4", "odds deploy m1")
    assert "What the dice decide costs nobody anything." in said
    assert said[-2] == "Dice decide nothing here."


def test_a_watcher_is_asked_before_the_mover_goes_on() -> None:
    session = after_the_move("zorgo")
    line = session.timeline.head
    told(session, "do move bruce facing=n", "bruce", "move")
    assert session.timeline.head == line
    told(session, "let it pass", "bruce", "do move bruce facing=n")
    given = [entry for entry in session.timeline.entries[line:] if isinstance(entry, CommandEntry)]
    assert [entry.input.do for entry in given] == ["let_pass", "move"]


@pytest.mark.parametrize("start", [START, (*START, "deploy", "done", "", "move")])
@pytest.mark.parametrize(
    "words",
    [
        ("table", "cancel"),
        ("table", "help", "cancel"),
        ("table", "concede", "cancel"),
        ("correct 2", "cancel"),
    ],
)
def test_whoever_leaves_what_a_word_asked_is_asked_again_what_was_open_before(
    start: tuple[str, ...], words: tuple[str, ...]
) -> None:
    """The choice of an action, or a field of a form: the next line answers that."""
    before = told(a_battle(), *start)[0]
    said, talk = told(a_battle(), *start, *words)
    left = said.index("Left; nothing has happened.")
    assert said[left + 1 : -1]
    assert before[:-1][-len(said[left + 1 : -1]) :] == said[left + 1 : -1]
    assert not talk.wrong


@pytest.mark.parametrize("before", [(), START, (*START, "undo")])
def test_every_line_gets_an_answer(before: tuple[str, ...]) -> None:
    """And not only the question once more, where something was to be done."""
    for line in (*string.ascii_letters, *WORDS, "0", "²", "nothing", "log ²", "why ²", "undo 0", "redo 0"):
        said: list[str] = []

        def lines(said: list[str] = said, line: str = line) -> Iterator[str]:
            yield from (*before, "help nothing")
            said.clear()
            yield line
            said.append("end")

        play(a_battle(), Talk(lines(), said.append), script=True)
        answer = said[: said.index("end")] if "end" in said else said
        assert answer, line
        if line in ("y", "redo", "redo 0"):
            assert [one for one in answer if "redo" in one] or before[-1:] == ("undo",)


def test_everyone_is_placed_one_after_the_other() -> None:
    session = new_session(rulesets()["close-quarters"], games("close-quarters")["duel"], seed=1)
    first, second = session.state.units
    told(session, "place everyone", "hex 0505", "", "", "cards")
    assert [entry.given["do"] for entry in session.timeline.entries] == ["adjust"]
    assert session.state.units[first].hex == "0505"
    assert session.state.units[second].hex == session.state_at(0).units[second].hex


def test_a_sentence_begins_with_a_capital_unless_with_the_name_of_a_file() -> None:
    assert spoken_sentence("game.vedette has lost line 4") == "game.vedette has lost line 4."
    assert spoken_sentence("the game is over") == "The game is over."


def test_numbers_that_a_group_lacks_are_none() -> None:
    assert spoken("ME – / 5+, 4+/24") == "ME none / 5 or more, 4 or more/24"


def test_a_choice_that_asks_has_no_full_stop_behind_it() -> None:
    assert numbered(["Roll off: who attacks?", "Wait."]) == ["1 Roll off: who attacks? 2 Wait."]
