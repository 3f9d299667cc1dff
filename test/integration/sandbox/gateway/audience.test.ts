import {
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleTriggerType,
  ChannelFlags,
  ChannelType,
  GatewayIntentBits as Intent,
  MessageReferenceType,
  OverwriteType,
  PermissionFlagsBits,
} from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { NewAutoModerationRule } from '../../../../src/sandbox/world/automod/rules.ts';
import type { UserState } from '../../../../src/sandbox/world/types.ts';
import { startGateway, type GatewayFixture } from './gateway-fixture.ts';
import { connectRaw, type RawClient } from './raw-client.ts';

let sandbox: GatewayFixture;

beforeEach(async () => {
  sandbox = await startGateway();
});
afterEach(() => sandbox.stop());

async function connect(user: UserState, intents?: number): Promise<RawClient> {
  const client = connectRaw(sandbox.url);
  client.identify(user.token, { intents });
  await client.event('READY');
  await client.settle();
  return client;
}

/** The types of the events the client receives because of `act`. */
async function eventsOf(client: RawClient, act: () => void): Promise<string[]> {
  await client.settle();
  const before = client.events().length;
  act();
  await client.settle();
  return client.events().slice(before);
}

const byOwner = () => ({ byUserId: sandbox.guild.payload.owner_id, reason: null });

it('sends only the events of the requested intents', async () => {
  const { world, guild, bot, alice, general } = sandbox;
  const target = { guildId: guild.id, userId: alice.id };
  const thumb = { id: null, name: '👍' };
  let round = 0;
  const act = () => {
    round += 1;
    const { id } = sandbox.post({});
    world.reactions.add({ channelId: general.id, messageId: id }, alice.id, thumb);
    world.members.update(target, { nick: `Al ${round}` }, byOwner());
    world.channels.update(general.id, { topic: `topic ${round}` }, byOwner());
  };
  const sees = async (intents: number) => eventsOf(await connect(bot, intents), act);
  expect(await sees(0)).toEqual([]);
  expect(await sees(Intent.Guilds)).toEqual(['CHANNEL_UPDATE']);
  expect(await sees(Intent.GuildMessages)).toEqual(['MESSAGE_CREATE']);
  expect(await sees(Intent.GuildMessageReactions)).toEqual(['MESSAGE_REACTION_ADD']);
  expect(await sees(Intent.GuildMembers)).toEqual(['GUILD_MEMBER_UPDATE']);
});

it('sends a bot updates about itself without the GUILD_MEMBERS intent', async () => {
  const { world, guild, bot } = sandbox;
  const client = await connect(bot, Intent.Guilds);
  const events = await eventsOf(client, () => {
    world.members.update({ guildId: guild.id, userId: bot.id }, { nick: 'B' }, byOwner());
  });
  expect(events).toEqual(['GUILD_MEMBER_UPDATE']);
});

it('sends direct messages only to their participants', async () => {
  const { world, bot, plainBot, alice } = sandbox;
  const dm = world.users.openDm(alice.id, bot.id);
  const intents = Intent.DirectMessages | Intent.GuildMessages;
  const clients = [await connect(bot, intents), await connect(plainBot, intents)];
  sandbox.post({ channel: dm });
  for (const client of clients) await client.settle();
  expect(clients.map((client) => client.events().includes('MESSAGE_CREATE'))).toEqual([
    true,
    false,
  ]);
});

it('sends no channel events to a user who cannot view the channel', async () => {
  const client = await connect(sandbox.bot, Intent.GuildMessages);
  const events = await eventsOf(client, () => sandbox.post({ channel: sandbox.hidden }));
  expect(events).toEqual([]);
});

it('applies permission changes to later events', async () => {
  const { world, bot, hidden } = sandbox;
  const client = await connect(bot, Intent.GuildMessages);
  await eventsOf(client, () => sandbox.post({ channel: hidden }));
  const view = PermissionFlagsBits.ViewChannel.toString();
  world.channels.setOverwrite(
    hidden.id,
    { id: bot.id, type: OverwriteType.Member, allow: view, deny: '0' },
    byOwner(),
  );
  expect(await eventsOf(client, () => sandbox.post({ channel: hidden }))).toEqual([
    'MESSAGE_CREATE',
  ]);
  world.channels.deleteOverwrite(hidden.id, bot.id, byOwner());
  expect(await eventsOf(client, () => sandbox.post({ channel: hidden }))).toEqual([]);
});

