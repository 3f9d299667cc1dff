import { LOOKALIKES } from '../../../shared/lookalikes.ts';
import { fold, Kind, kindOf, latinOf, nativeOf } from '../normalise/fold.ts';
import { FIRST_LEET } from '../normalise/fold-tables.ts';
import { isIndicSign, ownLetter, TATWEEL } from './own-scripts.ts';

export const SPACE = 0x20;
const MAX_RUN = 2;
/** At least this many single letters in a row spell a word. */
const SPELLED = 3;
const LAST_ASCII = 0x7f;
const CYRILLIC = { first: 0x400, last: 0x52f };

/** Markup and links, which say nothing in any language. Bounded repetitions keep this linear. */
const NOISE = /<(?:@[!&]?|#|a?:\w{1,32}:|t:)-?\d{1,20}(?::\w)?>|https?:\/\/\S+|@\w{1,40}/g;

/** Maps a Latin letter to the Cyrillic one that looks like it. */
const CYRILLIC_OF_LATIN: ReadonlyMap<number, number> = new Map(
  [...LOOKALIKES].flatMap(([shape, letter]) => {
    const unit = shape.charCodeAt(0);
    return unit >= CYRILLIC.first && unit <= CYRILLIC.last
      ? [[letter.charCodeAt(0), unit] as const]
      : [];
  }),
);

const isCyrillic = (unit: number): boolean => unit >= CYRILLIC.first && unit <= CYRILLIC.last;

/** The letters of a text, with a space before the first word, after the last and between words. */
export interface FoldedText {
  units: Uint16Array;
  length: number;
}

/** Shared by all texts: allocating takes longer than folding. */
let buffer = new Uint16Array(8192);

/** Collects letters into words, and joins words that are spelled out letter by letter. */
class Folding {
  private readonly units: Uint16Array;
  private length = 1;
  private start = 1;
  private cyrillic = 0;
  private latin = 0;
  /** Start and number of the single letters just before this word. */
  private spelledFrom = 1;
  private spelled = 0;

  constructor(capacity: number) {
    if (buffer.length < capacity) buffer = new Uint16Array(capacity);
    this.units = buffer;
    this.units[0] = SPACE;
  }

  get isInWord(): boolean {
    return this.length > this.start;
  }

  add(unit: number): void {
    const { units, length, start } = this;
    if (length - start >= MAX_RUN && units[length - 1] === unit && units[length - 2] === unit) {
      return;
    }
    if (isCyrillic(unit)) this.cyrillic += 1;
    else if (unit <= LAST_ASCII) this.latin += 1;
    units[length] = unit;
    this.length += 1;
  }

  closeWord(): void {
    const size = this.length - this.start;
    if (size === 0) return;
    if (size > 1) this.joinSpelled();
    if (this.cyrillic > 0 && this.latin > 0) this.readAsCyrillic();
    this.units[this.length] = SPACE;
    this.length += 1;
    if (size === 1) {
      if (this.spelled === 0) this.spelledFrom = this.start;
      this.spelled += 1;
    }
    this.start = this.length;
    this.cyrillic = 0;
    this.latin = 0;
  }

  /** Adds a word that consists of one emoji and is never part of a spelled-out word. */
  addEmoji(unit: number): void {
    this.closeWord();
    this.joinSpelled();
    this.add(unit);
    this.closeWord();
    this.spelled = 0;
  }

  done(): FoldedText {
    this.closeWord();
    this.joinSpelled();
    return { units: this.units, length: this.length };
  }

  /** Reads Latin letters in a mostly Cyrillic word as the Cyrillic letters that they imitate. */
  private readAsCyrillic(): void {
    for (let at = this.start; at < this.length; at += 1) {
      const unit = this.units[at] ?? 0;
      if (!isCyrillic(unit)) this.units[at] = CYRILLIC_OF_LATIN.get(unit) ?? unit;
    }
  }

  /** Joins the single letters before the current word into one word if there are enough of them. */
  private joinSpelled(): void {
    const { spelled, spelledFrom, units, start } = this;
    this.spelled = 0;
    if (spelled < SPELLED) return;
    for (let letter = 1; letter < spelled; letter += 1) {
      units[spelledFrom + letter] = units[spelledFrom + letter * 2] ?? 0;
    }
    const saved = spelled - 1;
    units.copyWithin(spelledFrom + spelled, start - 1, this.length);
    this.length -= saved;
    this.start -= saved;
  }
}

/**
 * Folds a text for the language models: removes case, accents, marks and symbols, and keeps at most two of the same letter in a
 * row. The next call overwrites the result.
 */
export function foldText(sample: string): FoldedText {
  const text = sample.replace(NOISE, ' ');
  const folding = new Folding(text.length * 2 + 2);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === TATWEEL) continue;
    const own = ownLetter(unit);
    if (own !== 0) {
      folding.add(own);
      continue;
    }
    const point = unit >= 0xd800 && unit < 0xdc00 ? (text.codePointAt(at) ?? unit) : unit;
    if (point > 0xffff) at += 1;
    const folded = fold(point);
    switch (kindOf(folded)) {
      case Kind.letter:
      case Kind.fancy:
        folding.add(latinOf(folded));
        break;
      case Kind.pair:
        folding.add(latinOf(folded));
        folding.add(nativeOf(folded));
        break;
      case Kind.lookalike:
      case Kind.foreign:
        folding.add(nativeOf(folded) & 0xffff);
        break;
      case Kind.sign:
        // Inside a word, the symbol stands for a letter.
        if (folding.isInWord) folding.add(FIRST_LEET[unit] || unit);
        break;
      case Kind.emoji:
        folding.addEmoji(nativeOf(folded) & 0xffff);
        break;
      case Kind.ignored:
        if (isIndicSign(unit)) folding.add(unit);
        break;
      case Kind.apostrophe:
      case Kind.mask:
        break;
      default:
        folding.closeWord();
    }
  }
  return folding.done();
}
