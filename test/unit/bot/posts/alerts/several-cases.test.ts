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
  `[context](https://discord.com/channels/100000000000000001/100000000000000003/${99_999_999_999_999_999n + BigInt(number) * 10n})`;
function acted(kind: ModeratorAction['kind'], at = 60_000): ModeratorAction {
  const by = { id: '5', name: 'm' };
  return { kind, by, at, reason: null, steps: [], endedAt: 2 };
}

it('each case has its text and its own small line, newest last', () => {
  expect(linesOf(nth(1), nth(2, { keywords: ['raid'] }))).toEqual([
    `**Deleted ×2** · ${AUTHOR} in <#100000000000000003>`,
    '||text 1||',
    `-# overall 97% · ${link(1)} · #1`,
    '||text 2||',
    `-# overall 97% · keyword “raid” · ${link(2)} · #2`,
    '-# no earlier cases',
  ]);
});

it('differences between the cases are shown for each', () => {
  const review = nth(2, { steps: [], channelId: '7' });
  const lines = linesOf(nth(1), review);
  expect(lines[0]).toBe(`**2 cases** · ${AUTHOR}`);
  expect(lines[2]).toBe(`-# Deleted · <#100000000000000003> · overall 97% · ${link(1)} · #1`);
  expect(lines[4]).toContain('-# To review · <#7> · overall 97% · [message](');
});

it('the newest ten are shown, with the number of earlier ones', () => {
  const all = Array.from({ length: 21 }, (_, index) => nth(index + 2));
  const lines = linesOf(nth(1), ...all);
  expect(lines[0]).toContain('Deleted ×22');
  expect(lines[1]).toBe('-# and 12 earlier: /case list');
  expect(lines.filter((line) => line.startsWith('||text'))).toEqual(
    Array.from({ length: 10 }, (_, index) => `||text ${index + 13}||`),
  );
});

it('actions on all cases or on the author are shown once at the end', () => {
  const done = (number: number, at: number) =>
    nth(number, { moderatorActions: [acted('undo', at)] });
  expect(linesOf(done(1, 60_000), done(2, 61_000)).slice(5)).toEqual([
    '-# no earlier cases',
    '✓ Undone by <@5>, <t:61:t>',
  ]);
  const banned = linesOf(nth(1), nth(2, { moderatorActions: [acted('ban')] }));
  expect(banned.at(-1)).toBe('✓ Banned by <@5>, <t:60:t>');
});

it('an action on one case is shown at that case', () => {
  const lines = linesOf(nth(1, { moderatorActions: [acted('allow')] }), nth(2));
  expect(lines[2]).toBe(
    `-# overall 97% · ${link(1)} · #1 · ✓ Marked as a false alarm by <@5>, <t:60:t>`,
  );
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
