import { format, parse } from 'node:path';

/** In place of a path: the database is in memory and gone with its connection. */
export const MEMORY = ':memory:';

/** `sqlite:data/state.sqlite`, `sqlite:///var/lib/state.sqlite` or `sqlite::memory:` → a path for SQLite. */
export function sqlitePath(url: string): string {
  return url.replace(/^sqlite:(\/\/)?/, '');
}

/** The path of another database beside one: `data/state.sqlite` and `service` → `data/state-service.sqlite`. */
export function pathBeside(path: string, name: string): string {
  if (path === MEMORY) return MEMORY;
  const { base: _base, ...parts } = parse(path);
  return format({ ...parts, name: `${parts.name}-${name}` });
}
