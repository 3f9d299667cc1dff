import { expect, it } from 'vitest';
import { fetchEdits, fetchUpdates } from '../../../../src/bot/backfill/fetch-missed.ts';
import { createMark, missUpdate, widenEditGap } from '../../../../src/bot/backfill/mark.ts';
import type { Snapshot } from '../../../../src/bot/domain/snapshot.ts';
import { createFakeHistory } from '../../../helpers/fakes/fake-history.ts';
import { snapshot } from '../../../helpers/snapshots.ts';

it('searches for edits again when another one had no room meanwhile', async () => {
  const history = createFakeHistory();
  const mark = createMark('1', '2');
  const first = snapshot({ messageId: '10', channelId: '2', editedAt: 100 });
  const second = snapshot({ messageId: '5', channelId: '2', editedAt: 200 });
  history.write(first);
  widenEditGap(mark, 50);
  const taken: Snapshot[] = [];
  const submit = async (submitted: Snapshot): Promise<void> => {
    taken.push(submitted);
    if (taken.length > 1) return;
    history.write(second);
    widenEditGap(mark, 200);
  };
  await fetchEdits(mark, { history, submit });
  expect(taken).toEqual([first, second, first]);
  expect(mark.editGap).toBeNull();
});

it('remembers a changed message that changed again during the read', async () => {
  const history = createFakeHistory();
  const mark = createMark('1', '2');
  const changed = snapshot({ messageId: '10', channelId: '2', editedAt: 100 });
  history.write(changed);
  missUpdate(mark, changed);
  let taken = 0;
  const submit = async (submitted: Snapshot): Promise<void> => {
    taken += 1;
    if (taken === 1) missUpdate(mark, submitted);
  };
  await fetchUpdates(mark, { history, submit });
  expect(mark.missedUpdates.size).toBe(1);
  await fetchUpdates(mark, { history, submit });
  expect(mark.missedUpdates.size).toBe(0);
});

it('submits nothing for a deleted message', async () => {
  const mark = createMark('1', '2');
  missUpdate(mark, snapshot({ messageId: '10' }));
  const submit = (): Promise<void> => Promise.reject(new Error('nothing to submit'));
  await fetchUpdates(mark, { history: createFakeHistory(), submit });
  expect(mark.missedUpdates.size).toBe(0);
});
