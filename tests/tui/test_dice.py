"""Typing dice, one key a face, and how they are shown."""

from __future__ import annotations

import pytest

from tests.tui.test_table import table
from vedette.engine.dice import (
    AnyPool,
    Count,
    Die,
    Faces,
    Low,
    Modifier,
    Remark,
    Roll,
    Sum,
    Tests,
    Total,
    TypedTotal,
)
from vedette.engine.errors import CommandError
from vedette.engine.play import Again
from vedette.engine.requests import DiceRequest
from vedette.games.company.rerolls import HITS
from vedette.games.open_fire.volley import failures_but_ones
from vedette.tui.figures import tall
from vedette.tui.sides import Sides
from vedette.tui.table_memory import TypedFaces
from vedette.tui.widgets.cards import CardWall
from vedette.tui.widgets.dice_lines import ACROSS, MANY, Tiles, reckoning_row, rolled
from vedette.tui.widgets.dice_panel import DicePanel, Entered, Throw
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.panel_host import BadKey, PanelHost
from vedette.tui.widgets.roll_lines import roll_lines, sum_lines
from vedette.view.dice_entry import DiceEntry
from vedette.view.dice_text import needs, outcome, planned_chance, reckoning, rerolled
from vedette.view.signs import TARGET
from vedette.view.vocabulary import Form, PlannedRoll


def typed(entry: DiceEntry, keys: str) -> list[str]:
    return [entry.type(key) for key in keys]


def test_faces_of_a_d12_take_one_key_each() -> None:
    entry = DiceEntry(6, 12)

    assert typed(entry, "190-=w") == [""] * 6
    assert entry.places == [1, 9, 10, 11, 12, 12]
    assert entry.ended


@pytest.mark.parametrize(("sides", "key"), [(6, "7"), (6, "0"), (10, "-"), (12, "z"), (20, "0")])
def test_a_face_that_no_such_die_shows_is_refused_and_nothing_is_entered(sides: int, key: str) -> None:
    entry = DiceEntry(2, sides)

    assert entry.type(key)
    assert entry.places == [None, None]


def test_letters_belong_to_the_dice_only_where_the_die_has_such_a_face() -> None:
    assert DiceEntry(1, 12).wants("w")
    assert not DiceEntry(1, 10).wants("w")
    assert not DiceEntry(1, 6).wants("t")
    assert not DiceEntry(1, 12).wants("u")


def test_backspace_takes_the_last_die_back() -> None:
    entry = DiceEntry(3, 12)
    typed(entry, "45")
    entry.back()

    assert entry.places == [4, None, None]


def test_a_die_is_corrected_by_going_there() -> None:
    entry = DiceEntry(3, 12)
    typed(entry, "45")
    entry.move(-2)
    entry.type("9")

    assert entry.places == [9, 5, None]
    assert not entry.ended


def test_bigger_dice_are_typed_in_digits() -> None:
    entry = DiceEntry(3, 20)
    typed(entry, "3" + "17" + "2")
    assert entry.places == [3, 17, None]

    entry.finish_number()
    assert entry.places == [3, 17, 2]
    assert entry.ended


def test_faces_from_before_an_undo_are_there_but_not_entered() -> None:
    entry = DiceEntry(3, 12, [4, 8, 2])

    assert entry.full
    assert not entry.touched
    assert not entry.ended


def test_one_die_of_a_recalled_pool_may_be_typed_over() -> None:
    entry = DiceEntry(3, 12, [4, 8, 2])
    entry.move(2)
    entry.type("3")

    assert entry.places == [4, 8, 3]
    assert entry.touched
    assert entry.ended


def test_the_assistant_fills_only_what_is_missing() -> None:
    entry = DiceEntry(3, 12)
    entry.type("7")

    assert entry.fill([1, 2, 3]) == [7, 2, 3]


