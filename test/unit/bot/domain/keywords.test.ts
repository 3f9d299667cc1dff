import { expect, it } from 'vitest';
import { foldKeyword } from '../../../../src/bot/domain/keywords.ts';

it('folds invisible text to nothing', () => {
  expect(foldKeyword('\u200b\u2060 \u202e')).toBe('');
});

it('folds case, width, accents and invisible characters', () => {
  for (const text of ['RAID', 'ｒａｉｄ', 'ra\u00adid', 'ráid', '𝐫𝐚𝐢𝐝', ' raid\t']) {
    expect(foldKeyword(text)).toBe('raid');
  }
});

it('keeps different keywords apart', () => {
  expect(foldKeyword('ｶﾞ')).not.toBe(foldKeyword('カ'));
  expect(foldKeyword('raids')).not.toBe(foldKeyword('raid'));
});
