import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBatchWriter } from '../../../../src/shared/tasks/batch-writer.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';

/** A writer of numbers whose writes end when the test says so. */
function setup() {
  const clock = createFakeClock();
  const batches: number[][] = [];
  const ends: ((isWritten: boolean) => void)[] = [];
  let collected: number[] = [];
  const writer = createBatchWriter({
    clock,
    delayMs: 250,
    retryMs: 5_000,
    async write() {
      if (collected.length === 0) return true;
      batches.push(collected);
      collected = [];
      return new Promise<boolean>((resolve) => ends.push(resolve));
    },
  });
  return {
    clock,
    batches,
    writer,
    collect(value: number): void {
      collected.push(value);
      writer.schedule();
    },
    async end(isWritten = true): Promise<void> {
      ends.shift()?.(isWritten);
      await setImmediate();
    },
  };
}

it('writes what is collected during a write after the delay, not at once', async () => {
  const { clock, batches, collect, end } = setup();
  collect(1);
  clock.advance(250);
  collect(2);
  await end();
  collect(3);
  clock.advance(249);
  expect(batches).toEqual([[1]]);
  clock.advance(1);
  expect(batches).toEqual([[1], [2, 3]]);
});

it('writes one batch at a time, however long a write takes', async () => {
  const { clock, batches, collect, end } = setup();
  collect(1);
  clock.advance(250);
  collect(2);
  clock.advance(1_000);
  collect(3);
  clock.advance(1_000);
  expect(batches).toEqual([[1]]);
  await end();
  expect(batches).toEqual([[1], [2, 3]]);
});

it('flushes what was collected during the write in progress', async () => {
  const { clock, batches, writer, collect, end } = setup();
  collect(1);
  clock.advance(250);
  collect(2);
  const flushed = writer.flush();
  await end();
  await end();
  await flushed;
  expect([batches, clock.pending()]).toEqual([[[1], [2]], []]);
});

it('waits after a failed write, however much is collected', async () => {
  const { clock, batches, writer, collect, end } = setup();
  collect(1);
  writer.hurry();
  collect(2);
  writer.hurry();
  await end(false);
  collect(3);
  writer.hurry();
  clock.advance(4_999);
  expect(batches).toEqual([[1]]);
  clock.advance(1);
  expect(batches).toEqual([[1], [2, 3]]);
});
