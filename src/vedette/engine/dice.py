"""Dice pools: what is rolled, how a face is read, and every face that lay on the table."""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Annotated, ClassVar, Literal, Self

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from vedette.engine.fairness import Part, summed
from vedette.engine.marks import WORDS

MOST_DICE = 1000
"""Dice that a pool may have, and sides that a die may have."""

MOST_SUMMED = 100
"""The same for dice whose sum is to stay below a target: the chance of it is worked out from all their sums."""

Source = Literal["typed", "rolled", "corrected", "rolled again"]
"""Where a face came from: typed from a real die, rolled by the assistant, and after an undo
typed or rolled in place of the face that the same question had before."""

Mark = Literal["", "failure", "success", "critical"]

SUCCEEDS: tuple[Mark, ...] = ("success", "critical")


class Modifier(Struct, frozen=True):
    """One reason why a number is what it is.

    `told` is what people read in place of `name`, where a game names its modifiers by ids; other words for the
    same are no difference.
    """

    name: str
    value: float
    rules: tuple[str, ...] = ()
    told: Annotated[str, WORDS] = ""

    @property
    def title(self) -> str:
        return self.told or self.name


class Remark(Struct, frozen=True):
    """A reason behind a roll that is no number on the dice: half of the dice, hits that are rolled again.

    Two with one name are equal, however they are worded: a game that was told otherwise was no other game.
    `adds`: what it adds to the sum of the dice. `up_to`: the highest total for which it holds, as a row of a table.
    `again`: dice are rolled again because of it, whatever they show.
    """

    name: str
    text: Annotated[str, WORDS]
    rules: tuple[str, ...] = ()
    adds: Annotated[int, WORDS] = 0
    up_to: Annotated[int | None, WORDS] = None
    again: Annotated[bool | UnsetType, WORDS] = UNSET


class Die(Struct, frozen=True):
    """A die on the table; `earlier` holds the faces that re-rolls replaced, oldest first.

    `throws`: in which throws of its roll those faces and the last one came (0: the first), where it missed one in between.
    """

    face: int
    source: Source = "typed"
    earlier: tuple[int, ...] = ()
    throws: tuple[int, ...] | UnsetType = UNSET

    @property
    def thrown(self) -> tuple[int, ...]:
        return tuple(range(len(self.earlier) + 1)) if isinstance(self.throws, UnsetType) else self.throws


class TypedTotal(Struct, frozen=True):
    """What the dice of a pool came to on the table, typed in place of their faces: how many succeed, or their sum."""

    number: int
    source: Literal["typed", "corrected"] = "typed"


Dice = tuple[Die, ...] | TypedTotal
"""What is told of dice on the table: each of them, or only what they came to."""


class Pool(Struct, frozen=True, kw_only=True):
    """Dice that are rolled together; its kinds say how they are read.

    `basis` is what the target is called on the card, such as SKL. `readings` say how the text is read where that mattered
    for this pool. Neither is a difference to `verify`.
    `most`: no table rolls more dice at once.
    """

    most: ClassVar[int] = MOST_DICE

    dice: Annotated[int, Meta(ge=0, le=MOST_DICE)]
    sides: Annotated[int, Meta(ge=1, le=MOST_DICE)]
    target: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    remarks: tuple[Remark, ...] = ()
    readings: Annotated[tuple[Remark, ...], WORDS] = ()
    basis: Annotated[str, WORDS] = ""

    @property
    def modifier(self) -> float:
        return sum(modifier.value for modifier in self.modifiers)

    @property
    def shift(self) -> float:
        """What is added to the sum of the dice before it is looked up in a table."""
        return self.modifier + sum(remark.adds for remark in self.remarks)

    def row_of(self, total: float) -> Remark | None:
        """The row of the table that holds for a sum of the dice."""
        rows = (one for one in self.remarks if one.up_to is not None)
        return next((row for row in rows if row.up_to is not None and total + self.shift <= row.up_to), None)

    @property
    def lowest(self) -> int:
        return 1

    @property
    def highest(self) -> int:
        return self.lowest + self.sides - 1

    @property
    def totals(self) -> range:
        """Possible results without modifiers; empty if only the faces are read."""
        return range(0)

    def towards(self, modifier: Modifier) -> float:
        """The value to show for a modifier: a bonus or penalty to the roll or to the number needed."""
        return modifier.value

    def mark(self, face: int, place: int = 0) -> Mark:
        """How the face of one die is read; `place` is the die's place in the pool."""
        return ""


