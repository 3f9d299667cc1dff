import { expect, it } from 'vitest';
import { createKeyedSemaphore, createSemaphore } from '../../../../src/shared/tasks/semaphore.ts';
import { turn } from '../../../helpers/turn.ts';

/** Work that notes when it begins and ends when the test says so. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => (): Promise<void> => {
    begun.push(name);
    return new Promise((resolve) => ends.set(name, resolve));
  };
  async function end(name: string): Promise<void> {
    ends.get(name)?.();
    await turn();
  }
  return { begun, work, end };
}

it('runs a limited amount of work at once, the rest in order', async () => {
  const { begun, work, end } = createWork();
  const semaphore = createSemaphore(2);
  for (const name of ['a', 'b', 'c', 'd']) void semaphore.run(work(name));
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
});

it('lends the permit of work that waits to others', async () => {
  const { begun, work, end } = createWork();
  const semaphore = createSemaphore(1);
  const first = semaphore.run(async () => {
    await semaphore.withoutPermit(work('wait'));
    begun.push('goes on');
  });
  void semaphore.run(work('other'));
  await turn();
  expect(begun).toEqual(['wait', 'other']);
  await end('wait');
  expect(begun).toEqual(['wait', 'other']);
  await end('other');
  await first;
  expect(begun).toEqual(['wait', 'other', 'goes on']);
  expect(semaphore.isIdle()).toBe(true);
});

it('with keys lets no work wait for that of another key', async () => {
  const { begun, work, end } = createWork();
  const run = createKeyedSemaphore(1);
  void run('a', work('a1'));
  void run('a', work('a2'));
  void run('b', work('b1'));
  await turn();
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});
