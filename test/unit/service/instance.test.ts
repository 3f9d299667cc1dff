import { describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../../src/shared/logger.ts';
import { joinInstances } from '../../../src/service/instance.ts';
import type { InstanceStore } from '../../../src/service/store/instances.ts';
import { createFakeClock } from '../../helpers/fake-clock.ts';
import { createLogSink } from '../../helpers/log-sink.ts';

async function join({ isShared = true, logger = silentLogger } = {}) {
  const clock = createFakeClock();
  const store = {
    isShared,
    join: vi.fn<InstanceStore['join']>(async () => undefined),
    beat: vi.fn<InstanceStore['beat']>(async () => undefined),
    leave: vi.fn<InstanceStore['leave']>(async () => undefined),
  };
  const instance = await joinInstances({ id: 'i', store, clock, logger });
  const look = vi.fn<() => Promise<void>>(async () => undefined);
  await instance.begin(look);
  /** Lets the next beat begin and end. */
  const nextBeat = async (): Promise<void> => {
    const before = look.mock.calls.length;
    await vi.waitFor(() => expect(clock.pending()).toEqual([500]));
    clock.advance(500);
    await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThan(before));
  };
  return { clock, store, instance, look, nextBeat };
}

describe('an instance', () => {
  it('looks at once and after each beat, twice a second', async () => {
    const { store, instance, look, nextBeat } = await join();
    await vi.waitFor(() => expect(look).toHaveBeenCalledTimes(2));
    await nextBeat();
    expect(store.beat).toHaveBeenCalledTimes(2);
    await instance.stop();
    expect(store.leave).toHaveBeenCalledWith('i');
  });

  it('no longer trusts its claims five seconds after its last beat, until the next one', async () => {
    const { clock, store, instance } = await join();
    await vi.waitFor(() => expect(clock.pending()).toEqual([500]));
    // As after a pause of the process: time has passed, and no timer has run.
    store.beat.mockImplementation(() => new Promise(() => undefined));
    clock.advance(4_999);
    expect(instance.isCurrent()).toBe(true);
    clock.advance(1);
    expect(instance.isCurrent()).toBe(false);
    store.beat.mockResolvedValue(undefined);
    await instance.confirm();
    expect(instance.isCurrent()).toBe(true);
  });

  it('alone, always trusts its claims and writes no beats', async () => {
    const { clock, store, instance, nextBeat } = await join({ isShared: false });
    await nextBeat();
    clock.advance(60_000);
    expect(instance.isCurrent()).toBe(true);
    expect(store.beat).not.toHaveBeenCalled();
  });

  it('is not ready while the database fails, and says so once', async () => {
    const { logger, lines } = createLogSink();
    const { store, instance, look, clock, nextBeat } = await join({ logger });
    expect(instance.isReady()).toBe(true);
    look.mockRejectedValue(new TypeError('gone'));
    await nextBeat();
    await nextBeat();
    await vi.waitFor(() => expect(instance.isReady()).toBe(false));
    expect(lines.filter((line) => line.includes('does not answer'))).toHaveLength(1);
    look.mockResolvedValue(undefined);
    await nextBeat();
    await vi.waitFor(() => expect(instance.isReady()).toBe(true));
    // A database that hangs.
    await vi.waitFor(() => expect(clock.pending()).toEqual([500]));
    store.beat.mockImplementation(() => new Promise(() => undefined));
    clock.advance(3_500);
    expect(instance.isReady()).toBe(false);
  });
});
