import type { Client } from 'discord.js';
import { createThrottledErrorLog } from '../../shared/throttled-error-log.ts';
import type { Config } from '../config/config.ts';
import { FALLBACK_KEY, type Inbox } from '../domain/events.ts';
import type { ModeratorChannels, Policies } from '../domain/ports.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createChannelProblems } from '../posts/channel-problems.ts';
import { createDigestFormat, createDigestPost } from '../posts/digests/digest-post.ts';
import { createDigests, type Digests } from '../posts/digests/digests.ts';
import { createViewEvent } from '../posts/events/event-post.ts';
import { createEventTargets } from '../posts/events/event-targets.ts';
import { createJoinKeyword } from '../posts/events/join-keyword.ts';
import { createKeywordBody } from '../posts/events/keyword-alert.ts';
import { createKeywordEdit } from '../posts/events/keyword-edit.ts';
import { createKeywordPost } from '../posts/events/keyword-post.ts';
import { createTaggingPost } from '../posts/events/tagging-post.ts';
import { createDigestStore } from '../storage/digests.ts';
import { createEventStore, type EventStore } from '../storage/events/events.ts';
import { createFailedEvents, type FailedEvents } from '../storage/events/failed-events.ts';
import { createKeywordHits, type StoredKeywordHits } from '../storage/keywords/keyword-hits.ts';
import type { StateDatabase } from '../storage/tables.ts';
import type { ProcessContext } from './process-context.ts';
import type { GroupStores } from './shards/group-stores.ts';

/** The posts about the service's events, and the digest in which alerts of all kinds are counted. */
export interface Posts {
  readonly events: EventStore;
  readonly inbox: Inbox;
  readonly requeueUnowned: FailedEvents['requeueUnowned'];
  readonly keywordHits: StoredKeywordHits;
  readonly digests: Digests;
}

export function createPosts(
  deps: ProcessContext & {
    config: Pick<Config, 'moderatorChannel' | 'fallbackChannelId'>;
    database: StateDatabase;
    /** Whether the channel for events without a server is in one of this client's servers. */
    ownsFallback: boolean;
    /** Tells the owner of a server that an event waits. */
    tellOfEvent: (guildId: string) => void;
    client: Client;
    stores: GroupStores;
    policies: Pick<Policies, 'get'>;
    moderatorChannels: Pick<ModeratorChannels, 'channelId'>;
    alertDelayMs: number;
    outbox: Pick<Outbox, 'add'>;
  },
): Posts {
  const { config, database, stores, outbox, tellOfEvent, clock, logger } = deps;
  const { cases, posts, tagging: places } = stores;
  const targets = createEventTargets({ ...deps, ...config, places });
  const events = createEventStore(database, clock, logger);
  const keywordHits = createKeywordHits(database, clock, logger);
  const digestStore = createDigestStore(database, clock, logger);
  const digests = createDigests({ store: digestStore, events });
  const shared = {
    ...deps,
    cases,
    posts,
    places,
    targets,
    events,
    keywordHits,
    digests,
    channelProblems: createChannelProblems(logger),
    logError: createThrottledErrorLog({ clock, logger }),
  };
  const body = createKeywordBody(shared);
  const viewEvent = createViewEvent({
    ...shared,
    announceUnowned: () => tellOfEvent(FALLBACK_KEY),
  });
  const join = createJoinKeyword(shared);
  outbox.add(
    createDigestPost({ ...shared, store: digestStore, format: createDigestFormat(shared) }),
    createKeywordPost({ ...shared, viewEvent, body, join }),
    createKeywordEdit({ ...shared, body }),
    createTaggingPost({ ...shared, viewEvent }),
  );
  const { failed, requeue, requeueUnowned } = createFailedEvents(database, clock, logger);
  const inbox: Inbox = {
    failed,
    async retry(eventId) {
      const guildId = await requeue(eventId);
      if (guildId !== null) tellOfEvent(guildId);
      return guildId !== null;
    },
  };
  return { events, keywordHits, digests, inbox, requeueUnowned };
}
