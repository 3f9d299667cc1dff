import { createKeywordMatcher } from '../../src/service/keywords/matcher.ts';
import { normaliseKeyword } from '../../src/service/keywords/read.ts';
import { median } from './statistics.ts';

const MESSAGE_LENGTH = 200;
const MESSAGES = 500;
const ROUNDS = 60;
const WARM_UP_ROUNDS = 20;
const MAX_FOUND = 10;

export interface KeywordResult {
  keywords: number;
  /** CPU time for a message of 200 characters. */
  micros: number;
}

const WORDS = (
  'the quick brown fox jumps over a lazy dog while server people discuss raid plans and some nitro gift links ' +
  'for everyone in this channel tonight maybe with friends who like games music and long talks about nothing'
).split(' ');

/** The same "random" numbers every time, from 0 to below `limit`. */
function createSeries(): (limit: number) => number {
  let state = 1;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

/** Keywords that begin as the messages' words do, a third of them of two words: the walks through the trie are long. */
function keyword(next: (limit: number) => number): string {
  const word = WORDS[next(WORDS.length)] ?? '';
  const second = next(3) === 0 ? ` ${WORDS[next(WORDS.length)] ?? ''}` : '';
  return `${word.slice(0, 1 + next(word.length))}${next(1_000_000).toString(36)}${second}`;
}

/** What looking for so many keywords adds to the moderation of a message. */
export function benchKeywords(): KeywordResult[] {
  return [10, 1_000, 10_000].map((keywords) => {
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
    const roundMicros: number[] = [];
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      const before = process.cpuUsage();
      for (const message of messages) matcher.find(message, MAX_FOUND);
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) roundMicros.push(user + system);
    }
    return { keywords, micros: median(roundMicros) / MESSAGES };
  });
}
