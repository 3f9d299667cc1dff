/** A run of letters and signs, before it is known whether it is a word of its own or a part of one. */
export interface Piece {
  /** Empty for a mention. */
  text: string;
  veiled: boolean;
  /** How many spaces are before it. */
  gap: number;
  /** Pieces with the same number stood together, parted only by punctuation. */
  chunk: number;
}

/** "f.uck" and "b-itch" are one word, "push-it" is two: pieces shorter than this on average are joined. */
const MAX_MEAN_PIECE_LENGTH = 2.5;
const MIN_JOINED_LETTERS = 3;
const MIN_SPACED_LETTERS = 3;
const LETTER = /\p{L}/gu;

function letterCount(text: string): number {
  return text.match(LETTER)?.length ?? 0;
}

function join(pieces: readonly Piece[], first: Piece): Piece {
  return { ...first, text: pieces.map((piece) => piece.text).join(''), veiled: true };
}

/** Pieces parted by punctuation ("f.u.c.k") or emoji. */
function isPunctuated(pieces: readonly Piece[]): boolean {
  if (pieces.length < 2 || pieces.some((piece) => piece.text === '')) return false;
  const text = pieces.map((piece) => piece.text).join('');
  const letters = letterCount(text);
  return (
    letters >= MIN_JOINED_LETTERS &&
    letters * 2 >= text.length &&
    text.length / pieces.length <= MAX_MEAN_PIECE_LENGTH
  );
}

/** Single characters parted by spaces ("f u c k"), enough of them, most of them letters. */
function isSpaced(pieces: readonly Piece[]): boolean {
  const text = pieces.map((piece) => piece.text).join('');
  return pieces.length >= MIN_SPACED_LETTERS && letterCount(text) * 2 > text.length;
}

/** Cuts a list into groups; `belongs` says whether a piece goes with the group before it. */
function groups(
  pieces: readonly Piece[],
  belongs: (piece: Piece, group: readonly Piece[]) => boolean,
): Piece[][] {
  const result: Piece[][] = [];
  for (const piece of pieces) {
    const group = result.at(-1);
    if (group !== undefined && belongs(piece, group)) group.push(piece);
    else result.push([piece]);
  }
  return result;
}

function merge(
  group: readonly Piece[],
  isOne: (pieces: readonly Piece[]) => boolean,
): readonly Piece[] {
  const [first] = group;
  return first !== undefined && isOne(group) ? [join(group, first)] : group;
}

/** Puts words together that were spelled out. A wider gap than the run's own ("f u c k  y o u") ends a word. */
export function mergeSpelledOut(pieces: readonly Piece[]): readonly Piece[] {
  const chunks = groups(pieces, (piece, group) => piece.chunk === group[0]?.chunk);
  const whole = chunks.flatMap((chunk) => merge(chunk, isPunctuated));
  const runs = groups(whole, (piece, group) => {
    const before = group.at(-1);
    const runGap = group[1]?.gap ?? piece.gap;
    return before?.text.length === 1 && piece.text.length === 1 && piece.gap === runGap;
  });
  return runs.flatMap((run) => merge(run, isSpaced));
}
