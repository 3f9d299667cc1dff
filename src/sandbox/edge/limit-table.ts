import { snowflakeTime } from '../../shared/snowflake.ts';
import type { RateLimitRoute } from './route-template.ts';

export interface RateLimit {
  /** Names the bucket: routes with the same name share one for each top-level resource. */
  readonly bucket: string;
  /** Requests that a full bucket allows. */
  readonly requests: number;
  readonly windowMs: number;
  /** Most buckets refill steadily; some only when the window that began with the first request ends. */
  readonly refill: 'steady' | 'at the end';
}

type Size = Pick<RateLimit, 'requests' | 'windowMs'> & Partial<RateLimit>;

const MEMBER_ROLES: Size = {
  bucket: 'member roles',
  requests: 10,
  windowMs: 10_000,
  refill: 'at the end',
};
/** Applies to each webhook token; an interaction's token counts as one. */
const WEBHOOK_TOKEN: Size = { bucket: 'webhook token', requests: 5, windowMs: 2_000 };
const REACTIONS: Size = { bucket: 'reactions', requests: 1, windowMs: 250 };

/**
 * Limits by route. Discord publishes none of them and may change them at any time, so these are values that libraries
 * and reports about the API (discord-api-docs) measured; the README names the sources. What matters is that a bot obeys
 * the headers. Null: only the global limit applies, and the response has no headers.
 */
const ROUTE_LIMITS: Readonly<Record<string, Size | null>> = {
  'GET /channels/:id/messages': { requests: 5, windowMs: 5_000 },
  'GET /channels/:id/messages/:id': { requests: 5, windowMs: 5_000 },
  'POST /channels/:id/messages': { requests: 5, windowMs: 5_000 },
  'PATCH /channels/:id/messages/:id': { requests: 5, windowMs: 5_000 },
  'POST /channels/:id/messages/bulk-delete': { requests: 1, windowMs: 3_000 },
  'PUT /channels/:id/messages/:id/reactions/:emoji/@me': REACTIONS,
  'DELETE /channels/:id/messages/:id/reactions/:emoji/@me': REACTIONS,
  'DELETE /channels/:id/messages/:id/reactions/:emoji/:id': REACTIONS,
  'PATCH /channels/:id': { requests: 5, windowMs: 15_000 },
  'POST /channels/:id/threads': { requests: 50, windowMs: 300_000 },
  // Opening DMs to many people is not limited by a bucket, but it gets the bot quarantined. This is a cautious value.
  'POST /users/@me/channels': { requests: 10, windowMs: 10_000 },
  'GET /guilds/:id/members': { requests: 10, windowMs: 10_000 },
  'GET /guilds/:id/members/:id': { requests: 5, windowMs: 1_000 },
  'PATCH /guilds/:id/members/:id': { requests: 10, windowMs: 10_000 },
  'DELETE /guilds/:id/members/:id': { requests: 5, windowMs: 1_000 },
  'PUT /guilds/:id/members/:id/roles/:id': MEMBER_ROLES,
  'DELETE /guilds/:id/members/:id/roles/:id': MEMBER_ROLES,
  'PUT /guilds/:id/bans/:id': null,
  'DELETE /guilds/:id/bans/:id': null,
  // No measurement of these two is published.
  'POST /guilds/:id/bulk-ban': { requests: 1, windowMs: 2_000 },
  'PUT /guilds/:id/incident-actions': { requests: 2, windowMs: 5_000 },
  'POST /webhooks/:id/:token': WEBHOOK_TOKEN,
  'GET /webhooks/:id/:token/messages/:id': WEBHOOK_TOKEN,
  'PATCH /webhooks/:id/:token/messages/:id': WEBHOOK_TOKEN,
  'DELETE /webhooks/:id/:token/messages/:id': WEBHOOK_TOKEN,
  'GET /webhooks/:id/:token/messages/@original': WEBHOOK_TOKEN,
  'PATCH /webhooks/:id/:token/messages/@original': WEBHOOK_TOKEN,
  'DELETE /webhooks/:id/:token/messages/@original': WEBHOOK_TOKEN,
};

/** For routes that are not in the table. */
const DEFAULT_LIMIT: Size = { requests: 10, windowMs: 1_000 };

const DELETE_MESSAGE = 'DELETE /channels/:id/messages/:id';
const DAY_MS = 86_400_000;

/** The limit for deleting single messages depends on their age. */
const DELETIONS: readonly (Size & { readonly minAgeMs: number })[] = [
  { bucket: 'old messages', minAgeMs: 14 * DAY_MS, requests: 30, windowMs: 120_000 },
  { bucket: 'messages', minAgeMs: 10_000, requests: 3, windowMs: 1_000 },
  { bucket: 'new messages', minAgeMs: 0, requests: 5, windowMs: 5_000 },
];

/** The limit of a request at this time; null when only the global limit applies. */
export function limitOf({ template, lastId }: RateLimitRoute, nowMs: number): RateLimit | null {
  const size =
    template === DELETE_MESSAGE && lastId !== null
      ? deletionLimit(nowMs - snowflakeTime(lastId))
      : ROUTE_LIMITS[template];
  if (size === null) return null;
  return { bucket: template, refill: 'steady', ...(size ?? DEFAULT_LIMIT) };
}

function deletionLimit(ageMs: number): Size | undefined {
  return DELETIONS.find(({ minAgeMs }) => ageMs >= minAgeMs) ?? DELETIONS.at(-1);
}

/** For all requests with one token. Discord documents this limit. */
export const GLOBAL_LIMIT: RateLimit = {
  bucket: 'global',
  requests: 50,
  windowMs: 1_000,
  refill: 'at the end',
};

/** Multiplies the limits of user tokens, so that a test can simulate a busy member. */
export const USER_FACTOR = 20;
