"""Odds of small procedures, held against every way in which their dice can fall."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import count, pairwise, product
from time import perf_counter
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Count, Die, Faces, Low, Modifier, Pool, Roll, Sum, Tests, Total
from vedette.engine.driver import Execution
from vedette.engine.facts import Noted
from vedette.engine.hidden_information import opened, sealed
from vedette.engine.odds.command_odds import tells_changes
from vedette.engine.odds.search import ALONE, BLIND, Search
from vedette.engine.odds.state_graph import Edge, Graph, range_of
from vedette.engine.odds.state_keys import StateKeys
from vedette.engine.play import Again, Play
from vedette.engine.requests import ChoiceRequest, DiceRequest, Option

pytestmark = pytest.mark.usefixtures("portable_odds")

CAME = Noted("it came out")
Odds = dict[Any, Fraction]


class Tally(Struct, frozen=True):
    """What came of it."""

    hits: Any = 0
    lost: Any = 0


def every_way(
    run: Callable[[Play[Tally]], Any], answers: tuple[Any, ...] = ()
) -> Iterator[tuple[Fraction, Tally]]:
    """All ends by brute force over faces, with their weights; of choices the first is taken."""
    execution = Execution(run, Tally())
    for answer in answers:
        execution.answer(answer)
    request = execution.request
    if request is None:
        yield Fraction(1), execution.play.state
    elif isinstance(request, ChoiceRequest):
        yield from every_way(run, (*answers, request.options[0].value))
    elif isinstance(request, DiceRequest):
        faces = range(request.pool.lowest, request.pool.highest + 1)
        for shown in product(faces, repeat=request.dice):
            for weight, state in every_way(run, (*answers, tuple(map(Die, shown)))):
                yield weight / len(faces) ** request.dice, state
    execution.close()


def by_force(run: Callable[[Play[Tally]], Any]) -> Odds:
    found: Odds = {}
    for weight, state in every_way(run):
        end = int(state.hits), int(state.lost)
        found[end] = found.get(end, Fraction(0)) + weight
    return found


def looked_for(run: Callable[[Play[Tally]], Any]) -> Odds:
    search = Search(run, Tally(), lambda state, heard: {"end": (state.hits, state.lost)})
    assert search.go_on()
    assert search.odds.exact
    found = search.odds.chances["end"]
    assert sum(found.values()) == 1
    return found


def reads(
    pool: Pool, read: Callable[[Roll], Any], again: Again | None = None
) -> Callable[[Play[Tally]], Any]:
    async def run(play: Play[Tally]) -> None:
        roll = await play.roll(pool, why="test", again=again)  # type: ignore[arg-type]
        play.commit(replace(play.state, hits=read(roll)), CAME)

    return run


FAILURES = Again(lambda roll: roll.failures, alone=True)
NOT_ONES = Again(lambda roll: tuple(i for i in roll.failures if roll.dice[i].face != 1), alone=True)
ALL_OR_NONE = Again(lambda roll: () if roll.criticals else roll.failures)
SOME = Again(lambda roll: tuple(i for i, die in enumerate(roll.dice) if die.face < 3))

HITS = Again(lambda roll: tuple(i for i, mark in enumerate(roll.marks) if mark != "failure"), alone=True)


def _misses(roll: Roll) -> tuple[int, ...]:
    return tuple(i for i in roll.failures if i in roll.fresh)


def _ones(roll: Roll) -> tuple[int, ...]:
    return tuple(i for i, face in enumerate(roll.faces) if face == 1 and i in roll.fresh)


async def again_in_stages(play: Play[Tally]) -> None:
    """Hits must be rolled again; then the lowest miss, and then the ones that are left, if its side wants."""
    roll = await play.throw(Count(dice=2, sides=6, target=3, twice=6), why="hit", again=(HITS,))
    roll = await play.reroll(roll, lambda roll: roll.lowest(_misses(roll), 1))
    if play.picks_any(roll, _ones):
        options = (Option("yes", "yes"), Option("no", "no"))
        if await play.choose("ones", side="", options=options, why="Ones again?", roll=roll) == "yes":
            roll = await play.reroll(roll, _ones)
    play.tell(roll)
    play.commit(replace(play.state, hits=roll.successes), CAME)


async def the_highest_again(play: Play[Tally]) -> None:
    """The best two of three, the highest rolled again; where they fail all of it once more."""

    def highest(roll: Roll) -> tuple[int, ...]:
        return (roll.faces.index(max(roll.faces)),)

    roll = await play.throw(Total(dice=3, sides=3, best=2, target=5), why="test")
    roll = await play.reroll(roll, highest)
    if roll.result < 5:
        roll = await play.reroll(roll, lambda roll: tuple(range(len(roll.dice))))
        roll = await play.reroll(roll, highest)
    play.tell(roll)
    play.commit(replace(play.state, hits=roll.result), CAME)


@pytest.mark.parametrize("run", [again_in_stages, the_highest_again])
def test_dice_rolled_again_in_stages(run: Callable[[Play[Tally]], Any]) -> None:
    assert looked_for(run) == by_force(run)


def test_many_dice_rolled_again_in_stages_tell_only_their_classes_apart() -> None:
    """A dozen dice could lie in billions of ways; what is rolled again of them depends on how many hit."""

    async def run(play: Play[Tally]) -> None:
        roll = await play.throw(Count(dice=12, sides=6, target=5), why="hit", again=(HITS,))
        roll = await play.reroll(roll, _misses)
        play.commit(replace(play.state, hits=roll.successes), CAME)

    search = Search(run, Tally(), lambda state, heard: {"end": state.hits})
    assert search.go_on()
    assert search.odds.runs < 200
    # Each die is rolled again once, whatever it showed.
    assert sum(
        Fraction(int(end)) * chance for end, chance in search.odds.chances["end"].items()
    ) == 12 * Fraction(1, 3)


READINGS = {
    "successes": reads(Tests(dice=3, sides=6, target=4), lambda roll: roll.successes),
    "criticals count twice": reads(
        Tests(dice=3, sides=6, target=4), lambda roll: roll.successes + roll.criticals
    ),
    "ones": reads(Tests(dice=3, sides=6, target=3), lambda roll: roll.faces.count(1)),
    "a one among them": reads(Tests(dice=3, sides=6, target=3), lambda roll: 5 if 1 in roll.faces else 7),
    "what each model has": reads(
        Tests(dice=3, sides=6, target=4, own=(0, 1, -1)), lambda roll: roll.successes
    ),
    "which of them failed": reads(
        Tests(dice=3, sides=6, target=4, own=(0, 1, -1)), lambda roll: sum(2**i for i in roll.failures)
    ),
    "which of them shows a one, and how many hit": reads(
        Tests(dice=3, sides=6, target=4, own=(0, 1, -1)),
        lambda roll: (
            sum(100 * 2**i for i, face in enumerate(roll.faces) if face == 1)
            + 10 * roll.successes
            + roll.criticals
        ),
    ),
    "which show a one after rolling again": reads(
        Tests(dice=2, sides=6, target=4),
        lambda roll: (
            [face == 1 for face in roll.faces].index(True)
            if 1 in roll.faces
            else roll.marks.count("critical") + 5
        ),
        FAILURES,
    ),
    "hits": reads(Count(dice=3, sides=6, target=5), lambda roll: roll.successes),
    "hits of which a six is two": reads(
        Count(dice=3, sides=6, target=5, twice=6), lambda roll: roll.successes
    ),
    "hits that all count twice": reads(
        Count(dice=3, sides=6, target=5, worth=2), lambda roll: roll.successes
    ),
    "a total": reads(Total(dice=3, sides=6), lambda roll: roll.result),
    "the best two of three": reads(Total(dice=3, sides=6, best=2), lambda roll: roll.result),
    "a total against a number": reads(Total(dice=3, sides=6), lambda roll: roll.total >= 11),
    "a sum": reads(Sum(dice=3, sides=6, target=10), lambda roll: max(0, 10 - roll.result)),
    "a sum and its first face": reads(Sum(dice=2, sides=6), lambda roll: roll.result * 10 + roll.faces[0]),
    "low dice": reads(Low(dice=3, sides=10, target=4), lambda roll: roll.successes),
    "naturally nothing": reads(Low(dice=2, sides=10, target=4), lambda roll: roll.faces.count(0)),
    "scores": reads(Low(dice=2, sides=10, target=4), lambda roll: max(roll.scores)),
    "the highest face": reads(Faces(dice=3, sides=6), lambda roll: max(roll.faces)),
    "failures again": reads(Tests(dice=3, sides=6, target=4), lambda roll: roll.successes, FAILURES),
    "failures again but ones": reads(Tests(dice=3, sides=6, target=4), lambda roll: roll.successes, NOT_ONES),
    "ones after rolling again": reads(
        Tests(dice=2, sides=6, target=4), lambda roll: roll.faces.count(1), FAILURES
    ),
    "again without a critical": reads(
        Tests(dice=3, sides=6, target=5), lambda roll: roll.successes, ALL_OR_NONE
    ),
    "small faces again": reads(Count(dice=2, sides=6, target=4), lambda roll: roll.successes, SOME),
}


@pytest.mark.parametrize("name", READINGS)
def test_a_roll_is_as_likely_as_its_faces(name: str) -> None:
    assert looked_for(READINGS[name]) == by_force(READINGS[name])


@pytest.mark.parametrize("name", READINGS)
@pytest.mark.parametrize("typed", [(1, None), (None, 6), (2, 5)])
def test_a_roll_of_which_some_dice_lie_already_is_as_likely_as_the_faces_of_the_others(
    name: str, typed: tuple[int | None, ...]
) -> None:
    run = READINGS[name]
    request = Execution(run, Tally()).request
    assert isinstance(request, DiceRequest)
    known = (*typed, *(None,) * request.dice)[: request.dice]
    found: Odds = {}
    every = range(request.pool.lowest, request.pool.highest + 1)
    for faces in product(*([face] if face else every for face in known)):
        for weight, state in every_way(run, (tuple(map(Die, faces)),)):
            found[state.hits] = found.get(state.hits, Fraction(0)) + weight
    whole = sum(found.values())
    search = Search(run, Tally(), lambda state, heard: {"end": state.hits}, recorded=(), typed=known)
    assert search.go_on()
    assert search.odds.exact
    assert search.odds.chances["end"] == {came: weight / whole for came, weight in found.items()}
    search.try_out(tries=20)
    search.odds.rest = Fraction(1)  # so that the sample is told
    assert search.known.chances["end"].keys() <= found.keys()


def small_pools() -> Iterator[tuple[Pool, Callable[[Roll], Any], Again | None]]:
    """Every kind of pool of one to four dice, and what rules may read of it."""
    for dice in (1, 2, 3, 4):
        for target in (2, 4):
            tests = Tests(dice=dice, sides=4, target=target, modifiers=(Modifier("cover", -1),))
            yield tests, lambda roll: roll.successes * 10 + roll.criticals, None
            yield tests, lambda roll: roll.successes, FAILURES if dice < 4 else None
            yield replace(tests, own=(1, 0, -1, 2)[:dice]), lambda roll: len(roll.failures), None
            yield Count(dice=dice, sides=4, target=target), lambda roll: roll.successes, None
            yield Low(dice=dice, sides=4, target=target), lambda roll: roll.successes, None
            total = Total(dice=dice, sides=4, target=2 * target, modifiers=(Modifier("hill", 1),))
            yield total, lambda roll: max(0, roll.result - 5), None
            yield Sum(dice=dice, sides=4, target=2 * target), lambda roll: roll.result, None
        yield Faces(dice=dice, sides=4), lambda roll: max(roll.faces) * 10 + roll.faces.count(1), None


def test_every_pool_of_up_to_four_dice_is_as_likely_as_its_faces() -> None:
    for pool, read, again in small_pools():
        run = reads(pool, read, again)
        assert looked_for(run) == by_force(run), (pool, again)


RAW: dict[str, Callable[[Roll], Any]] = {
    "the first face": lambda roll: roll.faces[0],
    "the face of a die": lambda roll: roll.dice[1].face,
    "a face as text": lambda roll: len(f"{roll.faces[0]:>{roll.faces[1]}}"),
    "a face as an index": lambda roll: (5, 4, 3, 2)[roll.faces[0] - 1],
    "a face as a key": lambda roll: {1: 7, 2: 8}.get(roll.faces[0], 9),
    "sorted faces": lambda roll: int("".join(map(str, sorted(roll.faces)))),
    "different faces": lambda roll: len(set(roll.faces)),
    "doubles": lambda roll: roll.faces[0] == roll.faces[1],
    "a face that is matched": lambda roll: next(i for i in range(9) if i == roll.faces[0]),
    "so many times": lambda roll: sum(1 for _ in range(roll.faces[0])),
    "faces against each other": lambda roll: sum(a > b for a, b in pairwise(roll.faces)),
    "the roll as a whole": lambda roll: sum(die.face * 5**i for i, die in enumerate(roll.dice)),
}


@pytest.mark.parametrize(
    "pool", [Tests(dice=2, sides=4, target=3), Sum(dice=2, sides=4)], ids=["tests", "sum"]
)
@pytest.mark.parametrize("name", RAW)
def test_a_rule_that_reads_a_raw_face_is_found(name: str, pool: Pool) -> None:
    """What it reads was not told apart at first: then its dice are, and their odds are right all the same."""
    run = reads(pool, RAW[name])
    search = Search(run, Tally(), lambda state, heard: {"end": (state.hits, state.lost)})
    assert search.go_on()
    assert search.read_raw == {"test"}
    assert looked_for(run) == by_force(run)


async def volley(play: Play[Tally]) -> None:
    """Hits, saves, and a test of nerve for who has lost more than one."""
    hits = (await play.roll(Count(dice=3, sides=4, target=3), why="hit")).successes
    play.commit(replace(play.state, hits=hits), CAME)
    saves = await play.roll(Tests(dice=hits, sides=4, target=4), why="save")
    lost = len(saves.failures)
    play.commit(replace(play.state, lost=lost), CAME)
    if lost > 1 and (await play.roll(Total(dice=1, sides=6), why="nerve")).total < 4:
        play.commit(replace(play.state, lost=9), CAME)


async def both(play: Play[Tally]) -> None:
    """Two strike at once: what is worked out from both rolls is parted by neither of them alone."""
    ours = (await play.roll(Count(dice=3, sides=4, target=3), why="strike")).successes
    theirs = (await play.roll(Count(dice=2, sides=6, target=3), why="strike back")).successes
    play.commit(replace(play.state, hits=ours - theirs, lost=ours * theirs), CAME)


async def choosing(play: Play[Tally]) -> None:
    """Who is hit may roll again, and takes it."""
    again = Again(
        lambda roll: roll.failures,
        ChoiceRequest(name="again", side="", options=(Option("yes", "yes"), Option("no", "no")), why="again"),
    )
    roll = await play.roll(Tests(dice=2, sides=6, target=4), why="save", again=again)
    play.commit(replace(play.state, hits=roll.successes), CAME)


async def looping(play: Play[Tally]) -> None:
    """One after the other, as long as it hits, but three times at most."""
    for turn in range(3):
        if not (await play.roll(Count(dice=1, sides=6, target=3), why="more")).successes:
            return
        play.commit(replace(play.state, hits=turn + 1), CAME)


async def repeating(play: Play[Tally]) -> None:
    """As many of a list as there are hits, and the other way round."""
    hits = (await play.roll(Count(dice=2, sides=4, target=3), why="hit")).successes
    play.commit(replace(play.state, hits=len(("one",) * hits), lost=len(hits * ["one"])), CAME)


async def sealing(play: Play[Tally]) -> None:
    """A total of four or more opens what is sealed."""
    if await play.total(Sum(dice=1, sides=6), why="open") > 3:
        play.commit(replace(play.state, hits=opened(*BOX)["hits"]), CAME)


BOX = sealed({"hits": 9})


def test_what_is_sealed_is_not_foretold() -> None:
    search = Search(sealing, Tally(), lambda state, heard: {"hits": state.hits})
    assert search.go_on()
    assert search.odds.chances == {"hits": {0: Fraction(1, 2)}}
    assert search.odds.rest == search.odds.sealed == Fraction(1, 2)
    assert opened(*BOX) == {"hits": 9}


def test_what_the_command_under_way_has_opened_is_known() -> None:
    async def run(play: Play[Tally]) -> None:
        play.commit(replace(play.state, lost=opened(*BOX)["hits"]), CAME)
        await sealing(play)

    for recorded, lost in ((None, []), ([], [9])):
        search = Search(run, Tally(), lambda state, heard: {"lost": state.lost}, recorded=recorded)
        assert search.go_on()
        assert list(search.odds.chances.get("lost", {})) == lost


@pytest.mark.parametrize("run", [volley, both, choosing, looping, repeating])
def test_a_chain_of_rolls_is_as_likely_as_its_faces(run: Callable[[Play[Tally]], Any]) -> None:
    assert looked_for(run) == by_force(run)


def test_a_tie_that_is_rolled_again_comes_out_exact() -> None:
    async def run(play: Play[Tally]) -> None:
        winner = await play.roll_off(("red", "blue"), why="first", dice_sides=6, rules=())
        play.commit(replace(play.state, hits=winner == "red"), CAME)

    assert looked_for(run) == {(True, 0): Fraction(1, 2), (False, 0): Fraction(1, 2)}


def test_a_loop_of_several_rolls_comes_out_exact(portable_odds: bool) -> None:
    """One throws after the other; equal ones throw again, and the second die is better at first.

    The loop is the rule's own: without the frames nobody knows that it holds nothing of the last round.
    """

    async def run(play: Play[Tally]) -> None:
        bonus = 1
        while True:
            one = await play.total(Sum(dice=1, sides=6), why="one")
            other = await play.total(Sum(dice=1, sides=6), why="other") + bonus
            if one != other:
                break
            bonus = 0
        play.commit(replace(play.state, hits=one > other), CAME)

    search = Search(run, Tally(), lambda state, heard: {"first": state.hits})
    assert search.go_on()
    expected = Fraction(10, 36) + Fraction(5, 36) * Fraction(1, 2)
    least = search.odds.chances["first"][True]
    if portable_odds:
        assert 0 < search.odds.rest < 10**-70
        assert least <= expected <= least + search.odds.rest
    else:
        assert search.odds.exact
        assert least == expected


async def risking(play: Play[Tally]) -> None:
    """After two dice their owner may risk a third one, and with a success yet another."""
    hits = await play.total(Count(dice=2, sides=6, target=4), why="hit")
    play.commit(replace(play.state, hits=hits), CAME)
    for turn in range(2):
        options = Option("stay", "stay"), Option("risk", "risk")
        if await play.choose(f"risk {turn}", side="", options=options, why="risk") == "stay":
            return
        more = await play.total(Count(dice=1, sides=6, target=4), why="more")
        play.commit(replace(play.state, hits=play.state.hits + (1 if more else -1)), CAME)


def test_choices_move_the_odds_from_the_least_to_the_most() -> None:
    """Who stays never has 3 hits or fewer than none; who risks it at the right time has them in 1 of 4 ways each."""
    search = Search(risking, Tally(), lambda state, heard: {"hits": state.hits})
    assert search.go_on()
    assert search.odds.chances == {"hits": {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}}
    assert {name: taken.label for name, taken in search.odds.choices.items()} == {"risk 0": "stay"}
    assert search.range_of("hits", lambda hits: hits >= 3) is None
    assert search.weigh_choices()
    assert search.odds.chances["hits"][2] == Fraction(1, 4)
    assert search.range_of("hits", lambda hits: hits >= 3) == (Fraction(0), Fraction(1, 4))
    assert search.range_of("hits", lambda hits: (hits or 0) < 0) == (Fraction(0), Fraction(1, 4))


def test_who_may_always_have_it_may_have_it_after_many_states(portable_odds: bool) -> None:
    """With so many, the likeliest is expanded first, and what comes back to a known one is carried on in the end."""
    if portable_odds:
        pytest.skip(
            "60 dice, one after the other, fall in 2 ** 60 ways, and without the frames none are merged"
        )

    async def run(play: Play[Tally]) -> None:
        for turn in range(60):
            if (await play.roll(Count(dice=1, sides=6, target=4), why="one")).successes:
                play.commit(replace(play.state, hits=turn % 2), CAME)
        options = Option("stay", "stay"), Option("risk", "risk")
        if await play.choose("risk", side="", options=options, why="risk") == "risk":
            play.commit(replace(play.state, hits=9), CAME)

    search = Search(run, Tally(), lambda state, heard: {"hits": state.hits})
    assert search.go_on()
    for _ in range(2):
        assert search.weigh_choices()
        assert search.range_of("hits", lambda hits: hits == 9) == (Fraction(0), Fraction(1))


async def branching(play: Play[Tally]) -> None:
    """A throw and a choice, again and again, all of which counts."""
    options = Option("stay", "stay"), Option("risk", "risk")
    for turn in range(20):
        hits = await play.total(Sum(dice=1, sides=6), why="hit")
        risks = await play.choose(f"risk {turn}", side="", options=options, why="risk") == "risk"
        play.commit(replace(play.state, hits=play.state.hits * 7 + (hits if risks else 0)), CAME)


def test_choices_that_lead_to_too_many_positions_are_not_weighed() -> None:
    """It ends without a time limit, and says that it is not known."""
    search = Search(branching, Tally(), lambda state, heard: {"end": state.hits})
    assert search.go_on()
    assert search.weigh_choices()
    assert not search.weighed
    assert search.range_of("end", lambda hits: hits or 0) is None


async def ten_dice(play: Play[Tally]) -> None:
    """One after the other, each kept where it hits."""
    for _ in range(10):
        hit = (await play.roll(Count(dice=1, sides=6, target=4), why="one")).successes
        if hit:
            play.commit(replace(play.state, hits=play.state.hits + 1), CAME)


def test_a_search_keeps_no_more_positions_in_mind_than_there_is_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is left then is the rest, and is tried with dice as long as there is time."""
    monkeypatch.setattr("vedette.engine.odds.search.MOST_STATES", 5)

    search = Search(ten_dice, Tally(), lambda state, heard: {"hits": state.hits})
    assert not search.go_on()
    assert search.full
    assert search.odds.rest
    search.look(perf_counter() + 0.2)
    assert search.known.sampled


