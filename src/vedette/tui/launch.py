"""Puts the screen together: the app, the ways between its screens, the rulesets and the save folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vedette.save_library import SaveLibrary
from vedette.tui.app import ScreenFactories, VedetteApp
from vedette.tui.messages import OpenHelp

if TYPE_CHECKING:
    from textual.screen import Screen

    from vedette.engine.following import FollowedSave
    from vedette.engine.ruleset import Ruleset
    from vedette.engine.session import Session
    from vedette.engine.state import GameState
    from vedette.tui.safe_app import Report
    from vedette.view.map_files import OpenedMap


def make_watch(
    rulesets: Mapping[str, Ruleset[Any]], followed: FollowedSave, report: Report | None = None
) -> VedetteApp:
    """The app that only looks at a game which somebody else plays."""

    def watch() -> Screen[None]:
        from vedette.tui.screens.watch import WatchScreen

        return WatchScreen(followed)

    def replay(session: Session[GameState], at: int) -> Screen[Session[GameState] | None]:
        from vedette.tui.screens.replay import ReplayScreen
        from vedette.tui.screens.watch import WatchedLibrary

        return ReplayScreen(session, WatchedLibrary(rulesets, followed.path.parent), at)

    doors = ScreenFactories(home=watch, help=partial(_help, rulesets), replay=replay)
    return VedetteApp(None, doors, report)


def _help(rulesets: Mapping[str, Ruleset[Any]], wanted: OpenHelp) -> Screen[None]:
    """The page of keys and rules, of the game that is open or of all."""
    from vedette.tui.screens.help import HelpScreen

    games = [wanted.session.ruleset] if wanted.session else list(rulesets.values())
    played = wanted.session.readings if wanted.session else {}
    cards = wanted.session.ruleset.view.table(wanted.session.state, None).cards if wanted.session else ()
    edition = str(wanted.session.setup.get("edition", "")) if wanted.session else None
    words = {badge.text: badge.effect for card in cards for badge in card.badges if badge.effect}
    return HelpScreen(
        wanted.here,
        games,
        wanted.near,
        board=wanted.board,
        rules=wanted.rules,
        played=played,
        edition=edition,
        words=words,
    )


def make_app(
    rulesets: Mapping[str, Ruleset[Any]],
    folder: Path,
    save: Path | None = None,
    report: Report | None = None,
    opened: OpenedMap | None = None,
) -> VedetteApp:
    """The app on a save, on a map to be drawn, or at home. Raises VedetteError where the save cannot be opened.

    Every screen is imported when it is first opened.
    """
    library = SaveLibrary(rulesets, folder)

    def new_map(opened: OpenedMap) -> Screen[str | None]:
        from vedette.tui.screens.map_editor import MapEditorScreen

        return MapEditorScreen(opened)

    def home() -> Screen[None]:
        from vedette.tui.screens.home import HomeScreen

        return HomeScreen(library)

    def replay(session: Session[GameState], at: int) -> Screen[Session[GameState] | None]:
        from vedette.tui.screens.replay import ReplayScreen

        return ReplayScreen(session, library, at)

    first = partial(new_map, opened) if opened is not None else home
    return VedetteApp(
        library.play(save) if save else None,
        ScreenFactories(home=first, help=partial(_help, rulesets), replay=replay, play=library.play),
        report,
    )
