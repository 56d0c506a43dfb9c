"""Drawings of chains in the manual: each is made from the last scenario above it.

A fenced block `text chain` belongs to the nearest block of rules above it. `python -m tools.chain_drawings`
writes all drawings anew; a test compares them.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from manual_pages import check_example, examples
from regelwerk.studies.chains import chains, diagram
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import log_of

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / "language" / "27_chains.md"]
_BLOCK = re.compile(r"^```text chain\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def drawn(page: Path) -> str:
    """The text of a page with its drawings made anew."""
    text = page.read_text("utf-8")
    found = examples(page, DOCS)

    def redraw(block: re.Match[str]) -> str:
        line = text.count("\n", 0, block.start()) + 1
        example = [e for e in found if e.line < line][-1]
        with tempfile.TemporaryDirectory() as folder:
            checked = check_example(example, Path(folder))
        assert checked.rules is not None and checked.scenarios is not None, example
        own = [s for s in checked.scenarios.scenarios if "example.rules" in s.place]
        log = log_of(Layouts(checked.rules), own[-1])
        told = chains({"kind": entry.kind, **entry.data} for entry in log)
        parts = []
        for number, chain in enumerate(told, 1):
            inside = next((n for n, other in enumerate(told, 1) if other is chain.inside), None)
            within = f", inside chain {inside}" if inside else ""
            heading = [f"chain {number}{within}", ""] if len(told) > 1 else []
            parts.append("\n".join([*heading, *diagram(chain)]))
        return "```text chain\n" + "\n\n".join(parts) + "\n```"

    return _BLOCK.sub(redraw, text)


if __name__ == "__main__":
    for written in PAGES:
        written.write_text(drawn(written), "utf-8")
        print(f"wrote {written}")
