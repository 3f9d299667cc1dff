import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceJudgement } from '../../../../src/bot/domain/case.ts';
import { decide, inOrder, skipReason, type Decision } from '../../../../src/bot/domain/decide.ts';
import { chooseRule } from '../../../../src/bot/domain/policy/choose-rule.ts';
import {
  defaultPolicy,
  type AppMode,
  type Policy,
} from '../../../../src/bot/domain/policy/policy.ts';
import type { Author, AuthorRank, Snapshot } from '../../../../src/bot/domain/snapshot.ts';
import { judgedText } from '../../../helpers/rules.ts';
import { snapshot } from '../../../helpers/snapshots.ts';
import { effectArbitrary, policyArbitrary, wordArbitrary } from './arbitraries.ts';

const by = (rank: AuthorRank): Snapshot => snapshot({ author: { rank } });
const kindsOf = (decision: Decision | null): string[] =>
  (decision?.effects ?? []).map(({ kind }) => kind);

describe('a text that is no message', () => {
  const member = { kind: 'person', rank: 'member' } as const;
  const shown = (decision: Decision | null): string[] => [
    ...kindsOf(decision),
    ...(decision?.withheld?.effects ?? []).map(({ kind }) => `(${kind})`),
  ];

  it.each<
    [Pick<Snapshot, 'subject'> & { author: Partial<Author> }, string, Partial<Policy>, string[]]
  >([
    [{ subject: 'title', author: member }, 'mute', {}, ['resetName', 'timeout', 'notice', 'alert']],
    [
      { subject: 'title', author: { kind: 'unknown', rank: 'member' } },
      'ban',
      {},
      ['resetName', 'alert'],
    ],
    [
      { subject: 'title', author: { kind: 'person', rank: 'owner' } },
      'delete',
      {},
      ['alert', '(resetName)', '(notice)'],
    ],
    [{ subject: 'name', author: member }, 'ban', {}, ['alert']],
    [{ subject: 'name', author: member }, 'ban', { names: 'reset' }, ['resetName', 'alert']],
    [{ subject: 'nickname', author: member }, 'flag', { names: 'reset' }, ['alert']],
    [
      { subject: 'name', author: { kind: 'person', rank: 'moderator' } },
      'ban',
      { names: 'reset' },
      ['alert', '(resetName)'],
    ],
    [{ subject: 'name', author: member }, 'pass', { names: 'reset' }, []],
    [{ subject: 'stage', author: { kind: 'unknown', rank: 'member' } }, 'ban', {}, ['alert']],
    [{ subject: 'event', author: { kind: 'unknown', rank: 'member' } }, 'pass', {}, []],
  ])('%j: %s with %j leads to %j', (origin, word, changes, expected) => {
    const decision = decide({ ...defaultPolicy, ...changes }, judgedText(word, snapshot(origin)));
    expect(shown(decision)).toEqual(expected);
  });
});

describe('skipReason', () => {
  it.each<[string, Snapshot, Partial<Policy>]>([
    ['own message', snapshot({ author: { kind: 'self' } }), {}],
    ['bot', snapshot({ author: { kind: 'bot' } }), {}],
    [
      'webhook',
      snapshot({ author: { kind: 'webhook' } }),
      { apps: { webhooks: 'off', bots: 'alert' } },
    ],
    ['system message', snapshot({ author: { kind: 'system' } }), {}],
    ['moderation is off', snapshot(), { mode: 'off' }],
    ['exempt role', snapshot({ author: { roleIds: ['1', '2'] } }), { exemptRoleIds: ['2'] }],
    ['exempt channel', snapshot({ channelId: '3' }), { exemptChannelIds: ['3'] }],
    ['exempt channel', snapshot({ parentIds: ['4', '5'] }), { exemptChannelIds: ['5'] }],
    ['nothing to read', snapshot({ text: '' }), {}],
  ])('skips a message because of "%s"', (reason, message, settings) => {
    expect(skipReason(message, { ...defaultPolicy, ...settings })).toBe(reason);
  });

  it.each<[string, Snapshot, Partial<Policy>]>([
    ['a plain message', snapshot(), {}],
    ['a message when only watching', snapshot(), { mode: 'watch' }],
    ['a message of the owner', snapshot({ author: { rank: 'owner' } }), {}],
    [
      'a message outside the exempt channels',
      snapshot({ channelId: '3' }),
      { exemptChannelIds: ['4'] },
    ],
    [
      'a message of an author with other roles',
      snapshot({ author: { roleIds: ['1'] } }),
      { exemptRoleIds: ['2'] },
    ],
  ])('lets %s be judged', (_name, message, settings) => {
    expect(skipReason(message, { ...defaultPolicy, ...settings })).toBeNull();
  });

  it('never lets the bot’s own messages or Discord’s be judged', () => {
    fc.assert(
      fc.property(policyArbitrary, fc.constantFrom('self', 'system'), (policy, kind) => {
        expect(skipReason(snapshot({ author: { kind } }), policy)).not.toBeNull();
      }),
    );
  });
});

