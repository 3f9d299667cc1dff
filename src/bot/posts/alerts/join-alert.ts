import { isHandled } from '../../domain/actions/moderator-actions.ts';
import type { Case, MessageRef } from '../../domain/case.ts';
import type { Clock } from '../../../shared/clock.ts';
import { alertOf, parseAlertSubject } from '../../domain/posts/alert-ref.ts';
import { isJoinable } from '../../domain/posts/joinable.ts';
import { alertUrgency } from '../../domain/posts/urgency.ts';
import type { Settled } from '../../outbox/post-kind.ts';
import type { StoredCases } from '../../storage/cases.ts';
import type { StoredKeywordHits } from '../../storage/keywords/keyword-hits.ts';
import type { AlertWrites } from './alert-writes.ts';

/** Every edit reads all the cases of the alert. */
const MAX_CASES_ON_ALERT = 200;

export interface JoinAlertDeps {
  readonly cases: Pick<StoredCases, 'latestAlert' | 'ofAlert'>;
  readonly keywordHits: Pick<StoredKeywordHits, 'ofMessage' | 'claimIn'>;
  readonly clock: Clock;
}

/** Makes a keyword alert about the message of a case, or the author's latest alert, the alert of waiting cases. */
export type JoinAlert = (
  waiting: readonly [Case, ...Case[]],
  channelId: string | null,
) => Promise<Settled | null>;

export function createJoinAlert(
  deps: JoinAlertDeps & { readonly moveTo: AlertWrites['moveTo'] },
): JoinAlert {
  const { cases, keywordHits, clock, moveTo } = deps;
  /** The author's latest alert, if more cases can be added to it. */
  async function authorAlert(
    waiting: readonly [Case, ...Case[]],
    channelId: string | null,
  ): Promise<MessageRef | null> {
    const [first] = waiting;
    const { guildId, author } = first;
    if (parseAlertSubject(alertOf(first).subject).kind !== 'author') return null;
    const place = await cases.latestAlert(guildId, author.id);
    if (place === null || !isJoinable(place, { channelId, now: clock.now() })) return null;
    const shown = await cases.ofAlert(guildId, place.messageId);
    // An edit pings nobody and may be overlooked.
    const isOverlooked =
      waiting.some((record) => alertUrgency(record) === 'severest') &&
      !shown.some((record) => alertUrgency(record) === 'severest');
    return isOverlooked || isHandled(shown) || shown.length >= MAX_CASES_ON_ALERT ? null : place;
  }

  return async (waiting: readonly [Case, ...Case[]], channelId: string | null) => {
    const [{ guildId }] = waiting;
    const now = clock.now();
    for (const record of waiting) {
      const hit = await keywordHits.ofMessage(guildId, record.messageId);
      if (hit === null || !isJoinable(hit.alert, { channelId, now })) continue;
      const withKeywords = (latest: Case): Case => ({
        ...latest,
        keywords: [...new Set([...hit.keywords, ...latest.keywords])],
      });
      return {
        dueAt: now,
        async write(transaction) {
          await moveTo([record], hit.alert, withKeywords)(transaction);
          await keywordHits.claimIn(transaction, hit.eventId);
        },
      };
    }
    const place = await authorAlert(waiting, channelId);
    return place === null ? null : { dueAt: now, write: moveTo(waiting, place) };
  };
}
