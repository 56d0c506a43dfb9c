"""Whatever a house rule says of whatever there is: it is carried out or refused, and shown either way."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from duels import amended, over
from regelwerk.doors.comparison import also_different, differences
from regelwerk.meaning.book import SORTS_WITH_NAMES, open_book
from regelwerk.meaning.codes import CODES

FORMS = (
    ("remove {sort} {name}",),
    ("presupposes {sort} {name}",),
    (
        "narrow action {name}:",
        "    needs yes",
        "    by where (1 = 1)",
        "    once per turn",
        "    only with yes",
    ),
    ("narrow rule {name} where (1 = 2)",),
    ("extend enum {name}: {other}",),
    ("extend type {name}:", "    {other}: 0..3 = 0"),
    ("change table card:", "    {name}: worth = 2, {other} = 3"),
    ("replace table card:", "    {name}: colour = {other}"),
    ("fix option {name} = {other}",),
    ("insert before {other} in {name}:", "    nothing"),
    ("insert after {other} 2 in {name}:", "    {other}(p)"),
    ("leave out {other} in {name}",),
    ("replace event {name}(seat p):", "    {other}(p)"),
    ("replace text of {name}:", "    {other}:", "        nothing"),
    ("value {name}() = {other}",),
    ("type {name} is {other}",),
)


@pytest.mark.parametrize("seed", range(20))
def test_amendment_of_anything(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    names = open_book(amended(tmp_path).files).names()

    def house(title: str) -> str:
        lines: list[str] = []
        for _ in range(random.randint(1, 3)):
            name, other = random.choice(list(names)), random.choice(list(names))
            sort = names[name] if random.random() < 0.8 else random.choice(SORTS_WITH_NAMES)
            form = random.choice(FORMS)
            lines += (line.format(sort=sort, name=name, other=other) for line in form)
        return over(*lines, title=title)

    checked = amended(tmp_path, *(house(f"house {number}") for number in range(random.randint(1, 2))))
    if checked.rules is None:
        assert {p.code for p in checked.diagnostics if p.code.startswith("M")} <= set(CODES)
        assert checked.diagnostics
        assert all(problem.span is not None for problem in checked.diagnostics)
    else:
        named = {d.name for d in differences(checked)}
        assert named.isdisjoint(also_different(checked))
