import type { Clock } from '../../../shared/clock.ts';
import { createKeyedMutex } from '../../../shared/tasks/keyed-mutex.ts';
import { snowflakeTime } from '../../../shared/snowflake.ts';
import { isExclusion } from '../../domain/actions/action-facts.ts';
import {
  caseAuthorOf,
  isAboutCopies,
  type Case,
  type CaseDraft,
  type Escalation,
} from '../../domain/case.ts';
import {
  countsAsStrike,
  escalated,
  escalationOf,
  isStrike,
  windowStart,
} from '../../domain/escalation.ts';
import type { Cases } from '../../domain/ports.ts';
import { fingerprintOf } from '../../domain/sample.ts';
import { isForumPostStarter } from '../../domain/snapshot.ts';
import type { Author } from '../../domain/snapshot.ts';
import type { FlaggedMessage } from '../../judging/judge.ts';

/**
 * Called with every case right after it is stored and before its first step. May put it into an incident: its steps run as
 * in the case that it resolves to. After a kill in between, it is not called again.
 */
export type JoinIncident = (opened: {
  readonly record: Case;
  readonly text: string;
  readonly author: Author;
}) => Promise<Case>;

/** Stores the case about a flagged message, with what the author's earlier strikes add to it. */
export type OpenCase = (message: FlaggedMessage) => Promise<Case>;

/** The highest number of strikes an escalation step can have; more need not be counted. */
const MAX_STRIKES = 100;
const PAGE_SIZE = 100;
/** Bounds the search for authors with very many cases, most of which are not strikes. */
const MAX_CASES_READ = 1000;

export function createOpenCase({ cases, clock }: { cases: Cases; clock: Clock }): OpenCase {
  // Each strike must see the one before it, even when several messages of an author are judged at once.
  const mutex = createKeyedMutex();

  async function countEarlierStrikes(
    guildId: string,
    authorId: string,
    sinceMs: number,
  ): Promise<number> {
    let strikes = 0;
    let below: { below?: number } = {};
    for (let read = 0; read < MAX_CASES_READ && strikes < MAX_STRIKES; read += PAGE_SIZE) {
      const page = await cases.list(guildId, { authorId, limit: PAGE_SIZE, ...below });
      const recent = page.filter(({ openedAt }) => openedAt >= sinceMs);
      strikes += recent.filter(countsAsStrike).length;
      const last = page.at(-1);
      if (last === undefined || recent.length < PAGE_SIZE) break;
      below = { below: last.number };
    }
    return strikes;
  }

  function open(message: FlaggedMessage, escalation: Escalation | null): Promise<Case> {
    const { text, policy, sealedPictures } = message;
    const draft = draftOf(message, escalation, clock.now());
    return cases.open(draft, text, policy.evidenceDays, sealedPictures);
  }

  /** Keeps the author out once, and not for each copy. */
  async function openCopy(message: FlaggedMessage): Promise<Case> {
    const { guildId, author, messageId } = message.snapshot;
    const latest = await cases.list(guildId, { authorId: author.id, limit: PAGE_SIZE });
    const postedAt = snowflakeTime(messageId);
    if (!latest.some((record) => excludesAuthorOf(record, postedAt))) return open(message, null);
    const { decision } = message;
    const effects = decision.effects.filter(
      (effect) => !isExclusion(effect) && effect.kind !== 'notice',
    );
    return open({ ...message, decision: { ...decision, effects } }, null);
  }

  return (message) => {
    const { policy, snapshot, decision } = message;
    const { judgement, effects } = decision;
    if (judgement.kind === 'copies' && effects.some(isExclusion)) {
      return mutex(`${snapshot.guildId}:${snapshot.author.id}`, () => openCopy(message));
    }
    // While the bot only watches, nothing is done, so there are no strikes to escalate.
    const canEscalate =
      policy.escalation.enabled &&
      policy.mode === 'enforce' &&
      decision.judgement.kind === 'verdict' &&
      snapshot.author.kind === 'person' &&
      (snapshot.subject === 'message' || snapshot.subject === 'title') &&
      isStrike(decision.effects);
    if (!canEscalate) return open(message, null);
    const { guildId, author } = snapshot;
    return mutex(`${guildId}:${author.id}`, async () => {
      const sinceMs = windowStart(policy, clock.now());
      const strikes = 1 + (await countEarlierStrikes(guildId, author.id, sinceMs));
      return open(message, escalationOf(policy, decision.effects, strikes));
    });
  };
}

/** Messages that were on their way may appear this long after their author was kept out. */
const ON_THEIR_WAY_MS = 10_000;
/** Waits this long before it tries again what Discord refused. */
const REFUSED_MS = 60 * 60_000;

/** Whether the case keeps the author of copies out, or tried to, by the time of another copy. */
function excludesAuthorOf(record: Case, postedAt: number): boolean {
  if (!isAboutCopies(record)) return false;
  return record.steps.some(({ effect, outcome }) => {
    if (!isExclusion(effect)) return false;
    if (outcome === null) return true;
    // An author who posts again later is back.
    const lastsMs = outcome.status === 'done' ? ON_THEIR_WAY_MS : REFUSED_MS;
    return postedAt <= outcome.at + lastsMs;
  });
}

/** Recognises a case about the same, when a message is judged again. */
export function fingerprintOfCase({ fingerprint, text }: FlaggedMessage): string {
  return fingerprint ?? fingerprintOf(text);
}

/** The case as it is opened, before it has a number. */
export function draftOf(
  message: FlaggedMessage,
  escalation: Escalation | null,
  openedAt: number,
): CaseDraft {
  const { snapshot, earlierMessageIds, isTranscript, policy, decision } = message;
  const { judgement, rule, withheld } = decision;
  const effects = escalation === null ? decision.effects : escalated(decision.effects, escalation);
  return {
    guildId: snapshot.guildId,
    subject: snapshot.subject,
    messageId: snapshot.messageId,
    earlierMessageIds: [...earlierMessageIds],
    channelId: snapshot.channelId,
    forumId: isForumPostStarter(snapshot) ? (snapshot.parentIds[0] ?? null) : null,
    previousMessageId: snapshot.previousMessageId,
    announcedThreadId: snapshot.announcedThreadId,
    author: caseAuthorOf(snapshot.author),
    ...(isTranscript === true ? { isTranscript } : {}),
    ...(snapshot.pictures.length > 0 ? { hasPictures: true } : {}),
    edited: snapshot.editedAt !== null,
    fingerprint: fingerprintOfCase(message),
    // Messages are not judged when moderation is off, so only two modes are left.
    mode: policy.mode === 'enforce' ? 'enforce' : 'watch',
    judgement,
    rule,
    withheld: withheld && { rank: withheld.rank, effects: [...withheld.effects] },
    escalation,
    steps: effects.map((effect) => ({ effect, outcome: null })),
    alert: null,
    openedAt,
    closedAt: null,
    blockedWords: [...decision.blockedWords],
    keywords: [],
    keywordAlerts: [],
    incident: null,
    similarTo: null,
    moderatorActions: [],
    notes: [],
  };
}
