import { afterAll, beforeAll, expect, it } from 'vitest';
import { createReverser } from '../../src/discord/reverse.ts';
import { reversals as texts } from '../../src/discord/texts-rulings.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Reverser } from '../../src/moderation/ruling-ports.ts';
import { connectToSandbox, type Connected } from './fixture.ts';

let bot: Connected;
let reverser: Reverser;

beforeAll(async () => {
  bot = await connectToSandbox();
  reverser = createReverser({ client: bot.gateway.client, clock: systemClock });
});
afterAll(() => bot.stop());

/** Somebody new, banned by this reason; null: not banned. */
function banned(reason: string | null): { id: string; name: string } {
  const id = bot.join('someone');
  const { guildId, members, world } = bot.sandbox;
  if (reason !== null) {
    world.bans.add({ guildId, userId: id }, { byUserId: members.owner.id, reason });
  }
  return { id, name: 'someone' };
}

function unban(author: { id: string; name: string }, resumed = false) {
  const context = bot.context({ record: { author, number: 1 }, resumed });
  return reverser.reverse({ kind: 'unban' }, context);
}

const isBanned = (userId: string) =>
  bot.sandbox.world.state.guilds.get(bot.sandbox.guildId)?.bans.has(userId);

it('lifts the ban of its case', async () => {
  const author = banned('Portcullis case #1: ban');
  expect(await unban(author)).toEqual({ status: 'done', at: expect.any(Number) });
  expect(isBanned(author.id)).toBe(false);
});

it('leaves the ban of another case, though its number begins the same', async () => {
  const author = banned('Portcullis case #12: ban');
  expect(await unban(author)).toMatchObject({ status: 'done', detail: texts.otherBan });
  expect(isBanned(author.id)).toBe(true);
});

it('says that a ban had been lifted, unless it may have lifted it itself', async () => {
  const author = banned(null);
  expect(await unban(author)).toMatchObject({ status: 'done', detail: texts.notBanned });
  expect(await unban(author, true)).toEqual({ status: 'done', at: expect.any(Number) });
});
