import { GatewayDispatchEvents, GatewayOpcodes } from 'discord-api-types/v10';

import type { Clock } from '../../shared/clock.ts';
import { createBucket, type Bucket } from '../edge/bucket.ts';
import type { RequestGuildMembers } from './client-payloads.ts';
import type { Session } from './session.ts';

/** Limits how often each bot may request all members of a guild (Discord's change log, request guild members). */
const LIMIT = {
  bucket: 'all members',
  requests: 1,
  windowMs: 30_000,
  refill: 'at the end',
} as const;

export interface MemberLimit {
  /** Sends RATE_LIMITED and returns false when the request is over the limit. */
  allows(session: Session, request: RequestGuildMembers): boolean;
}

/** `scale` multiplies the limit. */
export function createMemberLimit(clock: Clock, scale: number | 'off'): MemberLimit {
  const buckets = new Map<string, Bucket>();

  return {
    allows(session, request) {
      if (scale === 'off' || !requestsAll(request)) return true;
      const key = `${session.actor.userId} ${request.guild_id}`;
      const bucket = buckets.get(key) ?? createBucket(LIMIT, scale);
      buckets.set(key, bucket);
      const nowMs = clock.now();
      const { isExhausted, nextAtMs } = bucket.state(nowMs);
      if (!isExhausted) {
        bucket.take(nowMs);
        return true;
      }
      const { guild_id, nonce } = request;
      const data = {
        opcode: GatewayOpcodes.RequestGuildMembers,
        retry_after: (nextAtMs - nowMs) / 1000,
        meta: { guild_id, ...(nonce === undefined ? {} : { nonce }) },
      };
      session.dispatch(GatewayDispatchEvents.RateLimited, JSON.stringify(data));
      return false;
    },
  };
}

/** An empty prefix and no limit mean all members. */
export function requestsAll({ user_ids: userIds, query, limit }: RequestGuildMembers): boolean {
  return userIds === undefined && query === '' && limit === 0;
}
