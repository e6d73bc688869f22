"""Building a Company: which special traits an archetype takes, at what price, and why not the others."""

import pytest

from vedette.engine import library
from vedette.engine.errors import DataError
from vedette.games.company import building, tables
from vedette.games.company.setup import resolve

ARCHETYPES = building.archetypes("site")
SPECIALS = [
    trait.id
    for trait in tables.traits("site").values()
    if trait.kind == "special" and trait.id not in ("foe", "bane")
]


@pytest.mark.parametrize("word", [*SPECIALS, "undead-foe", "undead-bane"])
@pytest.mark.parametrize("archetype", ARCHETYPES)
def test_what_can_be_bought_costs_its_price_and_is_not_bought_twice(archetype: str, word: str) -> None:
    row = ARCHETYPES[archetype]
    bought = building.special(word, "site")
    assert bought is not None
    built, faults = building.build(row, [word])
    if faults:
        assert built == row
        assert faults == [f"{bought.name} is for {bought.trait.only}"]
        return
    assert built["points"] == row["points"] + bought.points == building.fair_price(built, "site")
    assert building.why_not(built, word, "site")


@pytest.mark.parametrize(
    ("archetype", "add", "fault"),
    [
        ("light-foot", ["accurate"], "Accurate is for Groups with MI"),
        ("light-foot", ["short-ranged"], "Short-Ranged is for Groups with MI"),
        ("light-foot", ["shooters", "accurate"], ""),
        ("light-foot", ["accurate", "shooters"], "Accurate is for Groups with MI"),
        ("light-foot", ["shooters", "throwers"], "Throwers is for Groups without MI"),
        ("light-engine", ["shooters"], "Shooters is for Groups without MI"),
        ("light-foot", ["chariot"], "Chariot is for Cavalry"),
        ("heavy-beast", ["chariot"], "Chariot is for Cavalry"),
        ("light-cavalry", ["chariot"], ""),
        ("heavy-foot", ["composed"], "Composed is for Groups with Reckless"),
        ("light-beast", ["composed"], ""),
        ("elite-foot", ["offensive"], "Offensive is for Groups with Defensive"),
        ("light-foot", ["offensive"], ""),
        ("elite-foot", ["caster", "apprentice"], "Apprentice is for Groups that are not Casters"),
        ("elite-foot", ["apprentice", "caster"], "Caster is for Groups that are not Apprentices"),
        ("light-engine", ["undead-foe"], "Undead-Foe is for Groups that can Attack"),
        ("light-engine", ["undead-bane"], ""),
        ("heavy-foot", ["undead-foe", "beast-foe"], ""),
        ("heavy-foot", ["undead-foe", "undead-foe"], "it has Undead-Foe already"),
        ("heavy-foot", ["vicious", "vicious"], "it has Vicious already"),
        ("elite-foot", ["nimble"], "Nimble comes with an archetype and can't be bought"),
        ("elite-foot", ["foe"], "there is no trait foe to buy in this edition"),
        ("elite-foot", ["fearless"], "there is no trait fearless to buy in this edition"),
    ],
)
def test_a_trait_goes_to_a_group_that_qualifies_by_then(archetype: str, add: list[str], fault: str) -> None:
    assert building.build(ARCHETYPES[archetype], add)[1] == ([fault] if fault else [])


def test_a_group_of_a_sample_company_costs_its_archetype_and_its_traits() -> None:
    samples = [row for row in library.table("company", "profiles") if row.get("list")]
    assert samples
    for row in samples:
        assert building.fair_price(row, "site") == row["points"], row["id"]


@pytest.mark.parametrize(
    ("unit", "fault"),
    [
        ({"profile": "site-light-foot", "add": ["chariot"]}, "sides.0.units.0: Chariot is for Cavalry"),
        (
            {"profile": "site-light-foot", "add": "chariot"},
            "sides.0.units.0: add must be a list of special traits",
        ),
        ({"add": ["vicious"]}, "sides.0.units.0: add goes beside the profile that it builds on"),
        (
            {"profile": "marsh-foot", "add": ["vicious"]},
            "sides.0.units.0: there is no marsh-foot among the profiles",
        ),
    ],
)
def test_a_group_that_cannot_be_built_is_an_error_of_the_set_up(unit: dict[str, object], fault: str) -> None:
    with pytest.raises(DataError) as raised:
        resolve({"edition": "site", "sides": [{"id": "red", "units": [{"id": "r1", **unit}]}]})
    assert list(raised.value.faults) == [fault]
