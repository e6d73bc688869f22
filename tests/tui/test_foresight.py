"""Forms tell what may come of their command, while keys go on."""

from __future__ import annotations

import asyncio
import dataclasses
import re
import shutil
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.tui.rooms import Rooms, rooms
from vedette.controller import Feedback
from vedette.engine.library import data_folder
from vedette.engine.odds.command_odds import command_search, hears_moments
from vedette.engine.odds.search import Search
from vedette.engine.session import Session, open_session, read_session
from vedette.engine.timeline import CommandEntry
from vedette.games.company.state import Skirmish
from vedette.games.company.turns import activation_pool, second_try
from vedette.registry import rulesets
from vedette.tui.form_entry import FormEntry
from vedette.tui.screens.table import TableScreen
from vedette.tui.table_controller import TableController
from vedette.tui.widgets.form_lines import closing_line
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.outlook_lines import outlook_lines
from vedette.tui.widgets.panel_host import PanelHost
from vedette.view.outlook import (
    Chance,
    Outlook,
    Worth,
    in_few_words,
    outlook,
    percent,
    rarity,
    tells_cards,
    worth,
)
from vedette.view.vocabulary import Form

FORESEES = TableController.foresees
BEFORE_A_MOVE = 89
"""The entry after which Morning Watch can move, and then attack Second Relief."""

BEFORE_THE_REBELS_MOVE = 15
"""The entry of the boarding after which Tarek Amsel can move, and shoot at Mira Voss in the phase behind it."""

BEFORE_THE_JARS = 57
"""The entry after which The Corks can attack Captain Edrit Sool with storm jars, which may blow up."""

BEFORE_A_RALLY, BEFORE_STRESS = 108, 97
"""The entries of the mill road and the hanging yard after which The Quay Axes rally, and Mother Brack activates."""

BEFORE_A_CHOICE = 72
"""The entry of the mill road after which a Group has to say how it retreats."""

BEFORE_AN_ATTACK = 14
"""The entry of the example after which First Relief can attack Skipper Jessa Rook."""


@pytest.fixture(autouse=True)
def odds(monkeypatch: pytest.MonkeyPatch, no_odds: None) -> None:
    monkeypatch.setattr(TableController, "foresees", FORESEES)


@asynccontextmanager
async def attacking(folder: Path, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Rooms]:
    """An attack form, with what was said in the attack that was taken back."""
    async with rooms(folder, rulesets(), battle_at(folder, BEFORE_AN_ATTACK), size) as shown:
        await shown.press("a")
        await foreseen(shown)
        yield shown


def battle_at(folder: Path, n: int, example: str = "open-fire-first-battle") -> Path:
    """An example as it stood after an entry."""
    save = folder / "battle.vedette"
    shutil.copy(data_folder() / "saves" / f"{example}.vedette", save)
    session = open_session(rulesets(), save)
    session.goto(n)
    session.close()
    return save


async def foreseen(shown: Rooms) -> None:
    """Until the odds have been looked for."""
    screen = shown.screen
    assert isinstance(screen, TableScreen)
    while screen.stage.ahead.foresight is not None and not screen.stage.ahead.foresight.done:
        await asyncio.sleep(0.01)
    await shown.settled()


async def test_a_form_tells_what_its_attack_comes_to(tmp_path: Path) -> None:
    async with attacking(tmp_path) as shown:
        stage = shown.one(PanelHost).plain
        assert "OUTCOME ─" in stage
        assert "2 lost, 1 left" in stage
        assert "68 %" in stage
        assert "expected 1.7 models lost" in stage


async def test_the_odds_follow_each_field(tmp_path: Path) -> None:
    """A carbine does not reach 99 inches: a command that is refused has no odds."""
    async with attacking(tmp_path) as shown:
        await shown.press("r", "9", "9")
        await foreseen(shown)
        assert "OUTCOME" not in shown.one(PanelHost).plain


async def test_odds_can_be_hidden_from_both(tmp_path: Path) -> None:
    async with attacking(tmp_path) as shown:
        await shown.press("O")
        assert "Odds hidden from both players." in shown.said
        assert "OUTCOME" not in shown.one(PanelHost).plain
        assert "Odds hidden" in shown.one(Head).plain
        await shown.press("O")
        await foreseen(shown)
        assert "OUTCOME" in shown.one(PanelHost).plain
        assert "Odds hidden" not in shown.one(Head).plain


