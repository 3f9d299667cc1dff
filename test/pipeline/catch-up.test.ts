import { describe, expect, it } from 'vitest';
import { CHANNEL, GUILD, idAt, snapshot } from '../helpers/snapshots.ts';
import { pass, turn } from '../helpers/turn.ts';
import { createWorld, type World } from './world.ts';

/** A world in which the guild is watched since its beginning and an hour has passed. */
async function createLaterWorld(): Promise<World> {
  const world = createWorld();
  await world.stores.checkpoints.watchedSince(GUILD, idAt(0));
  world.clock.advance(3_600_000);
  return world;
}

async function storeCheckpoint(world: World, messageId: string, editedAt: number): Promise<void> {
  await world.stores.checkpoints.write(GUILD, new Map([[CHANNEL, { messageId, editedAt }]]));
}

describe('a guild that becomes available', () => {
  it('is not read when the bot sees it for the first time', async () => {
    const world = createWorld();
    world.clock.advance(3_600_000);
    world.history.write(snapshot({ messageId: idAt(5) }));
    world.boot().watch(GUILD, [{ id: CHANNEL, lastMessageId: idAt(5) }]);
    await pass(world.clock, 2000);
    expect(world.history.reads).toEqual([]);
    expect(world.moderator.asked).toEqual([]);
  });

  it('gets what was written after its checkpoints, oldest first', async () => {
    const world = await createLaterWorld();
    await storeCheckpoint(world, idAt(2), 0);
    for (let n = 1; n <= 4; n += 1) {
      world.history.write(snapshot({ messageId: idAt(n), text: `number ${n}` }));
    }
    world.boot().watch(GUILD, [
      { id: CHANNEL, lastMessageId: idAt(4) },
      { id: '5', lastMessageId: null },
    ]);
    await pass(world.clock, 2000);
    expect(world.moderator.asked).toEqual(['number 3', 'number 4']);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(4));
  });

  it('keeps its checkpoints below the gap while newer messages are finished', async () => {
    const world = await createLaterWorld();
    await storeCheckpoint(world, idAt(2), 0);
    world.history.away = true;
    const pipeline = world.boot();
    pipeline.watch(GUILD, [{ id: CHANNEL, lastMessageId: idAt(4) }]);
    pipeline.submit(snapshot({ messageId: idAt(3_600_000), text: 'live' }));
    await pass(world.clock, 10_000);
    expect(world.outcomes()).toEqual(['passed']);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(2));
    expect(pipeline.status().channelsBehind).toBe(1);
    expect(world.lines.filter((line) => line.includes('catching up'))).toHaveLength(1);
    world.history.away = false;
    world.history.write(snapshot({ messageId: idAt(3), text: 'missed' }));
    // Heard and finished: not to be judged a second time.
    world.history.write(snapshot({ messageId: idAt(3_600_000), text: 'live' }));
    await pass(world.clock, 61_000);
    expect(world.moderator.asked).toEqual(['live', 'missed']);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(3_600_000));
    expect(pipeline.status().channelsBehind).toBe(0);
  });

  it('reaches its newest message even when all that was missed is gone', async () => {
    const world = await createLaterWorld();
    await storeCheckpoint(world, idAt(2), 0);
    world.boot().watch(GUILD, [{ id: CHANNEL, lastMessageId: idAt(4) }]);
    await pass(world.clock, 2000);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(4));
  });

  it('gets the edits nobody saw, in channels that were used within a day', async () => {
    const world = await createLaterWorld();
    const start = world.clock.now() - 3_600_000;
    await storeCheckpoint(world, idAt(4), start + 100);
    await world.stores.checkpoints.write(
      GUILD,
      new Map([['5', { messageId: idAt(0), editedAt: 0 }]]),
    );
    world.history.write(snapshot({ messageId: idAt(1), text: 'seen', editedAt: start + 50 }));
    world.history.write(snapshot({ messageId: idAt(2), text: 'unseen', editedAt: start + 200 }));
    world.history.write(snapshot({ messageId: idAt(4), text: 'never edited' }));
    world.boot().watch(GUILD, [
      { id: CHANNEL, lastMessageId: idAt(4) },
      { id: '5', lastMessageId: idAt(-90_000_000) },
    ]);
    await pass(world.clock, 2000);
    expect(world.moderator.asked).toEqual(['unseen']);
    expect(world.history.reads).toEqual([`edited ${CHANNEL}`]);
    expect(world.stores.checkpoint(CHANNEL)).toEqual({
      messageId: idAt(4),
      editedAt: start + 200,
    });
  });

  it('gets what was missed between two sessions of the same process', async () => {
    const world = await createLaterWorld();
    const pipeline = world.boot();
    pipeline.submit(snapshot({ messageId: idAt(10), text: 'first session' }));
    await turn();
    // Not stored yet: what this process knows counts.
    world.history.write(snapshot({ messageId: idAt(10), text: 'first session' }));
    world.history.write(snapshot({ messageId: idAt(20), text: 'between' }));
    pipeline.watch(GUILD, [{ id: CHANNEL, lastMessageId: idAt(20) }]);
    pipeline.submit(snapshot({ messageId: idAt(30), text: 'second session' }));
    await pass(world.clock, 3000);
    expect(world.moderator.asked).toEqual(['first session', 'second session', 'between']);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(30));
  });

  it('stores nothing while its checkpoints can not be read', async () => {
    const world = await createLaterWorld();
    await storeCheckpoint(world, idAt(2), 0);
    world.history.write(snapshot({ messageId: idAt(3), text: 'missed' }));
    let broken = true;
    const { checkpoints } = world.stores;
    const pipeline = world.boot({
      checkpoints: {
        ...checkpoints,
        async read(...args) {
          if (broken) throw new Error('disk full');
          return checkpoints.read(...args);
        },
      },
    });
    pipeline.watch(GUILD, [{ id: CHANNEL, lastMessageId: idAt(3) }]);
    pipeline.submit(snapshot({ messageId: idAt(9), text: 'live' }));
    await pass(world.clock, 10_000);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(2));
    broken = false;
    await pass(world.clock, 61_000);
    expect(world.moderator.asked).toEqual(['live', 'missed']);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(9));
  });

  it('reads a few channels at a time', async () => {
    const world = await createLaterWorld();
    let reading = 0;
    let most = 0;
    const open: (() => void)[] = [];
    const pipeline = world.boot({
      history: {
        ...world.history,
        async *after(...args) {
          reading += 1;
          most = Math.max(most, reading);
          await new Promise<void>((resolve) => open.push(resolve));
          reading -= 1;
          yield* world.history.after(...args);
        },
        async *edited() {},
      },
    });
    const channels = Array.from({ length: 10 }, (_, n) => ({
      id: `${n}`,
      lastMessageId: idAt(1),
    }));
    pipeline.watch(GUILD, channels);
    for (let n = 0; n < 10; n += 1) {
      await turn();
      for (const resolve of open.splice(0)) resolve();
    }
    await pass(world.clock, 1000);
    expect(most).toBe(4);
    expect(pipeline.status().channelsBehind).toBe(0);
  });
});

