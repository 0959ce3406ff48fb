"""A page in Chromium, as a person has it: clicks, and what is seen. Needs Debian's `chromium` and playwright from PyPI."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from compiler.web.wasm import available

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def missing() -> str:
    """Why pages cannot be played here; empty if they can."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright is not installed"
    if CHROMIUM is None:
        return "there is no chromium"
    return available() or ""


class Browser:
    """One page. What it asks of the network and what goes wrong in it is kept."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.set_default_timeout(8_000)
        self.requests: list[str] = []
        self.mistakes: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        page.on("console", lambda message: self.mistakes.append(message.text) if message.type == "error" else None)

    def open(self, file: Path) -> None:
        self.page.goto(file.as_uri())
        self.page.wait_for_selector(".begin")

    def ask(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    def begin(self, *, players: int, seed: int, kinds: list[str]) -> None:
        self.page.select_option("#players", str(players))
        for seat, kind in enumerate(kinds):
            self.page.select_option(f'.kind[aria-label="seat p{seat}"]', kind)
        self.page.fill("#seed", str(seed))
        self.page.click(".begin")
        self.page.wait_for_selector(".table")

    def wait(self) -> str:
        """What the page waits for: `person`, `cover` or `over`."""
        for _ in range(1200):
            waits = "document.documentElement.table.busy ? '' : document.documentElement.dataset.waits ?? ''"
            found = self.ask(f"document.querySelector('.cover[open]') ? 'cover' : {waits}")
            if found in ("person", "cover", "over"):
                return str(found)
            self.page.wait_for_timeout(25)
        raise AssertionError("the page does not come to rest")

    def moves(self) -> int:
        return int(self.ask("document.documentElement.table.session.record.actions.length"))

    def record(self) -> str:
        with self.page.expect_download() as download:
            self.page.click(".save")
        return Path(download.value.path()).read_text(encoding="utf-8")

    def click_on(self, pick: int) -> None:
        """Chooses by clicks alone: parts of the picture while any may be clicked, else the list in words."""
        before = self.moves()
        for _ in range(8):
            count = self.ask("document.querySelectorAll('.picture .may').length")
            if not count:
                break
            script = "k => document.querySelectorAll('.picture .may')[k].dispatchEvent(new MouseEvent('click', {bubbles: true}))"
            self.page.evaluate(script, pick % count)
            if self.moves() != before or self.ask("document.querySelector('.cover[open]') !== null"):
                return
            if self.ask("document.querySelectorAll('.choice').length") == 1:
                break
        count = self.ask("document.querySelectorAll('.choice').length")
        self.page.evaluate("k => document.querySelectorAll('.choice')[k].click()", pick % count)


@contextmanager
def chromium(width: int = 1100, height: int = 900, scheme: str = "light") -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield Browser(browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme, accept_downloads=True, reduced_motion="reduce"))
        finally:
            browser.close()
