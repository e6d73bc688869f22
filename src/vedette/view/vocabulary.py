"""Cards, actions, forms and headers: what a game shows, without knowing on what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.engine.data import Row, Words
from vedette.engine.dice import Pool
from vedette.engine.figures import number
from vedette.engine.requests import DiceRequest, Request
from vedette.view.board import Board
from vedette.view.signs import Severity, Standing, Tone, severity


class Pip(Struct, frozen=True):
    """One model: hit points left of those it started with."""

    value: int
    full: int
    leader: bool = False
    name: str = ""


class Token(Struct, frozen=True):
    """A counter that would lie beside the unit, and what it costs now; `one` is what a single one is called where they have a plural.

    `towards` what it will cost the unit of what it has left: how many count for the next of it already, and how many
    each costs; 0 where they cost nothing.
    """

    name: str
    count: int
    limit: int
    effect: str = ""
    one: str = ""
    towards: tuple[int, int] = (0, 0)

    def called(self, count: int) -> str:
        """What so many of them are called."""
        return self.one if self.one and count == 1 else self.name

    def cost(self, more: int = 0) -> int:
        """What they cost in the end, with so many more of them."""
        held, each = self.towards
        return (held + more) // each if each else 0


class Badge(Struct, frozen=True):
    """A state of a unit in a word or two; no `risk` is what only follows from whose turn it is, or from a success.

    `effect` is what it costs the unit now, what matters most first: `MOV, to hit, DEF −1 · no advance`. `rules` are those behind it,
    where `View.chips` does not know its words.
    """

    text: str
    tone: Tone = "plain"
    risk: bool = True
    effect: str = ""
    rules: tuple[str, ...] = ()


class Detail(Struct, frozen=True):
    """A line of a card opened up: a weapon, a special rule, an ability; `struck` when it is spent.

    `brief` is the text in a few cells. A warning is a line of a form that must not be overlooked; a sum says why a number of it is what it
    is, such as `6 models × (1 ATT + 1 Rapid Fire) = 12 D12`.
    `rules` are the rules behind it, `cells` a weapon's numbers by name; both are for paper, which has columns.
    `hexes` of the map are meant by it.
    """

    label: str
    text: str
    struck: bool = False
    kind: Literal["", "weapon", "ability", "warning", "sum"] = ""
    brief: str = ""
    rules: tuple[str, ...] = ()
    cells: tuple[tuple[str, str], ...] = ()
    hexes: tuple[str, ...] = ()


class StoryWords(Struct, frozen=True):
    """The words in which a battle report tells losses, one and many: `units`, the `models` of a unit that has several, the `points` of another, also in `brief`.

    In `felled` stand `{by}`, who did it, and `{unit}`; each is a whole clause in the past tense that suits one and many.
    `fell` is the verb for a unit that is lost by itself, `fell_to` that before whoever did it. `at_once`: whether an attack
    costs its target what it does when it is made, and not later. `strikes_back` are the rolls by which a target hurts its attacker.
    `hits` are those whose successes are hits; by `saves` a unit saves itself, so that a failure costs it something.
    """

    units: tuple[str, str] = ("unit", "units")
    models: tuple[str, str] = ("model", "models")
    points: tuple[str, str] = ("hit point", "hit points")
    brief: tuple[str, str] = ("HP", "HP")
    felled: tuple[str, ...] = ("{by} destroyed {unit}", "{unit} fell to {by}", "{by} finished {unit} off")
    fell: str = "fell"
    fell_to: str = "fell to"
    at_once: bool = True
    strikes_back: frozenset[str] = frozenset()
    hits: frozenset[str] = frozenset()
    saves: frozenset[str] = frozenset()

    def on(self, *cards: Card) -> StoryWords:
        """The words for units whose cards may call their points otherwise."""
        own = next((card.points for card in cards if card.points), "")
        return replace(self, points=(own, own), brief=(own, own)) if own else self

    def measure(self, card: Card) -> tuple[str, str]:
        """What is counted of a unit: its models where it has several, else its points."""
        return self.models if len(card.pips) > 1 else self.on(card).points

    def lost(self, before: Card, after: Card) -> str:
        """What a unit lost, as odds and log count it: `3 models` where each of several has one hit point, `2 models, 4 HP` where they have more, else `5 HP`."""
        points, pips = before.value - after.value, list(zip(before.pips, after.pips, strict=False))
        single = all(pip.full == 1 for pip in before.pips)
        models = points if single else sum((was.value > 0) - (now.value > 0) for was, now in pips)
        told = [(models, self.models)] if models and len(pips) > 1 else []
        told += [] if told and single else [(points, self.on(after).brief)]
        return ", ".join(f"{number} {words[number != 1]}" for number, words in told)


USUAL_WORDS = StoryWords()


class Card(Struct, frozen=True):
    """Everything that a glance at a unit should tell.

    `figure` is called out in place of its hit points where something else counts now, such as the shots that it has left;
    "" where there is nothing to call out, None where it is the hit points.
    `alive`: out of action, but not dead. `stats` are the profile by name; the first ones matter most. What it tells where it is opened is `View.details`.
    `kind` is what sort of unit it is, such as its profile. `apart`: its points are drawn apart, though nothing else tells them apart.
    `counted` names its points, such as lives, where no figure is called out. `shots` are those that are left now, of how many.
    `points`: what they are called where the game's `StoryWords` have another word, such as one of its editions: `FS`.
    `reason`: in a few words, why it can't do what everybody does now; it takes the place of the profile.
    `left`: it is off the table for good, and no reserve.
    """

    id: str
    name: str
    side: str
    standing: Standing
    pips: tuple[Pip, ...] = ()
    value: int = 0
    full: int = 0
    tokens: tuple[Token, ...] = ()
    badges: tuple[Badge, ...] = ()
    stats: tuple[tuple[str, str], ...] = ()
    figure: str | None = None
    alive: bool = False
    kind: str = ""
    apart: bool = False
    counted: str = ""
    points: str = ""
    shots: tuple[int, int] = (0, 0)
    reason: str = ""
    left: bool = False

    @property
    def called(self) -> str:
        """What is called out aloud: its hit points, or what counts in their place."""
        if self.figure is not None:
            return self.figure
        return f"{self.value}" if self.full else ""

    @property
    def hurt(self) -> Severity:
        """How bad the loss of hit points is; nothing where something else is called out."""
        return severity(self.value, self.full) if self.full and self.figure is None else ""


class Phase(Struct, frozen=True):
    """A phase of the round. `note`: in two words who plays it, or what is done; `played`: here, and not by rules of the players' own."""

    name: str
    note: str = ""
    played: bool = True