async def test_the_odds_are_there_again_after_a_break_in_the_middle_of_the_dice(tmp_path: Path) -> None:
    """And so is what the attack cost: how the table stood before it is looked up."""
    async with attacking(tmp_path) as shown:
        await shown.press("enter", "Q")
    async with rooms(tmp_path, rulesets(), tmp_path / "battle.vedette", (120, 40)) as shown:
        await until(lambda: "before the dice" in shown.one(PanelHost).plain)
        await shown.press(*["="] * 6, *["1"] * 12)
        await until(lambda: "chance of this" in shown.one(PanelHost).plain)


async def test_after_each_pool_the_odds_are_those_of_the_rest(tmp_path: Path) -> None:
    """With three hits of six nobody can lose more than three; the bars are those that the rest comes to."""
    save = battle_at(tmp_path, BEFORE_AN_ATTACK)
    async with rooms(tmp_path, rulesets(), save, (120, 40)) as shown:
        screen = shown.screen
        assert isinstance(screen, TableScreen)
        words = {"do": "attack", "by": "p2", "weapon": "lock-carbine", "target": "m1", "range": 17.9}
        screen.show(screen.controller.do(words))
        await shown.press(*["="] * 1, *["1"] * 5)
        await until(lambda: "odds now" in shown.one(PanelHost).plain)
        told = shown.one(PanelHost).plain
        assert "1 lost, 2 left" in told
        assert "2 lost" not in told
        await shown.press("1")
        await shown.settled()
        assert "odds now" not in shown.one(PanelHost).plain


async def until(holds: Callable[[], bool]) -> None:
    for _ in range(200):
        if holds():
            return
        await asyncio.sleep(0.02)
    pytest.fail("it never came")


async def test_on_a_small_screen_fields_are_scrolled_for_the_sake_of_the_bars(tmp_path: Path) -> None:
    async with attacking(tmp_path, (80, 24)) as shown:
        stage = shown.one(PanelHost).plain
        assert re.search(r"2 lost .* 68 %", stage)
        assert re.search(r"1 lost .* 23 %", stage)
        assert "none lost" in stage
        await shown.press("l")
        assert "▸ l Sight" in shown.one(PanelHost).plain


async def test_where_there_is_little_room_neighbours_share_a_bar_and_a_unit_lost_keeps_its_own(
    tmp_path: Path,
) -> None:
    async with attacking(tmp_path, (80, 22)) as shown:
        stage = shown.one(PanelHost).plain
        assert re.search(r"DESTROYED .* 3 %", stage)
        assert re.search(r"2 lost .* 68 %", stage)


DESTROYED = Chance("3 lost, DESTROYED", Fraction(3, 4), Fraction(3, 4), "bad", word="DESTROYED")
ONE = Chance("1 lost, 2 left", Fraction(1, 500), Fraction(1, 500))
NONE = Chance("none lost", Fraction(31, 125), Fraction(31, 125))
SEEN = Outlook("w1", (DESTROYED, ONE, NONE), 2.3, (), ("“first” is chosen",), exact=True, measured="models")


def test_bars_are_as_long_as_they_are_likely_and_the_least_likely_yield_first() -> None:
    title, first, second, foot = (line.text for line in outlook_lines(SEEN, "The Corks", 60, 4))
    assert title.startswith("OUTCOME FOR THE CORKS")
    assert first.count("▇") > 2 * second.count("▇")
    assert "none lost" in second
    assert "expected 2.3 models lost" in title
    assert "if “first” is chosen" in foot
    assert outlook_lines(SEEN, "The Corks", 60, 1) == []
    assert [line.text[:9] for line in outlook_lines(SEEN, "The Corks", 60, 2)] == ["3 lost, D", "none lost"]


ANY = Chance("Crew: some lost, 0.3 on average", Fraction(29, 100), Fraction(29, 100), risk="0.3 lost")
SHAKEN = Chance("The Corks: SHAKEN", Fraction(2, 5), Fraction(2, 5), "bad")


