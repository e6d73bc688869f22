"""Takes a picture of every screen at a moment that shows what it is for: `python scripts/moments.py FOLDER [NAME…]`.

Each moment is a game played to a line of one of the examples, or a game file, and the keys that lead there. With
`--theme light` or `--theme mono` the same in other colours. The pictures are SVG; a browser shows them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.games.close_quarters.watched import after_the_move  # noqa: E402 - the tests stand beside
from tests.idle import workers_done  # noqa: E402 - the tests stand beside
from textual.pilot import Pilot  # noqa: E402

from vedette.engine import journal, save_file  # noqa: E402
from vedette.engine.dice import Die  # noqa: E402
from vedette.engine.library import data_folder, read_toml  # noqa: E402
from vedette.engine.session import new_session, open_session  # noqa: E402
from vedette.registry import rulesets  # noqa: E402
from vedette.save_library import SaveLibrary  # noqa: E402
from vedette.tui.launch import make_app  # noqa: E402

Made = Callable[[Path], Path | None]
"""Puts into a folder what a moment needs; returns the save to open, or None for the home screen."""

LARGE, SMALL = (120, 40), (80, 24)


@dataclass(frozen=True)
class Moment:
    """A screen of `size`, reached from what was `made` by `keys`; words of several letters are names of keys."""

    name: str
    made: Made
    keys: str = ""
    size: tuple[int, int] = LARGE


def cut(example: str, before: int, folder: Path) -> Path:
    """An example up to a line, which is not among it any more; 0 is all of it."""
    save = save_file.read(data_folder() / "saves" / f"{example}.vedette")
    copy = folder / f"{example}.vedette"
    with closing(journal.create(copy, save.header)) as file:
        file.append([entry for entry in save.entries if not before or entry.n < before])
    return copy


def begun(ruleset: str, game: str, folder: Path, state: Mapping[str, object] = {}) -> Path:
    """A new game of a game file, in its own state or another one."""
    path = folder / f"{game}.vedette"
    setup = read_toml(data_folder() / "rulesets" / ruleset / "games" / f"{game}.toml")
    setup = {**setup, "state": dict(state)} if state else setup
    new_session(rulesets()[ruleset], setup, seed=7, path=path).close()
    return path


def chain(folder: Path) -> Path:
    """The mill road with the Captain's Group and half of the points gone: one Group has held, one has failed, two are still to test."""
    path = cut("company-mill-road", 68, folder)
    with closing(open_session(rulesets(), path)) as session:
        for unit in ("t2", "t1"):
            session.do({"do": "test", "by": unit, "reason": "cut down at the ford", "lost": 4})
        for faces in ((4, 5), (1, 2)):
            session.answer(tuple(map(Die, faces)))
    return path


def raid(folder: Path) -> Path:
    """A raid by the site's rules: a Group is Bloodied under two spells, one has Proclaimed a taunt, one carries a token, two are held back."""
    path = begun("company", "salt-cellars", folder)
    with closing(open_session(rulesets(), path)) as session:

        def do(words: dict[str, object], *answers: object) -> None:
            session.do(words)
            for answer in answers:
                session.answer(answer)  # type: ignore[arg-type]

        do({"do": "captain_trait", "by": "s1", "trait": "resolute"})
        do({"do": "captain_trait", "by": "b1", "trait": "compelling"})
        do({"do": "choose_spells", "by": "b2", "spells": ["heal", "confuse", "projectile"]})
        do({"do": "roll_off", "by": "red"}, (Die(5), Die(2)))
        for unit in ("b3", "b4"):
            do({"do": "hold_back", "by": unit})
        do({"do": "ambition", "by": "red", "ambition": "do-not-waver"})
        do({"do": "ambition", "by": "red", "ambition": "rain-hell", "revealed": True})
        do({"do": "start", "by": "red"}, "attacker")
        do({"do": "reckless", "by": "s5"})
        values = {
            "units.s1.r": 5, "units.s4.carrying": True, "units.b2.r": 7, "units.b1.shaken": True,
            "units.s1.effects": [{"spell": "fortify", "side": "red"}, {"spell": "confuse", "side": "blue"}],
            "units.s2.taunts": [{"taunt": "unbreakable", "target": ""}],
        }  # fmt: skip
        do({"do": "adjust", "by": "red", "values": values})
    return path


