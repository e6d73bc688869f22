"""House profiles: an entry of ours would do in a pack, and a copy under another name plays as the first does, with the pack and without it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from vedette.engine import library
from vedette.engine.data import Row, Table
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import new_session, open_session
from vedette.engine.state import GameState
from vedette.engine.verify import verify
from vedette.registry import rulesets
from vedette.testing.starts import game_starts
from vedette.view.pack_files import Pack, entry_faults, remove_pack, save_pack
from vedette.view.packs import draft_of, entry_in_a_line, row_of

PACK = "Copies"


def _copied(row: Table) -> Table:
    return {
        **row,
        "id": f"house-{row['id']}"[:40].strip("-"),
        "name": f"House {row.get('name', row['id'])}"[:80],
    }


def _pack(ruleset: Ruleset[GameState]) -> Pack:
    kinds = ruleset.view.packs()
    if not kinds:
        pytest.skip(f"{ruleset.title} takes no packs")
    tables = {kind.table: [*map(_copied, library.table(ruleset.id, kind.table))] for kind in kinds}
    return Pack(PACK, ruleset.id, tables=tables)


def _with_copies(value: Any, copies: dict[str, str]) -> Any:
    """A set-up whose units are of the copied profiles, under their own names."""
    if isinstance(value, list):
        return [_with_copies(one, copies) for one in value]
    if not isinstance(value, dict):
        return value
    made = {key: _with_copies(one, copies) for key, one in value.items()}
    return {**made, "profile": copies.get(made["profile"], made["profile"])} if "profile" in made else made


def _said(row: Row) -> Table:
    """What an entry says, without what goes without saying."""
    return {
        key: one.strip() if isinstance(one, str) else one
        for key, one in row.items()
        if one not in (False, [])
    }


def _units(setup: Table) -> Iterator[Table]:
    yield from (unit for side in setup["sides"] for unit in side["units"])


def test_what_comes_with_the_game_would_do_in_a_pack(ruleset: Ruleset[GameState]) -> None:
    pack = _pack(ruleset)
    for kind in ruleset.view.packs():
        for row in pack.tables[kind.table]:
            assert entry_faults(ruleset, kind, row, pack) == [], row["id"]


def test_an_entry_that_is_opened_and_closed_again_is_as_it_was(ruleset: Ruleset[GameState]) -> None:
    for kind in ruleset.view.packs():
        for row in _pack(ruleset).tables[kind.table]:
            made = row_of(kind, draft_of(kind, row), row)
            assert _said(made) == _said(row)


def test_a_copied_profile_plays_as_the_first_does_also_when_its_pack_is_gone(
    ruleset: Ruleset[GameState], tmp_path: Path
) -> None:
    start = game_starts(ruleset.id)[0]
    written = ruleset.resolve(start.setup)
    save_pack(_pack(ruleset))
    copies = {row["id"]: _copied(row)["id"] for row in library.table(ruleset.id, "profiles")}
    armies = {row["id"]: row for row in library.table(ruleset.id, "armies")}
    sides = [
        {**side, "army": armies[side["army"]]} if "army" in side else side for side in start.setup["sides"]
    ]
    setup = _with_copies({**start.setup, "sides": sides}, copies)
    session = new_session(ruleset, setup, seed=1, path=tmp_path / "house.vedette")
    session.do({"do": "note", "by": next(iter(session.state.sides)), "text": "By the house."})
    session.close()

    remove_pack(ruleset.id, _pack(ruleset).id)
    assert library.packs(ruleset.id) == {}
    again = open_session(rulesets(), tmp_path / "house.vedette")
    for first, copy in zip(_units(written), _units(dict(again.setup)), strict=True):
        assert {**copy, "name": first["name"]} == first
    assert verify(again) == []
    again.close()


WRONG: tuple[Any, ...] = (
    0, -1, 10**30, 1.5, True, "", "no such thing", "\x1b[31m", "x" * 3000, [], [3], [{}], [[[]]], ["\u202e"], {}, {"a": {"b": 1}},
)  # fmt: skip


def test_a_value_of_the_wrong_kind_in_a_pack_is_refused_in_sentences_or_kept_as_it_is(
    ruleset: Ruleset[GameState],
) -> None:
    pack = _pack(ruleset)
    for kind in ruleset.view.packs():
        rows = pack.tables[kind.table] or [{"id": "one", "name": "One"}]
        asked = {field.name.partition(".")[0] for field in kind.fields}
        for key, value in product({"id", "name", "text", *asked, *rows[0]}, WRONG):
            wrong = {**rows[0], key: value}
            faults = entry_faults(ruleset, kind, wrong, pack)
            assert all(isinstance(fault, str) and fault for fault in faults), (key, value)
            assert entry_in_a_line(kind, wrong) is not None
            kind.sums(wrong)
            row_of(kind, draft_of(kind, wrong), wrong)
