import { describe, expect, it } from 'vitest';
import { decodeText, isText } from '../../../../../src/bot/gateway/messages/decode-text.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le');

describe('a text file is read', () => {
  it.each<[string, Buffer, string]>([
    ['in UTF-8', Buffer.from('grüße 🔥'), 'grüße 🔥'],
    ['in UTF-8 with a byte order mark', Buffer.from('\uFEFFgrüße'), 'grüße'],
    ['with one invalid byte', Buffer.concat([Buffer.from('bad'), latin('ÿ')]), 'bad\uFFFD'],
    [
      'with an invalid byte among valid ones',
      Buffer.concat([latin('ÿ'), Buffer.from('ü')]),
      '\uFFFDü',
    ],
    ['in Latin-1', latin('schöne Grüße'), 'schöne Grüße'],
    ['in Windows-1252', Buffer.from([0x93, 0x62, 0x61, 0x64, 0x94]), '“bad”'],
    ['with a NUL', Buffer.from('ba\0d'), 'bad'],
    ['in UTF-16 with a byte order mark', utf16le('\uFEFFgrüße'), 'grüße'],
    ['in big-endian UTF-16', utf16le('\uFEFFgrüße').swap16(), 'grüße'],
    ['in UTF-16 without a mark', utf16le('bad'), 'bad'],
    ['that was cut inside a character', Buffer.from('grüße').subarray(0, 3), 'gr'],
    ['that was cut inside a UTF-16 unit', utf16le('\uFEFFbad').subarray(0, 7), 'ba'],
  ])('%s', (_how, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });
});

describe('a file of unknown type', () => {
  it.each<[string, Buffer]>([
    ['of letters', Buffer.from('bad\r\n\ttext')],
    ['of other letters', Buffer.from('плохо')],
    ['with a byte order mark', utf16le('\uFEFFbad')],
    ['that is empty', Buffer.alloc(0)],
  ])('%s is a text', (_what, bytes) => {
    expect(isText(bytes)).toBe(true);
  });

  it('that is a picture is none', () => {
    expect(isText(Buffer.from('89504e470d0a1a0a0000000d494844520000', 'hex'))).toBe(false);
  });
});
