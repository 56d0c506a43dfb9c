"""What holds in every position of every match, whatever the game."""

from __future__ import annotations

from regelwerk.match.state import State
from regelwerk.program.ending import Decision
from regelwerk.program.layout import Layout
from regelwerk.rules import statements as st
from regelwerk.rules.walk import nodes


class Things:
    """Watches where things lie in the course of one match."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.lain: set[int] = set()

    def check(self, s: State) -> None:
        """Every thing lies in one zone of its type, or in none because it has never been moved into one."""
        tables = self.layout.tables
        everything = [thing for zone in s.zones for thing in zone]
        lying = set(everything)
        assert len(lying) == len(everything), "a thing lies in two zones"
        places = {thing: zone for zone, content in enumerate(s.zones) for thing in content}
        assert s.at == [places.get(thing, -1) for thing in range(len(tables.row_of))], "`at` is wrong"
        passing = {thing for thing in self.lain if tables.is_passing[thing]}
        gone = self.lain - lying - passing
        assert not gone, f"things that lay in a zone lie nowhere: {sorted(gone)}"
        for zone, content in enumerate(s.zones):
            kind = tables.types[tables.zone_decl[zone].type]
            strange = [thing for thing in content if not kind.first <= thing < kind.last]
            assert not strange, f"`{tables.zone_decl[zone].name}` holds things of another type: {strange}"
            assert 0 <= s.fixed[zone] <= len(content), "more is fixed than there is"
        self.lain |= lying


def check_decisions(decisions: list[Decision]) -> None:
    """Somebody can decide, and really decide; seats decide at a time in secret only."""
    assert decisions, "nobody has to decide"
    for decision in decisions:
        assert len(decision.options) > 1, f"only one option in {decision.prompt_key}: {decision.options}"
        assert len(set(decision.options)) == len(decision.options), (
            f"an option twice in {decision.prompt_key}"
        )
    seats = [decision.seat for decision in decisions]
    assert len(set(seats)) == len(seats), "a seat has two decisions"
    assert len(decisions) == 1 or {d.kind for d in decisions} == {"secret"}, "seats wait for each other"


def check_ending(layout: Layout, s: State) -> None:
    """A rule has ended the match, under its name, with winners and scores that are possible."""
    assert s.over is not None
    declared = {node.name for node in nodes(layout.game) if isinstance(node, st.EndGame)}
    assert s.over.name in declared, f"the match ended as `{s.over.name}`, which no rule does"
    assert set(s.over.winners) <= set(range(layout.players))
    assert len(s.over.scores) == layout.players
    assert not s.stack and not any(s.levels) and not s.picks and not s.lasting and not s.queue
    assert not s.active and not s.answers and not s.atomic and not s.leaving and not s.alive
