import { Special } from '../normalise/noise.ts';
import type { Tokens } from '../normalise/tokens.ts';

/** When more than a third of a text is punctuation, it is a flood that hides the rest. */
const FLOOD = 3;

/** True for punctuation, which says little about the words beside it. */
export const isSign = (id: number): boolean =>
  id === Special.quote || id === Special.question || id === Special.exclamation;

/**
 * Writes the positions of the tokens `from` to `to` (exclusive) to `places`, as many as fit, without muted words and without
 * punctuation in a flood. Returns their number.
 */
export function wordPlaces(
  { id, hash }: Tokens,
  { from, to }: { from: number; to: number },
  places: Int32Array,
): number {
  let signs = 0;
  for (let at = from; at < to; at += 1) signs += isSign(id[at] ?? -1) ? 1 : 0;
  const isFlood = signs * FLOOD > to - from;
  let count = 0;
  for (let at = from; at < to && count < places.length; at += 1) {
    const word = id[at] ?? -1;
    if ((word === -1 && hash[at] === 0) || (isFlood && isSign(word))) continue;
    places[count] = at;
    count += 1;
  }
  return count;
}
