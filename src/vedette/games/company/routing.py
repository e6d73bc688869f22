"""Routs, Retreats and Escapes, and the queue of those who must test for what has happened."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Remark, Total
from vedette.engine.facts import Fact, one_of
from vedette.engine.grammar import agree, name_of, the
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.engine.readings import explains, told_house_rules
from vedette.engine.requests import Chain, Option, Queued
from vedette.games.company import groups
from vedette.games.company.groups import is_captains, without_melees
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import (
    house_rule,
    number,
    plays,
    taunts,
    token_name,
)
from vedette.kit.sentences import fact
from vedette.kit.words import count

RWord = Annotated[str, WORDS]
"""What the edition calls R."""


@fact("{unit} must test {of:word}: {reasons:word}.")
class MustTest(Fact, frozen=True):
    aside = True
    unit: str
    reasons: Annotated[tuple[str, ...], WORDS]
    of: Annotated[str, WORDS] = "Resilience"


@fact(
    "{unit} {why:=no_r?had no {of:word} left|{why:=test?broke|{why:=blast?blew up|left the table}}}: Routed, {points:# point} lost.",
    moment="lost",
    headline="{unit} ROUTED{points:?, −{points:# point}}",
)
class Routed(Fact, frozen=True):
    """A Group is out of play. `why`: no R left, a test, off the table, or its Self-Destruct; `of`: the edition's word for R, as in the facts below."""

    unit: str
    why: Annotated[str, one_of(("no_r", "test", "off_table", "blast"))]
    points: int
    of: RWord = "R"


@fact(
    "{unit} left the table{token:? with the {token:word}}: Escaped.",
    moment="gain",
    headline="{unit} ESCAPED",
    tale="{unit} got away{token:? with the {token:word}}",
)
class Escaped(Fact, frozen=True):
    """A Group has left the table and is not Routed; `token`: what it took along."""

    unit: str
    token: str = ""


@fact("{unit} dropped the {token:word}.", moment="fail")
class TokenDropped(Fact, frozen=True):
    unit: str
    token: str


@fact(
    "{unit} can't Retreat: lost {lost} {of:word}, {left:?{left} left|none left}.",
    moment="hurt",
    headline="{unit} can't Retreat: −{lost} {of:word}",
)
class HeldGround(Fact, frozen=True):
    unit: str
    lost: int
    left: int
    of: RWord = "R"


_BACK = "{inches:# inch/inches} directly away from {away_from:?{away_from}|the nearest enemy}"


@fact(
    "{unit} {way:=off_table?Retreated off the table"
    f"|{{way:=blocked?could not Retreat {_BACK}: the path was blocked|Retreated {{inches:?{_BACK}|no distance}}}}}}.",
    headline='{unit} {way:=off_table?left the table|{way:=blocked?could not Retreat {inches}"|{inches:?Retreated {inches}"|stayed}}}',
    tale="{unit} {way:=off_table?fled off the table|{way:=blocked?could not get away|{inches:?fell back|stood {unit:its/their} ground}}}",
)
class Retreated(Fact, frozen=True):
    """What came of a Retreat; `way` is what the players said of the path, "" in games that did not keep it."""

    moves: ClassVar[str] = "unit"
    unit: str
    inches: int
    away_from: str
    way: Annotated[str, WORDS] = ""


@fact(
    "{unit}: path blocked, {lost:?{lost} {of:word} lost, {left} left|nothing lost}{reading:so}.",
    moment=lambda it: "hurt" if it.lost else "",
    headline="{unit}: blocked{lost:?, −{lost} {of:word}}",
)
class Blocked(Fact, frozen=True):
    unit: str
    lost: int
    left: int
    reading: Annotated[str, WORDS] = ""
    of: RWord = "R"


# --- who waits for a test


BECAUSE = "because"
"""How the panel names what brought a test."""


