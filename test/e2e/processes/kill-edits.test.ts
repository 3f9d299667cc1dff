import { setTimeout as wait } from 'node:timers/promises';
import type { APIMessage } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { seeded } from '../../helpers/seeded.ts';
import { createProcessFixture } from './fixture.ts';
import { expectEachShownOnce, openStoredState } from './stored-state.ts';

/** `KILLS=30 npx vitest run test/e2e/processes/kill-edits` repeats the measurement of issue 11. */
const KILLS = Number(process.env['KILLS'] ?? 3);
/** Messages that have at least this many newer ones in their channel are edited. */
const NEWER = 300;
const ACTIONS_PER_LIFE = 10;
const EDIT_SHARE = 0.3;
const LONGEST_LIFE_MS = 300;
const PAUSE_MS = 15;

it('finds every bad edit of an old message, however often the process is killed', async () => {
  const random = seeded(20_261_122);
  const fixture = await createProcessFixture();
  const { posts, sandbox, service, exists, start, startConnected } = fixture;
  const { world, channels, members } = sandbox;
  const rooms = [channels.general, channels.random];
  const clean = new Set<APIMessage>();
  const bad: APIMessage[] = [];

  const post = (channelId: string, content: string): APIMessage =>
    world.messages.create(channelId, { authorId: members.alice.id, content });

  const first = await startConnected();
  const old: APIMessage[] = [];
  for (const channelId of rooms) {
    const edited = (KILLS * ACTIONS_PER_LIFE) / rooms.length;
    for (let count = 0; count < edited; count += 1) {
      old.push(post(channelId, `the old message number ${count} is harmless`));
    }
    for (let count = 0; count < NEWER; count += 1) {
      clean.add(post(channelId, `the newer message number ${count} is harmless`));
    }
  }
  for (const message of old) clean.add(message);
  await vi.waitFor(() => expect(service.samples.length).toBeGreaterThanOrEqual(clean.size), 60_000);

  function act(): void {
    if (random() < EDIT_SHARE) {
      const message = old.splice(Math.floor(random() * old.length), 1)[0];
      if (message === undefined) return;
      clean.delete(message);
      const target = { channelId: message.channel_id, messageId: message.id };
      world.messages.edit(target, { content: `${message.content} and [delete] by now` });
      bad.push(message);
      return;
    }
    const isBad = random() < 0.3;
    const channelId = rooms[Math.floor(random() * rooms.length)] ?? channels.general;
    const message = post(
      channelId,
      isBad ? 'this new message is [delete]' : 'a new harmless message',
    );
    if (isBad) bad.push(message);
    else clean.add(message);
  }

  let child = first;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const acting = (async () => {
      for (let count = 0; count < ACTIONS_PER_LIFE; count += 1) {
        act();
        await wait(PAUSE_MS);
      }
    })();
    await wait(random() * LONGEST_LIFE_MS);
    child.kill('SIGKILL');
    expect(await child.exit).toBe('SIGKILL');
    await acting;
    child = random() < 0.2 ? start() : await startConnected();
  }
  child.kill('SIGKILL');
  await child.exit;
  const last = await startConnected();

  const state = await openStoredState(fixture);
  await vi.waitFor(
    async () => {
      expect(bad.filter(exists).map(({ content }) => content)).toEqual([]);
      expectEachShownOnce(await state(), posts());
    },
    { timeout: 60_000, interval: 250 },
  );
  last.kill('SIGTERM');
  expect(await last.exit).toBe(0);
  expect([...clean].filter(exists)).toHaveLength(clean.size);
  const stored = await state();
  expectEachShownOnce(stored, posts());
  expect(stored.cases.map(({ messageId }) => messageId).toSorted()).toEqual(
    bad.map(({ id }) => id).toSorted(),
  );
  console.info(`${KILLS} kills: ${bad.length} bad messages, each deleted with one case`);
}, 300_000);
