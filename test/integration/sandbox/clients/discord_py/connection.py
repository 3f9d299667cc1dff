import asyncio

import discord

from script import step


@step
async def resumes_after_a_dropped_connection(s):
    resumed = s.bot.after("resumed")
    missed = s.bot.after("message", lambda message: message.content == "meanwhile")
    await s.fault(fault="dropGateway", closeCode=4000)
    await s.alice.say(s.general.id, "meanwhile")
    await resumed
    assert (await missed).author.id == s.alice.id


@step
async def connects_again_when_its_session_is_invalid(s):
    ready = s.bot.after("ready")
    await s.fault(fault="invalidateSessions", resumable=False)
    await ready
    assert s.guild.get_member(s.alice.id) is not None


@step
async def waits_for_rate_limits(s):
    # The limit is twenty in a second.
    members = await asyncio.gather(*(s.guild.fetch_member(s.alice.id) for _ in range(22)))
    assert {member.id for member in members} == {s.alice.id}
    await s.fault(fault="rateLimitNext", retryAfterSeconds=0.1)
    await s.general.send("late")
    await s.fault(fault="rateLimitNext", retryAfterSeconds=0.1, **{"global": True})
    await s.general.send("later")


@step
async def changes_its_presence(s):
    await s.bot.change_presence(activity=discord.Game("chess"), status=discord.Status.idle)
