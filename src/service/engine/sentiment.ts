import { createLookup } from './lookup.ts';
import type { Word } from './normalise.ts';
import { NEGATIONS } from './terms.ts';

/** Valence from -3 to 3 of words that carry a mood on their own. */
const ROWS: readonly (readonly [number, string])[] = [
  [
    3,
    'love loved loves amazing awesome perfect brilliant excellent fantastic wonderful best incredible beautiful',
  ],
  [
    2,
    'great good nice happy glad thanks thank cool fun enjoy enjoyed win won sweet cute proud helpful kind lovely',
  ],
  [
    2,
    'congrats congratulations welcome yay delighted epic legend impressive respect grateful beloved pleased',
  ],
  [
    1,
    'ok okay fine like likes liked lol haha lmao better well interesting agree yes hope clean solid neat',
  ],
  [
    -1,
    'meh bored boring slow weird tired sorry miss missed hard confused lost annoying lag laggy problem bug',
  ],
  [
    -2,
    'bad sad hate hated hates angry ugly stupid dumb fail failed awful mad unfair toxic cry crying hurt sick',
  ],
  [
    -2,
    'idiot moron loser lame sucks suck wrong worse broken useless upset disappointed alone pain damn crap',
  ],
  [
    -3,
    'terrible horrible worst disgusting pathetic worthless kill die dead despise scum miserable garbage trash',
  ],
];

const valences = createLookup(
  ROWS.flatMap(([valence, row]) => row.split(' ').map((word) => [word, valence] as const)),
);
/** How far back a negation reaches, in words. */
const NEGATION_REACH = 2;
/** A negated mood is weaker than its opposite: "not good" is less than "bad". */
const NEGATION_FACTOR = -0.6;
const CURSE_VALENCE = -0.5;
/** Where the sum of valences is half-way to the end of the scale; the usual constant of such a squashing. */
const SQUASH = 12;

/** The mood of a text, -1 to 1. A curse counts a little: "fucking great" is still great. */
export function sentimentOf(words: readonly Word[], curses: ReadonlySet<number>): number {
  let sum = 0;
  let negatedUntil = -1;
  for (const [index, word] of words.entries()) {
    if (word.readings.some((reading) => NEGATIONS.has(reading))) {
      negatedUntil = index + NEGATION_REACH;
      continue;
    }
    const valence = valences.of(word) ?? (curses.has(index) ? CURSE_VALENCE : 0);
    sum += index <= negatedUntil ? valence * NEGATION_FACTOR : valence;
  }
  return sum / Math.sqrt(sum * sum + SQUASH);
}
