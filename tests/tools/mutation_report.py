"""What mutations came to: the table of scores, what is below its threshold, and the page of the manual."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from .mutation_bench import BROKEN, CHECK, EQUAL, ESCAPED, GAMES, SCENARIO, Verdict
from .mutation_text import Site


@dataclass(frozen=True)
class Mutator:
    """What it does, its share of all mutations, who must notice, and how many of a hundred."""

    what: str
    share: int
    by: str
    threshold: int


BOTH = "check or a scenario"

MUTATORS = {
    "name": Mutator("a letter wrong in a name, key or reference", 18, CHECK, 99),
    "part": Mutator("a required part left out", 12, CHECK, 95),
    "kind": Mutator("a wrong kind or range", 12, CHECK, 95),
    "parameter": Mutator("a parameter, argument, attribute or key that nothing reads", 6, CHECK, 95),
    "duplicate": Mutator("a definition given twice", 6, CHECK, 95),
    "swap": Mutator("two arguments of equal type swapped", 10, BOTH, 95),
    "number": Mutator("a number one greater or smaller", 14, BOTH, 95),
    "deletion": Mutator("a rule, statement or condition left out", 16, BOTH, 95),
    "indentation": Mutator("a line indented wrongly", 6, BOTH, 95),
}
"""The mutators. Where `check` alone must notice, a mutation that changes nothing counts as escaped."""

_INTRODUCTION = """---
orphan: true
---

# The score of the checker

`make mutate` changes the shipped rules and tables in one place at a time and looks who notices: `check`, or
else a scenario of the game, or a list of cards that the tests expect to be refused. The games are those
under `games/` and, as extra games, the entries of `docs/language/corpus`. Scenarios, labels and lists of
clauses are not mutated.

The mutators are fixed:

- *name*: one letter of a name is wrong, in a rule file, a table or the manifest; the new word is none that
  occurs in the game. Names that stand in one place only are labels and left out: another word there is no
  mistake. Clauses are references where the game has a list of clauses.
- *part*: one word, sign, name or number is left out (not `not`, `-`, `afterwards`, `printed`, `on top`,
  `at bottom`, `on back`, which may be missing, nor clauses); or the line of a window, action, limit or
  payment that it needs; or a key that a file needs or that all rows of a table have.
- *kind*: an expression of another kind is written, for each expression of known kind; a range is turned round
  or becomes `flag`; `seat` and `flag` become numbers; a default, a value that is set or a number of a table
  lies far outside its range; in tables, words become numbers and numbers words.
- *parameter*: a parameter, argument, attribute or key more, that nothing reads.
- *duplicate*: a declaration, attribute, row, way, member or key stands twice.
- *swap*: two arguments of equal type change places, or the sides of `-`, `<`, `>`, `<=`, `>=`.
- *number*: a number is one greater or one smaller.
- *deletion*: a rule, limit, modifier or text, a statement, a case, a `needs`, `where`, `when`, or a part of
  `and` and `or` is left out.
- *indentation*: a line begins two or four blanks further left or right.

Sites are drawn with equal chance among all places of a mutator, from a printed seed. A message counts if
`check` does not give it for the game as it is; warnings count and are shown apart.

