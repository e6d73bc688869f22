"""What a refusal names besides the rule that refuses: as much as the command breaks, and no more."""

from __future__ import annotations

from tests.games.company.skirmishes import FOOT, do, group, skirmish


def test_only_an_apprentice_is_told_of_the_three_spells() -> None:
    magic = {**FOOT, "activation": {"cast": 7}, "spells": ["mend", "ward", "haste"]}
    session = skirmish(
        [group("r1", magic, traits=["apprentice"]), group("r2", magic, traits=["caster"])], [group("b1")]
    )
    told = [
        str(do(session, {"do": "cast", "by": by, "spell": "bolt", "target": "b1", "inches": 6}).refusal)
        for by in ("r1", "r2")
    ]
    chosen = " → Mend, Ward, Haste"
    among = "An Apprentice Casts only the 3 spells that it chose, and Bolt is not among them."
    assert told == [f"CO-MAG-2, CO-TRA-6: {among}{chosen}", f"CO-MAG-2: Bolt is not on its list.{chosen}"]
