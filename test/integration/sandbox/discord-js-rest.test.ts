import {
  AttachmentBuilder,
  ChannelType,
  EmbedBuilder,
  Events,
  Routes,
  type Client,
  type ForumChannel,
  type Guild,
  type GuildMember,
  type Message,
  type RateLimitData,
  type TextChannel,
} from 'discord.js';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { codeOf, createCaller, createDiscordClient, logIn } from './discord-client.ts';

/*
 * Everything a bot does on the sandbox, through an unmodified discord.js. All tests share one sandbox and one
 * client, and each creates what it needs.
 */

let sandbox: Sandbox;
let client: Client<true>;
let guild: Guild;
let general: TextChannel;

beforeAll(async () => {
  sandbox = await createSandbox({ rateLimits: 20, identifyLimits: 'off' });
  client = await logIn(createDiscordClient(sandbox), sandbox.botToken);
  guild = await client.guilds.fetch(sandbox.guildId);
  general = channelOf(sandbox.channels.general);
});
afterAll(async () => {
  await client.destroy();
  await sandbox.stop();
});
beforeEach(() => sandbox.faults.clear());

function channelOf(id: string): TextChannel {
  // The default world defines its type.
  return client.channels.cache.get(id) as TextChannel;
}

type Member = keyof Sandbox['members'];

/** Posts as a member, and returns the message as the bot received it. */
async function postAs(name: Member, content: string, channel = general.id): Promise<Message> {
  const received = new Promise<Message>((resolve) => {
    const listen = (message: Message): void => {
      if (message.content !== content) return;
      client.off(Events.MessageCreate, listen);
      resolve(message);
    };
    client.on(Events.MessageCreate, listen);
  });
  const caller = createCaller(sandbox, sandbox.members[name].token);
  const { status } = await caller('POST', `/channels/${channel}/messages`, { content });
  expect(status).toBe(200);
  return received;
}

const memberOf = (name: Member): Promise<GuildMember> =>
  guild.members.fetch({ user: sandbox.members[name].id, force: true });

it('sends embeds, replies and files, and reads them back', async () => {
  const question = await postAs('alice', 'a question');
  const sent = await question.reply({
    content: 'an answer',
    embeds: [new EmbedBuilder().setTitle('Title').setFields({ name: 'a', value: 'b' })],
    files: [new AttachmentBuilder(Buffer.from('data'), { name: 'a.txt', description: 'alt' })],
  });
  const read = await general.messages.fetch({ message: sent.id, force: true });
  expect(read.embeds[0]?.title).toBe('Title');
  expect(read.reference?.messageId).toBe(question.id);
  const file = read.attachments.first();
  expect(file).toMatchObject({ name: 'a.txt', description: 'alt', size: 4 });
  expect(await (await fetch(file?.url ?? '')).text()).toBe('data');
});

it('edits, pins, reacts to and deletes its own messages', async () => {
  const sent = await general.send('first');
  await sent.edit('second');
  await sent.react('👍');
  const read = await general.messages.fetch({ message: sent.id, force: true });
  expect(read.content).toBe('second');
  expect(read.reactions.cache.get('👍')).toMatchObject({ count: 1, me: true });
  await sent.delete();
  expect(await codeOf(general.messages.fetch({ message: sent.id, force: true }))).toBe(10_008);
});

it('deletes members’ messages one by one and in bulk', async () => {
  const [first, second, third] = [
    await postAs('bob', 'one'),
    await postAs('bob', 'two'),
    await postAs('bob', 'three'),
  ];
  await first.delete();
  const deleted = await general.bulkDelete([second.id, third.id]);
  expect(deleted.size).toBe(2);
  expect(await codeOf(second.delete())).toBe(10_008);
});

it('pages through the history in both directions', async () => {
  const thread = await general.threads.create({ name: 'history' });
  const sent = [];
  for (let count = 0; count < 5; count += 1) sent.push(await thread.send(`message ${count}`));
  const fetch = async (query: object) =>
    [...(await thread.messages.fetch({ ...query, cache: false })).values()]
      .map(({ content }) => content)
      .filter(Boolean);
  expect(await fetch({ limit: 2 })).toEqual(['message 4', 'message 3']);
  expect(await fetch({ limit: 2, before: sent[2]?.id })).toEqual(['message 1', 'message 0']);
  expect(await fetch({ limit: 2, after: sent[1]?.id })).toEqual(['message 3', 'message 2']);
});