def test_below_the_bars_stands_the_own_risk_first_then_what_was_taken_for_granted() -> None:
    """What has no room in one row stands in the next one, where all bars have theirs."""
    seen = replace(
        SEEN, others=(ANY, SHAKEN), choices=("“first”", "“path clear”"), spread="40–75 % DESTROYED"
    )
    *_, first, second, third = (line.text.rstrip() for line in outlook_lines(seen, "The Corks", 60, 8))
    assert first.startswith("none lost")
    assert second == "own risk 29 %: 0.3 lost   40 % The Corks: SHAKEN"
    assert third == "if “first”   else 40–75 % DESTROYED   if “path clear”"
    assert "own risk 29 %: 0.3 lost" in [
        line.text.rstrip() for line in outlook_lines(seen, "The Corks", 24, 5)
    ]


def test_where_nothing_can_be_lost_the_bars_are_what_else_may_come() -> None:
    """A blow that only knocks over; where nothing at all may come there is no heading either."""
    seen = replace(SEEN, unit="", losses=(), expected=0.0, others=(SHAKEN,), choices=(), measured="")
    title, bar = (line.text for line in outlook_lines(seen, "", 60, 8))
    assert title.startswith("OUTCOME")
    assert bar.startswith("The Corks: SHAKEN ▇")
    assert bar.count("▇") < (60 - len("The Corks: SHAKEN")) / 2, "a bar as long as the room is a certainty"
    assert outlook_lines(replace(seen, others=()), "", 60, 8) == []


def test_what_is_as_bad_or_worse_is_added_up() -> None:
    two = Chance("2 lost, 1 left", Fraction(1, 5), Fraction(1, 5), lost=range(2, 3))
    three = replace(DESTROYED, least=Fraction(1, 2), most=Fraction(1, 2), lost=range(3, 4))
    seen = replace(SEEN, losses=(three, two, replace(NONE, lost=range(1))))
    title, first, second, last, _ = (line.text.rstrip() for line in outlook_lines(seen, "The Corks", 60, 5))
    assert title.endswith("or more")
    assert first.split()[-4:] == ["50", "%", "50", "%"]
    assert second.split()[-4:] == ["20", "%", "70", "%"]
    assert last.split()[-4:] == ["25", "%", "95", "%"]
    assert "or more" not in outlook_lines(replace(seen, exact=False, tries=99), "The Corks", 60, 5)[0].text


def test_neighbours_that_are_hardly_likely_share_a_row() -> None:
    """Below 2 % in a wide form, below 10 % in a narrow one; what the unit is lost by never does."""
    shares = {6: 3, 5: 9, 4: 80, 3: 5, 2: 1, 1: 1, 0: 1}
    rows = tuple(
        Chance(
            f"{n} lost, {6 - n} left",
            Fraction(share, 100),
            Fraction(share, 100),
            lost=range(n, n + 1),
            word="DEAD" * (n == 6),
        )
        for n, share in shares.items()
    )
    seen = replace(SEEN, losses=rows, choices=())
    wide, narrow = (" ".join(line.text for line in outlook_lines(seen, "", width, 12)) for width in (60, 32))
    assert "2 or fewer" in wide
    assert "3 lost, 3 left" in wide
    assert "3 or fewer" in narrow
    assert "5 lost" in narrow
    assert "DEAD" in narrow


def test_a_chance_says_what_is_known_of_it() -> None:
    assert percent(DESTROYED) == "75 %"
    assert percent(ONE) == "<1 %"
    assert percent(Chance("", Fraction(1, 2), Fraction(3, 5))) == "50–60 %"
    assert percent(Chance("", Fraction(999, 1000), Fraction(999, 1000))) == ">99 %"
    assert in_few_words(SEEN) == "75 % DESTROYED · 2.3 lost on average"


