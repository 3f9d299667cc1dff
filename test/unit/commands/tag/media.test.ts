import { expect, it } from 'vitest';
import { readMedia } from '../../../../commands/tag/media.ts';
import { translator } from '../../../../src/bot/locales/translate.ts';

const t = translator('en');

it('names a URL by its last part, without the signed query', () => {
  const { url, title } = readMedia(' https://a.example/x/my%20talk.mp3?token=secret ', null, t);
  expect(url).toBe('https://a.example/x/my%20talk.mp3?token=secret');
  expect(title).toBe('my talk.mp3 (a.example)');
  expect(readMedia('https://a.example/', null, t).title).toBe('a.example');
  expect(readMedia('https://a.example/100%', null, t).title).toBe('100% (a.example)');
});

it('accepts audio and video files, and files of unknown type', () => {
  for (const contentType of ['audio/mpeg', 'video/mp4', 'application/ogg', null]) {
    const file = { url: 'https://cdn.example/f', name: 'f', contentType };
    expect(readMedia(null, file, t)).toEqual({ url: file.url, title: 'f' });
  }
});

it.each<[string | null, string | null, string]>([
  [null, null, 'Enter a “url”'],
  ['https://a.example', 'audio/mpeg', 'not both'],
  ['ftp://a.example/a', null, 'not the URL of a media file'],
  ['javascript:alert(1)', null, 'not the URL of a media file'],
  [null, 'text/html; charset=utf-8', 'neither audio nor video'],
])('rejects the URL %s with a file of type %s', (typed, contentType, sentence) => {
  const file = contentType === null ? null : { url: 'https://x', name: 'f', contentType };
  expect(() => readMedia(typed, file, t)).toThrow(sentence);
});
