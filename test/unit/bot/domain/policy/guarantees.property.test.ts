import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { decide, type Decision } from '../../../../../src/bot/domain/decide.ts';
import { presetFor, type JudgedText } from '../../../../../src/bot/domain/policy/choose-rule.ts';
import type { Policy } from '../../../../../src/bot/domain/policy/policy.ts';
import {
  BLOCKED_WORDS_ID,
  KNOWN_ACTIONS,
  PRESETS,
} from '../../../../../src/bot/domain/policy/presets.ts';
import { LEAST_PUNISHABLE_SCORE, type Rule } from '../../../../../src/bot/domain/policy/rules.ts';
import { runs } from '../../../../helpers/vitest/property-runs.ts';
import { judgedTextArbitrary, policyArbitrary } from '../arbitraries.ts';

/* Guarantees under every policy that can be entered. */

const RUNS = 10_000;
/** With fewer texts, a guarantee is hardly tested. */
const LEAST_TESTED = RUNS / 50;

interface Sample {
  policy: Policy;
  text: JudgedText;
  decision: Decision | null;
}

let samples: readonly Sample[];

beforeAll(() => {
  samples = fc
    .sample(fc.tuple(policyArbitrary, judgedTextArbitrary), runs(RUNS))
    .map(([policy, text]) => ({ policy, text, decision: decide(policy, text) }));
}, 120_000);

/** The samples of a guarantee; fails if they are too few. */
function samplesWhere(isRelevant: (sample: Sample) => boolean): readonly Sample[] {
  const relevant = samples.filter(isRelevant);
  expect(relevant.length).toBeGreaterThan(LEAST_TESTED);
  return relevant;
}

const actionOf = ({ judgement }: JudgedText): string | null =>
  judgement.kind === 'verdict' ? judgement.verdict.action.trim().toLowerCase() : null;

/** Scores that rate the text itself, not the service's certainty or the sentiment. */
const RATING = /^(engine1|engine2|insights\.categories)\./;

const LOSSES: ReadonlySet<string> = new Set(['delete', 'resetName']);
const punishmentsIn = (decision: Decision | null): string[] =>
  (decision?.effects ?? []).map(({ kind }) => kind).filter((kind) => kind !== 'alert');
/** True if nothing is done and nothing withheld. */
const isUnpunished = (decision: Decision | null): boolean =>
  punishmentsIn(decision).length === 0 && (decision?.withheld ?? null) === null;
const isOnlyAlert = (decision: Decision | null): boolean =>
  decision?.effects.length === 1 && decision.effects[0]?.kind === 'alert' && isUnpunished(decision);

/** The server's own rule behind a decision. */
function ownRule({ rules }: Policy, decision: Decision | null): Rule | undefined {
  const rule = decision?.rule;
  return rule?.of === 'server' ? rules.find(({ id }) => id === rule.id) : undefined;
}

/** True if a rule for blocked words decided: the server's own or the presets'. */
function isForBlockedWord({ policy, text, decision }: Sample): boolean {
  const rule = decision?.rule;
  const isOfPreset = rule?.of === 'preset' && rule.id === BLOCKED_WORDS_ID;
  const isOwn = ownRule(policy, decision)?.when.words !== undefined;
  return text.blockedWords.length > 0 && (isOfPreset || isOwn);
}

describe('under 10,000 policies', () => {
  it('a harmless message is punished only for blocked words or a high score that a rule of the server names', () => {
    const broken = samplesWhere(({ text }) => actionOf(text) === 'pass').find((sample) => {
      const { policy, decision } = sample;
      const rule = ownRule(policy, decision);
      const scores = rule?.when.scores ?? [];
      const isHigh = scores.some(
        ({ score, atLeast }) => RATING.test(score) && atLeast >= LEAST_PUNISHABLE_SCORE,
      );
      return !isUnpunished(decision) && !isHigh && !isForBlockedWord(sample);
    });
    expect(broken).toBeUndefined();
  });

  it('a harmless message is punished only for blocked words by rules that name neither words nor scores', () => {
    const broken = samplesWhere(
      ({ text, policy }) =>
        actionOf(text) === 'pass' &&
        policy.rules.every(({ when }) => when.words === undefined && when.scores === undefined),
    ).find((sample) => !isUnpunished(sample.decision) && !isForBlockedWord(sample));
    expect(broken).toBeUndefined();
  });

  it('an unknown action always reaches the moderators, and is punished only by a rule that names it or blocked words', () => {
    const broken = samplesWhere(({ text }) => {
      const action = actionOf(text);
      return action !== null && action !== 'pass' && !KNOWN_ACTIONS.has(action);
    }).find((sample) => {
      const { policy, text, decision } = sample;
      const rule = ownRule(policy, decision);
      const isNamed = rule?.when.actions?.includes(actionOf(text) ?? '') === true;
      return !isOnlyAlert(decision) && !isNamed && !isForBlockedWord(sample);
    });
    expect(broken).toBeUndefined();
  });

  it('a text that could not be judged reaches the moderators, and is punished only for blocked words', () => {
    const broken = samplesWhere(({ text }) => text.judgement.kind === 'unchecked').find(
      (sample) => !isOnlyAlert(sample.decision) && !isForBlockedWord(sample),
    );
    expect(broken).toBeUndefined();
  });

  it('the owner and moderators are never punished', () => {
    const broken = samplesWhere(
      ({ text }) => text.origin.author.kind === 'person' && text.origin.author.rank !== 'member',
    ).find(({ decision }) => punishmentsIn(decision).length > 0);
    expect(broken).toBeUndefined();
  });

  it('nobody but a member faces more than the loss of a message or a name', () => {
    const broken = samplesWhere(({ text }) => text.origin.author.kind !== 'person').find(
      ({ decision }) => punishmentsIn(decision).some((kind) => !LOSSES.has(kind)),
    );
    expect(broken).toBeUndefined();
  });

  it('a blocked word stays only if a rule about words, channels or people says so', () => {
    const broken = samplesWhere(
      ({ text: { blockedWords, origin } }) =>
        blockedWords.length > 0 && origin.subject === 'message' && origin.author.kind === 'person',
    ).find(({ policy, decision }) => {
      const { effects = [], withheld = null } = decision ?? {};
      const isDeleted = [...effects, ...(withheld?.effects ?? [])].some(
        ({ kind }) => kind === 'delete',
      );
      const {
        actions: _,
        scores: _scores,
        languages: _languages,
        ...others
      } = ownRule(policy, decision)?.when ?? {};
      return !isDeleted && Object.values(others).every((condition) => condition === undefined);
    });
    expect(broken).toBeUndefined();
  });

  it('a decision names the rule whose effects follow', () => {
    const broken = samplesWhere(({ decision }) => decision !== null).find(
      ({ policy, text, decision }) => {
        const presets = PRESETS[presetFor(policy, text.origin)].filter(
          ({ id }) => decision?.rule.of === 'preset' && decision.rule.id === id,
        );
        const named = [ownRule(policy, decision), ...presets].flatMap(
          (rule) => rule?.effects ?? [],
        );
        const wanted = new Set(named.map(({ kind }) => kind));
        const { effects = [], withheld = null } = decision ?? {};
        return [...effects, ...(withheld?.effects ?? [])].some(
          ({ kind }) =>
            kind !== 'alert' &&
            !wanted.has(kind) &&
            !(kind === 'resetName' && wanted.has('delete')),
        );
      },
    );
    expect(broken).toBeUndefined();
  });
});
