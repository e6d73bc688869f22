"""How dice are put into words: what is rolled, which faces are wanted, and what came of it."""

from __future__ import annotations

from msgspec.structs import replace

from vedette.engine.dice import (
    SUCCEEDS,
    AnyPool,
    Count,
    CountedPool,
    Die,
    Low,
    Pool,
    Roll,
    Sum,
    SummedPool,
    Tests,
    Total,
)
from vedette.engine.figures import number, percent, signed
from vedette.engine.play import Again
from vedette.engine.readings import HOUSE_RULE
from vedette.engine.requests import DiceRequest
from vedette.kit.words import count
from vedette.view.signs import Tone
from vedette.view.vocabulary import USUAL_WORDS, PlannedRoll, Reroll, StoryWords

MARKS = {"critical": ("★", "good"), "success": ("✔", "good"), "failure": ("✘", "bad"), "": (" ", "")}
"""The sign under a die, and its tone."""

AGAIN = "↻"  # the sign at what may be rolled again
EXACT = 1e-9  # what may be left to the next tenth of a percent where that is exact
SOURCES = {"typed": "", "rolled": "°", "corrected": "≠", "rolled again": "≠"}
"""A sign at a face that was not simply typed from a real die."""

SOURCE_WORDS = {
    "typed": "typed from real dice",
    "rolled": "° rolled by Vedette",
    "corrected": "≠ typed in place of another face",
    "rolled again": "≠ rolled afresh after an undo",
}

TYPED_TOTAL = "typed as a total"  # what is said of a roll of which no faces were told


def pool_words(pool: Pool) -> str:
    """How many dice of which kind."""
    return f"{pool.dice} D{pool.sides}"


def pool_asked(request: DiceRequest) -> Pool:
    """The pool of a request; of a test in a chain without what brought it, which the table above tells."""
    told = request.chain.now.reasons if request.chain else ()
    pool = request.pool
    return replace(pool, remarks=tuple(one for one in pool.remarks if one not in told)) if told else pool


def needs(pool: Pool) -> str:
    """Which faces are wanted, with every modifier reckoned in; of some dice others than of the rest."""
    if isinstance(pool, Total):
        after = "after modifiers" if pool.modifiers else "in all"
        return "" if pool.target is None else f"needs {pool.target}+ {after}"
    if isinstance(pool, Sum):
        if pool.target is None:
            return ""
        if pool.compared:  # with another roll, so that it has a margin in place of a chance
            return f"margin = {number(pool.target)} − total"
        most = "no sum will do" if pool.best is None else f"needs {pool.best} or less in all"
        return f"{most} ({percentage(pool.chance)})"
    if not isinstance(pool, (Tests, Count, Low)):
        return ""
    each = list(dict.fromkeys(faces_needed(pool, place) for place in range(pool.dice)))
    if len(each) > 1:
        return f"needs {' or '.join(each)}, by die"
    said = {f"{pool.lowest} to {pool.highest}": "every die counts", "": "no face will do"}
    usual = f"needs a {each[0]}" if each[0].isdecimal() else f"needs {each[0]}"
    return said.get(each[0], usual)


def by_die(pool: Pool) -> bool:
    """Whether some dice need other faces than the rest."""
    return len({faces_needed(pool, place) for place in range(pool.dice)}) > 1


def faces_needed(pool: Pool, place: int) -> str:
    """The faces that one die needs: `9+`, `12`, `2 to 4`, or nothing that it can show."""
    faces = range(pool.lowest, pool.highest + 1)
    good = [face for face in faces if pool.mark(face, place) in SUCCEEDS]
    if len(good) <= 1:
        return str(good[0]) if good else ""
    return f"{good[0]}+" if good[-1] == faces[-1] and good[0] > faces[0] else f"{good[0]} to {good[-1]}"


