import type { Clock } from '../../../shared/clock.ts';
import { isHandled } from '../../domain/actions/moderator-actions.ts';
import { hasOpenAlert, type Case, type MessageRef } from '../../domain/case.ts';
import type { Outcome } from '../../domain/effects.ts';
import { parseAlertSubject } from '../../domain/posts/alert-ref.ts';
import type { AlertCase, AlertPost, Policies } from '../../domain/ports.ts';
import type { Post } from '../../domain/posts/post.ts';
import { alertUrgency, mostUrgent } from '../../domain/posts/urgency.ts';
import { message } from '../../locales/message.ts';
import type {
  PostFormat,
  PostKind,
  PostRefusal,
  PostView,
  Settled,
} from '../../outbox/post-kind.ts';
import type { StoredCases } from '../../storage/cases.ts';
import type { JoinedEvents } from '../../storage/events/events.ts';
import type { AlsoWrite } from '../../storage/posts.ts';
import type { StateDatabase } from '../../storage/tables.ts';
import { createAlertWrites, type AlertWritesDeps, type EndOfAlert } from './alert-writes.ts';
import { createJoinAlert, type JoinAlertDeps } from './join-alert.ts';

/** How many cases of an author are handled together; more go into the next batch. */
const MAX_BATCH = 25;
/** An alert quotes only its newest cases. */
const MAX_QUOTED = 10;
/** Delay before retrying the limiter. */
const PLACE_RETRY_MS = 1000;
/** Its maximum when many alerts wait. */
const MAX_PLACE_RETRY_MS = 10_000;

export interface AlertFormat extends PostFormat<AlertPost> {
  /** Explains why an alert could not be posted or edited, and the fix. `place`: the edited message. */
  refused(
    alert: AlertPost,
    refusal: PostRefusal | null,
    place: MessageRef | null,
  ): Extract<Outcome, { status: 'refused' }>;
}

export interface AlertPostDeps extends AlertWritesDeps, JoinAlertDeps {
  readonly format: AlertFormat;
  readonly cases: Pick<
    StoredCases,
    'get' | 'list' | 'updateIn' | 'evidence' | 'latestAlert' | 'ofAlert' | 'waitingForAlert'
  >;
  readonly joinedEvents: JoinedEvents;
  readonly policies: Pick<Policies, 'get'>;
  /** Counts a case in its server's digest, as part of a transaction. */
  readonly countCase: (transaction: StateDatabase, record: Case) => Promise<void>;
}

/**
 * Brings cases to the moderators: on the author's alert of the last ten minutes, on a new message, or counted in the
 * server's digest. Then keeps the message in sync with the stored cases. A case names its message before it is shown there,
 * so that a killed process leaves no case behind.
 */
