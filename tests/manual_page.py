"""The manual page, made from the commands themselves: `python -m tests.manual_page` writes it anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import typer.main

from vedette.cli.places import DATA, SAVES
from vedette.cli.words import app

PAGE = Path(__file__).resolve().parent.parent / "docs/vedette.1"

ENVIRONMENT = {
    SAVES: "The folder of your saves and characters.",
    DATA: "The folder of everything that Vedette keeps: saves, characters, armies, maps and packs.",
    "VEDETTE_GLYPHS": "Which signs are drawn: plain, for fonts with few signs, or full.",
    "VEDETTE_ODDS": "portable works odds out without reading the frames of Python: for a Python on which they come out wrong.",
}


def page() -> str:
    """Every command, with its arguments and options, as `man` reads it."""
    root: Any = typer.main.get_command(app)
    lines = [
        '.TH VEDETTE 1 "" "Vedette" "Games"',
        ".SH NAME",
        "vedette \\- a hotseat assistant for miniature wargames",
        ".SH SYNOPSIS",
        ".B vedette",
        "[\\fICOMMAND\\fR] [\\fIARGUMENTS\\fR]",
        ".SH DESCRIPTION",
        _text(root.help),
        ".SH COMMANDS",
        *_commands(root, "vedette"),
        ".SH ENVIRONMENT",
        *(line for name, said in ENVIRONMENT.items() for line in (".TP", f"\\fB{name}\\fR", said)),
        ".SH EXIT STATUS",
        _text(root.epilog),
    ]
    return "\n".join(lines) + "\n"


def _commands(group: Any, before: str) -> list[str]:
    lines = []
    for name, command in group.commands.items():
        called = f"{before} {name}"
        if hasattr(command, "commands"):
            lines += _commands(command, called)
            continue
        heading, described = [_text(called)], []
        for one in command.params:
            said, value = _text(getattr(one, "help", "") or ""), _value(one)
            if one.param_type_name == "argument":
                marked = value if one.required or value.startswith("[") else f"[{value}]"
                heading.append(f"\\fI{_text(marked)}\\fR")
                described += [".TP", f"\\fI{_text(value)}\\fR", said + _beside(one, value)] if said else []
                continue
            names = ", ".join(f"\\fB{_text(name)}\\fR" for name in (*one.opts, *one.secondary_opts))
            names += f" \\fI{_text(value)}\\fR" if value else ""
            if one.required:
                heading.append(names)
                said += " Required."
            described += [".TP", names, said + _beside(one, value)]
        lines += [f".SS {' '.join(heading)}", _text(command.help or ""), *described]
    return lines


def _beside(parameter: Any, value: str) -> str:
    """The choices that its value does not list, what it is where it is not given, and the variable that sets it."""
    annotation = parameter.type_descriptor.annotation
    choices = get_args(annotation) if get_origin(annotation) is Literal and "|" not in value else ()
    said = [f"One of: {', '.join(choices)}."] if choices else []
    if value and parameter.default not in (None, "", (), []):
        said.append(f"Default: {parameter.default}.")
    if parameter.envvar:
        said.append(f"Environment: {parameter.envvar}.")
    return "".join(f" {_text(one)}" for one in said)


def _value(parameter: Any) -> str:
    """What stands for the value of an argument or option; "" where it takes none."""
    if getattr(parameter, "is_flag", False):
        return ""
    annotation = parameter.type_descriptor.annotation
    choices = get_args(annotation) if get_origin(annotation) is Literal else ()
    usual = "|".join(choices) if parameter.param_type_name == "option" else parameter.name.upper()
    value = parameter.metavar or usual or {int: "N", float: "N", Path: "PATH"}.get(annotation, "TEXT")
    return f"{value}…" if parameter.nargs == -1 and "…" not in value and "[" not in value else value


def _text(text: str) -> str:
    """A text in one line, with what has a meaning in such pages as itself."""
    line = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{line}" if line.startswith((".", "'")) else line


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
