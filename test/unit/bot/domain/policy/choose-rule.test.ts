import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../../src/shared/clock.ts';
import { snowflakeAt } from '../../../../../src/shared/snowflake.ts';
import type { Effect } from '../../../../../src/bot/domain/effects.ts';
import {
  chooseRule,
  presetFor,
  type JudgedText,
} from '../../../../../src/bot/domain/policy/choose-rule.ts';
import { defaultPolicy, type Policy } from '../../../../../src/bot/domain/policy/policy.ts';
import { PRESETS } from '../../../../../src/bot/domain/policy/presets.ts';
import { ruleSchema, type Conditions } from '../../../../../src/bot/domain/policy/rules.ts';
import type { Author, Snapshot } from '../../../../../src/bot/domain/snapshot.ts';
import { judgedText } from '../../../../helpers/rules.ts';
import { snapshot } from '../../../../helpers/snapshots.ts';
import { verdict } from '../../../../helpers/verdicts.ts';

const NOW = Date.UTC(2025, 5, 15);
const kick: Effect[] = [{ kind: 'kick' }];

/** A message of an account that is 10 days old and joined 3 days ago. */
function message(
  changes: Partial<Omit<Snapshot, 'author'>> & { author?: Partial<Author> } = {},
): Snapshot {
  return snapshot({
    messageId: snowflakeAt(NOW),
    channelId: 'thread',
    parentIds: ['channel', 'category'],
    ...changes,
    author: {
      id: snowflakeAt(NOW - 10 * DAY_MS),
      joinedAt: NOW - 3 * DAY_MS,
      roleIds: ['role'],
      ...changes.author,
    },
  });
}

/** The service would have moderators look at a German insult. */
const FLAGGED = verdict('Flag', {
  scores: { 'insights.categories.insult': 0.6, 'engine2.vulgar': 0.4 },
  language: 'German',
});

function text(changes: Partial<JudgedText> = {}): JudgedText {
  const judgement = { kind: 'verdict' as const, verdict: FLAGGED };
  return { origin: message(), judgement, blockedWords: [], ...changes };
}

/** True if a rule with these conditions decides. */
function decides(when: Conditions, judged: JudgedText = text(), effects = kick): boolean {
  const rule = ruleSchema.parse({ id: 'own', name: 'Own', when, effects });
  const chosen = chooseRule({ ...defaultPolicy, rules: [rule] }, judged);
  return chosen?.rule.of === 'server';
}

