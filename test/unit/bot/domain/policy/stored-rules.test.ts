import { expect, it } from 'vitest';
import { decide } from '../../../../../src/bot/domain/decide.ts';
import { policySchema } from '../../../../../src/bot/domain/policy/policy.ts';
import { decidingRuleSchema } from '../../../../../src/bot/domain/policy/rules.ts';
import { judgedText } from '../../../../helpers/rules.ts';

/* Policies stored before rules had conditions hold effects by suggested action. */

const alert = [{ kind: 'alert' }];
const removed = [{ kind: 'delete' }, { kind: 'notice' }, { kind: 'alert' }];
const timedOut = [...removed, { kind: 'timeout' }];
const DEFAULTS = {
  pass: [],
  flag: alert,
  review: alert,
  warn: [{ kind: 'notice' }, { kind: 'alert' }],
  delete: removed,
  remove: removed,
  block: removed,
  mute: timedOut,
  timeout: timedOut,
  kick: [...removed, { kind: 'kick' }],
  ban: [...removed, { kind: 'ban' }],
  '*': alert,
};

it('without changes leave everything to the preset', () => {
  expect(policySchema.parse({ rules: DEFAULTS }).rules).toEqual([]);
});

it('become a rule for each action that was changed', () => {
  const policy = policySchema.parse({
    rules: { ...DEFAULTS, delete: [{ kind: 'ban' }], pass: alert, SPAM: removed },
  });
  expect(policy.rules).toEqual([
    { id: 'delete', name: 'delete', when: { actions: ['delete'] }, effects: [{ kind: 'ban' }] },
    { id: 'pass', name: 'pass', when: { actions: ['pass'] }, effects: alert },
    { id: 'spam', name: 'spam', when: { actions: ['spam'] }, effects: removed },
  ]);
  expect(policySchema.parse(JSON.parse(JSON.stringify(policy)))).toEqual(policy);
});

it('still only alert about an action whose rule was removed', () => {
  const { delete: _removed, ...rules } = DEFAULTS;
  const decision = decide(policySchema.parse({ rules }), judgedText('delete'));
  expect(decision?.effects).toEqual(alert);
});

it('are kept whatever their actions are called and however many there are', () => {
  const many = Object.fromEntries([...Array(70).keys()].map((n) => [`word${n}`, removed]));
  const long = 'x'.repeat(64);
  const { rules } = policySchema.parse({
    rules: { ' ': alert, ' Spam ': removed, [long]: removed, ...many, ...DEFAULTS, ban: alert },
  });
  expect(rules).toHaveLength(50);
  expect(rules.slice(0, 3).map(({ when }) => when.actions)).toEqual([['ban'], ['spam'], [long]]);
});

it('of another kind are refused', () => {
  expect(policySchema.safeParse({ rules: { ban: [{ kind: 'explode' }] } }).success).toBe(false);
  expect(policySchema.safeParse({ rules: 'strict' }).success).toBe(false);
});

it('stored with a case are read as the rule they were', () => {
  expect(decidingRuleSchema.parse('ban')).toEqual({ of: 'server', id: 'ban', name: 'ban' });
  expect(decidingRuleSchema.parse('*')).toEqual({ of: 'unknown' });
  expect(decidingRuleSchema.parse('keyword')).toEqual({ of: 'keyword' });
});
