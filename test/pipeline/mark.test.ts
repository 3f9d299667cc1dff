import { describe, expect, it } from 'vitest';
import {
  checkpointOf,
  closeGap,
  createMark,
  finish,
  missUpdate,
  narrowGap,
  widenEditGap,
  widenGap,
  type Mark,
} from '../../src/pipeline/mark.ts';
import { snapshot } from '../helpers/snapshots.ts';

/** A mark whose newest finished message is 50 and whose newest finished edit was at 500. */
function finishedMark(): Mark {
  const mark = createMark('1', '2');
  finish(mark, snapshot({ messageId: '50', editedAt: 500 }));
  return mark;
}

describe('the checkpoint', () => {
  it('is the newest finished message and edit when nothing else is known', () => {
    expect(checkpointOf(finishedMark())).toEqual({ messageId: '50', editedAt: 500 });
  });

  it.each<[string, (mark: Mark) => void, { messageId: string; editedAt: number }]>([
    [
      'below an unfinished message',
      (mark) => mark.pending.add(snapshot({ messageId: '40' })),
      { messageId: '39', editedAt: 500 },
    ],
    [
      'below an unfinished edit',
      (mark) => mark.pending.add(snapshot({ messageId: '60', editedAt: 400 })),
      { messageId: '50', editedAt: 399 },
    ],
    [
      'below a gap',
      (mark) => widenGap(mark, { after: '30', upTo: '35' }),
      { messageId: '30', editedAt: 500 },
    ],
    [
      'below edits to look for',
      (mark) => widenEditGap(mark, 300),
      { messageId: '50', editedAt: 299 },
    ],
    [
      'below a changed message that found no room',
      (mark) => missUpdate(mark, snapshot({ messageId: '10', editedAt: 200 })),
      { messageId: '50', editedAt: 199 },
    ],
    [
      'not changed by an unfinished newer message',
      (mark) => mark.pending.add(snapshot({ messageId: '51' })),
      { messageId: '50', editedAt: 500 },
    ],
  ])('is %s', (_name, change, expected) => {
    const mark = finishedMark();
    change(mark);
    expect(checkpointOf(mark)).toEqual(expected);
  });

  it('does not rise over what an older message left unfinished', () => {
    const mark = finishedMark();
    finish(mark, snapshot({ messageId: '20', editedAt: 100 }));
    expect(checkpointOf(mark)).toEqual({ messageId: '50', editedAt: 500 });
  });
});

describe('a gap', () => {
  it('grows at both ends', () => {
    const mark = finishedMark();
    widenGap(mark, { after: '30', upTo: '35' });
    widenGap(mark, { after: '20', upTo: '25' });
    widenGap(mark, { after: '60', upTo: '65' });
    expect(mark.gap).toEqual({ after: '20', upTo: '65' });
  });

  it('closes when read to its end, which counts as finished', () => {
    const mark = finishedMark();
    widenGap(mark, { after: '30', upTo: '70' });
    expect(narrowGap(mark, '30', '60')).toBe(true);
    closeGap(mark, '60', '70');
    expect(mark.gap).toBeNull();
    expect(checkpointOf(mark).messageId).toBe('70');
  });

  it('stays open for what was missed while it was read', () => {
    const mark = finishedMark();
    widenGap(mark, { after: '30', upTo: '70' });
    widenGap(mark, { after: '79', upTo: '80' });
    closeGap(mark, '30', '70');
    expect(mark.gap).toEqual({ after: '70', upTo: '80' });
  });

  it('is not narrowed by a read that began above its present start', () => {
    const mark = finishedMark();
    widenGap(mark, { after: '30', upTo: '70' });
    widenGap(mark, { after: '20', upTo: '25' });
    expect(narrowGap(mark, '30', '60')).toBe(false);
    closeGap(mark, '30', '70');
    expect(mark.gap).toEqual({ after: '20', upTo: '70' });
  });
});

it('remembers a hundred changed messages, and of each the first change', () => {
  const mark = createMark('1', '2');
  for (let n = 1; n <= 100; n += 1) {
    expect(missUpdate(mark, snapshot({ messageId: `${n}`, editedAt: 1000 + n }))).toBe(true);
  }
  expect(missUpdate(mark, snapshot({ messageId: '101', editedAt: 2000 }))).toBe(false);
  expect(missUpdate(mark, snapshot({ messageId: '1', editedAt: 2000 }))).toBe(true);
  expect(mark.missedUpdates.get('1')).toEqual({ editedAt: 1001 });
});
