import { describe, expect, it } from 'vitest';
import { array, requestService, refusal, moderate, object, responseOf, type Json } from './http.ts';
import { eventually, isRemote, newWord, ours, useTarget } from './target.ts';

/* The documented interface of community insights, checked without our schemas. */

const target = useTarget();

const PATH = '/insights/community/query';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const STATUSES = ['Provisioning', 'In Progress', 'Finished', 'Failed'];

/** `YYYY-MM-DD HH:MM:SS` in UTC. */
const written = (atMs: number) => new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');

/** The last ten minutes, plus a minute for clock differences. */
const query = (part: Json = {}): Json => ({
  timefrom: written(target.now() - 10 * MINUTE_MS),
  timeto: written(target.now() + MINUTE_MS),
  maxresults: 5_000,
  metric: 'sentiment',
  ...part,
});

const post = (body: unknown) => requestService(target, { method: 'POST', path: PATH, body });
const view = (jobid: unknown, name: string) =>
  requestService(target, { method: 'GET', path: `${PATH}/${String(jobid)}?view=${name}` });

/** Starts a query and waits for its end. */
async function finished(part: Json = {}): Promise<Json> {
  const { jobid } = object(responseOf(await post(query(part))));
  return eventually(async () => {
    const job = object(responseOf(await view(jobid, 'status')));
    expect(['Finished', 'Failed']).toContain(job.status);
    return job;
  });
}

/** The records of a query that contain a word. */
async function recordsOf(part: Json = {}, word = ''): Promise<Json[]> {
  const job = await finished(part);
  expect(job.status).toBe('Finished');
  const records = array(responseOf(await view(job.jobid, 'results'))).map(object);
  return records.filter(({ SAMPLE }) => String(SAMPLE).includes(word));
}

describe('a query', () => {
  it.each(['sentiment', 'language_political', 'language_vulgarity'])(
    'for %s starts as Provisioning and ends as Finished',
    async (metric) => {
      const started = object(responseOf(await post(query({ metric }))));
      expect(started).toMatchObject({ jobid: expect.any(String), status: 'Provisioning', metric });
      const job = await eventually(async () => {
        const job = object(responseOf(await view(started.jobid, 'status')));
        expect(STATUSES).toContain(job.status);
        expect(job.status).toBe('Finished');
        return job;
      });
      expect(job).toMatchObject({ jobid: started.jobid, metric });
    },
  );

  it('gets a new job each time', async () => {
    const [one, two] = [await post(query()), await post(query())];
    expect(object(responseOf(one)).jobid).not.toBe(object(responseOf(two)).jobid);
  });

  it.each([
    ['more than 5000 results', { maxresults: 5_001 }],
    ['no number of results', { maxresults: 'many' }],
    ['an unknown metric', { metric: 'happiness' }],
    ['no metric', { metric: undefined }],
    ['a time of another form', { timefrom: '2025-05-01T00:00:00Z' }],
    ['an invalid date', { timeto: '2025-02-30 00:00:00' }],
    ['no time at all', { timefrom: undefined, timeto: undefined }],
  ])('is rejected for %s', async (_what, part) => {
    expect(await post(query(part))).toMatchObject(refusal(400));
  });

  it('is rejected with an unknown view', async () => {
    const { jobid } = await finished();
    expect(await view(jobid, 'everything')).toMatchObject(refusal(400));
  });

  it('has no status if it was never started', async () => {
    expect(await view('00000000-0000-4000-8000-000000000000', 'status')).toMatchObject(
      refusal(404),
    );
  });
});

