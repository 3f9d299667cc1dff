import { GatewayIntentBits as Intent, GatewayOpcodes as Op } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { startGateway, type GatewayFixture } from './gateway-fixture.ts';
import { connectRaw, invalidSession, type RawClient } from './raw-client.ts';

const INTENTS = Intent.Guilds | Intent.GuildMessages | Intent.MessageContent;

let sandbox: GatewayFixture;

beforeEach(async () => {
  sandbox = await startGateway();
});
afterEach(() => sandbox.stop());

/** A client of the bot that has received READY and its guilds. */
async function ready(more: object = {}): Promise<RawClient & { sessionId: string }> {
  const client = connectRaw(sandbox.url);
  client.identify(sandbox.bot.token, { intents: INTENTS, ...more });
  const { d } = await client.event('READY');
  await client.settle();
  return { ...client, sessionId: String(d['session_id']) };
}

function resume(sessionId: string, seq: number, token = sandbox.bot.token): RawClient {
  const client = connectRaw(sandbox.url);
  client.send(Op.Resume, { token, session_id: sessionId, seq });
  return client;
}

it('sends the heartbeat interval on connect and acknowledges heartbeats before identify', async () => {
  const client = connectRaw(sandbox.url);
  const hello = await client.until(({ op }) => op === Op.Hello);
  expect(hello.d).toEqual({ heartbeat_interval: 41_250 });
  client.send(Op.Heartbeat, null);
  await client.until(({ op }) => op === Op.HeartbeatAck);
});

it('sends READY with unavailable guilds, then each guild, numbered from 1', async () => {
  const client = await ready();
  const events = client.frames.filter(({ op }) => op === Op.Dispatch);
  expect(events.map(({ t, s }) => [t, s])).toEqual([
    ['READY', 1],
    ['GUILD_CREATE', 2],
  ]);
  expect(events[0]?.d).toMatchObject({
    v: 10,
    user: { id: sandbox.bot.id, username: 'bot' },
    guilds: [{ id: sandbox.guild.id, unavailable: true }],
    resume_gateway_url: sandbox.url,
    shard: [0, 1],
    application: { id: sandbox.bot.application?.id },
  });
});

it('accepts a bot token with the Bot prefix in identify and resume', async () => {
  const token = `Bot ${sandbox.bot.token}`;
  const client = await ready({ token });
  const { s } = await resume(client.sessionId, 2, token).event('RESUMED');
  expect(s).toBe(3);
});

it('closes a connection that misses its heartbeats with 4009 and keeps its session', async () => {
  const client = await ready();
  sandbox.clock.advance(61_250);
  expect(await client.closed).toBe(4009);
  await resume(client.sessionId, 2).event('RESUMED');
});

it('keeps a connection open while it sends heartbeats', async () => {
  const client = await ready();
  for (let beat = 0; beat < 4; beat += 1) {
    sandbox.clock.advance(41_250);
    await client.settle();
  }
  sandbox.post({ content: 'still there' });
  expect((await client.event('MESSAGE_CREATE')).d['content']).toBe('still there');
});

it.each([
  ['4001: an unknown opcode', 4001, { op: 5, d: null }],
  ['4001: a payload that does not fit its opcode', 4001, { op: 2, d: { intents: 1 } }],
  ['4002: a payload that is not an object with an opcode', 4002, [1]],
  ['4002: more than 4096 bytes', 4002, { op: 1, d: null, x: 'x'.repeat(4096) }],
  ['4003: a request before identify', 4003, { op: 3, d: {} }],
])('closes with %s', async (_name, code, payload) => {
  const client = connectRaw(sandbox.url);
  client.sendText(JSON.stringify(payload));
  expect(await client.closed).toBe(code);
});

it('closes with 4002 on invalid JSON', async () => {
  const client = connectRaw(sandbox.url);
  client.sendText('{');
  expect(await client.closed).toBe(4002);
});

it('closes with 4005 when a client identifies twice', async () => {
  const client = await ready();
  client.identify(sandbox.bot.token, { intents: INTENTS });
  expect(await client.closed).toBe(4005);
});

