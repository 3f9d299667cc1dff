import { expect, it } from 'vitest';
import type { Case } from '../../../../../src/bot/domain/case.ts';
import { createSaveOutcome } from '../../../../../src/bot/acting/cases/save-outcome.ts';
import { createRetry } from '../../../../../src/shared/tasks/retry.ts';
import { caseDraft } from '../../../../helpers/cases.ts';
import { createDeferred } from '../../../../helpers/deferred.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';

const ORDINARY = '100000000000000001';
const RAIDED = '200000000000000001';

it('leaves room in the queue of the database to other servers when a bulk deletion ends', async () => {
  const clock = createFakeClock(0);
  const { signal } = new AbortController();
  const database = createDeferred();
  const queue: string[] = [];
  const saveOutcome = createSaveOutcome({
    cases: {
      async update(record, change) {
        queue.push(record.guildId);
        await database.promise;
        return change(record);
      },
    },
    onClosed: () => undefined,
    observeEffect: undefined,
    clock,
    retry: createRetry({ clock, random: () => 0, signal, logError: () => undefined }),
  });
  const save = (guildId: string): Promise<Case> =>
    saveOutcome(
      { ...caseDraft({ guildId }), number: 1 },
      { index: 0, outcome: { status: 'done', at: clock.now() } },
    );

  const raided = Array.from({ length: 100 }, () => save(RAIDED));
  const ordinary = save(ORDINARY);
  expect(queue).toContain(ORDINARY);
  expect(queue.length).toBeLessThan(10);

  database.resolve();
  await Promise.all([...raided, ordinary]);
  expect(queue).toHaveLength(101);
});
