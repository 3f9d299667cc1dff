/** A request's route as rate limits and faults name it. */
export interface RouteName {
  /** Method and path with every id replaced: `DELETE /channels/:id/messages/:id`. */
  readonly template: string;
  /** The id of the channel, guild or webhook the path begins with: each has rate limits of its own. */
  readonly majorId: string;
}

const API_PREFIX = /^\/api(?:\/v\d+)?(?=\/|$)/;

/** The name of an API request's route, or null for anything else that is served here. */
export function routeNameOf(method: string, url: string): RouteName | null {
  const path = url.split('?', 1)[0] ?? '';
  if (!API_PREFIX.test(path)) return null;
  const parts = path.replace(API_PREFIX, '').split('/').filter(Boolean);
  const isMajor = parts[0] === 'channels' || parts[0] === 'guilds' || parts[0] === 'webhooks';
  // A webhook's limits are its token's, too.
  const majorId = parts.slice(1, parts[0] === 'webhooks' ? 3 : 2).join('/');
  return { template: `${method} /${parts.map(named).join('/')}`, majorId: isMajor ? majorId : '' };
}

function named(part: string, index: number, parts: readonly string[]): string {
  if (/^\d{15,20}$/.test(part)) return ':id';
  if (parts[index - 1] === 'reactions') return ':emoji';
  if (index === 2 && parts[0] === 'webhooks') return ':token';
  return part;
}
