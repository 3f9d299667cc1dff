import { beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { createThrottledErrorLog } from '../../../../src/shared/throttled-error-log.ts';
import type { Snapshot } from '../../../../src/bot/domain/snapshot.ts';
import { createWatermarks, type Watermarks } from '../../../../src/bot/backfill/watermarks.ts';
import { createFakeClock, type FakeClock } from '../../../helpers/fake-clock.ts';
import { createMemoryStores, type MemoryStores } from '../../../helpers/fakes/memory-stores.ts';
import { CHANNEL, GUILD, idAt, snapshot } from '../../../helpers/snapshots.ts';
import { pass } from '../../../helpers/turn.ts';

const OTHER_GUILD = '100000000000000009';
const OTHER_CHANNEL = '100000000000000010';

let clock: FakeClock;
let stores: MemoryStores;
let watermarks: Watermarks;

beforeEach(() => {
  clock = createFakeClock();
  stores = createMemoryStores();
  const logError = createThrottledErrorLog({ clock, logger: silentLogger });
  watermarks = createWatermarks({ checkpoints: stores.checkpoints, clock, logError });
});

const here = (ms: number): Snapshot => snapshot({ messageId: idAt(ms) });
const elsewhere = (ms: number): Snapshot =>
  snapshot({ messageId: idAt(ms), guildId: OTHER_GUILD, channelId: OTHER_CHANNEL });

function moderate(message: Snapshot): void {
  watermarks.begin(message);
  watermarks.end(message);
}

describe('forgetting a server', () => {
  it('drops its marks, so that nothing of it is stored', async () => {
    moderate(here(1));
    watermarks.forget(GUILD);
    expect(watermarks.find(CHANNEL)).toBeNull();
    expect(watermarks.guildWatermark(GUILD)).toBe('0');
    await watermarks.flush();
    expect(stores.calls('write')).toBe(0);
  });

  it('keeps the marks of other servers', async () => {
    const message = elsewhere(1);
    watermarks.begin(message);
    watermarks.forget(GUILD);
    watermarks.end(message);
    await watermarks.flush();
    expect(stores.checkpoint(OTHER_CHANNEL)?.messageId).toBe(idAt(1));
  });

  it('ignores the end of a message that began before', async () => {
    const message = here(1);
    watermarks.begin(message);
    watermarks.forget(GUILD);
    watermarks.end(message);
    await watermarks.flush();
    expect(stores.calls('write')).toBe(0);
    expect(watermarks.guildWatermark(GUILD)).toBe('0');
  });

  it('reads the stored watermark again when the server comes back', async () => {
    moderate(here(5));
    await watermarks.flush();
    watermarks.forget(GUILD);
    await stores.checkpoints.forget(GUILD);
    moderate(here(1));
    await watermarks.flush();
    expect(await stores.checkpoints.guildWatermark(GUILD)).toBe(idAt(1));
  });
});

describe('a held server', () => {
  it('stores nothing until the release, and everything within a second of it', async () => {
    watermarks.hold(GUILD);
    moderate(here(1));
    await pass(clock, 5000);
    expect(stores.checkpoint(CHANNEL)).toBeNull();
    watermarks.release(GUILD);
    await pass(clock, 1000);
    expect(stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(1));
  });

  it('stays held until every hold is released', async () => {
    watermarks.hold(GUILD);
    watermarks.hold(GUILD);
    moderate(here(1));
    watermarks.release(GUILD);
    await pass(clock, 5000);
    await watermarks.flush();
    expect(stores.checkpoint(CHANNEL)).toBeNull();
    watermarks.release(GUILD);
    await pass(clock, 1000);
    expect(stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(1));
  });

  it('does not hold other servers', async () => {
    watermarks.hold(GUILD);
    moderate(elsewhere(1));
    await watermarks.flush();
    expect(stores.checkpoint(OTHER_CHANNEL)?.messageId).toBe(idAt(1));
  });

  it('does not raise its watermark, because older messages may be missing', () => {
    watermarks.hold(GUILD);
    moderate(here(1));
    expect(watermarks.guildWatermark(GUILD)).toBe('0');
    watermarks.release(GUILD);
    moderate(here(2));
    expect(watermarks.guildWatermark(GUILD)).toBe(idAt(2));
  });
});

describe('the watermark of a server', () => {
  it('stays below its unfinished messages, whatever other servers do', () => {
    watermarks.begin(elsewhere(1));
    watermarks.begin(here(5));
    moderate(here(9));
    expect(watermarks.guildWatermark(GUILD)).toBe((BigInt(idAt(5)) - 1n).toString());
    moderate(elsewhere(8));
    expect(watermarks.guildWatermark(OTHER_GUILD)).toBe((BigInt(idAt(1)) - 1n).toString());
  });

  it('is stored with the checkpoints of its own server', async () => {
    moderate(here(1));
    moderate(elsewhere(2));
    await watermarks.flush();
    expect(await stores.checkpoints.guildWatermark(GUILD)).toBe(idAt(1));
    expect(await stores.checkpoints.guildWatermark(OTHER_GUILD)).toBe(idAt(2));
  });
});

it('drops the mark of a channel once everything in it is finished and stored', async () => {
  moderate(here(1));
  expect(watermarks.find(CHANNEL)).not.toBeNull();
  await watermarks.flush();
  expect(watermarks.find(CHANNEL)).toBeNull();
});

it('keeps the mark of a channel with an unfinished message', async () => {
  watermarks.begin(here(2));
  moderate(here(1));
  await watermarks.flush();
  expect(watermarks.find(CHANNEL)?.pending.size).toBe(1);
});

it('names the servers with messages written before a time', () => {
  watermarks.begin(here(1000));
  watermarks.begin(elsewhere(3000));
  expect(watermarks.unfinishedGuilds(clock.now() + 2000)).toEqual(new Set([GUILD]));
});