it('forgets a guild the bot left, whatever it still missed there', async () => {
  const world = await createLaterWorld();
  world.history.away = true;
  const pipeline = world.boot();
  pipeline.watch(GUILD, [{ id: CHANNEL, lastMessageId: idAt(4) }]);
  await pass(world.clock, 2000);
  expect(pipeline.status().channelsBehind).toBe(1);
  pipeline.forget(GUILD);
  world.history.reads.length = 0;
  await pass(world.clock, 120_000);
  expect(pipeline.status().channelsBehind).toBe(0);
  expect(world.history.reads).toEqual([]);
  expect(world.clock.pending()).toEqual([]);
});

it('reads nothing of the time between leaving a guild and coming back', async () => {
  const world = await createLaterWorld();
  await storeCheckpoint(world, idAt(1), 0);
  const pipeline = world.boot();
  pipeline.forget(GUILD);
  await pass(world.clock, 2000);
  expect(world.stores.checkpoint(CHANNEL)).toBeNull();
  pipeline.watch(GUILD, [{ id: CHANNEL, lastMessageId: idAt(4) }]);
  await pass(world.clock, 2000);
  expect(world.history.reads).toEqual([]);
});

it('an edit of an old message does not put the checkpoint back', async () => {
  const world = await createLaterWorld();
  await storeCheckpoint(world, idAt(500), 0);
  const pipeline = world.boot();
  const editedAt = world.clock.now();
  pipeline.submit(snapshot({ messageId: idAt(1), text: 'changed', editedAt }));
  await pass(world.clock, 2000);
  expect(world.stores.checkpoint(CHANNEL)).toEqual({ messageId: idAt(500), editedAt });
});

