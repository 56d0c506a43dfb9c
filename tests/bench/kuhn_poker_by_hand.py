"""straightforward hand-written Kuhn poker: class, two cards, the moves so far as a string"""

import random

PASS, BET = 0, 1


class Game:
    def __init__(self, rng: random.Random):
        self.cards = rng.sample([1, 2, 3], 2)
        self.moves = ""
        self.player = 0
        self.payoffs = [0, 0]
        self.over = False

    def legal(self):
        return [PASS, BET]

    def apply(self, action):
        self.moves += "pb"[action]
        if self.moves in ("p", "b", "pb"):
            self.player = 1 - self.player
            return
        self.over = True
        if self.moves == "bp":
            winner, stake = 0, 1
        elif self.moves == "pbp":
            winner, stake = 1, 1
        else:
            winner = 0 if self.cards[0] > self.cards[1] else 1
            stake = 1 if self.moves == "pp" else 2
        self.payoffs[winner] = stake
        self.payoffs[1 - winner] = -stake


def playout(rng: random.Random) -> int:
    g = Game(rng)
    while not g.over:
        g.apply(rng.choice(g.legal()))
    return g.payoffs[0]
