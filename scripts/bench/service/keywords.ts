import { createKeywordMatcher, type KeywordMatcher } from '../../../src/shared/keywords/matcher.ts';
import { normaliseKeyword } from '../../../src/shared/keywords/normalise.ts';
import { median } from '../statistics.ts';

const MESSAGE_LENGTH = 200;
const MESSAGES = 500;
const ROUNDS = 60;
const WARM_UP_ROUNDS = 20;
const MAX_HITS = 10;
/** MATHEMATICAL BOLD SMALL A. */
const BOLD_A = 0x1_d4_1a;

export interface KeywordResult {
  keywords: number;
  /** The letters of the messages. */
  letters: 'plain letters' | '𝐛𝐨𝐥𝐝 letters and emoji';
  /** CPU time for a message of 200 UTF-16 units. */
  micros: number;
}

const WORDS = (
  'the quick brown fox jumps over a lazy dog while server people discuss raid plans and some nitro gift links ' +
  'for everyone in this channel tonight maybe with friends who like games music and long talks about nothing'
).split(' ');

/** Returns the same pseudo-random numbers in every run, from 0 to below `limit`. */
function createSeries(): (limit: number) => number {
  let state = 1;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

/**
 * Keywords that start like the words of the messages, a third of them with two words, so that walks through the trie are long.
 */
function keyword(next: (limit: number) => number): string {
  const word = WORDS[next(WORDS.length)] ?? '';
  const second = next(3) === 0 ? ` ${WORDS[next(WORDS.length)] ?? ''}` : '';
  return `${word.slice(0, 1 + next(word.length))}${next(1_000_000).toString(36)}${second}`;
}

/** Writes a message in letters outside the basic plane, which evade simple filters, with an emoji after each word. */
function disguised(message: string): string {
  const signs = message.replaceAll(/[a-z]/g, (letter) =>
    String.fromCodePoint(BOLD_A + letter.charCodeAt(0) - 'a'.charCodeAt(0)),
  );
  return signs.replaceAll(' ', '🔥').slice(0, MESSAGE_LENGTH);
}

/** Microseconds per message. */
function measure(matcher: KeywordMatcher, messages: readonly string[]): number {
  const roundMicros: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    for (const message of messages) matcher.find(message, MAX_HITS);
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) roundMicros.push(user + system);
  }
  return median(roundMicros) / MESSAGES;
}

/** Measures the cost of the keyword search per message. */
export function benchKeywords(): KeywordResult[] {
  return [10, 1_000, 10_000].flatMap((keywords) => {
    const next = createSeries();
    const matcher = createKeywordMatcher();
    while (matcher.size < keywords) {
      const text = keyword(next);
      matcher.add({ keyword: text, normalised: normaliseKeyword(text) });
    }
    const messages = Array.from({ length: MESSAGES }, () => {
      let message = '';
      while (message.length < MESSAGE_LENGTH) message += `${WORDS[next(WORDS.length)] ?? ''} `;
      return message.slice(0, MESSAGE_LENGTH);
    });
    const plain: KeywordResult = {
      keywords,
      letters: 'plain letters',
      micros: measure(matcher, messages),
    };
    if (keywords < 10_000) return plain;
    const micros = measure(matcher, messages.map(disguised));
    return [plain, { keywords, letters: '𝐛𝐨𝐥𝐝 letters and emoji', micros }];
  });
}