describe('a bot or webhook', () => {
  it('faces only a deletion and an alert, and only as far as its setting allows', () => {
    const kinds = fc.constantFrom('bot', 'webhook');
    const modes = fc.constantFrom<AppMode>('alert', 'delete');
    fc.assert(
      fc.property(policyArbitrary, wordArbitrary, kinds, modes, (policy, word, kind, mode) => {
        const apps = { bots: mode, webhooks: mode };
        const text = judgedText(word, snapshot({ author: { kind, rank: 'owner' } }));
        const decision = decide({ ...policy, apps }, text);
        const chosen = (chooseRule(policy, text)?.effects ?? []).map((effect) => effect.kind);
        const hasDelete = mode === 'delete' && chosen.includes('delete');
        const expected = chosen.length === 0 ? [] : hasDelete ? ['delete', 'alert'] : ['alert'];
        expect(kindsOf(decision)).toEqual(expected);
        expect(decision?.withheld ?? null).toBeNull();
      }),
    );
  });
});

describe('decide', () => {
  it.each([
    ['pass', []],
    ['PASS ', []],
    ['flag', ['alert']],
    ['warn', ['notice', 'alert']],
    ['delete', ['delete', 'notice', 'alert']],
    ['Mute', ['delete', 'timeout', 'notice', 'alert']],
    ['kick', ['delete', 'notice', 'kick', 'alert']],
    ['ban', ['delete', 'notice', 'ban', 'alert']],
    ['frobnicate', ['alert']],
    ['toString', ['alert']],
    ['__proto__', ['alert']],
    ['', ['alert']],
  ])('answers “%s” with %j by default', (word, kinds) => {
    const decision = decide(defaultPolicy, judgedText(word));
    expect(kindsOf(decision)).toEqual(kinds);
    expect(decision?.withheld ?? null).toBeNull();
  });

  it('names the rule', () => {
    const own = { id: 'r1', name: 'No banning', when: { actions: ['ban'] }, effects: [] };
    const ruleOf = (word: string) =>
      decide({ ...defaultPolicy, rules: [own] }, judgedText(word))?.rule;
    expect(ruleOf('ban')).toEqual({ of: 'server', id: 'r1', name: 'No banning' });
    expect(ruleOf('delete')).toEqual({ of: 'preset', preset: 'normal', id: 'delete' });
    expect(ruleOf('frobnicate')).toEqual({ of: 'unknown' });
  });

  it('leaves out the notice when notices are off', () => {
    const policy = { ...defaultPolicy, notice: { ...defaultPolicy.notice, enabled: false } };
    expect(kindsOf(decide(policy, judgedText('delete')))).toEqual(['delete', 'alert']);
  });

  it.each<AuthorRank>(['moderator', 'owner'])('alerts instead of punishing a %s', (rank) => {
    expect(decide(defaultPolicy, judgedText('ban', by(rank)))).toMatchObject({
      effects: [{ kind: 'alert' }],
      withheld: { rank, effects: [{ kind: 'delete' }, { kind: 'notice' }, { kind: 'ban' }] },
    });
  });

  it('withholds nothing when the rule only alerts', () => {
    expect(decide(defaultPolicy, judgedText('flag', by('owner')))?.withheld).toBeNull();
    expect(decide(defaultPolicy, judgedText('pass', by('owner')))).toBeNull();
  });

  it('returns only effects of the rule, in order', () => {
    fc.assert(
      fc.property(policyArbitrary, wordArbitrary, (policy, word) => {
        const effects = decide(policy, judgedText(word))?.effects ?? [];
        expect(effects).toEqual(inOrder(effects));
        const allowed = chooseRule(policy, judgedText(word))?.effects ?? [];
        for (const effect of effects) expect(allowed).toContainEqual(effect);
      }),
    );
  });

  it('alerts about a text the service could not judge, and punishes nobody', () => {
    const judgement: ServiceJudgement = { kind: 'unchecked', reason: { key: 'Too long.' } };
    for (const rank of ['member', 'moderator', 'owner'] as const) {
      const text = { origin: by(rank), judgement, blockedWords: [] };
      expect(decide(defaultPolicy, text)).toEqual({
        judgement,
        rule: { of: 'unknown' },
        blockedWords: [],
        effects: [{ kind: 'alert' }],
        withheld: null,
      });
    }
  });
});

describe('inOrder', () => {
  it('keeps all effects and does not change its argument', () => {
    fc.assert(
      fc.property(fc.array(effectArbitrary), (effects) => {
        const before = [...effects];
        const sorted = inOrder(effects);
        expect(effects).toEqual(before);
        expect(sorted).toHaveLength(effects.length);
        for (const effect of effects) expect(sorted).toContain(effect);
      }),
    );
  });

  it('puts the notice before a kick or ban, and the alert last', () => {
    fc.assert(
      fc.property(fc.array(effectArbitrary), (effects) => {
        const kinds = inOrder(effects).map(({ kind }) => kind);
        const removal = kinds.findIndex((kind) => kind === 'kick' || kind === 'ban');
        const afterRemoval = removal < 0 ? [] : kinds.slice(removal);
        expect(afterRemoval).not.toContain('notice');
        const alerts = kinds.filter((kind) => kind === 'alert');
        expect(kinds.slice(kinds.length - alerts.length)).toEqual(alerts);
      }),
    );
  });
});