export function createAlertPost(deps: AlertPostDeps): PostKind {
  const { format, cases, joinedEvents, clock } = deps;
  const { end, moveTo, moveAway } = createAlertWrites(deps);
  const join = createJoinAlert({ ...deps, moveTo });
  const nextLook = createTurns(clock);
  const alertFor = createAlertView(deps);

  async function loadNew(post: Post): Promise<PostView | Settled> {
    const { guildId, tries } = post;
    const all = await cases.waitingForAlert(post, MAX_BATCH);
    const taken = await takenByIncident(cases, post);
    const [first, ...others] = all.length === 0 ? taken : turnOf(all, tries);
    if (first === undefined) return { dueAt: 'never' };
    const waiting = [first, ...others] as const;
    const isMore = all.length === MAX_BATCH || waiting.length < all.length;
    const alert = await alertFor(waiting);
    const target = format.target(alert);
    if (post.attempt === null && all.length > 0) {
      const joined = await join(waiting, target.kind === 'channel' ? target.channelId : null);
      if (joined !== null) return joined;
    }
    const urgency = mostUrgent(waiting.map(alertUrgency));
    const finish = (outcome: Outcome, changes: Partial<EndOfAlert> = {}): Settled => ({
      dueAt: 'never',
      ...end(waiting, { outcome, alert: null, isMore, ...changes }),
    });
    return {
      urgency,
      ...(all.length > 0 ? {} : { instead: { dueAt: 'never' } }),
      target,
      isSame: (posted) =>
        [...all, ...taken].some((record) =>
          format.isSame({ ...alert, cases: [{ record, text: null }] }, posted),
        ),
      body: () => format.body(alert),
      shown: (place) => finish({ status: 'done', at: clock.now() }, { alert: place }),
      crowded() {
        // A digest is not enough for the severest cases.
        if (urgency === 'severest') return { dueAt: nextLook(guildId) };
        const detail = message('effects:deferred.counted');
        return finish({ status: 'deferred', at: clock.now(), detail }, { also: deps.countCase });
      },
      unusable: (refusal) => finish(format.refused(alert, refusal, null)),
    };
  }

  async function loadPosted(post: Post, place: MessageRef): Promise<PostView | Settled> {
    const { guildId } = post;
    // Before the cases, which have the keywords of these events in any case.
    const joined = await joinedEvents.joinedTo(guildId, place.messageId);
    const subject = parseAlertSubject(post.subject);
    const number = subject.kind === 'message' ? subject.number : null;
    const isAlone = number !== null;
    const stored = isAlone
      ? [await cases.get(guildId, number)].filter((record) => record !== null)
      : await cases.ofAlert(guildId, place.messageId);
    // An earlier process may have been killed before it stored what it posted.
    const waiting = subject.kind === 'message' ? [] : await cases.waitingForAlert(post, MAX_BATCH);
    const attemptedAt = post.attempt?.at ?? 0;
    const taken = await takenByIncident(cases, post);
    const early = waiting.filter(({ openedAt }) => openedAt <= attemptedAt);
    const posted = [...taken, ...turnOf(early, post.tries)];
    const all = [...stored, ...posted].toSorted((a, b) => a.number - b.number);
    const [first, ...others] = all;
    const again = { dueAt: clock.now(), message: null, attempt: null } as const;
    const release: AlsoWrite = (transaction) =>
      joinedEvents.release(transaction, guildId, place.messageId);
    if (first === undefined) {
      return { ...(waiting.length === 0 ? { dueAt: 'never' } : again), write: release };
    }
    const open = isAlone
      ? []
      : all.filter((record) => hasOpenAlert(record) || taken.includes(record));
    const shown = stored.filter((record) => !hasOpenAlert(record));
    if (open.length > 0 && shown.length > 0 && isHandled(shown)) {
      return { dueAt: clock.now(), write: moveAway(open) };
    }
    const alert = await alertFor([first, ...others]);
    const after: AlsoWrite = (transaction) => joinedEvents.done(transaction, joined);
    return {
      urgency: null,
      target: { kind: 'channel', channelId: place.channelId },
      isSame: (message) => format.isSame(alert, message),
      body: () => format.body(alert),
      shown: () => ({
        ...(waiting.every((record) => posted.includes(record)) ? { dueAt: 'never' } : again),
        ...end(open, { outcome: { status: 'done', at: clock.now() }, alert: place, after }),
      }),
      gone: () => ({
        dueAt: 'never',
        async write(transaction) {
          if (!isAlone) await moveAway(all)(transaction);
          await release(transaction);
        },
      }),
      unusable: (refusal) => ({
        dueAt: 'never',
        ...end(open, { outcome: format.refused(alert, refusal, place), alert: place, after }),
      }),
    };
  }

  return {
    name: 'alert',
    pauseMs: 0,
    isEdited: true,
    load: (post) => (post.message === null ? loadNew(post) : loadPosted(post, post.message)),
  };
}

/** Cases of the author that an incident may have taken after a killed process posted their alert. */
async function takenByIncident(
  cases: Pick<StoredCases, 'list'>,
  { guildId, subject, attempt }: Post,
): Promise<Case[]> {
  const parsed = parseAlertSubject(subject);
  if (attempt === null || parsed.kind !== 'author') return [];
  const latest = await cases.list(guildId, { authorId: parsed.authorId, limit: MAX_BATCH });
  return latest
    .filter(
      ({ incident, alert, openedAt }) =>
        incident !== null && alert === null && openedAt <= attempt.at,
    )
    .toReversed();
}

/** Schedules retries of the severest alerts, one after the other in a server. */
function createTurns(clock: Pick<Clock, 'now'>): (guildId: string) => number {
  const latest = new Map<string, number>();
  return (guildId) => {
    const now = clock.now();
    const last = Math.max(latest.get(guildId) ?? 0, now);
    const next = Math.min(last, now + MAX_PLACE_RETRY_MS) + PLACE_RETRY_MS;
    latest.set(guildId, next);
    return next;
  };
}

function createAlertView({
  cases,
  policies,
}: Pick<AlertPostDeps, 'cases' | 'policies'>): (
  records: readonly [Case, ...Case[]],
) => Promise<AlertPost> {
  return async (records) => {
    const [first, ...others] = records;
    const quoted = new Set([first, ...records.slice(-MAX_QUOTED)]);
    const view = async (record: Case): Promise<AlertCase> => {
      const text = quoted.has(record) ? await cases.evidence(record.guildId, record.number) : null;
      return { record, text };
    };
    return {
      cases: [await view(first), ...(await Promise.all(others.map(view)))],
      policy: await policies.get(first.guildId),
    };
  };
}

/** After a bug, cases are handled one by one, so that one does not hold up the author's others. */
function turnOf(records: readonly Case[], tries: number): readonly Case[] {
  return tries === 0 ? records : records.slice(tries % records.length).slice(0, 1);
}
