import { isSnowflake } from '../../shared/snowflake.ts';

export interface RateLimitRoute {
  /** Method and path with every id replaced: `DELETE /channels/:id/messages/:id`. */
  readonly template: string;
  /** Without the prefix of the API and the query. */
  readonly path: string;
  /** The id of the channel, guild or webhook the path begins with; each has separate rate limits. */
  readonly majorId: string;
  readonly lastId: string | null;
}

const API_PREFIX = /^\/api(?:\/v\d+)?(?=\/|$)/;

const MAJOR: ReadonlySet<string> = new Set(['channels', 'guilds', 'webhooks', 'interactions']);

/** The route of an API request, or null for any other request to this server. */
export function parseRoute(method: string, url: string): RateLimitRoute | null {
  const path = url.split('?', 1)[0] ?? '';
  if (!API_PREFIX.test(path)) return null;
  const parts = path.replace(API_PREFIX, '').split('/').filter(Boolean);
  const isMajor = MAJOR.has(parts[0] ?? '');
  // Webhooks and interactions have separate limits per token too.
  const majorId = parts.slice(1, hasToken(parts) ? 3 : 2).join('/');
  const last = parts.at(-1) ?? '';
  return {
    template: `${method} /${parts.map(templatePart).join('/')}`,
    path: `/${parts.join('/')}`,
    majorId: isMajor ? majorId : '',
    lastId: isSnowflake(last) ? last : null,
  };
}

function templatePart(part: string, index: number, parts: readonly string[]): string {
  if (isSnowflake(part)) return ':id';
  if (parts[index - 1] === 'reactions') return ':emoji';
  if (index === 2 && hasToken(parts)) return ':token';
  return part;
}

function hasToken(parts: readonly string[]): boolean {
  return parts[0] === 'webhooks' || parts[0] === 'interactions';
}
