"""The words of every command, in the order of the help: its arguments and options, and what it does in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from vedette import __version__
from vedette.cli.late import behind
from vedette.cli.options import (
    Agreed,
    AsCommands,
    AsJson,
    By,
    Choose,
    Dice,
    Force,
    Output,
    RulesetName,
    SaveName,
    Saves,
    Steps,
    argument,
    flag,
    option,
    read_seconds,
)

app = typer.Typer(
    name="vedette",
    help="A hotseat assistant for miniature wargames. Without a command it opens the screen.",
    epilog="Exit codes: 0 done · 1 a case failed · 2 an error · 3 forbidden by a rule or the state of the game · 4 waiting for dice or a choice · 70 a fault of ours.",
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
roster = typer.Typer(help="Armies and characters: check, list, make, print.", no_args_is_help=True)
maps = typer.Typer(help="Maps of hexes: draw one, make a picture of one.", no_args_is_help=True)
packs = typer.Typer(help="House profiles as files to send: take one in, list, remove.", no_args_is_help=True)
app.add_typer(roster, name="roster")
app.add_typer(maps, name="map")
app.add_typer(packs, name="pack")

MapRuleset = Annotated[
    str | None, option("--ruleset", "ID", "The game that the map is for.", "completing:rulesets")
]


def command(
    module: str, of: typer.Typer = app, name: str | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command that is done by the function of its name in that module, which takes the same but `--saves`: that is heard already."""

    def add(words: Callable[..., None]) -> Callable[..., None]:
        @of.command(name)
        @wraps(words)
        def call(**given: Any) -> None:
            given.pop("saves", None)
            behind(f"{module}:{words.__name__}")(**given)

        return call

    return add


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"Vedette {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    saves: Saves = None,
    version: Annotated[
        bool, option("--version", None, "Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Open the screen, where no command is given."""
    if context.invoked_subcommand is None:
        behind("screen:open_screen")()


@command("opening")
def play(
    save: Annotated[
        str | None, argument("SAVE", "A path, or a name in the save folder.", "completing_files:saves")
    ] = None,
    plain: Annotated[
        bool, flag("--plain", "As lines of text: for screen readers, braille, dumb terminals and scripts.")
    ] = False,
    saves: Saves = None,
) -> None:
    """Open a game on the screen, or play it by lines of text."""


@command("opening")
def learn(
    ruleset: Annotated[
        str,
        argument("RULESET", "The game to learn; the first one where it is left out.", "completing:rulesets"),
    ] = "",
    plain: Annotated[
        bool, flag("--plain", "By lines of text: for screen readers, and where nothing is drawn.")
    ] = False,
    saves: Saves = None,
) -> None:
    """Play a small first battle with a guide."""


@command("playing")
def new(
    game: Annotated[
        str, argument("GAME.toml", "A game file, or the name of one of ours.", "completing_files:games")
    ],
    save: Annotated[str, option("--save", "SAVE", "A path, or a name in the save folder.")],
    army: Annotated[
        list[str] | None, option("--army", "SIDE=ARMY", "Another army for a side: a name, or a TOML file.")
    ] = None,
    option: Annotated[
        list[str] | None,
        option(
            "--option",
            "ID[=VALUE]",
            "An optional rule, on or with a value; `vedette rules RULESET --options` lists them.",
            "completing:options",
        ),
    ] = None,
    edition: Annotated[
        str,
        option(
            "--edition", "ID", "In a game with editions: the one that is played, if the file names another."
        ),
    ] = "",
    seed: Annotated[int | None, option("--seed", "N", "What Vedette's dice will show.")] = None,
    undo: Annotated[str | None, option("--undo", "RULE", "How undo works: free, own or both.")] = None,
    side_minutes: Annotated[
        int | None, option("--side-minutes", "N", "A limit for each side, which warns.")
    ] = None,
    round_minutes: Annotated[
        int | None, option("--round-minutes", "N", "A limit for each round, which warns.")
    ] = None,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Start a game without the screen."""


@command("playing")
def do(
    save: SaveName,
    command: Annotated[str, argument("DO", "The command.", "completing:commands")],
    words: Annotated[
        list[str] | None,
        argument("BY KEY=VALUE", "A unit or side, then arguments as TOML values.", "completing:words"),
    ] = None,
    dice: Dice = None,
    choose: Choose = None,
    override: Annotated[str, option("--override", "WHY", "Force it where both players agree.")] = "",
    unasked: Annotated[
        bool, flag("--unasked", "Go on though somebody could still answer, such as with a shot.")
    ] = False,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Give one command, with answers or without."""


@command("playing")
def answer(
    save: SaveName, dice: Dice = None, choose: Choose = None, saves: Saves = None, as_json: AsJson = False
) -> None:
    """Answer what the game waits for."""


@command("playing")
def undo(
    save: SaveName,
    steps: Steps = 1,
    by: By = "",
    agreed: Agreed = False,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Take the last command or answer back."""


@command("playing")
def redo(
    save: SaveName,
    steps: Steps = 1,
    by: By = "",
    agreed: Agreed = False,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Take undos back."""


@command("correcting")
def correct(
    save: SaveName,
    n: Annotated[int, argument("N", "The entry, as `vedette log` counts them.")],
    words: Annotated[list[str] | None, argument("[KEY=VALUE]…", "What a command should have said.")] = None,
    dice: Annotated[str | None, option("--dice", "3,5,1", "The faces as they lay, or total=8.")] = None,
    choose: Annotated[str | None, option("--choose", "X", "The right answer.")] = None,
    dry_run: Annotated[bool, flag("--dry-run", "Only say what would hold, and change nothing.")] = False,
    by: By = "",
    agreed: Agreed = False,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Correct what was told earlier; every later line that still holds is played again behind it."""


@command("looking")
def state(
    save: SaveName,
    at: Annotated[int | None, option("--at", "N", "After entry N; 0 is the set-up.")] = None,
    output: Output = None,
    force: Force = False,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Print the state as JSON."""


@command("looking")
def show(save: SaveName, saves: Saves = None, as_json: AsJson = False) -> None:
    """Tell where a game stands: who plays, the score, what comes next, and where the save comes from."""


@command("looking")
def log(
    save: SaveName,
    undone: Annotated[bool, flag("--all", "Also what was undone, and the undoing.")] = False,
    since: Annotated[int | None, option("--since", "ROUND", "From the beginning of that round on.")] = None,
    find: Annotated[str, option("--find", "WORDS", "Only lines with these words, unit:, rule:, kind:.")] = "",
    saves: Saves = None,
    commands: AsCommands = False,
    as_json: AsJson = False,
) -> None:
    """Tell what happened."""


@command("looking")
def replay(
    save: SaveName,
    at: Annotated[int, option("--at", "N", "From the action of line N on.", show_default=False)] = 0,
    saves: Saves = None,
    commands: AsCommands = False,
    as_json: AsJson = False,
) -> None:
    """Go through the game as it was played."""


@command("finding")
def bookmark(
    save: SaveName,
    n: Annotated[int | None, argument("[N]", "The line, as `vedette log` counts them.")] = None,
    note: Annotated[str, argument("[NOTE]", "Why it is worth finding again.")] = "",
    remove: Annotated[bool, flag("--remove", "Take the bookmark of that line away.")] = False,
    by: By = "",
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Put a bookmark with a note to a line; without a line, list them."""


@command("finding")
def branch(
    save: SaveName,
    n: Annotated[int | None, argument("[N]", "The last line of the branch; 0 is the set-up.")] = None,
    out: Annotated[str | None, option("-o --out", "FILE", "A path, or a name in the save folder.")] = None,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Write everything that led to a line into a save of its own; without a line, list the branches."""


@command("verifying")
def verify(
    save: SaveName,
    code: Annotated[str | None, argument("CODE", "With --receipt: one that was written down.")] = None,
    receipt: Annotated[
        bool,
        flag(
            "--receipt",
            "Print a receipt to write down; with CODE, say whether the game still leads through it.",
        ),
    ] = False,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Check a save, and judge it by today's rules."""


@command("reporting")
def report(
    save: SaveName,
    out: Annotated[Path | None, option("-o --out", "FILE", "A file: .html, .md or .json.")] = None,
    seconds: Annotated[
        float,
        option(
            "--seconds",
            "SECONDS",
            "How long to weigh the luck by what was at stake, at most.",
            parser=read_seconds,
        ),
    ] = 1,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Tell the battle: result, turning points, every round, losses, luck and time. Without a file it is printed."""


@command("serving")
def serve(
    save: SaveName,
    port: Annotated[
        int | None, option("--port", "N", "Where to listen.", min=1, max=65535, show_default=False)
    ] = None,
    lan: Annotated[
        bool, flag("--lan", "For everybody in this network who has the address, not for this computer alone.")
    ] = False,
    host: Annotated[
        str,
        option("--host", "ADDRESS", "Like --lan, at this one address of the computer.", show_default=False),
    ] = "",
    new_link: Annotated[bool, flag("--new-link", "Give the page a new address; the old link ends.")] = False,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Show a game on a page that follows it, for phones and second screens; Ctrl-C ends it."""


@command("watching")
def watch(
    save: SaveName,
    plain: Annotated[bool, flag("--plain", "In lines of text, as they happen; Ctrl-C ends it.")] = False,
    saves: Saves = None,
) -> None:
    """Look on while a game is played in another process: the table, read-only, in a second terminal or over ssh."""


@command("season")
def season(
    folder: Annotated[Path, argument("DIR", "The folder with the saves.")],
    out: Annotated[Path | None, option("-o --out", "FILE", "A file: .html or .json.")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell several games together: results, league, luck, time, and the units that fought best."""


@command("odds")
def odds(
    save: SaveName,
    do: Annotated[
        str, argument("[DO]", "The command; the one under way without it.", "completing:commands")
    ] = "",
    words: Annotated[
        list[str] | None,
        argument(
            "[BY] [KEY=VALUE]… [then …]",
            "Who gives it, and what it says; after `then` another command.",
            "completing:words",
        ),
    ] = None,
    override: Annotated[bool, flag("--override", "As if a refusal were overruled.")] = False,
    seconds: Annotated[
        float, option("--seconds", "SECONDS", "How long to look at most.", parser=read_seconds)
    ] = 10,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Tell what may come of a command, or of several in a row, and how likely it is. Nothing is rolled, and nothing changes."""


@command("luck")
def luck(
    save: SaveName,
    seconds: Annotated[
        float,
        option("--seconds", "SECONDS", "How long to look for expected losses at most.", parser=read_seconds),
    ] = 10,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Tell how lucky each side was. What was undone does not count."""


@command("mending")
def mend(
    save: SaveName,
    output: Annotated[
        str | None,
        option("--output -o", "NAME", "A path, or a name in the save folder; else SAVE-mended beside it."),
    ] = None,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Copy what is good of a damaged save into a new one, to play on in; the damaged one stays as it is."""


@command("places")
def where(saves: Saves = None, as_json: AsJson = False) -> None:
    """List where your games, characters, armies, maps and packs are kept, and how to keep them elsewhere."""


@command("data")
def check(
    paths: Annotated[list[Path], argument("PATH", "Case files, or folders of them.")], as_json: AsJson = False
) -> None:
    """Play case files and explain every miss."""


@command("data")
def rulesets(as_json: AsJson = False) -> None:
    """List the games that Vedette knows, and the packages that they come from."""


@command("data")
def rules(
    ruleset: RulesetName,
    rule: Annotated[str | None, argument("ID", "A rule's id, such as OF-MOV-1.", "completing:rules")] = None,
    readings: Annotated[bool, flag("--readings", "The house rules to choose from.")] = False,
    options: Annotated[
        bool, flag("--options", "The optional rules and amounts that a new game may have.")
    ] = False,
    edition: Annotated[
        str, option("--edition", "ID", "In a game with editions: what holds in that one, in its words.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """List the rules of a game, its house rules or its optional rules, or show one rule."""


@command("data")
def commands(
    ruleset: RulesetName,
    command: Annotated[
        str | None, argument("DO", "A command, such as move: all its arguments.", "completing:commands")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the commands of a game, or tell what one takes."""


@command("scaffold")
def scaffold(
    name: Annotated[str, argument("NAME", "The ruleset's id, such as my-skirmish.")],
    into: Annotated[Path, option("--into", "FOLDER", "Where the new folder goes.")] = Path(),
    as_json: AsJson = False,
) -> None:
    """Begin a ruleset of your own: a package that installs, plays and passes its tests as it is."""


@command("armies", roster, "check")
def check_army(
    file: Annotated[Path, argument("FILE", "An army (TOML with a list of units), or one character.")],
    ruleset: Annotated[
        str | None, option("--ruleset", "ID", "The game that it is for.", "completing:rulesets")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check an army file or a character: all faults at once."""


@command("armies", roster, "list")
def list_data(
    ruleset: RulesetName,
    kind: Annotated[
        Literal["profiles", "armies", "missions", "games", "characters"] | None,
        argument("KIND", "What to list; else profiles, and in a game with editions its armies too."),
    ] = None,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """List profiles, armies, missions, games, or the characters with files of their own, under a heading for each edition of the rules."""


@command("armies", roster, "import")
def take_in(
    ruleset: RulesetName,
    file: Annotated[
        str,
        argument(
            "FILE",
            "A list, a table (.csv), or an army of ours (.toml, .json); - reads what is typed or piped.",
        ),
    ],
    name: Annotated[str, option("--name", None, "The army's name; without it the first line has it.")] = "",
    edition: Annotated[
        str,
        option(
            "--edition", "ID", "In a game with editions: the one it is for, if the file's form doesn't say."
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Import an army from a list, to choose from then on. Where a line is not understood nothing is imported, and every fault is reported with its line."""


@command("armies", roster, "export")
def give_out(
    ruleset: RulesetName,
    army: Annotated[str, argument("ARMY", "An army's id or name, or a TOML file.", "completing:armies")],
    form: Annotated[
        Literal["text", "csv", "table", "toml", "json"], option("--as", None, "In which form.")
    ] = "text",
    output: Output = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Print an army: as a list for a chat, a table, or data."""


@command("armies", roster, "print")
def print_army(
    army: Annotated[
        list[str],
        argument("[RULESET] ARMY [FILE.html]", "An army's id, or a TOML file; and where to write the page."),
    ],
    html: Annotated[
        bool,
        flag("--html", "Write it as a page to be printed, here and by the army's name unless you say where."),
    ] = False,
    force: Annotated[bool, flag("--force", "With --html: write over a file that is there already.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print an army: sheets with boxes to tick, and a quick reference of the rules that it uses."""


@command("characters", roster, "new")
def new_character(
    name: Annotated[str, argument("NAME", "The name of the character's file.")],
    file: Annotated[Path, argument("FILE.toml", "The character to build.")],
    ruleset: Annotated[
        str | None, option("--ruleset", "ID", "The game the character is for.", "completing:rulesets")
    ] = None,
    override: Annotated[str, option("--override", "WHY", "Save it anyway, if all agree.")] = "",
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Make a character with a file of their own; every rule against it at once."""


@command("characters", roster, "sheet")
def show_sheet(
    name: Annotated[str, argument("NAME", "A character's file, or any save.")],
    unit: Annotated[str | None, argument("UNIT", "Whose sheet, where there are several.")] = None,
    html: Annotated[Path | None, option("--html", "FILE", "Write it as a page to be printed.")] = None,
    force: Annotated[bool, flag("--force", "With --html: write over a file that is there already.")] = False,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Print a character's sheet: every value, and why it is what it is."""


@command("characters", roster, "home")
def come_home(
    save: SaveName,
    into: Annotated[
        list[str] | None,
        option("--into", "NAME", "A file that is theirs, though the game began with another."),
    ] = None,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Write what a settled game has made of its characters into their files."""


@command("maps", maps, "edit")
def edit_map(
    file: Annotated[
        str | None, argument("[FILE]", "A map's file, or the name of one; a new one where there is none.")
    ] = None,
    ruleset: MapRuleset = None,
    saves: Saves = None,
) -> None:
    """Draw a map on the screen."""


@command("maps", maps, "picture")
def draw_picture(
    map: Annotated[str, argument("MAP|SAVE", "A map's file or name, or a game that is played on one.")],
    output: Annotated[
        Path | None, option("--output -o", "FILE.svg", "Where it is written; else it is printed.")
    ] = None,
    theme: Annotated[
        Literal["dark", "light", "contrast", "mono"], option("--theme", None, "Its colours.")
    ] = "dark",
    force: Annotated[bool, flag("--force", "Write over a file that is there already.")] = False,
    ruleset: MapRuleset = None,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Make a picture of a map, or of a game on its map, as SVG."""


@command("packs", packs, "add")
def add_pack(
    file: Annotated[Path, argument("FILE", "A pack that somebody sent you.")],
    yes: Annotated[bool, flag("--yes", "Take it in without asking; needed with --json.")] = False,
    as_json: AsJson = False,
) -> None:
    """Take in a pack, after showing what it changes; one with a fault is not taken in."""


@command("packs", packs, "list")
def list_packs(as_json: AsJson = False) -> None:
    """List your packs, with what they hold."""


@command("packs", packs, "remove")
def remove(
    name: Annotated[str, argument("NAME", "A pack, as `vedette pack list` has it.")],
    ruleset: Annotated[
        str | None,
        option("--ruleset", "ID", "Its game, where two have one of that name.", "completing:rulesets"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Put a pack into the bin; games that were begun with it keep what they use."""
