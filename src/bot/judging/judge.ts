import type { ServiceJudgement } from '../domain/case.ts';
import { message } from '../locales/message.ts';
import { decide, skipReason, type Decision, type SkipReason } from '../domain/decide.ts';
import type { Origin } from '../domain/policy/choose-rule.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { Policies, TextFiles } from '../domain/ports.ts';
import { metadataOf, samplesOf, textOf } from '../domain/sample.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { milder } from '../domain/words/milder.ts';
import type { ServerWords } from '../domain/words/server-words.ts';
import type { WordMatcher } from '../domain/words/word-matcher.ts';
import type { ServiceGate } from './outage/service-gate.ts';
import { withFileTexts } from './file-texts.ts';
import type { Fragment, SplitMessages } from './split-messages.ts';

/** The result of the judging stage. */
export type JudgedMessage =
  | { readonly kind: 'passed' }
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  | FlaggedMessage;

/** A message that needs a case: everything the acting stage has to know. */
export interface FlaggedMessage {
  readonly kind: 'flagged';
  readonly snapshot: Snapshot;
  readonly text: string;
  /** The author's earlier messages that the text begins with, by id; empty unless it is split across messages. */
  readonly earlierMessageIds: readonly string[];
  /** The text is what a recording says. Default: false. */
  readonly isTranscript?: boolean;
  readonly policy: Policy;
  readonly decision: Decision;
}

const UNREAD_FILE: ServiceJudgement = {
  kind: 'unchecked',
  reason: message('alerts:uncheckedBecause.unreadFile'),
};
const PASSED: JudgedMessage = { kind: 'passed' };

/** The judging stage: reads the policy and attached text files, asks the service and decides. It stores nothing and does nothing on Discord. */
export function createJudge({
  serviceGate,
  policies,
  words,
  textFiles,
  splitMessages,
}: {
  serviceGate: Pick<ServiceGate, 'moderate'>;
  policies: Pick<Policies, 'get'>;
  words: Pick<ServerWords, 'matcher'>;
  textFiles: TextFiles;
  splitMessages: SplitMessages;
}): (snapshot: Snapshot) => Promise<JudgedMessage> {
  return async (received) => {
    const policy = await policies.get(received.guildId);
    const reason = skipReason(received, policy);
    if (reason !== null) return { kind: 'skipped', reason };
    const { snapshot, isIncomplete } = await withFileTexts(received, textFiles);
    const text = textOf(snapshot);
    const matcher = await words.matcher(snapshot.guildId);
    const judge = (sample: string): Promise<Decision | null> =>
      judgeText({
        text: sample,
        policy,
        origin: snapshot,
        words: matcher,
        isJoined: sample !== text,
        // Add-ons see each message once: neither a joined text nor a second look may trigger them again.
        moderate: (part, isSecondLook) =>
          serviceGate.moderate(
            part,
            sample === text && !isSecondLook ? metadataOf(snapshot, policy) : null,
          ),
      });
    const judged = judge(text);
    const isHarmless = judged.then(
      (decision) => decision === null,
      () => false,
    );
    const earlier = splitMessages.add(snapshot, text, isHarmless);
    const decision = await judged;
    if (decision !== null) {
      return { kind: 'flagged', snapshot, text, earlierMessageIds: [], policy, decision };
    }
    const split = await judgeSplitText(await earlier, text, judge);
    if (split === null) {
      const unread = isIncomplete ? decideUnread(policy, snapshot) : null;
      return unread === null
        ? PASSED
        : { kind: 'flagged', snapshot, text, earlierMessageIds: [], policy, decision: unread };
    }
    splitMessages.remove(snapshot, [...split.earlierMessageIds, snapshot.messageId]);
    return { kind: 'flagged', snapshot, policy, ...split };
  };
}

function decideUnread(policy: Policy, origin: Origin): Decision | null {
  return decide(policy, { origin, judgement: UNREAD_FILE, blockedWords: [] });
}

type SplitText = Pick<FlaggedMessage, 'text' | 'earlierMessageIds' | 'decision'>;

/**
 * Judges a harmless message together with the harmless ones before it, and finds the fewest of them that are bad together.
 * Null: the whole is harmless, too.
 */
async function judgeSplitText(
  earlier: readonly Fragment[],
  text: string,
  judge: (sample: string) => Promise<Decision | null>,
): Promise<SplitText | null> {
  if (earlier.length === 0) return null;
  const judgeLast = async (
    count: number,
    samples: readonly string[],
  ): Promise<SplitText | null> => {
    const decision = await judge(samples.join('\n'));
    if (decision?.judgement.kind !== 'verdict') return null;
    const parts = earlier.slice(-count);
    return {
      text: [...parts.map((part) => part.text), text].join('\n'),
      earlierMessageIds: parts.map(({ messageId }) => messageId),
      decision,
    };
  };
  // Words may be split, too, so the parts are also read as one word, beginning with each of them.
  const spaced = (count: number): string => joinLast(earlier, count, text, ' ');
  const joined = (count: number): string => joinLast(earlier, count, text, '');
  const counts = earlier.map((_, index) => earlier.length - index);
  const whole = await judgeLast(earlier.length, [spaced(earlier.length), ...counts.map(joined)]);
  if (whole === null) return null;
  for (const count of counts.toReversed()) {
    const fewest = await judgeLast(count, [spaced(count), joined(count)]);
    if (fewest !== null) return fewest;
  }
  return whole;
}

/** The last `count` fragments and the text after them. */
function joinLast(
  earlier: readonly Fragment[],
  count: number,
  text: string,
  separator: string,
): string {
  return [...earlier.slice(-count).map((fragment) => fragment.text), text].join(separator);
}

interface TextToJudge {
  readonly text: string;
  readonly policy: Policy;
  readonly origin: Origin;
  readonly words: WordMatcher;
  /** The text was joined from several messages. Default: false. */
  readonly isJoined?: boolean;
  /** `isSecondLook`: the service has judged the whole sample already. */
  readonly moderate: (sample: string, isSecondLook: boolean) => Promise<ServiceJudgement>;
}

/**
 * Has each sample of a text judged and decides. The first sample that leads to an action counts, else the first that
 * leads to an alert. Null: no sample leads to anything.
 */
export async function judgeText({ text, ...context }: TextToJudge): Promise<Decision | null> {
  let firstAlert: Decision | null = null;
  for (const sample of samplesOf(text)) {
    const decision = await judgeSample(sample, context);
    if (decision === null || decision.effects.length === 0) continue;
    if (isAction(decision)) return decision;
    firstAlert ??= decision;
  }
  return firstAlert;
}

/** A sample that leads to something is judged again without its allowed words, because they do not count. */
async function judgeSample(
  sample: string,
  { policy, origin, words, isJoined = false, moderate }: Omit<TextToJudge, 'text'>,
): Promise<Decision | null> {
  const blockedWords = words.blockedIn(sample, { wildcards: !isJoined });
  const decideOn = (judgement: ServiceJudgement): Decision | null =>
    decide(policy, { origin, judgement, blockedWords });
  const whole = decideOn(await moderate(sample, false));
  if (whole === null || whole.effects.length === 0) return whole;
  const rest = words.withoutAllowed(sample);
  if (rest === null) return whole;
  if (rest.trim() === '') return blockedWords.length === 0 ? null : whole;
  const judgement = await moderate(rest, true);
  return judgement.kind === 'verdict' ? milder(whole, decideOn(judgement)) : whole;
}

export function isAction({ effects, withheld }: Decision): boolean {
  return withheld !== null || effects.some(({ kind }) => kind !== 'alert');
}
