import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSimilar,
  signatureOf,
  type Signature,
} from '../../../../../src/bot/domain/incidents/signature.ts';

import { runs } from '../../../../helpers/vitest/property-runs.ts';

const signature = (text: string): Signature => {
  const result = signatureOf(text);
  if (result === null) throw new Error('no letters');
  return result;
};
const areSimilar = (one: string, other: string): boolean =>
  isSimilar(signature(one), signature(other));

/** Invented words, so that two texts share letters only by chance. */
const word = fc
  .array(fc.constantFrom(...Array.from('bcdfghjklmnpqrstvwxyzaeiou')), {
    minLength: 4,
    maxLength: 9,
  })
  .map((letters) => letters.join(''));
const textOf = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(word, { minLength, maxLength }).map((words) => words.join(' '));
const text = textOf(8, 40);
const seeds = fc.infiniteStream(fc.nat());

/** Applies a change to characters chosen by the seeds. */
const change = (
  original: string,
  random: Iterator<number>,
  changed: (character: string, number: number) => string,
): string =>
  Array.from(original, (character) => changed(character, random.next().value ?? 0)).join('');

describe('the same text, changed', () => {
  const changes: readonly [string, (character: string, number: number) => string][] = [
    ['case', (letter, number) => (number % 2 === 0 ? letter.toUpperCase() : letter)],
    ['blanks', (letter, number) => (number % 3 === 0 ? `${letter} ` : letter)],
    ['emoji', (letter, number) => (number % 5 === 0 ? `${letter}😂` : letter)],
    ['digits', (letter, number) => (number % 4 === 0 ? `${letter}${number % 10}` : letter)],
    ['punctuation', (letter, number) => (number % 3 === 0 ? `${letter}.` : letter)],
    ['invisible characters', (letter, number) => (number % 2 === 0 ? `${letter}\u200b` : letter)],
    ['accents', (letter, number) => (number % 2 === 0 ? `${letter}\u0301` : letter)],
    ['repeated letters', (letter, number) => letter.repeat(1 + (number % 3))],
    ['digits for vowels', (letter) => ({ a: '4', e: '3', i: '1', o: '0' })[letter] ?? letter],
    [
      'look-alikes',
      (letter, number) =>
        number % 2 === 0
          ? ({ a: 'а', c: 'с', e: 'е', p: 'р', x: 'х', k: 'к', o: 'ο', s: 'ѕ' }[letter] ?? letter)
          : letter,
    ],
    [
      'full-width and bold letters',
      (letter, number) =>
        /[a-z]/.test(letter) && number % 2 === 0
          ? String.fromCodePoint((number % 4 === 0 ? 0xff41 : 0x1d41a) + letter.charCodeAt(0) - 97)
          : letter,
    ],
  ];
  it.each(changes)('is found despite other %s', (_name, changed) => {
    fc.assert(
      fc.property(text, seeds, (original, random) => {
        expect(areSimilar(original, change(original, random, changed))).toBe(true);
      }),
    );
  });

  it('is found between other words, as many as half of its own on each side', () => {
    const padded = text.chain((original) => {
      const words = Math.floor(original.split(' ').length / 4);
      const padding = textOf(words, words);
      return fc.tuple(fc.constant(original), padding, padding, padding, padding);
    });
    fc.assert(
      fc.property(padded, ([original, a, b, c, d]) => {
        expect(areSimilar(original, `${a} ${original} ${b}`)).toBe(true);
        expect(areSimilar(`${c} ${original} ${d}`, `${a} ${original} ${b}`)).toBe(true);
      }),
    );
  });

  it('is found with one word in eight replaced', () => {
    fc.assert(
      fc.property(text, word, (original, other) => {
        const words = original.split(' ');
        const replaced = words.map((each, index) => (index % 8 === 7 ? other : each));
        expect(areSimilar(original, replaced.join(' '))).toBe(true);
      }),
    );
  });

  it('is found however long it is', () => {
    fc.assert(
      fc.property(textOf(500, 900), word, (original, other) => {
        expect(areSimilar(original, `${other} ${original} ${other}`)).toBe(true);
      }),
      { numRuns: runs(10) },
    );
  });

  it('is found when it is short', () => {
    expect(areSimilar('kill yourself', 'K1LL  y0ur$elf !!! 💀')).toBe(true);
    expect(areSimilar('kill yourself', 'kill yourself xd')).toBe(true);
    expect(areSimilar('kys', 'k y s 😂 123')).toBe(true);
  });

  it.each([
    ['死ね、お前は最低だ', '死ね!!! お前は最低だ 😂'],
    ['убей себя, никто тебя не любит', 'УБЕЙ  СЕБЯ 123 никто тебя не любит!!'],
    ['اقتل نفسك يا غبي', 'اقتل نفسك، يا غبي 😂😂'],
  ])('is found in other scripts: %s', (one, other) => {
    expect(areSimilar(one, other)).toBe(true);
  });
});

