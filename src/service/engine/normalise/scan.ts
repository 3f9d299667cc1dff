import { LOOKALIKES } from '../../../shared/lookalikes.ts';
import { fold, Kind, kindOf, latinOf, nativeOf } from './fold.ts';
import { noiseAt, Special } from './noise.ts';
import { Seen, type Pieces } from './pieces.ts';

/** More repetitions of a letter add nothing. Symbols are kept: each may stand for a letter. */
const MAX_RUN = 3;
/** Longer than any word and most unspaced sentences; the rest becomes the next piece. */
const MAX_PIECE_LENGTH = 192;
const MAX_GAP = 255;
/** Number of signs (punctuation, markup, smileys, emoji) that count per message; later ones only separate words. */
const MAX_SIGNS = 150;

const SPACE = 0x20;
const HASH = 0x23;
const EXCLAMATION = 0x21;
const BAR = 0x7c;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const DOLLAR = 0x24;
const AT = 0x40;
const LAST_ASCII = 0x7f;
const LESS_THAN = 0x3c;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const BACKTICK = 0x60;
const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const LOWER_A = 0x61;
const LOWER_H = 0x68;
const LOWER_W = 0x77;
const LOWER_Z = 0x7a;

const LATIN_OF_LOOKALIKE: ReadonlyMap<number, number> = new Map(
  [...LOOKALIKES].map(([shape, letter]) => [shape.charCodeAt(0), letter.charCodeAt(0)]),
);

const isUpper = (unit: number): boolean => unit >= UPPER_A && unit <= UPPER_Z;
const isLetterUnit = (unit: number): boolean => isUpper(unit) || isLower(unit);
const isLower = (unit: number): boolean => unit >= LOWER_A && unit <= LOWER_Z;

/** True for a digit, `$` or `@`. */
const isLeetUnit = (unit: number): boolean =>
  (unit >= DIGIT_0 && unit <= DIGIT_9) || unit === DOLLAR || unit === AT;

/** True if markup, a smiley or code may start here, directly after a word. */
const endsWord = (unit: number, next: number): boolean =>
  unit === LESS_THAN ||
  unit === COLON ||
  unit === SEMICOLON ||
  (unit === BACKTICK && !isLetterUnit(next));

/** Reads lookalikes as Latin if the piece also has Latin letters; "привет" stays as is. */
function readLookalikes({ letters }: Pieces, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const unit = letters[at] ?? 0;
    if (unit > LOWER_Z) letters[at] = LATIN_OF_LOOKALIKE.get(unit) ?? unit;
  }
}

