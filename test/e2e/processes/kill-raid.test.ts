import { setTimeout as wait } from 'node:timers/promises';
import type { APIMessage } from 'discord-api-types/v10';
import { expect, it, onTestFinished, vi } from 'vitest';
import { raidText } from '../../../scripts/bench/raid/texts.ts';
import { STATE_SCHEMA, type StateDatabase } from '../../../src/bot/storage/tables.ts';
import { seeded } from '../../helpers/seeded.ts';
import { openStateTables, sql } from '../../helpers/state-sql.ts';
import { createProcessFixture } from './fixture.ts';

/** `KILLS=30 npx vitest run test/e2e/processes/kill-raid` repeats the measurement of issue 12. */
const KILLS = Number(process.env['KILLS'] ?? 3);
const RAIDERS = 100;
const MESSAGES_PER_LIFE = 20;
const HARMLESS_SHARE = 0.2;
const LONGEST_LIFE_MS = 1_500;
const PAUSE_MS = 15;

it('deletes a raid once and as one incident, however often the process is killed', async () => {
  const random = seeded(20_261_123);
  const { env, sandbox, exists, startConnected, start } = await createProcessFixture({
    rateLimits: 1,
  });
  const { world, channels, members, guildId, botId } = sandbox;
  const rooms = [channels.general, channels.random];
  const raiders = Array.from({ length: RAIDERS }, (_, index) => {
    const { id: userId } = world.users.create({ username: `raider-${index}` });
    world.members.add({ guildId, userId });
    return userId;
  });
  const bad: APIMessage[] = [];
  const harmless: APIMessage[] = [];

  function post(): void {
    const channelId = rooms[Math.floor(random() * rooms.length)] ?? channels.general;
    if (random() < HARMLESS_SHARE) {
      const content = `harmless message number ${harmless.length}`;
      harmless.push(world.messages.create(channelId, { authorId: members.alice.id, content }));
      return;
    }
    const authorId = raiders[Math.floor(random() * raiders.length)] ?? members.bob.id;
    bad.push(world.messages.create(channelId, { authorId, content: raidText(bad.length) }));
  }

  let child = await startConnected();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const posting = (async () => {
      for (let count = 0; count < MESSAGES_PER_LIFE; count += 1) {
        post();
        await wait(PAUSE_MS);
      }
    })();
    await wait(random() * LONGEST_LIFE_MS);
    child.kill('SIGKILL');
    expect(await child.exit).toBe('SIGKILL');
    await posting;
    child = random() < 0.2 ? start() : await startConnected();
  }
  child.kill('SIGKILL');
  await child.exit;
  const last = await startConnected();

  const tables = await openStateTables(env.STATE_URL ?? '');
  onTestFinished(() => tables.destroy());
  await vi.waitFor(
    async () => {
      expect(bad.filter(exists).map(({ content }) => content)).toEqual([]);
      const open = tables.selectFrom('cases').select('number').where('unfinished', '=', 1);
      expect(await open.execute()).toEqual([]);
    },
    { timeout: 60_000, interval: 100 },
  );
  expect(harmless.filter(exists)).toHaveLength(harmless.length);

  const cases = await tables.selectFrom('cases').select('message_id').execute();
  expect(cases.map((row) => row.message_id).toSorted()).toEqual(bad.map(({ id }) => id).toSorted());
  const incidents = await tables.selectFrom('incidents').select('number').execute();
  expect(incidents).toHaveLength(1);
  // The state knows every post, so none was posted twice.
  const posts = [...(world.state.channels.get(channels['mod-alerts'])?.messages.values() ?? [])];
  await vi.waitFor(async () => {
    const known = await everythingIn(tables);
    const unknown = posts.filter(({ author, id }) => author.id === botId && !known.includes(id));
    expect(unknown.map(({ content, embeds }) => [content, embeds])).toEqual([]);
  }, 10_000);

  last.kill('SIGTERM');
  expect(await last.exit).toBe(0);
  console.info(`${KILLS} kills: ${bad.length} bad messages, each deleted with one case`);
}, 300_000);

/** All rows of all tables as JSON. */
async function everythingIn(tables: StateDatabase): Promise<string> {
  const rows: unknown[] = [];
  for (const { name, schema = STATE_SCHEMA } of await tables.introspection.getTables()) {
    // The leases have a schema of their own.
    if (schema !== STATE_SCHEMA) continue;
    rows.push((await sql`SELECT * FROM ${sql.table(name)}`.execute(tables)).rows);
  }
  return JSON.stringify(rows);
}