class SideView(Struct, frozen=True):
    """A side in the header; `ended` is the VP that it would have if the game ended now, None where that can't be told."""

    id: str
    name: str
    score: str
    acting: bool = False
    ended: int | None = None

    @property
    def told(self) -> str:
        """Its score in words: `0 VP, 2 if it ended now`."""
        return self.score if self.ended is None else f"{self.score}, {number(self.ended)} if it ended now"

    @property
    def foreseen(self) -> str:
        """Its score if the game ended now; "" where that can't be told."""
        return "" if self.ended is None else f"→ {number(self.ended)} VP if it ended now"


class Mark(Struct, frozen=True):
    """Something on the table that belongs to no unit: an objective, or whatever else there is to know of it.

    `state` is what has become of an objective, in a word: free, held, carried, scored. Other marks of one name, one for each
    side, are told side by side.
    """

    id: str
    name: str
    text: str
    side: str = ""
    done: bool = False
    objective: bool = True
    state: str = ""


class Prompt(Struct, frozen=True):
    """Who must decide what now; `side` is "" for both. `hint` is more about it, such as how to set the table up.

    `reminders` are rules that only the players can judge (rule id, sentence). `keys` are words of the text or the hint, each
    with the command that does it, or `adjust`: the screen names its key there, and no other front end does.
    `answer`: the command that everyone waits for, or for what may be given in its place.
    """

    side: str
    text: str
    hint: str = ""
    reminders: tuple[Detail, ...] = ()
    keys: tuple[tuple[str, str], ...] = ()
    answer: str = ""

    def called_upon(self, request: Request | None) -> tuple[str, str]:
        """Who must decide, "" for both, and the words of a banner: of the open question, else of what the table waits for."""
        if isinstance(request, DiceRequest):
            again = "re-roll" if request.roll else "roll"
            return request.side, f"{request.title}: {again} {request.dice} D{request.pool.sides}"
        return (request.side, request.why) if request else (self.side, self.text)


