import type { Engine } from './engine.ts';
import { findAbuse } from './find-abuse.ts';
import { findPhrases } from './find-phrases.ts';
import { findTopics } from './find-topics.ts';
import { normalise } from './normalise.ts';
import { sentimentOf } from './sentiment.ts';
import { verdict } from './verdict.ts';

/** An engine of word lists and rules. English only; its limits are in src/service/README.md. */
export function createRuleEngine(): Engine {
  return {
    version: 'rules-1',
    assess(sample) {
      const words = normalise(sample);
      const abuse = findAbuse(words);
      const findings = [...abuse, ...findPhrases(words), ...findTopics(words)];
      const curses = new Set(
        abuse.filter(({ source }) => source === 'dataset').map(({ index }) => index),
      );
      return verdict(words, findings, sentimentOf(words, curses));
    },
  };
}
