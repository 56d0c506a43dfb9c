"""What axe-core finds wrong with a page: names, roles, contrast, labels, order."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tools.chromium import Browser

_FILE = Path(__file__).parents[1] / "vendored" / "axe_core" / "axe.min.js"
_RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations"]}).then(
  (found) => done(found.violations.map((each) =>
    `${each.id}: ${each.help}\\n` + each.nodes.slice(0, 5).map((node) =>
      `  ${node.target.join(" ")}: ${node.html.slice(0, 200)}\\n  ${node.failureSummary}`).join("\\n"))),
  (error) => done([String(error)]));
"""


@cache
def _source() -> str:
    return _FILE.read_text("utf-8")


def complaints(browser: Browser) -> list[str]:
    """Everything that is found wrong with what is shown now, each with the first places."""
    if browser.execute_script("return typeof axe === 'undefined'"):
        browser.execute_script(_source())
    found: list[str] = browser.execute_async_script(_RUN)
    return found