class Due(Struct, frozen=True):
    """A Group that waits for its Resilience Test.

    `lost` is the R that brought it (0 where something else did), `reasons` what people read of it,
    `cause` the Group that it would Retreat from ("": the nearest enemy, decision 12), `readings` how
    the text is read where that brought the test, or spared another.
    """

    unit: str
    lost: int = 0
    reasons: tuple[Remark, ...] = ()
    cause: str = ""
    readings: tuple[Remark, ...] = ()


Queue = list[Due]
"""CO-RES-14: tests are taken one after the other, the first of the list first."""


def lost_r(game: Skirmish, unit: str, lost: int, cause: str = "", readings: tuple[Remark, ...] = ()) -> Due:
    """CO-RES-1: the test of a Group that lost R."""
    said = f"it lost {lost} {groups.edition(game).r}" if explains() else ""
    return Due(unit, lost, (Remark(BECAUSE, said, ("CO-RES-1",)),), cause, readings)


def joins(game: Skirmish, due: Due, queue: Queue) -> bool:
    """CO-RES-14: the test comes last, unless the Group waits for one and takes it for both (decisions 15 and 16)."""
    waiting = [place for place, other_due in enumerate(queue) if other_due.unit == due.unit]
    if not waiting:
        queue.append(due)
        return True
    told = house_rule(game, "waiting_triggers")
    if plays(game, "waiting_triggers", "each"):
        queue.append(replace(due, readings=(*due.readings, told)))
        return True
    first = queue[waiting[0]]
    reasons = (*first.reasons, *due.reasons) if due.lost else first.reasons
    read = tuple(dict.fromkeys((*first.readings, *due.readings, told)))
    queue[waiting[0]] = replace(first, lost=first.lost + due.lost, reasons=reasons, readings=read)
    return False


def rout(play: Play[Skirmish], unit: str, queue: Queue, why: str) -> None:
    """CO-ROU-1, CO-ROU-3, CO-RET-6: the Group is out of play; the tests that it brings join the queue.

    CO-RES-3, CO-RES-4, CO-RES-5, CO-RES-14: every Group that remains tests for a rout, in setup order. Several reasons
    are one test (decision 15).
    """
    game = play.state
    if not game.units[unit].in_play:  # only when a command on it was forced
        return
    drop_token(play, unit)
    game, name, lost = play.state, game.units[unit].company, groups.worth(game, unit)
    gone = dict.fromkeys(("shaken", "defensive", "warded"), False)
    game = groups.taken_off(game, unit, routed=True, effects=(), taunts=(), **gone)
    for other, group in game.units.items():  # CO-TNT-1: a taunt that names it may be over
        lasting = tuple(
            one for one in group.taunts if one.target != unit or not taunts(game.edition)[one.taunt].ends
        )
        if lasting != group.taunts:
            game = game.with_unit(other, taunts=lasting)
    game = game.with_company(name, points_lost=game.companies[name].points_lost + lost)
    half = groups.half_gone(game.companies[name]) and not game.companies[name].half_lost
    if half:
        game = game.with_company(name, half_lost=True)  # decision 18
    play.commit(game, Routed(unit, why, lost, groups.edition(game).r))
    queue[:] = [due for due in queue if due.unit != unit]
    game, remaining = play.state, groups.in_play(play.state, name)
    company, captains = name_of(game.companies[name], is_side=True), is_captains(game, unit)
    has, its = agree(company, "has", "have"), agree(company, "its", "their")
    found = {
        "CO-RES-4": (captains, "the Captain's Group is Routed"),
        "CO-RES-5": (half, f"{the(company)} {has} lost half {its} points"),
        "CO-RES-3": (len(remaining) == 1, _last_of(game, name)),
    }
    reasons = tuple(Remark(BECAUSE, text, (rule,)) for rule, (applies, text) in found.items() if applies)
    two = half and captains
    told = (house_rule(game, "two_reasons"),) if two else ()
    apart = two and plays(game, "two_reasons", "two-tests")
    waiting = {due.unit for due in queue}
    for test in (reasons[:1], reasons[1:]) if apart else (reasons,) if reasons else ():
        for other in remaining:
            due = Due(other, reasons=test, readings=told)
            if apart and other not in waiting:  # each is a separate test, whatever waits meanwhile
                queue.append(due)
            elif not joins(play.state, due, queue):
                continue
            said = tuple(remark.text for remark in test)
            play.emit(MustTest(other, said, groups.edition(game).tested))


