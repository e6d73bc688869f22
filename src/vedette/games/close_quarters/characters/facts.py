"""What happens to characters between combats, and with what they own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from vedette.engine.facts import Fact, Moment, Names, verdict
from vedette.engine.record import record
from vedette.games.close_quarters.tables import check_rows, scenarios
from vedette.games.close_quarters.telling import fact, figure, skill_names, thing_named
from vedette.kit.words import count


def _margin(success: bool, margin: int) -> str:
    return f"succeeds by {margin}" if success else f"fails by {-margin}"


# --- made and looked at


@record
class Effective:
    """An attribute and what it comes to: `mods` by the names of the breakdown."""

    attribute: str
    base: int
    value: int
    mods: Mapping[str, int]

    @property
    def words(self) -> str:
        """As it stands on the sheet."""
        why = ", ".join(f"{name.replace('_', ' ')} {amount:+d}" for name, amount in self.mods.items())
        label = self.attribute.upper()
        return f"{label} {self.value} ({self.base}, {why})" if why else f"{label} {self.value}"


@record
class SheetShown(Fact):
    """Somebody looked at a character."""

    unit: str
    values: tuple[Effective, ...]

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)}: {'; '.join(value.words for value in self.values)}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)}: the sheet"


@fact(
    "{unit} joins {side}: {cost:# credit} spent, {wealth} left.{unused:? {unused:# starting point} not used.}",
    headline="{unit} joins {side}",
)
class CharacterCreated(Fact):
    """A new character; `unused` starting points could still have been spread."""

    unit: str
    side: str
    cost: int
    wealth: int
    unused: int


@fact(
    "{unit} keeps every rule for {as_:=experienced?an experienced|a new} character.{unused:? {unused:# starting point} not used.}",
    headline="{unit} keeps every rule",
)
class CharacterFound(Fact):
    """A character passed the builder's checks."""

    unit: str
    as_: str
    unused: int


# --- checks


@record
class CheckMade(Fact):
    """CQ-CHK-1: an attribute check."""

    unit: str
    kind: str
    success: bool
    margin: int
    why: str = ""

    def sentence(self, names: Names) -> str:
        row = check_rows().get(self.kind)
        what = self.why or (row.name.lower() if row else "")
        told = f" ({what})" if what else ""
        return f"{names(self.unit)}'s check{told} {_margin(self.success, self.margin)}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} {_margin(self.success, self.margin)}"

    @property
    def moment(self) -> Moment:
        return "" if self.success else "fail"


@record
class OpposedRolled(Fact):
    """CQ-CHK-6: an opposed roll with both margins; `winner` is "" on a tie."""

    unit: str
    against: str
    winner: str
    net: int
    margins: tuple[int, ...] = ()

    def sentence(self, names: Names) -> str:
        who = f"{names(self.unit)} against {names(self.against)}"
        margins = (
            f", margins {' and '.join(figure(margin) for margin in self.margins)}" if self.margins else ""
        )
        wins = f"{names(self.winner)} wins by {self.net}" if self.winner else "nobody wins"
        return f"{who}{margins}: {wins}."

    def headline(self, names: Names) -> str:
        return f"{names(self.winner)} wins by {self.net}" if self.winner else "Nobody wins"


@fact("{listener} {heard:?hears|doesn't hear} {unit}.", moment=lambda it: "fail" if it.heard else "")
class SneakedPast(Fact):
    """CQ-SKL-25: somebody sneaked past a listener."""

    unit: str
    listener: str
    heard: bool


# --- experience


@fact(
    "{unit} gets {points:# experience point}: {reason:award}.",
    moment="gain",
    headline="{unit} +{points} experience",
)
class PointsAwarded(Fact):
    """Experience for a reason."""

    unit: str
    reason: str
    points: int


@fact(
    "{unit} gets {credits:# credit}{why:? ({why:word})}.",
    headline="{unit} {credits:signed} {credits:=1?credit|credits}",
)
class CreditsAwarded(Fact):
    """Credits, for whatever reason."""

    unit: str
    credits: int
    why: str


