import { describe, expect, it } from 'vitest';
import {
  array,
  requestService,
  refusal,
  moderate,
  object,
  responseOf,
  type ContractResponse,
  type Json,
} from './http.ts';
import { eventually, isRemote, ours, useTarget } from './target.ts';

/* The documented interface of moderation statistics, checked without our schemas. */

const target = useTarget();

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const FIELDS = ['commentsPassed', 'commentsTotal', 'commentsDeleted', 'commentsFlagged'];

/** `YYYY-MM-DD HH:MM:SS` in UTC. */
const written = (atMs: number) => new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');

async function lifetime(): Promise<Json> {
  return object(
    responseOf(await requestService(target, { method: 'GET', path: '/stats/moderation' })),
  );
}

function search(fromMs: number, toMs: number, key = target.apiKey): Promise<ContractResponse> {
  return requestService(target, {
    method: 'POST',
    path: '/stats/moderation/search',
    headers: { 'x-service-api-auth': key },
    body: { timefrom: written(fromMs), timeto: written(toMs) },
  });
}

function expectRecord(value: unknown): void {
  const record = object(value);
  for (const field of FIELDS) expect(Number.isInteger(record[field])).toBe(true);
  const { value: time } = object(record.requestTime);
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
}

describe('the lifetime counter', () => {
  it('has four integers in strings', async () => {
    const counter = await lifetime();
    for (const field of FIELDS) expect(counter[field]).toMatch(/^\d+$/);
  });

  it('counts every sample in the total and allowed ones as passed', async () => {
    const before = await lifetime();
    await moderate(target, 'Good morning, how are you?');
    await moderate(target, 'What a lovely day');
    await eventually(async () => {
      const after = await lifetime();
      const more = (field: string) => Number(after[field]) - Number(before[field]);
      expect(more('commentsTotal')).toBeGreaterThanOrEqual(2);
      expect(more('commentsPassed')).toBeGreaterThanOrEqual(2);
      expect(more('commentsTotal')).toBe(ours(2, more('commentsTotal')));
    });
  });
});

describe('the search', () => {
  it('has success false and says in a string that there are no records', async () => {
    const { json } = await search(Date.UTC(2001, 0, 1), Date.UTC(2001, 0, 2));
    expect(json).toMatchObject({ success: false, response: expect.any(String) });
  });

  it(
    'returns records, or says in a string that there are none',
    async () => {
      // One search in two minutes is allowed, so this takes as long elsewhere.
      await target.letPass(2 * MINUTE_MS + SECOND_MS);
      const { json } = await search(target.now() - 24 * HOUR_MS, target.now());
      const { success, response } = object(json);
      const records = success === true ? array(response) : [];
      records.forEach(expectRecord);
      const sentence = expect.any(String);
      expect(response).toEqual(success === true ? records : sentence);
      expect(success).toBe(records.length > 0);
    },
    3 * MINUTE_MS,
  );

  it.each([
    ['no times', {}],
    ['times of another form', { timefrom: 'yesterday', timeto: 'today' }],
    ['an invalid date', { timefrom: '2025-02-30 00:00:00', timeto: '2025-03-01 00:00:00' }],
    ['numbers for times', { timefrom: 1, timeto: 2 }],
  ])('rejects %s', async (_what, body) => {
    const answered = await requestService(target, {
      method: 'POST',
      path: '/stats/moderation/search',
      body,
    });
    expect(answered).toMatchObject(refusal(400));
  });
});