def test_what_was_sampled_says_so_with_its_standard_error() -> None:
    lost = Chance("3 lost, DESTROYED", Fraction(3, 5), Fraction(3, 5), "bad", word="DESTROYED", error=0.021)
    seen = Outlook("w1", (lost, NONE), 1.8, (), (), exact=False, tries=1240, error=0.06)
    title, first, *_ = (line.text for line in outlook_lines(seen, "The Corks", 60, 4))
    assert "SAMPLE OF 1,240" in title.upper()
    assert first.endswith("≈60 ±2 %")
    assert worth(seen).text == "≈60 ±1 % DESTROYED"
    assert seen.average == "≈1.8 ±0.1"
    seldom = replace(lost, least=Fraction(1, 500), most=Fraction(1, 500), error=0.004)
    assert percent(seldom) == "≈<1 %"
    assert percent(replace(seldom, error=0.02)) == "≈<1 ±2 %"


def test_what_is_not_counted_to_the_end_says_so_once_nothing_is_counted_any_more() -> None:
    counting = replace(SEEN, exact=False)
    assert counting.kind == "still counting"
    assert replace(counting, over=True).kind == "not all counted"
    assert replace(SEEN, over=True).kind == ""


async def test_odds_that_arrive_leave_the_answer_at_hand_where_it_is(tmp_path: Path) -> None:
    save = battle_at(tmp_path, BEFORE_A_CHOICE, "company-mill-road")
    async with rooms(tmp_path, rulesets(), save, (120, 40)) as shown:
        screen = shown.screen
        assert isinstance(screen, TableScreen)
        await shown.press("down", "down")
        at_hand = answer_at_hand(shown)
        screen.stage.show_known()
        await shown.settled()
        assert answer_at_hand(shown) == at_hand
        assert at_hand.split()[1] == "3"


def answer_at_hand(shown: Rooms) -> str:
    return next(row for row in shown.one(PanelHost).plain.splitlines() if "▸" in row)


async def test_a_form_says_that_it_stays_at_what_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if a part of it were still left when nobody waits any longer."""
    left = property(lambda search: dataclasses.replace(search.odds, rest=search.odds.rest + Fraction(1, 20)))
    monkeypatch.setattr(Search, "known", left)
    async with attacking(tmp_path) as shown:
        assert "NOT ALL COUNTED" in shown.one(PanelHost).plain.upper()


async def test_numbers_stand_beside_choices_and_the_best_one_comes_first(tmp_path: Path) -> None:
    """Of three lines of sight the blocked one can't be fired along; `%` sorts, and sorts back."""
    async with attacking(tmp_path) as shown:
        screen = shown.screen
        assert isinstance(screen, TableScreen)
        panel = screen.stage.form
        assert panel is not None
        await shown.press("l", "right")
        await foreseen(shown)
        assert set(panel.worths) == {"clear", "obstructed"}
        assert f"{panel.worths['clear'].text}" in shown.one(PanelHost).plain
        orders = []
        panel.worths = {"obstructed": Worth("2.0 lost", (0.0, 2.0)), "clear": Worth("1.0 lost", (0.0, 1.0))}
        for _ in range(2):
            await shown.press("%")
            assert panel.entry.field is not None
            orders.append([choice.value for choice in panel.entry.field.choices])
        assert orders == [["obstructed", "clear", "blocked"], ["clear", "obstructed", "blocked"]]


def test_the_number_that_matters_is_the_chance_to_destroy_else_the_loss() -> None:
    assert worth(SEEN).text == "75 % DESTROYED"
    assert worth(replace(SEEN, losses=(NONE,), expected=0.4)).text == "0.4 lost"
    assert worth(SEEN).rank > worth(replace(SEEN, losses=(NONE,))).rank


def others(save: str, n: int, words: Mapping[str, Any]) -> dict[str, str]:
    """What else than losses of its target may come of a command after an entry of an example."""
    session = read_session(rulesets(), data_folder() / "saves" / f"{save}.vedette")
    return {chance.text: percent(chance) for chance in foreseen_of(session, n, words).others}


def foreseen_of(session: Session[Any], n: int, words: Mapping[str, Any]) -> Outlook:
    """The odds of a command after an entry."""
    state, view = session.state_at(n), session.ruleset.view
    search = command_search(session.ruleset, state, words, tells_cards(view, state), hears=hears_moments)
    assert isinstance(search, Search)
    search.go_on()
    cards = {unit: view.card_of(state, unit) for unit in state.units}
    seen = outlook(search.odds, cards, words["by"], words.get("target", ""))
    assert seen is not None
    return seen