def needed(pool: Pool) -> str:
    """The number that a roll needs, as it is called out: `9+`, `≤10`, `1–5`; "" where there is none.

    A sum to which modifiers are added is held, with them, against the number on the card.
    """
    if isinstance(pool, Total):
        return "" if pool.target is None else f"{pool.target}+"
    if isinstance(pool, Sum):
        return "" if pool.target is None else "–" if pool.best is None else f"≤{pool.best}"
    faces = faces_needed(pool, 0)
    if isinstance(pool, Low):
        return faces.replace(" to ", "–") or "–"
    return faces if faces.endswith("+") else f"{faces}+" if faces.isdecimal() else "" if faces else "–"


def chance(pool: Pool) -> float | None:
    """How likely one die does what is wanted, of a sum the whole roll, from 0 to 1; None where nothing is."""
    if isinstance(pool, SummedPool):
        return None if pool.target is None else pool.chance
    if not isinstance(pool, Tests | Count | Low):
        return None
    faces = range(pool.lowest, pool.highest + 1)
    return sum(pool.mark(face) in SUCCEEDS for face in faces) / len(faces)


def rerolled(pool: AnyPool, again: Again | tuple[Again, ...] | None, by: str, what: str) -> Reroll | None:
    """What rolling dice of a pool again does to its chance; None where none are, or nothing is wanted of them.

    Of several reasons, a sum is rolled again for each, and every other die at most once.
    """
    first = chance(pool)
    reasons = again if isinstance(again, tuple) else (again,) if again else ()
    if not reasons or first is None:
        return None
    if isinstance(pool, SummedPool):
        return Reroll(by, what, 1 - (1 - first) ** (1 + len(reasons)))
    one, faces = replace(pool, dice=1), range(pool.lowest, pool.highest + 1)
    anew = {face for face in faces for why in reasons if why.which(Roll(by, "", one, (Die(face),)))}
    kept = sum(pool.mark(face) in SUCCEEDS for face in faces if face not in anew)
    return Reroll(by, what, (kept + len(anew) * first) / len(faces))


def percentage(share: float) -> str:
    """A chance as it stands beside a number: `42 %`, and `62.5 %` where that is exact."""
    exact = abs(share * 1000 - round(share * 1000)) < EXACT
    return f"{share * 100:.{1 if exact else 0}f}".removesuffix(".0") + " %"


def chance_words(pool: Pool) -> tuple[str, str]:
    """Of what a chance is told, and how likely it does what is wanted: `each die`, `42 %`; "" where nothing is wanted."""
    odds = chance(pool)
    if odds is None:
        return "", ""
    if isinstance(pool, SummedPool):
        return "chance", percent(odds)
    return "each die", percentage(odds)


def planned_chance(roll: PlannedRoll) -> list[tuple[str, str]]:
    """What a planned roll may do, and how likely: `a die hits`, `42 %`; with what is rolled again `↻`, `62.5 %`; nothing where nothing is wanted."""
    odds = chance(roll.pool)
    if odds is None:
        return []
    summed = isinstance(roll.pool, SummedPool)
    told = [(roll.does if summed else f"a die {roll.does}", chance_words(roll.pool)[1])]
    if roll.reroll:
        odds = roll.reroll.chance
        told.append((AGAIN, percent(odds) if summed else percentage(odds)))
    if roll.else_:
        told.append((roll.else_, percent(1 - odds)))
    return told


def _base(pool: Pool) -> tuple[str, str, str]:
    """The target of a pool that has one, before its modifiers: `7+`, `≤12`, `1–5` where a 0 is none of it."""
    assert pool.target is not None
    in_it = pool.modifier if isinstance(pool, Count | Sum) else 0
    base = number(pool.target - in_it)
    if isinstance(pool, Low):
        value = "1" if base == "1" else f"1–{base}"
    else:
        value = f"≤{base}" if isinstance(pool, Sum) else f"{base}+"
    return value, pool.basis or "target", ""


def is_base(value: str) -> bool:
    """Whether the value of such a row is the target, and no modifier: `7+`, `≤12`, `1–5`."""
    return value.endswith("+") or value.startswith(("≤", "1–")) or value == "1"


