import {
  BAIT,
  IMITATED,
  ORDINARY_HOSTS,
  ORDINARY_WORDS,
  REAL_HOSTS,
  RISKY_ENDINGS,
  SHARED_SUFFIXES,
  WHOLE_NAMES,
} from './names.ts';

/** The imitated name, and the likelihood of a scam from 0 to 1. */
export interface LookAlike {
  name: string;
  probability: number;
}

/** Maps characters that look alike to one letter. */
const SAME_SHAPE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  i: 'l',
  j: 'l',
  q: 'g',
  v: 'u',
  z: 's',
  é: 'e',
  è: 'e',
  ё: 'e',
  í: 'l',
  ı: 'l',
  ì: 'l',
  ö: 'o',
  ó: 'o',
  ø: 'o',
  á: 'a',
  ä: 'a',
  ú: 'u',
  ü: 'u',
  ñ: 'n',
  ç: 'c',
  ś: 's',
  ş: 's',
  ԁ: 'd',
  ɗ: 'd',
  đ: 'd',
  ḍ: 'd',
  ɡ: 'g',
  а: 'a',
  с: 'c',
  е: 'e',
  о: 'o',
  р: 'p',
  ѕ: 's',
  х: 'x',
  у: 'y',
  і: 'l',
  ј: 'l',
  һ: 'h',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
  ο: 'o',
  α: 'a',
  ι: 'l',
  τ: 't',
  ρ: 'p',
  ν: 'u',
  κ: 'k',
  ε: 'e',
};
const PAIRS = /rn|nn|vv|cl(?=[^aeiou]|$)/g;
const PAIR_SHAPES: Readonly<Record<string, string>> = { rn: 'm', nn: 'm', vv: 'w', cl: 'd' };

/** The shape of a word; words that look alike have the same shape. */
function shapeOf(word: string): string {
  const paired = word.replace(PAIRS, (pair) => PAIR_SHAPES[pair] ?? pair);
  let shape = '';
  for (const letter of paired) shape += SAME_SHAPE[letter] ?? letter;
  return shape.replace(/(.)\1+/gu, '$1');
}

const FIRST_LETTER = 'a'.charCodeAt(0);

/** The set of letters in a word, as bits. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) {
    const letter = word.charCodeAt(at) - FIRST_LETTER;
    if (letter >= 0 && letter < 26) letters |= 1 << letter;
  }
  return letters;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

const NAMES = IMITATED.map(({ name, edits }) => {
  const shape = shapeOf(name);
  return { name, edits, shape, letters: lettersOf(shape) };
});

/**
 * The minimum number of edits (insertion, deletion, substitution, swap of neighbours) that turn some part of a word into a name.
 * Both are short: a label of a host has at most 63 letters.
 */
function editsWithin(word: string, name: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: word.length + 1 }, () => 0);
  for (let row = 1; row <= name.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= word.length; at += 1) {
      const changed = (previous[at - 1] ?? 0) + (word[at - 1] === name[row - 1] ? 0 : 1);
      let best = Math.min(changed, (previous[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1);
      const isSwap =
        row > 1 && at > 1 && word[at - 1] === name[row - 2] && word[at - 2] === name[row - 1];
      if (isSwap) best = Math.min(best, (older[at - 2] ?? 0) + 1);
      current.push(best);
    }
    [older, previous] = [previous, current];
  }
  return Math.min(...previous);
}

function isBelow(host: string, known: ReadonlySet<string>): boolean {
  for (let at = 0; at !== -1;) {
    if (known.has(host.slice(at))) return true;
    const dot = host.indexOf('.', at);
    at = dot === -1 ? -1 : dot + 1;
  }
  return false;
}

/** True if a host belongs to an imitated name or to one of the big sites, or is a subdomain of one that does. */
export const isKnownHost = (host: string): boolean =>
  isBelow(host, REAL_HOSTS) || isBelow(host, ORDINARY_HOSTS);

/** The labels of a host before its ending, and the ending. */
function splitHost(host: string): { labels: string[]; ending: string } {
  const all = host.split('.');
  const ending = SHARED_SUFFIXES.has(all.slice(-2).join('.')) && all.length > 2 ? 2 : 1;
  return { labels: all.slice(0, -ending), ending: all.slice(-ending).join('.') };
}

