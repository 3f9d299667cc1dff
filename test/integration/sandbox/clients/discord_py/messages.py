import io

import discord

from script import step


@step
async def receives_messages_edits_and_deletions(s):
    arrived = s.bot.after("message")
    said = await s.alice.say(s.general.id, "hello <@%d>" % s.bot.user.id)
    message = await arrived
    assert message.content.startswith("hello") and message.author == s.guild.get_member(s.alice.id)
    assert s.bot.user in message.mentions
    edited = s.bot.after("message_edit")
    await s.alice.api("PATCH", f"/channels/{s.general.id}/messages/{said['id']}", {"content": "edited"})
    before, after = await edited
    assert before.content.startswith("hello") and after.content == "edited" and after.edited_at
    deleted = s.bot.after("message_delete")
    await s.alice.api("DELETE", f"/channels/{s.general.id}/messages/{said['id']}")
    assert (await deleted).id == message.id


@step
async def sends_embeds_files_and_replies(s):
    embed = discord.Embed(title="Title", description="Text", colour=0xFF0000, url="https://example.com")
    embed.add_field(name="Field", value="Value").set_footer(text="Footer")
    embed.set_image(url="attachment://picture.png")
    files = [
        discord.File(io.BytesIO(b"not a picture"), "picture.png"),
        discord.File(io.BytesIO(b"secret"), "note.txt", spoiler=True, description="A note"),
    ]
    message = await s.general.send("with files", embed=embed, files=files)
    assert message.embeds[0].title == "Title" and message.embeds[0].fields[0].value == "Value"
    assert message.embeds[0].colour.value == 0xFF0000
    assert [a.filename for a in message.attachments] == ["picture.png", "SPOILER_note.txt"]
    assert message.attachments[1].is_spoiler() and message.attachments[1].description == "A note"
    assert await message.attachments[1].read() == b"secret"
    reply = await message.reply("a reply", mention_author=False, silent=True)
    assert reply.reference.message_id == message.id and reply.flags.silent
    fetched = await s.general.fetch_message(reply.id)
    assert fetched.reference.resolved.id == message.id


@step
async def edits_messages(s):
    message = await s.general.send("first", file=discord.File(io.BytesIO(b"1"), "one.txt"))
    edited = await message.edit(content="second", embed=discord.Embed(title="New"))
    assert edited.content == "second" and edited.embeds[0].title == "New" and edited.edited_at
    assert len(edited.attachments) == 1
    added = await edited.add_files(discord.File(io.BytesIO(b"2"), "two.txt"))
    assert len(added.attachments) == 2
    removed = await added.remove_attachments(added.attachments[0])
    assert [a.filename for a in removed.attachments] == ["two.txt"]
    quiet = await removed.edit(suppress=True)
    assert quiet.flags.suppress_embeds
    await quiet.delete()


@step
async def reacts(s):
    message = await s.general.send("react")
    added = s.bot.after("raw_reaction_add", lambda event: event.user_id == s.alice.id)
    await message.add_reaction("👍")
    path = f"/channels/{s.general.id}/messages/{message.id}/reactions/%F0%9F%91%8D/@me"
    await s.alice.api("PUT", path)
    assert (await added).member.id == s.alice.id
    message = await s.general.fetch_message(message.id)
    reaction = message.reactions[0]
    assert reaction.count == 2 and reaction.me and str(reaction.emoji) == "👍"
    assert {user.id async for user in reaction.users()} == {s.bot.user.id, s.alice.id}
    await message.remove_reaction("👍", discord.Object(s.alice.id))
    await message.clear_reaction("👍")
    await message.clear_reactions()
    assert (await s.general.fetch_message(message.id)).reactions == []


@step
async def pins(s):
    message = await s.general.send("pin me")
    updated = s.bot.after("guild_channel_pins_update")
    await message.pin(reason="important")
    channel, last_pin = await updated
    assert channel.id == s.general.id and last_pin is not None
    assert [pin.id for pin in await s.general.pins()] == [message.id]
    await message.unpin()
    assert await s.general.pins() == []


@step
async def reads_history_and_purges(s):
    channel = s.channel("random")
    for index in range(6):
        await (s.alice if index % 2 else s.bob).say(channel.id, f"message {index}")
    history = [message async for message in channel.history(limit=4)]
    assert [message.content for message in history] == [f"message {index}" for index in (5, 4, 3, 2)]
    oldest = [message async for message in channel.history(limit=2, oldest_first=True)]
    assert [message.content for message in oldest] == ["message 0", "message 1"]
    around = [message async for message in channel.history(around=history[2], limit=3)]
    assert len(around) == 3
    purged = s.bot.after("raw_bulk_message_delete")
    deleted = await channel.purge(limit=20, check=lambda message: message.author.id == s.alice.id)
    assert len(deleted) == 3 and (await purged).message_ids == {message.id for message in deleted}
    assert len([message async for message in channel.history()]) == 3
    async with channel.typing():
        pass


@step
async def crossposts_announcements(s):
    message = await s.channel("announcements").send("news")
    published = await message.publish()
    assert published is None
    assert (await s.channel("announcements").fetch_message(message.id)).flags.crossposted


@step
async def exchanges_direct_messages(s):
    user = s.bot.get_user(s.alice.id)
    message = await user.send("psst")
    assert isinstance(message.channel, discord.DMChannel) and message.channel.recipient.id == user.id
    arrived = s.bot.after("message", lambda message: message.content == "what?")
    await s.alice.say(message.channel.id, "what?")
    answer = await arrived
    assert answer.guild is None and answer.author.id == user.id
    await answer.channel.send("nothing")
    history = [m.content async for m in message.channel.history(oldest_first=True)]
    assert history == ["psst", "what?", "nothing"]
    try:
        dave = s.config["members"]["dave"]["id"]
        await s.bot.get_user(int(dave)).send("hello")
        raise AssertionError("Dave accepts no DMs.")
    except discord.Forbidden as error:
        assert error.code == 50007
