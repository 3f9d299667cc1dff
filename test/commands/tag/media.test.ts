import { expect, it } from 'vitest';
import { readMedia } from '../../../commands/tag/media.ts';

it('names an address by its last part, without what is signed', () => {
  const { url, title } = readMedia(' https://a.example/x/my%20talk.mp3?token=secret ', null);
  expect(url).toBe('https://a.example/x/my%20talk.mp3?token=secret');
  expect(title).toBe('my talk.mp3 (a.example)');
  expect(readMedia('https://a.example/', null).title).toBe('a.example');
  expect(readMedia('https://a.example/100%', null).title).toBe('100% (a.example)');
});

it('takes audio and video files, and those Discord does not know', () => {
  for (const contentType of ['audio/mpeg', 'video/mp4', 'application/ogg', null]) {
    const file = { url: 'https://cdn.example/f', name: 'f', contentType };
    expect(readMedia(null, file)).toEqual({ url: file.url, title: 'f' });
  }
});

it.each<[string | null, string | null, string]>([
  [null, null, 'Name an address'],
  ['https://a.example', 'audio/mpeg', 'not both'],
  ['ftp://a.example/a', null, 'no address of a media file'],
  ['javascript:alert(1)', null, 'no address of a media file'],
  [null, 'text/html; charset=utf-8', 'neither audio nor video'],
])('refuses the address %s with a file of type %s', (typed, contentType, sentence) => {
  const file = contentType === null ? null : { url: 'https://x', name: 'f', contentType };
  expect(() => readMedia(typed, file)).toThrow(sentence);
});
