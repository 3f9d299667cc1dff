/** A request's route as rate limits and faults name it. */
export interface RouteName {
  /** Method and path with every id replaced: `DELETE /channels/:id/messages/:id`. */
  readonly template: string;
  /** The id of the channel, guild or webhook the path begins with: each has rate limits of its own. */
  readonly majorId: string;
}

const API_PREFIX = /^\/api(?:\/v\d+)?(?=\/|$)/;

const MAJOR: ReadonlySet<string> = new Set(['channels', 'guilds', 'webhooks', 'interactions']);

/** The name of an API request's route, or null for anything else that is served here. */
export function routeNameOf(method: string, url: string): RouteName | null {
  const path = url.split('?', 1)[0] ?? '';
  if (!API_PREFIX.test(path)) return null;
  const parts = path.replace(API_PREFIX, '').split('/').filter(Boolean);
  const isMajor = MAJOR.has(parts[0] ?? '');
  // The limits of a webhook and of an interaction are its token's, too.
  const majorId = parts.slice(1, hasToken(parts) ? 3 : 2).join('/');
  return { template: `${method} /${parts.map(named).join('/')}`, majorId: isMajor ? majorId : '' };
}

function named(part: string, index: number, parts: readonly string[]): string {
  if (/^\d{15,20}$/.test(part)) return ':id';
  if (parts[index - 1] === 'reactions') return ':emoji';
  if (index === 2 && hasToken(parts)) return ':token';
  return part;
}

function hasToken(parts: readonly string[]): boolean {
  return parts[0] === 'webhooks' || parts[0] === 'interactions';
}
