import type { CommandView } from '../../protocol/commands.ts';
import { mentionables, type Mentionable } from '../mentions.ts';
import type { Pane } from '../state.ts';

const MAX_COMMANDS = 200;
const MAX_NAMES = 10;

/** True if the draft may be a command but the commands are not known yet. */
export const awaitsCommands = ({ draft, commands }: Pane): boolean =>
  draft.text.startsWith('/') && commands.length === 0;

export type Suggestion =
  | { readonly kind: 'command'; readonly command: CommandView }
  /** `typed`: the part of the draft that the name replaces. */
  | { readonly kind: 'name'; readonly name: string; readonly typed: string };

export interface Suggestions {
  readonly matches: readonly Suggestion[];
  /** Index of the suggestion that Enter picks; -1: none. */
  readonly active: number;
}

/** Commands for a draft that begins with a slash, names for one that ends with the beginning of a mention. */
export function suggestions(pane: Pane): Suggestions {
  const { text, activeIndex } = pane.draft;
  const matches = text.startsWith('/') ? commandsFor(pane) : namesFor(pane);
  return { matches, active: Math.min(activeIndex, matches.length - 1) };
}

function commandsFor({ draft: { text }, commands }: Pane): Suggestion[] {
  if (text.includes('\n')) return [];
  const typed = text.slice(1).toLowerCase();
  return commands
    .filter(({ kind }) => kind === 'slash')
    .filter(({ name, path }) => name.toLowerCase().includes(typed) || path.includes(typed))
    .slice(0, MAX_COMMANDS)
    .map((command) => ({ kind: 'command', command }));
}

function namesFor({ draft: { text }, directory }: Pane): Suggestion[] {
  const [, typed = ''] = /(?:^|\s)([@#][^\s@#]*)$/u.exec(text) ?? [];
  if (typed === '') return [];
  const wanted = typed.toLowerCase();
  const all = mentionables(directory).map(({ name }: Mentionable) => name);
  if (all.some((name) => name.toLowerCase() === wanted)) return [];
  return all
    .filter((name) => name.toLowerCase().startsWith(wanted))
    .slice(0, MAX_NAMES)
    .map((name) => ({ kind: 'name', name, typed }));
}