def reckoning(pool: Pool) -> list[tuple[str, str, str]]:
    """Where the wanted number comes from: (value, reason, rules), the target first; nothing if it is that."""
    rows = [_base(pool)] if pool.target is not None and pool.modifiers else []
    rows += [(signed(pool.towards(one)), one.title, ", ".join(one.rules)) for one in pool.modifiers]
    if isinstance(pool, Tests) and pool.hits == "criticals":
        rows.append((f"{pool.sides}", "only a critical success counts", ""))
    rows += [("", words, "") for _, words in pool.automatic] if isinstance(pool, Sum) else []
    # how a rule is usually read stands behind `w`
    remarks = (*pool.remarks, *(one for one in pool.readings if one.name == HOUSE_RULE))
    rows += [("", f"{remark.name}: {remark.text}", ", ".join(remark.rules)) for remark in remarks]
    return rows


def needed_parts(pool: Pool) -> list[tuple[str, str, str]]:
    """The same for the number that a roll needs: the target stands there even where nothing changes it."""
    known = reckoning(pool)
    return known if pool.target is None or pool.modifiers else [_base(pool), *known]


def planned_parts(roll: PlannedRoll) -> list[tuple[str, str, str]]:
    """The same of a planned roll, with what is rolled again in place of a remark."""
    rows, reroll = needed_parts(roll.pool), roll.reroll
    if reroll is None:
        return rows
    rows = [one for one in rows if one[1].partition(":")[0].casefold() != reroll.by.casefold()]
    return [*rows, (AGAIN, f"{reroll.by}: {reroll.what}", "")]


def modifiers_told(pool: Pool) -> str:
    """Every modifier of a pool in a row: `−2 R lost, +1 Captain near`; "" where there is none."""
    return ", ".join(f"{signed(pool.towards(one))} {one.title}" for one in pool.modifiers)


def modifier_tone(value: str, pool: Pool) -> Tone:
    """Whether a modifier of this value helps or hinders; a lower number to reach is a help."""
    return "good" if value.startswith("−") == isinstance(pool, Count) else "bad"


def outcome(roll: Roll, words: StoryWords = USUAL_WORDS) -> str:
    """What the dice say, in words: `7 hits, 1 critical`, `3 saved, 4 failed`; in a game with such `words`."""
    return ", ".join(said for said, _ in counts(roll, words))


def counts(roll: Roll, words: StoryWords = USUAL_WORDS) -> list[tuple[str, Tone]]:
    """The same in parts, each with how it is meant: a miss costs nobody anything, a failed save does."""
    pool, good = roll.pool, roll.successes
    critical: list[tuple[str, Tone]] = [(f"{roll.criticals} critical", "dim")] if roll.criticals else []
    if roll.why in words.hits:
        return [(count(good, "hit"), "good" if good else "plain"), *critical]
    if roll.why in words.saves and isinstance(pool, CountedPool):
        failed = (len(roll.dice) or pool.dice) - good
        told: list[tuple[str, Tone]] = [(f"{good} saved", "plain")] if good else []
        return [*told, (f"{failed} failed", "bad")] if failed else [(f"{good} saved", "good")]
    said = _outcome(roll)
    total_does = isinstance(pool, SummedPool) and pool.succeeds(roll.total)
    succeeds = good > 0 if isinstance(pool, CountedPool) else total_does
    decides = isinstance(pool, CountedPool) or pool.target is not None
    tone: Tone = (
        "plain" if not decides else "good" if succeeds else "bad" if roll.why in words.saves else "plain"
    )
    return [(said, tone)] if said else []


