import { performance } from 'node:perf_hooks';
import type { Engine } from '../../src/service/engine/engine.ts';
import type { LanguageDetector } from '../../src/service/language/detector.ts';

const MESSAGE_LENGTH = 4000;
const ROUNDS = 5;
const LONG_REPEATS = 40;

export interface Speed {
  engineUs: number;
  languageUs: number;
  longUs: { name: string; us: number }[];
}

function fill(unit: string): string {
  return unit.repeat(Math.ceil(MESSAGE_LENGTH / unit.length)).slice(0, MESSAGE_LENGTH);
}

/** Time per text in the fastest of several rounds, which excludes other load on the machine. */
function microseconds(texts: readonly string[], run: (text: string) => unknown): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startMs = performance.now();
    for (const text of texts) run(text);
    best = Math.min(best, ((performance.now() - startMs) * 1000) / texts.length);
  }
  return best;
}

export function measureSpeed(
  engine: Engine,
  detectLanguage: LanguageDetector,
  messages: readonly string[],
): Speed {
  const long: Record<string, string> = {
    'ordinary text': messages.join(' ').slice(0, MESSAGE_LENGTH),
    'one letter': fill('a'),
    'zero-width characters': fill('\u200b'),
    'combining marks': fill('\u0301\u0316'),
    'single letters': fill('a b c d '),
    'unknown words': fill('zxqv wvut '),
    leetspeak: fill('4b5$ '),
    markup: fill('<@1'),
    'one word': fill('qwertyuiopasdfgh'),
    'quotation marks': fill('"a'),
    'questions and exclamations': fill('?!'),
    'slashed markup': fill('</'),
    ligatures: fill('\ufb03 '),
    'joined ligatures': fill('\u0153'),
    'ligatures and colons': fill(':\u0153'),
    emoji: fill('\u2600\u2601'),
    smileys: fill(':) :( '),
    'short words': fill('is it to be or at an us me do we go he my up so no by as if in of on am '),
    'short leetspeak': fill('h3 4b 5t b5. a1 k1 $0 4$$ 1a '),
  };
  return {
    engineUs: microseconds(messages, engine.assess),
    languageUs: microseconds(messages, detectLanguage),
    longUs: Object.entries(long).map(([name, text]) => ({
      name,
      us: microseconds(
        Array.from({ length: LONG_REPEATS }, () => text),
        engine.assess,
      ),
    })),
  };
}
