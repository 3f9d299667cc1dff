import { setImmediate as nextTurn } from 'node:timers/promises';
import { areSpent, createSteps, type Steps } from '../../shared/steps.ts';
import type { ServiceJudgement } from '../domain/case.ts';
import { decide, type Decision } from '../domain/decide.ts';
import { message } from '../locales/message.ts';
import type { Origin } from '../domain/policy/choose-rule.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { samplesOf } from '../domain/sample.ts';
import { milder } from '../domain/words/milder.ts';
import type { WordMatcher } from '../domain/words/word-matcher.ts';

/** The most requests to the service about one message. */
const MAX_REQUESTS = 8;
/**
 * How many samples of a long text the service reads: more than Discord shows of a file. The remaining request is for a
 * second look.
 */
export const MAX_SAMPLES = 7;
/** The most work on the server's words in one text: as much as for a hundred ordinary messages. */
const MAX_STEPS = 4_000_000;

export interface TextToJudge {
  readonly text: string;
  readonly policy: Policy;
  readonly origin: Origin;
  readonly words: WordMatcher;
  /** The text was joined from several messages. Default: false. */
  readonly isJoined?: boolean;
  /** At most `MAX_SAMPLES`. Default: that many. */
  readonly maxSamples?: number;
  /** `isSecondLook`: the service has judged the whole sample already. */
  readonly moderate: (sample: string, isSecondLook: boolean) => Promise<ServiceJudgement>;
}

export interface TextJudgement {
  /** Null: no part of the text that was read has a consequence. */
  readonly decision: Decision<ServiceJudgement> | null;
  /**
   * `words`: the server's words take too long on this text. `rest`: the service did not read its end. Null: everything was
   * read, or enough to act.
   */
  readonly unread: 'words' | 'rest' | null;
}

/**
 * Has each sample of a text judged and decides. The first sample that leads to an action counts, else the first that
 * leads to an alert. The end of a very long text is only searched for the server's words.
 */
export async function judgeText(toJudge: TextToJudge): Promise<TextJudgement> {
  const { text, policy, origin, words, isJoined = false, maxSamples = MAX_SAMPLES } = toJudge;
  const samples = samplesOf(text);
  const steps = createSteps(MAX_STEPS);
  let requests = 0;
  // No object spread here: it costs microseconds, and every message comes here.
  const context: SampleContext = {
    policy,
    origin,
    words,
    isJoined,
    steps,
    canAsk: () => requests < MAX_REQUESTS,
    moderate(part, isSecondLook) {
      requests += 1;
      return toJudge.moderate(part, isSecondLook);
    },
  };
  let firstAlert: Decision<ServiceJudgement> | null = null;
  let unread: TextJudgement['unread'] = null;
  for (const [index, sample] of samples.entries()) {
    const isRead = index < maxSamples && requests < MAX_REQUESTS;
    if (!isRead) unread ??= 'rest';
    if (!isRead && (await isClean(sample, context))) continue;
    const decision = await judgeSample(sample, context);
    if (decision !== null && isAction(decision)) return { decision, unread: null };
    if (decision !== null && decision.effects.length > 0) firstAlert ??= decision;
    if (isRead && areSpent(steps)) unread = 'words';
  }
  return { decision: firstAlert, unread };
}

/** Whether a sample contains no blocked words, as far as the remaining steps allow to tell. */
async function isClean(
  sample: string,
  { words, isJoined, steps }: SampleContext,
): Promise<boolean> {
  // A long text must not hold up other servers.
  await nextTurn();
  return areSpent(steps) || words.blockedIn(sample, { wildcards: !isJoined, steps }).length === 0;
}

interface SampleContext extends Omit<Required<TextToJudge>, 'text' | 'maxSamples'> {
  readonly steps: Steps;
  /** Whether another request to the service is allowed. */
  readonly canAsk: () => boolean;
}

const NOT_ASKED: ServiceJudgement = {
  kind: 'unchecked',
  reason: message('alerts:uncheckedBecause.restUnread'),
};

/** A sample with consequences is judged again without its allowed words, because they do not count. */
async function judgeSample(
  sample: string,
  { policy, origin, words, isJoined, steps, canAsk, moderate }: SampleContext,
): Promise<Decision<ServiceJudgement> | null> {
  const blockedWords = words.blockedIn(sample, { wildcards: !isJoined, steps });
  const decideOn = (judgement: ServiceJudgement): Decision<ServiceJudgement> | null =>
    decide(policy, { origin, judgement, blockedWords });
  const whole = decideOn(canAsk() ? await moderate(sample, false) : NOT_ASKED);
  if (whole === null || whole.effects.length === 0) return whole;
  const rest = words.withoutAllowed(sample);
  if (rest === null) return whole;
  if (rest.trim() === '') return blockedWords.length === 0 ? null : whole;
  if (!canAsk()) return whole;
  const judgement = await moderate(rest, true);
  return judgement.kind === 'verdict' ? milder(whole, decideOn(judgement)) : whole;
}

export function isAction({ effects, withheld }: Decision): boolean {
  return withheld !== null || effects.some(({ kind }) => kind !== 'alert');
}