def test_the_chance_that_an_order_fails_comes_before_everything_else() -> None:
    """Of a move too; that somebody is due once the turn passes is no risk of the order."""
    session = read_session(rulesets(), data_folder() / "saves" / "company-mill-road.vedette")
    orders = [
        entry
        for entry in session.timeline.entries
        if isinstance(entry, CommandEntry)
        and entry.input.do in ("move", "shoot")
        and entry.input.override is None
    ]
    for entry in orders:
        seen = foreseen_of(session, entry.parent, entry.input.words)
        group, state = entry.input.by, session.state_at(entry.parent)
        assert isinstance(state, Skirmish)
        pool = activation_pool(state, group, entry.input.do)
        again = second_try(state, group, pool) is not None
        failing = 1 - Fraction(pool.chance).limit_denominator(36)
        assert [chance.least for chance in seen.fails] == [failing * failing if again else failing]
        first = outlook_lines(seen, "", 60, 8)[1].text.strip()
        assert first.startswith(f"{percent(seen.fails[0])} the activation fails")
        others = {chance.text.rpartition(": ")[2] for chance in seen.others}
        assert not others & {"Reckless check", "must Rally", "in melee"}
    assert len(orders) > 20


def test_a_unit_that_may_lose_a_model_is_not_told_to_be_lost_as_often() -> None:
    """The jars kill one of their two models in 29 of 100 attacks, and both in 3."""
    words = {"do": "attack", "by": "m4", "weapon": "storm-jar", "target": "p1", "range": 4.3, "modifier": 2}
    told = others("open-fire-first-battle", BEFORE_THE_JARS, words)
    assert told["The Corks: some lost, 0.3 on average"] == "29 %"
    assert told["The Corks DESTROYED"] == "3 %"


def test_a_status_that_may_end_and_stress_that_may_go_are_told() -> None:
    shaken = others("company-mill-road", BEFORE_A_RALLY, {"do": "rally", "by": "t1"})
    assert shaken["Lord Hadmar's Lances: no longer SHAKEN"] == "92 %"
    stressed = others("open-fire-hanging-yard", BEFORE_STRESS, {"do": "activate", "by": "r1"})
    assert stressed["Mother Brack: less stress"] == "83 %"


async def test_the_result_tells_how_likely_as_much_was_before_the_dice(tmp_path: Path) -> None:
    async with attacking(tmp_path) as shown:
        await shown.press("enter")
        assert "before the dice" in shown.one(PanelHost).plain
        await shown.press(*["="] * 6, *["1"] * 12)
        assert re.search(r"\d % chance of this or more +expected 1.7 +w details", shown.one(PanelHost).plain)


def test_a_result_is_as_rare_as_this_or_more_or_this_or_less_with_all_ties() -> None:
    assert [rarity(SEEN, chance) for chance in SEEN.losses] == [
        ("75 %", "chance of this or more"),
        ("25 %", "chance of this or less"),
        ("25 %", "chance of this or less"),
    ]


async def test_each_face_of_the_second_pool_has_the_odds_reckoned_again(tmp_path: Path) -> None:
    """Five hits stand; what was expected before the dice is still told."""
    async with attacking(tmp_path) as shown:
        await shown.press("enter", *["9"] * 5, "1")
        await until(lambda: "odds now" in shown.one(PanelHost).plain)
        assert "5 hits stand" in shown.one(PanelHost).plain
        await shown.press("1")
        await until(lambda: "5 hits stand, 1 failed" in shown.one(PanelHost).plain)
        await shown.press("1")
        await until(lambda: "1 lost" not in shown.one(PanelHost).plain)
        stage = shown.one(PanelHost).plain
        assert "5 hits stand, 2 failed" in stage
        assert "none lost" not in stage
        assert "before the dice 1.7" in stage


def test_where_the_bars_have_no_room_the_chance_stands_whole_beside_enter() -> None:
    form = Form("shoot", "r1", "Shoot", (), ready=True)
    row = closing_line(form, "", 34, "22 % ROUTED · 3.6 lost on average").text
    assert row.split() == ["Enter", "Shoot", "22", "%", "ROUTED", "Esc"]


