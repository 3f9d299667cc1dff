import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceJudgement } from '../../../src/moderation/case.ts';
import {
  decide,
  decideFor,
  inOrder,
  ruleFor,
  skipReason,
  type Origin,
} from '../../../src/moderation/decide.ts';
import {
  defaultPolicy,
  policySchema,
  type AppMode,
  type Policy,
} from '../../../src/moderation/policy.ts';
import type { AuthorRank, Snapshot } from '../../../src/moderation/snapshot.ts';
import { snapshot } from '../../helpers/snapshots.ts';
import { verdict } from '../../helpers/verdicts.ts';
import { effectArbitrary, policyArbitrary, wordArbitrary } from './arbitraries.ts';

const judged = (action: string): ServiceJudgement => ({
  kind: 'verdict',
  verdict: verdict(action),
});
const rankArbitrary = fc.constantFrom<AuthorRank>('member', 'moderator', 'owner');

describe('a text that is no message', () => {
  const member = { kind: 'person', rank: 'member' } as const;
  const kindsOf = (origin: Origin, word: string, changes: Partial<Policy> = {}) => {
    const { effects, withheld } = decideFor(origin, { ...defaultPolicy, ...changes }, judged(word));
    const kinds = effects.map(({ kind }) => kind);
    return withheld === null
      ? kinds
      : [...kinds, ...withheld.effects.map(({ kind }) => `(${kind})`)];
  };

  it.each<[Origin, string, Partial<Policy>, string[]]>([
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
    expect(kindsOf(origin, word, changes)).toEqual(expected);
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
    ['a message in shadow mode', snapshot(), { mode: 'shadow' }],
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

describe('decideFor', () => {
  it('only deletes and alerts for a bot or webhook, and only as far as its setting allows', () => {
    const kinds = fc.constantFrom('bot', 'webhook');
    const modes = fc.constantFrom<AppMode>('alert', 'delete');
    fc.assert(
      fc.property(policyArbitrary, fc.string(), kinds, modes, (policy, word, kind, mode) => {
        const apps = { bots: mode, webhooks: mode };
        const author = { kind, rank: 'owner' } as const;
        const { effects, withheld } = decideFor(
          { subject: 'message', author },
          { ...policy, apps },
          judged(word),
        );
        const rule = ruleFor(policy, word).effects.map(({ kind }) => kind);
        const hasDelete = mode === 'delete' && rule.includes('delete');
        const expected = rule.length === 0 ? [] : hasDelete ? ['delete', 'alert'] : ['alert'];
        expect(effects.map(({ kind }) => kind)).toEqual(expected);
        expect(withheld).toBeNull();
      }),
    );
  });
});

describe('decide', () => {
  it.each([
    ['pass', 'pass', []],
    ['PASS ', 'pass', []],
    ['flag', 'flag', ['alert']],
    ['warn', 'warn', ['notice', 'alert']],
    ['delete', 'delete', ['delete', 'notice', 'alert']],
    ['Mute', 'mute', ['delete', 'timeout', 'notice', 'alert']],
    ['kick', 'kick', ['delete', 'notice', 'kick', 'alert']],
    ['ban', 'ban', ['delete', 'notice', 'ban', 'alert']],
    ['frobnicate', '*', ['alert']],
    ['toString', '*', ['alert']],
    ['__proto__', '*', ['alert']],
    ['', '*', ['alert']],
  ])('maps "%s" to the rule "%s" by default', (word, rule, kinds) => {
    const decision = decide(defaultPolicy, judged(word), 'member');
    expect(decision.rule).toBe(rule);
    expect(decision.effects.map(({ kind }) => kind)).toEqual(kinds);
    expect(decision.withheld).toBeNull();
  });

  it('leaves out the notice when notices are off', () => {
    const policy = { ...defaultPolicy, notice: { ...defaultPolicy.notice, enabled: false } };
    const kinds = decide(policy, judged('delete'), 'member').effects.map(({ kind }) => kind);
    expect(kinds).toEqual(['delete', 'alert']);
  });

  it.each<AuthorRank>(['moderator', 'owner'])('alerts instead of punishing a %s', (rank) => {
    expect(decide(defaultPolicy, judged('ban'), rank)).toEqual({
      judgement: judged('ban'),
      rule: 'ban',
      effects: [{ kind: 'alert' }],
      withheld: { rank, effects: [{ kind: 'delete' }, { kind: 'notice' }, { kind: 'ban' }] },
    });
  });

  it('withholds nothing when the rule only alerts', () => {
    expect(decide(defaultPolicy, judged('flag'), 'owner').withheld).toBeNull();
    expect(decide(defaultPolicy, judged('pass'), 'owner').effects).toEqual([]);
  });

  it('never does more than alert about an owner or a moderator', () => {
    fc.assert(
      fc.property(
        policyArbitrary,
        wordArbitrary,
        fc.constantFrom('moderator' as const, 'owner' as const),
        (policy, word, rank) => {
          const { effects } = decide(policy, judged(word), rank);
          expect(effects.every(({ kind }) => kind === 'alert')).toBe(true);
        },
      ),
    );
  });

  it('alerts about a moderator whenever a member would face effects', () => {
    fc.assert(
      fc.property(policyArbitrary, wordArbitrary, (policy, word) => {
        const wanted = decide(policy, judged(word), 'member').effects;
        const shown = decide(policy, judged(word), 'owner').effects;
        expect(shown.length > 0).toBe(wanted.length > 0);
      }),
    );
  });

  it('always alerts, and only alerts, about an action without a rule', () => {
    fc.assert(
      fc.property(policyArbitrary, wordArbitrary, rankArbitrary, (policy, word, rank) => {
        fc.pre(ruleFor(policy, word).rule === '*');
        expect(decide(policy, judged(word), rank)).toEqual({
          judgement: judged(word),
          rule: '*',
          effects: [{ kind: 'alert' }],
          withheld: null,
        });
      }),
    );
  });

  it('returns only effects of the rule, in order', () => {
    fc.assert(
      fc.property(policyArbitrary, wordArbitrary, (policy, word) => {
        const { effects } = decide(policy, judged(word), 'member');
        expect(effects).toEqual(inOrder(effects));
        const allowed = ruleFor(policy, word).effects;
        for (const effect of effects) expect(allowed).toContainEqual(effect);
      }),
    );
  });
});

describe('ruleFor', () => {
  it('finds a rule regardless of case and surrounding blanks', () => {
    const policy = policySchema.parse({ rules: { ban: [{ kind: 'kick' }] } });
    for (const word of ['ban', 'BAN', ' Ban\n']) {
      expect(ruleFor(policy, word)).toEqual({ rule: 'ban', effects: [{ kind: 'kick' }] });
    }
  });

  it('returns a rule of the policy or the alert for any word', () => {
    fc.assert(
      fc.property(policyArbitrary, wordArbitrary, (policy, word) => {
        const { rule, effects } = ruleFor(policy, word);
        expect(effects).toEqual(rule === '*' ? [{ kind: 'alert' }] : policy.rules[rule]);
      }),
    );
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

it('alerts about a text the service could not judge, and punishes nobody', () => {
  const unchecked: ServiceJudgement = { kind: 'unchecked', reason: { key: 'Too long.' } };
  for (const rank of ['member', 'moderator', 'owner'] as const) {
    expect(decide(defaultPolicy, unchecked, rank)).toEqual({
      judgement: unchecked,
      rule: '*',
      effects: [{ kind: 'alert' }],
      withheld: null,
    });
  }
});