describe('a condition', () => {
  it.each<[string, Conditions, boolean]>([
    ['one of several actions', { actions: ['delete', 'flag'] }, true],
    ['another action', { actions: ['delete'] }, false],
    [
      'a score at the threshold',
      { scores: [{ score: 'insights.categories.insult', atLeast: 0.6 }] },
      true,
    ],
    [
      'a score below it',
      { scores: [{ score: 'insights.categories.insult', atLeast: 0.61 }] },
      false,
    ],
    [
      'one of two scores',
      {
        scores: [
          { score: 'insights.categories.insult', atLeast: 0.5 },
          { score: 'engine2.vulgar', atLeast: 0.5 },
        ],
      },
      false,
    ],
    ['a score that is not sent', { scores: [{ score: 'operator.risk', atLeast: -1 }] }, false],
    ['the language', { languages: ['french', 'german'] }, true],
    ['another language', { languages: ['french'] }, false],
    ['a younger account', { accountAgeUnderDays: 11 }, true],
    ['an account of exactly that age', { accountAgeUnderDays: 10 }, false],
    ['a newer member', { memberAgeUnderDays: 3.5 }, true],
    ['a member of exactly that age', { memberAgeUnderDays: 3 }, false],
    ['the thread', { channelIds: ['thread'] }, true],
    ['its channel', { channelIds: ['other', 'channel'] }, true],
    ['its category', { channelIds: ['category'] }, true],
    ['another channel', { channelIds: ['other'] }, false],
    ['a role', { roleIds: ['role'] }, true],
    ['another role', { roleIds: ['other'] }, false],
    ['blocked words', { words: 'blocked' }, false],
    ['two conditions', { actions: ['flag'], roleIds: ['role'] }, true],
    ['only one of two', { actions: ['flag'], roleIds: ['other'] }, false],
  ])('is met by %s: %j: %s', (_what, when, expected) => {
    expect(decides(when)).toBe(expected);
  });

  it('about an age counts from when the text was written, and unknown ages are not young', () => {
    const when = { memberAgeUnderDays: 30 };
    const edited = message({ editedAt: NOW + 60 * DAY_MS });
    expect(decides(when, text({ origin: edited }))).toBe(false);
    expect(decides(when, text({ origin: message({ author: { joinedAt: null } }) }))).toBe(false);
    const webhook = message({ author: { kind: 'webhook' } });
    expect(decides({ accountAgeUnderDays: 30 }, text({ origin: webhook }))).toBe(false);
  });

  it('about blocked words is met even if the text could not be judged', () => {
    const judgement = { kind: 'unchecked' as const, reason: { key: 'Too long.' } };
    expect(decides({ words: 'blocked' }, text({ judgement, blockedWords: ['word'] }))).toBe(true);
    const when: Conditions = { words: 'blocked', languages: ['german'] };
    expect(decides(when, text({ judgement, blockedWords: ['word'] }))).toBe(false);
  });
});

describe('a harmless message', () => {
  const passed = (scores: Record<string, number> = {}): JudgedText => ({
    ...judgedText('pass', message()),
    judgement: { kind: 'verdict', verdict: verdict('pass', { scores }) },
  });
  const alert: Effect[] = [{ kind: 'alert' }];

  it('is left alone by rules for texts in general', () => {
    expect(decides({ roleIds: ['role'] }, passed())).toBe(false);
    expect(decides({ roleIds: ['role'] }, passed(), alert)).toBe(false);
  });

  it('is reported by a rule that names it or a score, and punished for a high score', () => {
    const scored = passed({ 'engine2.vulgar': 0.9 });
    const atLeast = (threshold: number): Conditions => ({
      scores: [{ score: 'engine2.vulgar', atLeast: threshold }],
    });
    expect(decides({ actions: ['pass'], roleIds: ['role'] }, passed(), alert)).toBe(true);
    expect(decides(atLeast(0.3), scored, alert)).toBe(true);
    expect(decides(atLeast(0.3), scored)).toBe(false);
    expect(decides(atLeast(0.5), scored)).toBe(true);
  });

  it.each([
    'suggestedAction',
    'patches.sentimentScore',
    'patches.curseWordOverride',
    'operator.id',
  ])('is never punished for %s, which says nothing bad about it', (score) => {
    const certain: JudgedText = {
      ...passed(),
      judgement: {
        kind: 'verdict',
        verdict: {
          ...verdict('pass', { scores: { 'operator.id': 7 }, sentiment: 0.9 }),
          confidence: 0.99,
        },
      },
    };
    const when: Conditions = { scores: [{ score, atLeast: 0.5 }] };
    expect(decides(when, certain)).toBe(false);
    const named = { id: 'own', name: 'Own', when: { ...when, actions: ['pass'] }, effects: kick };
    expect(ruleSchema.safeParse(named).success).toBe(false);
  });

  it('is punished for blocked words', () => {
    expect(decides({ words: 'blocked' }, { ...passed(), blockedWords: ['word'] })).toBe(true);
  });
});

it('the first rule that applies decides, and a rule without effects spares', () => {
  const rules = [
    { id: 'a', name: 'A', when: { roleIds: ['role'] }, effects: [] },
    { id: 'b', name: 'B', when: { actions: ['flag'] }, effects: kick },
  ];
  const chosen = chooseRule({ ...defaultPolicy, rules }, text());
  expect(chosen).toEqual({ rule: { of: 'server', id: 'a', name: 'A' }, effects: [] });
});

