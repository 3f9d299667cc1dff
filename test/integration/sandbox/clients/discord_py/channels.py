import io

import discord

from script import step


@step
async def uses_threads(s):
    message = await s.general.send("start here")
    created = s.bot.after("thread_create")
    thread = await message.create_thread(name="a thread", auto_archive_duration=60)
    assert (await created).id == thread.id and thread.parent_id == s.general.id
    await thread.send("inside")
    arrived = s.bot.after("message")
    await s.alice.say(thread.id, "me too")
    assert (await arrived).channel.id == thread.id
    await thread.add_user(discord.Object(s.bob.id))
    assert {member.id for member in await thread.fetch_members()} >= {s.alice.id, s.bob.id}
    await thread.remove_user(discord.Object(s.bob.id))
    updated = s.bot.after("thread_update")
    await thread.edit(name="renamed", locked=True, archived=True)
    before, after = await updated
    assert before.name == "a thread" and after.name == "renamed" and after.archived and after.locked
    assert [t.id async for t in s.general.archived_threads()] == [thread.id]
    await thread.edit(archived=False, locked=False)
    assert thread.id in {t.id for t in await s.guild.active_threads()}
    private = await s.general.create_thread(name="private", type=discord.ChannelType.private_thread)
    await private.leave()
    await private.join()
    await private.delete()
    deleted = s.bot.after("raw_thread_delete", lambda event: event.thread_id == thread.id)
    await thread.delete()
    assert (await deleted).parent_id == s.general.id


@step
async def posts_in_forums(s):
    forum = s.channel("help-forum")
    tagged = s.bot.after("guild_channel_update")
    tag = await forum.create_tag(name="question", emoji="❓")
    await tagged
    thread, message = await forum.create_thread(
        name="How?", content="Like this", applied_tags=[tag], embed=discord.Embed(title="Example")
    )
    assert message.id == thread.id and message.embeds[0].title == "Example"
    assert [t.name for t in thread.applied_tags] == ["question"]
    await thread.edit(pinned=True)
    assert (await s.bot.fetch_channel(thread.id)).flags.pinned
    await thread.delete()


@step
async def edits_channels_and_overwrites(s):
    category = await s.guild.create_category("Projects")
    created = s.bot.after("guild_channel_create", lambda channel: channel.name == "project")
    channel = await s.guild.create_text_channel(
        "project", category=category, topic="A topic", slowmode_delay=5, reason="new",
        overwrites={s.guild.default_role: discord.PermissionOverwrite(view_channel=False)},
    )
    assert (await created).id == channel.id and channel.category_id == category.id
    updated = s.bot.after("guild_channel_update")
    await channel.edit(name="projects", topic="Another", slowmode_delay=0, nsfw=True)
    before, after = await updated
    assert before.name == "project" and after.name == "projects" and after.nsfw
    alice = s.guild.get_member(s.alice.id)
    updated = s.bot.after("guild_channel_update")
    await channel.set_permissions(alice, view_channel=True, reason="needs it")
    await updated
    assert s.guild.get_channel(channel.id).permissions_for(alice).view_channel
    await channel.set_permissions(alice, overwrite=None)
    clone = await channel.clone(name="copy")
    await clone.move(end=True)
    deleted = s.bot.after("guild_channel_delete")
    await clone.delete()
    assert (await deleted).id == clone.id
    voice = await s.guild.create_voice_channel("Talk", user_limit=5, bitrate=64000)
    assert voice.user_limit == 5
    await voice.send("text in voice")
    await voice.delete()
    await channel.delete()
    await category.delete()


@step
async def uses_invites(s):
    created = s.bot.after("invite_create")
    invite = await s.general.create_invite(max_age=3600, max_uses=2, reason="party")
    assert (await created).code == invite.code
    assert invite.guild.id == s.guild.id and invite.inviter.id == s.bot.user.id
    assert invite.code in {one.code for one in await s.guild.invites()}
    assert invite.code in {one.code for one in await s.general.invites()}
    fetched = await s.bot.fetch_invite(invite.code)
    assert fetched.channel.id == s.general.id and fetched.approximate_member_count
    deleted = s.bot.after("invite_delete")
    await invite.delete()
    assert (await deleted).code == invite.code


@step
async def edits_the_guild(s):
    updated = s.bot.after("guild_update")
    await s.guild.edit(name="Renamed", reason="better")
    assert (await updated)[1].name == "Renamed"
    await s.guild.edit(name="Portcullis Sandbox")


@step
async def uses_webhooks(s):
    webhook = await s.general.create_webhook(name="Hook", reason="feed")
    assert [hook.id for hook in await s.general.webhooks()] == [webhook.id]
    assert [hook.id for hook in await s.guild.webhooks()] == [webhook.id]
    message = await webhook.send("from afar", username="Somebody", wait=True, embed=discord.Embed(title="E"))
    assert message.author.name == "Somebody" and message.webhook_id == webhook.id
    edited = await message.edit(content="changed")
    assert edited.content == "changed"
    assert (await webhook.fetch_message(message.id)).content == "changed"
    await message.delete()
    renamed = await webhook.edit(name="Other")
    assert renamed.name == "Other"
    by_token = discord.Webhook.partial(webhook.id, webhook.token, session=s.session)
    sent = await by_token.send("with the token", wait=True, file=discord.File(io.BytesIO(b"x"), "x.txt"))
    assert sent.attachments[0].filename == "x.txt"
    assert (await by_token.fetch()).name == "Other"
    await webhook.delete()
