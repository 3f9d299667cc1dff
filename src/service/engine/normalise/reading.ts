import { HASH_START, hashRange, hashStep } from './hash.ts';
import { FIRST_LEET, SECOND_LEET } from './fold-tables.ts';
import type { Lexicon } from './lexicon.ts';
import { Seen } from './pieces.ts';

const MASK = 0x2a;
const EXCLAMATION = 0x21;
const ZERO = 0x30;
const LETTER_G = 0x67;
const LETTER_Q = 0x71;
const LETTER_U = 0x75;
const LETTER_V = 0x76;
const NINE = 0x39;
const MAX_WORD = 192;
const MIN_MASKED = 3;
const MIN_SHORTENED = 3;
const MIN_FUZZY = 4;
const MIN_SUBSTITUTED = 6;
/** Longer words are not worth a fuzzy search, whose cost is quadratic in the length. */
const MAX_FUZZY = 16;
/** Longer than any stretched word: such a piece can only be several words. */
export const MAX_STRETCHED = 64;

/** The result of reading one word. `letters` is reused by the next reading. */
export interface Reading {
  letters: Uint16Array;
  length: number;
  hash: number;
  /** Vocabulary id, or -1. */
  id: number;
  disguised: boolean;
}

export interface LetterRange {
  from: number;
  to: number;
  seen: number;
  /** Allows a missing, extra, changed or misplaced letter. */
  isLoose: boolean;
}

export interface Reader {
  reading: Reading;
  /** Reads a range of letters as one word and tries the known disguises; the result is in `reading`. */
  read(letters: Uint16Array, range: LetterRange): void;
  /** Reads a range of letters that isn't a word as written, trying only symbols as letters. */
  readPlainly(letters: Uint16Array, range: Omit<LetterRange, 'isLoose'>): void;
}

const isDigit = (unit: number): boolean => unit >= ZERO && unit <= NINE;

