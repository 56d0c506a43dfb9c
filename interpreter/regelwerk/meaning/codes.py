"""Every code of this floor in one table; `docs/errors/` has a page for each."""

from regelwerk.source.codes import Code

CODES: dict[str, Code] = {
    # names
    "M001": Code("unknown name", "a name stands for nothing of the sort that is needed"),
    "M002": Code("name declared twice", "two declarations have the same name"),
    "M003": Code("unknown type", "a type or an enum is not declared"),
    "M004": Code("unknown attribute", "things of this type have no such attribute or zone"),
    "M010": Code(
        "word of several enums", "a member belongs to several enums and nothing says which is meant"
    ),
    "M011": Code("name already in use", "a local or a parameter has a name that means something here"),
    "M066": Code("member declared twice", "an enum names a member twice"),
    "M072": Code("name of the language", "a declaration or a local has a name the language gives itself"),
    # kinds
    "M005": Code("wrong kind of value", "a value is of another kind than its place needs"),
    "M006": Code("wrong arguments", "a call does not give each parameter one value"),
    "M007": Code("wrong sort of call", "what is called cannot be called in this place"),
    "M008": Code("impossible comparison", "two values that are compared are never of one kind"),
    "M009": Code("absent value used", "a value that may be `none` is used without a test"),
    "M012": Code("not a condition", "a value stands where something must hold or not"),
    "M013": Code("not a list or a zone", "a set is taken from something that has no elements"),
    "M073": Code("row of cells", "a cell is read without its index, or an index has nothing to choose from"),
    # expressions
    "M060": Code("comparison decided beforehand", "a test always or never holds"),
    "M075": Code("condition given twice", "the same condition stands twice beside itself"),
    "M085": Code("`not` before `or`", "a `not` may be read as if it reached beyond the `or`"),
    "M067": Code("name of many things", "a row with copies is used as if it were one thing"),
    "M069": Code("`this` without a thing", "`this` stands where no row is meant, or many are"),
    "M020": Code("circle of values", "a value or a result needs itself"),
    # statements
    "M014": Code(
        "choice that may find nothing", "a choice or draw does not say what happens if nothing is there"
    ),
    "M015": Code("unused local", "a local or a parameter is never read"),
    "M116": Code("unused local in a scenario", "a scenario gives a name to something and never uses it"),
    "M017": Code("line never reached", "the line before always ends the body"),
    "M018": Code("nothing to leave", "what is left is certainly not running"),
    "M019": Code("`stop` outside a loop", "there is no loop that could stop"),
    "M021": Code(
        "result missing or misplaced", "an event has no result where one is needed, or one too many"
    ),
    "M022": Code("results of different kinds", "the results of one event or value are not of one kind"),
    "M026": Code("value outside its range", "a number is set, put or chosen beyond its range"),
    "M038": Code("given twice", "an attribute, a value or a line is given twice"),
    "M039": Code("zone without its owner", "a zone that every seat or thing has is named without an owner"),
    "M041": Code("not a zone", "something else stands where a zone is needed"),
    "M042": Code("wrong zone for a thing", "a thing comes to a zone that holds another type"),
    "M043": Code("zone without order", "a zone has no top, no bottom or no order"),
    "M044": Code("not a cell", "what is set is no cell and no local"),
    "M046": Code("no way sure to be open", "every way of an `ask` has a condition"),
    "M047": Code("way named twice", "two ways of one `ask` have the same name"),
    "M059": Code("loop without end", "nothing in a loop can end it"),
    "M068": Code("wrong units of a payment", "a need names a kind the payment has not, or names none"),
    "M070": Code("not running here", "what a line refers to is certainly not running there"),
    "M074": Code("given value changed", "a parameter or a binder is set"),
    "M081": Code("choice that is sure", "an `otherwise` stands below a choice that always finds something"),
    "M082": Code("choice without a name", "what is chosen has no name"),
    "M083": Code("more than a match can hold", "too many things, places of zones or values"),
    # declarations
    "M016": Code("unused declaration", "nothing uses a declaration, or lets an event happen"),
    "M023": Code("no main event", "the course of the game is not declared"),
    "M024": Code("no game line", "the line `game` is missing, or stands twice"),
    "M025": Code("impossible range", "a range is upside down or too large"),
    "M027": Code("default missing", "a cell has nothing to begin with"),
    "M028": Code("wrong default", "a default is of another kind, out of range or not possible"),
    "M037": Code("type below itself", "a type is, over others, its own parent"),
    "M040": Code("zone with no owner to see it", "`seen by owner` in a zone that no seat owns"),
    "M048": Code("line missing", "a declaration lacks a line it needs"),
    "M049": Code("window nobody can use", "a window is opened though no action is at it"),
    "M086": Code("action never declared", "no seat and no rule can ever declare an action"),
    "M061": Code("wrong value of an option", "an option has no such value"),
    "M062": Code("impossible number of players", "there are not so many seats"),
    # tables and texts
    "M029": Code("row of an unknown type", "a table names a type that is not declared"),
    "M030": Code("unknown attribute in a row", "a row gives a value its type has no attribute for"),
    "M031": Code("value missing in a row", "a row lacks a value that has no default"),
    "M032": Code("wrong value in a row", "a row gives a value of another kind or out of range"),
    "M033": Code("text missing", "a row has no text though its type needs one"),
    "M034": Code("text for no row", "a text belongs to no row, or to one that does not tell this"),
    "M035": Code("text told twice", "a row tells something twice"),
    "M036": Code("not told by texts", "a text tells what texts do not tell"),
    "M091": Code("list not as it must be", "a list breaks what the rules say that it must be"),
    "M092": Code("list of something else", "a list names what the game does not have"),
    "M093": Code("too many in a list", "a list has more of a row than there are"),
    "M090": Code("told in another way", "a text tells a value like an event, or an event like a value"),
    # rules and limits
    "M050": Code("rule that never applies", "what a rule waits for never happens"),
    "M051": Code("hook on no happening", "a rule is hooked on something that does not happen"),
    "M052": Code("`despite` no rule that forbids", "an exception names a rule that forbids nothing"),
    "M054": Code("circle of modifiers", "a modifier reads what it modifies"),
    "M055": Code("replacement by the same", "what happens instead of an event is the event itself"),
    "M056": Code("happening without end", "an event surely leads to itself"),
    "M057": Code("breach that does not mend", "a breach breaks its limit further, or never ends"),
    "M058": Code("limit that nothing can break", "nothing that happens writes what a limit reads"),
    "M117": Code(
        "event that cannot be supposed", "what is only supposed asks somebody or leaves it to chance"
    ),
    "M138": Code("range too long", "a number goes on where there are no more cells or places"),
    "M139": Code("amount below nothing", "by what is given as an amount nothing is raised or lowered"),
    "M135": Code("record missing", "it is asked how often a position came that nothing records"),
    "M136": Code("direction that leads nowhere", "no place of a map has another in this direction"),
    "M137": Code(
        "action without its thing", "an action in a text says nothing of the thing that has the text"
    ),
    "M125": Code("position recorded in vain", "nothing asks how often a position came that is recorded"),
    "M128": Code("mark that nothing asks for", "what becomes so until an event ends makes no difference"),
    "M127": Code("open secret", "what all have seen is kept as if one seat alone knew it"),
    "M142": Code("pile that is none", "nothing is drawn from a pile that lies open to all"),
    "M126": Code("mark that nothing sets", "what is so until an event ends never becomes so"),
    "M131": Code("offer of nothing", "what is offered is always forbidden, or can do nothing"),
    "M118": Code("impossible index", "cells cannot be told apart by what follows `per`"),
    "M065": Code("leak", "what is asked tells a seat about things it cannot see"),
    "M080": Code("rule declared twice", "two rules are the same but for their names"),
    "M094": Code("lasting rule for each", "a rule in force for a while is said to be for each of a set"),
    # scenarios
    "M045": Code("printed attribute set", "a position sets an attribute no rule changes"),
    "M063": Code("impossible line of a scenario", "a line has no meaning here"),
    "M064": Code("scenario without an expectation", "a scenario tests nothing"),
    "M087": Code("scenario that proves nothing", "a scenario would pass if nothing ever happened"),
    "M123": Code("no source of chance", "what is to give results in a scenario gives none by chance"),
    "M071": Code("title used twice", "two scenarios have the same title"),
    # files beside the rules
    "M053": Code("unknown clause", "a cited clause is not in the game's list"),
    "M076": Code("label missing", "names that players see have no label in a language"),
    "M077": Code("labels of another language", "the manifest and a file of labels name different languages"),
    "M078": Code("file missing or not named", "the manifest and the files of a game do not agree"),
    "M124": Code("position without end", "a position uses itself, or makes a scenario too long"),
    "M130": Code("another edition of the language", "a manifest is of an earlier or a later edition"),
    "M079": Code("label for nothing", "a label belongs to no name of the game"),
    "M115": Code("label that does not fit", "a label is for no language, empty, too long or there twice"),
    "M096": Code("question about nothing", "the label of a question speaks of a name that is not there"),
    "M140": Code("standing of nothing", "a manifest names as standing what no value of the game tells"),
    "M084": Code("drawing of nothing", "a drawing of a map names what the game does not have"),
    "M095": Code("board of nothing", "a board file names what the game does not have"),
    # house rules
    "M101": Code("house rule out of place", "house rules and games stand in files of their own"),
    "M102": Code("house rule of another game", "a house rule is chosen for a game that it does not amend"),
    "M103": Code("nothing to amend", "the game has no declaration of the name that a house rule amends"),
    "M104": Code("another sort of declaration", "a house rule names a declaration by the wrong sort"),
    "M105": Code("name there already", "a house rule adds what the game has"),
    "M106": Code("house rules in conflict", "two house rules amend the same declaration"),
    "M107": Code("stack of house rules", "one is chosen twice, or lacks or meets another"),
    "M108": Code("amendment that changes nothing", "the game is already as a house rule wants it"),
    "M109": Code("unknown step", "a body has no step that lets this happen"),
    "M110": Code("step that stands several times", "a house rule does not say which step it means"),
    "M111": Code("amended twice", "one house rule amends one thing in two ways"),
    "M112": Code("line that cannot be narrowed", "an action cannot take a further line of this sort"),
    "M113": Code("another version of the game", "house rules were not written for this version of the game"),
    "M133": Code("citation dropped", "a house rule replaces what cites clauses by what cites nothing"),
    "M141": Code("row missing", "the game names a row that is gone with a table that house rules replace"),
    "M114": Code("number of a copy", "`#` and a number stand behind a name that has no such copy"),
}

COMPLETE = frozenset(
    (
        "M009", "M014", "M015", "M026", "M043", "M046", "M053",
        "M059", "M060", "M064", "M071", "M075", "M081", "M087",
    )
)  # fmt: skip
"""Problems that leave everything understood: the lints look at the whole in spite of them."""
