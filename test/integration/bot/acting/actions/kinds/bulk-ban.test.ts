import { PermissionFlagsBits } from 'discord.js';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createBanLane } from '../../../../../../src/bot/acting/actions/kinds/bulk-ban.ts';
import { createExecutor } from '../../../../../../src/bot/acting/actions/executor.ts';
import { createUndoer } from '../../../../../../src/bot/acting/actions/undo.ts';
import { systemClock } from '../../../../../../src/shared/clock.ts';
import type { ModeratorAction } from '../../../../../../src/bot/domain/case.ts';
import type { EffectContext } from '../../../../../../src/bot/domain/ports.ts';
import type { ApiRequest } from '../../../../../../src/sandbox/edge/observe-requests.ts';
import { memberAuthor } from '../../../../../helpers/cases.ts';
import { connectToSandbox, type Connected } from '../../../fixture.ts';

const BULK = 'POST /guilds/:id/bulk-ban';
const ALONE = 'PUT /guilds/:id/bans/:id';

let bot: Connected;
const requests: ApiRequest[] = [];

beforeAll(async () => {
  bot = await connectToSandbox({ observe: (request) => requests.push(request) });
  const { world, guildId, roles, members } = bot.sandbox;
  const role = bot.gateway.client.guilds.cache.get(guildId)?.roles.cache.get(roles.Portcullis);
  const before = role?.permissions.bitfield ?? 0n;
  const permissions = before | PermissionFlagsBits.ManageGuild;
  world.roles.update(
    { guildId, roleId: roles.Portcullis },
    { permissions },
    { byUserId: members.owner.id, reason: null },
  );
  await vi.waitUntil(() => role?.permissions.has('ManageGuild'));
});
afterAll(() => bot.stop());
afterEach(() => {
  bot.sandbox.faults.clear();
  requests.length = 0;
});

const bans = () => bot.sandbox.world.state.guilds.get(bot.sandbox.guildId)?.bans;
const counted = (template: string): number =>
  requests.filter((request) => request.template === template).length;
const moderatorAction: ModeratorAction = {
  kind: 'ban',
  by: { id: '9', name: 'mod' },
  at: 0,
  reason: null,
  steps: [],
  incident: 3,
  endedAt: null,
};
const contextOf = (userId: string, number = 1): EffectContext => ({
  ...bot.context({ record: { author: memberAuthor(userId), number, incident: 3 } }),
  moderatorAction,
});

/** Bans all of them as part of incident #3. */
function banAll(userIds: readonly string[]) {
  const executor = createExecutor({ client: bot.gateway.client, clock: systemClock });
  return Promise.all(userIds.map((id) => executor.execute({ kind: 'ban' }, contextOf(id))));
}

it('bans many with one request, at most 200 each', async () => {
  const ids = Array.from({ length: 230 }, (_, index) => bot.join(`many-${index}`));
  const guild = bot.gateway.client.guilds.cache.get(bot.sandbox.guildId);
  if (guild === undefined) throw new Error('no guild');
  const lane = createBanLane(systemClock);
  await Promise.all(ids.map((id) => lane.ban(guild, id, 'Portcullis incident #3: a raid')));
  expect(counted(BULK)).toBe(2);
  expect(counted(ALONE)).toBe(0);
  for (const id of ids) expect(bans()?.get(id)?.reason).toMatch(/^Portcullis incident #3: /);
}, 30_000);

it('gives each case its own outcome, and bans members that Discord left out one by one', async () => {
  const [fine, before] = [bot.join('fine'), bot.join('banned-before')];
  const { world, guildId, members } = bot.sandbox;
  world.bans.add({ guildId, userId: before }, { byUserId: members.owner.id, reason: 'earlier' });
  const outcomes = await banAll([fine, before, '300000000000000000']);
  expect(outcomes).toMatchObject([
    { status: 'done' },
    { status: 'done' },
    { status: 'done', detail: { key: 'effects:detail.accountGone' } },
  ]);
  expect(counted(BULK)).toBe(1);
  expect(counted(ALONE)).toBe(2);
  expect(bans()?.get(before)?.reason).toBe('earlier');
});

it('bans one by one when Discord refuses the bulk ban', async () => {
  bot.sandbox.faults.failNext({ route: BULK, status: 403, times: 1 });
  const ids = [bot.join('a'), bot.join('b')];
  expect(await banAll(ids)).toMatchObject([{ status: 'done' }, { status: 'done' }]);
  for (const id of ids) expect(bans()?.has(id)).toBe(true);
});

it('an undo lifts a ban of the incident, and leaves a later one of somebody else', async () => {
  const ids = [bot.join('undone'), bot.join('kept')];
  await banAll(ids);
  const { world, guildId, members } = bot.sandbox;
  const asOwner = { byUserId: members.owner.id, reason: 'a person' };
  const target = { guildId, userId: ids[1] ?? '' };
  world.bans.remove(target, asOwner);
  world.bans.add(target, asOwner);
  const undoer = createUndoer({ client: bot.gateway.client, clock: systemClock });
  const outcomes = await Promise.all(
    ids.map((id) => undoer.undo({ kind: 'unban' }, contextOf(id))),
  );
  expect(outcomes).toMatchObject([
    { status: 'done' },
    { status: 'done', detail: { key: 'effects:undo.otherBan' } },
  ]);
  expect(ids.map((id) => bans()?.has(id))).toEqual([false, true]);
});
