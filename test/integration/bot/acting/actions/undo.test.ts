import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createUndoer } from '../../../../../src/bot/acting/actions/undo.ts';
import { systemClock } from '../../../../../src/shared/clock.ts';
import type { Case } from '../../../../../src/bot/domain/case.ts';
import type { Reversal } from '../../../../../src/bot/domain/effects.ts';
import type { Undoer } from '../../../../../src/bot/domain/actions/moderator-action-ports.ts';
import { connectToSandbox, type Connected } from '../../fixture.ts';
import { memberAuthor } from '../../../../helpers/cases.ts';

let bot: Connected;
let undoer: Undoer;

beforeAll(async () => {
  bot = await connectToSandbox();
  undoer = createUndoer({ client: bot.gateway.client, clock: systemClock });
});
afterEach(() => bot.sandbox.faults.clear());
afterAll(() => bot.stop());

const done = { status: 'done', at: expect.any(Number) };
const doneBecause = (detail: string) => ({ ...done, detail: { key: `effects:undo.${detail}` } });
const refusedBecause = (refusal: string) => ({
  status: 'refused',
  reason: { key: `refusals:${refusal}.reason` },
});

function guild() {
  const state = bot.sandbox.world.state.guilds.get(bot.sandbox.guildId);
  if (state === undefined) throw new Error('no guild');
  return state;
}

function by() {
  return { byUserId: bot.sandbox.members.owner.id, reason: null };
}

function undo(reversal: Reversal, author: Case['author'], resumed = false) {
  return undoer.undo(reversal, bot.context({ record: { author, number: 1 }, resumed }));
}

describe('undoing a ban', () => {
  /** A new member, banned for this reason; null: not banned. */
  function banned(reason: string | null): Case['author'] {
    const id = bot.join('someone');
    const { guildId, members, world } = bot.sandbox;
    if (reason !== null) {
      world.bans.add({ guildId, userId: id }, { byUserId: members.owner.id, reason });
    }
    return memberAuthor(id);
  }

  const unban = (author: Case['author'], resumed = false) =>
    undo({ kind: 'unban' }, author, resumed);
  const isBanned = (userId: string) => guild().bans.has(userId);

  it('removes the ban of its case', async () => {
    const author = banned('Portcullis case #1: ban');
    expect(await unban(author)).toEqual(done);
    expect(isBanned(author.id)).toBe(false);
  });

  it('keeps the ban of a case whose number only begins the same', async () => {
    const author = banned('Portcullis case #12: ban');
    expect(await unban(author)).toEqual(doneBecause('otherBan'));
    expect(isBanned(author.id)).toBe(true);
  });

  it('says that the ban was already removed, unless an earlier attempt may have removed it', async () => {
    const author = banned(null);
    expect(await unban(author)).toEqual(doneBecause('notBanned'));
    expect(await unban(author, true)).toEqual(done);
  });

  it('is refused when Discord refuses to remove the ban', async () => {
    const author = banned('Portcullis case #1: ban');
    bot.sandbox.faults.failNext({
      route: 'DELETE /guilds/:id/bans/:id',
      status: 403,
    });
    expect(await unban(author)).toMatchObject(refusedBecause('undoFailed'));
    expect(isBanned(author.id)).toBe(true);
  });

  it('is retried while Discord is unavailable', async () => {
    const author = banned('Portcullis case #1: ban');
    bot.sandbox.faults.failNext({ status: 503, times: 10 });
    expect(await unban(author)).toMatchObject({ status: 'unavailable' });
    expect(isBanned(author.id)).toBe(true);
  });
});

