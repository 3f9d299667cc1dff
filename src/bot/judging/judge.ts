import type { ServiceJudgement } from '../domain/case.ts';
import { DAY_MS } from '../../shared/clock.ts';
import { snowflakeTime } from '../../shared/snowflake.ts';
import { message, type Message } from '../locales/message.ts';
import type { FoundCopies } from '../domain/copies/find-copies.ts';
import {
  decide,
  decideCopies,
  skipReason,
  type Decision,
  type SkipReason,
} from '../domain/decide.ts';
import type { Origin } from '../domain/policy/choose-rule.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { Policies, TextFiles } from '../domain/ports.ts';
import { metadataOf, samplesOf, textOf } from '../domain/sample.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { isCertainlySevere } from '../domain/verdict.ts';
import type { ServerWords } from '../domain/words/server-words.ts';
import type { WordMatcher } from '../domain/words/word-matcher.ts';
import type { ServiceGate } from './outage/service-gate.ts';
import type { CopiesBeforeStart } from './copies-before-start.ts';
import { withFileTexts, withoutFiles, type CompleteSnapshot } from './file-texts.ts';
import { isAction, judgeText, MAX_SAMPLES, type TextJudgement } from './judge-text.ts';
import { createLongTextLimit } from './long-text-limit.ts';
import type { RecentCopies } from './recent-copies.ts';
import { writtenIn, type Part, type SplitMessages } from './split-messages.ts';

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
  /** The ids of the author's earlier messages whose texts begin this text; empty unless it is split across messages. */
  readonly earlierMessageIds: readonly string[];
  /** Pictures of the message, for the case. Absent: none. */
  readonly sealedPictures?: string;
  /** In place of the text's, because the case is about a picture. */
  readonly fingerprint?: string;
  /** The text is what a recording says. Default: false. */
  readonly isTranscript?: boolean;
  readonly policy: Policy;
  readonly decision: Decision;
  /** The author's earlier messages with the same content, which are treated alike. Default: none. */
  readonly copies?: readonly Snapshot[];
}

const UNREAD_FILE = message('alerts:uncheckedBecause.unreadFile');
const REST_UNREAD = message('alerts:uncheckedBecause.restUnread');
const TOO_LABORIOUS = message('alerts:uncheckedBecause.tooLaborious');

const PASSED: JudgedMessage = { kind: 'passed' };

/** The judging stage: reads the policy and attached text files, asks the service and decides. It stores nothing and does nothing on Discord. */
export function createJudge({
  serviceGate,
  policies,
  words,
  textFiles,
  splitMessages,
  recentCopies,
  copiesBeforeStart,
}: {
  serviceGate: Pick<ServiceGate, 'moderate'>;
  policies: Pick<Policies, 'get'>;
  words: Pick<ServerWords, 'matcher'>;
  textFiles: TextFiles;
  splitMessages: SplitMessages;
  recentCopies: Pick<RecentCopies, 'add'>;
  copiesBeforeStart: CopiesBeforeStart;
}): (snapshot: Snapshot) => Promise<JudgedMessage> {
  const longTexts = createLongTextLimit();
  return async (received) => {
    const policy = await policies.get(received.guildId);
    const reason = skipReason(received, policy);
    if (reason !== null) return { kind: 'skipped', reason };
    const reading = copiesBeforeStart.read(received, policy);
    if (reading !== null) await reading;
    const found = recentCopies.add(received, policy.incidents);
    if (found?.isCertain === true) return flaggedCopies(received, policy, found);
    const { snapshot, isIncomplete, isCut } =
      received.files.length === 0
        ? withoutFiles(received)
        : await withFileTexts(received, textFiles);
    const text = textOf(snapshot);
    const matcher = await words.matcher(snapshot.guildId);
    // Taken only after the steps that may fail and be retried.
    const maxSamples = longTexts.take(snapshot, Math.min(samplesOf(text).length, MAX_SAMPLES));
    const judge = (sample: string, wordMatcher = matcher): Promise<TextJudgement> =>
      judgeText({
        text: sample,
        policy,
        origin: snapshot,
        words: wordMatcher,
        isJoined: sample !== text,
        maxSamples,
        // Add-ons see each message once: neither a joined text nor a second look may trigger them again.
        moderate: (part, isSecondLook) =>
          serviceGate.moderate(
            part,
            sample === text && !isSecondLook ? metadataOf(snapshot, policy) : null,
          ),
      });
    const judged = judge(text);
    const earlier = splitMessages.add(snapshot, () =>
      judged.then(
        ({ decision }) => decision === null || !isAction(decision),
        () => false,
      ),
    );
    const { decision, unread } = await judged;
    if (decision !== null) {
      return { kind: 'flagged', snapshot, text, earlierMessageIds: [], policy, decision };
    }
    const split =
      earlier &&
      (await judgeSplitText(await earlier, writtenIn(snapshot), {
        words: matcher,
        judge: async (joined, wordMatcher) => (await judge(joined, wordMatcher)).decision,
      }));
    if (split === null) {
      const reason = uncheckedReason(snapshot, { isIncomplete, isCut, unread });
      const unchecked = reason === null ? null : decideUnchecked(policy, snapshot, reason);
      if (unchecked === null && found !== null) return flaggedCopies(received, policy, found);
      return unchecked === null
        ? PASSED
        : { kind: 'flagged', snapshot, text, earlierMessageIds: [], policy, decision: unchecked };
    }
    splitMessages.remove(snapshot, [...split.earlierMessageIds, snapshot.messageId]);
    return { kind: 'flagged', snapshot, policy, ...split };
  };
}

