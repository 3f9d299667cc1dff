import { KeyvSqlite } from '@keyv/sqlite';
import { expect, it, vi } from 'vitest';
import { scene, type Scene } from './scene.ts';

/** More than the pipeline holds in memory. */
const MESSAGES = 7_000;
const BAD_EVERY = 500;

/** Resolves when the bot has heard of all that has happened so far. */
async function allArrived(on: Scene): Promise<void> {
  const { world, members, botId } = on.sandbox;
  // Events come in order, and a new guild is noted in the database at once.
  const { id } = world.guilds.create({ name: 'A mark in time', ownerId: members.owner.id });
  world.members.add({ guildId: id, userId: botId });
  const raw = new KeyvSqlite(`sqlite://${on.stateFile}`);
  await vi.waitFor(async () => {
    expect(await raw.get(`watched-since:${id}`)).toBeDefined();
  }, 15_000);
  await raw.close();
}

it('a flood larger than the queue loses nothing', async () => {
  const on = await scene();
  const { world, members, channels } = on.sandbox;
  const release = on.service.hold();
  const ids: string[] = [];
  const bad: { id: string; channel_id: string }[] = [];
  for (let index = 0; index < MESSAGES; index += 1) {
    const isBad = index % BAD_EVERY === 0;
    const message = world.messages.create(index % 2 === 0 ? channels.general : channels.random, {
      authorId: members.bob.id,
      content: isBad ? 'this is [delete]' : 'hello',
    });
    ids.push(message.id);
    if (isBad) bad.push(message);
  }
  await allArrived(on);
  expect(on.service.samples.length).toBeLessThan(MESSAGES);
  release();

  const outcomes = await Promise.all(ids.map((id) => on.outcomeOf(id)));
  expect(outcomes.filter(({ kind }) => kind === 'acted')).toHaveLength(bad.length);
  expect(outcomes.filter(({ kind }) => kind === 'passed')).toHaveLength(MESSAGES - bad.length);
  for (const message of bad) {
    expect(on.stands(message)).toBe(false);
    expect(on.alertsAbout(message.id)).toHaveLength(1);
  }
});
