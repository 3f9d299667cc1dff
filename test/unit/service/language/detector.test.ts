import { beforeAll, describe, expect, it } from 'vitest';
import { WORDS_OF } from '../../../../src/service/language/common-words.ts';
import {
  createLanguageDetector,
  type LanguageDetector,
} from '../../../../src/service/language/detector.ts';

let detect: LanguageDetector;
beforeAll(async () => {
  detect = await createLanguageDetector();
});

describe('the language', () => {
  it.each([
    ['Is everybody ready for the game tonight?', 'English'],
    ['Das ist ein schöner Tag und wir gehen gleich spazieren', 'German'],
    ['¿Quién quiere jugar conmigo esta noche?', 'Spanish'],
    ['من يريد أن يلعب معي الليلة؟', 'Arabic'],
    ['چه کسی می‌خواهد امشب بازی کند؟', 'Persian'],
    ['سلام بر شما', 'Persian'],
    ['السلام عليكم', 'Arabic'],
    ['今晚谁想一起玩游戏？', 'Chinese'],
    ['今夜は誰かゲームをしますか？', 'Japanese'],
    ['the word for cat is 猫 and for dog it is 犬', 'English'],
    ['12345', 'Unknown'],
    ['', 'Unknown'],
  ])('of %j is %s', (sample, name) => {
    expect(detect(sample).name).toBe(name);
  });

  it.each([
    ['안녕하세요 오늘 뭐 해요', 'Korean'],
    ['Καλημέρα σε όλους', 'Greek'],
    ['שלום לכולם מה קורה', 'Hebrew'],
    ['สวัสดีทุกคน', 'Thai'],
    ['आज रात कौन खेलेगा', 'Hindi'],
    ['ሰላም ለሁላችሁ', 'Amharic'],
    ['мин сине бик яратам әни', 'Tatar'],
    ['the angle α is 45 degrees', 'English'],
  ])('of %j is %s, by its script', (sample, name) => {
    expect(detect(sample).name).toBe(name);
  });

  it.each([
    ['el niño come una manzana', 'Spanish'],
    ['a maçã e o pão não estão aqui', 'Portuguese'],
    ['die Straße ist heiß', 'German'],
    ['mała żółta łódka', 'Polish'],
    ['wo wohnen denn deine Eltern jetzt', 'German'],
    ['waarom heeft niemand mij gebeld', 'Dutch'],
    ['nessuno mi ha detto niente di questa festa', 'Italian'],
    ['vai là e poi torna', 'Italian'],
    ['co sie dzieje u was', 'Polish'],
    ['ve škole dnes', 'Czech'],
    ['lazim olan ana kart', 'Turkish'],
    ['le but du jeu', 'French'],
  ])('of %j is %s, by its words and letters', (sample, name) => {
    expect(detect(sample).name).toBe(name);
  });

  it.each([
    'ana mesh fahem enta 3ayez eh',
    'shu 3am ta3mel el yom ya 7abibi',
    'el gaw 7elw awi el naharda ma3 as7abi',
    'wach rak 5oya, kol 7aja mli7a',
    'ba7eb el 2ahwa men 3end el mat3am da',
  ])('of %j is Arabic, in Latin letters', (sample) => {
    expect(detect(sample).name).toBe('Arabic');
  });

  it.each([
    'gg ez m8 b4 2nite',
    '3am and still no sleep lol',
    'use 7zip on win10',
    'l33t h4x0r n00b pwn3d',
    'gr8 m8 i r8 8/8',
    'halo3 or dota2 tonight?',
    'up 2day 4ever 2gether',
    '5v5 at 9pm, b there or b square',
    'she got a 3090 and 2 ps5s',
    'me2 lol, c u 2moro m8',
    'w8 4 me at the 7eleven',
    'fifa23 is trash, fifa07 was goated',
  ])('of %j is not Arabic', (sample) => {
    expect(detect(sample).name).not.toBe('Arabic');
  });

  it.each([
    'm3 gusta 3l caf3 con l3ch3',
    'qu3 h4c3s hoy 4m1go',
    'el pu3rto est4 c3rrado por el vi3nto',
  ])('of %j, disguised, is not Arabic', (sample) => {
    expect(detect(sample).name).not.toBe('Arabic');
  });

  it.each([
    'you had me at jalapeño, señorita',
    'the weather here is so nice, über nice',
    'i said ciao bella and she left',
    'what does los mean in german',
    'Les is here',
  ])('of %j is English, with or without loanwords', (sample) => {
    expect(detect(sample).name).toBe('English');
  });

  it('is not decided by a word of two languages', () => {
    const words = Object.values(WORDS_OF).flatMap((row) => row.split(/\s+/));
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });

  it('is not hidden by markup', () => {
    const sample = '<@123456789012345678> <:party:123456789012345678> guten Morgen zusammen';
    expect(detect(sample).name).toBe('German');
  });

  it('is detected in spelled-out letters', () => {
    expect(detect('g u t e n Morgen, wie geht es dir').name).toBe('German');
  });

  it('has a confidence from 0 to 1', () => {
    const { confidence } = detect('Is everybody ready for the game tonight?');
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThanOrEqual(1);
  });
});
