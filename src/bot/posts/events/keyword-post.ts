import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import { createRecentMap } from '../../../shared/recent-map.ts';
import type { Channel, WaitingEvent } from '../../domain/events.ts';
import type { Policies } from '../../domain/ports.ts';
import type { PostKind, Settled } from '../../outbox/post-kind.ts';
import { buttonIds, hasRef } from '../../rest/find-post.ts';
import type { EventStore } from '../../storage/events/events.ts';
import type { StoredKeywordHits } from '../../storage/keywords/keyword-hits.ts';
import type { Digests } from '../digests/digests.ts';
import type { EventParts, ViewEvent } from './event-post.ts';
import type { EventTargets } from './event-targets.ts';
import type { JoinKeyword, KeywordEvent } from './join-keyword.ts';
import { keywordRef, type KeywordBody } from './keyword-alert.ts';

/** A keyword not found in a server for this long is news. */
const NEWS_AFTER_MS = 10 * 60_000;
/** Keywords in memory. Others count as news. */
const MAX_KEYWORDS = 10_000;
/** How many events are counted at once. */
const BATCH_SIZE = 100;
/** A digest is shown only every few seconds, so a few large writes are enough. */
const BATCH_DELAY_MS = 250;

export interface KeywordPostDeps {
  readonly events: Pick<EventStore, 'next'>;
  readonly keywordHits: Pick<StoredKeywordHits, 'add' | 'setAlert'>;
  readonly targets: Pick<EventTargets, 'ofKeywords'>;
  readonly viewEvent: ViewEvent;
  readonly body: KeywordBody;
  readonly join: JoinKeyword;
  readonly digests: Pick<Digests, 'countHits'>;
  readonly policies: Pick<Policies, 'get'>;
  /** How long a keyword alert waits for a case about its message, which can show the keyword. */
  readonly alertDelayMs: number;
  readonly clock: Clock;
}

/** The keyword events of a server, in the order of their arrival: each on an alert, or counted in a digest. */
export function createKeywordPost(deps: KeywordPostDeps): PostKind {
  const { events, keywordHits, targets, viewEvent, body, join, digests, policies } = deps;
  const { alertDelayMs, clock } = deps;
  /** When each keyword was found last, by server. */
  const lastFound = createRecentMap<string, number>(MAX_KEYWORDS);

  const ripensInMs = ({ receivedAtMs }: WaitingEvent): number =>
    Math.min(alertDelayMs, receivedAtMs + alertDelayMs - clock.now());

  /** Counts the first of the next events and those that need an alert, too. */
  async function count(post: Parameters<EventStore['next']>[0], channel: Channel) {
    const waiting = await events.next(post, BATCH_SIZE);
    const ripe = waiting.filter(isKeyword).filter((event) => ripensInMs(event) <= 0);
    const counted: KeywordEvent[] = [];
    for (const event of ripe) {
      if (counted.length === 0 || (await join(event, channel)) === null) counted.push(event);
    }
    return {
      dueAt: clock.now() + (ripe.length < BATCH_SIZE ? BATCH_DELAY_MS : 0),
      write: (transaction) => digests.countHits(transaction, channel.digestKey, counted),
    } satisfies Settled;
  }

  /** Tells whether this is the keyword's first hit in a while. */
  function isNews(guildId: string, keyword: string): boolean {
    const name = `${guildId} ${keyword}`;
    const now = clock.now();
    const isFirst = (lastFound.get(name) ?? -Infinity) <= now - NEWS_AFTER_MS;
    lastFound.set(name, now);
    return isFirst;
  }

  /** Stores what the buttons of an alert will need. */
  async function beginOf(
    { id, content: { place, keyword, text } }: KeywordEvent,
    guildId: string,
  ): Promise<Pick<EventParts, 'begin'>> {
    if (place?.guildId !== guildId) return {};
    const { evidenceDays } = await policies.get(guildId);
    const hit = { eventId: id, ...place, keywords: [keyword], text };
    return { begin: (transaction) => keywordHits.add(transaction, hit, evidenceDays * DAY_MS) };
  }

  return {
    name: 'keyword',
    pauseMs: 0,
    isEdited: false,
    async load(post) {
      const [event, another] = (await events.next(post, 2)).filter(isKeyword);
      if (event === undefined) return { dueAt: 'never' };
      const waitMs = ripensInMs(event);
      if (waitMs > 0 && post.attempt === null) return { dueAt: clock.now() + waitMs };
      const { id, content } = event;
      const { keyword } = content;
      const target = await targets.ofKeywords(post.guildId);
      const channel = target.kind === 'channel' ? target : null;
      const write = channel === null ? null : await join(event, channel);
      const joined = write === null ? null : { dueAt: clock.now(), write };
      if (joined !== null && post.attempt === null) return joined;
      const isNew = channel !== null && post.attempt === null;
      return viewEvent(post, event, target, {
        isMore: another !== undefined,
        urgency: isNew && isNews(post.guildId, keyword) ? 'severe' : 'ordinary',
        ...(joined === null ? {} : { instead: joined }),
        ...(channel === null ? {} : { crowded: () => count(post, channel) }),
        body: (where) => body({ id, keywords: [keyword], content }, where),
        isSame: (posted) =>
          hasRef(keywordRef(id))(posted) ||
          buttonIds(posted).some((customId) => customId.startsWith(`hit:${id}:`)),
        ...(await beginOf(event, post.guildId)),
        shown: (alert) => (transaction) => keywordHits.setAlert(transaction, id, alert),
      });
    },
  };
}

function isKeyword(event: WaitingEvent): event is KeywordEvent {
  return event.content.kind === 'keyword';
}
