"""Words of problems are made last: nothing that is found out depends on them, and every case has some."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

import regelwerk.meaning.problems as of_meaning
import regelwerk.source.problems as of_files
import regelwerk.syntax.problems as of_text
from bad_files import Example, examples
from command_line import run
from duels import DUEL, amended, over
from overlays.test_problems import INSIDE, UNREACHABLE, WRONG
from regelwerk.meaning import codes as meaning_codes
from regelwerk.meaning.amendments import Target
from regelwerk.meaning.problems.houses import Change
from regelwerk.meaning.problems.kinds import Kind, Role
from regelwerk.meaning.without import each_without
from regelwerk.source import codes as source_codes
from regelwerk.source import diagnostics
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.wording import Problem
from regelwerk.source.words import Fact, Words, keys_with_words, say
from regelwerk.syntax import codes as syntax_codes

EXAMPLES = list(examples())
CODES = {**source_codes.CODES, **syntax_codes.CODES, **meaning_codes.CODES}
CHANGE = SimpleNamespace(kind="replace", target=Target("event", "gain"))
SOME: dict[object, list[Any]] = {
    str: ["thing"], int: [1, 2], bool: [False, True], Kind: [Kind("thing", "card")],
    Role: ["the amount", ("{} of {}", "number", "gain")], Change: [CHANGE], Change | None: [CHANGE],
}  # fmt: skip
OF_A_PARAMETER: dict[str, list[Any]] = {
    "M070 word": ["later", "carry out", "this", "for the rest of", "once per", "create"],
    "P030 terminal": ["BY"],
    "S063 types": [("string", "null")],
    "S065 bound": ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
    "S067 bound": [f"{most}{what}" for most in ("min", "max") for what in ("Length", "Items", "Properties")],
    **{f"{code} expected": [("NAME", "COLON")] for code in ("P024", "P028", "P038", "P039", "P050")},
}
"""What parameters may be whose annotation admits more."""


def _constructors() -> Iterator[tuple[Callable[..., Problem], str]]:
    for floor in (of_files, of_text, of_meaning):
        for value in vars(floor).values():
            code = (
                inspect.getclosurevars(value).nonlocals.get("code") if hasattr(value, "__wrapped__") else None
            )
            if code is not None:
                yield value, code


def _cases(code: str, words: Any) -> Iterator[Any]:
    """Facts for every case of a constructor, by name."""
    parameters = inspect.signature(words).parameters.values()
    named = [each.name for each in parameters]
    for values in product(*(_values(f"{code} {each.name}", each.annotation) for each in parameters)):
        yield dict(zip(named, values, strict=True))


def _values(parameter: str, annotation: Any) -> list[Any]:
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    plain = get_args(annotation)[0] if hasattr(annotation, "__metadata__") else annotation
    several = [("thing", "other")] if get_origin(plain) is tuple else ["thing"]
    return OF_A_PARAMETER.get(parameter) or SOME.get(plain) or several


def test_each_code_has_a_constructor_and_each_constructor_a_code() -> None:
    constructors = [code for _, code in _constructors()]
    assert sorted(constructors) == sorted(CODES)
    assert set(CODES) <= keys_with_words()


def test_every_case_of_every_constructor_says_something() -> None:
    for constructor, code in _constructors():
        for facts in _cases(code, inspect.unwrap(constructor)):
            problem: Problem = constructor(**facts)
            words = say(problem.code, problem.facts)
            assert words.message[0] != words.message[0].upper() or words.message[0] in "`0123456789", words
            assert not words.message.endswith(".") and words.help, words


@pytest.mark.slow
def test_a_diagnostic_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for example in EXAMPLES:
        example.write()
        found = example.problems()
        kept = msgspec.json.decode(msgspec.json.encode(found), type=list[Diagnostic])
        assert kept == found
        assert [(each.message, each.help) for each in kept] == [(each.message, each.help) for each in found]


# ---------------------------------------------------------------- with other words


def _shape(found: list[Diagnostic]) -> list[Any]:
    """All of diagnostics but their words; what stands in one place may be in any order."""
    shown = (
        (p.code, p.span, p.path_in_data, p.severity, p.names, p.near, p.fix, [note.span for note in p.notes])
        for p in found
    )
    return sorted(map(repr, shown))


def _reworded(key: str, facts: tuple[Fact, ...]) -> Words:
    words = say(key, facts)
    return Words("`wrong` in other words", None if words.help is None else "`otherwise`")


def _both_ways(what: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    plain = what()
    with monkeypatch.context() as patched:
        patched.setattr(diagnostics, "say", _reworded)
        return plain, what()


@pytest.mark.slow
def test_bad_files_are_judged_alike_in_other_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def judged(example: Example) -> list[Any]:
        example.write()
        return _shape(example.problems())

    for example in EXAMPLES:
        plain, reworded = _both_ways(lambda example=example: judged(example), monkeypatch)
        assert plain == reworded, example.about


@pytest.mark.parametrize(
    "lines",
    [
        *(lines for lines, _ in [*WRONG.values(), *INSIDE.values(), *UNREACHABLE.values()]),
        ("remove event turn",),
        ("remove enum colour",),
        ("remove type card",),
        ("remove zone hand",),
    ],
    ids=lambda lines: lines[0],
)
def test_house_rules_are_judged_alike_in_other_words(
    lines: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, reworded = _both_ways(lambda: _shape(amended(tmp_path, over(*lines)).diagnostics), monkeypatch)
    assert plain == reworded


def test_what_goes_together_does_not_depend_on_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay = ("at playing", "by q", "uses card c in q.hand", "do:", "    move c to out", "    gain(q, 2)")
    house = over("remove value worth_of", "replace action lay:", *(f"    {line}" for line in lay))

    def left_out() -> dict[str, list[str]]:
        found = [one for one in each_without(amended(tmp_path, house)) if one is not None]
        return {str(one.amended.target): [str(other.target) for other in one.together] for one in found}

    plain, reworded = _both_ways(left_out, monkeypatch)
    assert plain == reworded == {"action lay": ["value worth_of"], "value worth_of": []}


def test_the_status_does_not_depend_on_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("duel.rules").write_text(DUEL)
    Path("wrong.rules").write_text(DUEL.replace("gain(", "gian(", 1))
    for name, status in (("duel.rules", 0), ("wrong.rules", 1), ("missing.rules", 2)):
        plain, reworded = _both_ways(lambda name=name: run("check", name), monkeypatch)
        assert plain.status == reworded.status
        assert (plain.status == 0) == (status == 0)
        assert plain.status == 0 or name == "missing.rules" or "in other words" in reworded.out + reworded.err
