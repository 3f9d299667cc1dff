import type { Client } from 'discord.js';
import type { Config } from '../config/config.ts';
import { createEventPoster } from '../posts/events/event-poster.ts';
import { createEventTargets } from '../posts/events/event-targets.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createDigestFormat, createDigestPost } from '../posts/digests/digest-post.ts';
import { createDigests, type Digests } from '../posts/digests/digests.ts';
import type { EventPoster } from '../domain/events.ts';
import type { Policies } from '../domain/ports.ts';
import type { TaggingPlaces } from '../domain/tagging.ts';
import type { StoredCases } from '../storage/cases.ts';
import { createDigestStore } from '../storage/digests.ts';
import { createInbox, type Inbox } from '../storage/inbox.ts';
import type { ProcessContext } from './process-context.ts';
import type { StateDatabase } from '../storage/tables.ts';

/** The parts that alerts about cases and about keywords share. */
export interface Posts {
  readonly inbox: Inbox;
  readonly poster: EventPoster;
  readonly digests: Digests;
}

export function createPosts(
  deps: Pick<ProcessContext, 'clock' | 'logger'> & {
    config: Pick<Config, 'moderatorChannel' | 'fallbackChannelId'>;
    database: StateDatabase;
    /** Whether the channel for events without a server is in one of this client's servers. */
    ownsFallback: boolean;
    client: Client;
    cases: StoredCases;
    policies: Pick<Policies, 'get'>;
    places: TaggingPlaces;
    outbox: Outbox;
  },
): Posts {
  const { config, database, ownsFallback, client, cases, policies, places, outbox } = deps;
  const { clock, logger } = deps;
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
  const store = createDigestStore(database, clock, logger);
  const format = createDigestFormat({ client, policies, targets });
  outbox.add(createDigestPost({ store, format, clock, logger }));
  return {
    inbox: createInbox(database, clock, logger),
    poster,
    digests: createDigests({ database, store, outbox }),
  };
}
