"""The commands about rules: check, rulesets, rules, commands."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

import typer

from vedette import __version__, registry
from vedette.cli import errors
from vedette.cli.games import require_edition, ruleset_named
from vedette.cli.json_output import print_json, tell, told_command
from vedette.cli.output import print_line
from vedette.engine.case import cases_in, play_case
from vedette.engine.commands import arguments_of, spec_named
from vedette.engine.errors import CommandError, DataError
from vedette.engine.plain import to_plain
from vedette.engine.readings import asked_in
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState


def check(paths: list[Path], as_json: bool) -> None:
    files: list[Path] = []
    for path in paths:
        found = cases_in(path) if path.is_dir() else [path]
        if not found:
            raise DataError(f"There are no cases in {path}.")
        if not path.exists():
            raise DataError(f"There is no {path}.")
        files += found
    reports = [play_case(registry.rulesets(), file) for file in files]
    missed = [report for report in reports if report.misses]
    if as_json:
        told = [
            {"path": str(case_report.path), "title": case_report.title, "misses": case_report.misses}
            for case_report in reports
        ]
        print_json({"passed": len(reports) - len(missed), "failed": len(missed), "cases": told})
    else:
        for report in missed:
            print_line(f"FAILED {report.path}: {report.title}")
            for miss in report.misses:
                print_line(f"    {miss}")
        print_line(f"{len(reports) - len(missed)} passed, {len(missed)} failed")
    if missed:
        raise typer.Exit(errors.FAILED)


def rulesets(as_json: bool) -> None:
    ours = f"vedette {__version__}"
    told = [
        {"id": one.id, "title": one.title, "revision": one.revision, "package": one.package or ours}
        for one in registry.rulesets().values()
    ]
    for fault in registry.faults():
        errors.say(fault)
    width = max(len(str(row["title"])) for row in told)
    lines = (f"{row['id']:<16} {row['title']:<{width}}  {row['package']}" for row in told)
    tell(told, lines, as_json=as_json)


def rules(ruleset: str, rule: str | None, readings: bool, options: bool, edition: str, as_json: bool) -> None:
    game = ruleset_named(ruleset)
    require_edition(game, edition)
    if readings:
        _list_readings(game, rule, edition, as_json=as_json)
        return
    if options:
        _list_options(game, rule, as_json=as_json)
        return
    texts = game.rules_in(edition) if edition else game.rules()
    if rule is None:
        lines = (f"{text.id:<12} {text.duty:<8} {text.title}" for text in texts.values())
        tell(to_plain([*texts.values()]), lines, as_json=as_json)
        return
    found = texts.get(rule.upper())
    if found is None:
        near = get_close_matches(rule.upper(), texts)
        raise CommandError(f"There is no rule “{rule}”." + (f" Near it: {', '.join(near)}." if near else ""))
    expansion = f", expansion {found.expansion}" if found.expansion else ""
    only = f", in {' and '.join(found.editions)} only" if found.editions else ""
    origin = f"({found.duty}; {found.section}{expansion}{only})"
    told = (f"{found.id}  {found.title}", " ".join(found.text.split()), origin)
    tell(to_plain(found), told, as_json=as_json)


def commands(ruleset: str, command: str | None, as_json: bool) -> None:
    specs = ruleset_named(ruleset).specs
    listed = dict(specs) if command is None else {command: spec_named(specs, command)}
    if as_json:
        told = [told_command(do, spec) for do, spec in listed.items()]
        print_json(told if command is None else told[0])
        return
    for do, spec in listed.items():
        arguments = arguments_of(spec.model)
        if command is None:
            usage = " ".join(one.name if one.required else f"[{one.name}]" for one in arguments)
            print_line(f"{do:<16} {spec.actor:<5} {spec.title:<32} {usage}".rstrip())
            continue
        print_line(f"{do}  {spec.title}, by a {spec.actor}")
        print_line(spec.does)
        for one in arguments:
            required, about = ", required" if one.required else "", f": {one.about}" if one.about else ""
            print_line(f"    {one.name:<18} {one.kind}{required}{about}")
        if spec.all_rules:
            print_line(f"({', '.join(spec.all_rules)})")


def _list_readings(game: Ruleset[GameState], wanted: str | None, edition: str, *, as_json: bool) -> None:
    """Every question that the text leaves open, or one of them, with its answers; the usual one is marked."""
    known = asked_in(game.readings(), {"edition": edition}) if edition else game.readings()
    listed = [reading for reading in known.values() if wanted in (None, reading.id)]
    if wanted is not None and not listed:
        raise CommandError(f"There is no reading “{wanted}”. There are: {', '.join(known)}.")
    if as_json:
        print_json([{**to_plain(reading), "usual": reading.usual} for reading in listed])
        return
    for reading in listed:
        print_line(f"{reading.id}  {reading.question}  ({', '.join(reading.rules)})")
        for choice in reading.choices:
            usual = " (usual)" if choice.id == reading.usual else ""
            print_line(f"    {choice.id}{usual}: {choice.text}")
            print_line(f"        {choice.because}")


def _list_options(game: Ruleset[GameState], wanted: str | None, *, as_json: bool) -> None:
    """Every optional rule or amount, or one of them, with its default and the values allowed."""
    listed = [option for option in game.options().values() if wanted in (None, option.id)]
    if wanted is not None and not listed:
        there_are = f"There are: {', '.join(game.options())}." if game.options() else "This game has none."
        raise CommandError(f"There is no option “{wanted}”. {there_are}")
    if as_json:
        print_json(to_plain(listed))
        return
    for option in listed:
        print_line(f"{option.id}  {option.name}  ({', '.join(option.rules)})")
        print_line(f"    {option.text}")
        needs = f"; needs {option.needs}" if option.needs else ""
        print_line(f"    {option.allowed}; default: {option.said(option.default)}{needs}")