def rally(folder: Path) -> Path:
    """The mill road after that chain, at the Boar's next turn: two Groups are Shaken, and the first of them has tested to Rally."""
    path = chain(folder)
    with closing(open_session(rulesets(), path)) as session:
        for answer in ("clear", (Die(1), Die(3)), "clear", (Die(6), Die(6))):
            session.answer(answer)
        for side in ("red", "blue"):
            session.do({"do": "end_turn", "by": side})
            for unit in session.state.units:
                session.do({"do": "reckless", "by": unit})
        session.do({"do": "rally", "by": "t4"})
        session.answer((Die(4), Die(4)))
    return path


SHOTS = (
    ("fus7", "skirmish_fire", ["ligne"], (5,)),
    ("ligne", "gun_fire", ["rifles95"], (1,)),
    ("rifles95", "skirmish_fire", ["conscrits"], (1, 7)),
    ("leger", "skirmish_fire", ["rifles95"], (4, 0)),
    ("gren", "skirmish_fire", ["lights52"], (3, 8)),
    ("rifles95", "skirmish_fire", ["leger"], (6,)),
    ("lights52", "skirmish_fire", ["leger", "ligne", "conscrits"], (1, 9)),
)
"""Who fires how at whom in an exchange along the hedges, and the faces."""


def exchange(shots: int, folder: Path, *, over: bool = False) -> Path:
    """So many shots of an exchange of fire; once it is over, the French have to give a Hit to one of three Units."""
    path = folder / "along-the-hedges.vedette"
    setup = read_toml(data_folder() / "rulesets" / "napoleonic" / "games" / "along-the-hedges.toml")
    hurt = {"units.conscrits.lives": 2, "units.foot48.lives": 2}
    hits = {f"units.{unit}.hits": 1 for unit in ("leger", "conscrits", "rifles95")}
    state = {"phase": "skirmish", "round": 5, **hurt, **hits}
    with closing(new_session(rulesets()["napoleonic"], {**setup, "state": state}, seed=7, path=path)) as game:
        for by, do, at, faces in SHOTS[:shots]:
            said = {"shots": len(faces)} if do == "skirmish_fire" else {}
            game.do({"do": do, "by": by, "at": at, "range": 1.5, **said})
            game.answer(tuple(map(Die, faces)))
        if over:
            game.do({"do": "cease_fire", "by": "fr"})
    return path


def twelve(folder: Path) -> Path:
    """Two armies of a dozen units in the second round, some of them hurt."""
    done = ("k1", "k2", "k6", "k11", "k12", "w1", "w7", "w8")
    hurt = {"k4": (4, 5), "k7": (1, 2), "k2": (8,), "w3": (5,), "w8": (2, 3)}
    state: dict[str, object] = {"phase": "activation", "round": 2, "turn": "blue", "activation.unit": "w3"}
    away = ("k5", "k9", "w2", "w10", "w11")
    state |= {f"units.{unit}.in_reserve": True for unit in away}
    state |= {f"units.{unit}.activated": True for unit in done}
    state |= {f"units.{unit}.models.{n}.hp": 0 for unit, models in hurt.items() for n in models}
    state |= {f"units.{unit}.took_damage": True for unit in ("k4", "k7", "w8")}
    state |= {f"units.{unit}.stress": n for unit, n in (("k4", 1), ("k7", 2), ("w3", 1), ("w8", 1))}
    state |= {"units.k8.models.0.hp": 2, "units.k11.models.0.hp": 3, "sides.red.vp": 1}
    return begun("open-fire", "ninth-gate", folder, state)


