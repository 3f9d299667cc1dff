import { expect, it } from 'vitest';
import { fetchEdits, fetchUpdates } from '../../src/pipeline/fetch-missed.ts';
import { createMark, missUpdate, widenEditGap } from '../../src/pipeline/mark.ts';
import type { Snapshot } from '../../src/moderation/snapshot.ts';
import { createFakeHistory } from '../helpers/fake-history.ts';
import { snapshot } from '../helpers/snapshots.ts';

it('looks for edits again when one found no room meanwhile', async () => {
  const history = createFakeHistory();
  const mark = createMark('1', '2');
  const first = snapshot({ messageId: '10', channelId: '2', editedAt: 100 });
  const second = snapshot({ messageId: '5', channelId: '2', editedAt: 200 });
  history.write(first);
  widenEditGap(mark, 50);
  const taken: Snapshot[] = [];
  const take = async (one: Snapshot): Promise<void> => {
    taken.push(one);
    if (taken.length > 1) return;
    history.write(second);
    widenEditGap(mark, 200);
  };
  await fetchEdits(mark, { history, take });
  expect(taken).toEqual([first, second, first]);
  expect(mark.editGap).toBeNull();
});

it('keeps a changed message in mind that changed once more while it was read', async () => {
  const history = createFakeHistory();
  const mark = createMark('1', '2');
  const changed = snapshot({ messageId: '10', channelId: '2', editedAt: 100 });
  history.write(changed);
  missUpdate(mark, changed);
  let taken = 0;
  const take = async (one: Snapshot): Promise<void> => {
    taken += 1;
    if (taken === 1) missUpdate(mark, one);
  };
  await fetchUpdates(mark, { history, take });
  expect(mark.missedUpdates.size).toBe(1);
  await fetchUpdates(mark, { history, take });
  expect(mark.missedUpdates.size).toBe(0);
});

it('has nothing to take where a changed message is gone', async () => {
  const mark = createMark('1', '2');
  missUpdate(mark, snapshot({ messageId: '10' }));
  const take = (): Promise<void> => Promise.reject(new Error('nothing to take'));
  await fetchUpdates(mark, { history: createFakeHistory(), take });
  expect(mark.missedUpdates.size).toBe(0);
});
