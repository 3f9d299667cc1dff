import { expect, it } from 'vitest';
import { alertEmbed } from '../../../../../src/bot/posts/alerts/alert-embed.ts';
import type { ModeratorAction } from '../../../../../src/bot/domain/case.ts';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';
import { caseDraft } from '../../../../helpers/cases.ts';
import { english } from '../../../../helpers/renderer.ts';

const refused = {
  status: 'refused',
  at: 1,
  code: 50_013,
  reason: { key: 'refusals:owner.reason' },
  fix: { key: 'refusals:owner.fix' },
} as const;

const NUMBER =
  '[#12](https://discord.com/channels/100000000000000001/100000000000000003/100000000000000002)';

function acted(changes: Partial<ModeratorAction> = {}): ModeratorAction {
  const by = { id: '100000000000000005', name: 'moderator' };
  return { kind: 'done', by, at: 60_000, reason: null, steps: [], endedAt: 2_000, ...changes };
}

function linesOf(...moderatorActions: ModeratorAction[]): string[] {
  const record = { ...caseDraft({ moderatorActions }), number: 12 };
  const post = { cases: [{ record, text: 'x' }], policy: defaultPolicy } as const;
  return alertEmbed(english, post, { history: null }).description?.split('\n') ?? [];
}
/** The lines below an alert's small line. */
const below = (...moderatorActions: ModeratorAction[]): string[] =>
  linesOf(...moderatorActions).slice(3);

it.each<[string, Partial<ModeratorAction>]>([
  ['✓ Undone by <@100000000000000005>, <t:60:t>', { kind: 'undo' }],
  ['✓ Marked as a false alarm by <@100000000000000005>, <t:60:t>', { kind: 'allow' }],
  ['✓ Handled by <@100000000000000005>, <t:60:t>', {}],
  ['✓ Banned by <@100000000000000005>, <t:60:t>: ag\\*ain', { kind: 'ban', reason: 'ag*ain' }],
])('a handled alert is two lines: what happened, and %s', (line, changes) => {
  expect(linesOf(acted(changes))).toEqual([
    '**To review** · <@100000000000000004> in <#100000000000000003>',
    `-# ${line} · ${NUMBER}`,
  ]);
});

it('what goes on is shown below the rest', () => {
  expect(below(acted({ kind: 'ban', endedAt: null }))).toEqual([
    '⏳ Banning · <@100000000000000005>, <t:60:t>',
  ]);
});

it('a refused action says how to fix it', () => {
  const steps = [{ action: { kind: 'ban' }, outcome: refused }] as const;
  expect(below(acted({ kind: 'ban', steps: [...steps] }))).toEqual([
    '⚠️ Tried to ban · <@100000000000000005>, <t:60:t>',
    '⛔ The member owns this server, and nobody can act on the owner.',
    '-# 🔧 Nothing to change.',
  ]);
});

it('the latest of many actions is shown, with the beginning of a long reason', () => {
  const actions = Array.from({ length: 60 }, (_, index) =>
    acted({ at: index, reason: `reason ${index} ${'x'.repeat(100)}` }),
  );
  const [, line = '', ...others] = linesOf(...actions);
  expect(line).toMatch(/: reason 59 x{29}… · \[#12\]\(\S+\)$/);
  expect(others).toEqual([]);
});

it('the latest of many actions is shown whole while another goes on', () => {
  const actions = Array.from({ length: 60 }, (_, index) =>
    acted({ at: index, reason: `reason ${index} ${'x'.repeat(100)}`, endedAt: null }),
  );
  const lines = below(...actions);
  expect(lines[0]).toBe('… and earlier actions');
  expect(lines.at(-1)).toContain(`reason 59 ${'x'.repeat(100)}`);
  expect(lines.join('\n')).not.toContain('reason 1 ');
});
