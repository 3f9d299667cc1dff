import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { EngineAction, Engine } from '../../../src/service/engine/engine.ts';
import { engine } from '../../helpers/engine.ts';
import { addCounts } from '../../../src/service/store/statistics.ts';
import { silentLogger } from '../../../src/shared/logger.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { formatUtcSecond } from '../../../src/service-api/schemas/time.ts';
import { createFakeClock } from '../../helpers/fake-clock.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { accepted, call, moderate, refused } from './call.ts';
import { startService } from './start.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const EMPTY = 'Records are empty. Please try again later.';

/** An engine whose action is the sample's text. */
const echoEngine: Engine = {
  version: 'echoEngine',
  assess(sample) {
    const action: EngineAction = sample === 'flag' || sample === 'delete' ? sample : 'pass';
    return { ...engine.assess('hello'), action };
  },
};

async function start(startMs = Date.UTC(2026, 2, 10, 12, 20, 0)) {
  const stateUrl = `sqlite:${join(tempDir(), 'service.sqlite')}`;
  const clock = createFakeClock(startMs);
  const { baseUrl } = await startService({ stateUrl, clock, engine: echoEngine });
  return { stateUrl, clock, baseUrl };
}

const lifetime = (baseUrl: string, key?: string) =>
  call(baseUrl, {
    method: 'GET',
    path: '/stats/moderation',
    ...(key === undefined ? {} : { key }),
  });

const search = (baseUrl: string, body: unknown, key?: string) =>
  call(baseUrl, {
    method: 'POST',
    path: '/stats/moderation/search',
    body,
    ...(key === undefined ? {} : { key }),
  });

const span = (fromMs: number, toMs: number) => ({
  timefrom: formatUtcSecond(fromMs),
  timeto: formatUtcSecond(toMs),
});
const DAY = { timefrom: '2026-03-10 00:00:00', timeto: '2026-03-11 00:00:00' };

function counters(passed: number, flagged: number, deleted: number) {
  return {
    commentsPassed: String(passed),
    commentsTotal: String(passed + flagged + deleted),
    commentsDeleted: String(deleted),
    commentsFlagged: String(flagged),
  };
}

describe('the lifetime counters', () => {
  it('are strings, by suggested action', async () => {
    const { baseUrl } = await start();
    for (const sample of ['a', 'b', 'c', 'flag', 'flag', 'delete']) await moderate(baseUrl, sample);
    expect(await lifetime(baseUrl)).toMatchObject({
      status: 200,
      body: accepted(counters(3, 2, 1)),
    });
  });

  it('are zero at first', async () => {
    const { baseUrl } = await start();
    expect((await lifetime(baseUrl)).body).toEqual(accepted(counters(0, 0, 0)));
  });

  it('exclude refused requests', async () => {
    const { baseUrl } = await start();
    await moderate(baseUrl, '');
    expect((await lifetime(baseUrl)).body).toEqual(accepted(counters(0, 0, 0)));
  });

  it('continue after a restart', async () => {
    const { baseUrl, stateUrl, clock } = await start();
    await moderate(baseUrl, 'a');
    await lifetime(baseUrl);
    const next = await startService({ stateUrl, clock, engine: echoEngine });
    await moderate(next.baseUrl, 'delete');
    expect((await lifetime(next.baseUrl)).body).toEqual(accepted(counters(1, 0, 1)));
  });

  it('count only their own account', async () => {
    const { baseUrl } = await startService({ furtherKeys: { other: 'other-key' } });
    await moderate(baseUrl, 'hello');
    expect((await lifetime(baseUrl, 'other-key')).body).toEqual(accepted(counters(0, 0, 0)));
  });

  it('are stored 250 ms after a sample without a request', async () => {
    const { baseUrl, stateUrl, clock } = await start();
    await moderate(baseUrl, 'a');
    const other = await startService({ stateUrl, clock: createFakeClock() });
    expect((await lifetime(other.baseUrl)).body).toEqual(accepted(counters(0, 0, 0)));
    clock.advance(250);
    await vi.waitFor(async () =>
      expect((await lifetime(other.baseUrl)).body).toEqual(accepted(counters(1, 0, 0))),
    );
  });

  it('are stored when the service stops', async () => {
    const stateUrl = `sqlite:${join(tempDir(), 'service.sqlite')}`;
    const { baseUrl, service } = await startService({ stateUrl, clock: createFakeClock() });
    await moderate(baseUrl, 'hello');
    await service.stop();
    const next = await startService({ stateUrl });
    expect((await lifetime(next.baseUrl)).body).toEqual(accepted(counters(1, 0, 0)));
  });
});

