import { expect, it } from 'vitest';
import { createQueue } from '../../../../../src/sandbox/page/browser/queue.ts';

it('runs tasks of one key in order, also after a failure, and those of others beside them', async () => {
  const { run } = createQueue();
  const order: string[] = [];
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const first = run('message', async () => {
    await answered;
    order.push('choice');
    throw new Error('refused');
  });
  const second = run('message', async () => order.push('next'));
  await run('other', async () => order.push('other'));
  answer();
  await expect(first).rejects.toThrow('refused');
  await second;
  expect(order).toEqual(['other', 'choice', 'next']);
});
