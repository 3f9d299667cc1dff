import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { MemberName } from '../harness.ts';

/** Converts between the names that people type and Discord's ids. Case does not matter. */
export interface Names {
  /** Finds a member by name or by the beginning of a name, such as `mod`; null if none or several match. */
  member(name: string): MemberName | null;
  /** The id of a user, role or channel by its name, with or without `@` or `#`; null if there is none. */
  userId(name: string): string | null;
  roleId(name: string): string | null;
  channelId(name: string): string | null;
  /** Replaces `@bob` and `#general` with Discord's mentions. */
  toMentions(text: string): string;
  /** Replaces Discord's mentions with names. */
  fromMentions(text: string): string;
}

export function createNames({ members, roles, channels, botId }: Sandbox): Names {
  const userIds = new Map(Object.entries(members).map(([name, { id }]) => [name, id]));
  const roleIds = new Map(Object.entries(roles));
  const channelIds = new Map(Object.entries(channels));
  const namesById = new Map([
    [botId, 'Portcullis'],
    ...[userIds, roleIds, channelIds].flatMap((ids) =>
      [...ids].map(([name, id]) => [id, name] as const),
    ),
  ]);

  const memberNames = Object.keys(members).filter((name): name is MemberName =>
    Object.hasOwn(members, name),
  );
  const users = lookup(userIds);
  const byRole = lookup(roleIds);
  const byChannel = lookup(channelIds);

  return {
    member(name) {
      const wanted = name.toLowerCase();
      if (wanted === '') return null;
      const candidates = memberNames.filter((candidate) => candidate.startsWith(wanted));
      const exact = candidates.find((candidate) => candidate === wanted);
      return exact ?? (candidates.length === 1 ? (candidates[0] ?? null) : null);
    },
    userId: users,
    roleId: byRole,
    channelId: byChannel,
    toMentions: (text) =>
      text.replaceAll(/(?<![\w<])([@#])([\w-]+)/g, (mention, sign: string, name: string) => {
        if (sign === '#') {
          const channelId = byChannel(name);
          return channelId === null ? mention : `<#${channelId}>`;
        }
        // "moderator" is a member and "Moderator" a role, so exact spelling comes first.
        const roleId = byRole(name);
        if (roleId !== null && (roleIds.has(name) || users(name) === null)) return `<@&${roleId}>`;
        const userId = users(name);
        return userId === null ? mention : `<@${userId}>`;
      }),
    fromMentions: (text) =>
      text
        .replaceAll(/<(@|@&|#)(\d+)>/g, (mention, kind: string, id: string) => {
          const name = namesById.get(id);
          return name === undefined ? mention : `${kind === '#' ? '#' : '@'}${name}`;
        })
        .replaceAll(/<(\/[^:>]+):\d+>/g, '$1')
        .replaceAll(/<t:(\d+)(?::\w)?>/g, (_mention, seconds: string) =>
          new Date(Number(seconds) * 1000).toLocaleString('en-GB'),
        ),
  };
}

function lookup(ids: ReadonlyMap<string, string>): (name: string) => string | null {
  const byLowerCase = new Map([...ids].map(([name, id]) => [name.toLowerCase(), id]));
  return (name) => byLowerCase.get(name.replace(/^[@#]/, '').toLowerCase()) ?? null;
}