class Turn(Struct, frozen=True):
    """A place in the order of acting.

    `level`: what it stands at, such as `12`. `doing`: the unit's state in a word or two, and how that is meant.
    """

    unit: str
    level: str = ""
    doing: str = ""
    tone: Tone = "plain"


class Report(Struct, frozen=True):
    """What the units did and what became of them: the heads of its columns, and the cells of each unit by its id."""

    heads: tuple[str, ...]
    rows: Mapping[str, tuple[str, ...]]


class Table(Struct, frozen=True):
    """The whole table at one moment; `board` is the map where the game is played on one.

    `rounds`: the round that is played, and how many there are; (0, 0) where the game knows no last one.
    `phases`: those of a round in their order, where they are worth a track on the screen; `phase_at` is the place of the
    one that is played.
    `order`: everybody on the map by when they act, and what that goes `order_by`; empty where there is no order.
    """

    title: str
    round: str
    phase: str
    sides: tuple[SideView, ...]
    cards: tuple[Card, ...]
    marks: tuple[Mark, ...]
    prompt: Prompt
    active: str = ""
    outcome: str = ""
    board: Board | None = None
    rounds: tuple[int, int] = (0, 0)
    phases: tuple[Phase, ...] = ()
    phase_at: int = 0
    order: tuple[Turn, ...] = ()
    order_by: str = ""

    def strength(self, side: str) -> list[tuple[Standing, int, str]]:
        """How many units of a side can still act and are in reserve, each with its word; before the game only the latter."""
        standings = [card.standing for card in self.cards if card.side == side and not card.left]
        away, able = standings.count("away"), len([one for one in standings if one in ("active", "ready")])
        if self.outcome or not any(card.standing in ("active", "ready", "done") for card in self.cards):
            return [("away", away, "in reserve")] if away else []
        reserve: list[tuple[Standing, int, str]] = [("away", away, "reserve")] if away else []
        return [("ready", able, "ready" if away else "to activate"), *reserve]


class Action(Struct, frozen=True):
    """A command that somebody could give, and why not where it is not possible now.

    `key` is the letter that picks it; `form` is true where the action needs a form; `secret` where only the
    side that gives it may look at its form; `usual` where the game waits for it: it comes first;
    `deliberate` where it ends, passes or gives something up: Enter never gives it by itself; `of_table` where it
    belongs to the table and not to the turn: it stands in the table's own list. `note` is the one word or number that is
    told beside it, such as how far a unit moves; `seldom` where players mostly do something else.
    """

    do: str
    by: str
    title: str
    key: str
    why_not: Refusal | None = None
    form: bool = False
    secret: bool = False
    usual: bool = False
    deliberate: bool = False
    of_table: bool = False
    note: str = ""
    seldom: bool = False


class Level(Struct, frozen=True):
    """One level of a stepper: how it is shown, and the tracked values to set for it, by path; none for the present one."""

    label: str
    values: Row = {}


class Stepper(Struct, frozen=True):
    """Something of a unit that players may correct by hand, level by level from the least to the most; `at` is the present one.

    `key` is the letter that jumps to it.
    """

    label: str
    levels: tuple[Level, ...]
    at: int
    key: str = ""


class Choice(Struct, frozen=True):
    """One value that a field may take.

    `columns` are the label as cells of a table, the name first; `note` is what there is to know besides. `chance` is how
    likely it comes off, such as `74%`, where that is told of a unit: it stands on its figure on the map as well. `none`: it
    takes nobody and nothing of those that are listed, and has the same key everywhere.
    """

    value: Any
    label: str
    why_not: Refusal | None = None
    columns: tuple[str, ...] = ()
    note: str = ""
    chance: str = ""
    none: bool = False


class Gauge(Struct, frozen=True):
    """How much of something a draft spends, of how much there is; up to `mark` it costs nothing besides."""

    spent: int
    most: int
    mark: int
    unit: str