it('stores the checkpoints of a guild in one write a second, and none when nothing changed', async () => {
  const world = await createLaterWorld();
  const pipeline = world.boot();
  for (let n = 1; n <= 50; n += 1) {
    pipeline.submit(snapshot({ messageId: idAt(n), channelId: `${n}` }));
  }
  await pass(world.clock, 5000);
  expect(world.stores.calls('write')).toBe(1);
  expect(world.clock.pending()).toEqual([]);
});

it('stores checkpoints later that could not be stored', async () => {
  const world = await createLaterWorld();
  const { checkpoints } = world.stores;
  let failures = 2;
  const pipeline = world.boot({
    checkpoints: {
      ...checkpoints,
      async write(...args) {
        if (failures-- > 0) throw new Error('disk full');
        return checkpoints.write(...args);
      },
    },
  });
  pipeline.submit(snapshot({ messageId: idAt(1) }));
  await pass(world.clock, 2000);
  expect(world.stores.checkpoint(CHANNEL)).toBeNull();
  await pass(world.clock, 1000);
  expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(1));
});

it('stores an older checkpoint never after a newer one, however slow the store is', async () => {
  const world = await createLaterWorld();
  const { checkpoints } = world.stores;
  const slow: (() => void)[] = [];
  const pipeline = world.boot({
    checkpoints: {
      ...checkpoints,
      async write(...args) {
        await new Promise<void>((resolve) => slow.push(resolve));
        return checkpoints.write(...args);
      },
    },
  });
  pipeline.submit(snapshot({ messageId: idAt(1) }));
  await pass(world.clock, 1000);
  pipeline.submit(snapshot({ messageId: idAt(2) }));
  await pass(world.clock, 5000);
  expect(slow).toHaveLength(1);
  for (let n = 0; n < 2; n += 1) {
    slow.shift()?.();
    await turn();
  }
  expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(2));
});

it('looks through the latest edits when more of them found no room than it can remember', async () => {
  const world = await createLaterWorld();
  const pipeline = world.boot();
  world.moderator.holding = true;
  for (let n = 1; n <= 5000; n += 1) {
    pipeline.submit(snapshot({ messageId: idAt(n), channelId: '5', text: 'x' }));
  }
  const editedAt = world.clock.now();
  for (let n = 1; n <= 110; n += 1) {
    const one = snapshot({ messageId: idAt(n - 500), text: `edit ${n}`, editedAt: editedAt + n });
    world.history.write(one);
    pipeline.submit(one);
  }
  await pass(world.clock, 1000);
  world.moderator.release();
  await pass(world.clock, 3000);
  expect(world.history.reads.filter((read) => read.startsWith('edited'))).toHaveLength(1);
  expect(world.history.reads).not.toContain(`after ${CHANNEL}`);
  const edits = new Set(world.moderator.asked.filter((text) => text.startsWith('edit')));
  expect(edits.size).toBe(110);
  expect(world.stores.checkpoint(CHANNEL)?.editedAt).toBe(editedAt + 110);
});

it('reads a change of a message from long ago alone, not all that was written since', async () => {
  const world = await createLaterWorld();
  const pipeline = world.boot();
  world.moderator.holding = true;
  for (let n = 1; n <= 5000; n += 1) {
    pipeline.submit(snapshot({ messageId: idAt(n), channelId: '5', text: 'x' }));
  }
  const pinned = snapshot({ messageId: idAt(-100 * 86_400_000), text: 'pinned' });
  world.history.write(pinned);
  pipeline.submit(pinned);
  world.moderator.release();
  await pass(world.clock, 3000);
  expect(world.history.reads).toEqual([`message ${CHANNEL}`]);
  expect(world.moderator.asked).toContain('pinned');
});
