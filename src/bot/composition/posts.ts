import type { Client } from 'discord.js';
import type { Config } from '../config/config.ts';
import { createEventPoster } from '../posts/events/event-poster.ts';
import { createEventTargets } from '../posts/events/event-targets.ts';
import { createDigests, type Digests } from '../posts/digests/digests.ts';
import { isInShards, type Shards } from '../../shared/shards.ts';
import type { EventPoster, InboxStore } from '../domain/events.ts';
import { FALLBACK_KEY } from '../domain/events.ts';
import { parseDigestKey } from '../domain/posts/digest.ts';
import type { Policies, TaggingPlaces } from '../domain/ports.ts';
import type { PostLimiter } from '../domain/posts/post-limiter.ts';
import type { StoredCases } from '../storage/cases.ts';
import { createDigestStore } from '../storage/digests.ts';
import { createInbox } from '../storage/inbox.ts';
import type { StoredReviews } from '../storage/reviews/reviews.ts';
import type { ProcessContext } from './process-context.ts';
import type { StateDatabase } from '../storage/tables.ts';

/** The parts that alerts about cases and about keywords share. */
export interface Posts {
  readonly inbox: InboxStore;
  readonly poster: EventPoster;
  readonly postLimiter: PostLimiter;
  readonly digests: Digests;
}

export function createPosts(
  deps: ProcessContext & {
    config: Pick<Config, 'moderatorChannel' | 'fallbackChannelId'>;
    database: StateDatabase;
    /** Whether the channel for events without a server is in one of this client's servers. */
    ownsFallback: boolean;
    shards: Shards;
    client: Client;
    cases: StoredCases;
    reviews: StoredReviews;
    policies: Pick<Policies, 'get'>;
    places: TaggingPlaces;
    postLimiter: PostLimiter;
  },
): Posts {
  const {
    config,
    database,
    ownsFallback,
    shards,
    client,
    cases,
    reviews,
    policies,
    places,
    postLimiter,
  } = deps;
  const { clock, random, logger } = deps;
  const { moderatorChannel, fallbackChannelId } = config;
  const targets = createEventTargets({
    client,
    policies,
    places,
    moderatorChannel,
    fallbackChannelId,
    ownsFallback,
  });
  const poster = createEventPoster({ client, targets, policies, places, cases });
  const owns = (key: string): boolean =>
    key === FALLBACK_KEY ? ownsFallback : isInShards(parseDigestKey(key).guildId, shards);
  const store = createDigestStore({ database, cases, reviews, logger });
  return {
    inbox: createInbox(database, clock, logger),
    poster,
    postLimiter,
    digests: createDigests({ store, poster, postLimiter, owns, clock, random, logger }),
  };
}