def test_what_could_not_be_chosen_otherwise_is_not_told_as_a_choice() -> None:
    """As of models that are all alike."""

    async def run(play: Play[Tally]) -> None:
        one, other = (Option(name, name, alike="model") for name in ("one", "other"))
        await play.choose("model", side="", options=(one, other), why="which falls")
        await play.total(Sum(dice=1, sides=6), why="hit")

    search = Search(run, Tally(), lambda state, heard: {"hits": state.hits})
    assert search.go_on()
    search.odds.rest = Fraction(1)  # so that the sample is told
    search.try_out(tries=1000)
    assert (search.odds.choices, search.known.choices, search.weighed) == ({}, {}, True)


def test_choices_are_weighed_however_many_positions_lie_before_them() -> None:
    graph: Graph = {n: {"thrown": [Edge(Fraction(1), n + 1, None)]} for n in range(1000)}
    graph[1000] = {end: [Edge(Fraction(1), None, {"hits": end})] for end in (2, 5)}
    assert range_of(graph, 0, "hits", lambda hits: hits) == (Fraction(2), Fraction(5))


def test_records_are_compared_by_what_they_hold() -> None:
    """As of states; else no two positions would be one, and each would be looked into for itself."""
    cover = Modifier("cover", -1)
    keys = StateKeys()
    assert keys.key_of((cover, 1)) == keys.key_of((Modifier("cover", -1), 1))
    assert keys.key_of(cover) != keys.key_of(Modifier("cover", -2))


