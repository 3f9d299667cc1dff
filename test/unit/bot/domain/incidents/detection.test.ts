import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../../src/shared/clock.ts';
import type { Case } from '../../../../../src/bot/domain/case.ts';
import {
  createDetector,
  createOpenIncident,
  sightingOf,
  type Sighting,
} from '../../../../../src/bot/domain/incidents/detection.ts';
import type { Trigger } from '../../../../../src/bot/domain/incidents/incident.ts';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';
import { caseDraft, memberAuthor } from '../../../../helpers/cases.ts';

const START = 1_750_000_000_000;
const RAID = 'join discord.gg/raid now, this server is dead';
const settings = defaultPolicy.incidents;
const FLAGGED: Partial<Case> = { steps: [{ effect: { kind: 'alert' }, outcome: null }] };

let nextNumber = 1;

/** A case by a member who has been here for years. */
function sighting(text: string, atMs: number, overrides: Partial<Case> = {}): Sighting {
  const number = nextNumber;
  nextNumber += 1;
  const author = memberAuthor(String(1_000 + number));
  const record: Case = { ...caseDraft({ author, openedAt: START + atMs }), number, ...overrides };
  const result = sightingOf(record, text);
  if (result === null) throw new Error('does not count');
  return result;
}

const newMember = (id: string, joinedAgoMs = 60_000): Pick<Case, 'author'> => ({
  author: { ...memberAuthor(id), joinedAt: START - joinedAgoMs },
});

