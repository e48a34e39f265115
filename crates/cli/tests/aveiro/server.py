"""An independent server, to try clients on: one player after the other, and viewers.

    server.py [--port N] [--seed N] [--speed N] [--games N]

The first line it prints is the port. After every game it prints {"player", "score", "pieces"}; after so many games it ends.
"""

import argparse
import asyncio
import json

from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

import rules


class Server:
    def __init__(self, seed, speed):
        self.seed = seed
        self.speed = speed
        self.game = rules.Game(seed, speed)
        self.queue = asyncio.Queue()
        self.viewers = set()
        self.player = None
        self.key = ""
        self.best = []

    async def client(self, socket):
        path = socket.request.path
        try:
            async for text in socket:
                message = json.loads(text)
                if message.get("cmd") == "join":
                    if path == "/player":
                        self.queue.put_nowait((message["name"], socket))
                    if path == "/viewer":
                        self.viewers.add(socket)
                    await socket.send(json.dumps(self.game.info()))
                if message.get("cmd") == "key" and self.player is socket:
                    self.key = message["key"][:1]
        finally:
            self.viewers.discard(socket)

    async def tell(self, message):
        text = json.dumps(message)
        await self.player.send(text)
        for viewer in list(self.viewers):
            try:
                await viewer.send(text)
            except ConnectionClosed:
                self.viewers.discard(viewer)

    async def one_game(self):
        name, self.player = await self.queue.get()
        self.game, self.key = rules.Game(self.seed, self.speed), ""
        try:
            player = {}
            while self.game.running:
                await asyncio.sleep(1 / self.game.speed())
                key, self.key = self.key, ""
                self.game.tick(key)
                await self.tell({**self.game.state(), **player})
                player = {"player": name}
            self.best = sorted(self.best + [[name, self.game.score]], key=lambda entry: -entry[1])[:10]
            await self.tell({**self.game.info(), "player": name, "highscores": self.best})
            await self.player.close()
        except ConnectionClosed:
            # Nobody plays any more; that is no high score.
            pass
        print(json.dumps({"player": name, "score": self.game.score, "pieces": self.game.pieces}), flush=True)
        self.player = None


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", type=int, default=10)
    parser.add_argument("--games", type=int, default=1)
    given = parser.parse_args()
    server = Server(given.seed, given.speed)
    async with serve(server.client, "127.0.0.1", given.port) as listening:
        print(listening.sockets[0].getsockname()[1], flush=True)
        for _ in range(given.games):
            await server.one_game()


if __name__ == "__main__":
    asyncio.run(main())