def test_equal_states_are_expanded_once(portable_odds: bool) -> None:
    """Ten dice one after the other have 1,024 ways, but after each only as many states as there are counts."""

    search = Search(ten_dice, Tally(), lambda state, heard: {"hits": state.hits})
    assert search.go_on()
    assert search.odds.runs == 1024 if portable_odds else search.odds.runs < 150
    assert search.odds.chances["hits"][5] == Fraction(252, 1024)


def test_what_a_procedure_still_holds_tells_positions_apart() -> None:
    """A half-made sum lies on the stack, and in no variable."""

    async def run(play: Play[Tally]) -> None:
        first = Faces(dice=1, sides=3)
        total = (await play.roll(first, why="one")).faces[0] * 10 + (await play.roll(first, why="two")).faces[
            0
        ]
        play.commit(replace(play.state, hits=total), CAME)

    assert looked_for(run) == by_force(run)


def test_throws_of_the_same_pool_are_different_throws() -> None:
    """Whether the second number is that of the same throw or of another one tells positions apart."""

    async def run(play: Play[Tally]) -> None:
        again = await play.total(Count(dice=1, sides=6, target=4), why="again")
        one = await play.total(Sum(dice=1, sides=6), why="die")
        other = await play.total(Sum(dice=1, sides=6), why="die")
        kept = other if again else one
        del again, other
        more = await play.total(Sum(dice=1, sides=6), why="more")
        play.commit(replace(play.state, hits=one + kept, lost=more), CAME)

    assert looked_for(run) == by_force(run)