it('times out a member, who then can’t post, with a reason in the audit log', async () => {
  const carol = await memberOf('carol');
  await carol.timeout(60_000, 'spam, again');
  const caller = createCaller(sandbox, sandbox.members.carol.token);
  const response = await caller('POST', `/channels/${general.id}/messages`, { content: 'but' });
  expect([response.status, response.body?.['code']]).toEqual([403, 50_013]);
  const entry = sandbox.world.state.guilds.get(guild.id)?.auditLog.at(-1);
  expect(entry).toMatchObject({
    user_id: sandbox.botId,
    target_id: carol.id,
    reason: 'spam, again',
  });
  await carol.timeout(null);
  await postAs('carol', 'I am back');
});

it('adds and removes only roles below its own', async () => {
  const bob = await memberOf('bob');
  await bob.roles.add(sandbox.roles.Trusted);
  expect((await memberOf('bob')).roles.cache.has(sandbox.roles.Trusted)).toBe(true);
  await bob.roles.remove(sandbox.roles.Trusted);
  expect((await memberOf('bob')).roles.cache.has(sandbox.roles.Trusted)).toBe(false);
  expect(await codeOf(bob.roles.add(sandbox.roles.Above))).toBe(50_013);
});

it('can’t act on a member with a higher role or on the owner', async () => {
  const overlord = await memberOf('overlord');
  const owner = await memberOf('owner');
  expect(await codeOf(overlord.timeout(60_000))).toBe(50_013);
  expect(await codeOf(overlord.kick())).toBe(50_013);
  expect(await codeOf(owner.ban())).toBe(50_013);
});

/** A new member who has posted once. */
async function newcomer(username: string): Promise<{ member: GuildMember; messageId: string }> {
  const { world } = sandbox;
  const { id } = world.users.create({ username });
  world.members.add({ guildId: guild.id, userId: id });
  const message = world.messages.create(general.id, { authorId: id, content: username });
  return { member: await guild.members.fetch(id), messageId: message.id };
}

it('kicks a member and keeps their messages', async () => {
  const { member, messageId } = await newcomer('kicked');
  await member.kick('out');
  expect(await codeOf(guild.members.fetch({ user: member.id, force: true }))).toBe(10_007);
  const message = await general.messages.fetch({ message: messageId, force: true });
  expect(message.content).toBe('kicked');
});

it('bans a member, deletes their messages and removes the ban', async () => {
  const { member, messageId } = await newcomer('banned');
  const banned = new Promise((resolve) => client.once(Events.GuildBanAdd, resolve));
  await member.ban({ deleteMessageSeconds: 3600 });
  await banned;
  expect((await guild.bans.fetch(member.id)).user.username).toBe('banned');
  expect(await codeOf(general.messages.fetch({ message: messageId, force: true }))).toBe(10_008);
  await guild.bans.remove(member.id);
  expect(await codeOf(guild.bans.fetch({ user: member.id, force: true }))).toBe(10_026);
});

it('sends direct messages to users who accept them', async () => {
  const alice = await client.users.fetch(sandbox.members.alice.id);
  expect((await alice.send('hello')).channel.type).toBe(ChannelType.DM);
  const dave = await client.users.fetch(sandbox.members.dave.id);
  expect(await codeOf(dave.send('hello'))).toBe(50_007);
  sandbox.faults.refuseDms(alice.id, true);
  expect(await codeOf(alice.send('hello'))).toBe(50_007);
  sandbox.faults.refuseDms(alice.id, false);
});

it('receives direct messages from members', async () => {
  const dm = sandbox.world.users.openDm(sandbox.members.bob.id, sandbox.botId);
  const received = await postAs('bob', 'psst', dm.id);
  expect(received.guild).toBeNull();
  expect(received.author.username).toBe('bob');
});

