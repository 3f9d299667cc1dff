import type { ChannelView, RoleView, UserView } from '../protocol/guild.ts';

/** Names by id. Replaced as a whole when a displayed name changes. */
export interface Directory {
  readonly users: Map<string, UserView>;
  readonly roles: Map<string, RoleView>;
  readonly channels: Map<string, ChannelView>;
  /** Ids whose lookup failed. */
  readonly missing: Set<string>;
}

export function emptyDirectory(): Directory {
  return { users: new Map(), roles: new Map(), channels: new Map(), missing: new Set() };
}

/**
 * Adds names to the directory. Returns a new one only if a displayed name changed, because that redraws every message: in a raid,
 * hundreds join whom no visible message mentions.
 */
export function updated(
  directory: Directory,
  now: {
    readonly users: readonly UserView[];
    readonly roles: readonly RoleView[];
    readonly channels: readonly ChannelView[];
  },
): Directory {
  const { users, roles, channels, missing } = directory;
  const pairs = [
    [users, now.users],
    [roles, now.roles],
    [channels, now.channels],
  ] as const;
  const isShownChanged = pairs.some(([known, all]) => {
    const kept = all.filter(({ id }) => known.has(id));
    return (
      kept.length < known.size ||
      all.some(({ id }) => missing.has(id)) ||
      kept.some((one) => JSON.stringify(one) !== JSON.stringify(known.get(one.id)))
    );
  });
  const next = isShownChanged ? emptyDirectory() : directory;
  for (const user of now.users) next.users.set(user.id, user);
  for (const role of now.roles) next.roles.set(role.id, role);
  for (const channel of now.channels) next.channels.set(channel.id, channel);
  return next;
}

/** Returns a name for a message, and redraws the message once a missing name is known. */
export function nameOf(
  { missing, ...directory }: Directory,
  kind: 'users' | 'roles' | 'channels',
  id: string,
): string | null {
  const name = directory[kind].get(id)?.name;
  if (name !== undefined) return name;
  missing.add(id);
  return null;
}

/** Finds a name, a mention or an id. Null: there is none. */
export function idOf(
  directory: Directory,
  kind: 'users' | 'roles' | 'channels',
  typed: string,
): string | null {
  const wanted = typed
    .replace(/^(?:<@[!&]?|<#|[@#])/, '')
    .replace(/>$/, '')
    .toLowerCase();
  for (const { id, name } of directory[kind].values()) {
    if (id === wanted || name.toLowerCase() === wanted) return id;
  }
  return null;
}