describe('a text with a blocked word', () => {
  const blocked = text({ blockedWords: ['word'] });
  const deleted: Effect[] = [{ kind: 'delete' }];

  it.each<[string, Conditions]>([
    ['the suggested action', { actions: ['flag'] }],
    ['a score', { scores: [{ score: 'engine2.vulgar', atLeast: 0.3 }] }],
    ['the language', { languages: ['german'] }],
  ])('is not spared by a rule that is only about %s, unless it deletes, too', (_what, when) => {
    expect(decides(when, blocked, [])).toBe(false);
    expect(decides(when, blocked, kick)).toBe(false);
    expect(decides(when, blocked, [...kick, ...deleted])).toBe(true);
    expect(decides(when, text(), [])).toBe(true);
  });

  it.each<[string, Conditions]>([
    ['words', { words: 'blocked' }],
    ['a place', { channelIds: ['channel'] }],
    ['people', { roleIds: ['role'] }],
    ['a place and the suggested action', { channelIds: ['channel'], actions: ['flag'] }],
  ])('can be spared by a rule about %s', (_what, when) => {
    expect(decides(when, blocked, [])).toBe(true);
  });
});

it('without a rule, harmless texts pass and unknown ones are shown to moderators', () => {
  const unknown = { rule: { of: 'unknown' }, effects: [{ kind: 'alert' }] };
  const judged = (action: string) =>
    text({ judgement: { kind: 'verdict', verdict: verdict(action) } });
  expect(chooseRule(defaultPolicy, judged('Pass'))).toBeNull();
  expect(chooseRule(defaultPolicy, judged('frobnicate'))).toEqual(unknown);
  expect(chooseRule(defaultPolicy, judged(''))).toEqual(unknown);
});

describe('the preset', () => {
  const channel = (targetId: string, preset: 'relaxed' | 'normal' | 'strict') =>
    ({ kind: 'channel', targetId, preset }) as const;
  const role = { kind: 'role', targetId: 'role', preset: 'strict' } as const;

  it.each<[string, Partial<Policy>, boolean, string]>([
    ['the server', { preset: 'strict' }, false, 'strict'],
    ['age-restricted channels', { preset: 'strict' }, true, 'relaxed'],
    ['a role, before age-restricted channels', { presetOverrides: [role] }, true, 'strict'],
    [
      'the category, before a role',
      { presetOverrides: [role, channel('category', 'relaxed')] },
      false,
      'relaxed',
    ],
    [
      'the channel, before its category',
      { presetOverrides: [channel('category', 'relaxed'), channel('channel', 'strict')] },
      false,
      'strict',
    ],
    ['another channel', { presetOverrides: [channel('other', 'strict')] }, false, 'normal'],
  ])('is that of %s', (_what, changes, isAgeRestricted, expected) => {
    expect(presetFor({ ...defaultPolicy, ...changes }, message({ isAgeRestricted }))).toBe(
      expected,
    );
  });

  it('never punishes what the service passes or what is unknown, whatever the scores', () => {
    const scores = Object.fromEntries(
      Object.values(PRESETS)
        .flat()
        .flatMap(({ when }) => (when.scores ?? []).map(({ score }) => [score, 1])),
    );
    for (const preset of ['relaxed', 'normal', 'strict'] as const) {
      for (const action of ['pass', 'frobnicate']) {
        const judgement = { kind: 'verdict' as const, verdict: verdict(action, { scores }) };
        const chosen = chooseRule({ ...defaultPolicy, preset }, text({ judgement }));
        const kinds = (chosen?.effects ?? []).map(({ kind }) => kind);
        expect(kinds.filter((kind) => kind !== 'alert')).toEqual([]);
      }
    }
  });
});
