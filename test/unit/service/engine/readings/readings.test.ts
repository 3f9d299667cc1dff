import { describe, expect, it } from 'vitest';
import { hashText } from '../../../../../src/service/engine/normalise/hash.ts';
import { otherReadings } from '../../../../../src/service/engine/readings/readings.ts';

const WORDS = new Set(['you', 'are', 'late', 'text', 'this', 'is', 'duck', 'hello', 'there']);
const knowledge = {
  isWord: (word: string) => WORDS.has(word),
  isTelling: (hash: number) => hash === hashText('duck'),
};
const read = (sample: string): string[] =>
  otherReadings(sample, knowledge, 0.5).map((text) => text.trim());

describe('another reading', () => {
  it.each([
    ['text upside down', 'ʇxǝʇ sı sıɥʇ', 'this is text'],
    ['base64', 'aGVsbG8gdGhlcmU=', 'hello there'],
    ['hex', '68656c6c6f207468657265', 'hello there'],
    ['pig latin', 'ouyay areway atelay', 'you are late'],
    ['a telling word backwards', 'you kcud', 'you duck'],
    ['a text backwards', 'ereht olleh', 'hello there'],
    ['its words backwards', 'olleh ereht', 'hello there'],
    ['hex with spaces', '68 65 6c 6c 6f 20 74 68 65 72 65', 'hello there'],
    ['pig latin of a vowel or a w', 'isway isthay atelay', 'is this late'],
    ['signs drawn for letters', '†ε×т λяε', 'text are'],
    ['emoji named by a letter', '<:d_:1><:u_:2><:c_:3><:k_:4>', 'duck'],
    ['letter emoji', '<:letter_d:1><:letter_u:2><:letter_c:3><:letter_k:4>', 'duck'],
  ])('is found for %s', (_name, sample, reading) => {
    expect(read(sample)).toContain(reading);
  });

  it.each([
    'you are late',
    'привет как дела',
    'καλημέρα σε όλους',
    'https://example.org/aGVsbG8gdGhlcmU',
    '550e8400-e29b-41d4-a716-446655440000',
    'today is a nice day',
    '<:duck:123>',
  ])('is not found for %j', (sample) => {
    expect(read(sample)).toEqual([]);
  });

  it('is not searched for in long texts', () => {
    expect(read('aGVsbG8gdGhlcmU= '.repeat(30))).toEqual([]);
  });

  it('is found in letter emoji, which take more characters', () => {
    const letters = Array.from(
      'hellothere',
      (letter, at) => `<:letter_${letter}:${10 ** 17 + at}>`,
    );
    expect(read(letters.join('').repeat(2))).toEqual(['hellotherehellothere']);
  });
});