describe('the results', () => {
  it('contain the sample, its sentiment, its time and a version', async () => {
    const word = newWord();
    const before = target.now();
    const { patches } = await moderate(target, `I love the ${word}, it is wonderful`);

    const [record, ...more] = await eventually(async () => {
      const records = await recordsOf({}, word);
      expect(records.length).toBeGreaterThan(0);
      return records;
    });

    expect(more).toEqual([]);
    expect(record).toMatchObject({
      SAMPLE: `I love the ${word}, it is wonderful`,
      // The result has the sentiment that the moderation measured.
      SENTIMENT: ours(
        expect.closeTo(Number(object(patches).sentimentScore), 3),
        expect.any(Number),
      ),
      requestTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/),
      VERSION: expect.any(String),
    });
    expect(Math.abs(Date.parse(String(record?.requestTime)) - before)).toBeLessThan(MINUTE_MS);
  });

  it.each(['language_political', 'language_vulgarity'])(
    'for %s contain one number, in an upper-case field',
    async (metric) => {
      const word = newWord();
      await moderate(target, `the ${word} of the government`);
      const [record] = await eventually(async () => {
        const records = await recordsOf({ metric }, word);
        expect(records).toHaveLength(1);
        return records;
      });
      const numbers = Object.entries(object(record)).filter(
        ([, value]) => typeof value === 'number',
      );
      expect(numbers).toEqual([[expect.stringMatching(/^[A-Z_]+$/), expect.any(Number)]]);
    },
  );

  it('come newest first, up to the requested count', async () => {
    const word = newWord();
    for (const name of ['first', 'second', 'third']) {
      await moderate(target, `${word} ${name}`);
      await target.letPass(1_100);
    }
    const records = await eventually(async () => {
      const records = await recordsOf({}, word);
      expect(records).toHaveLength(3);
      return records;
    });
    expect(records.map(({ SAMPLE }) => SAMPLE)).toEqual(
      ['third', 'second', 'first'].map((name) => `${word} ${name}`),
    );
    const two = await recordsOf({ maxresults: 2 });
    expect(two).toHaveLength(2);
    const times = two.map(({ requestTime }) => Date.parse(String(requestTime)));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('lie within the requested times', async () => {
    const word = newWord();
    await moderate(target, word);
    const times = {
      timefrom: written(target.now() - 60 * MINUTE_MS),
      timeto: written(target.now() - 30 * MINUTE_MS),
    };
    expect(await recordsOf(times, word)).toEqual([]);
  });

  it('contain no personal data', async () => {
    const word = newWord();
    await moderate(target, `${word} write to jane.doe@mail.example or call +1 202 555 0143`);
    const { SAMPLE } = await eventually(async () => object((await recordsOf({}, word))[0]));
    expect(SAMPLE).not.toMatch(/jane|doe|mail\.example|555/);
  });

  it('are an empty array without samples', async () => {
    const times = { timefrom: '2000-01-01 00:00:00', timeto: '2000-01-02 00:00:00' };
    expect(await recordsOf(times)).toEqual([]);
  });
});

describe.skipIf(isRemote)('retention', () => {
  it('ends for samples after seven days', async () => {
    const word = newWord();
    await moderate(target, word);
    const timefrom = written(target.now() - MINUTE_MS);
    await target.letPass(7 * DAY_MS - MINUTE_MS);
    expect(await recordsOf({ timefrom }, word)).toHaveLength(1);
    await target.letPass(2 * MINUTE_MS);
    expect(await recordsOf({ timefrom }, word)).toEqual([]);
  });

  it('ends for a job 24 hours after its end', async () => {
    const { jobid } = await finished();
    await target.letPass(DAY_MS - MINUTE_MS);
    expect((await view(jobid, 'results')).status).toBe(200);
    // The purge runs an hour after the previous one ended.
    await eventually(async () => {
      await target.letPass(60 * MINUTE_MS);
      expect(await view(jobid, 'status')).toMatchObject(refusal(404));
    });
  });
});

describe.skipIf(isRemote)('another account', () => {
  it('can see neither the job nor the samples', async () => {
    const word = newWord();
    await moderate(target, word);
    const { jobid } = await finished();
    const headers = { 'x-service-api-auth': target.otherKey };

    const path = `${PATH}/${String(jobid)}?view=status`;
    expect(await requestService(target, { method: 'GET', path, headers })).toMatchObject(
      refusal(404),
    );

    const started = await requestService(target, {
      method: 'POST',
      path: PATH,
      body: query(),
      headers,
    });
    const own = object(responseOf(started)).jobid;
    await eventually(async () => {
      const results = { method: 'GET', path: `${PATH}/${String(own)}?view=results`, headers };
      expect(responseOf(await requestService(target, results))).toEqual([]);
    });
  });
});
