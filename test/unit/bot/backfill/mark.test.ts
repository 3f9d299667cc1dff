import { describe, expect, it } from 'vitest';
import {
  belowUnfinished,
  checkpointOf,
  closeGap,
  createMark,
  finish,
  furthestCheckpoint,
  idBefore,
  isBehind,
  missUpdate,
  narrowGap,
  newerOf,
  olderOf,
  widenEditGap,
  widenGap,
  type Mark,
} from '../../../../src/bot/backfill/mark.ts';
import { snapshot } from '../../../helpers/snapshots.ts';

/** A mark whose newest finished message is 50 and whose newest finished edit was at 500. */
function finishedMark(): Mark {
  const mark = createMark('1', '2');
  finish(mark, snapshot({ messageId: '50', editedAt: 500 }));
  return mark;
}

describe('the checkpoint', () => {
  it('is the newest finished message and edit when nothing is unfinished', () => {
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
      'below edits to search for',
      (mark) => widenEditGap(mark, 300),
      { messageId: '50', editedAt: 299 },
    ],
    [
      'below a changed message that the intake had no room for',
      (mark) => missUpdate(mark, snapshot({ messageId: '10', editedAt: 200 })),
      { messageId: '50', editedAt: 199 },
    ],
    [
      'below an unfinished state of the newest message',
      (mark) => mark.pending.add(snapshot({ messageId: '50' })),
      { messageId: '49', editedAt: 500 },
    ],
    [
      'below the older of two unfinished messages',
      (mark) => {
        mark.pending.add(snapshot({ messageId: '30', editedAt: 300 }));
        mark.pending.add(snapshot({ messageId: '40', editedAt: 400 }));
      },
      { messageId: '29', editedAt: 299 },
    ],
    [
      'below the older of two unfinished messages that came in the other order',
      (mark) => {
        mark.pending.add(snapshot({ messageId: '40', editedAt: 400 }));
        mark.pending.add(snapshot({ messageId: '30', editedAt: 300 }));
      },
      { messageId: '29', editedAt: 299 },
    ],
    ['never negative', (mark) => widenEditGap(mark, 0), { messageId: '50', editedAt: 0 }],
    [
      'not changed by a gap above it',
      (mark) => widenGap(mark, { after: '60', upTo: '70' }),
      { messageId: '50', editedAt: 500 },
    ],
    [
      'not changed by edits to search for that are newer',
      (mark) => widenEditGap(mark, 900),
      { messageId: '50', editedAt: 500 },
    ],
    [
      'not changed by a change without an edit that the intake had no room for',
      (mark) => missUpdate(mark, snapshot({ messageId: '10', editedAt: null })),
      { messageId: '50', editedAt: 500 },
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

  it('does not go back when an older message is finished', () => {
    const mark = finishedMark();
    finish(mark, snapshot({ messageId: '20', editedAt: 100 }));
    expect(checkpointOf(mark)).toEqual({ messageId: '50', editedAt: 500 });
  });
});

it('is finished once: a message leaves the pending ones and raises the newest id', () => {
  const mark = finishedMark();
  const message = snapshot({ messageId: '60', editedAt: 600 });
  mark.pending.add(message);
  finish(mark, message);
  expect(mark.pending.size).toBe(0);
  expect(checkpointOf(mark)).toEqual({ messageId: '60', editedAt: 600 });
});

describe('belowUnfinished', () => {
  it.each<[string, (mark: Mark) => void, string | null]>([
    ['is null when everything is finished', () => undefined, null],
    ['is the start of the gap', (mark) => widenGap(mark, { after: '30', upTo: '35' }), '30'],
    [
      'is just below the oldest unfinished message',
      (mark) => {
        mark.pending.add(snapshot({ messageId: '60' }));
        mark.pending.add(snapshot({ messageId: '40' }));
        mark.pending.add(snapshot({ messageId: '70' }));
      },
      '39',
    ],
    [
      'is the start of a gap below the unfinished messages',
      (mark) => {
        widenGap(mark, { after: '30', upTo: '35' });
        mark.pending.add(snapshot({ messageId: '40' }));
      },
      '30',
    ],
    [
      'is just below an unfinished message below the gap',
      (mark) => {
        widenGap(mark, { after: '30', upTo: '35' });
        mark.pending.add(snapshot({ messageId: '30' }));
      },
      '29',
    ],
  ])('%s', (_name, change, expected) => {
    const mark = finishedMark();
    change(mark);
    expect(belowUnfinished(mark)).toBe(expected);
  });
});

describe('a channel is behind', () => {
  it.each<[string, (mark: Mark) => void, boolean]>([
    ['not when nothing is missing', () => undefined, false],
    ['with a gap', (mark) => widenGap(mark, { after: '30', upTo: '35' }), true],
    ['with edits to search for', (mark) => widenEditGap(mark, 300), true],
    ['with a changed message to fetch', (mark) => missUpdate(mark, snapshot()), true],
    ['not with a pending message', (mark) => mark.pending.add(snapshot()), false],
  ])('%s', (_name, change, expected) => {
    const mark = finishedMark();
    change(mark);
    expect(isBehind(mark)).toBe(expected);
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

  it('does not lower the newest finished message when it closes', () => {
    const mark = finishedMark();
    widenGap(mark, { after: '30', upTo: '40' });
    closeGap(mark, '30', '40');
    expect(mark.gap).toBeNull();
    expect(checkpointOf(mark).messageId).toBe('50');
  });

  it('stays open for messages that were missed during the read', () => {
    const mark = finishedMark();
    widenGap(mark, { after: '30', upTo: '70' });
    widenGap(mark, { after: '79', upTo: '80' });
    closeGap(mark, '30', '70');
    expect(mark.gap).toEqual({ after: '70', upTo: '80' });
  });

  it('is not narrowed by a read that began above its current start', () => {
    const mark = finishedMark();
    widenGap(mark, { after: '30', upTo: '70' });
    widenGap(mark, { after: '20', upTo: '25' });
    expect(narrowGap(mark, '30', '60')).toBe(false);
    closeGap(mark, '30', '70');
    expect(mark.gap).toEqual({ after: '20', upTo: '70' });
  });
});

it('searches for edits from the earliest time', () => {
  const mark = finishedMark();
  widenEditGap(mark, 300);
  widenEditGap(mark, 200);
  widenEditGap(mark, 400);
  expect(mark.editGap).toEqual({ sinceMs: 200 });
});

it('compares ids as numbers', () => {
  expect([newerOf('9', '10'), newerOf('10', '9')]).toEqual(['10', '10']);
  expect([olderOf('9', '10'), olderOf('10', '9')]).toEqual(['9', '9']);
  expect(idBefore('100000000000000000')).toBe('99999999999999999');
});

it('combines checkpoints by their furthest message and their furthest edit', () => {
  const first = { messageId: '9', editedAt: 500 };
  const second = { messageId: '10', editedAt: 400 };
  const furthest = { messageId: '10', editedAt: 500 };
  expect(furthestCheckpoint(first, second, undefined)).toEqual(furthest);
  expect(furthestCheckpoint(second, undefined, first)).toEqual(furthest);
});

it('remembers a hundred changed messages, each with its first change', () => {
  const mark = createMark('1', '2');
  for (let n = 1; n <= 100; n += 1) {
    expect(missUpdate(mark, snapshot({ messageId: `${n}`, editedAt: 1000 + n }))).toBe(true);
  }
  expect(missUpdate(mark, snapshot({ messageId: '101', editedAt: 2000 }))).toBe(false);
  expect(missUpdate(mark, snapshot({ messageId: '1', editedAt: 2000 }))).toBe(true);
  expect(mark.missedUpdates.get('1')).toEqual({ editedAt: 1001 });
});
