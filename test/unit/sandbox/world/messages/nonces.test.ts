import { expect, it } from 'vitest';

import { createNonces } from '../../../../../src/sandbox/world/messages/nonces.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';

const posted = { channelId: '1', messageId: '2' };

it('finds a nonce for five minutes, and only for its author', () => {
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

it('restarts the five minutes when a nonce is used again', () => {
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
