import { expect, it } from 'vitest';
import { foldKeyword } from '../../src/moderation/keywords.ts';

it('reads nothing where nothing can be seen', () => {
  expect(foldKeyword('\u200b\u2060 \u202e')).toBe('');
});

it('reads keywords that differ in case, width, accents or invisible signs as one', () => {
  for (const text of ['RAID', 'ｒａｉｄ', 'ra\u00adid', 'ráid', '𝐫𝐚𝐢𝐝', ' raid\t']) {
    expect(foldKeyword(text)).toBe('raid');
  }
});

it('keeps apart what is not the same', () => {
  expect(foldKeyword('ｶﾞ')).not.toBe(foldKeyword('カ'));
  expect(foldKeyword('raids')).not.toBe(foldKeyword('raid'));
});
