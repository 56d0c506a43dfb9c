"""Why no scenario notices some small changes, by declaration; and what was noticed when the audit was new."""

from __future__ import annotations

BEFORE = {"knizia": (2225, 1993), "risiko": (2100, 1807), "risiko+schlacht_um_mittelerde": (225, None)}
"""Changes made and noticed then; nothing is known of those noticed where not all had been made."""

_HIDDEN = "drawn by chance as long as nobody looks; what seats know of it is the same"
_ONE_IS_ENOUGH = "one is asked for, so one that counts for two pays the same"
_LOOPS = "changed, the rules ask for what is not there, or go on without end, before anything can be expected"
_SAME_TIME = "whatever is left then has nothing more to do"
_TYPE = "the zone takes no other cards"
_BORDERS = "no border is open to what is no neighbour"
_LEVELS = "as if of level one, or of none, nobody goes further: every companion has one at least"
_AS_A_WHOLE = "what lies there is moved on as a whole"
_UNCALLED = "nobody has to call them"
_SOME_ONE = "there is always something to choose"
_REGULARS_FIRST = "Regulars of Isengard are found before all others there"
_BELOW = "a number below its range is a mistake of the rules"

REASONS = {
    "knizia": {
        "zone:hand": "hands are never drawn from; what lies there is chosen",
        "zone:tokens": "tokens are never drawn from; what lies there is chosen",
        "zone:box": _HIDDEN,
        "zone:offer": _HIDDEN,
        "zone:box_of_characters": _HIDDEN,
        "zone:characters": _HIDDEN,
        "zone:big_shields": _HIDDEN,
        "zone:spread": "the cards are given away one by one, and the order is nothing the book says",
        "zone:foreseen": "all of it is laid back, in an order that is chosen",
        "zone:life_bank": "tokens of one sign are alike",
        "value:first_space_of_sauron": "no number beyond the line can be set",
        "value:shields_as": "less than none is none",
        "event:adventure": f"{_LOOPS}; {_TYPE}",
        "event:renew_deck": _TYPE,
        "event:be_ready_to_stop": _LOOPS,
        "event:uncover_tile": "a tile that is missing is none",
        "event:receive": "no space has both a die and a gift",
        "event:reach_mount_doom": "who is out neither rolls nor wins",
        "told:take_place:lord_of_the_nazgul": "there is one Éowyn, whoever is asked first",
        "told:apply:foresight": _LOOPS,
        "told:apply:magic": _SAME_TIME,
        "action:use_staff": _SAME_TIME,
        "action:use_belt": _SAME_TIME,
        "action:use_phial": _SAME_TIME,
        "action:use_athelas": _SAME_TIME,
        "action:use_mithril": _SAME_TIME,
        "action:play_card": "no other card has a colour",
        "rule:turn_of_the_eliminated_ends": _SAME_TIME,
        "rule:turn_ends_with_the_last_event": _SAME_TIME,
        "limit:overcome": _LOOPS,
        "payment:life_tokens": _ONE_IS_ENOUGH,
        "payment:wares": _ONE_IS_ENOUGH,
        "payment:eowyn_herself": _ONE_IS_ENOUGH,
    },
    "risiko": {
        "die:d6": "a scenario says which faces come, and a die that lacks one cannot give it",
        "type:departure": "no cards lead to where these ends begin",
        "zone:territory_discard": _AS_A_WHOLE,
        "zone:laid_out": _AS_A_WHOLE,
        "zone:start_cards_of_good": _HIDDEN,
        "zone:start_cards_of_evil": _HIDDEN,
        "zone:start_cards_of_nobody": _HIDDEN,
        "zone:uprising": "each breaks out by itself, and nobody else has known before what comes there",
        "zone:hand": "hands are never drawn from, and nobody else has known before what comes there",
        "value:can_attack_from": _BORDERS,
        "value:can_move_from": _BORDERS,
        "value:left_to_neutrals": "where nothing is left, nothing more is claimed",
        "event:main": _LOOPS,
        "event:invade": _LOOPS,
        "event:rise_up": _LOOPS,
        "event:turn_in_one": "of five cards three always make a set",
        "event:take_adventure_card": "a card that is missing is no event",
        "action:attack": _BORDERS,
        "action:use_balrog": _SAME_TIME,
        "action:use_boromir": _SAME_TIME,
        "window:invasion_declared": "a single seat is asked",
        "limit:uprising_breaks_out": "what breaks out is asked for again when something does",
    },
    "ringkrieg": {
        "die:d6": "a scenario says which faces come, and a die that lacks one cannot give it",
        "type:side": "no rule leads past these ends; what a roll says is said anew by each",
        "type:battle": "no battle lasts so long",
        "type:tactic": "asked only of cards that say it themselves",
        "state:rounds": "no match lasts so long",
        "event:fight": _LOOPS,
        "event:guides_help": _LOOPS,
        "event:remove_excess": _LOOPS,
        "event:fit_into_stronghold": _LOOPS,
        "event:recover_dice": _BELOW,
        "event:reveal_fellowship": _BELOW,
        "event:wander": _SOME_ONE,
        "event:pick_army": _SOME_ONE,
        "event:call_regulars": f"{_SOME_ONE}; {_REGULARS_FIRST}",
        "event:hurt_oneself": _SOME_ONE,
        "event:roll_again": _SOME_ONE,
        "event:next_on_way": _SOME_ONE,
        "event:harden": _REGULARS_FIRST,
        "event:replace": "of a nation Regulars are found before Elites",
        "event:place_start_armies": "of a nation Regulars are found before Elites",
        "event:lose_unit": "whoever was replaced has fallen already",
        "event:combat_round": "no card has such a number",
        "event:some_stay": "whoever does not fight stays in any case",
        "event:resolve_tile": "no damage is met by nothing",
        "action:separate_companions": _LEVELS,
        "value:companions_come_to": "where ways lead to a region, they lead next to it",
        "value:attacks_from": "whatever is attacked is next to it",
        "value:commands": "nobody is a troop and a minion",
        "rule:the_last_action_is_remembered": "nothing is served but where one is against two",
        "told:work:scouts": _BORDERS,
        "value:woses_meet": _LOOPS,
        "rule:crebain_watch": _LOOPS,
        "told:carry_out:the_day_without_dawn": _LOOPS,
        "told:carry_out:i_will_go_alone": _LEVELS,
        "told:carry_out:we_prove_the_swifter": _LEVELS,
        "told:carry_out:there_and_back_again": _LEVELS,
        "told:carry_out:lure_of_the_ring": "who is given up for less than no damage takes none either",
        "told:tile_works:the_breaking_of_the_fellowship": "an Eye is void; on the spot nobody goes any way",
        "rule:declared_the_battle_is_over": _SAME_TIME,
    },
    "fuenf_heere": {
        "zone:token_box": _AS_A_WHOLE,
        "zone:fate_deck": _HIDDEN,
        "value:at_home": "no battle is fought where there is no terrain",
        "value:threat": "where no army stands nothing presses",
        "event:lose_one": _LOOPS,
        "event:take_losses": _LOOPS,
        "event:take_losses_in_flight": _LOOPS,
        "event:maneuver": "nothing comes after who has no card to choose",
        "told:may_be_played:wolf_riders": _UNCALLED,
        "told:may_be_played:climbers": _UNCALLED,
        "told:may_be_played:tide_of_orcs": _UNCALLED,
        "told:may_be_played:pack_on_the_heights": _UNCALLED,
    },
}  # fmt: skip
"""By game and declaration. What is not here is a hole in the scenarios."""