interface Match {
  name: string;
  edits: number;
  /** The name is a whole word of the host. */
  isWhole: boolean;
  /** The name is in the registrable part of the host. */
  isRegistered: boolean;
}

/** An imitated name in a word of a host, or null. */
function matchOf(
  word: string,
  imitated: (typeof NAMES)[number],
): Omit<Match, 'isRegistered'> | null {
  if (word.includes(imitated.name)) {
    return { name: imitated.name, edits: 0, isWhole: word === imitated.name };
  }
  if (imitated.edits === 0 || word.length < MIN_EDITED_LENGTH) return null;
  const shape = shapeOf(word);
  if (bitCount(imitated.letters & ~lettersOf(shape)) > imitated.edits) return null;
  const edits = Math.max(1, editsWithin(shape, imitated.shape));
  const isWhole = Math.abs(shape.length - imitated.shape.length) <= edits;
  if (edits > imitated.edits) return null;
  // A match far from the name, or in the middle of a word, must also begin with the same letter.
  if ((edits > 1 || !isWhole) && shape[0] !== imitated.shape[0]) return null;
  return { name: imitated.name, edits, isWhole };
}

const MIN_EDITED_LENGTH = 5;
const LONG_NAME = 9;
/** Names that also occur in ordinary hosts. */
const GENERIC: ReadonlySet<string> = new Set(['steam', 'nitro', 'twitch']);
const BAIT_BY_LENGTH = BAIT.toSorted((a, b) => b.length - a.length);

/** Counts the different bait words in a name, except those inside another bait word or inside the imitated name. */
function baitIn(joined: string, imitated: string | undefined): number {
  let rest = imitated === undefined ? joined : joined.replace(imitated, ' ');
  let count = 0;
  for (const word of BAIT_BY_LENGTH) {
    if (!rest.includes(word)) continue;
    rest = rest.replaceAll(word, ' ');
    count += 1;
  }
  return count;
}

interface Evidence {
  match: Match | null;
  /** Number of bait words in the host beside the name. */
  bait: number;
  isRisky: boolean;
}

function probabilityOf({ match, bait, isRisky }: Evidence): number {
  if (match === null) return bait >= 3 || (bait === 2 && isRisky) ? 0.9 : bait === 2 ? 0.6 : 0.1;
  if (!match.isRegistered) return bait > 0 ? 0.6 : 0.3;
  if (match.edits > 0) {
    if (match.name.length >= LONG_NAME) return 0.95;
    if (match.edits > 1) return bait > 0 || isRisky ? 0.9 : 0.4;
    return match.isWhole || bait > 0 || isRisky ? 0.95 : 0.5;
  }
  if (match.name.length >= LONG_NAME) return 0.95;
  if (GENERIC.has(match.name)) {
    if (bait > 1 || (bait > 0 && isRisky)) return 0.9;
    return bait > 0 || isRisky ? 0.6 : 0.3;
  }
  return bait > 0 || isRisky ? 0.9 : 0.6;
}

const MIN_PROBABILITY = 0.2;

/** Finds the known name that a host imitates; null for ordinary hosts and for the real ones. */
export function findLookAlike(host: string): LookAlike | null {
  if (isKnownHost(host)) return null;
  const { labels, ending } = splitHost(host);
  const isRisky = RISKY_ENDINGS.has(ending) || SHARED_SUFFIXES.has(ending);
  const registered = labels.at(-1) ?? '';
  if (WHOLE_NAMES.has(registered)) return { name: registered, probability: 0.97 };

  const bait = (name?: string): number => baitIn(registered.replaceAll('-', ''), name);
  let best: LookAlike = {
    name: registered,
    probability: probabilityOf({ match: null, bait: bait(), isRisky }),
  };
  for (const label of labels) {
    const words = label.split('-');
    if (words.length > 1) words.push(words.join(''));
    for (const word of words) {
      if (ORDINARY_WORDS.some((ordinary) => word.includes(ordinary))) continue;
      for (const imitated of NAMES) {
        const found = matchOf(word, imitated);
        if (found === null) continue;
        const match = { ...found, isRegistered: label === registered };
        const probability = probabilityOf({ match, bait: bait(found.name), isRisky });
        if (probability > best.probability) best = { name: found.name, probability };
      }
    }
  }
  return best.probability < MIN_PROBABILITY ? null : best;
}
