import type { Directory } from './directory.ts';

/** Replaces `@Bob` and `#general` with Discord's mentions. */
export function toMentions(text: string, { users, roles, channels }: Directory): string {
  const named = [
    ...[...users.values()].map(({ id, name }) => [`@${name}`, `<@${id}>`] as const),
    ...[...roles.values()].map(({ id, name }) => [`@${name}`, `<@&${id}>`] as const),
    ...[...channels.values()].map(({ id, name }) => [`#${name}`, `<#${id}>`] as const),
  ];
  const mentions = new Map(named.map(([name, mention]) => [name.toLowerCase(), mention]));
  return text.replaceAll(
    /(?<![\w<])[@#][\p{L}\p{N}_-]+/gu,
    (typed) => mentions.get(typed.toLowerCase()) ?? typed,
  );
}