describe('different texts', () => {
  it('are not similar, whatever their lengths', () => {
    fc.assert(
      fc.property(textOf(2, 60), textOf(2, 60), (one, other) => {
        fc.pre(!one.split(' ').some((each) => other.includes(each)));
        expect(areSimilar(one, other)).toBe(false);
      }),
    );
  });

  it('are not similar because they share a few words', () => {
    fc.assert(
      fc.property(text, text, fc.tuple(word, word), (one, other, shared) => {
        expect(areSimilar(`${shared.join(' ')} ${one}`, `${shared.join(' ')} ${other}`)).toBe(
          false,
        );
      }),
    );
  });

  it.each([
    ['fuck you', 'fuck off'],
    ['you are a fucking idiot', 'you are such a stupid bitch'],
    ['shut up, you moron', 'shut the hell up'],
    ['i hate you all so much', 'i hate this fucking game'],
    ['nobody wants you here, leave', 'go back to where you came from'],
    ['kys', 'kys, nobody in this whole server would ever miss you'],
    ['du bist so ein Idiot', 'halt die Fresse, du Penner'],
    ['死ね', 'お前は最低だ、消えろ'],
  ])('are not similar: %s / %s', (one, other) => {
    expect(areSimilar(one, other)).toBe(false);
  });
});

describe('addresses', () => {
  const FILE = 'https://cdn.discordapp.com/attachments/123456789012345678/image.png';

  it.each([
    [`you idiot ${FILE}`, `nice try, moron ${FILE}`],
    [
      'https://discord.com/channels/1/2/3 shut up already',
      'https://discord.com/channels/4/5/6 what a stupid bitch',
    ],
    [`hi ${FILE}`, 'hey https://example.com/a/completely/different/page'],
    ['https://discord.gg/one', 'https://discord.gg/two'],
    ['https://discord.com/channels/1/2/3', 'https://discord.com/channels/1/2/4'],
  ])('do not make texts similar: %s / %s', (one, other) => {
    expect(areSimilar(one, other)).toBe(false);
  });

  it.each([
    ['free nitro for everybody https://a.example/x', 'free nitro for everybody b.example/y?z=1'],
    ['https://discord.gg/raid', '<HTTPS://Discord.gg/raid?event=5> 😂'],
    ['discord.gg/raid', 'yo https://discord.gg/raid'],
  ])('are recognised: %s / %s', (one, other) => {
    expect(areSimilar(one, other)).toBe(true);
  });

  it('are found in linear time', () => {
    const hostile = ['a-'.repeat(50_000), 'a.'.repeat(50_000), 'https://'.repeat(12_500)];
    const begun = performance.now();
    for (const each of hostile) signatureOf(each);
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});

it('a text is not similar to a much longer one that contains it', () => {
  const short = 'nobody here wants to play with you, leave this server and never come back';
  fc.assert(
    fc.property(textOf(60, 80), (long) => {
      expect(areSimilar(short, `${short} ${long}`)).toBe(false);
    }),
  );
});

it('is symmetric, and a text is similar to itself', () => {
  fc.assert(
    fc.property(textOf(1, 400), textOf(1, 400), (one, other) => {
      fc.pre(signatureOf(one) !== null && signatureOf(other) !== null);
      expect(areSimilar(one, other)).toBe(areSimilar(other, one));
      expect(areSimilar(one, one)).toBe(true);
    }),
    { numRuns: runs(30) },
  );
});

it('texts without letters have no signature', () => {
  for (const empty of ['', '😂😂😂', '123 456', '!!!', '\u200b']) {
    expect(signatureOf(empty)).toBeNull();
  }
});

it('keeps a share of a long text, not more than a few hundred hashes', () => {
  fc.assert(
    fc.property(textOf(1_000, 1_500), (long) => {
      const { scale, hashes } = signature(long);
      expect(scale).toBeGreaterThan(8);
      expect(hashes.length).toBeLessThan(400);
    }),
    { numRuns: runs(5) },
  );
});
