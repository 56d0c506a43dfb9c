"""Reading rule files: blocks, places, names, bounds."""

from regelwerk.source.spans import SourceFile
from regelwerk.syntax.grammar import build_parser, keywords, parser, reserved
from regelwerk.syntax.layout import MAX_BLOCK, MAX_BLOCKS, MAX_LINE
from regelwerk.syntax.wording import describe
from regelwerk.tree.build import MAX_DEPTH
from regelwerk.tree.nodes import Aside, Name
from regelwerk.tree.read import read as read_file
from regelwerk.tree.walk import same, walk


def read(text):
    blocks, diagnostics, _ = read_file(SourceFile("a.rules", text))
    assert diagnostics == []
    return blocks


def codes(text):
    return [
        (diagnostic.code, diagnostic.span.line) for diagnostic in read_file(SourceFile("a.rules", text))[1]
    ]


def test_the_grammar_is_unambiguous():
    assert build_parser(strict=True).parse("type lamp\n").data == "type"


def test_every_terminal_has_words_for_messages():
    passed_over = {"BLANKS", "COMMENT"}
    for terminal in {terminal.name for terminal in parser().terminals} - passed_over:
        assert describe(terminal)


def test_each_token_stands_in_the_file_where_its_place_says():
    text = "\n# first\nenum a: b\n\n\nvalue größe(seat p) = (1 +\n    p.stärke)\n"
    lines = text.split("\n")
    names = [node for block in read(text) for node in walk(block) if isinstance(node, Name)]
    assert {name.at.line for name in names} == {3, 6, 7}
    for name in names:
        assert lines[name.at.line - 1][name.at.column - 1 : name.at.end_column - 1] == name.text
    assert [(block.at.line, block.at.column) for block in read(text)] == [(3, 1), (6, 1)]


def test_an_error_hides_no_other_declaration():
    text = "enum a: b\nevent x():\n    stop stop\n\nenum c d\n\nenum e: f\n"
    blocks, diagnostics, _ = read_file(SourceFile("a.rules", text))
    assert [block.at.line for block in blocks] == [1, 7]
    assert [(found.code, found.span.line) for found in diagnostics] == [("P041", 3), ("P029", 5)]


def test_all_wrong_statements_of_a_declaration_are_found():
    text = """event a():
    sett x to 3
    if b
        stop stop
    otherwise:
        stop
    f(1,
      2 3)
    for each c d:
        let if be 3
    stop
    x = 3
"""
    assert codes(text) == [("P024", 2), ("P029", 3), ("P040", 8), ("P014", 10), ("P024", 12)]
    assert codes("event a():\n" + "    stop stop\n" * 50) == [("P041", 2 + i) for i in range(20)]


def test_comments_belong_to_the_declaration_below_or_around_them():
    text = "# one\n\n# two\nevent x():  # three\n# four\n    stop\n    # five\n# six\nenum a: b\n# seven\n"
    first, second = read(text)
    assert first.aside == Aside(above=("# one", "", "# two"), beside=("# three",), below=("# five",))
    assert first.body[0].aside == Aside(above=("# four",))
    assert second.aside == Aside(above=("# six",))


def test_a_comment_behind_a_block_belongs_to_it_if_it_stands_as_far_right():
    text = "event x():\n  if a:\n    stop\n    # inner\n  # outer\n    # no longer inner\n  stop\n"
    (block,) = read(text)
    first, second = block.body
    assert first.aside == Aside(below=("# inner",))
    assert second.aside == Aside(above=("# outer", "# no longer inner"))


def test_a_line_without_a_word_of_its_own_node_has_its_comments_too():
    text = "event x():\n    pay a by p: 1\n    # why\n    then:  # what\n        stop\n"
    (block,) = read(text)
    assert block.body[0].then.aside == Aside(above=("# why",), beside=("# what",))


def test_brackets_are_noted_beside_what_they_hold():
    (block,) = read("value a() = ((b or c)) and d\n")
    assert block.value.parts[0].aside == Aside(brackets=2)
    assert block.value.aside is None


def test_a_number_sign_in_a_text_begins_no_comment():
    (block,) = read('scenario "a # b": # c\n    expect yes\n')
    assert block.title.text == "a # b"
    assert block.aside == Aside(beside=("# c",))


