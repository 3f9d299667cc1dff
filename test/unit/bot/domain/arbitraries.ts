import * as fc from 'fast-check';
import type { Effect } from '../../../../src/bot/domain/effects.ts';
import type { JudgedText } from '../../../../src/bot/domain/policy/choose-rule.ts';
import { policySchema, type Policy } from '../../../../src/bot/domain/policy/policy.ts';
import { presetNameSchema } from '../../../../src/bot/domain/policy/preset-names.ts';
import { SUBJECTS } from '../../../../src/bot/domain/snapshot.ts';
import { snapshot } from '../../../helpers/snapshots.ts';
import { verdict } from '../../../helpers/verdicts.ts';

const roleId = fc.constantFrom('100000000000000010', '100000000000000011');
const channelId = fc.constantFrom('100000000000000003', '100000000000000020');
const presetArbitrary = fc.constantFrom(...presetNameSchema.options);

export const effectArbitrary: fc.Arbitrary<Effect> = fc.oneof(
  fc.constantFrom<Effect>(
    { kind: 'delete' },
    { kind: 'notice' },
    { kind: 'timeout' },
    { kind: 'timeout', seconds: 60 },
    { kind: 'kick' },
    { kind: 'ban' },
    { kind: 'alert' },
  ),
  fc.record({ kind: fc.constantFrom('addRole' as const, 'removeRole' as const), roleId }),
);

export const wordArbitrary: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('pass', 'flag', 'delete', 'ban', '*', 'toString', '__proto__', 'constructor', ''),
  fc.string({ maxLength: 10 }),
);

const SCORES = [
  'engine1.baseline',
  'engine2.vulgar',
  'suggestedAction',
  'patches.sentimentScore',
  'insights.categories.threat',
  'insights.categories.insult',
  '__proto__',
];

const CONDITIONS = {
  actions: fc.array(wordArbitrary, { minLength: 1, maxLength: 3 }),
  scores: fc.array(
    fc.record({
      score: fc.constantFrom(...SCORES),
      atLeast: fc.double({ min: -1, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  languages: fc.uniqueArray(fc.constantFrom('English', 'german'), { maxLength: 2 }),
  accountAgeUnderDays: fc.constantFrom(1, 400),
  memberAgeUnderDays: fc.constantFrom(1, 300),
  channelIds: fc.uniqueArray(channelId, { maxLength: 2 }),
  roleIds: fc.uniqueArray(roleId, { maxLength: 2 }),
  words: fc.constant('blocked' as const),
};
const CONDITION_NAMES = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];

/** Conditions as people enter them; few values, so that they are often met. Some combinations are refused. */
const conditionsArbitrary = fc
  .subarray(CONDITION_NAMES, { minLength: 0, maxLength: 2 })
  .chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, CONDITIONS[name]] as const))),
  );

const rulesArbitrary = fc
  .array(
    fc.record({
      when: conditionsArbitrary,
      effects: fc.uniqueArray(effectArbitrary, {
        maxLength: 8,
        selector: (effect) => ('roleId' in effect ? effect.roleId : effect.kind),
      }),
    }),
    { maxLength: 6 },
  )
  .map((rules) =>
    rules.map((rule, index) => ({ id: `r${index}`, name: `Rule ${index}`, ...rule })),
  );

/** Any policy that a guild can enter. */
export const policyArbitrary: fc.Arbitrary<Policy> = fc
  .record({
    mode: fc.constantFrom('enforce', 'watch'),
    rules: rulesArbitrary,
    preset: presetArbitrary,
    ageRestrictedPreset: presetArbitrary,
    presetOverrides: fc.uniqueArray(
      fc.oneof(
        fc.record({ kind: fc.constant('channel'), targetId: channelId, preset: presetArbitrary }),
        fc.record({ kind: fc.constant('role'), targetId: roleId, preset: presetArbitrary }),
      ),
      { maxLength: 3, selector: ({ targetId }) => targetId },
    ),
    notice: fc.record({ enabled: fc.boolean() }),
    apps: fc.record({
      webhooks: fc.constantFrom('alert', 'delete'),
      bots: fc.constantFrom('alert', 'delete'),
    }),
    names: fc.constantFrom('alert', 'reset'),
  })
  .map((settings) => {
    const rules = settings.rules.filter(
      (rule) => policySchema.safeParse({ rules: [rule] }).success,
    );
    return policySchema.parse({ ...settings, rules });
  });

const scoresArbitrary = fc.dictionary(
  fc.constantFrom(...SCORES),
  fc.double({ min: 0, max: 1, noNaN: true }),
);

/** Any text with any answer of the service, by any author, in any channel. */
export const judgedTextArbitrary: fc.Arbitrary<JudgedText> = fc
  .record({
    word: fc.oneof(wordArbitrary, fc.constant('pass')),
    scores: scoresArbitrary,
    sentiment: fc.double({ min: -1, max: 1, noNaN: true }),
    isChecked: fc.boolean(),
    blockedWords: fc.constantFrom([], ['word']),
    subject: fc.constantFrom(...SUBJECTS),
    kind: fc.constantFrom('person', 'bot', 'webhook', 'unknown'),
    rank: fc.constantFrom('member', 'moderator', 'owner'),
    roleIds: fc.uniqueArray(roleId, { maxLength: 2 }),
    channelId,
    isAgeRestricted: fc.boolean(),
  })
  .map(({ word, scores, sentiment, isChecked, blockedWords, kind, rank, roleIds, ...place }) => ({
    origin: snapshot({ ...place, editedAt: Date.UTC(2026, 0, 1), author: { kind, rank, roleIds } }),
    judgement: isChecked
      ? { kind: 'verdict', verdict: verdict(word, { scores, sentiment }) }
      : { kind: 'unchecked', reason: { key: 'Too long.' } },
    blockedWords,
  }));
