import { expect, it } from 'vitest';
import { problemText } from '../../../../commands/moderation/change.ts';
import { translator } from '../../../../src/bot/locales/translate.ts';
import { defaultPolicy, policySchema } from '../../../../src/bot/domain/policy/policy.ts';

const t = translator('en');
const { escalation } = defaultPolicy;
const step = { strikes: 1, effect: { kind: 'ban' } };

it.each<[string, object, string]>([
  ['one strike', { escalation: { ...escalation, steps: [step] } }, 'A step has 2 to 100 strikes.'],
  ['no days', { escalation: { ...escalation, windowDays: 0 } }, 'Enter 1 to 90 days.'],
  ['91 days', { evidenceDays: 91 }, 'Enter 1 to 90 days.'],
  ['an endless timeout', { timeoutSeconds: 1e9 }, 'A timeout lasts at most 28 days'],
  ['an empty notice', { notice: { text: '' } }, 'The text of the notice'],
  [
    'a step that deletes',
    { escalation: { ...escalation, steps: [{ strikes: 2, effect: { kind: 'delete' } }] } },
    'exactly one effect',
  ],
  ['a nameless mode', { mode: 'loud' }, 'That value does not work here'],
])('%s is refused in words for people, not in those of the schema', (_what, changes, sentence) => {
  const parsed = policySchema.safeParse({ ...defaultPolicy, ...changes });
  const told = problemText(parsed.error?.issues[0], t);
  expect(told).toContain(sentence);
  expect(told).not.toMatch(/Too (small|big)|expected|Invalid/);
});
