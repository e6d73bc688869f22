"""A season as a page: HTML that needs nothing else, and lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vedette.engine.grammar import the
from vedette.engine.plain import to_plain
from vedette.view.clock import clock_words
from vedette.view.luck import more_words
from vedette.view.page_templates import TEMPLATES, page_css
from vedette.view.season import Season, SeasonGame, Standing

MOST_UNITS = 20  # units that are told: the best


LEAGUE = ("", "Player", "Points", "Games", "W", "D", "L", "VP", "Luck", "Time")
RESULTS = ("Date", "Sides", "Won by", "Rules")
UNITS = ("", "Unit", "Player", "Games", "Destroyed", "Hurt", "Lost")
"""The heads of the columns in the terminal."""


def season_html(season: Season, title: str) -> str:
    """The whole page; names can't be anything but text in it."""
    page, best = TEMPLATES.get_template("season.html"), season.units[:MOST_UNITS]
    return page.render(css=page_css(), season=season, title=title, units=best)


def season_plain(season: Season) -> object:
    """The season as plain data, for JSON."""
    told = to_plain(season)
    for row in (*told["league"], *(side for game in told["games"] for side in game["sides"])):
        row["luck"] = float(row["luck"])
    return told


def season_lines(season: Season) -> Iterator[str]:
    """The season for the terminal: the league, the results, the units that fought best, what was left out."""
    if season.league:
        yield "League (luck in successes)"
        rows = []
        for at, row in enumerate(season.league, start=1):
            counts = (row.points, row.games, row.won, row.drawn, row.lost)
            said = (vp_words(row), luck_words(row), clock_words(row.seconds))
            rows.append((f"{at}.", row.player, *map(str, counts), *said))
        yield from _columns(LEAGUE, rows, left=(1,))
    if season.games:
        yield from ("", "Results")
        games = [
            (game.date[:10], played_words(game), _winner(game) or result_words(game).lower(), game.game)
            for game in season.games
        ]
        told = len(RESULTS) if len({game.game for game in season.games}) > 1 else len(RESULTS) - 1
        yield from _columns(RESULTS[:told], [game[:told] for game in games], left=range(told))
    if season.units:
        yield from ("", "Units that fought best (enemy units destroyed, times one was hurt, times lost)")
        rows = [
            (f"{at}.", unit.name, unit.player, *map(str, (unit.games, unit.destroyed, unit.hurt, unit.lost)))
            for at, unit in enumerate(season.units[:MOST_UNITS], start=1)
        ]
        yield from _columns(UNITS, rows, left=(1, 2))
    if season.left_out:
        yield from ("", "Left out")
        yield from (f"  {one.why}" for one in season.left_out)


def played_words(game: SeasonGame) -> str:
    """Who played, with the victory points where the game counts them."""
    return " – ".join(side.name if side.vp is None else f"{side.name} {side.vp}" for side in game.sides)


def result_words(game: SeasonGame) -> str:
    """Who has won; of a game that goes on, how far it is."""
    if not game.over:
        return f"round {game.round}, not over" if game.round else "not over"
    winner = _winner(game)
    return f"Victory for {the(winner)}" if winner else "A draw"


def _winner(game: SeasonGame) -> str:
    return next((side.name for side in game.sides if side.won), "")


def luck_words(row: Standing) -> str:
    """How many more successes than fair dice, over the whole season."""
    return more_words(row.luck) if row.rolls else ""


def vp_words(row: Standing) -> str:
    """Victory points for and against; "" where there were none."""
    return f"{row.vp}:{row.vp_against}" if row.vp or row.vp_against else ""


def _columns(head: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int]) -> Iterator[str]:
    """Rows in columns as wide as they must be; those that are not `left` end at the right."""
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]
    for row in (head, *rows):
        cells = [
            cell.ljust(width) if at in left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield f"  {'  '.join(cells)}".rstrip()


TEMPLATES.filters.update(
    clock=clock_words, luck=luck_words, vp=vp_words, played=played_words, result=result_words
)
