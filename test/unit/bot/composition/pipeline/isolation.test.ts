import { expect, it } from 'vitest';
import type { Executor } from '../../../../../src/bot/domain/ports.ts';
import { CHANNEL, GUILD, idAt, snapshot } from '../../../../helpers/snapshots.ts';
import { pass, turn } from '../../../../helpers/turn.ts';
import { createWorld, type World } from './world.ts';

const OTHER = '100000000000000009';
/** More messages than one server may have in memory. */
const MESSAGES = 2600;

/** Discord is unavailable for the actions of one server until `isAway` is false. */
function awayFor(world: World, guildId: string): Executor & { isAway: boolean } {
  const { enforce } = world.discord.executors;
  return {
    isAway: true,
    async execute(action, context) {
      return this.isAway && context.record.guildId === guildId
        ? { status: 'unavailable', reason: 'Discord rate-limits this request.' }
        : enforce.execute(action, context);
    },
  };
}

it('a raid whose deletions wait for Discord holds up no other server and is deleted in the end', async () => {
  const world = createWorld();
  const enforce = awayFor(world, GUILD);
  const pipeline = world.boot({ executors: { ...world.discord.executors, enforce } });
  for (let n = 1; n <= MESSAGES; n += 1) {
    const message = snapshot({ messageId: idAt(n), text: `delete ${n}` });
    world.history.write(message);
    pipeline.submit(message);
  }
  pipeline.submit(
    snapshot({ guildId: OTHER, channelId: '5', messageId: idAt(9000), text: 'ban me' }),
  );
  await turn();
  const here = world.discord.performed.filter(({ messageId }) => messageId === idAt(9000));
  expect(here.map(({ kind }) => kind)).toEqual(['delete', 'notice', 'ban', 'alert']);

  // Every message is judged and has its case, although nothing of the raid is deleted yet.
  await pass(world.clock, 5000);
  expect(world.stores.allCases()).toHaveLength(MESSAGES + 1);
  expect(pipeline.status()).toMatchObject({ waiting: 0, inFlight: 0, channelsBehind: 0 });
  expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(MESSAGES));
  expect(pipeline.status().casesOpen).toBeLessThan(1200);

  enforce.isAway = false;
  await pass(world.clock, 65_000);
  const deleted = world.discord.performed.filter(({ kind }) => kind === 'delete');
  expect(new Set(deleted.map(({ messageId }) => messageId)).size).toBe(MESSAGES + 1);
  expect(deleted).toHaveLength(MESSAGES + 1);
  expect(pipeline.status().casesOpen).toBe(0);
});
