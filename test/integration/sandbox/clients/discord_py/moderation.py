import datetime

import discord

from script import step


@step
async def times_members_out(s):
    member = s.guild.get_member(s.alice.id)
    updated = s.bot.after("member_update")
    await member.timeout(datetime.timedelta(minutes=5), reason="calm down")
    _, after = await updated
    assert after.is_timed_out()
    updated = s.bot.after("member_update")
    await member.timeout(None)
    assert not (await updated)[1].is_timed_out()


@step
async def edits_members_and_roles(s):
    role = await s.guild.create_role(
        name="Painter", colour=0x00FF00, hoist=True, mentionable=True, reason="art",
        permissions=discord.Permissions(send_messages=True),
    )
    member = s.guild.get_member(s.alice.id)
    updated = s.bot.after("member_update")
    await member.add_roles(role, reason="paints")
    assert role in (await updated)[1].roles
    await member.remove_roles(role)
    updated = s.bot.after("member_update", lambda _, after: after.nick == "Al")
    edited = await member.edit(nick="Al")
    assert (await updated)[0].nick is None and edited.nick == "Al"
    await member.edit(nick=None)
    await s.guild.me.edit(nick="Portcullis the bot")
    updated = s.bot.after("guild_role_update", lambda _, after: after.name == "Artist")
    await role.edit(name="Artist", colour=0x0000FF)
    assert (await updated)[1].colour.value == 0x0000FF
    await s.guild.edit_role_positions({role: 1})
    deleted = s.bot.after("guild_role_delete")
    await role.delete()
    assert (await deleted).id == role.id


@step
async def kicks_and_bans(s):
    banned = s.bot.after("member_ban")
    carol = s.guild.get_member(s.carol.id)
    removed = s.bot.after("member_remove")
    await carol.ban(delete_message_seconds=3600, reason="spam ü")
    assert (await banned)[1].id == carol.id and (await removed).id == carol.id
    ban = await s.guild.fetch_ban(discord.Object(carol.id))
    assert ban.reason == "spam ü"
    assert [entry.user.id async for entry in s.guild.bans()] == [carol.id]
    unbanned = s.bot.after("member_unban")
    await s.guild.unban(carol, reason="sorry")
    assert (await unbanned)[1].id == carol.id
    bob = s.guild.get_member(s.bob.id)
    removed = s.bot.after("member_remove")
    await bob.kick(reason="away")
    assert (await removed).id == bob.id


@step
async def reads_the_audit_log(s):
    entries = [entry async for entry in s.guild.audit_logs(limit=50)]
    actions = {entry.action for entry in entries}
    wanted = discord.AuditLogAction
    assert {wanted.ban, wanted.unban, wanted.kick, wanted.role_create, wanted.member_update} <= actions
    ban = [e async for e in s.guild.audit_logs(action=wanted.ban, user=s.guild.me)][0]
    assert ban.target.id == s.carol.id and ban.reason == "spam ü" and ban.user == s.guild.me
    timeouts = [e async for e in s.guild.audit_logs(action=wanted.member_update, oldest_first=True)]
    assert any(hasattr(entry.after, "timed_out_until") for entry in timeouts)
