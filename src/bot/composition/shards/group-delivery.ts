import type { Policies } from '../../domain/ports.ts';
import type { JoinKeywordHit } from '../../domain/keyword-hits.ts';
import type { PostLimiter } from '../../domain/posts/post-limiter.ts';
import { TOPICS } from '../../leases/topic-names.ts';
import { createDelivery, type Delivery } from '../../webhooks/delivery/delivery.ts';
import { guildOfLane } from '../../webhooks/delivery/event-content.ts';
import type { Posts } from '../posts.ts';
import type { ProcessParts } from './process-parts.ts';

/** Delivers the service's events to the moderators of a group's servers. */
export function createGroupDelivery(
  parts: ProcessParts,
  deps: {
    readonly has: (guildId: string) => boolean;
    /** Whether the channel for events without a server is in one of the group's servers. */
    readonly ownsFallback: boolean;
    readonly policies: Policies;
    readonly posts: Posts;
    readonly postLimiter: PostLimiter;
    readonly joinKeywordHit: JoinKeywordHit;
  },
): Delivery {
  const { leases, waits, context } = parts;
  const { has, ownsFallback, policies, posts, postLimiter, joinKeywordHit } = deps;
  return createDelivery({
    ...context,
    ...posts,
    store: posts.inbox,
    policies,
    postLimiter,
    joinKeywordHit,
    ownsLane(lane) {
      const guildId = guildOfLane(lane);
      return guildId === null ? ownsFallback : has(guildId);
    },
    announceLane: (lane) => void leases.publish(TOPICS.events, lane),
    alertDelayMs: waits.alertDelayMs,
  });
}