def test_what_the_dice_leave_as_it_was_is_no_change() -> None:
    """Where the procedure has found out by itself that nothing is hit, no hits are told of."""

    async def run(play: Play[Tally]) -> None:
        hits = await play.total(Count(dice=3, sides=6, target=4), why="hit")
        play.commit(replace(play.state, hits=hits), CAME)
        if hits > 0:
            play.commit(replace(play.state, lost=1), CAME)

    before: Any = Tally()
    search = Search(run, before, tells_changes(before))
    assert search.go_on()
    hit = {1: Fraction(3, 8), 2: Fraction(3, 8), 3: Fraction(1, 8)}
    assert search.odds.chances == {"hits": hit, "lost": {1: Fraction(7, 8)}}


def test_no_number_stays_behind_in_what_the_rules_keep() -> None:
    """A cache of the rules outlives the search: what it keeps must be as in a game."""
    kept: list[Any] = []

    @lru_cache
    def doubled(amount: int) -> int:
        kept.append(amount)
        return amount * 2

    run = reads(Total(dice=2, sides=6), lambda roll: doubled(roll.result))
    assert looked_for(run) == by_force(run)
    assert {type(one) for one in kept} == {int}


def test_what_is_left_open_is_told() -> None:
    search = Search(volley, Tally(), lambda state, heard: {"lost": state.lost})
    assert not search.go_on(until=0)
    while not search.odds.exact:
        known = sum(search.odds.chances.get("lost", {}).values())
        assert known + search.odds.rest == 1
        search._step()
    assert sum(search.odds.chances["lost"].values()) == 1


