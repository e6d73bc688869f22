"""The manual page, made from the commands themselves: `python -m tests.manual_page` writes it anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer.main

from vedette.cli.app import app

PAGE = Path(__file__).resolve().parent.parent / "docs/vedette.1"


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
        arguments = [one for one in command.params if one.param_type_name == "argument"]
        words = " ".join(f"\\fI{_text(one.metavar or one.name.upper())}\\fR" for one in arguments)
        lines += [f".SS {_text(called)} {words}".rstrip(), _text(command.help or "")]
        for one in command.params:
            said = _text(getattr(one, "help", "") or "")
            if one.param_type_name == "option":
                lines += [
                    ".TP",
                    ", ".join(f"\\fB{_text(name)}\\fR" for name in (*one.opts, *one.secondary_opts)),
                    said,
                ]
            elif said:
                lines += [".TP", f"\\fI{_text(one.metavar or one.name.upper())}\\fR", said]
    return lines


def _text(text: str) -> str:
    """A text in one line, with what has a meaning in such pages as itself."""
    line = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{line}" if line.startswith((".", "'")) else line


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