def test_names_are_compared_in_one_form():
    composed, decomposed = read("enum gr\u00f6\u00dfe: a\nenum gro\u0308\u00dfe: a\n")
    assert composed.name.text == decomposed.name.text == "gr\u00f6\u00dfe"


def test_names_may_come_from_any_alphabet():
    names = ["größe", "карта", "カード", "बिल्ली", "ბარათი", "a1_b"]
    assert [block.name.text for block in read("".join(f"enum {n}: a\n" for n in names))] == names


def test_words_of_several_parts_may_have_several_blanks():
    plain = read("event a():\n    move c to deck on top\n")
    wide = read("event a():\n    move c to deck on    top\n")
    assert same(plain, wide)


def test_words_that_only_begin_like_words_of_the_language_are_names():
    (block,) = read("event a():\n    let beforehand be onto + allowance\n")
    assert block.body[0].name.text == "beforehand"


def test_a_reserved_word_is_an_attribute_but_no_variable():
    assert {"count", "where", "if", "set"} <= reserved()
    assert codes("event a():\n    set c.count to c.where\n") == []
    assert codes("type a:\n    count: 0..3\n") == []
    for word in ("count", "where", "if", "set", "seat"):
        assert codes(f"event a():\n    let {word} be 3\n") == [("P014", 2)]


def test_every_word_that_is_not_reserved_can_be_a_name_in_a_body():
    free = set(keywords().values()) - reserved()
    assert {"cost", "target", "needs", "zone"} <= free
    for word in sorted(free):
        body = f"    cites b.c.1\n    {word}({word})\n    if {word}:\n        stop\n    {word}()\n"
        assert codes(f"event a({word} it):\n{body}") == []
        assert codes(f"event {word}({word} {word}):\n{body}") == []


def test_what_is_deep_or_long_is_refused():
    deep = "event a():\n" + "".join("    " * i + "if x:\n" for i in range(1, 60)) + "    " * 60 + "stop\n"
    assert codes(deep) == [("P005", 32)]
    assert codes(f"value a() = {'(' * 5000}x{')' * 5000}\n") == [("P004", 1)]
    assert codes("value a() = " + "(\n " * 5000 + "x" + ")" * 900 + "\n") == [("P004", 1)]
    assert codes("value a() = " + "(\n " * 70 + "x" + ")" * 70 + "\n") == [("P005", 61)]
    assert codes("value a() = (" + "1 +\n " * 4000 + "1)\n") == [("P005", 1)]
    assert codes("value a() = (" + "- " * MAX_DEPTH + "1)\n") == [("P005", 1)]
    assert codes("value a() = " + "not " * MAX_DEPTH + "x\n") == [("P005", 1)]
    assert codes(f"enum a: {'b' * MAX_LINE}\n") == [("P004", 1)]
    assert codes("table a:\n" + "    b\n" * MAX_BLOCK) == [("P004", 1)]
    assert codes("die a: 1\n" * (MAX_BLOCKS + 1)) == [("P004", MAX_BLOCKS + 1)]
    assert codes("state a: 0..999999999\n") == []
    assert codes("state a: 0..1000000000\n") == [("P012", 1)]


def test_what_is_just_shallow_enough_is_read():
    nested = "event a():\n" + "".join("    " * i + "if x:\n" for i in range(1, 30)) + "    " * 30 + "stop\n"
    assert codes(nested) == []
    assert codes(f"value a() = {'f(' * 60}x{')' * 60}\n") == []


def test_files_without_declarations_are_empty():
    for text in ("", "\n\n", "# only a comment\n", "   \n"):
        assert read(text) == ()


def test_a_blank_that_is_none_is_pointed_out():
    source = SourceFile("a.rules", "event a():\n\u00a0   stop\n")
    last = read_file(source)[1][-1]
    assert (last.code, last.span.line, last.help) == ("P011", 2, "write an ordinary blank")


def test_a_tab_begins_no_declaration():
    assert codes("event a():\n\tstop\n") == [("P001", 2)]


def test_a_file_may_end_without_a_line_end():
    assert len(read("event a():\n    stop")) == 1
