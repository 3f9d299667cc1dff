import type { CommandView } from '../../protocol/commands.ts';
import type { Pane } from '../state.ts';

const MAX_SUGGESTIONS = 200;

/** The commands are not known yet. */
export const awaitsCommands = ({ draft, commands }: Pane): boolean =>
  draft.text.startsWith('/') && commands.length === 0;

export interface Suggestions {
  readonly matches: readonly CommandView[];
  /** Index of the suggestion that Enter picks; -1: none. */
  readonly active: number;
}

/** Commands that match the draft's first word. */
export function suggestions({ draft, commands }: Pane): Suggestions {
  const { text, activeIndex } = draft;
  if (!text.startsWith('/') || text.includes('\n')) return { matches: [], active: -1 };
  const typed = text.slice(1).toLowerCase();
  const matches = commands
    .filter(({ kind }) => kind === 'slash')
    .filter(({ name, path }) => name.toLowerCase().includes(typed) || path.includes(typed))
    .slice(0, MAX_SUGGESTIONS);
  return { matches, active: Math.min(activeIndex, matches.length - 1) };
}