/** The service is not asked, because many services would find nothing wrong with it. */
function flaggedCopies(snapshot: Snapshot, policy: Policy, found: FoundCopies): FlaggedMessage {
  const decision = decideCopies(policy, snapshot, found);
  const others = found.copies
    .map((copy) => copy.snapshot)
    .filter(({ messageId }) => messageId !== snapshot.messageId);
  return {
    kind: 'flagged',
    snapshot,
    text: textOf(snapshot),
    earlierMessageIds: [],
    policy,
    decision,
    ...(found.isCertain ? { copies: others } : {}),
  };
}

/** Why moderators are told that a message was not fully checked; null: they are not told. */
function uncheckedReason(
  snapshot: Snapshot,
  {
    isIncomplete,
    isCut,
    unread,
  }: Omit<CompleteSnapshot, 'snapshot'> & Pick<TextJudgement, 'unread'>,
): Message | null {
  if (isIncomplete) return UNREAD_FILE;
  if (unread === 'words') return TOO_LABORIOUS;
  // Members share long logs every day.
  return isCut || (unread === 'rest' && isNew(snapshot)) ? REST_UNREAD : null;
}

const NEW_MS = 7 * DAY_MS;

/** Whether the author has just joined the server, or Discord if the message does not say when they joined. */
function isNew({ author, messageId }: Snapshot): boolean {
  if (author.kind !== 'person') return false;
  const since = author.joinedAt ?? snowflakeTime(author.id);
  return snowflakeTime(messageId) - since < NEW_MS;
}

function decideUnchecked(policy: Policy, origin: Origin, reason: Message): Decision | null {
  const judgement: ServiceJudgement = { kind: 'unchecked', reason };
  return decide(policy, { origin, judgement, blockedWords: [] });
}

type SplitText = Pick<FlaggedMessage, 'text' | 'earlierMessageIds' | 'decision'>;

/**
 * Judges a harmless message together with the ones before it that still stand, and finds the fewest of them that are bad together.
 * Null: the whole is harmless, too.
 */
async function judgeSplitText(
  earlier: readonly Part[],
  last: string,
  {
    words,
    judge,
  }: {
    readonly words: WordMatcher;
    /** `wordMatcher`: used in place of the server's. */
    readonly judge: (sample: string, wordMatcher?: WordMatcher) => Promise<Decision | null>;
  },
): Promise<SplitText | null> {
  if (earlier.length === 0) return null;
  // Words may be split, too, so the parts are also read as one word.
  const readingsOf = (parts: readonly Part[]): [string, string] => {
    const texts = [...parts.map(({ text }) => text), last];
    return [texts.join(' '), texts.join('')];
  };
  /** Judges each reading separately: together they would confirm each other. */
  const judgeParts = async (parts: readonly Part[]): Promise<Decision | null> => {
    const [spaced, joined] = readingsOf(parts);
    return guessed(await judge(spaced)) ?? guessed(await judge(joined));
  };
  const endings = earlier.map((_, index) => earlier.slice(index));
  const readings = endings.flatMap(readingsOf);
  const hasWord = readings.some(
    (reading) => words.blockedIn(reading, { wildcards: false }).length > 0,
  );
  // Most texts are not split, so one request has to be enough for them. Blocked words were looked for in each reading
  // separately: together, the readings could form one by accident.
  const withoutBlocked = { ...words, blockedIn: () => [] };
  const isHarmless = !hasWord && guessed(await judge(readings.join('\n'), withoutBlocked)) === null;
  if (isHarmless) return null;
  for (let parts of endings.toReversed()) {
    let decision = await judgeParts(parts);
    if (decision === null) continue;
    // Messages in between are left alone.
    for (const part of parts.slice(1)) {
      const rest = parts.filter((other) => other !== part);
      const without = await judgeParts(rest);
      if (without !== null) [parts, decision] = [rest, without];
    }
    return {
      text: [...parts.map(({ text }) => text), last].join('\n'),
      earlierMessageIds: parts.map(({ messageId }) => messageId),
      decision,
    };
  }
  return null;
}

/**
 * The decision about a text that was only guessed, by joining messages. It is acted on if it is certainly severe or contains
 * a word that the server blocks. A text that would otherwise be deleted is left to moderators, and a mere suspicion is
 * dropped.
 */
function guessed(decision: Decision | null): Decision | null {
  if (decision?.judgement.kind !== 'verdict' || !isAction(decision)) return null;
  const { judgement, blockedWords } = decision;
  const isCertain = blockedWords.length > 0 || isCertainlySevere(judgement.verdict);
  return isCertain ? decision : { ...decision, effects: [{ kind: 'alert' }] };
}
