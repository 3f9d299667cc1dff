import { Events, GatewayIntentBits as Intent, type Client, type ClientOptions } from 'discord.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { createDiscordClient, logIn } from './discord-client.ts';

let sandbox: Sandbox;
let clients: Client[];

beforeEach(async () => {
  sandbox = await createSandbox({ identifyLimits: 'off' });
  clients = [];
});
afterEach(async () => {
  for (const client of clients) await client.destroy();
  await sandbox.stop();
});

function create(options?: Partial<ClientOptions>): Client {
  const client = createDiscordClient(sandbox, options);
  clients.push(client);
  return client;
}

/** The contents of the messages a client has received. */
function inboxOf(client: Client): string[] {
  const contents: string[] = [];
  client.on(Events.MessageCreate, (message) => contents.push(message.content));
  return contents;
}

function post(content: string): string {
  const { id } = sandbox.world.messages.create(sandbox.channels.general, {
    authorId: sandbox.members.alice.id,
    content,
  });
  return id;
}

it('connects discord.js, which receives the guild with channels, roles and itself', async () => {
  const client = await logIn(create(), sandbox.botToken);
  const guild = client.guilds.cache.get(sandbox.guildId);
  expect(client.user.id).toBe(sandbox.botId);
  expect(client.application.id).toBe(sandbox.applicationId);
  expect(guild?.name).toBe('Portcullis Sandbox');
  expect(guild?.channels.cache.map(({ name }) => name)).toEqual(Object.keys(sandbox.channels));
  expect(guild?.members.me?.roles.highest.name).toBe('Portcullis');
});

it('delivers events for posted, edited and deleted messages', async () => {
  const client = await logIn(create(), sandbox.botToken);
  const seen: string[] = [];
  client.on(Events.MessageCreate, ({ content, member }) => {
    seen.push(`created: ${content} by ${member?.displayName}`);
  });
  client.on(Events.MessageUpdate, (before, after) => {
    seen.push(`edited: ${before.content} to ${after.content}`);
  });
  client.on(Events.MessageDelete, ({ content }) => seen.push(`deleted: ${content}`));
  const target = { channelId: sandbox.channels.general, messageId: post('hello') };
  sandbox.world.messages.edit(target, { content: 'goodbye' });
  sandbox.world.messages.delete(target, { byUserId: sandbox.members.alice.id, reason: null });
  await vi.waitFor(() =>
    expect(seen).toEqual([
      'created: hello by Alice',
      'edited: hello to goodbye',
      'deleted: goodbye',
    ]),
  );
});

it('sends no content to a client without the MessageContent intent', async () => {
  const client = await logIn(
    create({ intents: [Intent.Guilds, Intent.GuildMessages] }),
    sandbox.botToken,
  );
  const inbox = inboxOf(client);
  post('secret');
  post(`<@${sandbox.botId}> hello`);
  await vi.waitFor(() => expect(inbox).toEqual(['', `<@${sandbox.botId}> hello`]));
});

it('rejects an intent the application does not have, which discord.js reports', async () => {
  const helper = create({ intents: [Intent.Guilds, Intent.MessageContent] });
  const login = helper.login(sandbox.members['helper-bot'].token);
  await expect(login).rejects.toThrow('Used disallowed intents');
});

it('rejects a wrong token, which discord.js reports', async () => {
  await expect(create().login('nobody')).rejects.toThrow('An invalid token was provided');
});

it('lets a client resume after a dropped connection without lost or duplicate events', async () => {
  const client = await logIn(create(), sandbox.botToken);
  const inbox = inboxOf(client);
  const replayed = new Promise((resolve) => {
    client.on(Events.ShardResume, (_shard, events) => resolve(events));
  });
  post('before');
  sandbox.faults.dropGateway();
  post('during 1');
  post('during 2');
  await replayed;
  post('after');
  await vi.waitFor(() => expect(inbox).toEqual(['before', 'during 1', 'during 2', 'after']));
});

it('makes a client resume after a reconnect request', async () => {
  const client = await logIn(create(), sandbox.botToken);
  const inbox = inboxOf(client);
  const resumed = new Promise((resolve) => client.on(Events.ShardResume, resolve));
  sandbox.faults.requestReconnect();
  post('during');
  await resumed;
  await vi.waitFor(() => expect(inbox).toEqual(['during']));
});

it('makes a client identify again when its session is invalid, without the missed events', async () => {
  // discord.js waits five seconds between two identifies by default.
  const ws = { buildIdentifyThrottler: async () => ({ waitForIdentify: async () => undefined }) };
  const client = await logIn(create({ ws }), sandbox.botToken);
  const inbox = inboxOf(client);
  const readyAgain = new Promise((resolve) => client.on(Events.ShardReady, resolve));
  sandbox.faults.invalidateSessions(false);
  post('during');
  await readyAgain;
  post('after');
  await vi.waitFor(() => expect(inbox).toEqual(['after']));
});

it('rejects a client while the gateway is closed and lets it resume afterwards', async () => {
  const client = await logIn(create(), sandbox.botToken);
  const inbox = inboxOf(client);
  const shardError = new Promise<Error>((resolve) => client.once(Events.ShardError, resolve));
  const resumed = new Promise((resolve) => client.on(Events.ShardResume, resolve));
  sandbox.faults.closeGateway(true);
  sandbox.faults.dropGateway(4000);
  post('during');
  expect((await shardError).message).toContain('503');
  sandbox.faults.closeGateway(false);
  await resumed;
  await vi.waitFor(() => expect(inbox).toEqual(['during']));
});

it('fetches all members over the gateway', async () => {
  const client = await logIn(create(), sandbox.botToken);
  const members = await client.guilds.cache.first()?.members.fetch();
  expect(members?.map(({ user }) => user.username).sort()).toEqual(
    ['Portcullis', ...Object.keys(sandbox.members)].sort(),
  );
});

it('hides the alert channel from a bot that can’t view it', async () => {
  const client = await logIn(create(), sandbox.botToken);
  const auditContext = { byUserId: sandbox.members.owner.id, reason: null };
  const channel = client.channels.cache.get(sandbox.channels['mod-alerts']);
  const currentName = () => (channel !== undefined && 'name' in channel ? channel.name : null);
  expect(currentName()).toBe('mod-alerts');
  const { world, channels, roles } = sandbox;
  world.channels.deleteOverwrite(channels['mod-alerts'], roles.Portcullis, auditContext);
  await vi.waitFor(() => expect(currentName()).toBe('___hidden___'));
});
