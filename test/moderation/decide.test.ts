import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, skipReason, uncheckedDecision } from '../../src/moderation/decide.ts';
import { inOrder } from '../../src/moderation/effects.ts';
import { defaultPolicy, ruleFor, type Policy } from '../../src/moderation/policy.ts';
import type { AuthorKind, Snapshot, Standing } from '../../src/moderation/snapshot.ts';
import { snapshot } from '../helpers/snapshots.ts';
import { verdict } from '../helpers/verdicts.ts';
import { effectArbitrary, policyArbitrary, wordArbitrary } from './arbitraries.ts';

const standingArbitrary = fc.constantFrom<Standing>('member', 'moderator', 'owner');

describe('skipReason', () => {
  it.each<[string, Snapshot, Partial<Policy>]>([
    ['own message', snapshot({ author: { kind: 'self' } }), {}],
    ['bot', snapshot({ author: { kind: 'bot' } }), {}],
    ['webhook', snapshot({ author: { kind: 'webhook' } }), {}],
    ['system message', snapshot({ author: { kind: 'system' } }), {}],
    ['moderation is off', snapshot(), { mode: 'off' }],
    ['exempt role', snapshot({ author: { roleIds: ['1', '2'] } }), { exemptRoleIds: ['2'] }],
    ['exempt channel', snapshot({ channelId: '3' }), { exemptChannelIds: ['3'] }],
    ['exempt channel', snapshot({ parentIds: ['4', '5'] }), { exemptChannelIds: ['5'] }],
    ['nothing to read', snapshot({ text: '' }), {}],
  ])('says "%s"', (reason, message, settings) => {
    expect(skipReason(message, { ...defaultPolicy, ...settings })).toBe(reason);
  });

  it.each<[string, Snapshot, Partial<Policy>]>([
    ['a plain message', snapshot(), {}],
    ['a message in a guild that only watches', snapshot(), { mode: 'shadow' }],
    ['one of the owner', snapshot({ author: { standing: 'owner' } }), {}],
    ['one outside the exempt channels', snapshot({ channelId: '3' }), { exemptChannelIds: ['4'] }],
    ['one of other roles', snapshot({ author: { roleIds: ['1'] } }), { exemptRoleIds: ['2'] }],
  ])('lets %s be judged', (_name, message, settings) => {
    expect(skipReason(message, { ...defaultPolicy, ...settings })).toBeNull();
  });

  it('lets no one but people be judged', () => {
    const kinds: AuthorKind[] = ['self', 'bot', 'webhook', 'system'];
    fc.assert(
      fc.property(policyArbitrary, fc.constantFrom(...kinds), (policy, kind) => {
        expect(skipReason(snapshot({ author: { kind } }), policy)).not.toBeNull();
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
  ])('makes of "%s" the rule "%s" by default', (word, rule, kinds) => {
    const decision = decide(defaultPolicy, verdict(word), 'member');
    expect(decision.rule).toBe(rule);
    expect(decision.effects.map(({ kind }) => kind)).toEqual(kinds);
    expect(decision.withheld).toBeNull();
  });

  it('leaves the notice out where a guild sends none', () => {
    const policy = { ...defaultPolicy, notice: { ...defaultPolicy.notice, enabled: false } };
    const kinds = decide(policy, verdict('delete'), 'member').effects.map(({ kind }) => kind);
    expect(kinds).toEqual(['delete', 'alert']);
  });

  it.each<Standing>(['moderator', 'owner'])('alerts instead of punishing a %s', (standing) => {
    expect(decide(defaultPolicy, verdict('ban'), standing)).toEqual({
      rule: 'ban',
      effects: [{ kind: 'alert' }],
      withheld: { standing, effects: [{ kind: 'delete' }, { kind: 'notice' }, { kind: 'ban' }] },
    });
  });

  it('withholds nothing where there is nothing to withhold', () => {
    expect(decide(defaultPolicy, verdict('flag'), 'owner').withheld).toBeNull();
    expect(decide(defaultPolicy, verdict('pass'), 'owner').effects).toEqual([]);
  });

  it('never does more than alert about an owner or a moderator', () => {
    fc.assert(
      fc.property(
        policyArbitrary,
        wordArbitrary,
        fc.constantFrom('moderator' as const, 'owner' as const),
        (policy, word, standing) => {
          const { effects } = decide(policy, verdict(word), standing);
          expect(effects.every(({ kind }) => kind === 'alert')).toBe(true);
        },
      ),
    );
  });

  it('never lets what would have been done to anybody go unseen', () => {
    fc.assert(
      fc.property(policyArbitrary, wordArbitrary, (policy, word) => {
        const wanted = decide(policy, verdict(word), 'member').effects;
        const shown = decide(policy, verdict(word), 'owner').effects;
        expect(shown.length > 0).toBe(wanted.length > 0);
      }),
    );
  });

  it('never punishes for a word without a rule, and never is silent about it', () => {
    fc.assert(
      fc.property(policyArbitrary, wordArbitrary, standingArbitrary, (policy, word, standing) => {
        fc.pre(ruleFor(policy, word).rule === '*');
        expect(decide(policy, verdict(word), standing)).toEqual({
          rule: '*',
          effects: [{ kind: 'alert' }],
          withheld: null,
        });
      }),
    );
  });

  it('gives effects of the rule only, in their order', () => {
    fc.assert(
      fc.property(policyArbitrary, wordArbitrary, (policy, word) => {
        const { effects } = decide(policy, verdict(word), 'member');
        expect(effects).toEqual(inOrder(effects));
        const allowed = ruleFor(policy, word).effects;
        for (const effect of effects) expect(allowed).toContainEqual(effect);
      }),
    );
  });
});

describe('inOrder', () => {
  it('keeps all effects and changes no array of its caller', () => {
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

  it('writes to an author before removing them, and alerts last', () => {
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

it('uncheckedDecision alerts and punishes nobody', () => {
  expect(uncheckedDecision).toEqual({ rule: '*', effects: [{ kind: 'alert' }], withheld: null });
});