def test_a_re_roll_shows_the_struck_face_and_the_dice_that_stay() -> None:
    pool = Tests(dice=7, sides=12, target=7, modifiers=(Modifier("Cover", -2, ("LG-COV-1",)),))
    first = Roll("Attack", "red", pool, (Die(3), *[Die(11)] * 5, Die(12)))
    request = DiceRequest(why="Attack", side="red", pool=pool, roll=first, again=(0,))
    panel = DicePanel(
        request,
        (),
        (),
        Sides({"red": "Ironclads", "blue": "Verdant"}, {"red": "first", "blue": "second"}),
        TypedFaces(),
    )

    head, sums, faces, marks, *_ = (line.text for line in panel.draw(38, 9))
    assert "re-roll 1 of 7  9+" in head
    assert "−2 Cover" in sums
    assert (faces.split()[:3], marks.split()[:4]) == (["┃", "3", "▌11"], ["┃", "↻", "▌", "✔"])

    panel.key("9", "9")
    faces, marks = (line.text for line in panel.draw(38, 9)[2:4])
    assert (faces.split()[:3], marks.split()[:2]) == (["┃", "9", "▌11"], ["┃", "3"])


@pytest.mark.parametrize("dice", [1, 6, 8, 20, 60])
@pytest.mark.parametrize("width", [34, 38, 54, 118])
def test_dice_are_as_big_as_the_room_allows_and_never_lost(dice: int, width: int) -> None:
    pool = Tests(dice=dice, sides=12, target=7)
    tiles = Tiles(rolled(Roll("Attack", "red", pool, (Die(9),) * dice)), 12)

    for rows in (4, 8, 30):
        lines = tiles.best(width, rows)
        assert all(line.width <= width for line in lines)
        if dice >= MANY:
            assert " ".join(line.text for line in lines).split() == ["▌", "9", f"×{dice}", "▌", "✔"]
        else:
            assert sum(line.text.count("9") + line.text.count(tall("9")[1]) for line in lines) == dice
            assert max(line.text.count("9") for line in lines) <= ACROSS


@pytest.mark.parametrize("width", [30, 34, 54])
def test_two_numbers_never_touch(width: int) -> None:
    pool = Tests(dice=14, sides=12, target=7)
    roll = Roll("Attack", "red", pool, tuple(Die(12 if i % 2 else 9) for i in range(14)))
    rows = [line.text for line in Tiles(rolled(roll), 12).small(width)]

    faces = [word.strip("▌") for row in rows[::2] for word in row.split() if word != "▌"]
    assert faces == ["9", "12"] * 7


def test_a_miss_is_grey_and_a_failed_save_is_a_loss() -> None:
    roll = Roll("any", "red", Tests(dice=1, sides=12, target=7), (Die(3),))
    for costs, ground in ((False, "surface"), (True, "bad-ground")):
        tiles = Tiles(rolled(roll, costs=costs), 12)
        for drawn in (tiles.small(54), tiles.large(54)[:3]):
            assert {piece.role.split()[0] for row in drawn for piece in row.pieces if piece.role} == {ground}


def test_where_a_face_came_from_stands_at_it_only_where_others_came_from_elsewhere() -> None:
    pool = Tests(dice=2, sides=12, target=7)
    for sources, marks in ((("rolled", "rolled"), "✔ ✔"), (("typed", "rolled"), "✔ °✔")):
        roll = Roll("any", "red", pool, tuple(Die(9, source) for source in sources))  # type: ignore[arg-type]
        assert " ".join(Tiles(rolled(roll), 12).small(54)[1].text.replace("▌", " ").split()) == marks


