import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { z } from 'zod';

/**
 * Abusive words and phrases by language, written and reviewed for this project. They insult in any context; none of them also has
 * an ordinary meaning in its language. `w`: words, separated by spaces, with `_` for a space inside; `t`: sentences with `W` for
 * a word and `{a|b}` for a choice; `p`: whole phrases, separated by `|`; `h`: harmless phrases that look like them. The file is
 * JSON, deflated, as base64, so that nobody finds them by reading or searching the repository. To edit: decode, change, encode.
 */
const FILE = resolve('scripts/train/languages/abuse-words.txt');

const schema = z.record(
  z.string(),
  z.object({ w: z.string(), t: z.array(z.string()), p: z.string(), h: z.string().optional() }),
);

export interface AbuseWords {
  words: readonly string[];
  sentences: readonly string[];
  phrases: readonly string[];
  harmless: readonly string[];
}

export function abuseWords(): ReadonlyMap<string, AbuseWords> {
  const text = inflateRawSync(Buffer.from(readFileSync(FILE, 'utf8'), 'base64')).toString('utf8');
  return new Map(
    Object.entries(schema.parse(JSON.parse(text))).map(([code, { w, t, p, h }]) => [
      code,
      {
        words: w.split(' ').map((word) => word.replaceAll('_', ' ')),
        sentences: t,
        phrases: p.split('|'),
        harmless: h?.split('|') ?? [],
      },
    ]),
  );
}
