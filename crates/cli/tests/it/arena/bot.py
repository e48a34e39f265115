"""A small bot that speaks TBP and drops pieces from above, and all that can be wrong with a bot.

bot.py MODE: one of the ways below; any other word is a good bot.
"""

import json
import os
import subprocess
import sys
import time

MODE = sys.argv[1]

# Cells around the centre, facing north.
NORTH = {
    "I": [(-1, 0), (0, 0), (1, 0), (2, 0)],
    "O": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "T": [(-1, 0), (0, 0), (1, 0), (0, 1)],
    "L": [(-1, 0), (0, 0), (1, 0), (1, 1)],
    "J": [(-1, 0), (0, 0), (1, 0), (-1, 1)],
    "S": [(-1, 0), (0, 0), (0, 1), (1, 1)],
    "Z": [(-1, 1), (0, 1), (0, 0), (1, 0)],
}
TURNS = ["north", "east", "south", "west"]


def cells(piece, turn, x, y):
    found = NORTH[piece]
    for _ in range(turn):
        found = [(b, -a) for a, b in found]
    return [(x + a, y + b) for a, b in found]


class Game:
    def __init__(self, start):
        self.board = [[cell is not None for cell in row] for row in start["board"]]
        self.queue = list(start["queue"])
        self.hold = start["hold"]

    def fits(self, found):
        return all(0 <= x < 10 and 0 <= y < 40 and not self.board[y][x] for x, y in found)

    def drops(self):
        """The piece in play, dropped in every column; the lowest first."""
        piece = self.queue[0]
        found = []
        for turn in range(4):
            for x in range(10):
                y = 17
                if not self.fits(cells(piece, turn, x, y)):
                    continue
                while self.fits(cells(piece, turn, x, y - 1)):
                    y -= 1
                here = cells(piece, turn, x, y)
                holes = sum(1 for a, b in here if b > 0 and (a, b - 1) not in here and not self.board[b - 1][a])
                found.append((sum(b for _, b in here) + 6 * holes, x, y, turn))
        return [move(piece, turn, x, y) for _, x, y, turn in sorted(found)]

    def play(self, played):
        where = played["location"]
        piece = where["type"]
        if piece == self.queue[0]:
            self.queue.pop(0)
        else:
            first = self.queue.pop(0)
            if self.hold is None:
                self.queue.pop(0)
            self.hold = first
        for x, y in cells(piece, TURNS.index(where["orientation"]), where["x"], where["y"]):
            self.board[y][x] = True
        kept = [row for row in self.board if not all(row)]
        self.board = kept + [[False] * 10 for _ in range(40 - len(kept))]


def move(piece, turn, x, y, spin="none"):
    return {"location": {"type": piece, "orientation": TURNS[turn], "x": x, "y": y}, "spin": spin}


def say(message):
    print(json.dumps(message), flush=True)


def main():
    if MODE == "silent":
        time.sleep(1000)
    if MODE == "dies-at-start":
        sys.exit("bot.py: I do not want to")
    if MODE == "endless-line":
        while True:
            sys.stdout.write("x" * 4096)
    if MODE == "parent":
        # Its child keeps the pipes and does not end by itself.
        child = subprocess.Popen(["sleep", "1000"])
        with open("child.pid", "w") as file:
            file.write(str(child.pid))
    say({"type": "info", "name": MODE, "version": "1", "author": "tests", "features": []})
    if MODE == "deaf":
        say({"type": "ready"})
        time.sleep(1000)
    game, asked = None, 0
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "rules":
            say({"type": "error", "reason": "unsupported_rules"} if MODE == "refuses" else {"type": "ready"})
        elif kind == "start":
            game = Game(message)
            if not any(any(row) for row in game.board):
                asked = 0
        elif kind == "play":
            game.play(message["move"])
        elif kind == "new_piece":
            game.queue.append(message["piece"])
        elif kind == "quit":
            if MODE != "stays":
                return
        elif kind == "suggest":
            asked += 1
            suggest(game, asked)
    if MODE == "stays":
        time.sleep(1000)


def suggest(game, asked):
    moves = game.drops()
    if asked == 4:
        if MODE == "dies":
            print("bot.py: that was too much", file=sys.stderr)
            sys.exit(3)
        if MODE == "orphan":
            # Its child keeps the pipes.
            subprocess.Popen(["sleep", "1000"])
            sys.exit(3)
        if MODE == "complains":
            say({"type": "error", "reason": "boo"})
        if MODE == "babbles":
            print("no, I do not\n", flush=True)
            time.sleep(1000)
        if MODE == "killed":
            os.kill(os.getpid(), 9)
        if MODE == "slow":
            time.sleep(1000)
        if MODE == "flood":
            while True:
                print("tetris is a game", flush=True)
        if MODE == "long-line":
            print("[" * (1 << 20), flush=True)
        if MODE == "wrong":
            moves = [move(game.queue[0], 0, 120, -7), move("T", 0, 4, 30, "full")]
        if MODE == "floats":
            moves = [move(game.queue[0], 0, 4, 15)]
    if MODE == "gives-up" and asked >= 4 or MODE == "early" and asked % 2 == 1:
        moves = []
    if MODE == "chatty":
        print("let me think\n\n{}\n{\"type\": \"weather\"}\n\xff\xfe{", flush=True)
        moves = [move("T", 0, 4, 30, "full")] + moves
    if MODE == "odd":
        moves = [{"location": 7}, move("Q", 0, 4, 0)] + moves
    if MODE == "errors":
        sys.stderr.write("bot.py: a line on standard error\n" * 1000)
    say({"type": "suggestion", "moves": moves, "move_info": {"nodes": len(moves)}})


main()
