import { setTimeout as wait } from 'node:timers/promises';
import type { APIMessage } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { badText, harmlessText } from '../../../scripts/bench/raid/texts.ts';
import { DAY_MS } from '../../../src/shared/clock.ts';
import { seeded } from '../../helpers/seeded.ts';
import { createProcessFixture } from './fixture.ts';
import { expectEachShownOnce, openStoredState } from './stored-state.ts';

const KILLS = Number(process.env['KILLS'] ?? 4);
/** A process lives at most this long after it is connected. */
const LONGEST_LIFE_MS = 300;
/** Between two messages. Their number limits the work on a slow machine. */
const PAUSE_MS = 20;
const MOST_MESSAGES = 200;
const BAD_EVERY = 3;

it('a process that is killed repeatedly under load does everything exactly once', async () => {
  const random = seeded(20_261_121);
  const fixture = await createProcessFixture();
  const { noticesTo, sandbox, exists, start, startConnected } = fixture;
  const { world, channels, guildId } = sandbox;
  const authors: string[] = [];
  const clean: APIMessage[] = [];
  const bad: APIMessage[] = [];
  const places = [channels.general, channels.random, channels.Lounge];
  const over = new AbortController();

  async function chatter(): Promise<void> {
    for (let count = 1; count <= MOST_MESSAGES && !over.signal.aborted; count += 1) {
      const isBad = count % BAD_EVERY === 0;
      // A new author each, because an author gets one notice an hour; old members, like most.
      const { id: authorId } = world.users.create({ username: `author-${count}` });
      world.members.add({ guildId, userId: authorId }, { joinedAt: Date.now() - 30 * DAY_MS });
      authors.push(authorId);
      const message = world.messages.create(places[count % 2] ?? channels.general, {
        authorId,
        content: isBad ? badText(count) : harmlessText(count),
      });
      (isBad ? bad : clean).push(message);
      // Now and then a harmless message is edited.
      const edited = count % 20 === 0 ? clean.splice(-1)[0] : undefined;
      if (edited !== undefined) {
        const target = { channelId: edited.channel_id, messageId: edited.id };
        world.messages.edit(target, { content: badText(count) });
        bad.push(edited);
      }
      await wait(PAUSE_MS);
    }
  }

  await fixture.deploy();
  const first = await startConnected();
  // Otherwise so many authors of bad messages are an incident, and `kill-raid` tests those.
  const settings = await fixture
    .person('owner')
    .slash(channels.general, 'incident settings', { enabled: false });
  await settings.response();
  await vi.waitFor(() => expect(fixture.posts()).toHaveLength(1));
  const posts = (): APIMessage[] => fixture.posts().slice(1);
  const chatting = chatter();
  // From now on the state has the server's watermark, so later processes fetch what they missed.
  await vi.waitFor(() => expect(bad.some((message) => !exists(message))).toBe(true), 20_000);
  first.kill('SIGKILL');
  expect(await first.exit).toBe('SIGKILL');
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

  const state = await openStoredState(fixture);
  await vi.waitFor(
    async () => {
      expect(bad.filter(exists).map(textOf)).toEqual([]);
      expectEachShownOnce(await state(), posts());
      expect(authors.flatMap(noticesTo).length).toBeGreaterThanOrEqual(bad.length);
    },
    { timeout: 90_000, interval: 250 },
  );
  last.kill('SIGTERM');
  expect(await last.exit).toBe(0);

  expect(bad.length).toBeGreaterThan(50);
  expect(clean.filter(exists)).toHaveLength(clean.length);
  const stored = await state();
  expectEachShownOnce(stored, posts());
  const { cases, incidents } = stored;
  expect(incidents).toEqual([]);
  expect(cases.map(({ messageId }) => messageId).toSorted()).toEqual(
    bad.map(({ id }) => id).toSorted(),
  );
  const told = authors.flatMap(noticesTo).map(Number);
  expect(told.toSorted((a, b) => a - b)).toEqual(cases.map(({ number }) => number));
}, 180_000);

const textOf = ({ content }: APIMessage): string => content;
