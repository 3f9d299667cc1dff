import { expect, it } from 'vitest';
import { createWaiters } from '../../../../src/shared/tasks/waiters.ts';

/** Which of the promises are resolved by now. */
async function resolved(...promises: readonly Promise<void>[]): Promise<boolean[]> {
  const isResolved = promises.map(() => false);
  for (const [index, promise] of promises.entries()) {
    void promise.then(() => (isResolved[index] = true));
  }
  await new Promise(setImmediate);
  return isResolved;
}

it('all who wait for a key go on when it is released, and nobody else', async () => {
  const waiters = createWaiters(new AbortController().signal);
  const [one, other, elsewhere] = [waiters.wait('a'), waiters.wait('a'), waiters.wait('b')];
  waiters.release('a');
  const later = waiters.wait('a');
  expect(await resolved(one.done, other.done, elsewhere.done, later.done)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('who is forgotten does not go on, and the others do', async () => {
  const waiters = createWaiters(new AbortController().signal);
  const [one, other] = [waiters.wait('a'), waiters.wait('a')];
  one.forget();
  waiters.release('a');
  expect(await resolved(one.done, other.done)).toEqual([false, true]);
});

it('all go on when the signal aborts', async () => {
  const stop = new AbortController();
  const waiters = createWaiters(stop.signal);
  const [one, other] = [waiters.wait('a'), waiters.wait('b')];
  stop.abort();
  expect(await resolved(one.done, other.done)).toEqual([true, true]);
});
