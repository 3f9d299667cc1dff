import { expect, it } from 'vitest';
import { alertEmbed } from '../../../../src/discord/alerts/alert-embed.ts';
import type { Case, ModeratorAction } from '../../../../src/moderation/case.ts';
import { defaultPolicy } from '../../../../src/moderation/policy.ts';
import { caseDraft, memberAuthor } from '../../../helpers/cases.ts';
import { english } from '../../../helpers/renderer.ts';

const refused: Case['steps'][number] = {
  effect: { kind: 'addRole', roleId: '5' },
  outcome: {
    status: 'refused',
    at: 1,
    code: 50_013,
    reason: { key: 'r'.repeat(300) },
    fix: { key: 'f'.repeat(300) },
  },
};
const moderatorAction: ModeratorAction = {
  kind: 'done',
  by: { id: '100000000000000005', name: 'moderator' },
  at: 1,
  reason: 'x'.repeat(250),
  steps: [],
  endedAt: 2,
};

function embedWith(refusals: number, actions: number) {
  const record: Case = {
    ...caseDraft({
      author: memberAuthor('100000000000000004', 'n'.repeat(100)),
      steps: Array.from({ length: refusals }, () => refused),
      moderatorActions: Array.from({ length: actions }, () => moderatorAction),
    }),
    number: 1,
  };
  return alertEmbed(
    english,
    { record, policy: defaultPolicy, text: 't'.repeat(4000) },
    'https://x.example',
  );
}

function lengthOf({
  author,
  title,
  description,
  fields = [],
  footer,
}: ReturnType<typeof embedWith>) {
  const texts = [author?.name, title, description, footer?.text];
  return [...texts, ...fields.flatMap(({ name, value }) => [name, value])].join('').length;
}

it.each([5, 6, 7])('cuts the quote so that %i refusals fit into 6,000 characters', (count) => {
  const embed = embedWith(count, 0);
  expect(lengthOf(embed)).toBeLessThanOrEqual(6000);
  expect(embed.description).toMatch(/^\|\|t+…\|\|$/);
});

it('cuts the moderator actions as well when seven refusals leave little room', () => {
  const embed = embedWith(7, 20);
  expect(lengthOf(embed)).toBeLessThanOrEqual(6000);
  expect(embed.fields?.at(-1)?.value).toContain('Settled');
});

it('cuts each field to 1,024 characters', () => {
  const outcome = { status: 'done', at: 1, detail: { key: 'd'.repeat(2000) } } as const;
  const record = { ...caseDraft({ steps: [{ effect: { kind: 'delete' }, outcome }] }), number: 1 };
  const embed = alertEmbed(english, { record, policy: defaultPolicy, text: 'x' }, '');
  expect(Math.max(...(embed.fields ?? []).map(({ value }) => value.length))).toBe(1024);
});