def _outcome(roll: Roll) -> str:
    pool = roll.pool
    if isinstance(pool, Total):
        said, target = number(roll.total), pool.target
        return f"total {said}" if target is None else f"{said} {_sign(roll.total >= target)}"
    if isinstance(pool, Sum):
        said = number(roll.total)
        if pool.target is not None:
            sign = f"against {number(pool.target)}" if pool.compared else _sign(pool.succeeds(roll.total))
            why = pool.against_target(roll.total)
            return f"{said} {sign}{why and f' ({why})'}"
        if pool.shift:
            return f"{said} {signed(pool.shift)} = {number(roll.total + pool.shift)}"
        return said if pool.dice > 1 else ""  # a single die says it itself
    if isinstance(pool, Count):
        return count(roll.successes, "hit")
    if isinstance(pool, Low):
        return f"{roll.successes} of {pool.dice} score"
    if not isinstance(pool, Tests):
        return ""
    words = "success" if roll.successes else "failure"
    words = f"{roll.successes} of {pool.dice} succeed" if pool.dice > 1 else words
    return words + (f", {roll.criticals} critical" if roll.criticals else "")


def came_briefly(roll: Roll, words: StoryWords = USUAL_WORDS) -> str:
    """What a roll came to in a few cells: `4 of 6`, `9 ✔`, `7 : 4`; in a game with such `words`, `7 hits` or `3 saved`."""
    pool = roll.pool
    if roll.why in words.hits:
        return count(roll.successes, "hit")
    if roll.why in words.saves and isinstance(pool, CountedPool):
        return f"{roll.successes} saved"
    if isinstance(pool, Total):
        return number(roll.total) + ("" if pool.target is None else f" {_sign(roll.total >= pool.target)}")
    if isinstance(pool, Sum):
        return number(roll.total) + ("" if pool.target is None else f" {_sign(pool.succeeds(roll.total))}")
    if isinstance(pool, Count) and not pool.each_is_one:
        return count(roll.successes, "hit")
    if isinstance(pool, Tests | Count | Low):
        return f"{roll.successes} of {pool.dice}" if pool.dice > 1 else _sign(bool(roll.successes))
    return " : ".join(map(str, roll.faces)) if not roll.side else faces_told(roll)


def _sign(success: bool) -> str:
    return "✔" if success else "✘"


def sources(roll: Roll) -> str:
    """Where the faces came from, in words; empty where all were typed."""
    if roll.typed:
        return TYPED_TOTAL + (", in place of another result" if roll.typed.source == "corrected" else "")
    seen = [source for source in SOURCE_WORDS if any(die.source == source for die in roll.dice)]
    return "" if seen == ["typed"] else " · ".join(SOURCE_WORDS[source] for source in seen)


def faces_told(roll: Roll) -> str:
    """The faces of a roll in a few cells, or what it came to where nothing more was told of it."""
    if roll.typed:
        return total_of(roll.pool, roll.typed.number)
    return " ".join(str(die.face) for die in roll.dice)


def faces_listed(told: tuple[int, ...] | int) -> str:
    """Faces, or what they came to where nothing more was told."""
    return f"a total of {told}" if isinstance(told, int) else " ".join(map(str, told))


def total_of(pool: Pool, total: int) -> str:
    """What dice came to, in a few words: `8 of 12`, `9 in all`."""
    return f"{total} in all" if isinstance(pool, SummedPool) else f"{total} of {pool.dice}"


def roll_words(roll: Roll) -> str:
    """A roll in one line, for the log."""
    pool, need, result = roll.pool, needs(roll.pool), outcome(roll)
    head = f"{roll.title}: {pool_words(pool)}{need and f', {need}'}"
    if roll.typed:
        return f"{head} → {result or total_of(pool, roll.typed.number)}, {sources(roll)}"
    shown = []
    for die, mark in zip(roll.dice, roll.marks, strict=True):
        earlier = "".join(f"{face}↦" for face in die.earlier)
        shown.append(f"{earlier}{die.face}{SOURCES[die.source]}{MARKS[mark][0].strip()}")
    added = f" {signed(pool.modifier)}" if isinstance(pool, Total) and pool.modifier else ""
    return f"{head} → {' '.join(shown)}{added}" + (f" = {result}" if result else "")
