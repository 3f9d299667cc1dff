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

function acted(changes: Partial<ModeratorAction> = {}): ModeratorAction {
  const by = { id: '100000000000000005', name: 'moderator' };
  return { kind: 'done', by, at: 60_000, reason: null, steps: [], endedAt: 2_000, ...changes };
}

/** The lines below an alert's small line. */
function below(...moderatorActions: ModeratorAction[]): string[] {
  const record = { ...caseDraft({ moderatorActions }), number: 12 };
  const post = { cases: [{ record, text: 'x' }], policy: defaultPolicy } as const;
  return alertEmbed(english, post, { history: null }).description?.split('\n').slice(3) ?? [];
}

it.each<[string, Partial<ModeratorAction>]>([
  ['✓ Undone by <@100000000000000005>, <t:60:t>', { kind: 'undo' }],
  ['✓ Marked as a false alarm by <@100000000000000005>, <t:60:t>', { kind: 'allow' }],
  ['✓ Handled by <@100000000000000005>, <t:60:t>', {}],
  ['✓ Banned by <@100000000000000005>, <t:60:t>: ag\\*ain', { kind: 'ban', reason: 'ag*ain' }],
  ['⏳ Banning · <@100000000000000005>, <t:60:t>', { kind: 'ban', endedAt: null }],
])('a handled alert says: %s', (line, changes) => {
  expect(below(acted(changes))).toEqual([line]);
});

it('a refused action says how to fix it', () => {
  const steps = [{ action: { kind: 'ban' }, outcome: refused }] as const;
  expect(below(acted({ kind: 'ban', steps: [...steps] }))).toEqual([
    '⚠️ Tried to ban · <@100000000000000005>, <t:60:t>',
    '⛔ The member owns this server, and nobody can act on the owner.',
    '🔧 Nothing to change.',
  ]);
});

it('the latest of many actions are shown whole', () => {
  const actions = Array.from({ length: 60 }, (_, index) =>
    acted({ at: index, reason: `reason ${index} ${'x'.repeat(100)}` }),
  );
  const lines = below(...actions);
  expect(lines[0]).toBe('… and earlier actions');
  expect(lines.at(-1)).toContain('reason 59');
  expect(lines.join('\n')).not.toContain('reason 1 ');
});