@pytest.mark.parametrize(("known", "seconds"), [(False, BLIND), (True, ALONE)])
def test_where_nothing_is_known_a_sample_is_drawn_sooner(
    monkeypatch: pytest.MonkeyPatch, known: bool, seconds: float
) -> None:
    """By a clock that goes on by a millisecond with each look at it; nothing more gets to be known."""
    clock = count()
    for module in ("search", "sample"):
        monkeypatch.setattr(f"vedette.engine.odds.{module}.perf_counter", lambda: next(clock) / 1000)
    search = Search(volley, Tally(), lambda state, heard: {"lost": state.lost})
    search.odds.rest -= Fraction(1, 100) * known
    monkeypatch.setattr(search, "go_on", lambda until: [*iter(lambda: next(clock) / 1000 > until, True)][:0])
    search.look(seconds)
    assert not search._sample
    search.look(2 * seconds)
    assert search._sample


def test_the_rest_of_a_command_under_way() -> None:
    """Three hits lie on the table already."""
    recorded = [(Die(4), Die(4), Die(3))]
    search = Search(
        volley, Tally(), lambda state, heard: {"end": (state.hits, state.lost)}, recorded=recorded
    )
    assert search.go_on()
    ways = [(weight, state) for weight, state in every_way(volley, (recorded[0],))]
    expected: Odds = {}
    for weight, state in ways:
        end = state.hits, state.lost
        expected[end] = expected.get(end, Fraction(0)) + weight
    assert search.odds.chances["end"] == expected


def test_values_are_equal_where_they_say_the_same() -> None:
    keys = StateKeys()
    assert keys.key_of(Tally(1, (2, "a"))) == keys.key_of(Tally(1, (2, "a")))
    assert keys.key_of(Tally(1)) != keys.key_of(Tally(True))
    assert keys.key_of(object()) != keys.key_of(object())


@pytest.mark.parametrize("asks", [0, 1])
def test_what_a_state_holds_may_be_known_better_than_when_it_was_seen_last(asks: int) -> None:
    """Only in one way anybody asks how high the total is, and afterwards nobody remembers whether anybody did."""

    async def run(play: Play[Tally]) -> None:
        first = (await play.roll(Count(dice=1, sides=2, target=2), why="first")).successes
        play.commit(replace(play.state, hits=await play.total(Total(dice=1, sides=6), why="total")), CAME)
        await play.roll(Count(dice=1, sides=6, target=4), why="one")
        if first == asks and play.state.hits > 3:
            pass
        lost = (await play.roll(Count(dice=1, sides=6, target=4), why="two")).successes
        play.commit(replace(play.state, lost=lost), CAME)

    assert looked_for(run) == by_force(run)
