import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { engine } from '../../../helpers/engine.ts';
import { createRecorder } from '../../../../src/service/samples/recorder.ts';
import { recordCloseMs } from '../../../../src/service/statistics/record-interval.ts';
import type { Batch, ModeratedStore } from '../../../../src/service/store/moderated.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';

const assessment = engine.assess('hello');

/** A recorder on a store that collects its input and can be made to fail. */
function setup() {
  const batches: Batch[] = [];
  const state = { isBroken: false, attempts: 0 };
  const store: ModeratedStore = {
    async add(batch) {
      state.attempts += 1;
      if (state.isBroken) throw new TypeError('the disk is full');
      batches.push(batch);
    },
  };
  const clock = createFakeClock();
  const { logger, lines } = createLogSink();
  const recorder = createRecorder({ store, clock, logger });
  const record = (sample: string): void =>
    recorder.record({
      account: 'main',
      timeMs: clock.now(),
      sample,
      assessment,
      engineVersion: 'v',
    });
  const stored = (): string[] =>
    batches.flatMap(({ samples }) => samples.map(({ sample }) => sample));
  const counted = (): number =>
    batches
      .flatMap(({ increments }) => increments)
      .reduce((sum, { passed, flagged, deleted }) => sum + passed + flagged + deleted, 0);
  return { state, batches, clock, lines, recorder, record, stored, counted };
}

describe('the recorder', () => {
  it('writes everything within 250 ms together', async () => {
    const { clock, record, batches, stored } = setup();
    record('a');
    clock.advance(249);
    record('b');
    expect(batches).toEqual([]);
    clock.advance(1);
    await vi.waitFor(() => expect(batches).toHaveLength(1));
    expect(stored()).toEqual(['a', 'b']);
  });

  it('writes immediately at 500 samples', async () => {
    const { record, batches, stored } = setup();
    for (let index = 0; index < 500; index += 1) record(`${index}`);
    await vi.waitFor(() => expect(batches).toHaveLength(1));
    expect(stored()).toHaveLength(500);
  });

  it('retries five seconds after the store failed, without losing anything', async () => {
    const { state, clock, recorder, record, stored, counted, lines } = setup();
    state.isBroken = true;
    record('a');
    await recorder.flush();
    expect(lines.join('')).toContain('samples could not be stored, retrying');
    state.isBroken = false;
    record('b');
    clock.advance(5_000);
    await vi.waitFor(() => expect(stored()).toEqual(['a', 'b']));
    expect(counted()).toBe(2);
  });

  it('does not call a failed store for five seconds, however much is recorded', async () => {
    const { state, clock, record, stored, counted } = setup();
    state.isBroken = true;
    for (let index = 0; index < 1_500; index += 1) {
      record(`${index}`);
      await setImmediate();
    }
    expect(state.attempts).toBe(1);
    clock.advance(4_999);
    await setImmediate();
    expect(state.attempts).toBe(1);
    state.isBroken = false;
    clock.advance(1);
    await vi.waitFor(() => expect(stored()).toHaveLength(1_500));
    expect([state.attempts, counted()]).toEqual([2, 1_500]);
  });

  it('holds at most 10,000 samples while waiting to retry', async () => {
    const { state, clock, recorder, record, stored, counted, lines } = setup();
    state.isBroken = true;
    record('first');
    await recorder.flush();
    state.isBroken = false;
    for (let index = 0; index < 10_001; index += 1) record(`word ${index}`);
    clock.advance(5_000);
    await recorder.flush();
    expect(stored()).toHaveLength(10_000);
    expect(stored()[0]).toBe('word 1');
    expect(counted()).toBe(10_002);
    expect(lines.join('')).toContain('"dropped":2');
  });

  it('keeps the newest 10,000 samples and every count while the store fails', async () => {
    const { state, recorder, record, stored, counted, lines } = setup();
    state.isBroken = true;
    for (let index = 0; index < 10_001; index += 1) record(`word ${index}`);
    await recorder.flush();
    expect(lines.join('')).toContain('"dropped":1');
    state.isBroken = false;
    await recorder.flush();
    expect(stored()).toHaveLength(10_000);
    expect(stored()[0]).toBe('word 1');
    expect(counted()).toBe(10_001);
  });

  it('writes the rest when it stops', async () => {
    const { recorder, record, stored, clock } = setup();
    record('a');
    await recorder.stop();
    expect(stored()).toEqual(['a']);
    expect(clock.pending()).toEqual([]);
  });
});

describe('the record of a sample', () => {
  const MINUTE_MS = 60_000;
  it.each([
    [0, 55_000],
    [54_999, 55_000],
    [55_000, 55_000 + MINUTE_MS],
    [MINUTE_MS, 55_000 + MINUTE_MS],
    [Date.UTC(2026, 0, 1, 0, 0, 54, 999), Date.UTC(2026, 0, 1, 0, 0, 55)],
  ])('at %d ms closes at %d ms', (timeMs, closesMs) => {
    expect(recordCloseMs(timeMs)).toBe(closesMs);
  });
});
