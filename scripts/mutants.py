"""Mutation tests: what of a game's rules could be changed without any case noticing: `python scripts/mutants.py RULESET`.

Every mutant is one small change of the rules' code. It is killed where one of the game's cases then fails. A
survivor is a rule that no case shows, or a change that can't be seen at all.

Not done by mutmut or cosmic-ray: they start a test run for each mutant, which for thousands of mutants and
hundreds of cases takes days instead of minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mutant_edits import Mutant
    from mutant_runs import Verdict

Result = tuple["Mutant", "Verdict"]


def arguments() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":")[0])
    add = parser.add_argument
    add("ruleset", help="the ruleset's id, such as open-fire")
    add(
        "--repo",
        type=Path,
        default=Path(__file__).resolve().parent.parent,
        help="another checkout to look at",
    )
    add("--sample", type=int, metavar="N", help="try only so many mutants, picked by chance")
    add("--seed", type=int, default=0, help="another number picks other mutants")
    add("--only", default="", metavar="PART", help="try only files with this in their path")
    add("--changed-lines", metavar="REV", help="try only lines that are not as in this revision")
    add("--list-survivors", action="store_true", help="print what no case noticed")
    add("--tests", action="store_true", help="try survivors with the game's unit tests too (slow)")
    add("--out", type=Path, metavar="FILE", help="write a JSON line for each mutant")
    add("-j", type=int, default=os.cpu_count() or 1, metavar="N", help="processes at once")
    return parser.parse_args()


def main() -> int:
    """Try mutants, and tell what became of them."""
    asked = arguments()
    begin = time.monotonic()
    repo = asked.repo.resolve()
    sys.path.insert(0, str(repo / "src"))  # whichever Vedette is installed, this one is looked at
    os.environ["XDG_DATA_HOME"] = os.devnull  # nothing of the player's own
    from vedette.engine.plugin_discovery import ours

    games = {id: published.entry.module for id, published in ours().items()}
    if asked.ruleset not in games:
        sys.exit(f"There is no ruleset {asked.ruleset}. There are: {', '.join(games)}.")
    folder = repo / "src" / Path(*games[asked.ruleset].split(".")[:-1])
    changed = changed_lines(folder, asked.changed_lines) if asked.changed_lines else None
    files = sources(folder, asked.only, changed)
    results = tried(asked, repo, folder, files, changed)
    if other := [file for file, source in files.items() if (folder / file).read_bytes() != source]:
        say(
            f"Changed meanwhile, so that nothing is sure of: {', '.join(other)}. Better: --repo with a checkout."
        )
    if asked.tests:
        results = with_unit_tests(repo, folder, results, asked.j)
    results.sort(key=lambda one: (one[0].file, one[0].line, one[0].start, one[0].text))
    if asked.out:
        asked.out.write_text("".join(f"{json.dumps(as_line(*one), ensure_ascii=False)}\n" for one in results))
    if asked.list_survivors:
        sys.stdout.writelines(f"{line}\n" for line in survivors(results, files))
    sys.stdout.writelines(f"{line}\n" for line in summary(results))
    say(f"done in {time.monotonic() - begin:.0f} s")
    return 0


def sources(folder: Path, part: str, changed: Mapping[str, set[int]] | None) -> dict[str, bytes]:
    """The files of a game that are looked at, with what is in them."""
    from mutant_edits import rule_files

    named = {str(path.relative_to(folder)): path for path in rule_files(folder) if part in path.as_posix()}
    return {file: path.read_bytes() for file, path in named.items() if changed is None or file in changed}


def tried(
    asked: argparse.Namespace,
    repo: Path,
    folder: Path,
    files: Mapping[str, bytes],
    changed: Mapping[str, set[int]] | None,
) -> list[Result]:
    """The mutants that are asked for, and what became of each."""
    from mutant_edits import fact_names, mutants_of
    from mutant_runs import NotReadyError, Trials

    cases = sorted((repo / "tests/cases" / asked.ruleset).glob("*.toml"))
    trials = Trials(asked.ruleset, folder, cases, files, asked.j)
    try:
        trials.look()
    except NotReadyError as error:
        sys.exit(str(error))
    told = fact_names(folder)
    mutants = [one for file, source in files.items() for one in mutants_of(source, file, told)]
    mutants += [one for one in trials.coverage.specs if one.file in files]
    if changed is not None:
        mutants = [one for one in mutants if changed[one.file] & set(range(one.first, one.last + 1))]
    if asked.sample is not None and asked.sample < len(mutants):
        mutants = Random(asked.seed).sample(mutants, asked.sample)
    say(f"{len(mutants)} mutants, {len(cases)} cases")
    results = []
    for number, (mutant, verdict) in enumerate(trials.verdicts(mutants), start=1):
        if verdict.status == "unplaced":
            say(f"{mutant.file}:{mutant.line}: can't be changed: {mutant.before} -> {mutant.after}")
        elif verdict.status != "same":
            results.append((mutant, verdict))
        if number % 250 == 0:
            say(f"{number} of {len(mutants)}")
    return results


def with_unit_tests(repo: Path, folder: Path, results: list[Result], at_once: int) -> list[Result]:
    """The results, with those that only unit tests notice."""
    from mutant_runs import NotReadyError
    from mutant_tests import with_tests

    try:
        return with_tests(repo, folder, results, at_once)
    except NotReadyError as error:
        say(str(error))
        return results


def say(text: str) -> None:
    """How far it is."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def changed_lines(folder: Path, revision: str) -> dict[str, set[int]]:
    """The lines of a folder's files that are not as in a revision."""
    command = ["git", "diff", "-U0", "--relative", revision, "--", "."]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout
    return diff_lines(told)


