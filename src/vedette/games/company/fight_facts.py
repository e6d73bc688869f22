"""What happens to Groups that fight: hits, losses, tests, Retreats and Routs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from vedette.engine.facts import Fact, Moment, Names, one_of
from vedette.kit.sentences import fact
from vedette.kit.words import count, with_reading


@dataclass(frozen=True, slots=True)
class Reacted(Fact):
    """A Group tested Defiant or Elusive when it was attacked; `inches`: how far it may slip away."""

    moves: ClassVar[str] = "unit"

    unit: str
    trait: Annotated[str, one_of(("defiant", "elusive"))]
    success: bool
    inches: int

    def sentence(self, names: Names) -> str:
        done = {
            "defiant": "met the attack with the Attack value",
            "elusive": f"slipped away, up to {self.inches} inches, before a blow was struck",
        }
        said = done[self.trait] if self.success else "stood still"
        return f"{names(self.unit)} {said} ({self.trait.capitalize()})."

    def headline(self, names: Names) -> str:
        said = {"defiant": "stood Defiant", "elusive": "slipped away"}[self.trait]
        return f"{names(self.unit)} {said if self.success else 'stood still'}"

    @property
    def moment(self) -> Moment:
        return "" if self.success else "fail"


@fact("{unit} joined melee with {target}.", headline="{unit} → {target}")
class MeleeJoined(Fact):
    """Two Groups are in melee."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True)
class Hit(Fact):
    """Hits were divided by T."""

    unit: str
    hits: int
    toughness: int
    lost: int
    left: int

    def sentence(self, names: Names) -> str:
        hits = "1 hit" if self.hits == 1 else f"{self.hits} hits"
        cost = f"{self.lost} R lost, {self.left} left" if self.lost else "nothing lost"
        return f"{names(self.unit)} took {hits} against T {self.toughness}: {cost}."

    def headline(self, names: Names) -> str:
        hits = "1 hit" if self.hits == 1 else f"{self.hits} hits"
        return f"{names(self.unit)}: {hits}, {f'−{self.lost} R' if self.lost else 'no loss'}"

    @property
    def moment(self) -> Moment:
        return "hurt" if self.lost else ""

    def arithmetic(self, names: Names) -> str:
        """From hits to R: only whole multiples of T cost any (CO-SHT-6, CO-ATK-10)."""
        if not self.hits:
            return ""
        cost = self.hits // self.toughness
        no_more = f", only {self.lost} to lose" if cost > self.lost else ""
        return f"{names(self.unit)}: {count(self.hits, 'hit')} ÷ T {self.toughness} = {cost} R{no_more}, {self.left} left"


@dataclass(frozen=True, slots=True)
class Loss(Fact):
    """R was lost for a reason that the players gave."""

    moment: ClassVar[Moment] = "hurt"

    unit: str
    lost: int
    left: int
    reason: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} lost {self.lost} R, {self.left} left: {self.reason.rstrip('.')}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} −{self.lost} R"


@dataclass(frozen=True, slots=True)
class MustTest(Fact):
    """A rout brings a test of another Group."""

    aside = True

    unit: str
    reasons: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} must test Resilience: {', '.join(self.reasons)}."


@dataclass(frozen=True, slots=True)
class CaptainPlaced(Fact):
    """Its side said whether the Captain is near a Group that tests."""

    aside = True

    unit: str
    near: bool

    def sentence(self, names: Names) -> str:
        return f"The Captain is {'near' if self.near else 'too far from'} {names(self.unit)}."


@fact("{unit} held: {result} against {needed}.", headline="{unit} held {result} : {needed}")
class Held(Fact):
    """A Resilience Test was passed."""

    unit: str
    result: int
    needed: int


@fact("{unit} rallied: {result} against {needed}.", moment="gain", headline="{unit} rallied")
class Rallied(Fact):
    """A Shaken Group rallied."""

    unit: str
    result: int
    needed: int


@fact("{unit} failed, {result} against {needed}: Shaken.", moment="hurt", headline="{unit} SHAKEN")
class BecameShaken(Fact):
    """A Resilience Test was failed."""

    unit: str
    result: int
    needed: int


@fact(
    "{unit}, Shaken already, failed, {result} against {needed}: {lost} R lost, {left} left.",
    moment="hurt",
    headline="{unit} SHAKEN, −{lost} R",
)
class FailedShaken(Fact):
    """A Group that was Shaken already failed."""

    unit: str
    result: int
    needed: int
    lost: int
    left: int


@dataclass(frozen=True, slots=True)
class Retreated(Fact):
    """A Group falls back; its melees are over."""

    moves: ClassVar[str] = "unit"

    unit: str
    inches: int
    away_from: str

    def sentence(self, names: Names) -> str:
        cause = names(self.away_from) if self.away_from else "the nearest enemy"
        far = f"{self.inches} inches directly away from {cause}" if self.inches else "no distance"
        return f"{names(self.unit)} Retreated {far}."

    def headline(self, names: Names) -> str:
        far = f'Retreated {self.inches}"' if self.inches else "stayed"
        return f"{names(self.unit)} {far}"


@dataclass(frozen=True, slots=True)
class Blocked(Fact):
    """The way back was blocked."""

    unit: str
    lost: int
    left: int
    reading: str = field(default="", compare=False)

    def sentence(self, names: Names) -> str:
        cost = f"{self.lost} R lost, {self.left} left" if self.lost else "nothing lost"
        return with_reading(f"{names(self.unit)}: way back blocked, {cost}.", self.reading)

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)}: blocked{f', −{self.lost} R' if self.lost else ''}"

    @property
    def moment(self) -> Moment:
        return "hurt" if self.lost else ""


@dataclass(frozen=True, slots=True)
class Routed(Fact):
    """A Group is out of play. `why`: no R left, a test, or off the table."""

    moment: ClassVar[Moment] = "lost"

    unit: str
    why: Annotated[str, one_of(("no_r", "test", "off_table"))]
    points: int

    def sentence(self, names: Names) -> str:
        because = {"no_r": "had no R left", "test": "broke", "off_table": "left the table"}[self.why]
        return f"{names(self.unit)} {because}: Routed, {count(self.points, 'point')} lost."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} ROUTED, −{count(self.points, 'point')}"


@fact("{unit} tried to Rally.")
class RallyTried(Fact):
    """A Shaken Group tests to Rally."""

    aside = True

    unit: str
