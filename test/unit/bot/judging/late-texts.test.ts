import { expect, it } from 'vitest';
import type { Snapshot } from '../../../../src/bot/domain/snapshot.ts';
import { createLateTexts } from '../../../../src/bot/judging/late-texts.ts';
import { createBackground } from '../../../../src/shared/tasks/background.ts';
import { snapshot } from '../../../helpers/snapshots.ts';
import { turn } from '../../../helpers/turn.ts';

/** Late texts before an intake that takes as many as the test gives room for. */
function createBench({ limit = 10 } = {}) {
  const taken: string[] = [];
  const stopping = new AbortController();
  let room = 0;
  let waiters: (() => void)[] = [];
  const lateTexts = createLateTexts({
    intake: {
      offer({ messageId, parts }) {
        if (room === 0) return false;
        room -= 1;
        taken.push(`${messageId} ${parts[0]?.text ?? ''}`);
        return true;
      },
      waitForRoom: () =>
        room > 0 ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve)),
    },
    background: createBackground((_context, error) => {
      throw error;
    }),
    signal: stopping.signal,
    limit,
  });
  async function makeRoom(more: number): Promise<void> {
    room += more;
    const woken = waiters;
    waiters = [];
    for (const wake of woken) wake();
    await turn();
  }
  const name = (id: number, text = 'bad', guildId = '1'): Snapshot =>
    snapshot({ subject: 'name', messageId: `name:${id}`, guildId, text });
  return { lateTexts, taken, makeRoom, name, stop: () => stopping.abort() };
}

it('hands texts over when there is room, in their order', async () => {
  const { lateTexts, taken, makeRoom, name } = createBench();
  for (const id of [1, 2, 3]) expect(lateTexts.add(name(id))).toBe(true);
  await makeRoom(2);
  expect(taken).toEqual(['name:1 bad', 'name:2 bad']);
  await makeRoom(5);
  expect(taken).toHaveLength(3);
  expect(lateTexts.size()).toBe(0);
  expect(lateTexts.add(name(4))).toBe(true);
  await turn();
  expect(taken).toHaveLength(4);
});

it('waits on when somebody else has taken the room', async () => {
  const { lateTexts, taken, makeRoom, name } = createBench();
  lateTexts.add(name(1));
  await makeRoom(0);
  expect(taken).toEqual([]);
  await makeRoom(1);
  expect(taken).toEqual(['name:1 bad']);
});

it('keeps the latest text of each', async () => {
  const { lateTexts, taken, makeRoom, name } = createBench();
  lateTexts.add(name(1, 'bad'));
  lateTexts.add(name(1, 'worse'));
  await makeRoom(5);
  expect(taken).toEqual(['name:1 worse']);
});

it('takes a bounded number, and forgets those of a server that the bot left', async () => {
  const { lateTexts, taken, makeRoom, name } = createBench({ limit: 2 });
  lateTexts.add(name(1));
  lateTexts.add(name(2));
  expect(lateTexts.add(name(3))).toBe(false);
  lateTexts.forget('1');
  expect(lateTexts.add(name(4, 'bad', '2'))).toBe(true);
  await makeRoom(5);
  expect(taken).toEqual(['name:4 bad']);
  expect(lateTexts.size()).toBe(0);
});

it('hands over nothing after a stop', async () => {
  const { lateTexts, taken, makeRoom, name, stop } = createBench();
  lateTexts.add(name(1));
  stop();
  await makeRoom(5);
  expect(taken).toEqual([]);
});
