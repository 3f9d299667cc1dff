import { describe, expect, it } from 'vitest';
import { AUTHOR_KEY, send, finished, startEndlessMedia, start } from './fixture.ts';

describe('the stream routes', () => {
  const URL = 'http://media.example/';
  const long = (length: number) => 'a'.repeat(length);
  const ADDRESS = 'must be an address starting with http:// or https://.';

  it.each<[string, unknown, string]>([
    ['no url', { convoId: 'a' }, `The field url ${ADDRESS}`],
    [
      'a url with another scheme',
      { url: 'file:///etc/passwd', convoId: 'a' },
      `The field url ${ADDRESS}`,
    ],
    ['a url that is a number', { url: 7, convoId: 'a' }, `The field url ${ADDRESS}`],
    ['no convoId', { url: URL }, 'The field convoId must be a string of 1 to 100 characters.'],
    ['an empty convoId', { url: URL, convoId: '' }, 'The field convoId must'],
    ['a long convoId', { url: URL, convoId: long(101) }, 'The field convoId must'],
    ['a convoId that is a list', { url: URL, convoId: ['a'] }, 'The field convoId must'],
    ['a webhook that is not a URL', { url: URL, convoId: 'a', webhook: 'x' }, `webhook ${ADDRESS}`],
    [
      'a seed that is null',
      { url: URL, convoId: 'a', seedSentence: null },
      'The field seedSentence',
    ],
    ['a long seed', { url: URL, convoId: 'a', seedSentence: long(10_001) }, 'seedSentence must be'],
    ['an empty author key', { url: URL, convoId: 'a', authorKey: '' }, 'The field authorKey must'],
    ['a long author key', { url: URL, convoId: 'a', authorKey: long(1_001) }, 'authorKey must'],
    ['a list', [], 'The body must be a JSON object.'],
  ])('answer %s with 400', async (_name, body, sentence) => {
    const { baseUrl } = await start();
    expect(await send(baseUrl, '/stream/tag', { body })).toEqual({
      status: 400,
      body: [false, expect.stringContaining(sentence), null],
    });
  });

  it.each([{}, { authorKey: '' }, { authorKey: 7 }, { authorKey: null }, []])(
    'refuse to open a transcript with %j',
    async (body) => {
      const { baseUrl } = await start();
      expect(await send(baseUrl, '/stream/one', { body })).toMatchObject({
        status: 400,
        body: [false, expect.any(String), null],
      });
    },
  );

  it.each([
    ['GET', '/stream/tag', 'POST'],
    ['DELETE', '/stream/one', 'POST'],
    ['POST', '/stream?convoid=a', 'GET'],
  ])('answer %s %s with 405 and each allowed method once', async (method, path, allowed) => {
    const { baseUrl } = await start();
    const response = await fetch(baseUrl + path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allowed);
    expect(await response.json()).toEqual([
      false,
      `The method ${method} is not allowed on this route.`,
      null,
    ]);
  });

  it.each([101, 5_000])('answer a convoId of %i characters with 400', async (length) => {
    const { baseUrl } = await start();
    const body = { authorKey: AUTHOR_KEY };
    expect(await send(baseUrl, `/stream/${long(length)}`, { body })).toEqual({
      status: 400,
      body: [false, 'The field convoId must be a string of 1 to 100 characters.', null],
    });
  });

  it.each([
    ['/stream/a/b', 404],
    ['/stream/%zz', 400],
  ])('answer %s in their own format', async (path, status) => {
    const { baseUrl } = await start();
    expect(await send(baseUrl, path, { body: {} })).toMatchObject({
      status,
      body: [false, expect.any(String), null],
    });
  });

  it('refuse the transcript of an unfinished session', async () => {
    const media = await startEndlessMedia();
    const { baseUrl } = await start();
    await send(baseUrl, '/stream/tag', { body: { url: media.baseUrl, convoId: 'one' } });
    const body = { authorKey: AUTHOR_KEY };
    expect(await send(baseUrl, '/stream/one', { body })).toMatchObject({
      status: 409,
      body: [false, expect.stringContaining('not finished'), null],
    });
  });

  it.each(['', '?convoid=', '?convoid=a&convoid=b', '?other=a'])(
    'answer /stream%s with 400',
    async (query) => {
      const { baseUrl } = await start();
      expect(await send(baseUrl, `/stream${query}`)).toEqual({
        status: 400,
        body: [false, 'The query parameter convoid is missing.', null],
      });
    },
  );

  it.each<Record<string, string>>([{ 'x-service-api': '' }, { 'x-service-api': 'servicetext' }])(
    'require their header, not %j',
    async (headers) => {
      const { baseUrl } = await start();
      expect(await send(baseUrl, '/stream?convoid=a', { headers })).toEqual({
        status: 401,
        body: [false, 'The header x-service-api must be servicevoice on this route.', null],
      });
    },
  );

  it('check the key first', async () => {
    const { baseUrl } = await start();
    expect(await send(baseUrl, '/stream?convoid=a', { key: 'wrong' })).toEqual({
      status: 401,
      body: [false, 'The API key in the header x-service-api-auth is not valid.', null],
    });
  });

  it.each(['a'.repeat(100), 'ü/?#% \u{1F600}', '../..', '__proto__'])(
    'accept any characters in a convoId: %j',
    async (convoId) => {
      const { baseUrl } = await start({ audio: {} });
      await send(baseUrl, '/stream/tag', { body: { url: URL, convoId } });
      expect((await finished(baseUrl, convoId)).convoId).toBe(convoId);
      const path = `/stream/${encodeURIComponent(convoId)}`;
      expect(await send(baseUrl, path, { body: { authorKey: 'a' } })).toMatchObject({
        status: 404,
        body: [false, expect.stringContaining('There is no transcript'), null],
      });
    },
  );
});
