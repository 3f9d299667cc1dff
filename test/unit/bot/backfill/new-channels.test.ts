import { describe, expect, it } from 'vitest';
import { CHANNEL, GUILD, idAt, snapshot } from '../../../helpers/snapshots.ts';
import { pass, turn } from '../../../helpers/turn.ts';
import { createWorld, type World } from '../composition/pipeline/world.ts';

const HOUR_MS = 3_600_000;
const HIDDEN = '5';

/** The server is watched from the start; a process ran for half an hour and ended. */
async function createLaterWorld(): Promise<World> {
  const world = createWorld();
  await world.stores.checkpoints.watchedSince(GUILD, idAt(0));
  const pipeline = world.boot();
  pipeline.submit(snapshot({ messageId: idAt(HOUR_MS / 2), text: 'heard' }));
  await turn();
  await pipeline.stop({ deadlineMs: 1000 });
  world.clock.advance(HOUR_MS);
  const write = (ms: number, text: string): void =>
    world.history.write(snapshot({ messageId: idAt(ms), channelId: HIDDEN, text }));
  write(HOUR_MS / 4, 'ban: while hidden');
  write((HOUR_MS * 3) / 4, 'while away');
  return world;
}

describe('a channel that becomes visible', () => {
  it('is read from the watermark of the server on, not from when the bot joined', async () => {
    const world = await createLaterWorld();
    world.boot().watch(GUILD, [{ id: HIDDEN, lastMessageId: idAt((HOUR_MS * 3) / 4) }]);
    await pass(world.clock, 2000);
    expect(world.moderator.samples).toEqual(['heard', 'while away']);
  });

  it('is read from below the oldest unfinished message of the server', async () => {
    const world = createWorld();
    await world.stores.checkpoints.watchedSince(GUILD, idAt(0));
    const first = world.boot();
    first.submit(snapshot({ messageId: idAt(1), channelId: HIDDEN, text: 'break this' }));
    first.submit(snapshot({ messageId: idAt(2), text: 'heard' }));
    await pass(world.clock, 1000);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(2));
    expect(world.stores.checkpoint(HIDDEN)).toBeNull();
    expect(BigInt((await world.stores.checkpoints.guildWatermark(GUILD)) ?? 0)).toBe(
      BigInt(idAt(1)) - 1n,
    );
  });

  it('is not read from further back after an edit of an old message', async () => {
    const world = await createLaterWorld();
    const alive = await world.stores.checkpoints.guildWatermark(GUILD);
    expect(alive).toBe(idAt(HOUR_MS / 2));
    const editedAt = world.clock.now();
    world.boot().submit(snapshot({ messageId: idAt(1), text: 'changed', editedAt }));
    await pass(world.clock, 1000);
    expect(await world.stores.checkpoints.guildWatermark(GUILD)).toBe(alive);
  });
});

describe('a thread that becomes visible', () => {
  it('is read for the time the bot was offline, not for the time it was hidden', async () => {
    const world = await createLaterWorld();
    const pipeline = world.boot();
    pipeline.watch(GUILD, []);
    await pass(world.clock, HOUR_MS);
    world.history.write(
      snapshot({ messageId: idAt(HOUR_MS * 1.5), channelId: HIDDEN, text: 'hidden again' }),
    );
    pipeline.watchThreads(GUILD, [{ id: HIDDEN, lastMessageId: idAt(HOUR_MS * 1.5) }]);
    await pass(world.clock, 2000);
    expect(world.moderator.samples).toEqual(['heard', 'while away']);
  });

  it('is read from its checkpoint if it has one', async () => {
    const world = await createLaterWorld();
    await world.stores.checkpoints.write(
      GUILD,
      new Map([[HIDDEN, { messageId: idAt(1), editedAt: 0 }]]),
      '0',
    );
    const pipeline = world.boot();
    pipeline.watch(GUILD, []);
    pipeline.watchThreads(GUILD, [{ id: HIDDEN, lastMessageId: idAt((HOUR_MS * 3) / 4) }]);
    await pass(world.clock, 2000);
    expect(world.moderator.samples).toEqual(['heard', 'ban: while hidden', 'while away']);
  });
});

describe('a server that removed the bot while it was offline', () => {
  const channels = [{ id: CHANNEL, lastMessageId: idAt(HOUR_MS) }];

  it('starts from now on when the bot is invited again', async () => {
    const world = await createLaterWorld();
    const joinedAt = world.clock.now() - 1000;
    world.boot().watch(GUILD, channels, joinedAt);
    await pass(world.clock, 2000);
    expect(world.history.reads).toEqual([]);
    expect(world.stores.checkpoint(CHANNEL)).toBeNull();
  });

  it('is not assumed when the clock of Discord is ahead', async () => {
    const world = createWorld();
    const joinedAt = world.clock.now() + 5000;
    const first = world.boot();
    first.watch(GUILD, [], joinedAt);
    await turn();
    await first.stop({ deadlineMs: 1000 });
    world.clock.advance(HOUR_MS);
    world.boot().watch(GUILD, channels, joinedAt);
    await pass(world.clock, 2000);
    expect(world.history.reads).toContain(`after ${CHANNEL}`);
  });
});