A mutation that `check` cannot notice, because the changed rules make sense, is for the scenarios. Those of
the games under `games/` are the tests of these games, and the thresholds are theirs. An entry of the corpus
has a few scenarios that show one rule, and a flow around it that nobody tests: its score is shown, without a
threshold.
"""


def _of(verdicts: list[Verdict], mutator: str, *outcomes: str) -> list[Verdict]:
    return [v for v in verdicts if v.site.mutator == mutator and v.outcome in outcomes]


def in_corpus(verdict: Verdict) -> bool:
    """Whether a mutation is one of an extra game."""
    return "corpus" in PurePath(verdict.site.file).parts


def needed(verdicts: list[Verdict], mutator: str) -> list[Verdict]:
    """Those whose score has a threshold: all that `check` must notice, else those of the shipped games."""
    return [v for v in verdicts if MUTATORS[mutator].by == CHECK or not in_corpus(v)]


def score(verdicts: list[Verdict], mutator: str) -> float | None:
    """How many of a hundred are noticed by whom they must be; None if there is nothing to notice."""
    rule = MUTATORS[mutator]
    noticed = _of(verdicts, mutator, CHECK, *([SCENARIO] if rule.by == BOTH else []))
    counted = [v for v in verdicts if v.site.mutator == mutator and (v.outcome != EQUAL or rule.by == CHECK)]
    return 100 * len(noticed) / len(counted) if counted else None


def below(verdicts: list[Verdict]) -> list[str]:
    """What is not as it should be."""
    found = []
    for mutator, rule in MUTATORS.items():
        reached = score(needed(verdicts, mutator), mutator)
        if reached is not None and reached < rule.threshold:
            found.append(f"{mutator}: {reached:.1f} of 100, not {rule.threshold}")
    found += [f"{describe(v.site)}: {v.said}" for v in verdicts if v.outcome == BROKEN]
    found += [f"{describe(v.site)}: {v.poor}" for v in verdicts if v.poor]
    return found


def describe(site: Site) -> str:
    """A mutation in a few words, without its text."""
    return f"{site.mutator} in {site.game}, {PurePath(site.file).name} at character {site.start}"


def table(verdicts: list[Verdict], places: dict[str, int]) -> str:
    """The scores as a table."""
    titles = ("mutator", "places", "drawn", "check", "of these warnings", "scenario", "nothing changes")
    rows = [[*titles, "escaped", "score", "needed", "corpus alone"]]
    rows.append(["---"] * len(rows[0]))
    for mutator, count in places.items():
        rule = MUTATORS[mutator]
        drawn = [v for v in verdicts if v.site.mutator == mutator]
        extra = [v for v in drawn if in_corpus(v)]
        counts = [len(_of(drawn, mutator, outcome)) for outcome in (CHECK, SCENARIO, EQUAL)]
        numbers = [count, len(drawn), counts[0], sum(v.warning for v in drawn), *counts[1:]]
        escaped = len(_of(drawn, mutator, ESCAPED, BROKEN))
        shown = [
            _shown(needed(drawn, mutator), mutator),
            f"{rule.threshold} % by {rule.by}",
            _shown(extra, mutator),
        ]
        rows.append([mutator, *map(str, numbers), str(escaped), *shown])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _shown(verdicts: list[Verdict], mutator: str) -> str:
    reached = score(verdicts, mutator)
    return "-" if reached is None else f"{reached:.1f} %"


def page(
    verdicts: list[Verdict], places: dict[str, int], sources: dict[str, str], seed: int, folder: str
) -> str:
    """The page of the manual: what is done, the scores, what escapes, examples of what changes nothing."""
    named = [v for v in verdicts if v.named]
    hinted = [v for v in named if v.hinted]
    parts = [
        _INTRODUCTION,
        f"## The scores\n\n{len(verdicts)} mutations, seed {seed}.\n\n{table(verdicts, places)}\n"
        f"Of {len(named)} messages about a wrong name near the right one, {len(hinted)} suggest it. "
        f"Every message says where the mistake is and what to do; {_broken(verdicts)}.\n",
        "## What escapes\n\n"
        "Mutations that change one of the seeded games, and that nobody notices; and those that only a "
        "scenario, or nobody, notices though `check` should.\n",
        _listed(_escapes(verdicts), sources, folder),
        f"## What changes nothing\n\nNeither `check` nor a scenario notices these, and {GAMES} seeded games "
        "go as before. They are not counted where a scenario may be the one who notices. Examples:\n",
        _listed(_examples(verdicts), sources, folder),
    ]
    poor = [f"- {describe(v.site)}: {v.poor}" for v in verdicts if v.poor]
    poor += [
        f"- `{v.site.word}` is not suggested for `{v.site.text}`: {v.said}" for v in named if not v.hinted
    ]
    if poor:
        parts.append("## Messages that could say more\n")
        parts.append("\n".join(sorted(poor)) + "\n")
    return "\n".join(parts)


def _broken(verdicts: list[Verdict]) -> str:
    count = sum(v.outcome == BROKEN for v in verdicts)
    return "nothing ended in a traceback" if not count else f"{count} ended in a traceback or not at all"


def _escapes(verdicts: list[Verdict]) -> list[Verdict]:
    return [
        v
        for v in verdicts
        if v.outcome in (ESCAPED, BROKEN)
        or (MUTATORS[v.site.mutator].by == CHECK and v.outcome in (SCENARIO, EQUAL))
    ]


def _examples(verdicts: list[Verdict]) -> list[Verdict]:
    found: list[Verdict] = []
    for mutator, rule in MUTATORS.items():
        if rule.by == BOTH:
            found += sorted(_of(verdicts, mutator, EQUAL), key=lambda v: (v.site.game, v.site.start))[:12]
    return found


def _listed(verdicts: list[Verdict], sources: dict[str, str], folder: str) -> str:
    if not verdicts:
        return "None.\n"
    ordered = sorted(verdicts, key=lambda v: (v.site.mutator, v.site.file, v.site.start))
    return "\n".join(line_of(v, sources, folder) for v in ordered) + "\n"


def line_of(v: Verdict, sources: dict[str, str], folder: str) -> str:
    """One mutation with its place, the line before and after it, and who noticed."""
    site, source = v.site, sources[v.site.file]
    line = source.count("\n", 0, site.start) + 1
    file = PurePath(site.file).relative_to(folder).as_posix()
    outcome = "" if v.outcome in (ESCAPED, EQUAL) else f" ({v.outcome}{': ' + v.said if v.said else ''})"
    before, after = _around(source, site)
    return f"- *{site.mutator}*, {file}:{line}: `{before}` → `{after}`{outcome}"


def _around(source: str, site: Site) -> tuple[str, str]:
    """The line of a mutation before and after it, in one line each."""
    start = source.rfind("\n", 0, site.start) + 1
    end = source.find("\n", max(site.end - 1, site.start))
    end = len(source) if end < 0 else end
    old = source[start:end]
    new = source[start : site.start] + site.text + source[site.end : end]
    return _short(old), _short(new)


def _short(text: str) -> str:
    flat = " ".join(text.replace("`", "'").split())
    if not flat:
        return "(nothing)"
    return flat if len(flat) <= 110 else f"{flat[:107]}..."
