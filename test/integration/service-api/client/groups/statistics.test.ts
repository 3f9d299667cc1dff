import { expect, it } from 'vitest';
import {
  ClosedError,
  ConnectionError,
  InvalidRequestError,
  InvalidResponseError,
  ServiceRefusedError,
  StatusError,
} from '../../../../../src/service-api/client/errors.ts';
import type { SearchProgress } from '../../../../../src/service-api/client/groups/statistics.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';
import { sendJson, startHttpServer, type Handler } from '../../../../helpers/http-server.ts';
import {
  answering,
  unusedUrl,
  sequence,
  pass,
  received,
  refusal,
  rejection,
  startClient,
  until,
} from '../setup.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIMIT_MS = 120_000;
const DAY = { fromMs: Date.UTC(2025, 4, 1), toMs: Date.UTC(2025, 4, 2) };

const at = (time: string) => Date.parse(`2025-05-01T${time}Z`);
const ok = (response: unknown) => answering({ api: 'service-lang-text', success: true, response });
const record = (value: string, commentsTotal = 10) => ({
  commentsPassed: 7,
  commentsTotal,
  commentsDeleted: 1,
  commentsFlagged: 2,
  requestTime: { value },
});
const EMPTY = answering(refusal('Records are empty. Please try again later.'));

async function start(handler: Handler) {
  const server = await startHttpServer(handler);
  const clock = createFakeClock();
  const client = startClient({ baseUrl: server.baseUrl, clock, limits: { maxTries: 1 } });
  return { server, clock, client, statistics: client.statistics };
}

it('reads lifetime counters of any size', async () => {
  const { server, statistics } = await start(
    ok({
      commentsPassed: '90071992547409930',
      commentsTotal: '90071992547409936',
      commentsDeleted: '0',
      commentsFlagged: '6',
    }),
  );
  expect(await statistics.lifetime()).toEqual({
    passed: 90_071_992_547_409_930n,
    total: 90_071_992_547_409_936n,
    deleted: 0n,
    flagged: 6n,
  });
  expect(received(server)).toMatchObject({ method: 'GET', url: '/stats/moderation', body: null });
});

it.each(['', '-1', '1.5', '1e9', '0x10', 'many', '9'.repeat(41)])(
  'rejects the counter %j',
  async (commentsTotal) => {
    const counters = { commentsPassed: '1', commentsDeleted: '1', commentsFlagged: '1' };
    const { statistics } = await start(ok({ ...counters, commentsTotal }));
    const error = await rejection(statistics.lifetime(), InvalidResponseError);
    expect(error.message).toContain('commentsTotal: expected a string holding an integer');
  },
);

it('asks for whole hours around a span and returns only the records within it', async () => {
  const { server, clock, statistics } = await start(
    ok([
      record('2025-05-01T21:20:01Z'),
      record('2025-05-01T21:20:00Z'),
      record('2025-05-01T20:31:00Z'),
      record('2025-05-01T20:30:59.999Z'),
    ]),
  );

  const result = await statistics.search({ fromMs: at('20:31:00'), toMs: at('21:20:00') });

  expect(received(server)).toMatchObject({ method: 'POST', url: '/stats/moderation/search' });
  expect(received(server).body).toEqual({
    timefrom: '2025-05-01 20:00:00',
    timeto: '2025-05-01 22:00:00',
  });
  const counts = { passed: 7, flagged: 2, deleted: 1, total: 10 };
  expect(result).toEqual({
    records: [
      { atMs: at('20:31:00'), ...counts },
      { atMs: at('21:20:00'), ...counts },
    ],
    respondedAtMs: clock.now(),
  });
});

it('returns an empty result for empty records', async () => {
  const { statistics } = await start(EMPTY);
  expect((await statistics.search(DAY)).records).toEqual([]);
});

it('rejects on any other error', async () => {
  const { statistics } = await start(answering(refusal('The key has expired.')));
  const error = await rejection(statistics.search(DAY), ServiceRefusedError);
  expect(error.serviceMessage).toBe('The key has expired.');
});

it('sends nothing for an empty span', async () => {
  const { server, statistics } = await start(ok([]));
  const result = await statistics.search({ fromMs: at('21:00:00'), toMs: at('21:00:00') });
  expect(result).toEqual({ records: [], respondedAtMs: null });
  expect(server.requests).toHaveLength(0);
});

