import { setTimeout as wait } from 'node:timers/promises';
import { ChannelType, type APIMessage } from 'discord-api-types/v10';
import { expect, it, onTestFinished, vi } from 'vitest';
import { seeded } from '../../helpers/seeded.ts';
import { openStateTables } from '../../helpers/state-sql.ts';
import { createProcessFixture } from './fixture.ts';

/** `KILLS=20 npx vitest run test/e2e/processes/kill-hacked` repeats the measurement. */
const KILLS = Number(process.env['KILLS'] ?? 3);
const ACCOUNTS_PER_LIFE = 3;
const CHANNELS = 8;
const PICTURES = ['casino.png', 'proof.png'];
const LONGEST_LIFE_MS = 1_500;
const PAUSE_MS = 25;

it(
  'deletes everything of hacked accounts once, however often the process is killed',
  async () => {
    const random = seeded(20_261_126);
    const { env, sandbox, exists, startConnected } = await createProcessFixture({ rateLimits: 1 });
    const { world, guildId, botId, members } = sandbox;
    const asOwner = { byUserId: members.owner.id, reason: null };
    const rooms = Array.from(
      { length: CHANNELS },
      (_, index) =>
        world.channels.create(
          guildId,
          { name: `room-${index}`, type: ChannelType.GuildText },
          asOwner,
        ).id,
    );
    const bad: APIMessage[] = [];
    const harmless: APIMessage[] = [];
    let accounts = 0;

    function post(authorId: string, channelId: string, filename: string): APIMessage {
      const data = Buffer.from(`${filename} of ${authorId}`);
      const files = [{ filename, contentType: 'image/png', data }];
      return world.messages.create(channelId, { authorId, files });
    }

    /** Accounts take turns, each in one channel after the other. */
    async function spam(): Promise<void> {
      const authors = Array.from({ length: ACCOUNTS_PER_LIFE }, () => {
        accounts += 1;
        const { id: userId } = world.users.create({ username: `hacked-${accounts}` });
        world.members.add({ guildId, userId });
        return userId;
      });
      for (const room of rooms) {
        for (const authorId of authors) {
          for (const name of PICTURES) bad.push(post(authorId, room, name));
          await wait(PAUSE_MS);
        }
      }
      const [first = '', second = ''] = rooms;
      for (const room of [first, second]) harmless.push(post(members.alice.id, room, 'cat.png'));
    }

    let child = await startConnected();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const posting = spam();
      await wait(random() * LONGEST_LIFE_MS);
      child.kill('SIGKILL');
      expect(await child.exit).toBe('SIGKILL');
      await posting;
      child = await startConnected();
    }

    const tables = await openStateTables(env.STATE_URL ?? '');
    onTestFinished(() => tables.destroy());
    await vi.waitFor(
      async () => {
        expect(bad.filter(exists).map(({ id }) => id)).toEqual([]);
        const open = tables.selectFrom('cases').select('number').where('unfinished', '=', 1);
        expect(await open.execute()).toEqual([]);
      },
      { timeout: 90_000, interval: 100 },
    );
    expect(harmless.filter(exists)).toHaveLength(harmless.length);
    const cases = await tables.selectFrom('cases').select('message_id').execute();
    expect(cases.map((row) => row.message_id).toSorted()).toEqual(
      bad.map(({ id }) => id).toSorted(),
    );
    const incidents = await tables.selectFrom('incidents').select('number').execute();
    expect(incidents).toHaveLength(1);
    // Each account was timed out once and told once.
    const timedOut = await tables
      .selectFrom('cases')
      .select('outcomes')
      .where('outcomes', 'like', '%timeout:done%')
      .execute();
    expect(timedOut).toHaveLength(accounts);
    const notices = [...world.state.channels.values()].filter(
      ({ guildId: server, recipientIds }) => server === null && recipientIds.includes(botId),
    );
    for (const { messages } of notices) expect(messages.size).toBeLessThanOrEqual(1);

    child.kill('SIGTERM');
    expect(await child.exit).toBe(0);
    console.info(
      `${KILLS} kills: ${bad.length} messages of ${accounts} accounts, each deleted once`,
    );
  },
  240_000 + KILLS * 30_000,
);
