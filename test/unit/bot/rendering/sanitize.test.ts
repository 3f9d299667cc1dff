import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defuse, spoiler, truncate, visible } from '../../../../src/bot/rendering/sanitize.ts';

/** Texts that mix all kinds of markup and invisible characters. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '||',
        '|',
        '\\',
        '`',
        '```',
        '**',
        '_',
        '~~',
        '<@123>',
        '<@&5>',
        '<#7>',
        '@everyone',
        '@here',
        '[a](https://evil.example)',
        '<https://x.example>',
        '</ban:1>',
        '<t:1:R>',
        '<:e:1>',
        '\n> ',
        '\n# ',
        '\n- ',
        '\n1. ',
        '\n-# ',
        '\u202E',
        '\u200B',
        '\u{1F468}\u200D\u{1F469}',
        '\uD800',
        '\u0000',
        ' ',
        '\n',
        'steam://run/1',
        'e\u0301\u0301\u0301\u0301\u0301\u0301',
      ),
      fc.string({ unit: 'grapheme' }),
    ),
  )
  .map((pieces) => pieces.join(''));

/** Reads a defused text as Discord does: an escaped sign is the sign. Null: a sign is not escaped. */
function unescape(text: string): string | null {
  if (/(?<!\\)(?:\\\\)*[*_~`|<>#[\]@]/.test(text)) return null;
  return text.replace(/\\([^0-9A-Za-z\s])/g, '$1');
}

describe('defuse', () => {
  it('escapes all markdown, mentions and links, and changes nothing else', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const shown = visible(text, 4000);
        expect(unescape(defuse(text, 20_000))).toBe(shown);
      }),
    );
  });

  it('never exceeds the length it was given', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 60 }), (text, maxLength) => {
        const defused = defuse(text, maxLength);
        expect(defused.length).toBeLessThanOrEqual(maxLength);
        expect(unescape(defused)).not.toBeNull();
        expect(defused).toSatisfy((shown: string) => !/\p{Cs}/u.test(shown));
      }),
    );
  });

  it('removes everything invisible except line breaks', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const rest = defuse(text, 20_000).replaceAll(/\n|\u200D|\uFE0F/g, '');
        expect(rest).not.toMatch(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/u);
      }),
    );
  });

  it.each([
    ['@everyone <@123> <#4>', '\\@everyone \\<\\@123\\> \\<\\#4\\>'],
    ['# big\n- item\n12. twelfth', '\\# big\n\\- item\n12\\. twelfth'],
    ['a - b, 3.5', 'a - b, 3.5'],
    ['see https://evil.example/x', 'see https\\://evil.example/x'],
    ['pay\u202Epal\u200B now', 'paypal now'],
    ['👨‍👩‍👧 ❤️', '👨‍👩‍👧 ❤️'],
    ['Z\u0301\u0302\u0303\u0304\u0305\u0306a', 'Z\u0301\u0302\u0303a'],
    ['a\n\n\n\n\nb', 'a\n\nb'],
  ])('makes %j into %j', (text, expected) => {
    expect(defuse(text, 1000)).toBe(expected);
  });

  it('is empty for an invisible text', () => {
    expect(defuse('\u200B\u3164 \u2060', 100)).toBe('');
  });
});

describe('spoiler', () => {
  it('ends only where the text ends', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const hidden = spoiler(defuse(text, 5000) || 'x');
        expect(hidden.indexOf('||', 2)).toBe(hidden.length - 2);
      }),
    );
  });
});

describe('truncate', () => {
  it('marks that something is missing and cuts no character in two', () => {
    expect(truncate('abc😀def', 5)).toBe('abc…');
    expect(truncate('abc', 3)).toBe('abc');
  });

  it('does not leave a backslash that would escape the next character', () => {
    expect(truncate('ab\\*cd', 4)).toBe('ab…');
    expect(truncate('a\\\\bcd', 4)).toBe('a\\\\…');
  });
});
