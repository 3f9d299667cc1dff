import type { NormalisedText } from '../../../shared/keywords/normalise.ts';

/*
 * Other ways to read a text in which words may be disguised: formatted in part (`b**ad**`), spelled out (`b a d`, `b.a.d`), with
 * digits and symbols in place of letters (`b4d`, `b@d`), stretched (`baaad`). A word matches if it is in any reading. Every reading keeps the positions
 * in the text.
 */

/** The text as written, then its other readings. */
export function readingsOf(written: NormalisedText): NormalisedText[] {
  return [written, ...withoutFormatting(written), ...spelledOut(written)]
    .flatMap((text) => [text, ...withLettersForSigns(text)])
    .flatMap((text) => [text, ...shortened(text)]);
}

interface Unit {
  readonly unit: number;
  readonly isInWord: boolean;
  readonly source: number;
}

const unitsOf = ({ units, inWord, sources }: NormalisedText): Unit[] =>
  units.map((unit, at) => ({
    unit,
    isInWord: inWord[at] === true,
    source: sources[at] ?? 0,
  }));

const textOf = (units: readonly Unit[]): NormalisedText => ({
  units: units.map(({ unit }) => unit),
  inWord: units.map(({ isInWord }) => isInWord),
  sources: units.map(({ source }) => source),
});

const code = (character: string): number => character.charCodeAt(0);
const SPACE = code(' ');
const isDigit = (unit: number): boolean => unit >= code('0') && unit <= code('9');
const isLetter = ({ unit, isInWord }: Unit): boolean => isInWord && !isDigit(unit);

/** What Discord hides around formatted text. A backtick is normalised to an apostrophe, which “he'll” needs. */
const FORMATTING = /\*{1,3}|_{2,3}|~~|\|\|/g;

/** Words that are formatted in part, as people see them. Empty: the text has none. */
function withoutFormatting(text: NormalisedText): NormalisedText[] {
  const units = unitsOf(text);
  const written = units.map(({ unit }) => String.fromCharCode(unit)).join('');
  const marks = [...written.matchAll(FORMATTING)];
  const counts = new Map<string, number>();
  for (const [mark] of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const hidden = new Set<number>();
  for (const { 0: mark, index } of marks) {
    const end = index + mark.length;
    const isInside = units[index - 1]?.isInWord === true && units[end]?.isInWord === true;
    // Alone, it hides nothing: 2*3, or the name of a variable.
    const isPaired = (counts.get(mark) ?? 0) > 1;
    if (!isInside || !isPaired) continue;
    for (let at = index; at < end; at += 1) hidden.add(at);
  }
  return hidden.size === 0 ? [] : [textOf(units.filter((_, at) => !hidden.has(at)))];
}

/** A word is spelled out with at least this many single letters. */
const LEAST_SPELLED = 3;
/** How many characters may separate two of them, as in `b - a - d`. */
const MAX_GAP = 3;

/** Single letters in a row as one word. Empty: the text has none. */
function spelledOut(text: NormalisedText): NormalisedText[] {
  const units = unitsOf(text);
  const read: Unit[] = [];
  let hasWord = false;
  for (let at = 0; at < units.length;) {
    const word = spelledFrom(units, at);
    if (word.letters.length >= LEAST_SPELLED && word.letters.some(isLetter)) {
      read.push(...word.letters);
      hasWord = true;
      at = word.end;
    } else {
      const unit = units[at];
      if (unit !== undefined) read.push(unit);
      at += 1;
    }
  }
  return hasWord ? [textOf(read)] : [];
}

/** The single letters in a row that begin here, and where they end. */
function spelledFrom(units: readonly Unit[], start: number): { letters: Unit[]; end: number } {
  const letters: Unit[] = [];
  let end = start;
  for (let at = start; isSingle(units, at);) {
    const letter = units[at];
    if (letter !== undefined) letters.push(letter);
    end = at + 1;
    let next = end;
    while (next - end < MAX_GAP && units[next]?.isInWord === false) next += 1;
    at = next;
  }
  return { letters, end };
}

/** Whether a letter or digit stands here alone. */
function isSingle(units: readonly Unit[], at: number): boolean {
  const isInWord = (index: number): boolean => units[index]?.isInWord === true;
  return isInWord(at) && !isInWord(at - 1) && !isInWord(at + 1);
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

/** Signs as the letters they may stand for, in words that have at least as many letters. Empty: there are none. */
function withLettersForSigns(text: NormalisedText): NormalisedText[] {
  const units = unitsOf(text);
  const readings = ['i', 'l'].map((stroke) => {
    let isChanged = false;
    const read = [...units];
    for (let start = 0; start < units.length;) {
      let end = start;
      while (end < units.length && units[end]?.unit !== SPACE) end += 1;
      const word = signsIn(units.slice(start, end), code(stroke));
      if (word !== null) {
        read.splice(start, end - start, ...word);
        isChanged = true;
      }
      start = end + 1;
    }
    return { isChanged, read, hasStroke: units.some(({ unit }) => STROKES.has(unit)) };
  });
  return readings
    .filter(({ isChanged, hasStroke }, index) => isChanged && (index === 0 || hasStroke))
    .map(({ read }) => textOf(read));
}

/** A word with its signs read as letters; null: it has none, or is rather a number. */
function signsIn(word: readonly Unit[], stroke: number): Unit[] | null {
  let letters = 0;
  let signs = 0;
  const read = word.map((unit, at) => {
    if (isLetter(unit)) letters += 1;
    // An exclamation mark is a letter only inside a word.
    const isInside = isDigit(unit.unit) || word[at + 1]?.isInWord === true;
    const letter =
      SIGNS.get(unit.unit) ?? (STROKES.has(unit.unit) && isInside ? stroke : undefined);
    if (letter === undefined) return unit;
    signs += 1;
    return { ...unit, unit: letter, isInWord: true };
  });
  return signs > 0 && letters >= signs && letters + signs >= LEAST_SIGNED ? read : null;
}

/** No word has a letter three times in a row. */
const STRETCHED = 3;

/** Stretched letters once and twice. Empty: the text has none. */
function shortened(text: NormalisedText): NormalisedText[] {
  const units = unitsOf(text);
  const runs: Unit[][] = [];
  for (const unit of units) {
    const run = runs.at(-1);
    if (run?.[0]?.unit === unit.unit && isLetter(unit)) run.push(unit);
    else runs.push([unit]);
  }
  if (runs.every(({ length }) => length < STRETCHED)) return [];
  return [1, 2].map((kept) =>
    textOf(runs.flatMap((run) => (run.length < STRETCHED ? run : run.slice(0, kept)))),
  );
}