it('closes with 4008 after more than 120 payloads in a minute', async () => {
  const client = await ready();
  for (let count = 0; count < 118; count += 1) client.send(Op.Heartbeat, null);
  await client.until(() => client.frames.length >= 118);
  client.send(Op.Heartbeat, null);
  expect(await client.closed).toBe(4008);
});

it.each([
  ['4004: an unknown token', 4004, () => ({ token: 'nobody' })],
  ['4004: a user token with the Bot prefix', 4004, () => ({ token: `Bot ${sandbox.alice.token}` })],
  ['4010: a shard id that is not below the shard count', 4010, () => ({ shard: [2, 2] })],
  ['4013: bits that are not intents', 4013, () => ({ intents: 1 << 30 })],
  ['4013: no intents', 4013, () => ({ intents: undefined })],
  ['4014: a privileged intent the application does not have', 4014, () => ({ intents: 1 << 8 })],
])('closes an identify with %s', async (_name, code, fields) => {
  const client = connectRaw(sandbox.url);
  client.identify(sandbox.bot.token, { intents: INTENTS, ...fields() });
  expect(await client.closed).toBe(code);
});

it('closes with 4012 on an unknown version', async () => {
  expect(await connectRaw(`${sandbox.url}?v=99`).closed).toBe(4012);
});

it('sends guild events only to the shard of the guild, and direct messages to the first shard', async () => {
  const own = Number((BigInt(sandbox.guild.id) >> 22n) % 2n);
  const dm = sandbox.world.users.openDm(sandbox.alice.id, sandbox.bot.id);
  const intents = INTENTS | Intent.DirectMessages;
  const shards = [await ready({ intents, shard: [0, 2] }), await ready({ intents, shard: [1, 2] })];
  sandbox.post({ content: 'in the guild' });
  sandbox.post({ channel: dm, content: 'in private' });
  const contents = [];
  for (const shard of shards) {
    await shard.settle();
    const messages = shard.frames.filter(({ t }) => t === 'MESSAGE_CREATE');
    contents.push(messages.map(({ d }) => d['content']));
  }
  const expected: string[][] = [[], []];
  expected[own]?.push('in the guild');
  expected[0]?.push('in private');
  expect(contents).toEqual(expected);
});

it('replays the events after the sequence on resume, then sends RESUMED', async () => {
  const client = await ready();
  sandbox.post({ content: 'seen' });
  await client.event('MESSAGE_CREATE');
  sandbox.gateway.drop();
  expect(await client.closed).toBe(1006);
  sandbox.post({ content: 'missed' });
  sandbox.post({ content: 'missed, too' });

  const again = resume(client.sessionId, 3);
  await again.event('RESUMED');
  sandbox.post({ content: 'new' });
  await again.event('MESSAGE_CREATE', 3);

  const events = again.frames.filter(({ op }) => op === Op.Dispatch);
  expect(events.map(({ t, s, d }) => [t, s, d['content']])).toEqual([
    ['MESSAGE_CREATE', 4, 'missed'],
    ['MESSAGE_CREATE', 5, 'missed, too'],
    ['RESUMED', 6, undefined],
    ['MESSAGE_CREATE', 7, 'new'],
  ]);
});

it('lets a client resume while its old connection is still open, and terminates the old one', async () => {
  const client = await ready();
  const again = resume(client.sessionId, 2);
  await again.event('RESUMED');
  expect(await client.closed).toBe(1006);
  sandbox.post({ content: 'new' });
  await again.event('MESSAGE_CREATE');
});

it('answers with opcode 9 when the session is unknown or belongs to another bot', async () => {
  const client = await ready();
  expect(await invalidSession(resume('nothing', 1))).toBe(false);
  const thief = resume(client.sessionId, 1, sandbox.plainBot.token);
  expect(await invalidSession(thief)).toBe(false);
});

it('closes with 4007 on a sequence that was never sent', async () => {
  const client = await ready();
  expect(await resume(client.sessionId, 99).closed).toBe(4007);
});

