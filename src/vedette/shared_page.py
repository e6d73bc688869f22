"""The second screen of a table: opened by a key, told each moment, and closed with the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.view.action_log import ActionLog
from vedette.view.clock import Clock
from vedette.view.vocabulary import Form, Table

if TYPE_CHECKING:  # nothing of the web is loaded before somebody wants the page
    from vedette.view.outlook import Chance, Outlook
    from vedette.web.server import Address, SecondScreen


class SharedPage:
    """The page of a game, where it is open."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        """Nothing is open yet; `tell` hears from another thread how many are looking, whenever that changes."""
        self._tell = tell
        self._screen: SecondScreen | None = None

    def look_at(self, session: Session[GameState], log: ActionLog) -> None:
        """It is the page of this game from now on."""
        self._session = session
        self._log = log
        self._clock = Clock(session)

    @property
    def is_open(self) -> bool:
        """Whether anybody could look."""
        return self._screen is not None

    @property
    def viewers(self) -> int:
        """How many are looking."""
        return self._screen.viewers if self._screen else 0

    @property
    def addresses(self) -> Sequence[Address]:
        """Where the page is: for everybody, and for each side alone where the game has something to hide."""
        return self._screen.addresses if self._screen else ()

    def open(self, table: Table, *, lan: bool, new_link: bool = False) -> None:
        """Open the page, for this computer or its networks; raises VedetteError where that can't be done.

        With a `new_link` nobody who had the old one can look.
        """
        from vedette.web.moment import moment_of
        from vedette.web.server import SecondScreen

        session = self._session
        rulesets: Mapping[str, Ruleset[GameState]] = {session.ruleset.id: session.ruleset}
        first = moment_of(session, self._log, self._clock, table)
        self._screen = SecondScreen(
            rulesets,
            session.path,
            first,
            game=session.header.game,
            lan=lan,
            new_link=new_link,
            tell_viewers=self._tell,
        )

    def show(
        self,
        table: Table,
        form: Form | None,
        outlook: Outlook | None,
        of: str,
        came: Chance | None = None,
        *,
        clocks: bool = False,
    ) -> None:
        """The table stands so now, with the form that everybody may see and what may come of its command, and with its clocks."""
        if self._screen is None:
            return
        from vedette.web.moment import PageOdds, moment_of

        moment = moment_of(self._session, self._log, self._clock, table, clocks=clocks)
        odds = PageOdds(outlook, of, came) if outlook else None
        self._screen.publish(replace(moment, form=form, odds=odds))

    def close(self) -> None:
        """Nobody looks any more."""
        if self._screen is not None:
            self._screen.stop()
            self._screen = None
