"""The commands about rules and data: check, rulesets, rules, commands, roster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from vedette.cli import completing, errors
from vedette.cli.options import AsJson, Saves
from vedette.engine.errors import CommandError, DataError
from vedette.engine.files import listed

if TYPE_CHECKING:
    from vedette.engine.commands import CommandSpec
    from vedette.engine.ruleset import Ruleset, RuleText

RulesetName = Annotated[
    str,
    typer.Argument(
        metavar="RULESET",
        help="A ruleset's id; see `vedette rulesets`.",
        autocompletion=completing.rulesets,
    ),
]

roster = typer.Typer(help="Armies and characters: check, list, make, print.", no_args_is_help=True)


def check(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Case files, or folders of them.")],
    as_json: AsJson = False,
) -> None:
    """Play case files and explain every miss."""
    from vedette.engine.case import play_case
    from vedette.registry import rulesets

    reports = [play_case(rulesets(), path) for path in _case_files(paths)]
    missed = [report for report in reports if report.misses]
    if as_json:
        from vedette.cli.json_output import print_json

        told = [
            {"path": str(case_report.path), "title": case_report.title, "misses": case_report.misses}
            for case_report in reports
        ]
        print_json({"passed": len(reports) - len(missed), "failed": len(missed), "cases": told})
    else:
        for report in missed:
            errors.print_line(f"FAILED {report.path}: {report.title}")
            for miss in report.misses:
                errors.print_line(f"    {miss}")
        errors.print_line(f"{len(reports) - len(missed)} passed, {len(missed)} failed")
    if missed:
        raise typer.Exit(errors.FAILED)


def rulesets(as_json: AsJson = False) -> None:
    """List the games that Vedette knows, and the packages that they come from."""
    from vedette import __version__
    from vedette.registry import faults, rulesets

    ours = f"vedette {__version__}"
    told = [
        {
            "id": ruleset.id,
            "title": ruleset.title,
            "revision": ruleset.revision,
            "package": ruleset.package or ours,
        }
        for ruleset in rulesets().values()
    ]
    for fault in faults():
        errors.say(fault)
    if as_json:
        from vedette.cli.json_output import print_json

        print_json(told)
        return
    width = max(len(str(row["title"])) for row in told)
    for row in told:
        errors.print_line(f"{row['id']:<16} {row['title']:<{width}}  {row['package']}")


def rules(
    ruleset: RulesetName,
    rule: Annotated[
        str | None,
        typer.Argument(metavar="ID", help="A rule's id, such as OF-MOV-1.", autocompletion=completing.rules),
    ] = None,
    readings: Annotated[bool, typer.Option("--readings", help="The house rules to choose from.")] = False,
    options: Annotated[
        bool, typer.Option("--options", help="The optional rules and amounts that a new game may have.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the rules of a game, its house rules or its optional rules, or show one rule."""
    from vedette.cli.games import ruleset_named

    game = ruleset_named(ruleset)
    if readings:
        _list_readings(game, rule, as_json=as_json)
        return
    if options:
        _list_options(game, rule, as_json=as_json)
        return
    texts = list(game.rules().values())
    if rule is not None:
        texts = [_rule_named(rule, texts)]
    if as_json:
        from vedette.cli.json_output import print_json
        from vedette.engine.plain import to_plain

        print_json(to_plain(texts[0] if rule is not None else texts))
    elif rule is not None:
        _print_rule(texts[0])
    else:
        for text in texts:
            errors.print_line(f"{text.id:<12} {text.duty:<8} {text.title}")