export function createReader(lexicon: Lexicon): Reader {
  const reading: Reading = {
    letters: new Uint16Array(MAX_WORD),
    length: 0,
    hash: 0,
    id: -1,
    disguised: false,
  };
  const raw = new Uint16Array(MAX_WORD);
  const sorted = new Uint16Array(MAX_WORD);
  let rawLength = 0;

  const lookUp = (): boolean => {
    reading.hash = hashRange(reading.letters, 0, reading.length);
    reading.id = lexicon.find(reading.hash);
    return reading.id !== -1;
  };

  /** Fills the reading from `raw`: maps symbols to letters with `leet` and shortens runs of a letter to `maxRun`. */
  const fill = (leet: Uint16Array | null, maxRun: number): void => {
    let length = 0;
    let run = 0;
    for (let at = 0; at < rawLength; at += 1) {
      const unit = raw[at] ?? 0;
      const letter = leet === null ? unit : leet[unit] || unit;
      run = length > 0 && reading.letters[length - 1] === letter ? run + 1 : 1;
      if (run <= maxRun) {
        reading.letters[length] = letter;
        length += 1;
      }
    }
    reading.length = length;
  };

  const tryRuns = (leet: Uint16Array | null, isStretched: boolean): boolean => {
    fill(leet, MAX_WORD);
    if (lookUp()) return true;
    if (!isStretched) return false;
    fill(leet, 2);
    if (lookUp()) return true;
    fill(leet, 1);
    return lookUp();
  };

  /** Accepts an anchor as the word that was meant. The letters stay as written. */
  const take = (id: number): boolean => {
    if (id === -1) return false;
    reading.id = id;
    reading.hash = lexicon.hashOf(id);
    reading.disguised = true;
    return true;
  };

  const hashChanged = (at: number, unit: number): number => {
    let hash = HASH_START;
    for (let other = 0; other < reading.length; other += 1) {
      if (other !== at) hash = hashStep(hash, reading.letters[other] ?? 0);
      else if (unit !== 0) hash = hashStep(hash, unit);
    }
    return hash;
  };

  const tryShuffled = (): boolean => {
    const { length, letters } = reading;
    for (let at = 0; at < length; at += 1) {
      const unit = letters[at] ?? 0;
      let slot = at;
      while (slot > 0 && (sorted[slot - 1] ?? 0) > unit) {
        sorted[slot] = sorted[slot - 1] ?? 0;
        slot -= 1;
      }
      sorted[slot] = unit;
    }
    return take(lexicon.findShuffled(hashRange(sorted, 0, length)));
  };

  /** One letter missing, extra or substituted, or two swapped. */
  const tryFuzzy = (): boolean => {
    const lengthened = lexicon.findShortened(reading.hash);
    if (reading.length < MIN_FUZZY) return lexicon.isStrongAnchor(lengthened) && take(lengthened);
    if (take(lengthened) || tryShuffled()) return true;
    for (let at = 0; at < reading.length; at += 1) {
      const id = reading.length > MIN_FUZZY ? lexicon.find(hashChanged(at, 0)) : -1;
      if (id !== -1 && lexicon.isAnchor(id)) return take(id);
    }
    if (reading.length < MIN_SUBSTITUTED) return false;
    for (let at = 1; at < reading.length; at += 1) {
      if (take(lexicon.findMasked(hashChanged(at, MASK)))) return true;
    }
    return false;
  };

  const tryMasked = (): boolean => {
    fill(FIRST_LEET, MAX_WORD);
    const hasLength = reading.length >= MIN_MASKED;
    return hasLength && take(lexicon.findMasked(hashRange(reading.letters, 0, reading.length)));
  };

  /** Keeps only this range of the raw letters. */
  const keep = (from: number, to: number): void => {
    raw.copyWithin(0, from, to);
    rawLength = Math.max(0, to - from);
  };

  const dropMasks = (): void => {
    let kept = 0;
    for (let at = 0; at < rawLength; at += 1) {
      const unit = raw[at] ?? 0;
      if (unit === MASK) continue;
      raw[kept] = unit;
      kept += 1;
    }
    rawLength = kept;
  };

  /** "f*u*c*k": the masks only separate the letters. */
  const isAlternating = (): boolean => {
    for (let at = 1; at < rawLength; at += 2) {
      if (raw[at] !== MASK || raw[at - 1] === MASK) return false;
    }
    return rawLength % 2 === 1 && rawLength > 2;
  };

  const tryWithoutMasks = (): boolean => {
    reading.length = 0;
    for (let at = 0; at < rawLength; at += 2) {
      reading.letters[reading.length] = FIRST_LEET[raw[at] ?? 0] || (raw[at] ?? 0);
      reading.length += 1;
    }
    return lookUp();
  };

  const readMasked = (seen: number): boolean => {
    let first = 0;
    let last = rawLength;
    while (first < last && raw[first] === MASK) first += 1;
    while (last > first && raw[last - 1] === MASK) last -= 1;
    // "*really*" is emphasis, "b****" isn't.
    const isBare = !raw.subarray(first, last).includes(MASK);
    const isEmphasis =
      isBare && (first === rawLength - last || (last - first > 2 && rawLength - last <= 2));
    if (!isBare && isAlternating() && tryWithoutMasks()) return true;
    if (!isEmphasis && tryMasked()) return true;
    keep(first, last);
    if (isEmphasis && tryRuns(null, (seen & Seen.run) !== 0)) {
      reading.disguised = (seen & ~(Seen.mask | Seen.latin)) !== 0;
      return true;
    }
    if (!isBare && tryMasked()) return true;
    dropMasks();
    return false;
  };

  /**
   * Symbols without letters form a word only if at least two aren't digits ("@$$"); otherwise they are a number or an
   * amount.
   */
  const isNumber = (): boolean => {
    let others = 0;
    for (let at = 0; at < rawLength; at += 1) {
      if (!isDigit(raw[at] ?? 0)) others += 1;
    }
    return others < 2;
  };

  /** "k1111ng": the same symbol stands for i and for l. */
  const tryEitherLetter = (): boolean => {
    let ambiguous = 0;
    for (let at = 0; at < rawLength; at += 1) {
      const unit = raw[at] ?? 0;
      const isAmbiguous = SECOND_LEET[unit] !== FIRST_LEET[unit];
      if (isAmbiguous) ambiguous += 1;
      reading.letters[at] = isAmbiguous ? MASK : FIRST_LEET[unit] || unit;
    }
    reading.length = rawLength;
    if (ambiguous < 2 || rawLength < MIN_FUZZY || rawLength > MAX_FUZZY) return false;
    return take(lexicon.findMasked(hashRange(reading.letters, 0, rawLength)));
  };

  /** "!important": the symbol is punctuation if the rest is a word as written. */
  const readWithoutFirst = (): boolean => {
    for (let at = 1; at < rawLength; at += 1) reading.letters[at - 1] = raw[at] ?? 0;
    reading.length = rawLength - 1;
    return lookUp();
  };

  /** True if a symbol stands between letters. */
  const hasSignInside = (): boolean => {
    let seenLetter = false;
    let seenSign = false;
    for (let at = 0; at < rawLength; at += 1) {
      const isSign = FIRST_LEET[raw[at] ?? 0] !== 0;
      if (!isSign && seenSign) return true;
      if (!isSign) seenLetter = true;
      else seenSign = seenLetter || raw[at] === EXCLAMATION;
    }
    return false;
  };

  const trySqueezed = (): boolean => {
    const { length } = reading;
    const leet = hasSignInside() ? FIRST_LEET : null;
    fill(leet, 1);
    if (reading.length === length) return false;
    if (lookUp() && lexicon.isAnchor(reading.id)) return true;
    fill(leet, 2);
    reading.id = -1;
    reading.hash = hashRange(reading.letters, 0, reading.length);
    return false;
  };

  /** Letters that look or sound like the ones meant: "faqqot", "fvck". */
  const tryShapes = (): boolean => {
    let changed = false;
    for (let at = 0; at < reading.length; at += 1) {
      const unit = reading.letters[at] ?? 0;
      const shape = unit === LETTER_Q ? LETTER_G : unit === LETTER_V ? LETTER_U : unit;
      sorted[at] = shape;
      changed ||= shape !== unit;
    }
    if (!changed) return false;
    const id = lexicon.find(hashRange(sorted, 0, reading.length));
    return lexicon.isStrongAnchor(id) && take(id);
  };

  const begin = (letters: Uint16Array, from: number, to: number): void => {
    reading.disguised = false;
    rawLength = Math.min(to - from, MAX_WORD);
    for (let at = 0; at < rawLength; at += 1) raw[at] = letters[from + at] ?? 0;
  };

  /** Reads a piece that is too long for a word as an out-of-vocabulary word. */
  const readLong = (seen: number): void => {
    const isAmount = (seen & (Seen.sign | Seen.latin)) === Seen.sign && isNumber();
    reading.disguised = !isAmount && seen !== Seen.latin && seen !== Seen.foreign;
    if ((seen & Seen.mask) !== 0) dropMasks();
    fill(hasSignInside() ? FIRST_LEET : null, (seen & Seen.foreign) === 0 ? 2 : MAX_WORD);
    reading.hash = hashRange(reading.letters, 0, reading.length);
    reading.id = -1;
  };

  return {
    reading,
    readPlainly(letters, { from, to, seen }) {
      begin(letters, from, to);
      const isLeet = (seen & Seen.sign) !== 0 && (seen & Seen.latin) !== 0;
      fill(isLeet ? FIRST_LEET : null, MAX_WORD);
      reading.disguised = lookUp() && isLeet;
    },
    read(letters, { from, to, seen, isLoose }) {
      begin(letters, from, to);
      if (rawLength > MAX_STRETCHED) {
        readLong(seen);
        return;
      }
      const isStretched = (seen & Seen.run) !== 0;
      if (tryRuns(null, isStretched)) {
        reading.disguised = isStretched || (seen & (Seen.veil | Seen.lookalike)) !== 0;
        return;
      }
      if ((seen & (Seen.sign | Seen.latin)) === Seen.sign && isNumber()) return;
      if (raw[0] === EXCLAMATION && readWithoutFirst()) return;
      reading.disguised = seen !== Seen.latin && seen !== Seen.foreign;
      if ((seen & Seen.mask) !== 0 && readMasked(seen)) return;
      if ((seen & Seen.sign) !== 0) {
        if (tryRuns(FIRST_LEET, isStretched) || tryRuns(SECOND_LEET, isStretched)) return;
        if (tryEitherLetter()) return;
      }
      // "22nd" and "4k" aren't disguises.
      fill(hasSignInside() ? FIRST_LEET : null, isStretched ? 2 : MAX_WORD);
      reading.hash = hashRange(reading.letters, 0, reading.length);
      reading.id = -1;
      if ((seen & Seen.foreign) !== 0 || lexicon.isKnown(reading.hash)) return;
      if (trySqueezed()) {
        reading.disguised = true;
        return;
      }
      const { length } = reading;
      if (length >= MIN_FUZZY && length <= MAX_FUZZY && tryShapes()) return;
      if (isLoose && length >= MIN_SHORTENED && length <= MAX_FUZZY) tryFuzzy();
    },
  };
}
