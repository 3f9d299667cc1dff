import type { Directory } from './directory.ts';

/** A name that can be typed, and Discord's mention for it. */
export interface Mentionable {
  /** With its prefix, as in `@Bob` or `#general`. */
  readonly name: string;
  readonly mention: string;
}

export function mentionables({ users, roles, channels }: Directory): Mentionable[] {
  return [
    ...[...users.values()].map(({ id, name }) => ({ name: `@${name}`, mention: `<@${id}>` })),
    ...[...roles.values()].map(({ id, name }) => ({ name: `@${name}`, mention: `<@&${id}>` })),
    ...[...channels.values()]
      .filter(({ kind }) => kind !== 'dm' && kind !== 'category')
      .map(({ id, name }) => ({ name: `#${name}`, mention: `<#${id}>` })),
  ];
}

const WORD = /[\p{L}\p{N}_-]/u;

/** Replaces `@Bob` and `#general` with Discord's mentions; the longest matching name wins. */
export function toMentions(text: string, directory: Directory): string {
  const longestFirst = mentionables(directory).sort((a, b) => b.name.length - a.name.length);
  let result = '';
  let index = 0;
  while (index < text.length) {
    const rest = text.slice(index).toLowerCase();
    const isStart = /^[@#]/.test(rest) && !/[\w<]/.test(text[index - 1] ?? '');
    const found = isStart
      ? longestFirst.find(
          ({ name }) => rest.startsWith(name.toLowerCase()) && !WORD.test(rest[name.length] ?? ''),
        )
      : undefined;
    result += found?.mention ?? text[index] ?? '';
    index += found?.name.length ?? 1;
  }
  return result;
}

/** Shows mentions as they are typed. */
export function fromMentions(text: string, directory: Directory): string {
  const names = new Map(mentionables(directory).map(({ name, mention }) => [mention, name]));
  return text.replaceAll(/<(?:@[!&]?|#)\d+>/g, (mention) => names.get(mention) ?? mention);
}
