import { expect, it } from 'vitest';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { isInShards, type Shards } from '../../../../src/shared/shards.ts';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { createCheckpoints } from '../../../../src/bot/storage/checkpoints.ts';
import { createLeftGuilds } from '../../../../src/bot/storage/left-guilds.ts';
import { createNotices } from '../../../../src/bot/storage/notices.ts';
import { caseDraft } from '../../../helpers/cases.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

/** A server of each of four shards. The last id has the highest bit that snowflakes will have for decades. */
const SERVERS = [0n, 1n, 2n, (1n << 40n) + 3n].map((time) => ((time << 22n) + 5n).toString());
const EVEN: Shards = { ids: [0, 2], count: 4 };
const ODD: Shards = { ids: [1, 3], count: 4 };

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const clock = createFakeClock();
    const { database } = await openTestState(await newDatabase());
    return { clock, database };
  }

  it('reads unfinished cases only of servers in its shards', async () => {
    const { clock, database } = await open();
    const all = createCases(database, clock, silentLogger);
    for (const guildId of SERVERS) {
      await all.open(caseDraft({ guildId, closedAt: null }), 'text', 30);
    }
    const found = async (shards?: Shards): Promise<string[]> => {
      const cases = createCases(database, clock, silentLogger, shards);
      const guildIds: string[] = [];
      for await (const { guildId } of cases.unfinished()) guildIds.push(guildId);
      return guildIds.sort((a, b) => SERVERS.indexOf(a) - SERVERS.indexOf(b));
    };
    expect(await found(EVEN)).toEqual([SERVERS[0], SERVERS[2]]);
    expect(await found(ODD)).toEqual([SERVERS[1], SERVERS[3]]);
    expect(await found()).toEqual(SERVERS);
  });

  it('takes the next notice only of servers in its shards', async () => {
    const { clock, database } = await open();
    const all = createNotices(database);
    for (const [index, guildId] of SERVERS.entries()) {
      await all.put({
        guildId,
        authorId: '1',
        caseNumber: 1,
        isWaiting: true,
        queuedAt: clock.now(),
        dueAt: clock.now() + index,
        tries: 0,
        sentAt: null,
      });
    }
    expect((await createNotices(database, ODD).next())?.guildId).toBe(SERVERS[1]);
    expect((await all.next())?.guildId).toBe(SERVERS[0]);
  });

  it('does not take a server of other shards for one that the bot has left', async () => {
    const { clock, database } = await open();
    for (const guildId of SERVERS) await createCheckpoints(database).watchedSince(guildId, '1');
    const ofEven = createLeftGuilds(database, EVEN);
    await ofEven.compare((guildId) => isInShards(guildId, EVEN), clock.now());
    expect(await createLeftGuilds(database).leftBefore(clock.now())).toEqual([]);
    await ofEven.compare(() => false, clock.now());
    expect(await createLeftGuilds(database).leftBefore(clock.now())).toEqual([
      SERVERS[0],
      SERVERS[2],
    ]);
  });
});
