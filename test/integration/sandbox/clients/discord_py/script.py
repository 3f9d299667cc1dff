"""What the steps share: the client, the people, and the list of steps."""

import asyncio

import discord
from discord import app_commands

from person import Person

WAIT_SECONDS = 20
STEPS = []


def step(function):
    """Adds a step. Steps run in the order in which they are defined, and build on each other."""
    STEPS.append(function)
    return function


class Bot(discord.Client):
    def __init__(self):
        intents = discord.Intents.default()
        intents.members = True
        intents.message_content = True
        super().__init__(intents=intents, chunk_guilds_at_startup=True)
        self.tree = app_commands.CommandTree(self)

    async def on_error(self, event, *args, **kwargs):
        raise  # A handler's error ends the script.

    def after(self, event, check=None):
        """The next event of this name; call it before what causes the event."""
        awaited = asyncio.create_task(self.wait_for(event, check=check, timeout=WAIT_SECONDS))
        # A step that failed before it awaits this has reported its own error.
        awaited.add_done_callback(lambda task: task.cancelled() or task.exception())
        return awaited


class Script:
    def __init__(self, config, bot, session):
        origin = config["apiUrl"].removesuffix("/api")
        people = {name: Person(session, origin, member) for name, member in config["members"].items()}
        self.origin = origin
        self.config = config
        self.bot = bot
        self.session = session
        self.owner = people["owner"]
        self.alice = people["alice"]
        self.bob = people["bob"]
        self.carol = people["carol"]

    async def fault(self, **fault):
        async with self.session.post(f"{self.origin}/sandbox/faults", json=fault) as response:
            assert response.status == 204, await response.text()

    @property
    def guild(self):
        return self.bot.get_guild(int(self.config["guildId"]))

    def channel(self, name):
        return self.guild.get_channel(int(self.config["channels"][name]))

    @property
    def general(self):
        return self.channel("general")
