/** Tokens that aren't words. These numbers are also their vocabulary ids. */
export const Special = {
  mention: 0,
  url: 1,
  customEmoji: 2,
  code: 3,
  number: 4,
  question: 5,
  exclamation: 6,
  quote: 7,
  smile: 8,
  frown: 9,
  heart: 10,
  /** A role, channel, timestamp or command. */
  reference: 11,
} as const;
export const SPECIAL_COUNT = 12;

export interface Noise {
  special: number;
  /** Its end in the sample, exclusive. */
  end: number;
}

type Rows = readonly (readonly [RegExp, number])[];

/** Patterns with a common first character. A lookup of the second character rejects most candidates cheaply. */
interface Family {
  rows: Rows;
  /** By code unit; null if any unit may follow. */
  mayFollow: Uint8Array | null;
}

const LAST_ASCII = 0x7f;
const LOWER_CASE = 0x20;

function family(follows: RegExp, rows: Rows): Family {
  const mayFollow = Uint8Array.from({ length: LAST_ASCII + 1 }, (_, unit) =>
    follows.test(String.fromCharCode(unit)) ? 1 : 0,
  );
  return { rows, mayFollow };
}

/**
 * Discord's markup ("Message Formatting" in its documentation) and hearts, by the character after `<`. All repetitions
 * are bounded, which keeps this linear.
 */
const EMOJI: Rows = [[/<a?:\w{1,32}:\d{1,20}>/y, Special.customEmoji]];
const MARKUP: ReadonlyMap<number, Family> = new Map(
  Object.entries<Family>({
    '@': family(/[!&\d]/, [
      [/<@!?\d{1,20}>/y, Special.mention],
      [/<@&\d{1,20}>/y, Special.reference],
    ]),
    '#': family(/\d/, [[/<#\d{1,20}>/y, Special.reference]]),
    ':': family(/\w/, EMOJI),
    a: family(/:/, EMOJI),
    t: family(/:/, [[/<t:-?\d{1,16}(?::\w)?>/y, Special.reference]]),
    '3': { rows: [[/<3+/y, Special.heart]], mayFollow: null },
    '/': {
      rows: [
        [/<\/3+/y, Special.heart],
        [/<\/[^<:>\n]{1,100}:\d{1,20}>/y, Special.reference],
      ],
      mayFollow: null,
    },
  }).map(([character, rows]) => [character.charCodeAt(0), rows]),
);
const SMILEY = family(/['^o)\](DPp3[/\\|-]/, [
  [/[:;=8]['^o-]?(?:[)\]]+|[DPp3](?![\p{L}\d]))/uy, Special.smile],
  [/[:;=]['^o-]?[([/\\|]+(?!\/)/y, Special.frown],
]);
const URL: Rows = [[/(?:https?:\/|www\.)[^\s<>]*/iy, Special.url]];
const FENCE: Rows = [[/`{1,3}/y, Special.code]];

function match(rows: Rows, sample: string, at: number): Noise | null {
  for (const [pattern, special] of rows) {
    pattern.lastIndex = at;
    if (pattern.test(sample)) return { special, end: pattern.lastIndex };
  }
  return null;
}

function matchFamily(
  { rows, mayFollow }: Family,
  sample: string,
  { at, followedAt }: { at: number; followedAt: number },
): Noise | null {
  const isPossible = mayFollow === null || mayFollow[sample.charCodeAt(followedAt)] === 1;
  return isPossible ? match(rows, sample, at) : null;
}

/** The noise that starts at `at`, or null. The content of code blocks and spoilers is text and stays. */
export function noiseAt(sample: string, at: number, first: number): Noise | null {
  switch (first) {
    case 0x3c: {
      // <
      const markup = MARKUP.get(sample.charCodeAt(at + 1));
      return markup === undefined ? null : matchFamily(markup, sample, { at, followedAt: at + 2 });
    }
    case 0x3a: // :
    case 0x3b: // ;
    case 0x3d: // =
      return matchFamily(SMILEY, sample, { at, followedAt: at + 1 });
    case 0x60: // `
      return match(FENCE, sample, at);
    case 0x68: // http
      return sample.charCodeAt(at + 1) === 0x74 ? match(URL, sample, at) : null;
    case 0x77: // www
      return sample.charCodeAt(at + 1) === 0x77 ? match(URL, sample, at) : null;
    case 0x48: // HTTP
      return (sample.charCodeAt(at + 1) | LOWER_CASE) === 0x74 ? match(URL, sample, at) : null;
    case 0x57: // WWW
      return (sample.charCodeAt(at + 1) | LOWER_CASE) === 0x77 ? match(URL, sample, at) : null;
    default:
      return null;
  }
}
