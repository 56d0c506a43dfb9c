"""What the pages say besides what a game says, in English and German."""

from __future__ import annotations

from regelwerk.doors.labels import LANGUAGES

_WORDS = {
    "en": {
        "language": "Deutsch",
        "games": "Games",
        "choose_game": "Which game is to be played?",
        "open_title": "Open a table",
        "players": "Seats",
        "change": "change",
        "options": "Options",
        "who": "Who plays",
        "person": "a person, by a link",
        "random": "a bot that chooses at random",
        "sensible": "a bot that thinks a little",
        "watched": "make a link for people who watch",
        "open": "Open the table",
        "opened": "The table is open",
        "links": "Send each person the link of a seat. A link is shown only now: keep what you need.",
        "link_of": "Link of {place}",
        "secret": "Whoever has the link of a seat sees what that seat may know, and chooses for it.",
        "known": "What others know: every choice is checked here; a page holds nothing its seat may not "
        "know; those who watch see what every seat may see; other seats learn of your choices what the "
        "rules say.",
        "watch": "those who watch",
        "host": "whoever opened the table",
        "to_table": "To the table",
        "admitted": "This browser now knows the link of {place}.",
        "your_turn": "It is your turn.",
        "waiting": "The match waits for {seats}.",
        "waiting_others": "The match waits for the others.",
        "over": "The match is over.",
        "closed": "This table is closed: nothing more is played here.",
        "turn_title": "● Your turn",
        "you_are": "You are {place}.",
        "watching": "You watch, and see what every seat may see.",
        "question": "Your choice",
        "as_list": "As a list; what is framed on the board can be chosen there, too",
        "board": "The board",
        "row": "Row {number}",
        "empty": "empty",
        "here": "here",
        "track": "space {number}",
        "all_events": "everything that has happened",
        "to_board": "back to the board",
        "look_again": "Look again",
        "stale": "That was not asked any more, so nothing was chosen. Here is how things stand now.",
        "not_kept": "Your choice could not be kept, so it was not made. Please choose again.",
        "wrong": "The rules of this game go wrong at this choice, so it was not made. Choose something else, "
        "or tell whoever runs this table.",
        "not_admitted": "There is no such page, or not for you. A seat is opened by its link.",
        "refused": "This request did not come from a page of this table, so it was refused.",
        "too_large": "This is more than can be taken here.",
        "not_here": "This cannot be done here.",
        "too_many": "Too many pages of this table are open.",
        "close_title": "Close the table",
        "close_text": "What has been played stays kept, but nothing more can be chosen.",
        "close": "Close this table for good",
        "seat_list": "Seats",
        "home": "All games",
        "connection": "The connection is lost; it is tried again.",
    },
    "de": {
        "language": "English",
        "games": "Spiele",
        "choose_game": "Welches Spiel soll gespielt werden?",
        "open_title": "Einen Tisch öffnen",
        "players": "Plätze",
        "change": "ändern",
        "options": "Optionen",
        "who": "Wer spielt",
        "person": "ein Mensch, mit einem Link",
        "random": "ein Bot, der zufällig wählt",
        "sensible": "ein Bot, der etwas nachdenkt",
        "watched": "einen Link für Leute machen, die zusehen",
        "open": "Den Tisch öffnen",
        "opened": "Der Tisch ist offen",
        "links": "Schicke jedem Menschen den Link eines Platzes. Ein Link wird nur jetzt gezeigt: bewahre "
        "auf, was du brauchst.",
        "link_of": "Link für {place}",
        "secret": "Wer den Link eines Platzes hat, sieht, was dieser Platz wissen darf, und wählt für ihn.",
        "known": "Was andere wissen: jede Wahl wird hier geprüft; eine Seite enthält nichts, was ihr Platz "
        "nicht wissen darf; wer zusieht, sieht, was jeder Platz sehen darf; andere Plätze erfahren von "
        "deinen Wahlen, was die Regeln sagen.",
        "watch": "alle, die zusehen",
        "host": "wer den Tisch geöffnet hat",
        "to_table": "Zum Tisch",
        "admitted": "Dieser Browser kennt nun den Link für {place}.",
        "your_turn": "Du bist an der Reihe.",
        "waiting": "Die Partie wartet auf {seats}.",
        "waiting_others": "Die Partie wartet auf die anderen.",
        "over": "Die Partie ist zu Ende.",
        "closed": "Dieser Tisch ist geschlossen: hier wird nichts mehr gespielt.",
        "turn_title": "● Du bist dran",
        "you_are": "Du bist {place}.",
        "watching": "Du siehst zu, und siehst, was jeder Platz sehen darf.",
        "question": "Deine Wahl",
        "as_list": "Als Liste; was auf dem Brett umrahmt ist, kann auch dort gewählt werden",
        "board": "Das Brett",
        "row": "Reihe {number}",
        "empty": "leer",
        "here": "hier",
        "track": "Feld {number}",
        "all_events": "alles, was geschehen ist",
        "to_board": "zurück zum Brett",
        "look_again": "Neu ansehen",
        "stale": "Das war nicht mehr gefragt, also wurde nichts gewählt. So steht es jetzt.",
        "not_kept": "Deine Wahl konnte nicht aufbewahrt werden und wurde nicht getroffen. Bitte wähle "
        "noch einmal.",
        "wrong": "Bei dieser Wahl gehen die Regeln des Spiels schief; sie wurde nicht getroffen. Wähle "
        "etwas anderes, oder sage es dem, der diesen Tisch betreibt.",
        "not_admitted": "Diese Seite gibt es nicht, oder nicht für dich. Einen Platz öffnet sein Link.",
        "refused": "Diese Anfrage kam von keiner Seite dieses Tisches und wurde zurückgewiesen.",
        "too_large": "Das ist mehr, als hier angenommen wird.",
        "not_here": "Das geht hier nicht.",
        "too_many": "Zu viele Seiten dieses Tisches sind offen.",
        "close_title": "Den Tisch schließen",
        "close_text": "Was gespielt wurde, bleibt aufbewahrt; gewählt werden kann dann nichts mehr.",
        "close": "Diesen Tisch für immer schließen",
        "seat_list": "Plätze",
        "home": "Alle Spiele",
        "connection": "Die Verbindung ist unterbrochen; es wird wieder versucht.",
    },
}  # fmt: skip


def say(language: str, key: str, **values: object) -> str:
    """A phrase in a language, English if it has none."""
    return _WORDS.get(language, _WORDS["en"])[key].format(**values)


def other(language: str) -> str:
    """The language that a page offers instead."""
    return next(each for each in LANGUAGES if each != language)
