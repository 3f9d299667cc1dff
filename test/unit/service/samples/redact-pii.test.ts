import { describe, expect, it } from 'vitest';
import { redactPii } from '../../../../src/service/samples/redact-pii.ts';

describe('redacting replaces', () => {
  it.each([
    ['a mention', 'hi <@123456789012345678>!', 'hi [mention]!'],
    ['a mention by nickname', '<@!123456789012345678> hi', '[mention] hi'],
    ['a role', '<@&123456789012345678>', '[mention]'],
    ['a written name', 'ask @alice.b about it', 'ask [mention] about it'],
    ['a channel', 'see <#123456789012345678>', 'see [channel]'],
    ['a timestamp', 'at <t:1700000000:R> sharp', 'at [time] sharp'],
    ['the id of an emoji', 'so <a:party:123456789012345678>', 'so :party:'],
    ['the id of a command', 'use </ban add:123456789012345678>', 'use /ban add'],
    [
      'an e-mail address',
      'write to Alice.B+x@mail.example.org, please',
      'write to [e-mail], please',
    ],
    ['an e-mail address in brackets', '<a@b.example>', '<[e-mail]>'],
    ['an e-mail address in non-ASCII letters', 'пишите почта@пример.рф', 'пишите [e-mail]'],
    [
      'an e-mail address with an invisible character inside',
      'alice\u200b@mail.exa\u00admple',
      '[e-mail]',
    ],
    ['an e-mail address with a full-width sign', 'alice＠mail.example', '[e-mail]'],
    ['an international number', 'call +49 (0)30 1234-5678 now', 'call [phone] now'],
    ['a national number', 'call 555-123-4567.', 'call [phone].'],
    ['a number with brackets', '(030) 123 45 67', '[phone]'],
    ['a plain number', 'my number is 01701234567', 'my number is [phone]'],
    ['a number in Arabic digits', '٠١٧٠١٢٣٤٥٦٧', '[phone]'],
    ['a query string', 'https://a.example/p?token=abc&x=1 ok', 'https://a.example/p ok'],
    ['a fragment', 'https://a.example/p#access_token=abc', 'https://a.example/p'],
    ['a query string without a path', 'https://a.example?u=bob', 'https://a.example'],
    ['a name and a password', 'https://bob:pw@a.example/p', 'https://a.example/p'],
    ['the query of a URL without a scheme', 'a.example/p?u=bob', 'a.example/p'],
    ['a query in a spoiler', '||https://x.com/a?token=SECRET|| ok', '||https://x.com/a ok'],
    ['a query in bold', '**https://x.com/a?token=SECRET** ok', '**https://x.com/a ok'],
    ['a query in backticks', '`https://x.com/a?token=SECRET`', '`https://x.com/a'],
    ['a query in brackets', '[https://x.com/a?token=SECRET]', '[https://x.com/a'],
    ['a query in a link', '[here](https://x.com/a?token=SECRET)', '[here](https://x.com/a'],
    ['a query after a word', 'see:https://x.com/?token=SECRET', 'see:https://x.com/'],
    ['a query after a question', 'ok?https://x.com/?token=SECRET', 'ok?https://x.com/'],
    ['a query after a bare host', 'example.com?token=SECRET', 'example.com'],
    ['a query after a bare host in bold', '**example.com?token=SECRET**', '**example.com'],
    ['a query with a comma', 'https://x.com/p?ids=1,token=SECRET', 'https://x.com/p'],
    ['a query with a semicolon', 'https://x.com/p?ids=1;token=SECRET', 'https://x.com/p'],
    ['a query with brackets', 'https://x.com/p?a=(b)&token=SECRET', 'https://x.com/p'],
    ['a bare query with a comma', 'x.com/p?ids=1,token=SECRET', 'x.com/p'],
    ['a URL in a bare query', 'x.com/p?to=https://y.com/SECRET', 'x.com/p'],
    ['a password with a comma', 'https://bob:pw,x@example.com/p', 'https://example.com/p'],
    ['a name in bold', '**@john**', '**[mention]**'],
    ['a name after a dot', '.@john', '.[mention]'],
    ['a name in a spoiler', '||@john||', '||[mention]||'],
    ['a name in italics', '_@john_', '_[mention]'],
    ['an e-mail address with an apostrophe', "o'brien@example.com", '[e-mail]'],
    ['an e-mail address in bold', '**bob@example.com**', '**[e-mail]**'],
    ['an e-mail address after a URL', 'https://x.com/p,b@example.com', 'https://x.com/p,[e-mail]'],
    ['ids in a URL', 'https://d.example/1234567890123456789/x', 'https://d.example/[id]/x'],
    ['an id', 'user 123456789012345678 did it', 'user [id] did it'],
    ['a UUID', 'id 3f2504e0-4f89-41d3-9a0c-0305e82c3301.', 'id [id].'],
    ['a digest', 'd41d8cd98f00b204e9800998ecf8427e', '[id]'],
    ['NUL', 'a\u0000b', 'ab'],
    ['a lone surrogate', 'a \ud800 b', 'a \ufffd b'],
  ])('%s', (_name, sample, cleaned) => {
    expect(redactPii(sample)).toBe(cleaned);
  });
});

describe('redacting keeps', () => {
  it.each([
    'plain words, nothing else!',
    'I have 3 cats and 20 dogs',
    'in 2024: 50%',
    '@everyone look',
    '@here :)',
    'https://a.example/path/to',
    'either/or?',
    'wait.what?yes',
    "'tis **bold**, _isn't it_?",
    'https://a.example/@path.to',
    '10:30 / 11:00',
    '日本 🔥 👨‍👩‍👧',
    'deadbeef and cafe',
  ])('%j', (sample) => {
    expect(redactPii(sample)).toBe(sample);
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
  ['markup openings', '<@'.repeat(30_000)],
  ['dots and slashes', `${'a.'.repeat(30_000)}/`],
  ['schemes', '://'.repeat(20_000)],
  ['at signs after a scheme', `://${'a@'.repeat(30_000)}`],
  ['question marks after hosts', 'a.a?'.repeat(15_000)],
  ['question marks', `${'?'.repeat(60_000)}=`],
  ['apostrophes', `@${"a'".repeat(30_000)}`],
  ['formatting', `${'*_|'.repeat(20_000)}@a`],
  ['hosts', `${'a.'.repeat(30_000)}a/`],
])('takes little time for 60,000 characters of %s', (_name, sample) => {
  const startedMs = performance.now();
  redactPii(sample);
  expect(performance.now() - startedMs).toBeLessThan(200);
});
