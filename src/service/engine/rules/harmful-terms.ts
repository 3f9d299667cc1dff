import type { HarmfulTerm } from '../engine.ts';
import { WordClass } from '../model/pairs.ts';
import { WordMark } from '../model/weights.ts';
import type { Lexicon } from '../normalise/lexicon.ts';
import { Special } from '../normalise/noise.ts';
import type { Tokens } from '../normalise/tokens.ts';

/** Maximum number of words between "you" and the word aimed at "you". */
const REACH = 5;
const ADDRESSES = ['you', 'u', 'ur', 'youre', 'your', 'ya', 'yall', 'urself', 'yourself', 'thou'];
/**
 * Curse words aimed at nobody, and the words used with them. No names, no "off", no insults: those are aimed at a
 * person.
 */
const EXCLAMATION_WORDS =
  'shit fuck fucks fucked fucking ass bullshit crap damn hell piss wtf omg ffs holy oh ah ugh wow lol lmao lmfao haha bro dude man no yes yeah nah wait what how the this that it is was me for sake sakes'.split(
    ' ',
  );
const EXCLAMATION_SIGNS: readonly number[] = [
  Special.customEmoji,
  Special.question,
  Special.exclamation,
  Special.quote,
  Special.smile,
  Special.frown,
  Special.heart,
];

export interface TermFinder {
  /** The message's harmful words in order of appearance, each once. */
  find(tokens: Tokens): HarmfulTerm[];
  isCurse(id: number): boolean;
  isSlur(id: number): boolean;
  /** The message addresses or mentions a person. */
  addressesSomebody(tokens: Tokens): boolean;
  /** The message is only an exclamation, such as "what the fuck!". */
  isExclamation(tokens: Tokens): boolean;
}

export function createTermFinder(
  lexicon: Lexicon,
  marks: Uint8Array,
  idOf: (word: string) => number,
): TermFinder {
  const addresses = new Set<number>([Special.mention, ...ADDRESSES.map(idOf)]);
  addresses.delete(-1);
  const exclamations = new Set<number>([...EXCLAMATION_SIGNS, ...EXCLAMATION_WORDS.map(idOf)]);
  exclamations.delete(-1);
  const markOf = (id: number): number => (id === -1 ? 0 : (marks[id] ?? 0));
  const isAddress = (tokens: Tokens, at: number): boolean => addresses.has(tokens.id[at] ?? -1);

  const isAimed = (tokens: Tokens, at: number): boolean => {
    if (at + 1 < tokens.count && isAddress(tokens, at + 1)) return true;
    for (let before = at - 1; before >= 0 && before >= at - REACH; before -= 1) {
      if (isAddress(tokens, before)) return true;
    }
    return false;
  };

  return {
    isCurse: (id) => (markOf(id) & WordMark.curse) !== 0,
    isSlur: (id) => (markOf(id) & WordMark.classMask) === WordClass.slur,
    addressesSomebody(tokens) {
      for (let at = 0; at < tokens.count; at += 1) {
        if (isAddress(tokens, at)) return true;
      }
      return false;
    },
    isExclamation(tokens) {
      for (let at = 0; at < tokens.count; at += 1) {
        if (!exclamations.has(tokens.id[at] ?? -1)) return false;
      }
      return true;
    },
    find(tokens) {
      let terms: Map<string, HarmfulTerm> | null = null;
      for (let at = 0; at < tokens.count; at += 1) {
        const id = tokens.id[at] ?? -1;
        if ((markOf(id) & WordMark.harmful) === 0) continue;
        terms ??= new Map();
        const term = lexicon.wordOf(id);
        const existing = terms.get(term);
        if (existing?.aimed === true) continue;
        const aimed = isAimed(tokens, at);
        if (existing !== undefined) existing.aimed = aimed;
        else {
          const span = { from: tokens.sourceFrom[at] ?? 0, to: tokens.sourceTo[at] ?? 0 };
          terms.set(term, { span, term, aimed });
        }
      }
      return terms === null ? [] : [...terms.values()];
    },
  };
}
