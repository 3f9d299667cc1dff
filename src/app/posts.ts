import type { Client } from 'discord.js';
import type { Config } from '../config/config.ts';
import { createEventPoster } from '../discord/events/event-poster.ts';
import { createEventTargets } from '../discord/events/event-targets.ts';
import { createDigests, type Digests } from '../inbox/digests.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { EventPoster, InboxStore } from '../moderation/events.ts';
import type { Policies, TaggingPlaces } from '../moderation/ports.ts';
import type { PostLimiter } from '../moderation/posts/post-limiter.ts';
import type { StoredCases } from '../storage/cases.ts';
import { createDigestStore } from '../storage/digests.ts';
import { createInbox } from '../storage/inbox.ts';
import type { StoredReviews } from '../storage/reviews/reviews.ts';
import type { State } from '../storage/state.ts';

/** What the alerts about cases and those about keywords share on their way to the moderators. */
export interface Posts {
  readonly inbox: InboxStore;
  readonly poster: EventPoster;
  readonly postLimiter: PostLimiter;
  readonly digests: Digests;
}

export function createPosts(deps: {
  config: Pick<Config, 'moderatorChannel' | 'fallbackChannelId'>;
  state: State;
  client: Client;
  cases: StoredCases;
  reviews: StoredReviews;
  policies: Pick<Policies, 'get'>;
  places: TaggingPlaces;
  postLimiter: PostLimiter;
  clock: Clock;
  random: () => number;
  logger: Logger;
}): Posts {
  const { config, state, client, cases, reviews, policies, places, postLimiter } = deps;
  const { clock, random, logger } = deps;
  const { moderatorChannel, fallbackChannelId } = config;
  const { database } = state;
  const targets = createEventTargets({
    client,
    policies,
    places,
    moderatorChannel,
    fallbackChannelId,
  });
  const poster = createEventPoster({ client, targets, policies, places, cases });
  const store = createDigestStore({ database, cases, reviews, logger });
  return {
    inbox: createInbox(database, clock, logger),
    poster,
    postLimiter,
    digests: createDigests({ store, poster, postLimiter, clock, random, logger }),
  };
}