async def test_odds_that_are_hidden_while_they_are_looked_for_stay_hidden(tmp_path: Path) -> None:
    async with attacking(tmp_path) as shown:
        screen = shown.screen
        assert isinstance(screen, TableScreen)
        screen.stage.ahead.begin()
        screen.forms.flip_odds()
        for _ in range(30):
            await asyncio.sleep(0.01)
        await shown.settled()
        assert "OUTCOME" not in shown.one(PanelHost).plain


async def test_an_attack_is_planned_behind_a_move_and_enter_gives_both(tmp_path: Path) -> None:
    """Nothing is planned behind a move that is not filled in; Esc comes back to the move; both are two commands."""
    async with rooms(tmp_path, rulesets(), battle_at(tmp_path, BEFORE_A_MOVE), (120, 40)) as shown:
        await shown.press("m", ">")
        assert "Fill in the move first" in shown.said
        await shown.press("5", ">", "escape")
        assert "Inches" in shown.one(PanelHost).plain
        await shown.press(">", "b", "r", "1", "3")
        await foreseen(shown)
        assert "Move, then attack" in shown.one(PanelHost).plain
        assert "OUTCOME" in shown.one(PanelHost).plain
        screen = shown.screen
        assert isinstance(screen, TableScreen)
        session = screen.session
        assert session.timeline.head == BEFORE_A_MOVE
        await shown.press("enter")
        given = [entry.input.words["do"] for entry in session.timeline.path() if entry.kind == "command"]
        assert given[-2:] == ["move", "attack"]


def test_an_attack_in_a_later_phase_is_planned_as_if_nobody_else_acts_before_it(tmp_path: Path) -> None:
    """Of the plan only the move is given: the others decide for themselves. Who moves too far to fire is told so."""
    save = tmp_path / "boarding.vedette"
    shutil.copy(data_folder() / "saves" / "close-quarters-boarding.vedette", save)
    session = open_session(rulesets(), save)
    session.goto(BEFORE_THE_REBELS_MOVE)
    controller = TableController(session)
    move = controller.form(next(one for one in controller.actions_of("tarek") if one.do == "move"))
    far = controller.plan(move.form_with("path", ("2108", "2007")))
    assert isinstance(far, Feedback)
    assert far.text.startswith("Tarek Amsel has moved 2: too far to fire.")
    shot = controller.plan(move.form_with("path", ("2108",)))
    assert isinstance(shot, FormEntry)
    assert (shot.form.title, shot.form.ready) == ("Move, then shoot", True)
    assert shot.form.meanwhile == ({"do": "end_movement", "by": "rebels"},)
    foresight = controller.foresee(shot)
    while foresight.outlook is None and not foresight.done:
        foresight.look_on()
    assert foresight.outlook is not None
    assert foresight.outlook.unit == "mira"
    assert controller.give(shot.form).tone != "bad"
    given = [entry.input.words["do"] for entry in session.timeline.path() if entry.kind == "command"]
    assert given[-1] == "move"
    assert session.state.phase == "movement"
    session.close()


async def test_a_plan_is_judged_by_values_that_were_corrected_meanwhile(tmp_path: Path) -> None:
    """What was corrected in the middle of a plan holds for the attack, and for the move that Esc comes back to."""
    async with rooms(tmp_path, rulesets(), battle_at(tmp_path, BEFORE_A_MOVE), (120, 40)) as shown:
        stage = shown.one(PanelHost)
        await shown.press("m", "4", ">", "b", "r", "1", "3")
        assert "33 %" in stage.plain
        await shown.press("X", "s", "1", "enter")
        assert "−1 Stress" in stage.plain
        assert "25 %" in stage.plain
        assert "Enter  Move, then attack: roll 9 D12" in stage.plain
        await shown.press("X", "s", "2", "enter")
        assert "−2 Stress" in stage.plain
        assert "The move costs 4 inches; the limit is 3" in stage.plain
        assert "Enter  " not in stage.plain
        await shown.press("escape")
        assert 'May move 3" = MOV 5, Stress −2' in stage.plain
