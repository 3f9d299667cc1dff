import type { NormalisedText } from '../../../shared/keywords/normalise.ts';
import { areSpent, type Steps } from '../../../shared/steps.ts';

/*
 * Other ways to read a text in which words may be disguised: formatted in part (`b**ad**`), spelled out (`b a d`, `b.a.d`), with
 * digits and symbols in place of letters (`b4d`, `b@d`), stretched (`baaad`). A word matches if it is in any reading. Every reading keeps the positions
 * in the text. There are at most 27, and each takes time in proportion to the text.
 */

/** The text as written, then its other readings, until the steps are spent. */
export function* readingsOf(written: NormalisedText, steps: Steps): Generator<NormalisedText> {
  const layouts = [
    () => written,
    () => withoutFormatting(written, steps),
    () => spelledOut(written, steps),
  ];
  for (const layout of layouts) {
    const text = layout();
    if (text === null) continue;
    const signed = ['i', 'l'].map((stroke) => () => withLettersForSigns(text, stroke, steps));
    for (const letters of [() => text, ...signed]) {
      const read = letters();
      if (read === null) continue;
      yield read;
      for (const kept of [1, 2]) {
        if (areSpent(steps)) return;
        const short = shortened(read, kept, steps);
        if (short !== null) yield short;
      }
    }
  }
}

/** A reading that is being written. */
interface Draft {
  readonly units: number[];
  readonly inWord: boolean[];
  readonly sources: number[];
}

const createDraft = (): Draft => ({ units: [], inWord: [], sources: [] });

function copy(draft: Draft, text: NormalisedText, at: number): void {
  draft.units.push(text.units[at] ?? 0);
  draft.inWord.push(text.inWord[at] === true);
  draft.sources.push(text.sources[at] ?? 0);
}

const code = (character: string): number => character.charCodeAt(0);
const SPACE = code(' ');
const isDigit = (unit: number): boolean => unit >= code('0') && unit <= code('9');
const isLetter = ({ units, inWord }: NormalisedText, at: number): boolean =>
  inWord[at] === true && !isDigit(units[at] ?? 0);

/** Marks that Discord hides around formatted text. A backtick is normalised to an apostrophe, which “he'll” needs. */
const FORMATTING = /\*{1,3}|_{2,3}|~~|\|\|/g;
/** The number of units that become a string at once. */
const CHUNK = 4_096;

