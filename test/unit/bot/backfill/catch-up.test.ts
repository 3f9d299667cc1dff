import { describe, expect, it } from 'vitest';
import { CHANNEL, GUILD, idAt, snapshot } from '../../../helpers/snapshots.ts';
import { pass, turn } from '../../../helpers/turn.ts';
import { createWorld, type World } from '../composition/pipeline/world.ts';

/** A world whose server is watched from the start, one hour later. */
async function createLaterWorld(): Promise<World> {
  const world = createWorld();
  await world.stores.checkpoints.watchedSince(GUILD, idAt(0));
  world.clock.advance(3_600_000);
  return world;
}

async function storeCheckpoint(world: World, messageId: string, editedAt: number): Promise<void> {
  await world.stores.checkpoints.write(GUILD, new Map([[CHANNEL, { messageId, editedAt }]]), '0');
}

describe('a server that becomes available', () => {
  it('is not read when the bot joins it', async () => {
    const world = createWorld();
    world.clock.advance(3_600_000);
    world.history.write(snapshot({ messageId: idAt(5) }));
    world.boot().watch(GUILD, [{ id: CHANNEL, lastMessageId: idAt(5) }]);
    await pass(world.clock, 2000);
    expect(world.history.reads).toEqual([]);
    expect(world.moderator.samples).toEqual([]);
  });

  it('is read from its checkpoints on, oldest message first', async () => {
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
    expect(world.moderator.samples).toEqual(['number 3', 'number 4']);
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
    // Already judged, so not judged again.
    world.history.write(snapshot({ messageId: idAt(3_600_000), text: 'live' }));
    await pass(world.clock, 61_000);
    expect(world.moderator.samples).toEqual(['live', 'missed']);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(3_600_000));
    expect(pipeline.status().channelsBehind).toBe(0);
  });

  it('moves the checkpoint to the newest message even if all missed ones were deleted', async () => {
    const world = await createLaterWorld();
    await storeCheckpoint(world, idAt(2), 0);
    world.boot().watch(GUILD, [{ id: CHANNEL, lastMessageId: idAt(4) }]);
    await pass(world.clock, 2000);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(4));
  });

  it('is searched for missed edits in channels with messages that are young enough', async () => {
    const world = await createLaterWorld();
    const start = world.clock.now() - 3_600_000;
    await storeCheckpoint(world, idAt(4), start + 100);
    await world.stores.checkpoints.write(
      GUILD,
      new Map([['5', { messageId: idAt(0), editedAt: 0 }]]),
      '0',
    );
    world.history.write(snapshot({ messageId: idAt(1), text: 'seen', editedAt: start + 50 }));
    world.history.write(snapshot({ messageId: idAt(2), text: 'unseen', editedAt: start + 200 }));
    world.history.write(snapshot({ messageId: idAt(4), text: 'never edited' }));
    world.boot().watch(GUILD, [
      { id: CHANNEL, lastMessageId: idAt(4) },
      { id: '5', lastMessageId: idAt(-90_000_000) },
    ]);
    await pass(world.clock, 2000);
    expect(world.moderator.samples).toEqual(['unseen']);
    expect(world.history.reads).toEqual([`edited ${CHANNEL}`]);
    expect(world.stores.checkpoint(CHANNEL)).toEqual({
      messageId: idAt(4),
      editedAt: start + 200,
    });
  });

  it('is read for messages between two sessions of the same process', async () => {
    const world = await createLaterWorld();
    const pipeline = world.boot();
    pipeline.submit(snapshot({ messageId: idAt(10), text: 'first session' }));
    await turn();
    // Not stored yet, but this process knows it.
    world.history.write(snapshot({ messageId: idAt(10), text: 'first session' }));
    world.history.write(snapshot({ messageId: idAt(20), text: 'between' }));
    pipeline.watch(GUILD, [{ id: CHANNEL, lastMessageId: idAt(20) }]);
    pipeline.submit(snapshot({ messageId: idAt(30), text: 'second session' }));
    await pass(world.clock, 3000);
    expect(world.moderator.samples).toEqual(['first session', 'second session', 'between']);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(30));
  });

  it('stores nothing while its checkpoints cannot be read', async () => {
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
    expect(world.moderator.samples).toEqual(['live', 'missed']);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(9));
  });

  it('is read four channels at a time', async () => {
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

it('forgets a server the bot left, even if messages are missing', async () => {
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

it('reads nothing from the time between leaving a server and coming back', async () => {
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

it('an edit of an old message does not move the checkpoint back', async () => {
  const world = await createLaterWorld();
  await storeCheckpoint(world, idAt(500), 0);
  const pipeline = world.boot();
  const editedAt = world.clock.now();
  pipeline.submit(snapshot({ messageId: idAt(1), text: 'changed', editedAt }));
  await pass(world.clock, 2000);
  expect(world.stores.checkpoint(CHANNEL)).toEqual({ messageId: idAt(500), editedAt });
});

it('stores the checkpoints of a server in one write a second, and none without changes', async () => {
  const world = await createLaterWorld();
  const pipeline = world.boot();
  for (let n = 1; n <= 50; n += 1) {
    pipeline.submit(snapshot({ messageId: idAt(n), channelId: `${n}` }));
  }
  await pass(world.clock, 5000);
  expect(world.stores.calls('write')).toBe(1);
  expect(world.clock.pending()).toEqual([]);
});

it('retries storing checkpoints', async () => {
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

it('never stores an older checkpoint after a newer one, however slow the store is', async () => {
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

it('searches the latest edits when too many changed messages had no room', async () => {
  const world = await createLaterWorld();
  const pipeline = world.boot();
  world.moderator.holding = true;
  for (let n = 1; n <= 5000; n += 1) {
    pipeline.submit(snapshot({ messageId: idAt(n), channelId: '5', text: 'x' }));
  }
  const editedAt = world.clock.now();
  for (let n = 1; n <= 110; n += 1) {
    const edited = snapshot({
      messageId: idAt(n - 500),
      text: `edit ${n}`,
      editedAt: editedAt + n,
    });
    world.history.write(edited);
    pipeline.submit(edited);
  }
  await pass(world.clock, 1000);
  world.moderator.release();
  await pass(world.clock, 3000);
  expect(world.history.reads.filter((read) => read.startsWith('edited'))).toHaveLength(1);
  expect(world.history.reads).not.toContain(`after ${CHANNEL}`);
  const edits = new Set(world.moderator.samples.filter((text) => text.startsWith('edit')));
  expect(edits.size).toBe(110);
  expect(world.stores.checkpoint(CHANNEL)?.editedAt).toBe(editedAt + 110);
});

it('fetches only the message itself when an old message changed', async () => {
  const world = await createLaterWorld();
  const pipeline = world.boot();
  world.moderator.holding = true;
  for (let n = 1; n <= 2500; n += 1) {
    pipeline.submit(snapshot({ messageId: idAt(n), channelId: '5', text: 'x' }));
  }
  const pinned = snapshot({ messageId: idAt(-100 * 86_400_000), text: 'pinned' });
  world.history.write(pinned);
  pipeline.submit(pinned);
  world.moderator.release();
  await pass(world.clock, 3000);
  expect(world.history.reads).toEqual([`message ${CHANNEL}`]);
  expect(world.moderator.samples).toContain('pinned');
});
