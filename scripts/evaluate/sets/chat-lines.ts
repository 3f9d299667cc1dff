import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CATEGORIES, type Category } from '../../../src/service/engine/categories.ts';
import { unveil } from '../../train/data/authored/unveil.ts';

const FOLDER = resolve('scripts/evaluate/sets/chat-lines');
/** Kinds of harmless lines: other people's words, games, groups, near scams, small talk. */
const HARMLESS = ['reported', 'play', 'groups', 'safety', 'chatter'] as const;

/** A line of chat written for the evaluation; training never sees it. */
export interface ChatLine {
  text: string;
  /** The file that has the line: a category, or a kind of harmless line. */
  kind: string;
  /** Null: in none of the categories. */
  category: Category | null;
  /** Lines of vulgarity have a category, but harm nobody. */
  isHarmful: boolean;
}

function linesOf(kind: string, category: Category | null): ChatLine[] {
  return readFileSync(join(FOLDER, `${kind}.txt`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({
      text: unveil(line),
      kind,
      category,
      isHarmful: category !== null && category !== 'vulgarity',
    }));
}

export function readChatLines(): ChatLine[] {
  return [
    ...CATEGORIES.flatMap((category) => linesOf(category, category)),
    ...HARMLESS.flatMap((kind) => linesOf(kind, null)),
  ];
}