def _last_of(game: Skirmish, company: str) -> str:
    return f"it is the last Group of {the(name_of(game.companies[company], is_side=True))}"


def drop_token(play: Play[Skirmish], unit: str) -> None:
    """CO-SCN-9: a carrier that is Shaken or Routed leaves its token on the table."""
    if play.state.units[unit].carrying:
        token = token_name(play.state.book.scenario.token)
        play.commit(play.state.with_unit(unit, carrying=False), TokenDropped(unit, token))


def escape(play: Play[Skirmish], unit: str, queue: Queue) -> None:
    """CO-SCN-2, CO-SCN-8, CO-RES-3: the Group is off the table with what it carries, and not Routed.

    Whoever stays behind as the last of the Company tests (decision 19).
    """
    game, group = groups.taken_off(play.state, unit, escaped=True, defensive=False), play.state.units[unit]
    if not group.in_play:  # only when a command on it was forced
        return
    token = token_name(game.book.scenario.token) if group.carrying else ""
    if token:
        left, taken = max(0, game.scenario.tokens - 1), game.scenario.tokens_taken + 1
        game = replace(game, scenario=replace(game.scenario, tokens=left, tokens_taken=taken))
    play.commit(game, Escaped(unit, token))
    queue[:] = [due for due in queue if due.unit != unit]
    remaining = groups.in_play(game, group.company)
    if len(remaining) == 1:
        last = Remark(BECAUSE, _last_of(game, group.company), ("CO-RES-3",))
        if joins(game, Due(remaining[0], reasons=(last,)), queue):
            play.emit(MustTest(remaining[0], (last.text,), groups.edition(game).tested))


# --- retreating: the way back, ordered or forced


@fact("{unit} left {unit:their} formation{reading:so}.", headline="{unit}: formation left")
class FormationLeft(Fact, frozen=True):
    aside = True

    unit: str
    reading: Annotated[str, WORDS] = ""


def leave_formation(play: Play[Skirmish], unit: str) -> None:
    """CO-TRA-31: by the reading of a formation that ends as models move, whoever Attacks or Retreats gives it up."""
    game = play.state
    if game.units[unit].defensive and plays(game, "formation_ends", "move"):
        read = told_house_rules([house_rule(game, "formation_ends")])
        play.commit(game.with_unit(unit, defensive=False), FormationLeft(unit, read))


def _ways(game: Skirmish, unit: str) -> tuple[Option, ...]:
    """CO-RET-4, CO-RET-5, CO-SCN-3, CO-LOC-6: what the way back may be like, and what that costs."""
    dice, points = f"{number('blocked_dice')} D{number('die_sides')}", groups.worth(game, unit)
    r, routed = game.units[unit].r, f"† Routed, −{count(points, 'point')}" if points else "† Routed"
    place, edge = groups.location(game), groups.way_off(game, unit)
    off = Option(
        "off_table",
        "a model leaves the table",
        brief="off the table",
        assumed="a model leaves the table",
        note=routed,
        severity="bad",
    )
    away = "over the far edge" if edge == "far" else "over the edge"
    safe = Option(
        "escapes",
        f"a model leaves the table {away}",
        brief=away,
        assumed=f"it leaves the table {away}",
        note="Escaped, not Routed",
    )
    return (
        Option("clear", "the way back is clear", assumed="the path is clear"),
        Option(
            "blocked",
            "something blocks it",
            brief="blocked",
            assumed="the path is blocked",
            note=f"{dice} under {r}: as many {groups.edition(game).r}",
            severity="warn",
        ),
        *(() if edge == "any" or (place and place.walled) else (off,)),
        *((safe,) if edge else ()),
    )


