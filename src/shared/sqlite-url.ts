import { format, parse } from 'node:path';

/** SQLite's path for a database in memory. It is deleted when its connection closes. */
export const MEMORY = ':memory:';

/** Turns `sqlite:data/state.sqlite`, `sqlite:///var/lib/state.sqlite` or `sqlite::memory:` into a path for SQLite. */
export function sqlitePath(url: string): string {
  return url.replace(/^sqlite:(\/\/)?/, '');
}

/** The path of a second file next to a database: `data/state.sqlite` and `service` give `data/state-service.sqlite`. */
export function pathBeside(path: string, name: string): string {
  if (path === MEMORY) return MEMORY;
  const { base: _base, ...parts } = parse(path);
  return format({ ...parts, name: `${parts.name}-${name}` });
}
