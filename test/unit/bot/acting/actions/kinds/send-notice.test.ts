import { describe, expect, it } from 'vitest';
import { noticeEmbed } from '../../../../../../src/bot/acting/actions/kinds/send-notice.ts';
import { ACTIONS } from '../../../../../../src/bot/acting/actions/registry.ts';
import type { Case } from '../../../../../../src/bot/domain/case.ts';
import type { Effect, Outcome } from '../../../../../../src/bot/domain/effects.ts';
import { defaultPolicy } from '../../../../../../src/bot/domain/policy/policy.ts';
import { caseDraft, refused } from '../../../../../helpers/cases.ts';
import { english } from '../../../../../helpers/renderer.ts';

const done: Outcome = { status: 'done', at: 1 };

describe('noticeEmbed', () => {
  it('replaces the placeholders with defused names', () => {
    const policy = {
      ...defaultPolicy,
      notice: { enabled: true, text: '{channel} {server} {case} {other} $&' },
    };
    const record = { ...caseDraft(), number: 5 };
    const names = { server: 'S*rver', channel: 'g_n' };
    const description = noticeEmbed(
      english.t,
      { record, policy, text: 'x' },
      { names, impending: new Set(), actions: ACTIONS },
    ).description;
    expect(description).toBe('#g\\_n **S\\*rver** #5 {other} $&');
  });

  const happened = (steps: Case['steps'], impending: ReadonlySet<'kick' | 'ban'> = new Set()) =>
    noticeEmbed(
      english.t,
      { record: { ...caseDraft({ steps }), number: 1 }, policy: defaultPolicy, text: null },
      { names: { server: 'S', channel: 'c' }, impending, actions: ACTIONS },
    ).fields?.find(({ name }) => name === 'What happened')?.value;

  it.each<[effect: Effect, expected: string]>([
    [{ kind: 'delete' }, 'Your message was deleted.'],
    [{ kind: 'timeout' }, 'You can read but not write there for 10 minutes.'],
    [{ kind: 'addRole', roleId: '5' }, 'Your roles there have changed.'],
    [{ kind: 'removeRole', roleId: '5' }, 'Your roles there have changed.'],
  ])('mentions %o only once it is done', (effect, expected) => {
    expect(happened([{ effect, outcome: done }])).toBe(expected);
    expect(happened([{ effect, outcome: refused }])).toBeUndefined();
    expect(happened([{ effect, outcome: null }])).toBeUndefined();
  });

  it('mentions a kick and a ban only if they are possible', () => {
    const steps: Case['steps'] = [
      { effect: { kind: 'kick' }, outcome: null },
      { effect: { kind: 'ban' }, outcome: null },
    ];
    expect(happened(steps)).toBeUndefined();
    expect(happened(steps, new Set(['ban']))).toBe('You were banned from the server.');
    expect(happened(steps, new Set(['kick']))).toContain('You were kicked');
  });

  it.each([
    ['who stays to the moderators', new Set<'ban'>(), true],
    ['who is banned only to the appeal button', new Set(['ban'] as const), false],
  ])('sends a member %s', (_name, impending, isToModerators) => {
    const { description } = noticeEmbed(
      english.t,
      { record: { ...caseDraft(), number: 1 }, policy: defaultPolicy, text: null },
      { names: { server: 'S', channel: 'c' }, impending, actions: ACTIONS },
    );
    expect(description).toContain('press the button below');
    expect(description?.includes('contact a moderator there')).toBe(isToModerators);
  });

  it('mentions changed roles once, and ignores a role that no longer exists', () => {
    const effect = { kind: 'removeRole', roleId: '5' } as const;
    const changed = [
      { effect, outcome: done },
      { effect: { ...effect, roleId: '6' }, outcome: done },
    ];
    expect(happened(changed)).toBe('Your roles there have changed.');
    const detail = { key: 'effects:detail.roleGone' };
    expect(happened([{ effect, outcome: { ...done, detail } }])).toBeUndefined();
  });
});