@fact(
    "{unit} learns {skill:skill} for {cost:# experience point} by {by:caps}.",
    moment="gain",
    headline="{unit} learns {skill:skill}",
)
class SkillLearned(Fact):
    """A skill was bought with experience, priced by an attribute."""

    unit: str
    skill: str
    cost: int
    by: str


@record
class BonusGained(Fact):
    """+1 on one skill, or on every known link of a chain."""

    moment: ClassVar[Moment] = "gain"

    unit: str
    skills: tuple[str, ...]
    cost: int

    def sentence(self, names: Names) -> str:
        price = count(self.cost, "experience point")
        return f"{names(self.unit)} gains +1 in {skill_names(self.skills)} for {price}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} +1 in {skill_names(self.skills[0])}{', …' if self.skills[1:] else ''}"


@fact(
    "{unit} has {attribute:caps} {value} now, for {cost:# experience point}.",
    moment="gain",
    headline="{unit}: {attribute:caps} {value}",
)
class AttributeRaised(Fact):
    """An attribute grew by one point."""

    unit: str
    attribute: str
    value: int
    cost: int


@fact(
    "{unit} {dropped:?gives up {dropped:skill}{learned:? and }}{learned:?learns {learned:skill}}.",
    headline="{unit} exchanges skills",
)
class SkillsExchanged(Fact):
    """Skills were exchanged."""

    unit: str
    dropped: tuple[str, ...]
    learned: tuple[str, ...]


# --- healing


@record
class Healed(Fact):
    """Points were given back; `minutes` is how long it took."""

    moment: ClassVar[Moment] = "gain"

    unit: str
    patient: str
    lethal: int
    nonlethal: int
    minutes: int

    def sentence(self, names: Names) -> str:
        parts = [
            *([f"{self.lethal} lethal"] if self.lethal or not self.nonlethal else []),
            *([f"{self.nonlethal} nonlethal"] if self.nonlethal else []),
        ]
        points = " and ".join(parts)
        whom = "" if self.patient == self.unit else f" {names(self.patient)}"
        treats = f"treats{whom}" if whom else "treats own wounds"
        return f"{names(self.unit)} {treats} for {self.minutes} minutes: {points} points healed."

    def headline(self, names: Names) -> str:
        return f"{names(self.patient)} +{self.lethal + self.nonlethal}"


@fact(
    "{unit} brings {patient} round{minutes:? in {minutes:# minute}}.",
    moment="gain",
    headline="{unit} brings {patient} round",
    tale="{unit} brought {patient} round",
)
class Roused(Fact):
    """Somebody has come round with help; `minutes` is how long it took."""

    unit: str
    patient: str
    minutes: int


@fact("{side} rested: everybody alive is whole again.", moment="gain", headline="{side} rested")
class Rested(Fact):
    """A side has rested between games."""

    side: str


# --- scenarios


@record
class Rewarded(Fact):
    """What a character gets out of a scenario; `credits` are negative for who paid a stake."""

    moment: ClassVar[Moment] = "gain"

    unit: str
    points: int
    credits: int

    def sentence(self, names: Names) -> str:
        parts = [count(self.points, "experience point")]
        if self.credits:
            verb = "pays" if self.credits < 0 else "gets"
            parts.append(f"{verb} {count(abs(self.credits), 'credit')}")
        return f"{names(self.unit)}: {', '.join(parts)}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} +{self.points} experience"


@fact("The spoils go to {side}: {things:# thing}.")
class SpoilsTaken(Fact):
    """All that the losers carried is the winners'."""

    side: str
    things: int


@fact("The wounds of practice pass.")
class WoundsPassed(Fact):
    """After practice everybody alive is whole again."""


@record
class ScenarioSettled(Fact):
    """CQ-SCN-1: a scenario is over."""

    scenario: str
    winner: str

    def sentence(self, names: Names) -> str:
        row = scenarios().get(self.scenario)
        what = row.name if row else self.scenario
        return f"The scenario is settled ({what}). {verdict(self.winner, names)}."

    def headline(self, names: Names) -> str:
        return "The scenario is settled"


