import { expect, it } from 'vitest';
import { alertEmbed } from '../../../../../src/bot/posts/alerts/alert-embed.ts';
import type { Case, ModeratorAction } from '../../../../../src/bot/domain/case.ts';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';
import type { AlertCase } from '../../../../../src/bot/domain/ports.ts';
import { caseDraft } from '../../../../helpers/cases.ts';
import { english } from '../../../../helpers/renderer.ts';

const AUTHOR = '<@100000000000000004>';
const DELETED: Case['steps'] = [
  { effect: { kind: 'delete' }, outcome: { status: 'done', at: 1 } },
  { effect: { kind: 'alert' }, outcome: null },
];

function nth(number: number, changes: Partial<Case> = {}): AlertCase {
  const messageId = String(100_000_000_000_000_000n + BigInt(number) * 10n);
  const previousMessageId = String(BigInt(messageId) - 1n);
  const draft = caseDraft({ messageId, previousMessageId, steps: DELETED });
  const record = { ...draft, number, ...changes };
  return { record, text: `text ${number}` };
}
const NO_CASES = { total: 0, results: [], lastAt: null, isComplete: true };

function linesOf(first: AlertCase, ...others: AlertCase[]): string[] {
  const post = { cases: [first, ...others], policy: defaultPolicy } as const;
  return alertEmbed(english, post, { history: NO_CASES }).description?.split('\n') ?? [];
}
const link = (number: number): string =>
  `[#${number}](https://discord.com/channels/100000000000000001/100000000000000003/${99_999_999_999_999_999n + BigInt(number) * 10n})`;
function acted(kind: ModeratorAction['kind'], at = 60_000): ModeratorAction {
  const by = { id: '5', name: 'm' };
  return { kind, by, at, reason: null, steps: [], endedAt: 2 };
}

it('each case has a line with its text, newest last', () => {
  expect(linesOf(nth(1), nth(2, { keywords: ['raid'] }))).toEqual([
    `**Deleted ×2** · ${AUTHOR} in <#100000000000000003>`,
    `||text 1|| · ${link(1)}`,
    `||text 2|| · keyword “raid” · ${link(2)}`,
    '-# no earlier cases',
  ]);
});

it('differences between the cases are shown for each', () => {
  const review = nth(2, { steps: [], channelId: '7' });
  const lines = linesOf(nth(1), review);
  expect(lines[0]).toBe(`**2 cases** · ${AUTHOR}`);
  expect(lines[1]).toBe(`||text 1|| · Deleted · <#100000000000000003> · ${link(1)}`);
  expect(lines[2]).toContain('||text 2|| · To review · <#7> · [#2](');
});

it('the newest three are shown, with the number of earlier ones', () => {
  const all = Array.from({ length: 21 }, (_, index) => nth(index + 2));
  const lines = linesOf(nth(1), ...all);
  expect(lines[0]).toContain('Deleted ×22');
  expect(lines.slice(1, -1)).toEqual(
    [20, 21, 22].map((number) => `||text ${number}|| · ${link(number)}`),
  );
  expect(lines.at(-1)).toBe('-# and 19 earlier: /case list · no earlier cases');
});

it('texts are cut to a line', () => {
  const long = { ...nth(2), text: 'x'.repeat(400) };
  expect(linesOf(nth(1), long)[2]).toBe(`||${'x'.repeat(49)}…|| · ${link(2)}`);
});

it('are two lines once all of them are handled', () => {
  const done = (number: number, at: number) =>
    nth(number, { moderatorActions: [acted('done', at)] });
  expect(linesOf(done(3, 60_000), done(5, 61_000))).toEqual([
    `**Deleted ×2** · ${link(3)}–${link(5)} · ${AUTHOR} in <#100000000000000003>`,
    '-# ✓ Handled by <@5>, <t:61:t>',
  ]);
  const openedAt = 50_000;
  const banned = nth(2, { openedAt, moderatorActions: [acted('ban')] });
  expect(linesOf(nth(1, { openedAt }), banned).at(-1)).toBe('-# ✓ Banned by <@5>, <t:60:t>');
});

it('are shown again when another joins', () => {
  const handled = nth(1, { openedAt: 50_000, moderatorActions: [acted('ban')] });
  const lines = linesOf(handled, nth(2, { openedAt: 61_000 }));
  expect(lines).toContain(`||text 2|| · ${link(2)}`);
  expect(lines.at(-1)).toBe('✓ Banned by <@5>, <t:60:t>');
});

it('a handled one among others has a mark', () => {
  const lines = linesOf(nth(1, { moderatorActions: [acted('allow')] }), nth(2));
  expect(lines[1]).toBe(`✓ ||text 1|| · ${link(1)}`);
  expect(lines.at(-1)).toBe('-# no earlier cases');
});

it('the author counts as told once one notice was sent', () => {
  const notice = (outcome: Case['steps'][number]['outcome']): Case['steps'] => [
    ...DELETED,
    { effect: { kind: 'notice' }, outcome },
  ];
  const merged = { status: 'deferred', at: 1, detail: { key: 'merged' } } as const;
  const first = nth(1, { steps: notice({ status: 'done', at: 1 }) });
  expect(linesOf(first, nth(2, { steps: notice(merged) })).at(-1)).toBe(
    '-# no earlier cases · DM sent',
  );
});