/** Words that are formatted in part, as people see them. Null: the text has no such words. */
function withoutFormatting(text: NormalisedText, steps: Steps): NormalisedText | null {
  const { units, inWord } = text;
  steps.used += units.length;
  let written = '';
  for (let at = 0; at < units.length; at += CHUNK) {
    written += String.fromCharCode(...units.slice(at, at + CHUNK));
  }
  const marks = [...written.matchAll(FORMATTING)];
  const counts = new Map<string, number>();
  for (const [mark] of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const hidden = new Set<number>();
  for (const { 0: mark, index } of marks) {
    const end = index + mark.length;
    const isInside = inWord[index - 1] === true && inWord[end] === true;
    // Alone, it hides nothing: 2*3, or the name of a variable.
    const isPaired = (counts.get(mark) ?? 0) > 1;
    if (!isInside || !isPaired) continue;
    for (let at = index; at < end; at += 1) hidden.add(at);
  }
  if (hidden.size === 0) return null;
  const draft = createDraft();
  for (let at = 0; at < units.length; at += 1) if (!hidden.has(at)) copy(draft, text, at);
  return draft;
}

/** A word is spelled out with at least this many single letters. */
const LEAST_SPELLED = 3;
/** How many characters may separate two of them, as in `b - a - d`. */
const MAX_GAP = 3;

/** Single letters in a row as one word. Null: the text has none. */
function spelledOut(text: NormalisedText, steps: Steps): NormalisedText | null {
  const { units } = text;
  const draft = createDraft();
  let hasWord = false;
  for (let at = 0; at < units.length;) {
    const { letters, end } = spelledFrom(text, at, steps);
    if (letters.length >= LEAST_SPELLED && letters.some((letter) => isLetter(text, letter))) {
      for (const letter of letters) copy(draft, text, letter);
      hasWord = true;
      at = end;
      continue;
    }
    // Nothing inside such a row begins a word.
    for (const next = Math.max(end, at + 1); at < next; at += 1) copy(draft, text, at);
  }
  return hasWord ? draft : null;
}

/** The positions of the single letters in a row that begin here, and where they end. */
function spelledFrom(
  text: NormalisedText,
  start: number,
  steps: Steps,
): { letters: number[]; end: number } {
  const letters: number[] = [];
  let end = start;
  let at = start;
  while (isSingle(text, at)) {
    letters.push(at);
    end = at + 1;
    at = end;
    while (at - end < MAX_GAP && text.inWord[at] === false) at += 1;
  }
  steps.used += at - start + 1;
  return { letters, end };
}

/** Whether a letter or digit stands here alone. */
function isSingle({ inWord }: NormalisedText, at: number): boolean {
  return inWord[at] === true && inWord[at - 1] !== true && inWord[at + 1] !== true;
}

const SIGNS = new Map(
  Object.entries({ 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '€': 'e' }).map(
    ([sign, letter]) => [code(sign), code(letter)],
  ),
);
/** These may be an i or an l. */
const STROKES = new Set([code('1'), code('!'), code('|')]);
/** Shorter words are names of things, such as 4K or M4. */
const LEAST_SIGNED = 3;

/**
 * Reads signs as the letters they may stand for, in words with at least as many letters as signs. Null: there are none, or
 * the reading with the other letter for strokes is the same.
 */
function withLettersForSigns(
  text: NormalisedText,
  stroke: string,
  steps: Steps,
): NormalisedText | null {
  const { units } = text;
  steps.used += units.length;
  if (stroke === 'l' && !units.some((unit) => STROKES.has(unit))) return null;
  const read = { ...text, units: [...units], inWord: [...text.inWord] };
  let isChanged = false;
  for (let start = 0; start < units.length;) {
    let end = start;
    while (end < units.length && units[end] !== SPACE) end += 1;
    if (readSigns(read, { start, end }, text, code(stroke))) isChanged = true;
    start = end + 1;
  }
  return isChanged ? read : null;
}

/**
 * Reads the signs of a word as letters, and returns whether there are any. A word that looks more like a number is left
 * alone.
 */
function readSigns(
  read: Pick<Draft, 'units' | 'inWord'>,
  { start, end }: { readonly start: number; readonly end: number },
  text: NormalisedText,
  stroke: number,
): boolean {
  const { units, inWord } = text;
  let letters = 0;
  const signs: { at: number; letter: number }[] = [];
  for (let at = start; at < end; at += 1) {
    const unit = units[at] ?? 0;
    if (isLetter(text, at)) letters += 1;
    // An exclamation mark is a letter only inside a word.
    const isInside = isDigit(unit) || (at + 1 < end && inWord[at + 1] === true);
    const letter = SIGNS.get(unit) ?? (STROKES.has(unit) && isInside ? stroke : undefined);
    if (letter !== undefined) signs.push({ at, letter });
  }
  if (signs.length === 0 || letters < signs.length) return false;
  if (letters + signs.length < LEAST_SIGNED) return false;
  for (const { at, letter } of signs) {
    read.units[at] = letter;
    read.inWord[at] = true;
  }
  return true;
}

/** No word has a letter three times in a row. */
const STRETCHED = 3;

/** Stretched letters `kept` times. Null: the text has none. */
function shortened(text: NormalisedText, kept: number, steps: Steps): NormalisedText | null {
  const { units } = text;
  steps.used += units.length;
  const draft = createDraft();
  for (let start = 0; start < units.length;) {
    let end = start + 1;
    while (end < units.length && units[end] === units[start] && isLetter(text, end)) end += 1;
    const isStretched = end - start >= STRETCHED;
    const last = isStretched ? start + kept : end;
    for (let at = start; at < last; at += 1) copy(draft, text, at);
    start = end;
  }
  return draft.units.length === units.length ? null : draft;
}
