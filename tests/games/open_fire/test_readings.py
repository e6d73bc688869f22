"""How the text is read is told where it matters, in the form, the breakdown, the log and the refusal, and only there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.open_fire.battles import battle, give, unit
from vedette.engine.session import Outcome, Session
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import TABLES
from vedette.games.open_fire.view.forms import form

FLAMER = {"id": "flamer", "rng": 8, "att": 2, "dmg": 1, "special": ["Torrent"]}
ACID = {"id": "acid", "rng": 8, "att": 2, "dmg": 1, "special": ["Torrent", "Impact"]}
TORCH = {"id": "torch", "rng": 8, "att": 2, "dmg": 1, "special": ["Torrent", "Assault"]}
FLAIL = {"id": "flail", "rng": 2, "att": 1, "dmg": 1, "special": ["Assault", "Heavy"]}
KNIFE = {"id": "knife", "rng": 2, "att": 1, "dmg": 1, "special": ["Assault"]}
PLASMA = {"id": "plasma", "rng": 24, "att": 1, "dmg": 1, "special": ["Unstable"]}


def _text(reading: str, choice: str) -> str:
    return TABLES.readings[reading].choice(choice).text


def _read(session: Session[Battle], outcome: Outcome) -> list[str]:
    """The readings that the pools and the sentences of a command tell."""
    texts = {one.text for reading in TABLES.readings.values() for one in reading.choices}
    said = " ".join(sentence for entry in outcome.entries for sentence in session.sentences(entry))
    pools = [one.text for roll in session.rolls for one in roll.pool.readings]
    return pools + [text for text in texts if f"(house rule: {text[:-1]})." in said]


def _details(session: Session[Battle], do: str, by: str, **draft: Any) -> list[str]:
    """What a form tells of the roll to hit, and how the text is read."""
    lines = form(session.state, do, by, draft).lines
    return [line.text for line in lines if line.label != "To save" and line.kind != "sum"]


@pytest.mark.parametrize(
    ("choice", "weapon", "dice", "needs"),
    [
        ("hits", FLAMER, [8, 8], "every die hits: Torrent"),
        ("hits", ACID, [3, 3, 8, 8], "2 D12, every die hits: SKL 7"),
        ("critical-only", FLAMER, [3, 3], "2 D12, only 12 hits (OF-ASW-1): SKL 7"),
        ("critical-only", ACID, [3, 3], "2 D12, only 12 hits (OF-ASW-1): SKL 7"),
    ],
)
def test_torrent_within_assault_range(
    choice: str, weapon: dict[str, Any], dice: list[int], needs: str
) -> None:
    session = battle(
        unit("r1", weapons=[weapon]),
        against=unit("b1", hp=9),
        state={"units.r1.contacts": ["b1"]},
        readings={"torrent_in_contact": choice},
    )
    text = _text("torrent_in_contact", choice)

    assert _details(session, "attack", "r1", target="b1") == [needs, text]
    assert _read(session, give(session, "attack", dice=dice)) == [text]


@pytest.mark.parametrize(
    ("weapon", "contacts", "range"), [(TORCH, ["b1"], 1), (FLAMER, [], 8), (KNIFE, ["b1"], 1)]
)
def test_torrent_elsewhere_rests_on_no_reading(
    weapon: dict[str, Any], contacts: list[str], range: int
) -> None:
    session = battle(
        unit("r1", weapons=[weapon]), against=unit("b1", hp=9), state={"units.r1.contacts": contacts}
    )
    dice = [7, 8] if weapon is KNIFE else [8, 8]
    assert len(_details(session, "attack", "r1", target="b1", range=range)) == 1
    assert _read(session, give(session, "attack", dice=dice, target="b1", range=range)) == []


def _left(weapons: list[dict[str, Any]], *, inches: int | None, **readings: str) -> Session[Battle]:
    """b1 has been activated and has moved so far (None: not at all); now r1 leaves it."""
    session = battle(
        unit("b1", weapons=weapons),
        against=unit("r1", hp=9),
        state={"units.b1.contacts": ["r1"]},
        readings=readings,
    )
    if inches is not None:
        give(session, "move", "b1", inches=inches, contacts=["r1"])
    give(session, "end_activation", "b1")
    give(session, "activate")
    give(session, "move", inches=4, contacts=[])
    return session


def test_a_heavy_weapon_in_a_free_attack_after_a_move() -> None:
    session = _left([FLAIL], inches=0)
    text = _text("heavy_free_attack", "fires")
    assert _details(session, "free_attack", "b1") == ["1 D12, 7+ hits: SKL 7", text]
    assert _read(session, give(session, "free_attack", "b1", dice=[7, 8])) == [text]

    session = _left([FLAIL, KNIFE], inches=0, heavy_free_attack="holds")
    refusal = give(session, "free_attack", "b1", weapon="flail").refusal
    assert refusal
    assert (refusal.rule, refusal.reading and refusal.reading.text) == (
        "OF-WSR-5",
        _text("heavy_free_attack", "holds"),
    )
    weapons = form(session.state, "free_attack", "b1", {}).fields[0]
    assert [choice.why_not for choice in weapons.choices] == [refusal, None]
    assert weapons.value == "knife"


@pytest.mark.parametrize("choice", ["fires", "holds"])
@pytest.mark.parametrize(("weapon", "inches"), [(FLAIL, None), (KNIFE, 3)])
def test_a_free_attack_otherwise_rests_on_no_reading(
    weapon: dict[str, Any], inches: int | None, choice: str
) -> None:
    session = _left([weapon], inches=inches, heavy_free_attack=choice)
    assert len(_details(session, "free_attack", "b1")) == 1
    assert _read(session, give(session, "free_attack", "b1", dice=[7, 8])) == []


@pytest.mark.parametrize(
    ("choice", "told"), [("no-damage", []), ("damage", [_text("models_lost", "damage")])]
)
def test_models_lost_to_their_own_weapon_tell_a_house_rule(choice: str, told: list[str]) -> None:
    def exploding(models: int, **state: Any) -> tuple[Session[Battle], Outcome]:
        session = battle(
            unit("r1", models=models, weapons=[PLASMA]),
            against=unit("b1"),
            readings={"models_lost": choice},
            state=state,
        )
        return session, give(session, "attack", dice=[*[3] * (models - 1), 1], target="b1", range=9)

    assert _read(*exploding(2)) == told
    assert _read(*exploding(1)) == []  # nobody is left to be stressed
    assert _read(*exploding(2, **{"units.r1.took_damage": True})) == []


@pytest.mark.parametrize(
    ("choice", "told"), [("no-damage", []), ("damage", [_text("models_lost", "damage")])]
)
def test_models_lost_to_a_wreck_tell_a_house_rule(choice: str, told: list[str]) -> None:
    def out_of_a_wreck(lost: list[int]) -> tuple[Session[Battle], Outcome]:
        session = battle(
            unit("r1", models=3),
            unit("r2", special=["Vehicle", "Transport (6)"]),
            against=unit("b1"),
            readings={"models_lost": choice},
            state={"activation.unit": "b1", "units.r1.embarked_in": "r2", "units.r2.models.0.hp": 0},
        )
        return session, give(session, "disembark", lost=lost)

    assert _read(*out_of_a_wreck([1])) == told
    assert _read(*out_of_a_wreck([0])) == []  # with its leader the whole unit is lost
    assert _read(*out_of_a_wreck([])) == []


RIFLE = {"id": "rifle", "rng": 24, "att": 1, "dmg": 2, "prc": 1, "special": ["Accurate"]}
STICK = {"id": "stick", "rng": 2, "att": 1, "dmg": 1, "special": ["Assault", "Accurate"]}


@pytest.mark.parametrize("choice", ["yes", "no"])
def test_accurate_in_a_free_attack_after_a_move(choice: str) -> None:
    for inches, told in ((0, [_text("accurate_free_attack", choice)]), (None, [])):
        session = _left([STICK], inches=inches, accurate_free_attack=choice)
        assert _details(session, "free_attack", "b1")[1:] == told
        assert _read(session, give(session, "free_attack", "b1", dice=[7, 8])) == told


@pytest.mark.parametrize(("choice", "told"), [("no", []), ("yes", [_text("deploying_is_moving", "yes")])])
def test_deployed_and_not_moved(choice: str, told: list[str]) -> None:
    session = battle(
        unit("r1", weapons=[RIFLE, FLAIL]),
        against=unit("b1", hp=9),
        mission={"entry_points": [{"id": "e", "side": "red"}]},
        state={"activation.unit": "", "turn": "red", "units.r1.in_reserve": True},
        readings={"deploying_is_moving": choice},
    )
    give(session, "deploy")
    refusal = give(session, "attack", weapon="flail", target="b1", range=1, dice=[3]).refusal
    assert ([refusal.reading.text] if refusal and refusal.reading else []) == told
    if told:
        assert _read(session, give(session, "attack", weapon="rifle", target="b1", range=9, dice=[3])) == told


@pytest.mark.parametrize("choice", ["yes", "no"])
def test_fear_of_a_friend(choice: str) -> None:
    session = battle(
        unit("r1", special=["Fear (1)"]),
        unit("r2"),
        against=unit("b1", special=["Fear (1)"]),
        state={"activation.unit": "", "turn": "red", "units.r2.stress": 1},
        readings={"fear_on_friends": choice},
    )
    offered = [name.value for name in form(session.state, "activate", "r2", {}).fields[0].choices]
    assert offered == (["r1", "b1"] if choice == "yes" else ["b1"])
    assert _read(session, give(session, "activate", "r2", near=["r1"], dice=[12])) == [
        _text("fear_on_friends", choice)
    ]


@pytest.mark.parametrize(
    ("readings", "told"),
    [
        ({}, [("killing_test_piercing", "no"), ("killed_from_full", "yes")]),
        (
            {"killing_test_piercing": "yes", "killed_from_full": "no", "survived_is_damage": "no"},
            [("killing_test_piercing", "yes"), ("killed_from_full", "no"), ("survived_is_damage", "no")],
        ),
    ],
)
def test_the_killing_test(readings: dict[str, str], told: list[tuple[str, str]]) -> None:
    session = battle(
        unit("r1", weapons=[RIFLE]),
        against=unit("b1", hp=2),
        expansions=["skirmish"],
        readings=readings,
        state={"activation.unit": "r1"},
    )
    outcome = give(session, "attack", target="b1", range=9, dice=[9, 2, 2, 12])
    assert _read(session, outcome) == [_text(*one) for one in told]
