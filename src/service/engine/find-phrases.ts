import { createAim } from './aim.ts';
import type { Finding } from './findings.ts';
import { membership, type Membership } from './lookup.ts';
import type { Word } from './normalise.ts';
import { PHRASES, type Phrase } from './phrases.ts';

interface CompiledPhrase {
  phrase: Phrase;
  tests: readonly Membership[];
}

const tests = new Map<string, Membership>();
function testFor(text: string): Membership {
  const known = tests.get(text);
  if (known !== undefined) return known;
  const test = membership([text]);
  tests.set(text, test);
  return test;
}

/** By first word, so that a word of the sample is compared with few phrases. */
const byFirstWord = new Map<string, CompiledPhrase[]>();
/** Phrases of one word may be stretched or spelled out ("k y s"), which only a lookup by reading finds. */
for (const phrase of PHRASES) {
  const [first] = phrase.words;
  if (first === undefined) continue;
  const compiled = { phrase, tests: phrase.words.map((text) => testFor(text)) };
  byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), compiled]);
}

function candidates(word: Word): readonly CompiledPhrase[] {
  const keys = word.squeezed === null ? word.readings : [...word.readings, word.squeezed];
  return keys.flatMap((key) => byFirstWord.get(key) ?? []);
}

/** Phrases of the table, wherever no negation stands before an attack ("please don't kill yourself"). */
export function findPhrases(words: readonly Word[]): Finding[] {
  const aim = createAim(words);
  const findings: Finding[] = [];
  for (const [index, word] of words.entries()) {
    for (const { phrase, tests } of candidates(word)) {
      if (!tests.every((test, offset) => test(words[index + offset]))) continue;
      const isAttack = phrase.kind === 'threat' || phrase.kind === 'insult';
      if (isAttack && aim.isNegated(index)) continue;
      findings.push({
        kind: phrase.kind,
        term: phrase.words.join(' '),
        index,
        length: phrase.words.length,
        weight: phrase.weight,
        aimed: isAttack,
        isIntensifier: false,
        source: 'lexicon',
      });
    }
  }
  return findings;
}
