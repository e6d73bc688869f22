"""What the page shows at one moment: plain data that never changes, so that another thread may draw it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Remark, Roll
from vedette.engine.requests import Request
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.view.action_log import ActionLine, ActionLog
from vedette.view.clock import Clock, ClockView
from vedette.view.form_draft import aimed_at
from vedette.view.outlook import Chance, Outlook
from vedette.view.vocabulary import Card, Form, Report, Table

LINES = 24
"""Actions that the log of the page tells at most; the replay has all of them."""


class PageOdds(Struct, frozen=True):
    """What may come of a command, of whom, and what of it `came` once that is known."""

    outlook: Outlook
    name: str
    came: Chance | None = None


class PageMoment(Struct, frozen=True):
    """The game as it stands after entry `n`, for those who look on.

    `rolls` and `target` are those of the command that was given last, `by` whom it was; `form` is the one that is open at
    the table, where everybody may see it, with its `odds`. `fault` says why nothing more can be read of the game. `clock`
    are the clocks, where they are to be seen.
    """

    ruleset: Ruleset[GameState]
    state: GameState
    table: Table
    n: int = 0
    lines: tuple[ActionLine, ...] = ()
    last: ActionLine | None = None
    request: Request | None = None
    rolls: tuple[Roll, ...] = ()
    by: str = ""
    target: str = ""
    form: Form | None = None
    odds: PageOdds | None = None
    house_rules: tuple[Remark, ...] = ()
    fault: str = ""
    clock: ClockView | None = None

    @property
    def side(self) -> str:
        return self.table.prompt.called_upon(self.request)[0]

    @property
    def call(self) -> str:
        return self.table.prompt.called_upon(self.request)[1]

    @property
    def cards(self) -> dict[str, Card]:
        return {card.id: card for card in self.table.cards}

    @property
    def report(self) -> Report | None:
        told: Report | None = self.ruleset.view.report(self.state)
        return told

    @property
    def duel(self) -> tuple[Card, Card] | None:
        """Who acts upon whom: in the open form, else in the command that was given last."""
        by, target = (self.form.by, aimed_at(self.form.command)) if self.form else (self.by, self.target)
        cards = self.cards
        return (cards[by], cards[target]) if by in cards and target in cards and by != target else None


def moment_of(
    session: Session[GameState],
    log: ActionLog,
    clock: Clock,
    table: Table | None = None,
    *,
    clocks: bool = False,
) -> PageMoment:
    """The game as it stands now; its table is looked at anew where it isn't given. Its `clocks` are seen where it has limits, too."""
    timeline = session.timeline
    table = table or session.ruleset.view.table(session.state, session.request)
    moment = _moment(session, timeline.head, table)
    return replace(
        moment,
        clock=clock.view(table.prompt.called_upon(session.request)[0])
        if clocks or session.settings.timed
        else None,
        lines=tuple(log.last(LINES)),
        last=log.outcome(),
        request=session.request,
    )


def moment_at(session: Session[GameState], log: ActionLog, n: int) -> PageMoment:
    """The game as it stood after an entry, with the lines up to there."""
    table = session.ruleset.view.table(session.state_at(n), None)
    return replace(_moment(session, n, table), lines=tuple(log.last(LINES, n)), last=log.outcome(n))


def _moment(session: Session[GameState], n: int, table: Table) -> PageMoment:
    played = session.played.at(n)
    words = played.command.input.words if played else {}
    return PageMoment(
        session.ruleset,
        session.state_at(n),
        table,
        n,
        rolls=played.rolls if played else (),
        by=str(words.get("by", "")),
        target=aimed_at(words),
        house_rules=session.house_rules,
    )
