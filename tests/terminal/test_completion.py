"""Tab in the shells that people have: installed as the documentation says, and asked in a real terminal."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal
from vedette.testing.plugin import Times

PROGRAM = Path(sys.executable).with_name("vedette")

SHELLS = {"bash": ("bash", "--norc", "-i"), "zsh": ("zsh", "-f", "-i"), "fish": ("fish", "--no-config", "-i")}
"""How each shell is started so that it reads nothing of its own."""

OFFERED = {
    "sh": "vedette show",
    "show open-fire-f": "vedette show open-fire-first-battle",
    "rules comp": "vedette rules company",
    "do open-fire-first-battle att": "vedette do open-fire-first-battle attack",
    "do open-fire-first-battle attack p1 targ": "target=m2",
    "do open-fire-first-battle --ov": "--override",
    "undo open-fire-first-battle --by r": "vedette undo open-fire-first-battle --by red",
}
"""What is typed, and what stands in the line after Tab. All shells ask the same program, so that one of them asks for everything, and only with `--thorough`."""

IN_EVERY_SHELL = ("sh", "do open-fire-first-battle attack p1 targ")


@pytest.mark.parametrize(
    "shell", ["bash", *(pytest.param(one, marks=pytest.mark.thorough) for one in ("zsh", "fish"))]
)
def test_a_shell_completes_commands_saves_rulesets_units_and_options(
    shell: str, tmp_path: Path, times: Times
) -> None:
    if shutil.which(shell) is None or not PROGRAM.exists():
        pytest.skip(f"there is no {shell} here, or no vedette beside Python")
    home = {
        "HOME": str(tmp_path),
        "ZDOTDIR": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path / ".config"),
        "VEDETTE_SAVES": str(tmp_path / "saves"),
        "PATH": f"{PROGRAM.parent}:/usr/bin:/bin",
        "TERM": "xterm",
        "PS1": "$ ",
    }

    def opened(command: Sequence[str]) -> Terminal:
        return Terminal(command, columns=120, lines=40, environment=home)

    with opened(SHELLS[shell]) as terminal:
        terminal.send(b"vedette --install-completion\r")
        terminal.see("completion installed")
    with opened((shell, "-i")) as terminal:
        terminal.send(b"echo rea''dy\r")  # what is typed before a shell listens is no Tab to it
        terminal.see("ready")
        terminal.settle()
        if shell == "zsh":  # there the first Tab only loads what completes
            terminal.send(b"vedette \t")
            terminal.settle()
            terminal.send(b"\x15")
        everything = shell == "bash" and times(0, 1)
        for typed in OFFERED if everything else IN_EVERY_SHELL:
            whole = OFFERED[typed]
            terminal.send(f"vedette {typed}\t".encode())
            terminal.see(whole)
            terminal.send(b"\x15\x0c")  # the line goes, and the screen is empty again
            terminal.see_gone(whole)


def test_powershell_is_offered_the_same() -> None:
    if not PROGRAM.exists():
        pytest.skip("there is no vedette beside Python")

    def told(**asked: str) -> str:
        environment = {**os.environ, **asked}
        return subprocess.run([PROGRAM], capture_output=True, text=True, env=environment, check=True).stdout

    words = {"_TYPER_COMPLETE_ARGS": "vedette sh", "_TYPER_COMPLETE_WORD_TO_COMPLETE": "sh"}
    assert told(_VEDETTE_COMPLETE="complete_powershell", **words).startswith("show:::")
    assert "Register-ArgumentCompleter" in told(_VEDETTE_COMPLETE="source_powershell")
