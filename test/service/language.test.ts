import { beforeAll, describe, expect, it } from 'vitest';
import { createLanguageDetector, type LanguageDetector } from '../../src/service/language.ts';

let detect: LanguageDetector;
beforeAll(async () => {
  detect = await createLanguageDetector();
});

describe('the language of a message', () => {
  it.each([
    ['Is everybody ready for the game tonight?', 'English'],
    ['Das ist ein schöner Tag und wir gehen gleich spazieren', 'German'],
    ['¿Quién quiere jugar conmigo esta noche?', 'Spanish'],
    ['من يريد أن يلعب معي الليلة؟', 'Arabic'],
    ['چه کسی می‌خواهد امشب بازی کند؟', 'Persian'],
    ['今晚谁想一起玩游戏？', 'Chinese'],
    ['今夜は誰かゲームをしますか？', 'Japanese'],
    ['the word for cat is 猫 and for dog it is 犬', 'English'],
    ['12345', 'Unknown'],
    ['', 'Unknown'],
  ])('of %j is %s', (sample, name) => {
    expect(detect(sample).name).toBe(name);
  });

  it('is not hidden by markup', () => {
    const sample = '<@123456789012345678> <:party:123456789012345678> guten Morgen zusammen';
    expect(detect(sample).name).toBe('German');
  });

  it('is found in letters spelled out', () => {
    expect(detect('g u t e n Morgen, wie geht es dir').name).toBe('German');
  });

  it('comes with a confidence from 0 to 1', () => {
    const { confidence } = detect('Is everybody ready for the game tonight?');
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThanOrEqual(1);
  });
});
