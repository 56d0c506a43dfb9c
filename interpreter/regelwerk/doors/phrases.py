"""What is said at the terminal besides the board, in English and German. What players type stays the same."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

_HELP = {
    "en": (
        ("N", "take option N; its words, or its name as scenarios write it, say the same"),
        ("p", "pass, where that is an option; `pass` says the same"),
        (
            "pp",
            "pass on: pass until something else can be done, something else is asked, or a state of the "
            "board changes; `pass on` says the same",
        ),
        ("why N", "which rule offers option N, and the clauses it rests on"),
        ("why not X", "what keeps you from the action or the way X, as in `why not cast(bolt)`"),
        ("why chain", "how the last chain of answers went: who declared what, and what became of it"),
        ("look NAME", "a thing: its figures, what changes them, its rule; or any rule as it is written"),
        ("undo", "take the last choice back, if nobody else has chosen since or learnt anything by it"),
        ("save FILE", "write the match to a file, for `replay`, `why` and `play --load`"),
        (
            "scenario TITLE",
            "for authors: write your last choice, and all since, as a scenario beside those of the game; it "
            "holds what is hidden, too; `scenario 3 TITLE` goes three of your choices back",
        ),
        ("log", "everything that has happened, as far as you may know it"),
        ("board", "show the board again"),
        ("picture FILE", "write what you see to a file, as a picture (SVG)"),
        ("quit", "stop playing; `q` says the same"),
    ),
    "de": (
        ("N", "Option N wählen; ihre Worte oder ihr Name in Szenarien sagen dasselbe"),
        ("p", "passen, wo das möglich ist; `pass` sagt dasselbe"),
        (
            "pp",
            "weiter passen, bis etwas anderes getan werden kann, etwas anderes gefragt wird oder sich ein "
            "Zustand des Bretts ändert; `pass on` sagt dasselbe",
        ),
        ("why N", "welche Regel Option N anbietet, und auf welche Stellen des Regelbuchs sie sich stützt"),
        ("why not X", "was die Aktion oder den Weg X verhindert, wie in `why not cast(bolt)`"),
        ("why chain", "wie die letzte Kette verlief: wer was ansagte, und was daraus wurde"),
        ("look NAME", "ein Ding: seine Werte, was sie ändert, seine Regel; oder eine Regel im Wortlaut"),
        ("undo", "die letzte Wahl zurücknehmen, wenn seither niemand sonst wählte oder etwas erfuhr"),
        ("save FILE", "die Partie in eine Datei schreiben, für `replay`, `why` und `play --load`"),
        (
            "scenario TITLE",
            "für Autoren: deine letzte Wahl und alles seither als Szenario neben die des Spiels schreiben, "
            "auch was verdeckt ist; `scenario 3 TITLE` geht drei deiner Wahlen zurück",
        ),
        ("log", "alles, was geschehen ist, soweit du es wissen darfst"),
        ("board", "das Brett noch einmal zeigen"),
        ("picture FILE", "was du siehst als Bild (SVG) in eine Datei schreiben"),
        ("quit", "aufhören; `q` sagt dasselbe"),
    ),
}

_PHRASES = {
    "en": {
        "prompt": "a number, {may_pass}`why N`, `undo`, `save FILE`, `quit`, or `?`",
        "may_pass": "`p` to pass, `pp` to pass on, ",
        "no_pass": "there is nothing to pass here; take an option by its number",
        "several": "Several can be chosen.",
        "exactly": "Choose {most}.",
        "up_to": "Choose up to {most}.",
        "between": "Choose {least} to {most}.",
        "picked": "Chosen so far: {things}.",
        "no_option": "there is no option {number}, only 1 to {last}",
        "nothing": "`{said}` is nothing you can say here; {help}",
        "did_you_mean": "did you mean `{near}`?",
        "as_printed": "as printed",
        "unseen": "which you do not see",
        "printed": "printed",
        "beside": "next to",
        "see_help": "`?` lists what is",
        "whole": "the whole of it is {forms}",
        "chain_number": "after `why chain` stands at most the number of a chain",
        "saved": "saved to {file}",
        "no_choice": "you have chosen nothing yet that a scenario could tell",
        "scenario_title": "a scenario needs a title: `scenario TITLE`, or `scenario 3 TITLE` for your last "
        "three choices",
        "scenario_number": "a scenario goes 1 to {last} of your choices back, not {said}",
        "scenario_tells_all": "it holds what is hidden in this match, too",
        "no_undo": "there is nothing to take back",
        "too_late": "the last choice cannot be taken back: since then another seat has chosen, "
        "something was learnt by it, or chance has spoken",
    },
    "de": {
        "prompt": "eine Zahl, {may_pass}`why N`, `undo`, `save FILE`, `quit` oder `?`",
        "may_pass": "`p` zum Passen, `pp` zum Weiterpassen, ",
        "no_pass": "hier gibt es nichts zu passen; wähle eine Option durch ihre Nummer",
        "several": "Mehrere können gewählt werden.",
        "exactly": "Wähle {most}.",
        "up_to": "Wähle bis zu {most}.",
        "between": "Wähle {least} bis {most}.",
        "picked": "Bisher gewählt: {things}.",
        "no_option": "es gibt keine Option {number}, nur 1 bis {last}",
        "nothing": "`{said}` kann man hier nicht sagen; {help}",
        "did_you_mean": "war `{near}` gemeint?",
        "as_printed": "wie gedruckt",
        "unseen": "was du nicht siehst",
        "printed": "gedruckt",
        "beside": "neben",
        "see_help": "`?` zählt auf, was man sagen kann",
        "whole": "ganz heißt es {forms}",
        "chain_number": "nach `why chain` steht höchstens die Nummer einer Kette",
        "saved": "gespeichert in {file}",
        "no_choice": "du hast noch nichts gewählt, was ein Szenario erzählen könnte",
        "scenario_title": "ein Szenario braucht einen Titel: `scenario TITLE`, oder `scenario 3 TITLE` für "
        "deine letzten drei Wahlen",
        "scenario_number": "ein Szenario geht 1 bis {last} deiner Wahlen zurück, nicht {said}",
        "scenario_tells_all": "es enthält auch, was in dieser Partie verdeckt ist",
        "no_undo": "es gibt nichts zurückzunehmen",
        "too_late": "die letzte Wahl kann nicht zurückgenommen werden: seither hat ein anderer Platz "
        "gewählt, oder durch sie wurde etwas bekannt, oder der Zufall hat entschieden",
    },
}


def phrase(language: str, key: str, **values: object) -> str:
    """A phrase in a language, English if it has none."""
    return _PHRASES.get(language, _PHRASES["en"])[key].format(**values)


def help_table(language: str) -> Table:
    """What can be said at the terminal, each with what it does."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(style="bold", width=12, no_wrap=True)
    for said, does in _HELP.get(language, _HELP["en"]):
        table.add_row(Text(said), Text(does))
    return table
