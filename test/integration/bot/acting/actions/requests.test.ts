import { PermissionFlagsBits } from 'discord.js';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createBanLane } from '../../../../../src/bot/acting/actions/kinds/bulk-ban.ts';
import { createExecutor } from '../../../../../src/bot/acting/actions/executor.ts';
import { createServerPauses } from '../../../../../src/bot/acting/actions/server-pauses.ts';
import { createUndoer } from '../../../../../src/bot/acting/actions/undo.ts';
import type { ModeratorAction } from '../../../../../src/bot/domain/case.ts';
import type { Action } from '../../../../../src/bot/domain/effects.ts';
import type { ApiRequest } from '../../../../../src/sandbox/edge/observe-requests.ts';
import { systemClock } from '../../../../../src/shared/clock.ts';
import { memberAuthor } from '../../../../helpers/cases.ts';
import { connectToSandbox, type Connected, type ContextOverrides } from '../../fixture.ts';

/* Every request that changes something on Discord, as a whole: its route, its body, and its reason in the audit log. */

let bot: Connected;
let requests: ApiRequest[] = [];

beforeAll(async () => {
  bot = await connectToSandbox({ observe: (request) => requests.push(request) });
  const { world, guildId, roles, members } = bot.sandbox;
  const role = bot.gateway.client.guilds.cache.get(guildId)?.roles.cache.get(roles.Portcullis);
  world.roles.update(
    { guildId, roleId: roles.Portcullis },
    { permissions: (role?.permissions.bitfield ?? 0n) | PermissionFlagsBits.ManageGuild },
    { byUserId: members.owner.id, reason: null },
  );
  await vi.waitUntil(() => role?.permissions.has('ManageGuild'));
});
afterAll(() => bot.stop());
afterEach(() => {
  bot.sandbox.faults.clear();
  requests = [];
});

const deps = () => ({ client: bot.gateway.client, clock: systemClock });
const guildPath = () => `/guilds/${bot.sandbox.guildId}`;
const REASON = 'Portcullis case #7: delete (preset: normal)';

/** What was sent, without reading requests. */
const sent = () =>
  requests
    .filter(({ template }) => !template.startsWith('GET '))
    .map(({ template, path, body, reason }) => ({
      request: `${template.split(' ', 1)[0]} ${path}`,
      body,
      reason,
    }));

function run(action: Action, record: ContextOverrides['record'] = {}) {
  const context = bot.context({ record: { number: 7, ...record } });
  return createExecutor(deps()).execute(action, context);
}

it('deletes a message', async () => {
  const messageId = bot.post('bad');
  await run({ kind: 'delete' }, { messageId });
  const path = `/channels/${bot.sandbox.channels.general}/messages/${messageId}`;
  expect(sent()).toEqual([{ request: `DELETE ${path}`, body: undefined, reason: null }]);
});

