"""An independent client. It believes nothing: every message must be what the rules say.

    client.py player PORT NAME --seed N [--speed N] [--keys N]   plays random keys until the game is over
    client.py viewer PORT                                        watches one game

Every message is printed as it came. The last line is {"code": the close code, "states": their number}.
"""

import argparse
import asyncio
import copy
import json
import random
import sys

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import rules

# Drops and shifts, few turns: a game of some hundred ticks.
KEYS = ["a", "d", "s", "w", "", "x", "ad", "s"]


class Check:
    """Follows a game from its messages."""

    def __init__(self, name, seed, speed):
        self.name = name
        self.game = rules.Game(seed, speed)
        self.states = 0
        # Keys that were sent, and how many of them the server has acted on or dropped.
        self.sent = []
        self.used = 0

    def message(self, text):
        """Looks at a message, and says whether it was the last."""
        message = json.loads(text)
        assert json.dumps(message) == text, f"not written as Python does: {text}"
        if "highscores" in message:
            scores = message["highscores"]
            end = {**self.game.info(), "player": self.name, "highscores": scores}
            assert json.dumps(end) == text and not self.game.running, text
            assert [self.name, self.game.score] in scores and len(scores) <= 10, scores
            assert scores == sorted(scores, key=lambda entry: -entry[1]), scores
            return True
        assert self.game.running, f"a state after the end: {text}"
        self.states += 1
        player = {"player": self.name} if self.states > 1 else {}
        for key in ["", *self.keys_that_may_act()]:
            after = copy.deepcopy(self.game)
            after.tick(key)
            if json.dumps({**after.state(), **player}) == text:
                self.game = after
                if key:
                    self.used = self.sent.index(key, self.used) + 1
                return False
        raise AssertionError(f"no key of {self.sent[self.used:]} leads to {text} from {self.game.state()}")

    def keys_that_may_act(self):
        return sorted(set(key for key in self.sent[self.used :] if key))


async def play(port, name, seed, speed, keys):
    choose = random.Random(keys)
    check = Check(name, seed, speed)
    async with connect(f"ws://127.0.0.1:{port}/player") as server:
        await server.send(json.dumps({"cmd": "join", "name": name}))
        text = await server.recv()
        print(text)
        assert list(json.loads(text)) == ["dimensions", "grid", "game_speed", "score"], text
        is_over = False
        async for text in server:
            print(text)
            is_over = check.message(text)
            for key in choose.choices(KEYS, k=choose.choice([0, 1, 1, 1, 2])):
                check.sent.append(key[:1])
                try:
                    await server.send(json.dumps({"cmd": "key", "key": key}))
                except ConnectionClosed:
                    # The game is over, but not all that was said about it has been read.
                    pass
        assert is_over, "the connection ended before the game"
        return server.close_code, check.states


async def watch(port):
    states = 0
    async with connect(f"ws://127.0.0.1:{port}/viewer") as server:
        await server.send(json.dumps({"cmd": "join"}))
        async for text in server:
            print(text, flush=True)
            states += "game" in json.loads(text)
            if "highscores" in json.loads(text):
                # The server is still there for viewers, and answers pings.
                await asyncio.wait_for(await server.ping(), 10)
                break
    return server.close_code, states


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("role", choices=["player", "viewer"])
    parser.add_argument("port", type=int)
    parser.add_argument("name", nargs="?")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", type=int, default=10)
    parser.add_argument("--keys", type=int, default=1)
    given = parser.parse_args()
    if given.role == "player":
        run = play(given.port, given.name, given.seed, given.speed, given.keys)
    else:
        run = watch(given.port)
    code, states = asyncio.run(run)
    print(json.dumps({"code": code, "states": states}))


if __name__ == "__main__":
    sys.exit(main())