@pytest.mark.parametrize(
    ("pool", "words"),
    [
        (Tests(dice=1, sides=12, target=7), "needs 7+"),
        (Tests(dice=1, sides=12, target=7, modifiers=(Modifier("Luck", 9),)), "needs 2+"),
        (Tests(dice=1, sides=12, target=9, modifiers=(Modifier("Rain", -5),)), "needs a 12"),
        (Tests(dice=1, sides=12, target=7, hits="criticals"), "needs a 12"),
        (Tests(dice=1, sides=12, hits="always"), "every die counts"),
        (Total(dice=2, sides=6, target=8, modifiers=(Modifier("Shaken", -1),)), "needs 8+ after modifiers"),
        (Total(dice=2, sides=6, target=8), "needs 8+ in all"),
        (Faces(dice=2, sides=12), ""),
    ],
)
def test_the_wanted_faces_are_worked_out(pool: AnyPool, words: str) -> None:
    assert needs(pool) == words


@pytest.mark.parametrize(
    ("pool", "wanted", "rows"),
    [
        (Sum(dice=3, sides=6, target=12, always=5, never=16), "needs 12 or less in all (74 %)", []),
        (
            Sum(dice=3, sides=6, target=16, always=5, never=16),
            "needs 15 or less in all (95 %)",
            ["16 to 18 always fail"],
        ),
        (
            Sum(dice=2, sides=6, target=22, always=2, never=12),
            "needs 11 or less in all (97 %)",
            ["12 always fails"],
        ),
        (
            Sum(dice=3, sides=6, target=1, always=5, never=16),
            "needs 5 or less in all (5 %)",
            ["3 to 5 always succeed"],
        ),
        (Sum(dice=2, sides=6, target=1), "no sum will do (0 %)", []),
        (Sum(dice=3, sides=6, target=14, compared=True), "margin = 14 − total", []),
        (Sum(dice=3, sides=6), "", []),
    ],
)
def test_a_sum_says_what_it_needs_and_what_is_automatic(pool: Sum, wanted: str, rows: list[str]) -> None:
    assert needs(pool) == wanted
    assert [reason for _, reason, _ in reckoning(pool)] == rows


@pytest.mark.parametrize(
    ("pool", "faces", "said"),
    [
        (Sum(dice=2, sides=6, target=22, always=2, never=12), (6, 6), "12 ✘ (12 always fails)"),
        (Sum(dice=3, sides=6, target=4, always=5, never=16), (1, 2, 2), "5 ✔ (3 to 5 always succeed)"),
        (Sum(dice=3, sides=6, target=4, always=5, never=16), (1, 1, 2), "4 ✔"),
        (Sum(dice=3, sides=6, target=14, never=16), (6, 6, 6), "18 ✘"),
        (Sum(dice=3, sides=6, target=14, compared=True), (2, 2, 2), "6 against 14"),
    ],
)
def test_an_automatic_result_says_why(pool: Sum, faces: tuple[int, ...], said: str) -> None:
    assert outcome(Roll("Save", "red", pool, tuple(Die(face) for face in faces))) == said


def test_a_long_remark_takes_as_many_rows_as_it_needs() -> None:
    text = "8 right leg, 9 left leg, 10 weapon arm, 11 other arm, 12 head, else no special place"
    pool = Sum(dice=2, sides=6, remarks=(Remark("Totals", text, ("CQ-TBL-8",)), Remark("Short", "one row")))
    for width in (30, 38, 76):
        rows = [row.text.rstrip() for row in reckoning_row(pool, width, 9)]
        assert all(len(row) <= width for row in rows)
        assert f"Totals: {text} Short: one row" == " ".join(" ".join(rows).split())


def test_where_dice_need_different_faces_each_says_its_own() -> None:
    pool = Tests(dice=2, sides=12, target=7, own=(0, -1))
    panel = DicePanel(
        DiceRequest(why="Attack", side="red", pool=pool),
        (),
        (),
        Sides({"red": "Ironclads"}, {"red": "first"}),
        TypedFaces(),
    )

    shown = "\n".join(line.text for line in panel.draw(60, 20))
    assert "needs 7+ or 8+, by die" in shown
    assert shown.count("8+") == 2


