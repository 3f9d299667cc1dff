import { expect, it } from 'vitest';
import { SERVICE_NOT_RUNNING, type ServiceAnswer } from '../../../../src/service-api/exchange.ts';
import { createAccounts } from '../../../../src/service/server/accounts.ts';
import { createDirectEntrance } from '../../../../src/service/server/direct.ts';
import { createRouter } from '../../../../src/service/server/router.ts';
import { success, type Route } from '../../../../src/service/server/route.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { createDeferred } from '../../../helpers/deferred.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { turn } from '../../../helpers/turn.ts';

const request = {
  method: 'GET',
  path: '/a',
  headers: { 'x-service-api-auth': 'key' },
  body: undefined,
  bodyBytes: 0,
};

function start(answer: Route['answer']) {
  const clock = createFakeClock(0);
  const route: Route = { area: 'base', method: 'GET', path: '/a', answer };
  const router = createRouter({
    routes: [route],
    accounts: createAccounts({ main: 'key' }),
    logger: silentLogger,
  });
  return { clock, ...createDirectEntrance({ router, clock, logger: silentLogger }) };
}

it('waits at its end for the answers in progress, and takes no more requests', async () => {
  const answer = createDeferred<ServiceAnswer>();
  const { exchange, close } = start(() => answer.promise);
  const answered = exchange(request);
  const closed = close();
  expect(() => exchange(request)).toThrow(expect.objectContaining({ code: SERVICE_NOT_RUNNING }));
  const isClosed = closed.then(() => true);
  expect(await Promise.race([isClosed, turn().then(() => false)])).toBe(false);
  answer.resolve(success('late'));
  await closed;
  expect(await answered).toMatchObject({ body: 'late' });
});

it('waits for an endless request only for a limited time', async () => {
  const { clock, exchange, close } = start(() => new Promise(() => undefined));
  void exchange(request);
  const closed = close();
  expect(clock.pending()).toEqual([5_000]);
  clock.advance(5_000);
  await closed;
});

it('answers what fails with 500, without the reason', async () => {
  const { exchange } = start(() => Promise.reject(new Error('a secret')));
  const answer = await exchange(request);
  expect(answer.status).toBe(500);
  expect(JSON.stringify(answer)).not.toContain('secret');
});

it('answers at once where nothing waits', () => {
  const { exchange } = start(() => success('now'));
  expect(exchange(request)).toEqual({ status: 200, headers: {}, body: 'now' });
});