describe.skipIf(isRemote)('the records', () => {
  const letSearch = () => target.letPass(2 * MINUTE_MS);

  /** Advances the clock to `plusMs` after the next full hour. */
  async function passToHour(plusMs: number): Promise<number> {
    const hourMs = (Math.floor(target.now() / HOUR_MS) + 1) * HOUR_MS;
    await target.letPass(hourMs + plusMs - target.now());
    return hourMs;
  }

  /** The times of a search’s records. */
  async function stampsOf(fromMs: number, toMs: number): Promise<number[]> {
    const { json } = await search(fromMs, toMs);
    const { success, response } = object(json);
    const records = success === true ? array(response) : [];
    const sentence = expect.stringMatching(/empty/i);
    expect(response).toEqual(success === true ? records : sentence);
    return records.map((record) => {
      expectRecord(record);
      return Date.parse(String(object(object(record).requestTime).value));
    });
  }

  it('close at second 55 and are stamped at most ten seconds later', async () => {
    const hourMs = await passToHour(2 * MINUTE_MS + 10 * SECOND_MS);
    await moderate(target, 'a quiet minute');
    const untilMs = hourMs + HOUR_MS;
    expect(await stampsOf(hourMs, untilMs)).toEqual([]);

    await letSearch();

    const [stampMs = 0, ...more] = await stampsOf(hourMs, untilMs);
    expect(more).toEqual([]);
    const closesMs = hourMs + 2 * MINUTE_MS + 55 * SECOND_MS;
    expect(stampMs).toBeGreaterThanOrEqual(closesMs);
    expect(stampMs).toBeLessThanOrEqual(closesMs + 10 * SECOND_MS);
  });

  it('include moderations until second 55; later ones belong to the next record', async () => {
    const hourMs = await passToHour(50 * SECOND_MS);
    await moderate(target, 'before the end');
    await moderate(target, 'shut up you stupid idiot');
    await target.letPass(7 * SECOND_MS);
    await moderate(target, 'after the end');
    await letSearch();
    const records = array(responseOf(await search(hourMs, hourMs + HOUR_MS))).map(object);
    expect(records.map(({ commentsTotal }) => commentsTotal)).toEqual([2, 1]);
    const [first] = records;
    const sum = ['commentsPassed', 'commentsFlagged', 'commentsDeleted'].reduce(
      (sum, field) => sum + Number(first?.[field]),
      0,
    );
    expect(sum).toBe(2);
    expect(first?.commentsPassed).toBe(1);
  });

  it('cover the span rounded to the nearest hours', async () => {
    const hourMs = await passToHour(10 * MINUTE_MS);
    await moderate(target, 'ten past');
    await target.letPass(95 * MINUTE_MS);
    await moderate(target, 'a quarter to');
    await target.letPass(20 * MINUTE_MS);
    await moderate(target, 'five past');
    await letSearch();

    // 20:27 becomes 20:00, 21:30 becomes 22:00.
    const stamps = await stampsOf(hourMs + 27 * MINUTE_MS, hourMs + 90 * MINUTE_MS);

    const minutes = stamps.map((stampMs) => Math.floor((stampMs - hourMs) / MINUTE_MS));
    expect(minutes).toEqual([10, 105]);
  });

  it('can be searched once in two minutes', async () => {
    await letSearch();
    const nowMs = target.now();
    expect((await search(nowMs - HOUR_MS, nowMs)).status).toBe(200);
    await target.letPass(2 * MINUTE_MS - 1);
    const tooEarly = await search(nowMs - HOUR_MS, nowMs);
    expect(tooEarly).toMatchObject(refusal(429));
    expect(tooEarly.headers.get('retry-after')).toBe('1');
    await target.letPass(1);
    expect((await search(nowMs - HOUR_MS, nowMs)).status).toBe(200);
  });

  it('that do not exist cause success false and a message', async () => {
    const { json } = await search(target.now() - HOUR_MS, target.now(), target.otherKey);
    expect(json).toMatchObject({ success: false, response: expect.stringMatching(/empty/i) });
    expect(json).toMatchObject({ response: expect.stringMatching(/again|retry/i) });
  });

  it('are at most 1440', async () => {
    const fromMs = await passToHour(0);
    for (let minute = 0; minute < 1_445; minute += 1) {
      await moderate(target, 'tick');
      await target.letPass(MINUTE_MS);
    }
    await letSearch();
    expect(await stampsOf(fromMs, fromMs + 48 * HOUR_MS)).toHaveLength(1_440);
  }, 60_000);
});
