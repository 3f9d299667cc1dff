import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/shared/logger.ts';
import { createStrike } from '../../../src/shared/secrets.ts';

const KEY = 'a-"key"/of=40 characters';

describe('a secret is struck out', () => {
  const strike = createStrike(['token-of-the-bot', KEY]);
  it.each([
    ['of a sentence', 'The key token-of-the-bot is wrong, token-of-the-bot!'],
    ['as JSON writes it', JSON.stringify({ reason: `no ${KEY}` })],
    ['as a URL writes it', `https://example.org/?key=${encodeURIComponent(KEY)}`],
  ])('%s', (_where, text) => {
    const struck = strike(text);
    expect(struck).toContain('[secret]');
    expect(struck).not.toMatch(/token|40/);
  });

  it('and other text stays', () => {
    expect(strike('The token is wrong.')).toBe('The token is wrong.');
  });
});

it('a short secret does not strike out words', () => {
  expect(createStrike(['', 'key'])('the key')).toBe('the key');
});

it('a log never contains a secret, wherever it came from', () => {
  let written = '';
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString();
      done();
    },
  });
  const logger = createLogger('info', destination, createStrike([KEY]));
  logger.info({ reason: `bad key ${KEY}` }, `no ${KEY}`);
  logger.child({ part: KEY }).error({ err: new Error(KEY) }, 'failed');
  expect(written).toContain('failed');
  expect(written).not.toContain('40 characters');
});
