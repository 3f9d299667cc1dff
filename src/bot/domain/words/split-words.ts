import type { AfterMatch } from '../../../shared/keywords/automaton.ts';
import type { NormalisedText } from '../../../shared/keywords/normalise.ts';
import type { Steps } from '../../../shared/steps.ts';
import { COMMON_WORDS } from './common-words.ts';
import type { WordPattern } from './word-pattern.ts';

/** Shorter words would match lists of letters. */
const MIN_LENGTH = 3;
const MAX_PARTS = 3;

interface Part {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds words that are written in two or three parts with one separator between them: `ba.d`, `b-a d`. The parts are whole
 * words of the text, so wildcards mean nothing here.
 */
export function createSplitWordFinder(
  words: readonly WordPattern[],
): (
  text: NormalisedText,
  steps: Steps,
  onMatch: (word: WordPattern, match: Part) => AfterMatch,
) => void {
  const byForm = new Map<string, WordPattern[]>();
  const lengths = new Set<number>();
  for (const word of words) {
    const { normalised } = word;
    if (normalised.length < MIN_LENGTH) continue;
    byForm.set(normalised, [...(byForm.get(normalised) ?? []), word]);
    lengths.add(normalised.length);
  }
  return (text, steps, onMatch) => {
    steps.used += text.units.length;
    let row: Part[] = [];
    for (const part of partsOf(text)) {
      const last = row.at(-1);
      row = last !== undefined && isSeparator(text, last.to, part.from) ? row : [];
      row = [...row.slice(1 - MAX_PARTS), part];
      let length = part.to - part.from;
      for (let first = row.length - 2; first >= 0; first -= 1) {
        const parts = row.slice(first);
        const from = parts[0]?.from ?? part.from;
        length += (parts[0]?.to ?? from) - from;
        if (!lengths.has(length)) continue;
        steps.used += length;
        const found = byForm.get(parts.map((span) => textOf(text, span)).join(''));
        if (found === undefined || areOrdinaryWords(text, parts)) continue;
        for (const word of found) if (onMatch(word, { from, to: part.to }) === 'stop') return;
      }
    }
  };
}

const code = (character: string): number => character.charCodeAt(0);
const APOSTROPHE = code("'");
const SPACE = code(' ');

/** The words of a text, without those that an apostrophe joins to something: “he'll”, “l'eau”. */
function* partsOf({ units, inWord }: NormalisedText): Generator<Part> {
  for (let from = 0; from < units.length; from += 1) {
    if (inWord[from] !== true) continue;
    let to = from + 1;
    while (inWord[to] === true) to += 1;
    if (units[from - 1] !== APOSTROPHE && units[to] !== APOSTROPHE) yield { from, to };
    from = to;
  }
}

function isSeparator({ units }: NormalisedText, from: number, to: number): boolean {
  return to - from === 1 && units[from] !== APOSTROPHE;
}

function textOf({ units }: NormalisedText, { from, to }: Part): string {
  return String.fromCharCode(...units.slice(from, to));
}

const VOWEL = /[aeiouy]/;
const LETTER = /\p{L}/u;

/** Whether the parts are numbers, or ordinary words of which one is so common that it stands beside any other. */
function areOrdinaryWords(text: NormalisedText, parts: readonly Part[]): boolean {
  const words = parts.map((part) => textOf(text, part));
  if (words.some((word) => !LETTER.test(word))) return true;
  const hasSpace = parts.slice(1).some(({ from }) => text.units[from - 1] === SPACE);
  const couldBeWord = (word: string): boolean => word.length === 1 || VOWEL.test(word);
  return hasSpace && words.some((word) => COMMON_WORDS.has(word)) && words.every(couldBeWord);
}