it.each([
  ['ends before it begins', { fromMs: 2, toMs: 1 }],
  ['has an invalid start', { fromMs: Number.NaN, toMs: 1 }],
  ['has no end', { fromMs: 0, toMs: Infinity }],
])('rejects a span that %s, before sending', async (_what, span) => {
  const { server, statistics } = await start(ok([]));
  await rejection(statistics.search(span), InvalidRequestError);
  expect(server.requests).toHaveLength(0);
});

it('delays a second search until two minutes after the first response', async () => {
  const { server, clock, statistics } = await start(ok([]));
  await statistics.search(DAY);
  const second = statistics.search(DAY);
  await pass(clock, LIMIT_MS, LIMIT_MS - 1);
  expect(server.requests).toHaveLength(1);
  clock.advance(1);
  await second;
  expect(server.requests).toHaveLength(2);
});

it('searches at once when the limit is lifted', async () => {
  const server = await startHttpServer(ok([]));
  const { statistics } = startClient({ baseUrl: server.baseUrl, searchIntervalMs: 0 });
  await Promise.all([statistics.search(DAY), statistics.search(DAY), statistics.search(DAY)]);
  expect(server.requests).toHaveLength(3);
});

it('spaces simultaneous searches two minutes apart', async () => {
  const { server, clock, statistics } = await start(ok([]));
  const searches = [DAY, DAY, DAY].map((span) => statistics.search(span));
  await searches[0];
  await until(() => expect(clock.pending()).toEqual([LIMIT_MS, LIMIT_MS]));
  clock.advance(LIMIT_MS);
  await until(() => expect(server.requests).toHaveLength(2));
  await pass(clock, LIMIT_MS);
  await Promise.all(searches);
  expect(server.requests).toHaveLength(3);
});

it('answers a second search from the cache if the caller allows it', async () => {
  const { server, clock, statistics } = await start(ok([record('2025-05-01T20:00:02Z')]));
  const first = await statistics.search(DAY);
  clock.advance(LIMIT_MS - 1);

  const second = await statistics.search(DAY, { whenLimited: 'cache' });

  expect(second).toEqual(first);
  expect(second.respondedAtMs).toBe(clock.now() - LIMIT_MS + 1);
  expect(server.requests).toHaveLength(1);
});

it('searches again once allowed, even if the cache has a result', async () => {
  const { server, clock, statistics } = await start(ok([]));
  await statistics.search(DAY);
  clock.advance(LIMIT_MS);
  const second = await statistics.search(DAY, { whenLimited: 'cache' });
  expect(second.respondedAtMs).toBe(clock.now());
  expect(server.requests).toHaveLength(2);
});

it('waits for a search that is not in the cache', async () => {
  const { server, clock, statistics } = await start(ok([]));
  await statistics.search(DAY);
  const other = { fromMs: DAY.fromMs, toMs: DAY.toMs - HOUR_MS };
  const second = statistics.search(other, { whenLimited: 'cache' });
  await pass(clock, LIMIT_MS);
  await second;
  expect(server.requests).toHaveLength(2);
});

it('caches only the last eight windows', async () => {
  const { server, clock, statistics } = await start(EMPTY);
  const window = (day: number) => ({
    fromMs: DAY.fromMs + day * DAY_MS,
    toMs: DAY.toMs + day * DAY_MS,
  });
  for (let day = 0; day < 9; day += 1) {
    await statistics.search(window(day));
    clock.advance(LIMIT_MS);
  }
  await statistics.search(window(8));
  await statistics.search(window(1), { whenLimited: 'cache' });
  expect(server.requests).toHaveLength(10);
  const forgotten = statistics.search(window(0), { whenLimited: 'cache' });
  await pass(clock, LIMIT_MS);
  await forgotten;
  expect(server.requests).toHaveLength(11);
});

