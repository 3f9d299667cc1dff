/** So many requests within so long, counted from the first. */
export interface Limit {
  readonly requests: number;
  readonly windowMs: number;
}

/**
 * Limits by route. Discord publishes none of them and may change them at any time; these are of the size
 * that bots see. What matters is that a bot obeys the headers.
 */
export const ROUTE_LIMITS: Readonly<Record<string, Limit>> = {
  'GET /channels/:id/messages': { requests: 10, windowMs: 5_000 },
  'POST /channels/:id/messages': { requests: 5, windowMs: 5_000 },
  'PATCH /channels/:id/messages/:id': { requests: 5, windowMs: 5_000 },
  'DELETE /channels/:id/messages/:id': { requests: 5, windowMs: 1_000 },
  'POST /channels/:id/messages/bulk-delete': { requests: 1, windowMs: 1_000 },
  'PUT /channels/:id/messages/:id/reactions/:emoji/@me': { requests: 1, windowMs: 250 },
  'PATCH /channels/:id': { requests: 5, windowMs: 15_000 },
  'POST /channels/:id/threads': { requests: 50, windowMs: 300_000 },
  'POST /users/@me/channels': { requests: 10, windowMs: 10_000 },
  'GET /guilds/:id/members': { requests: 10, windowMs: 10_000 },
  'GET /guilds/:id/members/:id': { requests: 5, windowMs: 1_000 },
  'PATCH /guilds/:id/members/:id': { requests: 10, windowMs: 10_000 },
  'DELETE /guilds/:id/members/:id': { requests: 5, windowMs: 1_000 },
  'PUT /guilds/:id/members/:id/roles/:id': { requests: 10, windowMs: 10_000 },
  'DELETE /guilds/:id/members/:id/roles/:id': { requests: 10, windowMs: 10_000 },
  'PUT /guilds/:id/bans/:id': { requests: 5, windowMs: 1_000 },
  'DELETE /guilds/:id/bans/:id': { requests: 5, windowMs: 1_000 },
  // Of each interaction, too: Discord counts its token as a webhook's.
  'POST /webhooks/:id/:token': { requests: 5, windowMs: 2_000 },
  'PATCH /webhooks/:id/:token/messages/:id': { requests: 5, windowMs: 2_000 },
  'PATCH /webhooks/:id/:token/messages/@original': { requests: 5, windowMs: 2_000 },
};

/** For routes without a row of their own. */
export const DEFAULT_LIMIT: Limit = { requests: 10, windowMs: 1_000 };

/** Of all requests with one token; Discord documents this one. */
export const GLOBAL_LIMIT: Limit = { requests: 50, windowMs: 1_000 };

/** People's tokens get this many times as much, so that a test can play a busy member. */
export const MEMBER_FACTOR = 20;
