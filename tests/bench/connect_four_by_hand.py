"""straightforward hand-written Connect Four: class, list board, legal list, winner check on lines"""

import random

ROWS, COLUMNS = 6, 7
LINES = [
    [(row + n * down) * COLUMNS + column + n * right for n in range(4)]
    for row in range(ROWS)
    for column in range(COLUMNS)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if row + 3 * down < ROWS and 0 <= column + 3 * right < COLUMNS
]


class Game:
    def __init__(self):
        self.board = [0] * (ROWS * COLUMNS)
        self.player = 1
        self.winner = 0
        self.over = False

    def legal(self):
        return [column for column in range(COLUMNS) if self.board[column] == 0]

    def apply(self, column):
        b = self.board
        cell = (ROWS - 1) * COLUMNS + column
        while b[cell]:
            cell -= COLUMNS
        b[cell] = self.player
        for w, x, y, z in LINES:
            if b[w] and b[w] == b[x] == b[y] == b[z]:
                self.winner = b[w]
                self.over = True
                return
        if 0 not in b:
            self.over = True
            return
        self.player = 3 - self.player


def playout(rng: random.Random) -> int:
    g = Game()
    while not g.over:
        g.apply(rng.choice(g.legal()))
    return g.winner