/** The first finding among these sightings, and after how many of them. */
function detect(sightings: readonly Sighting[]) {
  const detector = createDetector();
  for (const [index, each] of sightings.entries()) {
    const finding = detector.add(each, settings, 'none');
    if (finding !== null) return { ...finding, after: index + 1 };
  }
  return null;
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('a detector', () => {
  it('finds the first second of a raid of 40 posts', () => {
    const finding = detect(times(40, (index) => sighting(`${RAID} ${index} 😂`, index * 25)));
    expect(finding).toMatchObject({ triggers: ['sameText'], after: 5 });
    expect(finding?.sightings).toHaveLength(5);
  });

  it('finds new members who write different texts', () => {
    const words = 'abcdefghijklmnopqrstuvwxyz';
    const finding = detect(
      times(20, (index) => {
        const text = times(6, (word) => words.charAt(index + word).repeat(3 + word)).join(' x ');
        return sighting(text, index * 100, newMember(`new-${index}`));
      }),
    );
    expect(finding).toMatchObject({ triggers: ['newMembers'], after: 10 });
  });

  it('does not find two friends who curse at each other', () => {
    const curses = ['fuck you', 'no fuck you', 'you fucking idiot', 'fuck you', 'shut up idiot'];
    const sightings = times(60, (index) =>
      sighting(curses[index % curses.length] ?? '', index * 500, newMember(`friend-${index % 2}`)),
    );
    expect(detect(sightings)).toBeNull();
  });

  it('does not find one member who repeats a text', () => {
    const author = memberAuthor('77');
    expect(detect(times(50, (index) => sighting(RAID, index * 100, { author })))).toBeNull();
  });

  it('does not find members with different texts who have long been here', () => {
    const texts = ['you idiot', 'fuck this game', 'shut up bitch', 'what an asshole', 'go to hell'];
    expect(detect(texts.map((text, index) => sighting(text, index * 100)))).toBeNull();
  });

  it('does not find the same text spread over a longer time', () => {
    expect(detect(times(20, (index) => sighting(RAID, index * 20_000)))).toBeNull();
  });

  it('does not count members who joined more than a day ago as new', () => {
    const sightings = times(20, (index) =>
      sighting('😂'.repeat(index), index * 100, newMember(`old-${index}`, DAY_MS)),
    );
    expect(detect(sightings)).toBeNull();
  });

  it('counts flagged texts that are the same, but not new members against whom nothing is done', () => {
    const flagged = (text: string) =>
      times(20, (index) =>
        sighting(text, index * 100, { ...newMember(`new-${index}`), ...FLAGGED }),
      );
    expect(detect(flagged(RAID))).toMatchObject({ triggers: ['sameText'], after: 5 });
    expect(detect(flagged('😂'))).toBeNull();
  });

  it('leaves out other texts of the same members', () => {
    const other = sighting('something else entirely', 0, { author: memberAuthor('spammer') });
    const raid = times(4, (index) => sighting(RAID, 100 + index));
    const last = sighting(RAID, 200, { author: memberAuthor('spammer') });
    const finding = detect([other, ...raid, last]);
    expect(finding?.sightings).toEqual([...raid, last]);
  });

  it('does not find the cases of a finding again', () => {
    const detector = createDetector();
    const found = times(
      9,
      (index) => detector.add(sighting(RAID, index), settings, 'none') !== null,
    );
    expect(found.filter(Boolean)).toHaveLength(1);
  });

  it('uses the thresholds of the server', () => {
    const detector = createDetector();
    const own = { ...settings, sameTextMembers: 3, windowSeconds: 10 };
    expect(detector.add(sighting(RAID, 0), own, 'none')).toBeNull();
    expect(detector.add(sighting(RAID, 9_000), own, 'none')).toBeNull();
    expect(detector.add(sighting(RAID, 11_000), own, 'none')).toBeNull();
    expect(detector.add(sighting(RAID, 12_000), own, 'none')).toMatchObject({
      triggers: ['sameText'],
    });
  });
});

describe('what counts', () => {
  const draft = { ...caseDraft(), number: 1 };

  it.each<[string, Partial<Case>]>([
    ['a moderator’s text', { withheld: { rank: 'moderator', effects: [{ kind: 'delete' }] } }],
    [
      'a text that could not be checked',
      { judgement: { kind: 'unchecked', reason: { key: 'alerts:uncheckedBecause.notSent' } } },
    ],
    [
      'a case that a moderator opened',
      { judgement: { kind: 'moderator', occasion: { key: 'alerts:uncheckedBecause.notSent' } } },
    ],
  ])('is not %s', (_name, overrides) => {
    expect(sightingOf({ ...draft, ...overrides }, RAID)).toBeNull();
  });

  it('is what the bot would do when only watching', () => {
    expect(sightingOf({ ...draft, mode: 'watch' }, RAID)).not.toBeNull();
  });

  it('is the text of a webhook, but not as a member', () => {
    const author = { ...memberAuthor('5'), kind: 'webhook' as const };
    expect(sightingOf({ ...draft, author }, RAID)).toMatchObject({ memberId: null });
    expect(detect(times(20, (index) => sighting(RAID, index, { author })))).toBeNull();
  });
});

describe('an open incident', () => {
  const incident = (...triggers: readonly Trigger[]) => {
    const open = createOpenIncident(3, triggers);
    const first = sighting(RAID, 0, { author: memberAuthor('raider') });
    expect(open.add(first)).toBeNull();
    return { open, first };
  };

  it('includes nearly the same text, and says of which case', () => {
    const { open, first } = incident('sameText');
    const similar = sighting(`${RAID}!!! 99`, 50);
    expect(open.includes(similar, 'none')).toBe(true);
    expect(open.add(similar)).toBe(first.number);
  });

  it('leaves out another text of its members', () => {
    const { open } = incident('sameText');
    const other = sighting('i will find you and kill you', 50, { author: memberAuthor('raider') });
    expect(open.includes(other, 'none')).toBe(false);
  });

  it('leaves out other texts of other members, new ones included', () => {
    const { open } = incident('sameText');
    expect(open.includes(sighting('i will find you and kill you', 50), 'none')).toBe(false);
    expect(open.includes(sighting('another one', 50, newMember('new')), 'none')).toBe(false);
  });

  it('includes new members if it is about them', () => {
    const { open } = incident('newMembers');
    expect(open.includes(sighting('another one', 50, newMember('new')), 'none')).toBe(true);
    expect(open.includes(sighting('another one', 50), 'none')).toBe(false);
  });

  it('of new members does not include others who write the same, until it is about the text, too', () => {
    const { open } = incident('newMembers');
    expect(open.includes(sighting(RAID, 50), 'none')).toBe(false);
    open.watch(['sameText']);
    expect(open.includes(sighting(RAID, 50), 'none')).toBe(true);
  });
});
