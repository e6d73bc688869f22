"""Walls, pits and the line of fire (section 7), and the ground in a hex."""

from __future__ import annotations

import pytest

from vedette.games.close_quarters.state import Cloud, Fire, Map, Wall
from vedette.games.close_quarters.tables import terrains
from vedette.games.close_quarters.terrain import (
    Cover,
    Figure,
    bad_footing,
    clouds_over,
    cover,
    deep_pit,
    deep_water,
    gassed,
    ground,
    height,
    icy,
    in_anti_laser_smoke,
    is_dangerous,
    jumped_pit,
    smoky,
)


def fired(
    walls: dict[str, float] | None = None,
    *,
    pits: dict[str, float] | None = None,
    at: str = "0509",
    target: str = "0504",
    postures: tuple[str, str] = ("standing", "standing"),
    exposed: str = "",
    expose: str = "",
    round_high: bool = False,
) -> Cover:
    """A shot to the north from 0509 at 0504; the walls stand on the southern edges of the hexes named."""
    map = Map(walls=tuple(Wall(hex, "s", high) for hex, high in (walls or {}).items()), pits=pits or {})
    own, there = Figure(at, postures[0]), Figure(target, postures[1], exposed)
    return cover(map, own, there, expose, round_high=round_high)


def said(answer: Cover) -> str | float:
    """The rule that refuses, else the concealment."""
    return answer.rule or (answer.concealment.value if answer.concealment else 0)


@pytest.mark.parametrize(
    ("posture", "metres"), [("standing", 2), ("kneeling", 1), ("prone", 0.5), ("fallen", 0.5)]
)
def test_heights(posture: str, metres: float) -> None:
    assert height(posture) == metres


def test_open_ground() -> None:
    assert fired() == Cover()
    assert fired(at="0504") == Cover()


@pytest.mark.parametrize(
    ("high", "posture", "answer"),
    [
        (0.5, "standing", 0),
        (0.5, "kneeling", -4),
        (0.5, "prone", "CQ-ENV-9"),
        (1, "standing", -4),
        (1, "kneeling", "CQ-ENV-9"),
        (1, "fallen", "CQ-ENV-9"),
        (2, "standing", "CQ-ENV-9"),
        (3, "standing", "CQ-ENV-9"),
    ],
)
def test_a_target_right_behind_a_wall(high: float, posture: str, answer: str | int) -> None:
    assert said(fired({"0504": high}, postures=("standing", posture))) == answer


@pytest.mark.parametrize(("how", "concealment"), [("over", -6), ("lean", -4)])
def test_who_is_exposed_can_be_hit(how: str, concealment: int) -> None:
    assert said(fired({"0504": 1}, postures=("standing", "kneeling"), exposed=how)) == concealment
    assert said(fired({"0504": 3}, postures=("standing", "kneeling"), exposed=how)) == "CQ-ENV-9"


def test_close_enough_a_standing_attacker_sees_over_low_walls() -> None:
    prone = ("standing", "prone")
    assert said(fired({"0504": 0.5}, at="0507", postures=prone)) == "CQ-ENV-9"
    assert said(fired({"0504": 0.5}, at="0506", postures=prone)) == 0
    assert said(fired({"0504": 1}, at="0506", postures=prone)) == "CQ-ENV-9"
    assert said(fired({"0504": 1}, at="0505", postures=prone)) == 0
    assert said(fired({"0504": 0.5}, at="0506", postures=("kneeling", "prone"))) == "CQ-ENV-9"


def test_who_fires_from_behind_a_wall_exposes_himself() -> None:
    behind = {"0508": 1.0}
    assert fired(behind) == Cover()
    kneeling = ("kneeling", "standing")
    assert said(fired(behind, postures=kneeling)) == "CQ-ENV-10"
    assert fired(behind, postures=kneeling, expose="over") == Cover(exposes=True)
    assert fired(behind, postures=kneeling, expose="lean") == Cover(exposes=True)


@pytest.mark.parametrize(
    ("posture", "high", "refused"),
    [
        ("standing", 2, False),
        ("kneeling", 2, True),
        ("kneeling", 1, False),
        ("prone", 1, True),
        ("prone", 0.5, False),
    ],
)
def test_how_high_one_fires_over(posture: str, high: float, refused: bool) -> None:
    answer = fired({"0508": high}, postures=(posture, "standing"), expose="over")
    assert answer.rule == ("CQ-ENV-10" if refused else "")
    assert not fired({"0508": high}, postures=(posture, "standing"), expose="lean").rule


def test_nobody_fires_over_more_than_two_metres() -> None:
    assert said(fired({"0508": 3}, expose="lean")) == "CQ-ENV-9"


def test_who_leans_round_high_walls_is_right_behind_them() -> None:
    assert said(fired({"0508": 3}, round_high=True)) == "CQ-ENV-10"
    assert said(fired({"0508": 3}, expose="over", round_high=True)) == "CQ-ENV-10"
    assert fired({"0508": 3}, expose="lean", round_high=True) == Cover(exposes=True)
    assert said(fired({"0507": 3}, expose="lean", round_high=True)) == "CQ-ENV-9"
    assert said(fired({"0504": 3}, round_high=True)) == "CQ-ENV-9"
    assert said(fired({"0504": 3}, exposed="over", round_high=True)) == "CQ-ENV-9"
    assert said(fired({"0504": 3}, exposed="lean", round_high=True)) == -4


