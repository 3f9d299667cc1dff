import { expect, it } from 'vitest';

import { createNonces } from '../../../src/sandbox/world/nonces.ts';
import { createFakeClock } from '../../helpers/fake-clock.ts';

const posted = { channelId: '1', messageId: '2' };

it('finds an author’s nonce for five minutes, and nobody else’s', () => {
  const clock = createFakeClock();
  const nonces = createNonces(clock);
  nonces.remember('alice', 7, posted);
  expect(nonces.find('alice', '7')).toMatchObject(posted);
  expect(nonces.find('bob', 7)).toBeUndefined();
  clock.advance(5 * 60_000);
  expect(nonces.find('alice', 7)).toMatchObject(posted);
  clock.advance(1);
  expect(nonces.find('alice', 7)).toBeUndefined();
});

it('counts the time anew when a nonce is used again', () => {
  const clock = createFakeClock();
  const nonces = createNonces(clock);
  nonces.remember('alice', 7, posted);
  nonces.remember('bob', 1, posted);
  clock.advance(4 * 60_000);
  nonces.remember('alice', 7, { ...posted, messageId: '3' });
  clock.advance(4 * 60_000);
  expect(nonces.find('alice', 7)).toMatchObject({ messageId: '3' });
  expect(nonces.find('bob', 1)).toBeUndefined();
});
