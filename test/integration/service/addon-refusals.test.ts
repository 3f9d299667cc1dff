import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextRevision } from '../../../src/service/store/revisions.ts';
import { silentLogger } from '../../../src/shared/logger.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { addKeyword, enable, removeKeyword } from './addon-calls.ts';
import { call, refused } from './call.ts';
import { startService } from './start.ts';

describe('the add-on routes refuse', () => {
  const webhook = 'http://127.0.0.1:9/';
  const NO_WEBHOOK = 'The field webhook must be an address starting with http:// or https://.';

  it.each([
    ['no body', undefined, 'The body must be a JSON object.'],
    ['a list', [], 'The body must be a JSON object.'],
    ['no add-on', { webhook }, 'The field addon must be a non-empty string.'],
    [
      'an add-on of another type',
      { addon: 1, webhook },
      'The field addon must be a non-empty string.',
    ],
    ['an unknown add-on', { addon: 'other', webhook }, 'The add-on does not exist.'],
    ['no webhook', { addon: 'keywordAlert' }, NO_WEBHOOK],
    [
      'a webhook with another scheme',
      { addon: 'keywordAlert', webhook: 'file:///etc/passwd' },
      NO_WEBHOOK,
    ],
    ['a webhook that is a list', { addon: 'keywordAlert', webhook: [webhook] }, NO_WEBHOOK],
    [
      'an endless webhook',
      { addon: 'keywordAlert', webhook: `${webhook}${'a'.repeat(2_048)}` },
      'The webhook is longer than 2048 characters.',
    ],
    [
      'includeFullMessage as a string',
      { addon: 'keywordAlert', webhook, includeFullMessage: 'true' },
      'The field includeFullMessage must be true or false.',
    ],
  ])('enabling with %s', async (_name, body, sentence) => {
    const { baseUrl } = await startService();
    expect(await enable(baseUrl, body)).toMatchObject({ status: 400, body: refused(sentence) });
  });

  const NO_KEYWORD = 'The field keyword must be a non-empty string.';
  const INVISIBLE = 'The keyword has no visible characters.';
  it.each([
    ['none', undefined, NO_KEYWORD],
    ['an empty keyword', '', NO_KEYWORD],
    ['a number', 7, NO_KEYWORD],
    ['null', null, NO_KEYWORD],
    ['a list', ['a'], NO_KEYWORD],
    ['only spaces', ' \n', INVISIBLE],
    ['only invisible characters', '\u200b\u0301', INVISIBLE],
    ['a lone surrogate', '\ud800', INVISIBLE],
    ['NUL', '\u0000', INVISIBLE],
    ['101 characters', 'a'.repeat(101), 'The keyword is longer than 100 characters.'],
    [
      'a keyword that grows when normalised',
      'ﷺ'.repeat(20),
      'The keyword is longer than 100 characters.',
    ],
  ])('the keyword: %s', async (_name, keyword, sentence) => {
    const { baseUrl } = await startService();
    expect(await addKeyword(baseUrl, keyword)).toMatchObject({
      status: 400,
      body: refused(sentence),
    });
  });

  it('the 10,001st keyword, but not an existing one', async () => {
    const stateUrl = `sqlite:${join(tempDir(), 'service.sqlite')}`;
    const database = await openStore(stateUrl, silentLogger);
    const words = Array.from({ length: 10_000 }, (_, index) => `word ${index}`);
    const keywords = words.map((word) => ({ account: 'main', keyword: word, normalised: word }));
    await database.insertInto('keywords').values(keywords).execute();
    await nextRevision(database, 'addons/main');
    await database.destroy();
    const { baseUrl } = await startService({ stateUrl });
    expect(await addKeyword(baseUrl, 'one more')).toMatchObject({
      status: 409,
      body: refused('The limit of 10000 keywords is reached.'),
    });
    expect(await addKeyword(baseUrl, 'Word 77')).toMatchObject({ status: 200 });
    await removeKeyword(baseUrl, 'word 5');
    expect(await addKeyword(baseUrl, 'one more')).toMatchObject({ status: 200 });
  });

  it.each(['/addons', '/addons/keywords', '/addons/secrets'])(
    '%s without the key',
    async (path) => {
      const { baseUrl } = await startService();
      const answer = await call(baseUrl, { method: 'PATCH', path, body: {}, key: 'wrong' });
      expect(answer.status).toBe(401);
    },
  );

  it('another method for the secret, naming the right one', async () => {
    const { baseUrl } = await startService();
    const answer = await call(baseUrl, { method: 'GET', path: '/addons/secrets' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('PATCH');
  });
});
