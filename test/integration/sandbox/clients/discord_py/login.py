import discord

from script import step


@step
async def reads_its_application_and_owner(s):
    info = await s.bot.application_info()
    assert info.id == int(s.config["applicationId"])
    assert info.owner.id == s.owner.id and info.owner.name == "owner"
    assert s.bot.application_id == info.id
    assert s.bot.user.bot and s.bot.user.name == "Portcullis"


@step
async def caches_guild_channels_roles_and_members(s):
    guild = s.guild
    assert guild.name == "Portcullis Sandbox" and guild.owner_id == s.owner.id
    assert guild.chunked and guild.member_count == len(guild.members)
    assert {"alice", "bob", "owner"} <= {member.name for member in guild.members}
    assert isinstance(s.channel("help-forum"), discord.ForumChannel)
    assert isinstance(s.channel("Lounge"), discord.VoiceChannel)
    assert s.general.category.name == "Text Channels"
    assert guild.me.guild_permissions.ban_members
    assert guild.get_member(s.alice.id).joined_at is not None


@step
async def fetches_guild_members_roles_and_channels(s):
    guild = await s.bot.fetch_guild(s.guild.id)
    assert guild.approximate_member_count == s.guild.member_count
    members = [member async for member in s.guild.fetch_members(limit=None)]
    assert len(members) == s.guild.member_count
    assert {role.name for role in await s.guild.fetch_roles()} >= {"@everyone", "Moderator"}
    assert s.general.id in {channel.id for channel in await s.guild.fetch_channels()}
    assert (await s.guild.query_members("ali"))[0].id == s.alice.id
    assert (await s.guild.query_members(user_ids=[s.bob.id]))[0].id == s.bob.id
    assert [g.id async for g in s.bot.fetch_guilds()] == [s.guild.id]
    assert (await s.bot.fetch_user(s.alice.id)).name == "alice"
    assert await s.guild.fetch_emojis() == [] and await s.guild.fetch_stickers() == []