def test_walls_in_between_stop_fire_if_over_a_metre() -> None:
    assert fired({"0506": 1}) == Cover()
    assert said(fired({"0506": 2})) == "CQ-ENV-9"


def test_the_first_wall_along_the_line_answers_first() -> None:
    assert said(fired({"0508": 2, "0504": 2})) == "CQ-ENV-10"
    assert said(fired({"0508": 2, "0504": 2}, expose="over")) == "CQ-ENV-9"


def test_one_wall_between_neighbours_hides_both() -> None:
    wall = {"0504": 1.0}
    down = ("prone", "prone")
    assert said(fired(wall, at="0505", postures=down)) == "CQ-ENV-10"
    assert said(fired(wall, at="0505", postures=down, expose="lean")) == "CQ-ENV-9"
    assert said(fired(wall, at="0505", postures=down, expose="lean", exposed="over")) == -6


def test_a_pit_shelters_like_a_wall_of_its_depth() -> None:
    hole = {"0504": 1.0}
    assert said(fired(pits=hole)) == -4
    assert said(fired(pits=hole, postures=("standing", "kneeling"))) == "CQ-ENV-9"
    assert said(fired(pits=hole, at="0505", postures=("standing", "kneeling"))) == 0
    assert said(fired(pits={"0506": 2.0})) == 0


def test_out_of_a_pit_one_fires_over_its_edge() -> None:
    hole = {"0509": 1.0}
    assert fired(pits=hole) == Cover()
    assert said(fired(pits=hole, postures=("kneeling", "standing"))) == "CQ-ENV-10"
    assert fired(pits=hole, postures=("kneeling", "standing"), expose="over").exposes


def test_a_deep_pit_lets_only_the_next_hexes_fire_in_and_out() -> None:
    deep = {"0504": 3.0}
    assert said(fired(pits=deep, at="0506")) == "CQ-ENV-13"
    assert said(fired({"0505": 3}, pits=deep, at="0506")) == "CQ-ENV-13"
    assert fired(pits=deep, at="0505") == Cover()
    assert said(fired(pits=deep, at="0504", target="0508")) == "CQ-ENV-13"


# --- the ground in a hex


def test_what_the_kinds_of_ground_do() -> None:
    assert {id for id, row in terrains().items() if row.bad_footing} == {
        "broken",
        "water-ankle",
        "water-knee",
        "mud-ankle",
        "mud-knee",
        "snow-ankle",
        "snow-knee",
    }
    halved = {
        id: (row.divide, row.less) for id, row in terrains().items() if (row.divide, row.less) != (1, 0)
    }
    assert halved == {
        "water-knee": (2, 0),
        "mud-ankle": (2, 0),
        "mud-knee": (4, 0),
        "snow-ankle": (1, 4),
        "snow-knee": (1, 8),
    }


def test_a_hex_is_clear_unless_the_map_says_otherwise() -> None:
    map = Map(terrain={"0101": "broken", "0102": "ice", "0103": "water-deep"})
    assert ground(map, "0505").id == "clear"
    assert [bad_footing(map, hex) for hex in ("0505", "0101", "0102")] == [False, True, False]
    assert icy(map, "0102")
    assert deep_water(map, "0103")


def test_pits_are_jumped_from_a_metre_on_and_trap_beyond_two() -> None:
    map = Map(pits={"0101": 0.5, "0102": 1.0, "0103": 2.0, "0104": 2.5})
    assert [hex for hex in (*map.pits, "0505") if jumped_pit(map, hex)] == ["0102", "0103", "0104"]
    assert [hex for hex in (*map.pits, "0505") if deep_pit(map, hex)] == ["0104"]


def test_where_nobody_is_forced_back_to() -> None:
    map = Map(
        terrain={"0101": "water-deep"}, pits={"0102": 1.0, "0103": 0.5}, fires={"0104": Fire("ordinary")}
    )
    assert [hex for hex in ("0101", "0102", "0103", "0104", "0105") if is_dangerous(map, hex)] == [
        "0101",
        "0102",
        "0104",
    ]


def test_what_makes_a_hex_smoky() -> None:
    clouds = {
        "a": Cloud("smoke", "1010", radius=1),
        "b": Cloud("gas", "0505", radius=2),
        "c": Cloud("anti-laser", "0305"),
        "d": Cloud("smoke", ""),
    }
    map = Map(fog=("0101",), anti_laser=("0102",), fires={"0103": Fire("oil")}, clouds=clouds)
    smoke = ("0101", "0102", "0103", "0305", "1010", "1011", "1012", "0505", "0104")
    assert [hex for hex in smoke if smoky(map, hex)] == ["0101", "0102", "0103", "0305", "1010", "1011"]
    assert [hex for hex in smoke if in_anti_laser_smoke(map, hex)] == ["0102", "0305"]
    assert gassed(map, "0503")
    assert not gassed(map, "0502")
    assert clouds_over(map, "0305", "gas", "anti-laser") == ("b", "c")
