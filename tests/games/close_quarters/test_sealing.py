"""Declarations that only their side knows until they are shown (CQ-ARM-15, CQ-OPT-13)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.close_quarters.test_attacks import PISTOL, armed, give, rule_of, somebody, unit
from vedette.engine.dice import Die
from vedette.engine.errors import CommandError
from vedette.engine.hidden_information import opened, sealed, sealed_words
from vedette.engine.odds.command_odds import command_search, tells_changes
from vedette.engine.odds.search import Search
from vedette.engine.plain import to_plain
from vedette.engine.session import Outcome, Session, new_session, open_session
from vedette.engine.verify import verify
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.sealing import Reveal, reveal_understood
from vedette.games.close_quarters.state import Fight
from vedette.view.command_line import typed_words
from vedette.view.correcting import later_lines, was_and_now

LASER = {"id": "laser", "type": "laser-pistol", "skills": []}


def field(id: str, hex: str, facing: str = "s", **fields: Any) -> dict[str, Any]:
    """Somebody with an energy shield, and a suit against its field."""
    return somebody(id, hex, facing, energy_shield="deflector-1", armor="protective-suit", **fields)


def battle(*, phase: str = "action", path: Path | None = None, **red: Any) -> Session[Fight]:
    """Ann of red with a pistol and a laser; Cid of blue with an energy shield."""
    ann = armed("ann", "0510", PISTOL, LASER, **{"facing": "n", **red})
    sides = [
        {"id": "red", "name": "Red", "units": [ann]},
        {"id": "blue", "name": "Blue", "units": [field("cid", "0304", dex=7)]},
    ]
    setup = {"sides": sides, "state": {"phase": phase}, "options": {"opportunity_fire": True}}
    return new_session(RULESET, setup, seed=1, path=path)


def seal(session: Session[Fight], by: str, declaration: dict[str, Any], **words: Any) -> Outcome:
    """As the screen and the command line give it: sealed before the session sees it."""
    override = words.pop("override", "")
    given = {"do": "seal", "by": by, "declaration": declaration, **words}
    return session.do(sealed_words(given), override=override)


def watch(session: Session[Fight], hex: str, **words: Any) -> Outcome:
    return seal(session, "red", {"hex": hex}, what="watch", unit="ann", **{"weapon": "gun", **words})


def shield(session: Session[Fight], on: bool) -> Outcome:
    return seal(session, "blue", {"on": on}, what="shield", unit="cid")


def log(session: Session[Fight]) -> list[str]:
    return [one for entry in session.timeline.path() for one in session.sentences(entry)]


def readable(session: Session[Fight]) -> str:
    """All that anybody reads of a game: its state, its log, its table, what is waited for."""
    table = RULESET.view.table(session.state, session.request)
    return json.dumps(to_plain(session.paths())) + " ".join(log(session)) + str(table)


def names(text: str, hex: str) -> bool:
    """Whether a text has a hex as a word of its own, and not only among the digits of a checksum."""
    return re.search(rf"\b{hex}\b", text) is not None


def on_to_the_movement_of_blue(session: Session[Fight]) -> None:
    if session.state.phase == "action":
        give(session, "pass", by="cid")
    give(session, "end_turn", by="red")
    give(session, "initiative", 1, 6, by="red", choose=["blue"])


# --- the box


def test_a_box_gives_back_what_was_sealed_and_two_of_them_differ() -> None:
    first, second = sealed({"hex": "0504"}), sealed({"hex": "0504"})
    assert first != second
    assert opened(*first) == opened(*second) == {"hex": "0504"}


BOXES = ("", "!!", "e30=", sealed({"hex": "0505"})[0])


@pytest.mark.parametrize("box", BOXES, ids=("empty", "no box", "nothing in it", "another one"))
def test_a_box_that_is_not_what_was_sealed_is_not_opened(box: str) -> None:
    _, digest = sealed({"hex": "0504"})
    with pytest.raises(CommandError):
        opened(box, digest)


def test_a_declaration_is_taken_out_of_the_words() -> None:
    words = sealed_words({"do": "seal", "by": "red", "declaration": {"hex": "0504"}})
    assert set(words) == {"do", "by", "box", "digest"}
    with pytest.raises(CommandError, match="declaration"):
        sealed_words({"do": "seal", "declaration": "0504"})


# --- a watch


def test_a_sealed_watch_uses_the_action_and_tells_nobody_its_hex(tmp_path: Path) -> None:
    session = battle(path=tmp_path / "game.vedette")
    assert watch(session, "0508").refusal is None
    ann = unit(session, "ann")
    assert (ann.acted, ann.overwatch and ann.overwatch.hex) == (True, "")
    assert "Red sealed a declaration for Ann (a watch)." in log(session)
    assert not names(readable(session), "0508")
    assert not names((tmp_path / "game.vedette").read_text(encoding="utf-8"), "0508")
    assert "box" not in json.dumps(to_plain(session.paths()))


def test_a_revealed_watch_is_an_open_one() -> None:
    session = battle()
    watch(session, "0504")
    give(session, "reveal", by="red")
    open_one = battle()
    give(open_one, "overwatch", weapon="gun", hex="0504")
    assert unit(session, "ann") == unit(open_one, "ann")
    assert session.state.sides["red"].sealed == ()
    assert "Red had sealed for Ann: watches 0504." in log(session)


def test_opportunity_fire_shows_the_hex_first() -> None:
    session = battle()
    watch(session, "0504")
    on_to_the_movement_of_blue(session)
    give(session, "move", by="cid", path=["0404", "0504", "0604"])
    assert "0504" not in " ".join(log(session)).replace("moves", "")
    told = len(log(session))
    give(session, "opportunity_fire", 5, 4, 4, target="cid", hex="0504")
    assert log(session)[told] == "Red had sealed for Ann: watches 0504."
    assert (unit(session, "ann").overwatch, session.state.sides["red"].sealed) == (None, ())


def test_a_shot_off_the_sealed_hex_counts_the_hexes_as_in_the_open() -> None:
    session = battle()
    watch(session, "0506")
    on_to_the_movement_of_blue(session)
    give(session, "move", by="cid", path=["0404", "0504"])
    asked = session.do({"do": "opportunity_fire", "by": "ann", "target": "cid", "hex": "0504"}).request
    assert asked is not None
    assert ("off_hex", -2) in [(one.name, one.value) for one in asked.pool.modifiers]  # type: ignore[union-attr]


def test_what_is_sealed_is_judged_like_an_open_watch() -> None:
    session = battle()
    assert rule_of(watch(session, "0512")) == "CQ-MAP-5"
    assert rule_of(watch(session, "9999")) == "CQ-MAP-1"
    assert rule_of(watch(session, "0504", weapon="laser", mode="suppression")) == ""
    assert rule_of(watch(session, "0504")) == "CQ-TRN-2"
    with pytest.raises(CommandError, match="weapon"):
        watch(session, "0504", weapon="cannon")
    with pytest.raises(CommandError):
        watch(session, "here")


def test_a_forced_watch_behind_him_leads_to_nothing_but_another_agreement() -> None:
    session = battle()
    watch(session, "0512", override="We agree")
    on_to_the_movement_of_blue(session)
    give(session, "move", by="cid", path=["0404", "0504"])
    refused = give(session, "opportunity_fire", target="cid", hex="0504")
    assert rule_of(refused) == "CQ-OPT-13"
    assert not names(readable(session), "0512")


def test_a_sealed_watch_ends_with_a_move_and_is_told_then() -> None:
    session = battle()
    watch(session, "0504")
    give(session, "pass", by="cid")
    give(session, "end_turn", by="red")
    give(session, "initiative", 6, 1, by="red", choose=["red"])
    assert session.state.sides["red"].sealed
    give(session, "move", path=[], facing="ne")
    assert "The watch that Red had sealed for Ann is over: it was on 0504." in log(session)
    assert session.state.sides["red"].sealed == ()


def test_everything_sealed_is_shown_when_the_combat_is_over() -> None:
    session = battle()
    watch(session, "0504")
    shield(session, on=False)
    give(session, "concede", by="blue")
    assert all(side.sealed == () for side in session.state.sides.values())
    assert "Red had sealed for Ann: watches 0504." in log(session)
    assert "Blue had sealed for Cid: energy shield off." in log(session)


# --- a shield


@pytest.mark.parametrize("on", [True, False])
def test_nobody_sees_whether_a_sealed_shield_is_on(on: bool) -> None:
    told = []
    for said in (on, not on):
        session = battle()
        shield(session, on=said)
        told.append((log(session), unit(session, "cid"), RULESET.view.table(session.state, None)))
    assert told[0] == told[1]
    assert log(session) == ["Blue sealed a declaration for Cid (a shield)."]


def test_a_shield_that_is_shown_as_on_is_switched_on_with_its_dice() -> None:
    session = battle()
    shield(session, on=True)
    assert not unit(session, "cid").energy_shield_on
    give(session, "reveal", 3, 3, 3, by="blue")
    assert unit(session, "cid").energy_shield_on
    broken = battle()
    shield(broken, on=True)
    give(broken, "reveal", 6, 6, 6, by="blue")
    assert (unit(broken, "cid").energy_shield_on, unit(broken, "cid").energy_shield_broken) == (False, True)


def test_a_shield_that_stays_as_it_is_takes_no_dice() -> None:
    session = battle()
    shield(session, on=False)
    assert session.do({"do": "reveal", "by": "blue"}).request is None
    assert log(session)[-1] == "Blue had sealed for Cid: energy shield off."


def test_a_sealed_shield_is_shown_at_the_end_of_the_turn_before_its_field_does_harm() -> None:
    session = battle()
    shield(session, on=True)
    give(session, "pass")
    give(session, "pass", by="cid")
    give(session, "end_turn", 3, 3, 3, by="red")
    assert (unit(session, "cid").energy_shield_on, session.state.round) == (True, 2)
    assert log(session).index("Blue had sealed for Cid: energy shield on.") < len(log(session)) - 2


def test_one_declaration_for_a_shield_at_a_time_and_only_for_one_that_works() -> None:
    session = battle()
    shield(session, on=True)
    assert rule_of(shield(session, on=False)) == "CQ-ARM-15"
    assert rule_of(seal(session, "red", {"on": True}, what="shield", unit="ann")) == "CQ-ARM-13"
    with pytest.raises(CommandError, match="does not belong to Red"):
        seal(session, "red", {"on": True}, what="shield", unit="cid")
    with pytest.raises(CommandError, match="on or off"):
        seal(session, "blue", {"on": "yes"}, what="shield", unit="cid")


def test_between_combats_there_is_nothing_to_seal() -> None:
    assert rule_of(shield(battle(phase="between"), on=True)) == "CQ-TRN-1"


def test_before_the_dice_the_form_of_an_attack_with_energy_tells_who_may_show_something() -> None:
    session = battle()
    shield(session, on=True)
    for weapon, told in (("laser", ["Before the dice"]), ("gun", [])):
        form = RULESET.view.form(session.state, "shoot", "ann", {"weapon": weapon, "target": "cid"})
        assert [
            line.label for line in form.lines if "dice" in line.label.lower() and "may show" in line.text
        ] == told


# --- kept and opened


def test_what_was_tampered_with_is_refused() -> None:
    session = battle()
    shield(session, on=True)
    entry = session.state.sides["blue"].sealed[0]
    other, _ = sealed({"on": False})
    for box in (other, entry.box[:-4], "x"):
        game = session.state.with_side("blue", sealed=(replace(entry, box=box),))
        with pytest.raises(CommandError, match="sealed"):
            reveal_understood(game, Reveal(do="reveal", by="blue"))
    words = sealed_words(
        {"do": "seal", "by": "blue", "what": "shield", "unit": "cid", "declaration": {"on": True}}
    )
    with pytest.raises(CommandError, match="not what was sealed"):
        battle().do({**words, "box": other})


def test_ids_are_given_or_made_and_what_is_not_there_is_not_shown() -> None:
    session = battle()
    watch(session, "0504", id="corner")
    assert [one.id for one in session.state.sides["red"].sealed] == ["corner"]
    with pytest.raises(CommandError, match="corner"):
        session.do({"do": "reveal", "by": "red", "id": "ann-watch"})
    with pytest.raises(CommandError, match="nothing"):
        session.do({"do": "reveal", "by": "blue"})


def test_undo_takes_seals_and_reveals_back() -> None:
    session = battle()
    before = session.state
    watch(session, "0504")
    sealed_now = session.state
    give(session, "reveal", by="red")
    session.undo("red")
    assert session.state == sealed_now
    session.undo("red")
    assert session.state == before
    session.redo("red")
    assert session.state == sealed_now


def test_a_sealed_declaration_is_corrected_unseen_and_what_came_after_it_holds() -> None:
    session: Session[Any] = battle()
    watch(session, "0504")
    shield(session, on=True)
    first = session.timeline.path()[0]
    planned = session.correction(first.n, typed_words("""'declaration={hex="0505"}'"""))
    assert not names(str(was_and_now(session, planned)) + str(later_lines(session, planned)), "0505")
    session.correct(planned)
    assert not names(readable(session), "0505")
    give(session, "reveal", by="red")
    assert names(readable(session), "0505")
    assert len(session.state.sides["blue"].sealed) == 1
    assert verify(session) == []


def test_a_correction_before_what_is_sealed_keeps_its_seal_as_it_is() -> None:
    session: Session[Any] = battle()
    give(session, "adjust", by="red", path="units.cid.dex", value=9, reason="misread")
    watch(session, "0504")
    seals = session.state.sides["red"].sealed
    session.correct(session.correction(session.timeline.path()[0].n, {"value": 8}))
    assert session.state.sides["red"].sealed == seals
    assert not names(readable(session), "0504")
    assert verify(session) == []


def shot_with_a_sealed_watch(*, over: bool) -> tuple[Session[Any], int]:
    """Cid hits Ann, who has sealed a watch of 0509: for 2 points, or for so many that she dies; the number of the damage."""
    sides = [
        {"id": "red", "name": "Red", "units": [armed("ann", "0510", PISTOL)]},
        {"id": "blue", "name": "Blue", "units": [armed("cid", "0506", PISTOL, facing="s")]},
    ]
    setup = {"sides": sides, "state": {"phase": "action"}, "options": {"opportunity_fire": True}}
    session: Session[Any] = new_session(RULESET, setup, seed=1)
    watch(session, "0509")
    damage = (6, 6) if over else (1, 1)
    hit = give(session, "shoot", 4, 3, 3, *damage, by="cid", weapon="gun", target="ann")
    return session, hit.entries[-1].n


def test_a_correction_that_opens_what_is_sealed_tells_nothing_of_it_before_it_is_made() -> None:
    session, damage = shot_with_a_sealed_watch(over=False)
    planned = session.correction(damage, (Die(6), Die(6)))
    assert not names(str(planned), "0509")
    was, now = was_and_now(session, planned)
    assert was == ("−2 hits, 9 left",)
    assert now[:2] == ("−11 hits, 0 left", "DEAD")
    assert now[-1] == "what is sealed is opened"
    session.correct(planned)
    assert "The watch that Red had sealed for Ann is over: it was on 0509." in log(session)
    assert verify(session) == []


def test_what_is_open_where_the_game_stands_is_told_of_a_correction_as_well() -> None:
    session, damage = shot_with_a_sealed_watch(over=True)
    was, now = was_and_now(session, session.correction(damage, (Die(6), Die(5))))
    assert was[-1] == now[-1] == "watched 0509"


def test_a_save_with_seals_is_read_again_and_judged_the_same(tmp_path: Path) -> None:
    session = battle(path=tmp_path / "game.vedette")
    watch(session, "0504")
    shield(session, on=True)
    give(session, "reveal", 3, 3, 3, by="blue")
    give(session, "pass", by="cid")
    state = session.state
    session.close()
    again = open_session({RULESET.id: RULESET}, tmp_path / "game.vedette")
    assert again.state == state
    assert verify(again) == []
    again.close()


# --- on the screen


def test_only_the_side_that_seals_is_asked_to_look() -> None:
    session = battle()
    actions = {one.do: one for one in RULESET.view.actions(session.state, "ann")}
    assert (actions["seal"].secret, "reveal" in actions) == (True, False)
    watch(session, "0504")
    shown = {one.do: one for one in RULESET.view.actions(session.state, "ann")}
    assert (shown["reveal"].secret, shown["reveal"].title) == (True, "What we have sealed")
    assert "reveal" not in {one.do for one in RULESET.view.actions(session.state, "cid")}
    form = RULESET.view.form(session.state, "reveal", "ann", {})
    assert ([choice.label for choice in form.fields[0].choices], form.ready) == (["Ann watches 0504"], False)


def test_the_form_hides_what_is_sealed_and_seals_it() -> None:
    session = battle()
    form = RULESET.view.form(session.state, "seal", "ann", {"what": "watch", "weapon": "gun", "hex": "0504"})
    hex = next(one for one in form.fields if one.name == "hex")
    assert (hex.secret, form.ready, form.refusal, form.by) == (True, True, None, "red")
    assert form.command["declaration"] == {"hex": "0504"}
    assert form.board is not None
    assert (form.board.cursor, form.board.line) == ("", None)
    assert session.do(sealed_words(form.command)).refusal is None


def test_odds_tell_nothing_of_what_is_sealed() -> None:
    """The end of the turn shows a sealed shield; what it comes to is known when it is shown, and not before."""
    session = battle(phase="end")
    state = session.state
    end = {"do": "end_turn", "by": "red"}
    unsealed = command_search(RULESET, state, end, tells_changes(state), override=True)
    assert isinstance(unsealed, Search)
    assert unsealed.go_on()
    assert unsealed.odds.exact
    shield(session, on=True)
    state = session.state
    assert state.sides["blue"].sealed
    ahead = command_search(RULESET, state, end, tells_changes(state), override=True)
    assert isinstance(ahead, Search)
    assert ahead.go_on()
    assert ahead.odds.chances == {}
    assert ahead.odds.sealed == 1
