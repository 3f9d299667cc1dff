import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, type Decision } from '../../../../src/moderation/decide.ts';
import { presetFor, type JudgedText } from '../../../../src/moderation/policy/choose-rule.ts';
import type { Policy } from '../../../../src/moderation/policy/policy.ts';
import { KNOWN_ACTIONS, PRESETS } from '../../../../src/moderation/policy/presets.ts';
import { LEAST_PUNISHABLE_SCORE, type Rule } from '../../../../src/moderation/policy/rules.ts';
import { runs } from '../../../helpers/vitest/property-runs.ts';
import { judgedTextArbitrary, policyArbitrary } from '../arbitraries.ts';

/* What holds under every policy that can be entered. */

const RUNS = 10_000;
/** A guarantee that fewer texts are about is hardly tested. */
const LEAST_TESTED = RUNS / 50;

/** Checks a guarantee with any policy and any text that `applies`; how many those were. */
function timesKept(
  applies: (text: JudgedText, policy: Policy) => boolean,
  isKept: (decision: Decision | null, text: JudgedText, policy: Policy) => boolean,
): number {
  let tested = 0;
  fc.assert(
    fc.property(policyArbitrary, judgedTextArbitrary, (policy, text) => {
      if (!applies(text, policy)) return true;
      tested += 1;
      return isKept(decide(policy, text), text, policy);
    }),
    { numRuns: runs(RUNS) },
  );
  return tested;
}

const actionOf = ({ judgement }: JudgedText): string | null =>
  judgement.kind === 'verdict' ? judgement.verdict.action.trim().toLowerCase() : null;

const LOSSES: ReadonlySet<string> = new Set(['delete', 'resetName']);
const punishmentsIn = (decision: Decision | null): string[] =>
  (decision?.effects ?? []).map(({ kind }) => kind).filter((kind) => kind !== 'alert');
/** Also nothing that is only withheld from a moderator. */
const isUnpunished = (decision: Decision | null): boolean =>
  punishmentsIn(decision).length === 0 && (decision?.withheld ?? null) === null;
const isOnlyAlert = (decision: Decision | null): boolean =>
  decision?.effects.length === 1 && decision.effects[0]?.kind === 'alert' && isUnpunished(decision);

/** The server's own rule behind a decision. */
function ownRule({ rules }: Policy, decision: Decision | null): Rule | undefined {
  const rule = decision?.rule;
  return rule?.of === 'server' ? rules.find(({ id }) => id === rule.id) : undefined;
}

/** Decided by a rule for the server's words: its own, or that of the presets. */
function isForBlockedWord(
  decision: Decision | null,
  { rules }: Policy,
  { blockedWords }: JudgedText,
): boolean {
  const rule = decision?.rule;
  const isOfPreset = rule?.of === 'preset' && rule.id === 'blockedWords';
  const own = rule?.of === 'server' ? rules.find(({ id }) => id === rule.id) : undefined;
  return blockedWords.length > 0 && (isOfPreset || own?.when.words !== undefined);
}

describe('under 10,000 policies', () => {
  it('a harmless message is punished only for blocked words or a high score that a rule of the server names', () => {
    const tested = timesKept(
      (text) => actionOf(text) === 'pass',
      (decision, text, policy) => {
        const rule = ownRule(policy, decision);
        const scores = rule?.when.scores ?? [];
        const isHigh = scores.some(({ atLeast }) => atLeast >= LEAST_PUNISHABLE_SCORE);
        return isUnpunished(decision) || isHigh || isForBlockedWord(decision, policy, text);
      },
    );
    expect(tested).toBeGreaterThan(LEAST_TESTED);
  });

  it('a harmless message is punished only for blocked words by rules that name neither words nor scores', () => {
    const tested = timesKept(
      (text, { rules }) =>
        actionOf(text) === 'pass' &&
        rules.every(({ when }) => when.words === undefined && when.scores === undefined),
      (decision, text, policy) =>
        isUnpunished(decision) || isForBlockedWord(decision, policy, text),
    );
    expect(tested).toBeGreaterThan(LEAST_TESTED);
  });

  it('an unknown action always reaches the moderators, and is punished only by a rule that names it or blocked words', () => {
    const tested = timesKept(
      (text) => {
        const action = actionOf(text);
        return action !== null && action !== 'pass' && !KNOWN_ACTIONS.has(action);
      },
      (decision, text, policy) => {
        const rule = ownRule(policy, decision);
        const isNamed = rule?.when.actions?.includes(actionOf(text) ?? '') === true;
        return isOnlyAlert(decision) || isNamed || isForBlockedWord(decision, policy, text);
      },
    );
    expect(tested).toBeGreaterThan(LEAST_TESTED);
  });

  it('a text that could not be judged reaches the moderators, and is punished only for blocked words', () => {
    const tested = timesKept(
      ({ judgement }) => judgement.kind === 'unchecked',
      (decision, text, policy) => isOnlyAlert(decision) || isForBlockedWord(decision, policy, text),
    );
    expect(tested).toBeGreaterThan(LEAST_TESTED);
  });

  it('the owner and moderators are never punished', () => {
    const tested = timesKept(
      ({ origin: { author } }) => author.kind === 'person' && author.rank !== 'member',
      (decision) => punishmentsIn(decision).length === 0,
    );
    expect(tested).toBeGreaterThan(LEAST_TESTED);
  });

  it('nobody but a member faces more than the loss of a message or a name', () => {
    const tested = timesKept(
      ({ origin: { author } }) => author.kind !== 'person',
      (decision) => punishmentsIn(decision).every((kind) => LOSSES.has(kind)),
    );
    expect(tested).toBeGreaterThan(LEAST_TESTED);
  });

  it('a blocked word stays only if a rule about words, places or people says so', () => {
    const tested = timesKept(
      (text) => text.blockedWords.length > 0 && text.origin.subject === 'message',
      (decision, { origin: { author } }, policy) => {
        if (decision === null) return false;
        if (decision.effects.some(({ kind }) => kind === 'delete')) return true;
        if (decision.withheld !== null || author.kind !== 'person') return true;
        const { words, accountAgeUnderDays, memberAgeUnderDays, channelIds, roleIds } =
          ownRule(policy, decision)?.when ?? {};
        return [words, accountAgeUnderDays, memberAgeUnderDays, channelIds, roleIds].some(
          (condition) => condition !== undefined,
        );
      },
    );
    expect(tested).toBeGreaterThan(LEAST_TESTED);
  });

  it('a decision names the rule whose effects follow', () => {
    const tested = timesKept(
      () => true,
      (decision, text, policy) => {
        const rule = ownRule(policy, decision);
        const named =
          rule?.effects ??
          PRESETS[presetFor(policy, text.origin)].find(
            ({ id }) => decision?.rule.of === 'preset' && decision.rule.id === id,
          )?.effects;
        const wanted = new Set((named ?? []).map(({ kind }) => kind));
        const { effects = [], withheld = null } = decision ?? {};
        return [...effects, ...(withheld?.effects ?? [])].every(
          ({ kind }) =>
            kind === 'alert' || wanted.has(kind) || (kind === 'resetName' && wanted.has('delete')),
        );
      },
    );
    expect(tested).toBeGreaterThan(LEAST_TESTED);
  });
});