async def fall_back(play: Play[Skirmish], unit: str, queue: Queue, cause: str, *, ordered: bool) -> None:
    """CO-RET-2, CO-RET-4, CO-RET-5, CO-RET-6: half of MO away from the cause; melees are over."""
    game = play.state
    if not ordered and groups.cannot_retreat(game, unit):
        _stays(play, unit, queue)
        return
    leave_formation(play, unit)
    game = play.state
    inches = groups.retreat_distance(game, unit)
    if not inches:  # decision 10
        play.commit(without_melees(game, unit), Retreated(unit, inches, cause))  # decision 11
        return
    group, name = game.units[unit], name_of(game.units[unit])
    away = f"away from {game.units[cause].name if cause else 'the nearest enemy'}"
    is_shaken = f"{name} {agree(name, 'is', 'are')} Shaken: how {agree(name, 'does it', 'do they')} retreat?"
    ways = _ways(game, unit)
    while True:
        answer = await play.choose(
            "retreat",
            side=group.side,
            options=ways,
            why=f"{name}: is the way back clear?" if ordered else is_shaken,
            rules=("CO-RET-2", "CO-RET-3"),
            title=f'{name} {agree(name, "retreats", "retreat")} {inches}"',
            aside=away,
            rule=f'Keep {number("retreat_gap")}" from every enemy.',
            chain=chain_of(Due(unit), queue),
        )
        # decision 11: melees end, however far it retreats
        play.commit(without_melees(play.state, unit), Retreated(unit, inches, cause, str(answer)))
        if answer == "off_table":
            rout(play, unit, queue, "off_table")
        if answer == "escapes":
            escape(play, unit, queue)
        if answer != "blocked" or await _stopped(play, unit, queue, cause, ordered=ordered):
            return
        ways = tuple(way for way in ways if way.value != "blocked")


def _stays(play: Play[Skirmish], unit: str, queue: Queue) -> None:
    """CO-SCN-13, CO-TNT-5: it stays where it is, in its melees too, and that costs it R which nobody tests for (decision 24)."""
    left = play.state.units[unit].r - number("retreat_refused_loss")
    held = HeldGround(unit, number("retreat_refused_loss"), left, groups.edition(play.state).r)
    play.commit(play.state.with_unit(unit, r=left), held)
    if left <= number("gone_at"):
        rout(play, unit, queue, "no_r")


async def _stopped(play: Play[Skirmish], unit: str, queue: Queue, cause: str, *, ordered: bool) -> bool:
    """CO-RET-4: a die lower than the current R costs that many R, tested by the table's house rule (decisions 7 to 9).

    Whether the block stops the Group; if the die was not lower, by the table's house rule.
    """
    group, word = play.state.units[unit], groups.edition(play.state).r
    what = Remark(f"below its {word} of {group.r}", "it loses that many", ("CO-RET-4",))
    total = await play.total(
        Total(dice=number("blocked_dice"), sides=number("die_sides"), remarks=(what,)),
        why="blocked",
        side=group.side,
        rules=("CO-RET-4",),
        told=f"{group.name}: path blocked",
        chain=chain_of(Due(unit), queue),
    )
    lost = total if total < group.r else 0
    read = house_rule(play.state, "forced_blocked_retreat")
    tested = ordered or plays(play.state, "forced_blocked_retreat", "test")
    rests_on = [] if tested else [read]
    said = told_house_rules(rests_on if lost else [house_rule(play.state, "blocked_not_lower")])
    blocked = Blocked(unit, lost, group.r - lost, said, word)
    play.commit(play.state.with_unit(unit, r=group.r - lost), blocked)
    if lost and tested:
        test = lost_r(play.state, unit, lost, cause, () if ordered else (read,))
        joins(play.state, test, queue)
    return lost > 0 or plays(play.state, "blocked_not_lower", "stops")


def chain_of(due: Due, queue: Queue) -> Chain | None:
    """For people: whose test it is, and who is still to test."""
    if not explains():
        return None
    return Chain(Queued(due.unit, due.reasons), tuple(Queued(one.unit, one.reasons) for one in queue))
