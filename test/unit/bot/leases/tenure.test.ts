import { expect, it } from 'vitest';
import { startTenure } from '../../../../src/bot/leases/tenure.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { turn } from '../../../helpers/turn.ts';

it('believes a lease only when it is confirmed, however often something changes before', async () => {
  let isConfirmed = false;
  let change = (): void => undefined;
  const { lease } = startTenure({
    name: 'job',
    number: 1,
    isConfirmed: () => isConfirmed,
    nextChange: () => new Promise((resolve) => (change = resolve)),
    start: () => Promise.resolve({ stop: () => Promise.resolve() }),
    clock: createFakeClock(),
    random: () => 0.5,
    logger: silentLogger,
  });
  let isBelieved = false;
  const confirming = lease.confirm().then(() => (isBelieved = true));
  for (let alarm = 0; alarm < 2; alarm += 1) {
    await turn();
    change();
  }
  await turn();
  expect(isBelieved).toBe(false);
  isConfirmed = true;
  change();
  await confirming;
  expect(isBelieved).toBe(true);
});