it('answers with opcode 9 when more events were missed than are kept', async () => {
  const client = await ready();
  sandbox.gateway.drop();
  await client.closed;
  for (let count = 0; count < 10_001; count += 1) sandbox.post({});
  expect(await invalidSession(resume(client.sessionId, 2))).toBe(false);
});

it('ends a session that is not resumed within three minutes', async () => {
  const client = await ready();
  sandbox.gateway.drop();
  await client.closed;
  sandbox.clock.advance(180_000);
  expect(await invalidSession(resume(client.sessionId, 2))).toBe(false);
});

it('ends the session of a client that closes with 1000', async () => {
  const client = await ready();
  client.close(1000);
  await client.closed;
  expect(await invalidSession(resume(client.sessionId, 2))).toBe(false);
});

it('keeps the session of a client that closes with another code', async () => {
  const client = await ready();
  client.close(4200);
  expect(await client.closed).toBe(4200);
  await resume(client.sessionId, 2).event('RESUMED');
});

it('lets a client resume on the same connection after a resumable opcode 9', async () => {
  const client = await ready();
  sandbox.gateway.invalidateSessions(true);
  expect(await invalidSession(client)).toBe(true);
  client.send(Op.Resume, { token: sandbox.bot.token, session_id: client.sessionId, seq: 2 });
  await client.event('RESUMED');
});

it('forgets sessions after an opcode 9 that is not resumable', async () => {
  const client = await ready();
  sandbox.gateway.invalidateSessions(false);
  expect(await invalidSession(client)).toBe(false);
  expect(await invalidSession(resume(client.sessionId, 2))).toBe(false);
});

it('sends opcode 7 when asked to', async () => {
  const client = await ready();
  sandbox.gateway.requestReconnect();
  expect((await client.until(({ op }) => op === Op.Reconnect)).d).toBeNull();
});

it('holds everything back while paused, and sends it afterwards', async () => {
  const client = await ready();
  sandbox.gateway.pause();
  sandbox.post({ content: 'late' });
  client.send(Op.Heartbeat, null);
  const before = client.frames.length;
  // When another connection has opened and closed, everything sent to this one has arrived.
  await connectRaw(`${sandbox.url}?v=99`).closed;
  expect(client.frames.length).toBe(before);

  sandbox.gateway.unpause();
  expect((await client.event('MESSAGE_CREATE')).d['content']).toBe('late');
});

it('compresses the whole connection as one zlib stream when asked to', async () => {
  const client = connectRaw(`${sandbox.url}?v=10&encoding=json&compress=zlib-stream`);
  client.identify(sandbox.bot.token, { intents: INTENTS });
  await client.event('GUILD_CREATE');
  for (let count = 0; count < 50; count += 1) sandbox.post({ content: `message ${count} ä` });
  const last = await client.event('MESSAGE_CREATE', 50);
  expect(last.d['content']).toBe('message 49 ä');
});

it('calls a guild large when it has more members than the client’s threshold', async () => {
  const { world, guild, bot, url } = sandbox;
  for (let count = guild.members.size; count < 60; count += 1) {
    const { id } = world.users.create({ username: `member${count}` });
    world.members.add({ guildId: guild.id, userId: id });
  }
  const isLarge = async (more: object): Promise<unknown> => {
    const client = connectRaw(url);
    client.identify(bot.token, { intents: Intent.Guilds, ...more });
    return (await client.event('GUILD_CREATE')).d['large'];
  };
  expect(await isLarge({})).toBe(true);
  expect(await isLarge({ large_threshold: 60 })).toBe(false);
});

it('reads payloads in binary frames', async () => {
  const client = connectRaw(sandbox.url);
  const d = { token: sandbox.bot.token, intents: 0, properties: {}, compress: true };
  client.sendBinary(Buffer.from(JSON.stringify({ op: Op.Identify, d, s: null, t: null })));
  expect((await client.event('READY')).s).toBe(1);
});
