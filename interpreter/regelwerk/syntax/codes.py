"""Every code of this floor in one table; `docs/errors/` has a page for each."""

from regelwerk.source.codes import Code

CODES: dict[str, Code] = {
    # lines, brackets, words
    "P001": Code("tab in a rule file", "a line holds a tab where only blanks are allowed"),
    "P002": Code("missing indentation", "after a line that ends in `:` the next is not indented"),
    "P003": Code("indentation that fits nothing", "a line goes back to a depth that no line above has"),
    "P004": Code("too long", "a line, a declaration or a file is longer than allowed"),
    "P005": Code("nested too deeply", "lines, brackets or values lie inside each other too often"),
    "P006": Code("bracket never closed", "an opening bracket has no closing one"),
    "P007": Code("text never closed", 'the `"` at the end of a text is missing'),
    "P008": Code("bracket that does not fit", "a closing bracket has no opening one of its kind"),
    "P009": Code("unexpected indentation", "a line is indented below one that opens no block"),
    "P010": Code("indentation with nothing above", "the first line of a file is indented"),
    "P011": Code("sign without a meaning", "a character is no part of the language"),
    "P012": Code("number too large", "a number has more than nine digits"),
    "P013": Code("capital letter in a name", "names and words of the language are written small"),
    "P014": Code("word of the language as a name", "a reserved word stands where a name is needed"),
    "P015": Code("name that begins with a digit", "a number is followed by letters"),
    "P016": Code("sign inside a name", "a name holds something that is no letter, digit or `_`"),
    # what a line begins with
    "P021": Code("unknown declaration", "a line in the first column begins with no word for a declaration"),
    "P022": Code("line outside of a declaration", "a line that belongs inside a declaration is not indented"),
    "P023": Code("declaration inside a declaration", "a line that declares something is indented"),
    "P024": Code("unknown first word", "an indented line begins with a word that nothing begins with"),
    "P025": Code("`else`", "the other case is written `otherwise`"),
    "P026": Code("`elif`", "a further case is written `otherwise if`"),
    "P027": Code("`otherwise` with nothing before it", "no line just above leaves another case open"),
    "P028": Code("block ends too early", "a block lacks a line that it must have"),
    # parts of a line
    "P029": Code("missing colon", "a line that opens a block does not end in `:`"),
    "P030": Code("missing word", "a word between the parts of a line is missing"),
    "P031": Code("missing parameters", "a declared name needs parentheses, even empty ones"),
    "P032": Code(
        "missing parentheses",
        "a condition after `where`, and what is summed if it has several parts, stand in parentheses",
    ),
    "P033": Code("`=` in `let`", "a name is given to a value with `be`"),
    "P034": Code("`=` in `set`", "a value is changed with `to`"),
    "P035": Code("unknown comparison", "two things are compared with `=`, `!=`, `<`, `<=`, `>` or `>=`"),
    "P036": Code("chained comparison", "a comparison has two sides"),
    "P037": Code("`is` before a value", "`is` asks for a kind or for `none`; values are compared with `=`"),
    "P038": Code("missing value", "after an operator or a comma nothing follows"),
    "P039": Code("line ends too early", "the end of a line is missing"),
    "P040": Code("missing comma", "two entries of a list stand side by side"),
    "P041": Code("line goes on too long", "something follows where the line should end"),
    "P042": Code("text out of place", "only names of scenarios and house rules are written in quotes"),
    "P043": Code("unreadable clause", "a clause is written `rulebook.section.number`"),
    "P044": Code("alternatives without `is one of`", "several follow `is one of` in brackets"),
    "P045": Code("parts in another order", "a part of a line stands behind one that it belongs before"),
    "P046": Code("`in` for `inside`", "whether something lies in a zone or a list is asked with `inside`"),
    "P047": Code("block behind a comma", "behind `, otherwise` one statement stands on the same line"),
    "P048": Code(
        "parameter without its name", "`happened` and `times` name the parameters that they ask for"
    ),
    "P049": Code("statement for a value", "something that happens stands where a value is needed"),
    "P050": Code("something else expected", "a word or sign cannot stand where it does"),
    "P051": Code("cannot be formatted", "the formatter would have changed the meaning or broken a bound"),
    "P052": Code("form of an earlier edition", "the language says this in other words now"),
    "P053": Code("amended in another way", "a house rule replaces a value, and sets nothing itself"),
}
