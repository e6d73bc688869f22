"""The browser itself: it opens a page, and tells what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import PHONE, OpenPage, inaccessible

PAGE = "<!doctype html><html{}><title>Game</title><main><h1>Morning Watch</h1></main></html>"


def test_it_finds_what_stands_in_the_way_of_a_screen_reader(open_page: OpenPage, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.html", tmp_path / "bad.html"
    good.write_text(PAGE.format(' lang="en"'))
    bad.write_text(PAGE.format(""))

    assert inaccessible(open_page(good.as_uri(), PHONE, dark=True)) == []
    assert [line.split(":")[0] for line in inaccessible(open_page(bad.as_uri()))] == ["html-has-lang"]