def home(folder: Path) -> None:
    """A save folder with open games of every ruleset, and the examples as games that are over."""
    cuts = {
        "napoleonic-along-the-hedges": 60,
        "open-fire-hanging-yard": 74,
        "company-mill-road": 80,
        "close-quarters-boarding": 83,
        "open-fire-first-battle": 90,
    }
    for example, before in cuts.items():
        cut(example, before, folder).rename(folder / f"tuesday-{example}.vedette")
        shutil.copyfile(data_folder() / "saves" / f"{example}.vedette", folder / f"{example}.vedette")


def learning(ruleset: str, folder: Path) -> Path:
    """The first battle of a ruleset, with its guide."""
    library = SaveLibrary(rulesets(), folder)
    session = library.learn(ruleset)
    session.close()
    return library.path_of(session)


def watched(folder: Path) -> Path:
    """Hanne has walked into the hex that Zorgo watches."""
    path = folder / "watched.vedette"
    after_the_move("zorgo", path=path).close()
    return path


def typed(*faces: int) -> str:
    """The keys for these faces of a D12."""
    return " ".join({10: "0", 11: "minus", 12: "equals_sign"}.get(face, str(face)) for face in faces)


battle, skirmish, boarding, mill, hedges = (
    partial(cut, example)
    for example in (
        "open-fire-first-battle",
        "open-fire-hanging-yard",
        "close-quarters-boarding",
        "company-mill-road",
        "napoleonic-along-the-hedges",
    )
)

ATTACK, DEFENCE = typed(8, 3, 9, 12, 1, 10, 7, 8, 11, 2, 8, 5), typed(8, 4, 12, 9, 3, 1, 7)
MOMENTS = (
    Moment("20-result", partial(battle, 78), f"{ATTACK} {DEFENCE}"),
    Moment("20b-result", partial(battle, 78), f"{ATTACK} {DEFENCE}", SMALL),
    Moment("21-second-pool", partial(battle, 78), f"{ATTACK} {typed(8, 4)}"),
    Moment("21-second-pool-80", partial(battle, 78), f"{ATTACK} {typed(8, 4)}", SMALL),
    Moment("22-attack", partial(battle, 77), "a b 7"),
    Moment("22b-attack", partial(battle, 77), "a b 7", SMALL),
    Moment("23-rest", partial(battle, 90)),
    Moment("24-twelve", twelve),
    Moment("25a-twelve", twelve, "m 1 0 a enter m", SMALL),
    Moment("25b-skirmish", partial(skirmish, 74), "m", SMALL),
    Moment("26-newgame", home, "n"),
    Moment("26-newgame-80", home, "n", SMALL),
    Moment("26b-newgame-80", home, "n tab", SMALL),
    Moment("27-setup", partial(begun, "open-fire", "ninth-gate"), "1 2"),
    Moment("27-setup-80", partial(begun, "open-fire", "first-battle"), "1 2", SMALL),
    Moment("28a-help", partial(battle, 90), "question_mark"),
    Moment("28b-guide", partial(learning, "open-fire"), "s r 7 4"),
    Moment("28b-guide-80", partial(learning, "open-fire"), "s r 7 4", SMALL),
    Moment("29-map-rest", partial(boarding, 62)),
    Moment("30-map-shot", partial(boarding, 19), "s"),
    Moment("30b-map-move", partial(boarding, 68), "m w w q q"),
    Moment("31-map-smoke", partial(boarding, 92)),
    Moment("32-map-shot", partial(boarding, 19), "s", SMALL),
    Moment("32-map-dice", partial(boarding, 39), "", SMALL),
    Moment("33-home", home),
    Moment("34-end", partial(battle, 0)),
    Moment("35-company-chain", chain),
    Moment("35-company-chain-80", chain, "", SMALL),
    Moment("35b-company-test", partial(mill, 72)),
    Moment("35c-company-rally", rally),
    Moment("35e-company-chain-over", chain, "1 6 6 1 1 1"),
    Moment("35d-company-second-try", partial(mill, 99), "1 1"),
    Moment("47-site-cards", raid),
    Moment("47-site-cards-80", raid, "", SMALL),
    Moment("47b-site-card", raid, "2 space"),
    Moment("47c-site-taunt", raid, "3 p 1"),
    Moment("47c-site-taunt-80", raid, "3 p 1", SMALL),
    Moment("47d-site-secrets", raid, "t v enter"),
    Moment("48-site-newgame", home, "n r 2"),
    Moment("48-site-newgame-80", home, "n r 2", SMALL),
    Moment("48b-site-builder", home, f"n r 2 c space {'down ' * 9}"),
    Moment("12-napoleonic", partial(exchange, 3), "a a 1"),
    Moment("12b-napoleonic", partial(exchange, 3)),
    Moment("36-napoleonic-exchange", partial(exchange, 7, over=True)),
    Moment("36-napoleonic-exchange-80", partial(exchange, 7, over=True), "", SMALL),
    Moment("36b-napoleonic-marked", partial(exchange, 7, over=True), "enter"),
    Moment("36c-napoleonic-own-rules", partial(exchange, 7, over=True), "enter enter p"),
    Moment("37-army-builder", home, f"n r 2 t space tab delete tab {'down ' * 13}"),
    Moment(
        "37-army-builder", home, "n r 2 t space tab delete tab slash less_than_sign 5 enter down down", SMALL
    ),
    Moment(
        "38-character-builder",
        home,
        f"c right right 3 {'down ' * 26}enter 2 {'down ' * 19}enter down enter {'down ' * 24}",
    ),
    Moment("38-character-builder", home, f"c right right right 2 {'down ' * 12}enter down", SMALL),
    Moment("40-house-rules", home, "n r 4 h space down down 2"),
    Moment("40-house-rules-80", home, "n r 4 h space down down 2", SMALL),
    Moment("40b-options", home, "n r 4 o"),
    Moment("41-correction", partial(battle, 130), "h J equals_sign"),
    Moment("41-correction-80", partial(battle, 130), "h J equals_sign", SMALL),
    Moment("41b-correction", partial(battle, 130), "h"),
    Moment("41c-correction", partial(mill, 110), "h comma comma 1 1"),
    Moment("42-replay", partial(battle, 0), f"P home n n n {'left ' * 8}"),
    Moment("42-replay", partial(battle, 0), f"P home n n n {'left ' * 8}", SMALL),
    Moment("43-log", partial(battle, 108), f"l up up up enter {'down ' * 17}enter"),
    Moment("43-log", partial(battle, 108), f"l up up up enter {'down ' * 17}enter", SMALL),
    Moment("44-opportunity", watched),
    Moment("44-opportunity-80", watched, "", SMALL),
)