def commands(
    ruleset: RulesetName,
    command: Annotated[
        str | None,
        typer.Argument(
            metavar="DO",
            help="A command, such as move: all its arguments.",
            autocompletion=completing.commands,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the commands of a game, or tell what one takes."""
    from vedette.cli.games import ruleset_named
    from vedette.engine.commands import spec_named

    specs = ruleset_named(ruleset).specs
    listed = dict(specs) if command is None else {command: spec_named(specs, command)}
    if as_json:
        from vedette.cli.json_output import print_json, told_command

        told = [told_command(do, spec) for do, spec in listed.items()]
        print_json(told if command is None else told[0])
    elif command is not None:
        _print_command(command, specs[command])
    else:
        for do, spec in listed.items():
            errors.print_line(f"{do:<16} {spec.actor:<5} {spec.title:<32} {_usage(spec)}".rstrip())


@roster.command("check")
def check_army(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="An army (TOML with a list of units), or one character.")
    ],
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset", metavar="ID", help="The game that it is for.", autocompletion=completing.rulesets
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check an army file or a character: all faults at once."""
    from vedette.cli.characters import judged
    from vedette.engine.library import read_toml
    from vedette.view.army_lists import army_faults
    from vedette.view.roster import units_of

    army = read_toml(file)
    game = _game_of(army, ruleset)
    if game.view.builder is not None and "units" not in army:
        faults, summed = judged(game.view.builder, army)
    else:
        known = game.view.roster()
        faults = army_faults(game, known, army)
        summed = known.words.army(units_of(army))
    if as_json:
        from vedette.cli.json_output import print_json

        print_json({"file": str(file), "army": summed, "faults": faults})
    else:
        for fault in faults:
            errors.print_line(fault)
        errors.print_line(f"{file.name}: {summed}, {len(faults)} faults")
    if faults:
        raise typer.Exit(errors.FAILED)


@roster.command("list")
def list_data(
    ruleset: RulesetName,
    kind: Annotated[
        Literal["profiles", "armies", "missions", "games", "characters"],
        typer.Argument(metavar="KIND", help="What to list."),
    ] = "profiles",
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """List profiles, armies, missions, games, or the characters with files of their own."""
    from vedette.cli.games import ruleset_named

    if kind == "characters":
        from vedette.cli.characters import list_characters

        list_characters(ruleset_named(ruleset), as_json)
        return
    known = ruleset_named(ruleset).view.roster()
    offered = getattr(known, kind)
    for sentence in known.left_out:
        errors.say(sentence)
    if as_json:
        from vedette.cli.json_output import print_json

        print_json([{"id": one.id, "name": one.name, **one.row} for one in offered])
        return
    for one in offered:
        pack = f"  (pack: {one.pack})" if one.pack else ""
        errors.print_line(f"{one.id:<20} {one.name:<28} {one.line}{pack}".rstrip())


def _case_files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            found = listed(path, "**/*.toml")
            if not found:
                raise DataError(f"There are no cases in {path}.")
            yield from found
        elif path.exists():
            yield path
        else:
            raise DataError(f"There is no {path}.")


def _rule_named(wanted: str, texts: Sequence[RuleText]) -> RuleText:
    found = next((text for text in texts if text.id == wanted.upper()), None)
    if found is None:
        from difflib import get_close_matches

        near = get_close_matches(wanted.upper(), [text.id for text in texts])
        raise CommandError(
            f"There is no rule “{wanted}”." + (f" Near it: {', '.join(near)}." if near else "")
        )
    return found


def _print_rule(rule: RuleText) -> None:
    errors.print_line(f"{rule.id}  {rule.title}")
    errors.print_line(" ".join(rule.text.split()))
    expansion = f", expansion {rule.expansion}" if rule.expansion else ""
    errors.print_line(f"({rule.duty}; {rule.section}{expansion})")


def _usage(spec: CommandSpec[Any]) -> str:
    """The names of its arguments; what may be left out stands in brackets."""
    from vedette.engine.commands import arguments_of

    names = ((one.name, one.required) for one in arguments_of(spec.model))
    return " ".join(name if required else f"[{name}]" for name, required in names)


def _print_command(do: str, spec: CommandSpec[Any]) -> None:
    from vedette.engine.commands import arguments_of

    errors.print_line(f"{do}  {spec.title}, by a {spec.actor}")
    errors.print_line(spec.does)
    for one in arguments_of(spec.model):
        required, about = ", required" if one.required else "", f": {one.about}" if one.about else ""
        errors.print_line(f"    {one.name:<18} {one.kind}{required}{about}")
    if spec.all_rules:
        errors.print_line(f"({', '.join(spec.all_rules)})")


def _list_readings(game: Ruleset[Any], wanted: str | None, *, as_json: bool) -> None:
    """Every question that the text leaves open, or one of them, with its answers; the usual one is marked."""
    listed = [reading for reading in game.readings().values() if wanted in (None, reading.id)]
    if wanted is not None and not listed:
        raise CommandError(f"There is no reading “{wanted}”. There are: {', '.join(game.readings())}.")
    if as_json:
        from vedette.cli.json_output import print_json
        from vedette.engine.plain import to_plain

        print_json([{**to_plain(reading), "usual": reading.usual} for reading in listed])
        return
    for reading in listed:
        errors.print_line(f"{reading.id}  {reading.question}  ({', '.join(reading.rules)})")
        for choice in reading.choices:
            usual = " (usual)" if choice.id == reading.usual else ""
            errors.print_line(f"    {choice.id}{usual}: {choice.text}")
            errors.print_line(f"        {choice.because}")


def _list_options(game: Ruleset[Any], wanted: str | None, *, as_json: bool) -> None:
    """Every optional rule or amount, or one of them, with its default and the values allowed."""
    listed = [option for option in game.options().values() if wanted in (None, option.id)]
    if wanted is not None and not listed:
        there_are = f"There are: {', '.join(game.options())}." if game.options() else "This game has none."
        raise CommandError(f"There is no option “{wanted}”. {there_are}")
    if as_json:
        from vedette.cli.json_output import print_json
        from vedette.engine.plain import to_plain

        print_json(to_plain(listed))
        return
    for option in listed:
        errors.print_line(f"{option.id}  {option.name}  ({', '.join(option.rules)})")
        errors.print_line(f"    {option.text}")
        needs = f"; needs {option.needs}" if option.needs else ""
        errors.print_line(f"    {option.allowed}; default: {option.said(option.default)}{needs}")


def _game_of(army: dict[str, Any], ruleset: str | None) -> Ruleset[Any]:
    from vedette.cli.games import ruleset_named
    from vedette.registry import rulesets

    games = rulesets()
    named = ruleset or army.get("ruleset") or (next(iter(games)) if len(games) == 1 else None)
    if named is None:
        raise CommandError("For which game is it? Give --ruleset.")
    return ruleset_named(str(named))