it('sends a hidden channel obfuscated until the user can view it', async () => {
  const { world, guild, bot, hidden } = sandbox;
  const role = world.roles.create(
    guild.id,
    { name: 'all-seeing', permissions: PermissionFlagsBits.Administrator },
    byOwner(),
  );
  const target = { guildId: guild.id, userId: bot.id };
  const client = await connect(bot, Intent.Guilds);
  world.channels.update(hidden.id, { topic: 'secret' }, byOwner());
  world.members.addRole(target, role.id, byOwner());
  world.channels.update(hidden.id, { topic: 'open' }, byOwner());
  world.members.removeRole(target, role.id, byOwner());
  await client.settle();
  const updates = client.frames.filter(({ t }) => t === 'CHANNEL_UPDATE');
  expect(updates.map(({ d }) => [d['id'], d['name'], d['topic']])).toEqual([
    [hidden.id, '___hidden___', undefined],
    [hidden.id, 'hidden', 'secret'],
    [hidden.id, 'hidden', 'open'],
    [hidden.id, '___hidden___', undefined],
  ]);
});

it('shows a category to anyone who can view a channel in it', async () => {
  const { world, guild, bot, hidden, general } = sandbox;
  const { permission_overwrites } = hidden.payload;
  const category = world.channels.create(
    guild.id,
    {
      name: 'staff',
      type: ChannelType.GuildCategory,
      permission_overwrites: [...(permission_overwrites ?? [])],
    },
    byOwner(),
  );
  const client = await connect(bot, Intent.Guilds);
  world.channels.update(general.id, { parent_id: category.id }, byOwner());
  await client.settle();
  const updates = client.frames.filter(({ t }) => t === 'CHANNEL_UPDATE');
  expect(updates.map(({ d }) => d['name'])).toEqual(['general', 'staff']);
});

it('sends audit log and ban events only to members with the permission to read them', async () => {
  const { world, guild, bot, plainBot, alice } = sandbox;
  const role = world.roles.create(
    guild.id,
    { name: 'banner', permissions: PermissionFlagsBits.BanMembers },
    byOwner(),
  );
  world.members.addRole({ guildId: guild.id, userId: bot.id }, role.id, byOwner());
  const clients = [
    await connect(bot, Intent.GuildModeration),
    await connect(plainBot, Intent.GuildModeration),
  ];
  world.bans.add({ guildId: guild.id, userId: alice.id }, byOwner());
  for (const client of clients) await client.settle();
  expect(clients.map((client) => client.events())).toEqual([['READY', 'GUILD_BAN_ADD'], ['READY']]);
});

it('sends a removed member GUILD_DELETE and nothing afterwards', async () => {
  const { world, guild, bot } = sandbox;
  const client = await connect(bot, Intent.Guilds | Intent.GuildMessages | Intent.GuildMembers);
  const events = await eventsOf(client, () => {
    world.members.kick({ guildId: guild.id, userId: bot.id }, byOwner());
    sandbox.post({});
  });
  expect(events).toEqual(['GUILD_DELETE']);
});

it('lets a member connect with their own token and see what that member can view', async () => {
  const { guild, alice, general, hidden } = sandbox;
  const client = await connect(alice);
  const { d } = await client.event('GUILD_CREATE');
  expect(d['id']).toBe(guild.id);
  expect(d['channels']).toEqual([
    expect.objectContaining({ id: general.id, name: 'general' }),
    {
      id: hidden.id,
      type: ChannelType.GuildText,
      guild_id: guild.id,
      name: '___hidden___',
      flags: ChannelFlags.ChannelObfuscated,
      position: hidden.payload.position,
      parent_id: null,
      permission_overwrites: [
        {
          id: guild.id,
          type: OverwriteType.Role,
          allow: '0',
          deny: PermissionFlagsBits.ViewChannel.toString(),
        },
      ],
    },
  ]);
  sandbox.post({ channel: hidden, content: 'secret' });
  sandbox.post({ content: 'open' });
  expect((await client.event('MESSAGE_CREATE')).d['content']).toBe('open');
});

it('sends only the own member in GUILD_CREATE without GUILD_PRESENCES', async () => {
  const client = await connect(sandbox.bot, Intent.Guilds);
  const { d } = await client.event('GUILD_CREATE');
  expect(d['members']).toEqual([
    expect.objectContaining({ user: expect.objectContaining({ id: sandbox.bot.id }) }),
  ]);
  expect(d['member_count']).toBe(4);
});

it('sends the messages of a thread to users who can view its parent', async () => {
  const { world, bot, alice, general } = sandbox;
  const client = await connect(bot, Intent.GuildMessages);
  const thread = world.threads.start(
    general.id,
    { name: 'a thread', type: ChannelType.PublicThread },
    { byUserId: alice.id, reason: null },
  );
  expect(await eventsOf(client, () => sandbox.post({ channel: thread }))).toEqual([
    'MESSAGE_CREATE',
  ]);
});

it('sends messages without content when the MESSAGE_CONTENT intent is missing', async () => {
  const { world, plainBot, alice, general } = sandbox;
  const client = await connect(plainBot, Intent.GuildMessages);
  world.messages.create(general.id, {
    authorId: alice.id,
    content: 'hello',
    embeds: [{ title: 'title' }],
    files: [{ filename: 'a.txt', contentType: 'text/plain', data: Buffer.from('a') }],
  });
  expect((await client.event('MESSAGE_CREATE')).d).toMatchObject({
    author: { id: alice.id },
    content: '',
    embeds: [],
    attachments: [],
    components: [],
  });
});