class Field(Struct, frozen=True):
    """One field of a form. `key` is the letter that jumps to it or flips it.

    kind: one of several (`choice`), any of several (`many`), inches or counts (`number`), a list of
    numbers (`numbers`), yes or no (`toggle`; None is neither, where it is `required`), words (`text`),
    a way over the board (`path`), one hex of it (`hex`).

    The value of a path is a list of hex names, without `start`, the hex that it begins in; its
    choices are the next steps (value: a hex beside the last one). A hex needs no choices: any hex
    of the form's board may be named; where it has some, they are the ones to be chosen from.

    `gauge` is what a value spends, to be seen from afar. `heads` stand over the columns of its choices, the names' left out.

    The value of a `secret` field is never shown: not in the form, not on the board. A number has so many `digits` at
    most, such as two of a range, where that is known. `none` says why there is nothing to choose from, where there is not.
    `argument` is the command's argument that it fills, where that has another name. Fields of one `group` stand below its name.
    """

    name: str
    label: str
    key: str
    kind: Literal["choice", "many", "number", "numbers", "toggle", "text", "path", "hex"]
    value: Any = None
    choices: tuple[Choice, ...] = ()
    required: bool = False
    unit: str = ""
    hint: str = ""
    advanced: bool = False
    start: str = ""
    secret: bool = False
    gauge: Gauge | None = None
    heads: tuple[str, ...] = ()
    digits: int = 0
    none: Refusal | None = None
    argument: str = ""
    group: str = ""

    @property
    def suffix(self) -> str:
        """The unit as it stands behind a number: signs such as inches stand close."""
        return f" {self.unit}" if self.unit[:1].isalnum() else self.unit


class Reroll(Struct, frozen=True):
    """By what and what of a roll is rolled again, and how likely a die, or the whole sum, does what is wanted in the end."""

    by: str
    what: str
    chance: float


class PlannedRoll(Detail, frozen=True, kw_only=True):
    """A line of a form about a roll that the draft would bring: whose it is, and the pool with its target and modifiers.

    `dice` says how many there will be where that depends on an earlier roll, such as "hits × DMG 2". `bearer` is whose number the
    target is. `does` is what a die does that is good, or the whole sum; `else_` what comes of it otherwise, where that is worth a word.
    """

    side: str
    pool: Pool
    dice: str = ""
    reroll: Reroll | None = None
    bearer: str = ""
    does: str = "succeeds"
    else_: str = ""


class Form(Struct, frozen=True):
    """What a command asks of the table, filled as far as it goes.

    `refusal` is the first rule against the draft as it stands; `lines` say what it would cost or
    do (label, text), those about rolls with their pools. `ready` is true when everything required is filled. `reminders` are the rules
    that only eyes at the table can judge (rule id, title). `board` is the map as the draft would
    have it: the mover where the path ends, the line of fire to the target. `begins_with` is the command
    that is given first, by itself; the draft is judged by how things stand after it. `planned` are commands that are
    given before that one, where the form is the end of a plan; `meanwhile` are those with which everybody else lets their
    turn pass until then: the form is judged as if they were given, and only what is planned before them is. `aims` is the verb before
    a target, as it suits who gives the command: `attacks`.
    """

    do: str
    by: str
    title: str
    fields: tuple[Field, ...]
    refusal: Refusal | None = None
    error: str = ""
    ready: bool = False
    lines: tuple[Detail, ...] = ()
    command: Words = {}
    reminders: tuple[Detail, ...] = ()
    board: Board | None = None
    begins_with: Row | None = None
    planned: tuple[Row, ...] = ()
    meanwhile: tuple[Row, ...] = ()
    aims: str = ""

    @property
    def first(self) -> tuple[Row, ...]:
        """The commands that are given before this one, in their order."""
        return self.planned if self.begins_with is None else (*self.planned, self.begins_with)

    @property
    def before(self) -> tuple[Row, ...]:
        """The commands that the form is judged after, in their order."""
        between = (*self.planned, *self.meanwhile)
        return between if self.begins_with is None else (*between, self.begins_with)
