"""The rules of the Aveiro game as docs/aveiro.md has them, written apart from the program, to check it against.

A board is a list of (x, y), in the order in which the cells were locked.
"""

import random

WALLS = [(x, 30) for x in range(10)] + [(x, y) for x in (0, 9) for y in range(30)]

# Columns and rows of the box, two digits a cell, one word a cell; a shape turns from line to line.
PLANS = {
    "S": ["22 32 13 23", "21 22 32 33"],
    "Z": ["12 22 23 33", "21 12 22 13"],
    "I": ["20 21 22 23", "01 11 21 31"],
    "O": ["12 22 13 23"],
    "J": ["11 12 22 32", "21 31 22 23", "12 22 32 33", "21 22 13 23"],
    "T": ["21 12 22 32", "21 22 32 23", "12 22 32 23", "21 12 22 23"],
    "L": ["31 12 22 32", "21 22 23 33", "12 22 32 13", "11 21 22 23"],
}
PREVIEWS = 3


def cells(piece):
    """The cells of (letter, turns, x, y)."""
    letter, turns, left, top = piece
    plan = PLANS[letter][turns % len(PLANS[letter])]
    return [(left + int(word[0]), top + int(word[1])) for word in plan.split()]


def lists(some_cells):
    return [list(cell) for cell in some_cells]


class Game:
    def __init__(self, seed, speed=10):
        self.random = random.Random(seed)
        self.base_speed = speed
        self.coming = [self.deal() for _ in range(PREVIEWS)]
        self.locked = []
        self.piece = None
        self.score = 0
        self.running = True
        self.pieces = 0

    def deal(self):
        return self.random.choice("SZIOJTL")

    def speed(self):
        return self.base_speed + self.score // 10

    def fits(self, piece):
        return not any(cell in WALLS or cell in self.locked for cell in cells(piece))

    def moved(self, piece, key):
        letter, turns, x, y = piece
        if key == "s":
            while self.fits((letter, turns, x, y + 1)):
                y += 1
            return letter, turns, x, y
        steps = {"w": (1, 0), "a": (0, -1), "d": (0, 1)}
        turn, step = steps.get(key, (0, 0))
        wanted = (letter, turns + turn, x + step, y)
        return wanted if self.fits(wanted) else piece

    def tick(self, key=""):
        if self.piece is None:
            self.coming.append(self.deal())
            self.piece = (self.coming.pop(0), 1, 2, 0)
            self.pieces += 1
            self.running = self.fits(self.piece)
        letter, turns, x, y = self.piece
        fallen = (letter, turns, x, y + 1)
        if self.fits(fallen):
            self.piece = self.moved(fallen, key)
            return
        self.locked = self.locked + cells(self.piece)
        self.piece = None
        lines = 0
        for row in range(30):
            if sum(cell[1] == row for cell in self.locked) == 8:
                lines += 1
                kept = [cell for cell in self.locked if cell[1] != row]
                self.locked = [(cell[0], cell[1] + (cell[1] < row)) for cell in kept]
        self.score += lines * lines

    def info(self):
        return {"dimensions": [10, 30], "grid": lists(WALLS), "game_speed": self.speed(), "score": self.score}

    def state(self):
        return {
            "game": lists(self.locked),
            "piece": self.piece and lists(cells(self.piece)),
            "next_pieces": [lists(cells((letter, 1, 0, 0))) for letter in self.coming],
            "game_speed": self.speed(),
            "score": self.score,
        }
