import { createComplain } from '../../src/lib/complain.ts';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../src/lib/logger.ts';
import { textOf } from '../../src/moderation/sample.ts';
import type { Snapshot } from '../../src/moderation/snapshot.ts';
import { PipelineStopped } from '../../src/pipeline/errors.ts';
import { createIntake, type Limits, type Rest } from '../../src/pipeline/intake.ts';
import type { MessageOutcome } from '../../src/pipeline/outcome.ts';
import { createWatermarks } from '../../src/pipeline/watermarks.ts';
import { createFakeClock } from '../helpers/fake-clock.ts';
import { createMemoryStores } from '../helpers/memory-stores.ts';
import { idAt, snapshot } from '../helpers/snapshots.ts';
import { turn } from '../helpers/turn.ts';

const PASSED: MessageOutcome = { kind: 'passed' };

/** An intake whose messages are judged when the test says so, in any order. */
function createBench(limits: Limits = { capacity: 4, concurrency: 2 }) {
  const clock = createFakeClock();
  const complain = createComplain({ clock, logger: silentLogger });
  const { checkpoints } = createMemoryStores();
  const marks = createWatermarks({ checkpoints, clock, complain });
  const stopping = new AbortController();
  const judging = new Map<string, (outcome: MessageOutcome | Rest) => void>();
  const begun: string[] = [];
  const finished: string[] = [];
  const intake = createIntake({
    handle: (one) =>
      new Promise((resolve) => {
        begun.push(textOf(one));
        judging.set(textOf(one), resolve);
      }),
    marks,
    clock,
    limits,
    signal: stopping.signal,
    complain,
    finished: (one) => finished.push(textOf(one)),
  });
  const message = (n: number, text = `${n}`, editedAt: number | null = null): Snapshot =>
    snapshot({ messageId: idAt(n), text, editedAt });
  async function land(text: string, outcome: MessageOutcome | Rest = PASSED): Promise<void> {
    judging.get(text)?.(outcome);
    await turn();
  }
  return { intake, marks, begun, finished, land, message, stopping };
}

it('judges as many at once as it may, in the order they came', async () => {
  const { intake, begun, land, message } = createBench();
  for (const n of [1, 2, 3, 4]) expect(intake.offer(message(n))).toBe(true);
  expect(begun).toEqual(['1', '2']);
  await land('2');
  expect(begun).toEqual(['1', '2', '3']);
  expect(intake.status()).toMatchObject({ waiting: 1, inFlight: 2 });
});

it('refuses what there is no room for, and takes it on when there is', async () => {
  const { intake, land, message } = createBench();
  for (const n of [1, 2, 3, 4]) intake.offer(message(n));
  expect(intake.offer(message(5))).toBe(false);
  await land('1');
  expect(intake.offer(message(5))).toBe(true);
});

it('takes a newer state of a message even when it is full', () => {
  const { intake, message } = createBench();
  for (const n of [1, 2, 3, 4]) intake.offer(message(n));
  expect(intake.offer(message(3, 'changed', 10))).toBe(true);
});

it('frees the judging place of a message that only waits for Discord', async () => {
  const { intake, begun, finished, land, message } = createBench();
  for (const n of [1, 2, 3]) intake.offer(message(n));
  let done: (outcome: MessageOutcome) => void = () => {};
  await land('1', () => new Promise((resolve) => (done = resolve)));
  expect(begun).toEqual(['1', '2', '3']);
  expect(intake.status().inFlight).toBe(3);
  done(PASSED);
  await turn();
  expect(finished).toEqual(['1']);
});

it('tells when half of the room is free', async () => {
  const { intake, land, message } = createBench();
  for (const n of [1, 2, 3, 4]) intake.offer(message(n));
  let isFree = false;
  void intake.room().then(() => (isFree = true));
  await land('1');
  expect(isFree).toBe(false);
  await land('2');
  expect(isFree).toBe(true);
});

describe('a newer state of a message', () => {
  it('takes the place of one that waits', async () => {
    const { intake, begun, land, message } = createBench({ capacity: 4, concurrency: 1 });
    intake.offer(message(1));
    intake.offer(message(2, 'old'));
    intake.offer(message(2, 'new', 10));
    await land('1');
    expect(begun).toEqual(['1', 'new']);
    await land('new');
    expect(intake.status()).toMatchObject({ waiting: 0, inFlight: 0 });
  });

  it('waits for one that is in flight, so that they are never judged at once', async () => {
    const { intake, begun, finished, land, message } = createBench();
    intake.offer(message(1, 'old'));
    intake.offer(message(1, 'new', 10));
    await turn();
    expect(begun).toEqual(['old']);
    await land('old');
    expect(begun).toEqual(['old', 'new']);
    await land('new');
    expect(finished).toEqual(['old', 'new']);
  });

  it('is the only one that waits', async () => {
    const { intake, marks, begun, land, message } = createBench();
    intake.offer(message(1, 'first'));
    intake.offer(message(1, 'second', 10));
    intake.offer(message(1, 'third', 20));
    await land('first');
    await land('third');
    expect(begun).toEqual(['first', 'third']);
    await marks.flush();
    // Nothing is left unfinished.
    expect(marks.find(message(1).channelId)).toBeNull();
  });

  it('is not an older one that comes late', async () => {
    const { intake, begun, land, message } = createBench();
    intake.offer(message(1, 'first'));
    intake.offer(message(1, 'third', 20));
    intake.offer(message(1, 'second', 10));
    await land('first');
    expect(begun).toEqual(['first', 'third']);
  });

  it('is none when the text is the same', async () => {
    const { intake, begun, land, message } = createBench();
    intake.offer(message(1, 'same'));
    intake.offer(message(1, 'same'));
    await land('same');
    expect(begun).toEqual(['same']);
  });

  it('with an embed that Discord added counts, though nobody edited it', async () => {
    const { intake, begun, land, message } = createBench();
    intake.offer(message(1, 'a link'));
    intake.offer(message(1, 'a link\nits title'));
    await land('a link');
    expect(begun).toEqual(['a link', 'a link\nits title']);
  });
});

it('begins nothing and frees those who wait for room when the pipeline stops', async () => {
  const { intake, begun, land, message, stopping } = createBench();
  for (const n of [1, 2, 3, 4]) intake.offer(message(n));
  const room = intake.room();
  const settled = intake.settled();
  stopping.abort(new PipelineStopped());
  await room;
  await land('1');
  await land('2');
  await settled;
  expect(begun).toEqual(['1', '2']);
});