# --- careers


@record
class Remembered(Fact):
    """A sentence of an earlier game's log; notes needn't be sentences there."""

    text: str

    def sentence(self, names: Names) -> str:
        return self.text if self.text.endswith((".", "!", "?")) else f"Remembered: {self.text}."


@fact("{unit} is back from {title:?{title:word}|a game}.")
class CameHome(Fact):
    """A character is back from a game."""

    unit: str
    title: str


# --- what happens to things outside combat: bought, sold, charged, mended, rearranged


@fact(
    "{unit} buys for {cost:# credit}: {quantity:=1?|{quantity} × }{type:named}.",
    headline="{unit} buys for {cost:# credit}",
)
class Bought(Fact):
    """Things were bought at the table's price."""

    unit: str
    type: str
    quantity: int
    cost: int


@fact("{unit} loads it for {cost:# credit}: {type:named}.", headline="{unit} loads for {cost:# credit}")
class BoughtLoad(Fact):
    """A reload was bought, and a weapon loaded with it."""

    unit: str
    type: str
    cost: int


@fact(
    "{unit} sells{spoil:? from the spoils} for {credits:# credit}: {type:named}.",
    headline="{unit} sells for {credits:# credit}",
)
class Sold(Fact):
    """A thing was sold; `spoil`: one of the side's."""

    unit: str
    type: str
    credits: int
    spoil: bool = False


@fact("{unit} takes from the spoils: {type:named}.", headline="{unit} takes from the spoils")
class Claimed(Fact):
    """A thing was taken from the side's spoils."""

    unit: str
    type: str


@fact(
    "{unit} has this recharged for {cost:# credit}: {type:named}.",
    headline="{unit} recharges for {cost:# credit}",
)
class Recharged(Fact):
    """Batteries were charged, in a weapon or loose."""

    unit: str
    type: str
    cost: int


@record
class Mended(Fact):
    """A weapon works again; `cost` is the smith's."""

    moment: ClassVar[Moment] = "gain"

    unit: str
    owner: str
    type: str
    cost: int

    def sentence(self, names: Names) -> str:
        whose = "" if self.owner == self.unit else f" of {names(self.owner)}"
        price = f" for {count(self.cost, 'credit')}" if self.cost else ""
        return f"{names(self.unit)} sees to a weapon{whose}{price}: {thing_named(self.type)} works again."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} mends a weapon"


@fact(
    "{unit}'s armor is as good as new, for {cost:# credit}.",
    moment="gain",
    headline="{unit}: armor as good as new",
)
class ArmorMended(Fact):
    """An armorer made worn armor good."""

    unit: str
    cost: int


@fact("{unit} rearranges what is carried.")
class Rearranged(Fact):
    """Somebody put his things in order."""

    unit: str


@fact("{unit}'s energy shield is {on:?on|off}.")
class ShieldSwitched(Fact):
    """An energy shield was switched."""

    unit: str
    on: bool


@fact("{unit}'s energy shield breaks.", moment="fail")
class ShieldBroke(Fact):
    """An energy shield broke when it was switched on."""

    unit: str


@fact("{unit} lays sandbags {direction:towards} of {hex:word}.", headline="{unit} lays sandbags")
class SandbagsLaid(Fact):
    """A wall of sandbags stands on a side of a hex."""

    unit: str
    hex: str
    direction: str


@fact("{unit} is {metres:# metre} up the rope.")
class Climbed(Fact):
    """He is so many metres up a rope."""

    unit: str
    metres: int


@fact("{unit} climbs out into {hex:word}.")
class ClimbedOut(Fact):
    """He has climbed out of a pit."""

    unit: str
    hex: str


@fact("{unit} gets no higher on the rope.", moment="fail")
class SlippedOnRope(Fact):
    """He gets no higher this turn."""

    unit: str