describe('undoing a timeout', () => {
  const MINUTE = 60_000;

  function timedOut(untilMs: number | null): Case['author'] {
    const id = bot.join('someone');
    const { guildId, world } = bot.sandbox;
    const until = untilMs === null ? null : new Date(untilMs).toISOString();
    world.members.update({ guildId, userId: id }, { communication_disabled_until: until }, by());
    return memberAuthor(id);
  }

  const lift = (until: number, author: Case['author'], resumed = false) =>
    undo({ kind: 'liftTimeout', until }, author, resumed);
  const untilOf = (userId: string) =>
    guild().members.get(userId)?.communication_disabled_until ?? null;

  it('removes the timeout of its case, even if its end is rounded to the second', async () => {
    const until = Date.now() + 10 * MINUTE;
    const author = timedOut(until);
    expect(await lift(until + 1000, author)).toEqual(done);
    expect(untilOf(author.id)).toBeNull();
  });

  it('keeps a timeout with another end', async () => {
    const until = Date.now() + 10 * MINUTE;
    const author = timedOut(until);
    expect(await lift(until + 1001, author)).toEqual(doneBecause('otherTimeout'));
    expect(await lift(until - 1001, author)).toEqual(doneBecause('otherTimeout'));
    expect(untilOf(author.id)).not.toBeNull();
  });

  it('has nothing to do once the timeout is over or removed', async () => {
    const past = Date.now() - MINUTE;
    expect(await lift(past, timedOut(past))).toEqual(doneBecause('timeoutOver'));
    expect(await lift(Date.now() + MINUTE, timedOut(null))).toEqual(doneBecause('timeoutOver'));
    expect(await lift(Date.now() + MINUTE, timedOut(null), true)).toEqual(done);
  });

  it('is refused for a member who left during the timeout, and is done after its end', async () => {
    const gone = memberAuthor(bot.sandbox.world.users.create({ username: 'gone' }).id, 'gone');
    expect(await lift(Date.now() + MINUTE, gone)).toMatchObject(refusedBecause('notInServer'));
    expect(await lift(Date.now() - MINUTE, gone)).toEqual(doneBecause('timeoutOver'));
  });
});

describe('undoing a role change', () => {
  async function newRole(): Promise<string> {
    const { world, guildId } = bot.sandbox;
    const { id } = world.roles.create(guildId, { name: 'Given' }, by());
    const cache = bot.gateway.client.guilds.cache.get(guildId)?.roles.cache;
    await vi.waitFor(() => expect(cache?.has(id)).toBe(true));
    return id;
  }
  const memberWith = (...roles: string[]): Case['author'] =>
    memberAuthor(bot.join('someone', roles));
  const rolesOf = (userId: string) => guild().members.get(userId)?.roles;

  it('removes a role that was given', async () => {
    const roleId = await newRole();
    const author = memberWith(roleId);
    expect(await undo({ kind: 'takeRole', roleId }, author)).toEqual(done);
    expect(rolesOf(author.id)).toEqual([]);
    expect(await undo({ kind: 'takeRole', roleId }, author)).toEqual(doneBecause('roleMissing'));
  });

  it('gives back a role that was removed', async () => {
    const roleId = await newRole();
    const author = memberWith();
    expect(await undo({ kind: 'giveRole', roleId }, author)).toEqual(done);
    expect(rolesOf(author.id)).toEqual([roleId]);
    expect(await undo({ kind: 'giveRole', roleId }, author)).toEqual(doneBecause('roleAlready'));
  });

  it('of a member who left is done for a given role, and refused for a removed one', async () => {
    const roleId = await newRole();
    const gone = memberAuthor(bot.sandbox.world.users.create({ username: 'gone' }).id, 'gone');
    expect(await undo({ kind: 'takeRole', roleId }, gone)).toEqual(doneBecause('rolesLeft'));
    expect(await undo({ kind: 'giveRole', roleId }, gone)).toMatchObject(
      refusedBecause('notInServer'),
    );
  });

  it('keeps a role above the bot, without asking Discord', async () => {
    const roleId = bot.sandbox.roles.Above;
    const author = memberWith(roleId);
    expect(await undo({ kind: 'takeRole', roleId }, author)).toMatchObject({
      ...refusedBecause('roleAbove'),
      code: null,
    });
    expect(rolesOf(author.id)).toEqual([roleId]);
  });

  it('does not treat a 404 without a code as a member who left', async () => {
    const roleId = await newRole();
    const author = memberWith(roleId);
    bot.sandbox.faults.failNext({ route: 'GET /guilds/:id/members/:id', status: 404 });
    expect(await undo({ kind: 'takeRole', roleId }, author)).not.toMatchObject({ status: 'done' });
    expect(rolesOf(author.id)).toEqual([roleId]);
  });
});

it('is refused in a server that the bot has left', async () => {
  const context = bot.context({ record: { guildId: '100000000000000099' } });
  expect(await undoer.undo({ kind: 'unban' }, context)).toMatchObject(refusedBecause('botLeft'));
});