/** Cuts a sample into pieces in one pass. `pieces` needs capacity for as many as the sample has characters. */
export function scan(sample: string, pieces: Pieces): void {
  const { letters, from, to, sourceFrom, sourceTo, seen, gap, special } = pieces;
  let count = 0;
  let end = 0;
  let start = 0;
  let spaces = 0;
  let signs = 0;
  let bits = 0;
  let run = 0;
  let begin = 0;
  let last = 0;
  let hidden = false;
  let hashtag = false;

  const close = (): void => {
    if (end > start) {
      if ((bits & Seen.lookalike) !== 0) {
        if ((bits & Seen.latin) === 0) bits = (bits & ~Seen.lookalike) | Seen.foreign;
        else readLookalikes(pieces, start, end);
      }
      from[count] = start;
      to[count] = end;
      sourceFrom[count] = begin;
      sourceTo[count] = last;
      seen[count] = bits;
      gap[count] = spaces;
      special[count] = -1;
      count += 1;
      spaces = 0;
    }
    start = end;
    bits = 0;
    run = 0;
    hidden = false;
  };
  const mark = (kind: number, at: number, until: number): void => {
    close();
    if (signs === MAX_SIGNS) {
      if (special[count - 1] === kind) sourceTo[count - 1] = until;
      return;
    }
    signs += 1;
    from[count] = end;
    to[count] = end;
    sourceFrom[count] = at;
    sourceTo[count] = until;
    seen[count] = 0;
    gap[count] = spaces;
    special[count] = kind;
    count += 1;
    spaces = 0;
  };
  const add = (unit: number, at: number, width: number): void => {
    if (end === start) begin = at;
    else if (unit === (letters[end - 1] ?? 0) && (unit > LAST_ASCII || isLetterUnit(unit))) {
      run += 1;
      if (run >= MAX_RUN - 1) bits |= Seen.run;
      if (run >= MAX_RUN) {
        last = at + width;
        return;
      }
    } else run = 0;
    if (end - start >= MAX_PIECE_LENGTH) {
      close();
      begin = at;
    }
    if (hidden) bits |= Seen.veil;
    letters[end] = unit;
    end += 1;
    last = at + width;
  };

  /**
   * Fast path: appends a run of lower-case letters without repetitions, which is most text. Returns the next position.
   */
  const takeSmallLetters = (from: number): number => {
    let at = from;
    let write = end;
    const limit = Math.min(sample.length, from + MAX_PIECE_LENGTH - (end - start));
    let before = end > start ? (letters[end - 1] ?? 0) : 0;
    for (; at < limit; at += 1) {
      const unit = sample.charCodeAt(at);
      if (unit === before || !isLower(unit)) break;
      letters[write] = unit;
      write += 1;
      before = unit;
    }
    if (at > from) {
      bits |= Seen.latin;
      run = 0;
      end = write;
      last = at;
    }
    return at;
  };

  /** True if a word continues or starts after a symbol. */
  const goesOn = (sign: number): boolean => {
    const next = sample.charCodeAt(sign + 1);
    return isLetterUnit(next) || (end > start && isLeetUnit(next));
  };
  const space = (): void => {
    close();
    hashtag = false;
    spaces = Math.min(spaces + 1, MAX_GAP);
  };

  for (let at = 0; at < sample.length;) {
    const unit = sample.charCodeAt(at);
    if (unit === SPACE) {
      space();
      at += 1;
      continue;
    }
    const isInside = end > start;
    // Links may start with an h or a w.
    if (isLower(unit) && (isInside ? !hidden : unit !== LOWER_H && unit !== LOWER_W)) {
      if (!isInside) begin = at;
      const taken = takeSmallLetters(at);
      if (taken > at) {
        at = taken;
        continue;
      }
    }
    if (isLower(unit) && (isInside || (unit !== LOWER_H && unit !== LOWER_W))) {
      bits |= Seen.latin;
      add(unit, at, 1);
      at += 1;
      continue;
    }
    if (end === start || endsWord(unit, sample.charCodeAt(at + 1))) {
      const noise = noiseAt(sample, at, unit);
      if (noise !== null) {
        mark(noise.special, at, noise.end);
        hashtag = false;
        at = noise.end;
        continue;
      }
    }
    const point = unit >= 0xd800 && unit < 0xdc00 ? (sample.codePointAt(at) ?? unit) : unit;
    const width = point > 0xffff ? 2 : 1;
    const folded = fold(point);
    switch (kindOf(folded)) {
      case Kind.letter:
        if (hashtag && end > start && isUpper(unit) && isLower(sample.charCodeAt(at - 1))) close();
        bits |= Seen.latin;
        add(latinOf(folded), at, width);
        break;
      case Kind.fancy:
        bits |= Seen.latin | Seen.veil;
        add(latinOf(folded), at, width);
        break;
      case Kind.pair:
        bits |= Seen.latin;
        add(latinOf(folded), at, width);
        add(nativeOf(folded), at, width);
        break;
      case Kind.lookalike:
        bits |= Seen.lookalike;
        add(nativeOf(folded), at, width);
        break;
      case Kind.foreign:
        bits |= Seen.foreign;
        add(nativeOf(folded) & 0xffff, at, width);
        break;
      case Kind.sign:
        // Before a word it may be an i ("!diot"); after one, it ends the sentence.
        if (unit === EXCLAMATION && !goesOn(at)) {
          if (count === 0 || special[count - 1] !== Special.exclamation || end > start) {
            mark(Special.exclamation, at, at + 1);
          }
        } else if (unit === BAR && !(end > start && goesOn(at))) close();
        else {
          bits |= Seen.sign;
          add(nativeOf(folded), at, width);
        }
        break;
      case Kind.mask:
        // `#` before a word starts a hashtag; elsewhere it masks a letter.
        if (unit === HASH && end === start) hashtag = true;
        else if (end > start || isLetterUnit(sample.charCodeAt(at + 1))) {
          bits |= Seen.mask;
          add(latinOf(folded), at, width);
        }
        break;
      case Kind.emoji: {
        close();
        const emoji = nativeOf(folded) & 0xffff;
        // Repetitions of an emoji count once.
        const isAgain =
          count > 0 && spaces === 0 && sourceTo[count - 1] === at && letters[end - 1] === emoji;
        if (isAgain) sourceTo[count - 1] = at + width;
        else if (signs < MAX_SIGNS) {
          signs += 1;
          bits |= Seen.foreign;
          add(emoji, at, width);
          close();
        }
        break;
      }
      case Kind.quote:
        mark(Special.quote, at, at + 1);
        break;
      case Kind.question:
        if (count === 0 || special[count - 1] !== Special.question || end > start) {
          mark(Special.question, at, at + 1);
        }
        break;
      case Kind.ignored:
        hidden = end > start;
        break;
      case Kind.apostrophe:
        break;
      case Kind.space:
        space();
        break;
      default:
        close();
    }
    at += width;
  }
  close();
  pieces.count = count;
  pieces.letterCount = end;
}