it('works in forum posts and threads', async () => {
  const forum = client.channels.cache.get(sandbox.channels['help-forum']) as ForumChannel;
  const post = await forum.threads.create({ name: 'How?', message: { content: 'how to' } });
  const reply = await postAs('alice', 'like this', post.id);
  expect(reply.channel.isThread()).toBe(true);
  await reply.delete();
  await post.setLocked(true);
  const caller = createCaller(sandbox, sandbox.members.alice.token);
  const response = await caller('POST', `/channels/${post.id}/messages`, { content: 'more' });
  expect(response.status).toBe(400);
});

it('rejects posts a channel’s type or permissions don’t allow', async () => {
  const announcements = channelOf(sandbox.channels.announcements);
  expect(await codeOf(announcements.send('news'))).toBe(50_013);
  const alice = createCaller(sandbox, sandbox.members.alice.token);
  const alerts = `/channels/${sandbox.channels['mod-alerts']}/messages`;
  expect((await alice('GET', alerts)).body?.['code']).toBe(50_001);
  expect(await codeOf(general.send(''))).toBe(50_006);
  expect(await codeOf(general.send('x'.repeat(2001)))).toBe(50_035);
});

it('lists only the channels the user can view', async () => {
  const namesFor = async (authorization: string) => {
    const { body } = await createCaller(sandbox, authorization)(
      'GET',
      `/guilds/${guild.id}/channels`,
    );
    return (body as unknown as { name: string }[]).map(({ name }) => name);
  };
  expect(await namesFor(`Bot ${sandbox.botToken}`)).toContain('mod-alerts');
  expect(await namesFor(sandbox.members.alice.token)).not.toContain('mod-alerts');
});

it('creates a message once with an enforced nonce', async () => {
  const message = { content: 'once', nonce: '42', enforceNonce: true };
  const first = await general.send(message);
  const second = await general.send(message);
  expect(second.id).toBe(first.id);
});

it('makes a client wait when the headers report an exhausted bucket', async () => {
  const strict = await createSandbox();
  const bot = await logIn(createDiscordClient(strict), strict.botToken);
  const statuses: number[] = [];
  bot.rest.on('response', (_request, { status }) => void statuses.push(status));
  const waited = new Promise<RateLimitData>((resolve) => bot.rest.once('rateLimited', resolve));
  const channelId = strict.channels.general;
  for (let count = 0; count < 6; count += 1) {
    const { id } = strict.world.messages.create(channelId, {
      authorId: bot.user.id,
      content: 'x',
    });
    await bot.rest.delete(Routes.channelMessage(channelId, id));
  }
  expect(await waited).toMatchObject({ global: false, limit: 5, method: 'DELETE' });
  expect(statuses).toEqual([204, 204, 204, 204, 204, 204]);
  await bot.destroy();
  await strict.stop();
});

it('retries after a 429 and handles the request once', async () => {
  const statuses: number[] = [];
  const listen = (_request: unknown, { status }: { status: number }) => void statuses.push(status);
  const message = await postAs('alice', 'rate limited');
  client.rest.on('response', listen);
  sandbox.faults.rateLimitNext({
    route: 'DELETE /channels/:id/messages/:id',
    retryAfterSeconds: 0.2,
  });
  await message.delete();
  client.rest.off('response', listen);
  expect(statuses).toEqual([429, 204]);
  expect(sandbox.world.state.channels.get(general.id)?.messages.get(message.id)).toBeUndefined();
});

it('retries after two server errors', async () => {
  sandbox.faults.failNext({
    route: 'POST /channels/:id/messages',
    status: 502,
    times: 2,
  });
  expect((await general.send('third time')).content).toBe('third time');
});

it('accepts faults over HTTP outside the API', async () => {
  const origin = new URL(sandbox.apiUrl).origin;
  const response = await fetch(`${origin}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault: 'failNext', status: 404, route: 'GET /users/@me' }),
  });
  expect(response.status).toBe(204);
  const bot = createCaller(sandbox, `Bot ${sandbox.botToken}`);
  expect((await bot('GET', '/users/@me')).status).toBe(404);
  expect((await bot('GET', '/users/@me')).body).toMatchObject({ id: sandbox.botId, bot: true });
});