it('sends content without the intent in direct messages, own messages and mentions', async () => {
  const { world, plainBot, alice, general } = sandbox;
  const client = await connect(plainBot, Intent.GuildMessages | Intent.DirectMessages);
  const dm = world.users.openDm(alice.id, plainBot.id);
  sandbox.post({ channel: dm, content: 'in private' });
  sandbox.post({ by: plainBot, content: 'my own' });
  sandbox.post({ content: `<@${plainBot.id}> look` });
  world.messages.edit(
    { channelId: general.id, messageId: sandbox.post({ content: 'x' }).id },
    { content: `<@${plainBot.id}> edited` },
  );
  await client.settle();
  const contents = client.frames.flatMap(({ t, d }) =>
    t === 'MESSAGE_CREATE' || t === 'MESSAGE_UPDATE' ? [d['content']] : [],
  );
  expect(contents).toEqual([
    'in private',
    'my own',
    `<@${plainBot.id}> look`,
    '',
    `<@${plainBot.id}> edited`,
  ]);
});

it('decides separately whether to send the content of the replied-to message', async () => {
  const { world, plainBot, alice, general } = sandbox;
  const client = await connect(plainBot, Intent.GuildMessages);
  const first = sandbox.post({ content: 'secret' });
  world.messages.create(general.id, {
    authorId: alice.id,
    content: `<@${plainBot.id}> see above`,
    reference: { messageId: first.id, type: MessageReferenceType.Default, failIfNotExists: true },
  });
  const { d } = await client.event('MESSAGE_CREATE', 2);
  expect(d).toMatchObject({
    content: `<@${plainBot.id}> see above`,
    referenced_message: { id: first.id, content: '' },
  });
});

it('sends the same event with and without content, depending on the recipient', async () => {
  const clients = [
    await connect(sandbox.plainBot, Intent.GuildMessages),
    await connect(sandbox.bot, Intent.GuildMessages | Intent.MessageContent),
    await connect(sandbox.alice),
  ];
  sandbox.post({ content: 'hello' });
  const contents = [];
  for (const client of clients) contents.push((await client.event('MESSAGE_CREATE')).d['content']);
  expect(contents).toEqual(['', 'hello', 'hello']);
});

it('sends invites only to those who manage their channel', async () => {
  const { world, guild, bot, general } = sandbox;
  const terms = { maxAge: 0, maxUses: 0, temporary: false, unique: true };
  const act = (): void => {
    const { code } = world.invites.create(general.id, terms, byOwner());
    world.invites.delete(code, byOwner());
  };
  const client = await connect(bot, Intent.GuildInvites);
  expect(await eventsOf(client, act)).toEqual([]);
  const permissions = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ManageChannels;
  const { id } = world.roles.create(guild.id, { name: 'Manager', permissions }, byOwner());
  world.members.addRole({ guildId: guild.id, userId: bot.id }, id, byOwner());
  expect(await eventsOf(client, act)).toEqual(['INVITE_CREATE', 'INVITE_DELETE']);
  expect(await eventsOf(await connect(bot, Intent.Guilds), act)).toEqual([]);
});

it('sends auto moderation only to who may change the rules, with its intents', async () => {
  const { world, guild, bot, alice, general } = sandbox;
  const rule: NewAutoModerationRule = {
    name: 'Words',
    event_type: AutoModerationRuleEventType.MessageSend,
    trigger_type: AutoModerationRuleTriggerType.Keyword,
    trigger_metadata: { keyword_filter: ['cat'] },
    actions: [{ type: AutoModerationActionType.BlockMessage }],
    enabled: true,
    exempt_roles: [],
    exempt_channels: [],
  };
  const act = () => {
    const { id: ruleId } = world.autoModerationRules.create(guild.id, rule, byOwner());
    const attempt = { channel: general, authorId: alice.id, content: 'cat' };
    expect(() => world.enforceAutoModeration(attempt)).toThrow('blocked');
    world.autoModerationRules.delete({ guildId: guild.id, ruleId }, byOwner());
  };
  const both = Intent.AutoModerationConfiguration | Intent.AutoModerationExecution;
  expect(await eventsOf(await connect(bot, both), act)).toEqual([]);
  const { id } = world.roles.create(
    guild.id,
    { name: 'Manager', permissions: PermissionFlagsBits.ManageGuild, position: 1 },
    byOwner(),
  );
  world.members.addRole({ guildId: guild.id, userId: bot.id }, id, byOwner());
  expect(await eventsOf(await connect(bot, Intent.AutoModerationExecution), act)).toEqual([
    'AUTO_MODERATION_ACTION_EXECUTION',
  ]);
  expect(await eventsOf(await connect(bot, both), act)).toEqual([
    'AUTO_MODERATION_RULE_CREATE',
    'AUTO_MODERATION_ACTION_EXECUTION',
    'AUTO_MODERATION_RULE_DELETE',
  ]);
});