it('deletes the first message of an incident alone and the others together', async () => {
  const [first, ...others] = [bot.post('bad'), bot.post('bad'), bot.post('bad')];
  const executor = createExecutor(deps());
  await Promise.all(
    [first, ...others].map((messageId, index) => {
      const context = bot.context({ record: { messageId, number: 7 + index, incident: 3 } });
      return executor.execute({ kind: 'delete' }, context);
    }),
  );
  const path = `/channels/${bot.sandbox.channels.general}/messages`;
  const reason = expect.stringMatching(/^Portcullis cases? #8.*#9/);
  expect(sent()).toEqual([
    { request: `DELETE ${path}/${first}`, body: undefined, reason: null },
    { request: `POST ${path}/bulk-delete`, body: { messages: others }, reason },
  ]);
});

it.each<[string, Action, string, (userId: string) => string, unknown]>([
  [
    'times out',
    { kind: 'timeout', seconds: 60 },
    'PATCH',
    (id) => `/members/${id}`,
    { communication_disabled_until: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
  ],
  ['kicks', { kind: 'kick' }, 'DELETE', (id) => `/members/${id}`, undefined],
  [
    'bans, and deletes none of their messages',
    { kind: 'ban' },
    'PUT',
    (id) => `/bans/${id}`,
    { delete_message_seconds: 0 },
  ],
  [
    'bans, and deletes the messages of the time that was chosen',
    { kind: 'ban', deleteMessageSeconds: 3_600 },
    'PUT',
    (id) => `/bans/${id}`,
    { delete_message_seconds: 3_600 },
  ],
])('%s a member', async (_what, action, method, path, body) => {
  const userId = bot.join('member');
  await run(action, { author: memberAuthor(userId) });
  const request = `${method} ${guildPath()}${path(userId)}`;
  expect(sent()).toEqual([{ request, body, reason: REASON }]);
});

it('adds and removes a role', async () => {
  const { world, guildId, members } = bot.sandbox;
  const role = world.roles.create(
    guildId,
    { name: 'muted' },
    { byUserId: members.owner.id, reason: null },
  );
  const { guilds } = bot.gateway.client;
  await vi.waitUntil(() => guilds.cache.get(guildId)?.roles.cache.has(role.id));
  const userId = bot.join('muted');
  const author = memberAuthor(userId);
  await run({ kind: 'addRole', roleId: role.id }, { author });
  await run({ kind: 'removeRole', roleId: role.id }, { author });
  const path = `${guildPath()}/members/${userId}/roles/${role.id}`;
  expect(sent()).toEqual([
    { request: `PUT ${path}`, body: undefined, reason: REASON },
    { request: `DELETE ${path}`, body: undefined, reason: REASON },
  ]);
});

it('removes a nickname, and gives an account with a bad name a neutral one', async () => {
  const userId = bot.join('named');
  const author = memberAuthor(userId);
  await run({ kind: 'resetName' }, { author, subject: 'nickname' });
  await run({ kind: 'resetName' }, { author, subject: 'name' });
  const request = `PATCH ${guildPath()}/members/${userId}`;
  const nick = expect.stringContaining(userId.slice(-4));
  expect(sent()).toEqual([
    { request, body: { nick: null }, reason: REASON },
    { request, body: { nick }, reason: REASON },
  ]);
});

it('bans many together, and deletes none of their messages', async () => {
  const ids = [bot.join('raider-1'), bot.join('raider-2')];
  const guild = bot.gateway.client.guilds.cache.get(bot.sandbox.guildId);
  if (guild === undefined) throw new Error('no guild');
  const lane = createBanLane(systemClock);
  await Promise.all(ids.map((id) => lane.ban(guild, id, 'a raid')));
  expect(sent()).toEqual([
    {
      request: `POST ${guildPath()}/bulk-ban`,
      body: { user_ids: ids, delete_message_seconds: 0 },
      reason: 'a raid',
    },
  ]);
});

it('bans one by one where Discord leaves one out, and deletes none of their messages', async () => {
  bot.sandbox.faults.failNext({ route: 'POST /guilds/:id/bulk-ban', status: 403, times: 1 });
  const ids = [bot.join('single-1'), bot.join('single-2')];
  const guild = bot.gateway.client.guilds.cache.get(bot.sandbox.guildId);
  if (guild === undefined) throw new Error('no guild');
  const lane = createBanLane(systemClock);
  await Promise.all(ids.map((id) => lane.ban(guild, id, 'a raid')));
  expect(sent().slice(1)).toEqual(
    ids.map((id) => ({
      request: `PUT ${guildPath()}/bans/${id}`,
      body: { delete_message_seconds: 0 },
      reason: 'a raid',
    })),
  );
});

it('lifts a timeout and a ban', async () => {
  const userId = bot.join('undone');
  const author = memberAuthor(userId);
  const moderatorAction: ModeratorAction = {
    kind: 'undo',
    by: { id: '9', name: 'mod' },
    at: 0,
    reason: null,
    steps: [],
    endedAt: null,
  };
  const context = { ...bot.context({ record: { number: 7, author } }), moderatorAction };
  const undoer = createUndoer(deps());
  const timeout = await run({ kind: 'timeout', seconds: 600 }, { author });
  const until = timeout.status === 'done' ? (timeout.until ?? 0) : 0;
  await undoer.undo({ kind: 'liftTimeout', until }, context);
  await run({ kind: 'ban' }, { author });
  await undoer.undo({ kind: 'unban' }, context);
  const reason = expect.stringMatching(/^Portcullis case #7: .*mod/);
  expect([sent()[1], sent()[3]]).toEqual([
    {
      request: `PATCH ${guildPath()}/members/${userId}`,
      body: { communication_disabled_until: null },
      reason,
    },
    { request: `DELETE ${guildPath()}/bans/${userId}`, body: undefined, reason },
  ]);
});

it('pauses invites, and leaves direct messages as they are', async () => {
  const until = Date.now() + 3_600_000;
  await createServerPauses(deps()).set(bot.sandbox.guildId, 'invites', until);
  expect(sent()).toEqual([
    {
      request: `PUT ${guildPath()}/incident-actions`,
      body: { invites_disabled_until: new Date(until).toISOString(), dms_disabled_until: null },
      reason: null,
    },
  ]);
});