it('splits a span longer than a day, spaces its windows, and reports progress', async () => {
  const days = [
    ok([record('2025-05-01T10:00:00Z'), record('2025-05-02T00:00:00Z')]),
    EMPTY,
    ok([record('2025-05-03T00:30:00Z')]),
  ] as const;
  const { server, clock, statistics } = await start(sequence(...days));
  const progress: SearchProgress[] = [];
  const span = { fromMs: DAY.fromMs, toMs: DAY.fromMs + 2 * DAY_MS + HOUR_MS };

  const search = statistics.search(span, { onProgress: (step) => progress.push(step) });
  await pass(clock, LIMIT_MS);
  await until(() => expect(server.requests).toHaveLength(2));
  await pass(clock, LIMIT_MS);
  const result = await search;

  expect(result.records).toHaveLength(3);
  expect(result.respondedAtMs).toBe(clock.now() - 2 * LIMIT_MS);
  expect(server.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { timefrom: '2025-05-01 00:00:00', timeto: '2025-05-02 00:00:00' },
    { timefrom: '2025-05-02 00:00:00', timeto: '2025-05-03 00:00:00' },
    { timefrom: '2025-05-03 00:00:00', timeto: '2025-05-03 01:00:00' },
  ]);
  expect(progress).toEqual([
    { windowsDone: 0, windows: 3, waitMs: 0 },
    { windowsDone: 1, windows: 3, waitMs: LIMIT_MS },
    { windowsDone: 2, windows: 3, waitMs: LIMIT_MS },
    { windowsDone: 3, windows: 3, waitMs: 0 },
  ]);
});

it('counts a record on the border of two windows once', async () => {
  const border = ok([record('2025-05-02T00:00:00Z')]);
  const { clock, statistics } = await start(border);
  const search = statistics.search({ fromMs: DAY.fromMs, toMs: DAY.toMs + DAY_MS });
  await pass(clock, LIMIT_MS);
  expect((await search).records).toHaveLength(1);
});

it('can be aborted between windows', async () => {
  const { server, clock, statistics } = await start(EMPTY);
  const controller = new AbortController();
  const span = { fromMs: DAY.fromMs, toMs: DAY.toMs + DAY_MS };
  const search = statistics.search(span, { signal: controller.signal });
  await until(() => expect(clock.pending()).toEqual([LIMIT_MS]));
  controller.abort('enough');
  await expect(search).rejects.toBe('enough');
  expect(clock.pending()).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

it('stops waiting when the client closes', async () => {
  const { clock, client, statistics } = await start(EMPTY);
  await statistics.search(DAY);
  const search = rejection(statistics.search(DAY), ClosedError);
  await until(() => expect(clock.pending()).toEqual([LIMIT_MS]));
  await client.close();
  await search;
  expect(clock.pending()).toEqual([]);
});

it.each([
  ['as long as Retry-After says', { 'retry-after': '45' }, 45_000],
  ['two minutes without Retry-After', {}, LIMIT_MS],
])('waits %s if the search was too early', async (_how, headers, delayMs) => {
  const tooEarly: Handler = (response) =>
    sendJson(response, refusal('Too early.'), { status: 429, headers });
  const { server, clock, statistics } = await start(sequence(tooEarly, EMPTY));
  const search = statistics.search(DAY);
  await pass(clock, delayMs);
  expect((await search).records).toEqual([]);
  expect(server.requests).toHaveLength(2);
});

it('gives up after three 429 responses', async () => {
  const { server, clock, statistics } = await start(answering(refusal('Too early.'), 429));
  const search = rejection(statistics.search(DAY), StatusError);
  await pass(clock, LIMIT_MS);
  await until(() => expect(server.requests).toHaveLength(2));
  await pass(clock, LIMIT_MS);
  expect(await search).toMatchObject({ status: 429, serviceMessage: 'Too early.' });
  expect(server.requests).toHaveLength(3);
});

it('does not retry a failed search, and counts it for the limit', async () => {
  const { server, clock, statistics } = await start(answering(refusal('no'), 500));
  await rejection(statistics.search(DAY), StatusError);
  const second = rejection(statistics.search(DAY), StatusError);
  await pass(clock, LIMIT_MS);
  await second;
  expect(server.requests).toHaveLength(2);
});

it('does not count a search that was never sent', async () => {
  const clock = createFakeClock();
  const { statistics } = startClient({ baseUrl: await unusedUrl(), clock });
  for (let times = 0; times < 2; times += 1) {
    const search = rejection(statistics.search(DAY), ConnectionError);
    await pass(clock, 100);
    await pass(clock, 200);
    expect((await search).neverSent).toBe(true);
  }
});
