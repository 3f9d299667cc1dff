/** The window starts with its first request. */
export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/**
 * Limits by route. Discord publishes none of them and may change them at any time, so these are typical values.
 * What matters is that a bot obeys the headers.
 */
export const ROUTE_LIMITS: Readonly<Record<string, RateLimit>> = {
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
  // These apply to each interaction too: its token counts as a webhook token.
  'POST /webhooks/:id/:token': { requests: 5, windowMs: 2_000 },
  'PATCH /webhooks/:id/:token/messages/:id': { requests: 5, windowMs: 2_000 },
  'PATCH /webhooks/:id/:token/messages/@original': { requests: 5, windowMs: 2_000 },
};

/** For routes that are not in the table. */
export const DEFAULT_LIMIT: RateLimit = { requests: 10, windowMs: 1_000 };

/** For all requests with one token. Discord documents this limit. */
export const GLOBAL_LIMIT: RateLimit = { requests: 50, windowMs: 1_000 };

/** Multiplies the limits of user tokens, so that a test can simulate a busy member. */
export const USER_FACTOR = 20;
