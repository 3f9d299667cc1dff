import { setTimeout as wait } from 'node:timers/promises';
import type { APIMessage } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { seeded } from '../../helpers/seeded.ts';
import { createProcessFixture } from './fixture.ts';

const KILLS = Number(process.env['KILLS'] ?? 4);
/** A process lives at most this long after it is connected. */
const LONGEST_LIFE_MS = 300;
/** Between two messages. Their number limits the work on a slow machine. */
const PAUSE_MS = 20;
const MOST_MESSAGES = 200;
const BAD_EVERY = 3;

it('a process that is killed repeatedly under load does everything exactly once', async () => {
  const random = seeded(20_261_121);
  const { alerts, noticesTo, sandbox, stands, start, startConnected } =
    await createProcessFixture();
  const { world, channels, guildId } = sandbox;
  const authors: string[] = [];
  const clean: APIMessage[] = [];
  const bad: APIMessage[] = [];
  const places = [channels.general, channels.random, channels.Lounge];
  const over = new AbortController();

  async function chatter(): Promise<void> {
    for (let count = 1; count <= MOST_MESSAGES && !over.signal.aborted; count += 1) {
      const isBad = count % BAD_EVERY === 0;
      // Each of another author, because an author gets one notice an hour.
      const { id: authorId } = world.users.create({ username: `author-${count}` });
      world.members.add({ guildId, userId: authorId });
      authors.push(authorId);
      const message = world.messages.create(places[count % 2] ?? channels.general, {
        authorId,
        content: isBad ? `number ${count} is [delete]` : `number ${count} is harmless`,
      });
      (isBad ? bad : clean).push(message);
      // Now and then a harmless message is edited.
      const edited = count % 20 === 0 ? clean.splice(-1)[0] : undefined;
      if (edited !== undefined) {
        const target = { channelId: edited.channel_id, messageId: edited.id };
        world.messages.edit(target, { content: `number ${count} is [delete] by now` });
        bad.push(edited);
      }
      await wait(PAUSE_MS);
    }
  }

  const first = await startConnected();
  const chatting = chatter();
  await wait(random() * LONGEST_LIFE_MS);
  first.kill('SIGKILL');
  for (let kill = 1; kill < KILLS; kill += 1) {
    // Some processes are killed before they are connected.
    const child = random() < 0.3 ? start() : await startConnected();
    await wait(random() * LONGEST_LIFE_MS);
    child.kill('SIGKILL');
    expect(await child.exit).toBe('SIGKILL');
  }
  over.abort();
  await chatting;
  const last = await startConnected();

  await vi.waitFor(
    () => {
      expect(bad.filter(stands).map(textOf)).toEqual([]);
      expect(alerts().size).toBe(bad.length);
      expect(authors.flatMap(noticesTo).length).toBeGreaterThanOrEqual(bad.length);
    },
    { timeout: 60_000, interval: 50 },
  );
  last.kill('SIGTERM');
  expect(await last.exit).toBe(0);

  expect(bad.length).toBeGreaterThan(50);
  expect(clean.filter(stands)).toHaveLength(clean.length);
  const numbers = bad.flatMap(({ id }) => alerts().get(id) ?? []);
  expect(numbers).toHaveLength(bad.length);
  expect(new Set(numbers).size).toBe(bad.length);
  const told = authors.flatMap(noticesTo);
  expect(new Set(told).size).toBe(told.length);
  expect(new Set(told)).toEqual(new Set(numbers));
}, 120_000);

const textOf = ({ content }: APIMessage): string => content;