class CountedPool(Pool, frozen=True, kw_only=True):
    """Each die succeeds or fails, and those that succeed are counted."""

    @property
    def totals(self) -> range:
        """How many dice can succeed: those that can't fail do, those that can't succeed don't."""
        faces = range(self.lowest, self.highest + 1)
        good = [[self.counted(self.mark(face, place)) for face in faces] for place in range(self.dice)]
        return range(sum(map(min, good)), sum(map(max, good)) + 1)

    def counted(self, mark: Mark) -> int:
        """How many successes a die that is read so counts as."""
        return int(mark in SUCCEEDS)


class SummedPool(Pool, frozen=True, kw_only=True):
    """The faces are added up."""

    @property
    def totals(self) -> range:
        """All sums that the dice can show."""
        return range(self.dice * self.lowest, self.dice * self.highest + 1)

    @property
    def added(self) -> float:
        """The amount added to the faces before they are compared with the target."""
        return 0

    def succeeds(self, total: float) -> bool:
        """True if a sum, including `added`, succeeds."""
        raise NotImplementedError

    def sum_of(self, faces: Sequence[int]) -> int:
        """What faces come to, without modifiers."""
        return sum(faces)

    def ways(self, dice: int, added: float, others: Sequence[int] = ()) -> tuple[int, int]:
        """In how many ways so many dice succeed beside the `others` where this is added, and in how many they can fall."""
        shown = summed({Part(self.lowest, (1,) * self.sides): dice})
        sums = [(total + sum(others), ways) for total, ways in enumerate(shown.ways, shown.lowest)]
        return sum(ways for total, ways in sums if self.succeeds(total + added)), sum(shown.ways)

    @property
    def chance(self) -> float:
        good, every = self.ways(self.dice, self.added)
        return good / every


class Faces(Pool, frozen=True, kw_only=True, tag_field="reading", tag="faces"):
    """The faces are only looked at and compared, as in a roll-off."""

    reading: ClassVar[Literal["faces"]] = "faces"


class Tests(CountedPool, frozen=True, kw_only=True, tag_field="reading", tag="tests"):
    """Each die is a test of its own: equal to or above the target succeeds.

    The lowest face always fails, the highest always succeeds and is a critical success.
    Without a target only the lowest face fails. `hits` is "criticals" where nothing but a critical
    success counts, "always" where the faces matter for criticals only. `own` is what single dice have
    on top of the modifiers, where the models that roll together are not all in the same state.
    """

    __test__ = False  # the name begins like a test class of pytest

    reading: ClassVar[Literal["tests"]] = "tests"
    hits: Literal["target", "criticals", "always"] = "target"
    own: tuple[float, ...] = ()

    def mark(self, face: int, place: int = 0) -> Mark:
        """Critical, success or failure."""
        if face == self.sides:
            return "critical"
        if self.hits == "always":
            return "success"
        if self.hits == "criticals" or face == 1:
            return "failure"
        own = self.own[place] if place < len(self.own) else 0
        return "success" if self.target is None or face + self.modifier + own >= self.target else "failure"