describe('the statistics records', () => {
  it('close at second 55 and are found from then on', async () => {
    const { baseUrl, clock } = await start(Date.UTC(2026, 2, 10, 12, 20, 54, 999));
    await moderate(baseUrl, 'flag');
    expect((await search(baseUrl, DAY)).body).toEqual(refused(EMPTY));
    clock.advance(1);
    await moderate(baseUrl, 'delete');
    clock.advance(2 * MINUTE_MS);
    const record = (value: string, flagged: number, deleted: number) => ({
      commentsPassed: 0,
      commentsTotal: flagged + deleted,
      commentsDeleted: deleted,
      commentsFlagged: flagged,
      requestTime: { value },
    });
    expect((await search(baseUrl, DAY)).body).toEqual(
      accepted([
        record('2026-03-10T12:20:55.000Z', 1, 0),
        record('2026-03-10T12:21:55.000Z', 0, 1),
      ]),
    );
  });

  it('are found as soon as they close', async () => {
    const { baseUrl, clock } = await start(Date.UTC(2026, 2, 10, 12, 20, 54, 999));
    await moderate(baseUrl, 'a');
    clock.advance(1);
    expect((await search(baseUrl, DAY)).body).toMatchObject({ success: true });
  });

  it('survive a crash within a minute', async () => {
    const { baseUrl, stateUrl, clock } = await start();
    await moderate(baseUrl, 'a');
    await lifetime(baseUrl);
    const next = await startService({ stateUrl, clock, engine: echoEngine });
    await moderate(next.baseUrl, 'b');
    clock.advance(MINUTE_MS);
    expect((await search(next.baseUrl, DAY)).body).toMatchObject({
      response: [{ commentsTotal: 2 }],
    });
  });

  it.each([
    ['12:29:59', '13:29:59', ['12:00:55', '12:30:55']],
    ['12:27:00', '13:30:00', ['12:00:55', '12:30:55', '13:00:55', '13:30:55']],
    ['12:30:00', '13:30:00', ['13:00:55', '13:30:55']],
    ['12:30:00', '13:29:59', []],
  ])('of %s to %s are those between the nearest hours', async (from, to, expected) => {
    const { baseUrl, clock } = await start(Date.UTC(2026, 2, 10, 11, 30, 0));
    for (let half = 0; half < 6; half += 1) {
      await moderate(baseUrl, 'a');
      clock.advance(HOUR_MS / 2);
    }
    const answer = await search(baseUrl, {
      timefrom: `2026-03-10 ${from}`,
      timeto: `2026-03-10 ${to}`,
    });
    const records = expected.map((time) =>
      expect.objectContaining({ requestTime: { value: `2026-03-10T${time}.000Z` } }),
    );
    expect(answer.body).toEqual(records.length === 0 ? refused(EMPTY) : accepted(records));
  });

  it('are at most 1440, the oldest of the span', async () => {
    const stateUrl = `sqlite:${join(tempDir(), 'service.sqlite')}`;
    const database = await openStore(stateUrl, silentLogger);
    const firstMs = Date.UTC(2026, 2, 10, 0, 0, 55);
    await database.transaction().execute((queries) =>
      addCounts(
        queries,
        Array.from({ length: 1_500 }, (_, index) => ({
          account: 'main',
          closesMs: firstMs + index * MINUTE_MS,
          passed: index,
          flagged: 0,
          deleted: 0,
        })),
      ),
    );
    await database.destroy();
    const clock = createFakeClock(Date.UTC(2026, 2, 12));
    const { baseUrl } = await startService({ stateUrl, clock });
    const answer = await search(baseUrl, span(firstMs, clock.now()));
    const { response } = JSON.parse(JSON.stringify(answer.body));
    expect(response).toHaveLength(1_440);
    expect(response[0]).toMatchObject({ commentsPassed: 0 });
    expect(response[1_439]).toMatchObject({ commentsPassed: 1_439 });
  });
});

describe('a statistics search', () => {
  it('without results is answered with status 200', async () => {
    const { baseUrl } = await start();
    expect(await search(baseUrl, DAY)).toMatchObject({ status: 200, body: refused(EMPTY) });
  });

  it('is refused within two minutes of another, with the time to wait', async () => {
    const { baseUrl, clock } = await start();
    await search(baseUrl, DAY);
    clock.advance(2 * MINUTE_MS - 1_500);
    const answer = await search(baseUrl, DAY);
    expect(answer).toMatchObject({
      status: 429,
      body: refused('The statistics were searched a short time ago. Search again in 2 seconds.'),
    });
    expect(answer.headers.get('retry-after')).toBe('2');
    clock.advance(1_500);
    expect((await search(baseUrl, DAY)).status).toBe(200);
  });

  it('is limited by the operator’s interval, or not at all', async () => {
    const { baseUrl } = await startService({ searchIntervalMs: 0 });
    await search(baseUrl, DAY);
    expect((await search(baseUrl, DAY)).status).toBe(200);
    const slow = await startService({ searchIntervalMs: 600_000 });
    await search(slow.baseUrl, DAY);
    const { headers } = await search(slow.baseUrl, DAY);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(590);
  });

  it('of another account is not delayed', async () => {
    const { baseUrl } = await startService({ furtherKeys: { other: 'other-key' } });
    await search(baseUrl, DAY);
    expect((await search(baseUrl, DAY, 'other-key')).status).toBe(200);
    expect((await search(baseUrl, DAY)).status).toBe(429);
  });

  const FROM = 'The field timefrom must be a UTC time as YYYY-MM-DD HH:MM:SS.';
  const TO = 'The field timeto must be a UTC time as YYYY-MM-DD HH:MM:SS.';
  it.each([
    ['no body', undefined, 'The body must be a JSON object.'],
    ['null', null, 'The body must be a JSON object.'],
    ['timefrom missing', { timeto: DAY.timeto }, FROM],
    ['timefrom in another format', { ...DAY, timefrom: '2026-03-10' }, FROM],
    ['timeto as a number', { ...DAY, timeto: 1 }, TO],
    ['timeto at 24 hours', { ...DAY, timeto: '2026-03-10 24:00:00' }, TO],
    [
      'a span that ends before it starts',
      { timefrom: DAY.timeto, timeto: DAY.timefrom },
      'The time timefrom is after timeto.',
    ],
  ])('with %s is refused and does not count', async (_name, body, sentence) => {
    const { baseUrl } = await start();
    expect(await search(baseUrl, body)).toMatchObject({ status: 400, body: refused(sentence) });
    expect((await search(baseUrl, DAY)).status).toBe(200);
  });
});