@asynccontextmanager
async def at(moment: Moment, folder: Path) -> AsyncIterator[Pilot[None]]:
    """The program at a moment, with its save in a folder that is empty at first."""
    app = make_app(rulesets(), folder, moment.made(folder))
    app.animation_level = "none"
    async with app.run_test(size=moment.size) as pilot:
        await pilot.pause()
        for key in moment.keys.split():
            await pilot.press(key)
            await workers_done(app)
        await pilot.pause()
        yield pilot


async def picture(moment: Moment, folder: Path, theme: str) -> str:
    """What the program shows at a moment, as SVG."""
    async with at(moment, folder) as pilot:
        pilot.app.theme = theme
        await pilot.pause()
        return pilot.app.export_screenshot(title="Vedette")


def main() -> None:
    """Take every picture, or those that were named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="beginnings of names of moments")
    parser.add_argument("--theme", choices=("dark", "light", "contrast", "mono"), default="dark")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    os.environ["COLORTERM"] = "truecolor"  # with sixteen colours solid hexes are hatched
    for moment in MOMENTS:
        if given.names and not moment.name.startswith(tuple(given.names)):
            continue
        with tempfile.TemporaryDirectory() as saves:
            svg = asyncio.run(picture(moment, Path(saves), given.theme))
        size = "80" if moment.size == SMALL else "120"
        name = moment.name.removesuffix(f"-{size}")
        (given.folder / f"{name}-{size}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