class Total(SummedPool, frozen=True, kw_only=True, tag_field="reading", tag="total"):
    """The faces and the modifiers are added up; a target is reached or not.

    `best`: only so many of them count, the highest, where it is said.
    """

    reading: ClassVar[Literal["total"]] = "total"
    best: int | UnsetType = UNSET

    @property
    def totals(self) -> range:
        """All sums that the dice can show."""
        counted = min(self.dice, self.best or self.dice)
        return range(counted * self.lowest, counted * self.highest + 1)

    def sum_of(self, faces: Sequence[int]) -> int:
        """What the faces that count come to, without modifiers."""
        return sum(sorted(faces)[-self.best :] if self.best else faces)

    def ways(self, dice: int, added: float, others: Sequence[int] = ()) -> tuple[int, int]:
        """As of every pool of dice that are added up."""
        if not self.best:
            return super().ways(dice, added, others)
        shown = product(range(self.lowest, self.highest + 1), repeat=dice)
        sums = Counter(self.sum_of((*others, *faces)) for faces in shown)
        return sum(n for total, n in sums.items() if self.succeeds(total + added)), sum(sums.values())

    @property
    def added(self) -> float:
        return self.modifier

    def succeeds(self, total: float) -> bool:
        """True if a sum, including the modifiers, succeeds."""
        return self.target is None or total >= self.target


class Count(CountedPool, frozen=True, kw_only=True, tag_field="reading", tag="count"):
    """Dice equal to or above the target hit, whatever the face; the modifiers are in the target already.

    `twice`: from this face on a hit is a critical one, which counts twice. `worth`: what every hit counts as. Neither where it is not said.
    """

    reading: ClassVar[Literal["count"]] = "count"
    twice: int | UnsetType = UNSET
    worth: int | UnsetType = UNSET

    @property
    def totals(self) -> range:
        """How many hits the dice can come to."""
        return super().totals[:: self.worth or 1]

    @property
    def each_is_one(self) -> bool:
        """Whether every die that hits is one hit, so that there are so many of the dice."""
        return not (self.twice or self.worth)

    def mark(self, face: int, place: int = 0) -> Mark:
        """Critical, success or failure."""
        if self.target is not None and face < self.target:
            return "failure"
        return "critical" if self.twice and face >= self.twice else "success"

    def counted(self, mark: Mark) -> int:
        """How many hits a die that is read so counts as."""
        return super().counted(mark) * (self.worth or 1) * (2 if mark == "critical" else 1)


class Low(CountedPool, frozen=True, kw_only=True, tag_field="reading", tag="low"):
    """Each die scores at or below the target, with the modifiers added to its face.

    The dice show 0 to one less than their sides; a natural 0 misses, and nothing modifies it.
    """

    reading: ClassVar[Literal["low"]] = "low"

    @property
    def lowest(self) -> int:
        """These dice begin at 0."""
        return 0

    def towards(self, modifier: Modifier) -> float:
        """A bonus to the die, shown as a reduction of the number needed."""
        return -modifier.value

    def score(self, face: int) -> float:
        """The score of a die."""
        return face + self.modifier if face else 0

    def mark(self, face: int, place: int = 0) -> Mark:
        """Success or failure."""
        if not face:
            return "failure"
        return "success" if self.target is None or self.score(face) <= self.target else "failure"


class Sum(SummedPool, frozen=True, kw_only=True, tag_field="reading", tag="sum"):
    """The faces alone are added up, and a sum at or below the target succeeds; modifiers are in the target already.

    Sums up to `always` succeed and those from `never` on fail, whatever the target; 0: there are none.
    `compared`: what counts is only whose margin is higher, and not whether the roll succeeds.
    """

    most: ClassVar[int] = MOST_SUMMED

    dice: Annotated[int, Meta(ge=0, le=MOST_SUMMED)]
    sides: Annotated[int, Meta(ge=1, le=MOST_SUMMED)]
    reading: ClassVar[Literal["sum"]] = "sum"
    always: int = 0
    never: int = 0
    compared: bool = False

    def succeeds(self, total: float) -> bool:
        """True if a sum succeeds."""
        if self.target is None or total <= self.always:
            return True
        return total <= self.target and not (self.never and total >= self.never)

    @property
    def automatic(self) -> list[tuple[range, str]]:
        """Ranges of sums that override the target, each with its words: `3 to 5 always succeed`."""
        if self.target is None:
            return []
        always = range(self.totals.start, self.always + 1)
        never = range(self.never, self.totals.stop) if self.never else range(0)
        found = [(always, "succeed")] if any(total > self.target for total in always) else []
        found += [(never, "fail")] if any(total <= self.target for total in never) else []
        return [
            (
                some,
                f"{some[0]} always {does}s" if len(some) == 1 else f"{some[0]} to {some[-1]} always {does}",
            )
            for some, does in found
        ]

    def against_target(self, total: float) -> str:
        """Why a sum overrides the target; "" if it does not."""
        if self.target is None or self.succeeds(total) == (total <= self.target):
            return ""
        return next(words for some, words in self.automatic if total in some)

    @property
    def best(self) -> int | None:
        """The highest sum that succeeds, or None."""
        return max((total for total in self.totals if self.succeeds(total)), default=None)