async def test_a_total_is_typed_in_place_of_the_faces_and_kept_as_one() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "number_sign", "4")
        assert "come to 0 to 3, not 4" in shown.shows(Head)
        await shown.press("2", "enter")

        assert shown.session.rolls[-1].typed == TypedTotal(2)
        assert shown.session.rolls[-1].dice == ()
        assert "typed as a total" in shown.shows(PanelHost)


async def test_after_an_undo_the_same_total_stands_there_and_another_one_is_marked() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "number_sign", "2", "enter", "u")
        assert "Same total as before" in shown.shows(PanelHost)
        await shown.press("enter")
        assert shown.session.rolls[-1].typed == TypedTotal(2)

        await shown.press("u", "backspace", "3", "enter")
        assert shown.session.rolls[-1].typed == TypedTotal(3, "corrected")
        await shown.press("u", "number_sign", "9", "9", "3")
        assert [die.source for die in shown.session.rolls[-1].dice] == ["corrected"] * 3


def test_where_there_is_little_room_a_total_is_still_asked_for_in_full() -> None:
    smoke = tuple(Modifier(name, -2, ("CQ-ENV-5",)) for name in ("In smoke", "Smoke in the line"))
    pool = Sum(dice=3, sides=6, target=10, modifiers=smoke)
    panel = DicePanel(
        DiceRequest(why="To hit", side="red", pool=pool, faces=""), (), (), Sides({}, {}), TypedFaces()
    )
    panel.key("number_sign", "#")
    shown = panel.draw(78, 8)
    assert len(shown) <= 8
    assert "What do the dice add up to? 3 to 18" in shown[-1].text


@pytest.mark.parametrize(
    ("typed_over", "said"), [(False, "Same faces as before: 4 8 2"), (True, "they will be marked")]
)
def test_what_is_said_of_the_faces_before_an_undo_is_never_cut(said: str, *, typed_over: bool) -> None:
    request = DiceRequest(why="Attack", side="red", pool=Tests(dice=3, sides=12, target=7))
    before = (Die(4), Die(8), Die(2))
    panel = DicePanel(request, (), before, Sides({}, {}), TypedFaces())
    if typed_over:
        panel.key("3", "3")
    for width in (60, 24):
        shown = panel.draw(width, 20)
        assert said in " ".join(" ".join(line.text.split()) for line in shown)
        assert all(line.width <= width for line in shown)


def test_where_a_rule_reads_the_faces_a_total_is_refused_with_its_reason() -> None:
    pool = Tests(dice=3, sides=12, target=7)
    request = DiceRequest(why="Attack", side="red", pool=pool, faces="A 1 kills its shooter here")
    panel = DicePanel(request, (), (), Sides({}, {}), TypedFaces())

    assert panel.key("number_sign", "#") == BadKey("A 1 kills its shooter here, so every die is needed.")
    assert "the total" not in "".join(line.text for line in panel.draw(60, 20))


@pytest.mark.parametrize(
    ("pool", "total", "said"),
    [
        (Tests(dice=12, sides=12, target=7), 13, "12 D12 give 0 to 12 successes here, not 13."),
        (Tests(dice=2, sides=12, target=2, hits="always"), 1, "2 D12 give 2 successes here, not 1."),
        (Sum(dice=3, sides=6, target=11), 2, "3 D6 come to 3 to 18 here, not 2."),
        (Total(dice=1, sides=6), 4, "There is only one die: give its face."),
    ],
)
def test_a_total_that_the_dice_cannot_come_to_is_refused(pool: AnyPool, total: int, said: str) -> None:
    request = DiceRequest(why="Attack", side="red", pool=pool, faces="")

    with pytest.raises(CommandError) as refused:
        request.check(TypedTotal(total))
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("pool", "base"),
    [
        (Count(dice=12, sides=6, target=4, modifiers=(Modifier("Better", -1),)), "5+"),
        (Sum(dice=3, sides=6, target=10, modifiers=(Modifier("Range", -2),)), "≤12"),
        (Tests(dice=3, sides=12, target=7, modifiers=(Modifier("Stress", -2),)), "7+"),
        (Low(dice=1, sides=10, target=5, modifiers=(Modifier("Protection", 2),)), "1–5"),
    ],
)
def test_the_target_stands_without_its_modifiers_before_them(pool: AnyPool, base: str) -> None:
    assert reckoning(pool)[0][:2] == (base, "target")