def diff_lines(diff: str) -> dict[str, set[int]]:
    """The new lines of each file of a diff without context."""
    lines: dict[str, set[int]] = {}
    file = ""
    for line in diff.splitlines():
        if line.startswith("+++ "):
            file = line[4:].removeprefix("b/")
        elif found := re.match(r"@@ \S+ \+(\d+)(?:,(\d+))? @@", line):
            first, count = int(found[1]), int(found[2] or 1)
            lines.setdefault(file, set()).update(range(first, first + count))
    return lines


def as_line(mutant: Mutant, verdict: Verdict) -> dict[str, Any]:
    """A result as it is written."""
    return {
        key: value for key, value in (asdict(mutant) | asdict(verdict)).items() if value not in ("", None)
    }


def survivors(results: list[Result], files: Mapping[str, bytes]) -> Iterator[str]:
    """What no case noticed, by function."""
    function = line = ""
    for mutant, verdict in results:
        if verdict.status not in ("survived", "uncovered"):
            continue
        if function != (function := f"{mutant.file}  {mutant.function}"):
            yield f"\n== {function}"
        source = files[mutant.file].decode().splitlines()[mutant.line - 1].strip()
        if line != (line := f"{mutant.line:5}: {source}"):
            yield line
        unseen = " [no case runs it]" if verdict.status == "uncovered" else ""
        yield f"           {mutant.operator}: {mutant.before}  ->  {mutant.after}{unseen}"
    yield ""


def summary(results: list[Result]) -> Iterator[str]:
    """How many of each, by file and in all."""
    counts: dict[str, Counter[str]] = {}
    for mutant, verdict in results:
        for name in (mutant.file, "all"):
            counts.setdefault(name, Counter())[verdict.status.split(" ")[0]] += 1
    wide = max(map(len, counts), default=0)
    yield f"{'file':<{wide}} mutants  killed survived uncovered  survivors"
    for name, count in sorted(counts.items(), key=lambda one: (one[0] == "all", one[0])):
        shown = f"{count.total():7} {count['killed']:7} {count['survived']:8} {count['uncovered']:9}"
        yield f"{name:<{wide}} {shown} {100 * count['survived'] / count.total():8.1f} %"


if __name__ == "__main__":
    sys.exit(main())
