import { expect, it, vi } from 'vitest';
import { openStateTables } from '../helpers/state-sql.ts';
import { createScene, type Scene } from './scene.ts';

/** More messages than the pipeline holds in memory. */
const MESSAGES = 7_000;
const BAD_EVERY = 500;

/** Resolves when the bot has received all earlier events. */
async function allArrived(on: Scene): Promise<void> {
  const { world, members, botId } = on.sandbox;
  // Events arrive in order, and the bot stores a new server at once.
  const { id } = world.guilds.create({ name: 'Marker', ownerId: members.owner.id });
  world.members.add({ guildId: id, userId: botId });
  const tables = await openStateTables(on.config.secrets.stateUrl);
  await vi.waitFor(async () => {
    const rows = await tables.selectFrom('watched_guilds').select('guild_id').execute();
    expect(rows).toContainEqual({ guild_id: id });
  }, 15_000);
  await tables.destroy();
}

it('a flood larger than the queue loses nothing', async () => {
  const on = await createScene();
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
    expect(on.exists(message)).toBe(false);
    expect(await on.caseAbout(message.id)).toMatchObject({
      alert: { channelId: channels['mod-alerts'] },
    });
  }
}, 60_000);