FIRE = Tests(dice=4, sides=12, target=8)
VOLLEY = Count(dice=12, sides=6, target=5)


@pytest.mark.parametrize(
    ("pool", "again", "first", "then"),
    [
        (FIRE, Again(failures_but_ones, alone=True), "42 %", "62.5 %"),
        (VOLLEY, HITS, "33 %", "11 %"),
        (
            Total(dice=2, sides=6, target=6, modifiers=(Modifier("Eager", 1),)),
            Again(lambda roll: (0, 1)),
            "83 %",
            "97 %",
        ),
        (Low(dice=2, sides=10, target=2, modifiers=(Modifier("Protection", 1),)), None, "10 %", "10 %"),
    ],
)
def test_what_is_rolled_again_is_a_line_of_the_dice_and_part_of_the_chance(
    pool: AnyPool, again: Again | None, first: str, then: str
) -> None:
    reroll = rerolled(pool, again, "Skilled", "misses roll again, but not 1s")
    roll = PlannedRoll("To hit", "", side="", pool=pool, reroll=reroll)
    assert [share for _, share in planned_chance(roll)] == [first, *[then] * (again is not None)]
    form = Form("attack", "a", "Attack", (), lines=(roll,))
    drawn = "\n".join(line.text for line in roll_lines(form, {}, 40, 9))
    assert then in drawn
    sums = "\n".join(line.text for line in sum_lines(form, 40, titled=True, again=True))
    assert ("↻ Skilled: misses roll again" in sums) == (again is not None)


def test_a_sum_in_few_cells_keeps_every_number() -> None:
    added = {"Marksmanship": 3, "Range": -1, "Half hidden": -4, "In the way": -1}
    modifiers = tuple(Modifier(name, value) for name, value in added.items())
    pool = Total(dice=3, sides=6, target=14, modifiers=modifiers, basis="DEX")
    form = Form("shoot", "s", "Shoot", (), lines=(PlannedRoll("To hit", "", side="", pool=pool),))
    drawn = "\n".join(line.text for line in roll_lines(form, {}, 26, 3))
    assert "+3 −1 −4 −1" in drawn


def test_the_target_is_called_as_on_the_card() -> None:
    pool = Tests(dice=3, sides=12, target=7, modifiers=(Modifier("Stress", -2),), basis="SKL")
    assert reckoning(pool)[0][:2] == ("7+", "SKL")


async def test_the_target_is_marked_from_the_form_to_the_last_die() -> None:
    async with table() as shown:

        def marked() -> bool:
            return TARGET in shown.pilot.app.screen.query_one("#second", CardWall).plain

        assert not marked()
        await shown.press("a", "b", "8", "enter")
        assert marked()
        await shown.press("1", "1", "1")
        assert marked()
        await shown.press("m")
        assert not marked()


def test_a_die_of_a_side_that_has_its_dice_rolled_is_not_asked_for() -> None:
    request = DiceRequest(pool=Total(dice=2, sides=12), why="Roll-off", side="", rules=())
    sides = Sides({"first": "Red", "second": "Blue"}, {"red": "first", "blue": "second"})
    for thrown, typed, came in (([1], "7", (7, None)), ([0], "7", (None, 7)), ([], "78", (7, 8))):
        panel = DicePanel(request, (), (), sides, TypedFaces(), thrown=thrown)
        for face in typed:
            last = panel.key(face, face)
        assert isinstance(last, Throw if thrown else Entered)
        assert (last.typed if isinstance(last, Throw) else last.faces) == came
