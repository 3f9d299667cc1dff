import { describe, expect, it } from 'vitest';
import { withoutPersonalData } from '../../../src/service/samples/clean.ts';

describe('what is cleaned', () => {
  it.each([
    ['a mention', 'hi <@123456789012345678>!', 'hi [mention]!'],
    ['a mention by nickname', '<@!123456789012345678> hi', '[mention] hi'],
    ['a role', '<@&123456789012345678>', '[mention]'],
    ['a written name', 'ask @alice.b about it', 'ask [mention] about it'],
    ['a channel', 'see <#123456789012345678>', 'see [channel]'],
    ['a time', 'at <t:1700000000:R> sharp', 'at [time] sharp'],
    ['the id of an emoji', 'so <a:party:123456789012345678>', 'so :party:'],
    ['the id of a command', 'use </ban add:123456789012345678>', 'use /ban add'],
    [
      'an e-mail address',
      'write to Alice.B+x@mail.example.org, please',
      'write to [e-mail], please',
    ],
    ['an e-mail address in brackets', '<a@b.example>', '<[e-mail]>'],
    ['an e-mail address of other letters', 'пишите почта@пример.рф', 'пишите [e-mail]'],
    ['one with an invisible character in it', 'alice\u200b@mail.exa\u00admple', '[e-mail]'],
    ['one with a full-width sign', 'alice＠mail.example', '[e-mail]'],
    ['an international number', 'call +49 (0)30 1234-5678 now', 'call [phone] now'],
    ['a national number', 'call 555-123-4567.', 'call [phone].'],
    ['a number with brackets', '(030) 123 45 67', '[phone]'],
    ['a plain number', 'my number is 01701234567', 'my number is [phone]'],
    ['a number in Arabic digits', '٠١٧٠١٢٣٤٥٦٧', '[phone]'],
    ['a query string', 'https://a.example/p?token=abc&x=1 ok', 'https://a.example/p ok'],
    ['a fragment', 'https://a.example/p#access_token=abc', 'https://a.example/p'],
    ['a query string without a path', 'https://a.example?u=bob', 'https://a.example'],
    ['a name and a password', 'https://bob:pw@a.example/p', 'https://a.example/p'],
    ['the query of an address without a scheme', 'a.example/p?u=bob', 'a.example/p'],
    ['ids in an address', 'https://d.example/1234567890123456789/x', 'https://d.example/[id]/x'],
    ['an id', 'user 123456789012345678 did it', 'user [id] did it'],
    ['a UUID', 'id 3f2504e0-4f89-41d3-9a0c-0305e82c3301.', 'id [id].'],
    ['a digest', 'd41d8cd98f00b204e9800998ecf8427e', '[id]'],
    ['NUL', 'a\u0000b', 'ab'],
    ['a lone surrogate', 'a \ud800 b', 'a \ufffd b'],
  ])('%s', (_name, sample, cleaned) => {
    expect(withoutPersonalData(sample)).toBe(cleaned);
  });
});

describe('what stays', () => {
  it.each([
    'plain words, nothing else!',
    'I have 3 cats and 20 dogs',
    'in 2024: 50%',
    '@everyone look',
    '@here :)',
    'https://a.example/path/to',
    'either/or?',
    '10:30 / 11:00',
    '日本 🔥 👨‍👩‍👧',
    'deadbeef and cafe',
  ])('%j', (sample) => {
    expect(withoutPersonalData(sample)).toBe(sample);
  });
});

it.each([
  ['letters', 'a'.repeat(60_000)],
  ['at signs', '@'.repeat(60_000)],
  ['letters and dots after an at sign', `@${'a.'.repeat(30_000)}`],
  ['digits', '1'.repeat(60_000)],
  ['digits and spaces', '1 '.repeat(30_000)],
  ['slashes', '/'.repeat(60_000)],
  ['hexadecimal letters', `${'abcdef'.repeat(10_000)} 1`],
  ['openings of markup', '<@'.repeat(30_000)],
  ['dots and slashes', `${'a.'.repeat(30_000)}/`],
  ['hosts', `${'a.'.repeat(30_000)}a/`],
])('takes little time for 60,000 characters of %s', (_name, sample) => {
  const startedMs = performance.now();
  withoutPersonalData(sample);
  expect(performance.now() - startedMs).toBeLessThan(200);
});
