import { pathBeside, sqlitePath } from './sqlite-url.ts';

/** `postgres:` and `postgresql:` mean the same. */
export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/.test(url);

/** The URL of the embedded service's state: in the bot's PostgreSQL database, or in a file next to the bot's. */
export function embeddedServiceUrl(stateUrl: string): string {
  if (isPostgresUrl(stateUrl)) return stateUrl;
  return `sqlite:${pathBeside(sqlitePath(stateUrl), 'service')}`;
}
