"""Plays through what bots do with an unmodified discord.py against the sandbox.

Reads the sandbox's addresses, ids and tokens as JSON from standard input and prints a line of JSON per step:
{"step": "...", "error": null or a traceback}. It stops after the first error.

Only addresses are configured. discord.py has no option for them, but reads them from two class attributes.
"""

import asyncio
import json
import sys
import traceback

import aiohttp
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from script import STEPS, WAIT_SECONDS, Bot, Script

# Each of these defines steps.
import login
import messages
import channels
import moderation
import interactions
import connection


async def main():
    config = json.load(sys.stdin)
    Route.BASE = config["apiUrl"] + "/v10"
    async with aiohttp.ClientSession() as session, Bot() as bot:
        await bot.login(config["botToken"])
        gateway = await bot.http.request(Route("GET", "/gateway/bot"))
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway["url"])
        running = asyncio.create_task(bot.connect())
        await asyncio.wait_for(bot.wait_until_ready(), WAIT_SECONDS)
        script = Script(config, bot, session)
        for function in STEPS:
            if not await passes(function, script):
                break
        await bot.close()
        await running


async def passes(function, script):
    error = None
    try:
        await asyncio.wait_for(function(script), 3 * WAIT_SECONDS)
    except Exception:
        error = traceback.format_exc()
    print(json.dumps({"step": function.__name__.replace("_", " "), "error": error}), flush=True)
    return error is None


asyncio.run(main())