AnyPool = Faces | Tests | Total | Count | Low | Sum


class Roll(Struct, frozen=True):
    """A pool with its dice on the table: why and by whom it was rolled, and what it says.

    `told` is what people read in place of `why`, where a game names its pools by ids; other words for the same
    are no difference. Where its total was `typed` there are no dice; no procedure that reads dice is given such a roll.
    """

    why: str
    side: str
    pool: AnyPool
    dice: tuple[Die, ...]
    rules: tuple[str, ...] = ()
    told: Annotated[str, WORDS] = ""
    typed: TypedTotal | UnsetType = UNSET

    @property
    def title(self) -> str:
        return self.told or self.why

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(die.face for die in self.dice)

    @property
    def rerolled(self) -> tuple[int, ...]:
        """The faces that re-rolls replaced, in pool order, each die's oldest first."""
        return tuple(face for die in self.dice for face in die.earlier)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """How each die is read."""
        return tuple(self.pool.mark(die.face, place) for place, die in enumerate(self.dice))

    @property
    def successes(self) -> int:
        if self.typed:
            return self.typed.number
        pool = self.pool
        return sum(map(pool.counted, self.marks)) if isinstance(pool, CountedPool) else 0

    @property
    def criticals(self) -> int:
        return self.marks.count("critical")

    @property
    def failures(self) -> tuple[int, ...]:
        return tuple(i for i, mark in enumerate(self.marks) if mark == "failure")

    @property
    def total(self) -> float:
        """The faces added up, with the modifiers where the pool adds them."""
        if self.typed:
            shown = self.typed.number
        else:
            shown = self.pool.sum_of(self.faces) if isinstance(self.pool, SummedPool) else sum(self.faces)
        return shown + (0 if self.pool.reading == "sum" else self.pool.modifier)

    @property
    def result(self) -> int:
        return int(self.total) if isinstance(self.pool, SummedPool) else self.successes

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each die of a `Low` pool with whole modifiers."""
        assert isinstance(self.pool, Low)
        return tuple(int(self.pool.score(face)) for face in self.faces)

    @property
    def fresh(self) -> tuple[int, ...]:
        """The places of the dice that have not been rolled again."""
        return tuple(i for i, die in enumerate(self.dice) if not die.earlier)

    def lowest(self, places: Sequence[int], most: int) -> tuple[int, ...]:
        """So many of the dice in these places at most, those with the lowest faces."""
        return tuple(sorted(sorted(places, key=lambda i: self.dice[i].face)[:most]))

    def rerolled_with(self, which: tuple[int, ...], new: tuple[Die, ...]) -> Self:
        """The same roll with some dice rolled again; the old faces stay visible."""
        dice, throw = list(self.dice), 1 + max(die.thrown[-1] for die in self.dice)
        for i, die in zip(which, new, strict=True):
            thrown, one = (*dice[i].thrown, throw), replace(die, earlier=(*dice[i].earlier, dice[i].face))
            dice[i] = one if one.thrown == thrown else replace(one, throws=thrown)
        return replace(self, dice=tuple(dice))
