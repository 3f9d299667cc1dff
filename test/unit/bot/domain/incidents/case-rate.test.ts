import { describe, expect, it } from 'vitest';
import { createCaseRate } from '../../../../../src/bot/domain/incidents/case-rate.ts';
import type { Flood } from '../../../../../src/bot/domain/incidents/incident.ts';
import {
  createOpenIncident,
  sightingOf,
} from '../../../../../src/bot/domain/incidents/detection.ts';
import type { Case } from '../../../../../src/bot/domain/case.ts';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';
import { caseDraft, memberAuthor } from '../../../../helpers/cases.ts';

const START = 1_750_000_000_000;
const settings = defaultPolicy.incidents;
const BAN: Partial<Case> = {
  steps: [
    { effect: { kind: 'delete' }, outcome: null },
    { effect: { kind: 'ban', deleteMessageSeconds: 0 }, outcome: null },
  ],
};
const DELETED: Partial<Case> = { steps: [{ effect: { kind: 'delete' }, outcome: null }] };
const FLAGGED: Partial<Case> = { steps: [{ effect: { kind: 'alert' }, outcome: null }] };

function sighting(author: string, atMs: number, overrides: Partial<Case> = DELETED) {
  const draft = caseDraft({ author: memberAuthor(author), openedAt: START + atMs });
  const result = sightingOf({ ...draft, number: 1, ...overrides }, null);
  if (result === null) throw new Error('does not count');
  return result;
}

interface Traffic {
  readonly authors: number;
  readonly cases: number;
  readonly everyMs: number;
  readonly usualPerHour?: number;
  readonly overrides?: Partial<Case>;
}

/** What the rate says after each case. */
function floods({ authors, cases, everyMs, usualPerHour = 0, overrides }: Traffic): Flood[] {
  const rate = createCaseRate();
  return Array.from({ length: cases }, (_, index) =>
    rate.add(sighting(`${index % authors}`, index * everyMs, overrides), settings, usualPerHour),
  );
}

describe('a flood', () => {
  it('begins with the eighth author within a minute, in a server that had nothing before', () => {
    const states = floods({ authors: 130, cases: 130, everyMs: 920 });
    expect(states.indexOf('begins')).toBe(7);
    expect(states.slice(7)).not.toContain('none');
  });

  it.each<[string, Traffic]>([
    ['seven members who quarrel', { authors: 7, cases: 200, everyMs: 100 }],
    ['500 accounts, one every 20 seconds', { authors: 500, cases: 500, everyMs: 20_000 }],
    ['flagged texts', { authors: 50, cases: 50, everyMs: 100, overrides: FLAGGED }],
    [
      'twenty authors a minute where five a minute are usual',
      { authors: 100, cases: 100, everyMs: 3_000, usualPerHour: 300 },
    ],
  ])('is not made by %s', (_name, traffic) => {
    expect(floods(traffic)).not.toContain('begins');
  });

  it('begins with 500 accounts that each write every 20 seconds', () => {
    const states = floods({ authors: 500, cases: 1_000, everyMs: 40 });
    expect(states.indexOf('begins')).toBe(7);
    expect(states.slice(7)).not.toContain('none');
  });

  it('begins in a busy server, too', () => {
    const states = floods({ authors: 100, cases: 100, everyMs: 500, usualPerHour: 300 });
    expect(states.indexOf('begins')).toBe(27);
  });

  it('goes on until half as many authors are left', () => {
    const rate = createCaseRate();
    for (let index = 0; index < 8; index += 1) rate.add(sighting(`${index}`, index), settings, 0);
    // A minute later, five new authors begin to write.
    const later = Array.from({ length: 5 }, (_, index) =>
      rate.add(sighting(`later ${index}`, 61_000 + index), settings, 0),
    );
    expect(later).toEqual(['none', 'none', 'none', 'goes on', 'goes on']);
  });

  it('of deletions does not take in what cannot wait', () => {
    const rate = createCaseRate();
    for (let index = 0; index < 50; index += 1) rate.add(sighting(`${index}`, index), settings, 0);
    const threat = sighting('threat', 60, BAN);
    expect(rate.add(threat, settings, 0)).toBe('none');
    expect(createOpenIncident(1, ['manyAuthors']).includes(threat, 'none')).toBe(false);
  });

  it('of bans is one of its own', () => {
    const states = floods({ authors: 20, cases: 20, everyMs: 100, overrides: BAN });
    expect(states.indexOf('begins')).toBe(7);
    const ban = sighting('a', 0, BAN);
    expect(createOpenIncident(1, ['manySevere']).includes(ban, 'goes on')).toBe(true);
    expect(createOpenIncident(1, ['manySevere']).includes(ban, 'none')).toBe(false);
    expect(createOpenIncident(1, ['manySevere']).includes(sighting('b', 0), 'goes on')).toBe(false);
  });
});
