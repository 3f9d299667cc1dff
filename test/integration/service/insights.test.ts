import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { textModerationEnvelopeSchema } from '../../../src/service-api/schemas/text-moderation.ts';
import { formatUtcSecond } from '../../../src/service-api/schemas/time.ts';
import { createClaims } from '../../../src/service/store/instances.ts';
import { createJobStore } from '../../../src/service/store/jobs.ts';
import { silentLogger } from '../../../src/shared/logger.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { createFakeClock, type FakeClock } from '../../helpers/fake-clock.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { accepted, call, moderate, refused } from './call.ts';
import { startService } from './start.ts';

const PATH = '/insights/community/query';
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

function query(clock: FakeClock, more: Record<string, unknown> = {}) {
  return {
    timefrom: formatUtcSecond(clock.now() - 30 * DAY_MS),
    timeto: formatUtcSecond(clock.now()),
    maxresults: 100,
    metric: 'sentiment',
    ...more,
  };
}

const ask = (baseUrl: string, body: unknown, key?: string) =>
  call(baseUrl, { method: 'POST', path: PATH, body, ...(key === undefined ? {} : { key }) });
const view = (baseUrl: string, jobid: string, what: string) =>
  call(baseUrl, { method: 'GET', path: `${PATH}/${jobid}${what}` });

const resultOf = (answer: { body: unknown }) => textModerationEnvelopeSchema.parse(answer.body);

/** The id of the job in a response. */
function jobIdOf(answer: { body: unknown }): string {
  const { response } = JSON.parse(JSON.stringify(answer.body));
  return String(response.jobid);
}

/** Starts a query, waits for its end, and reads the results. */
async function results(baseUrl: string, body: unknown): Promise<Record<string, unknown>[]> {
  const jobid = jobIdOf(await ask(baseUrl, body));
  return resultsOf(baseUrl, jobid);
}

async function resultsOf(baseUrl: string, jobid: string): Promise<Record<string, unknown>[]> {
  await vi.waitFor(async () => {
    const { body } = await view(baseUrl, jobid, '?view=status');
    expect(body).toMatchObject({ response: { status: 'Finished' } });
  });
  const answer = await view(baseUrl, jobid, '?view=results');
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  return JSON.parse(JSON.stringify(answer.body)).response;
}

async function start() {
  const stateUrl = `sqlite:${join(tempDir(), 'service.sqlite')}`;
  const clock = createFakeClock(Date.UTC(2026, 2, 10, 12, 0, 0, 500));
  return { stateUrl, clock, ...(await startService({ stateUrl, clock })) };
}

describe('an insights query', () => {
  it('is answered immediately with a Provisioning job', async () => {
    const { baseUrl, clock } = await start();
    expect(await ask(baseUrl, query(clock))).toMatchObject({
      status: 200,
      body: accepted({
        jobid: expect.stringMatching(/^[\da-f-]{36}$/),
        metric: 'sentiment',
        status: 'Provisioning',
      }),
    });
  });

  it('finds samples up to the last second, newest first', async () => {
    const { baseUrl, clock } = await start();
    await moderate(baseUrl, 'what a lovely day');
    clock.advance(1_000);
    const { response } = resultOf(await moderate(baseUrl, 'I hate this'));
    await moderate(baseUrl, 'and this');
    const records = await results(baseUrl, query(clock));
    expect(records.map(({ SAMPLE }) => SAMPLE)).toEqual([
      'and this',
      'I hate this',
      'what a lovely day',
    ]);
    expect(records[1]).toEqual({
      SAMPLE: 'I hate this',
      SENTIMENT: response.patches.sentimentScore,
      requestTime: '2026-03-10T12:00:01.500Z',
      VERSION: 'trained-1',
    });
  });

  it("names the score after the metric, with the moderation's value", async () => {
    const { baseUrl, clock } = await start();
    const sample = 'this damn government and its shitty election';
    const { engine1, engine2 } = resultOf(await moderate(baseUrl, sample)).response;
    expect(engine1.politicalLanguage).not.toBe(engine2.vulgar);
    expect(await results(baseUrl, query(clock, { metric: 'language_political' }))).toMatchObject([
      { SAMPLE: sample, LANGUAGE_POLITICAL: engine1.politicalLanguage },
    ]);
    expect(await results(baseUrl, query(clock, { metric: 'language_vulgarity' }))).toMatchObject([
      { SAMPLE: sample, LANGUAGE_VULGARITY: engine2.vulgar },
    ]);
  });

  it('finds at most the requested number, the newest ones', async () => {
    const { baseUrl, clock } = await start();
    for (const sample of ['a', 'b', 'c']) await moderate(baseUrl, sample);
    const records = await results(baseUrl, query(clock, { maxresults: 2 }));
    expect(records.map(({ SAMPLE }) => SAMPLE)).toEqual(['c', 'b']);
  });

  it('finds only samples in its span', async () => {
    const { baseUrl, clock } = await start();
    await moderate(baseUrl, 'before');
    clock.advance(10_000);
    const timefrom = formatUtcSecond(clock.now());
    await moderate(baseUrl, 'within');
    clock.advance(10_000);
    await moderate(baseUrl, 'after');
    const records = await results(baseUrl, query(clock, { timefrom, timeto: timefrom }));
    expect(records.map(({ SAMPLE }) => SAMPLE)).toEqual(['within']);
  });

  it('finishes without results if there are none', async () => {
    const { baseUrl, clock } = await start();
    expect(await results(baseUrl, query(clock))).toEqual([]);
  });

  it('returns samples without personal data', async () => {
    const { baseUrl, clock } = await start();
    await moderate(baseUrl, 'mail bob@mail.example or <@123456789012345678>');
    expect(await results(baseUrl, query(clock))).toMatchObject([
      { SAMPLE: 'mail [e-mail] or [mention]' },
    ]);
  });

  it('finds samples for seven days', async () => {
    const { baseUrl, clock } = await start();
    await moderate(baseUrl, 'old');
    clock.advance(7 * DAY_MS);
    expect(await results(baseUrl, query(clock))).toMatchObject([{ SAMPLE: 'old' }]);
    clock.advance(1);
    expect(await results(baseUrl, query(clock))).toEqual([]);
  });

  it("finds only its own account's samples", async () => {
    const clock = createFakeClock();
    const { baseUrl } = await startService({ clock, furtherKeys: { other: 'other-key' } });
    await moderate(baseUrl, 'ours');
    const jobid = jobIdOf(await ask(baseUrl, query(clock), 'other-key'));
    expect((await view(baseUrl, jobid, '?view=status')).status).toBe(404);
    const theirs = await call(baseUrl, {
      method: 'GET',
      path: `${PATH}/${jobid}?view=status`,
      key: 'other-key',
    });
    expect(theirs.status).toBe(200);
    expect(await results(baseUrl, query(clock))).toMatchObject([{ SAMPLE: 'ours' }]);
  });
});

describe('an insights job', () => {
  it('runs after a crash that interrupted it', async () => {
    const { stateUrl, clock, baseUrl } = await start();
    await moderate(baseUrl, 'kept');
    clock.advance(250);
    // The jobs a crash leaves behind: one not started, one running.
    const database = await openStore(stateUrl, silentLogger);
    onTestFinished(() => database.destroy());
    const jobs = createJobStore(database, createClaims(database, 'test'));
    const span = { account: 'main', fromMs: 0, toMs: clock.now(), maxResults: 10 };
    await vi.waitFor(async () => expect(await results(baseUrl, query(clock))).toHaveLength(1));
    await jobs.add('one', { ...span, metric: 'sentiment' }, 10);
    await jobs.claimNext();
    await jobs.add('two', { ...span, metric: 'language_political' }, 10);
    const next = await startService({ stateUrl, clock });
    expect(await resultsOf(next.baseUrl, 'one')).toMatchObject([{ SAMPLE: 'kept' }]);
    expect(await resultsOf(next.baseUrl, 'two')).toMatchObject([{ SAMPLE: 'kept' }]);
  });

  it('keeps its results across a restart', async () => {
    const { stateUrl, clock, baseUrl } = await start();
    await moderate(baseUrl, 'kept');
    const jobid = jobIdOf(await ask(baseUrl, query(clock)));
    const before = await resultsOf(baseUrl, jobid);
    const next = await startService({ stateUrl, clock });
    expect(await resultsOf(next.baseUrl, jobid)).toEqual(before);
  });

  it('that cannot run ends as Failed, without results', async () => {
    const { stateUrl, clock, baseUrl } = await start();
    const database = await openStore(stateUrl, silentLogger);
    onTestFinished(() => database.destroy());
    await database.schema.dropTable('samples').execute();
    const jobid = jobIdOf(await ask(baseUrl, query(clock)));
    await vi.waitFor(async () => {
      const { body } = await view(baseUrl, jobid, '?view=status');
      expect(body).toEqual(accepted({ jobid, metric: 'sentiment', status: 'Failed' }));
    });
    expect(await view(baseUrl, jobid, '?view=results')).toMatchObject({
      status: 409,
      body: refused('The job has no results: its status is Failed.'),
    });
  });

  it('is kept for exactly 24 hours after it ended', async () => {
    const { baseUrl, clock } = await start();
    const jobid = jobIdOf(await ask(baseUrl, query(clock)));
    await resultsOf(baseUrl, jobid);
    clock.advance(24 * HOUR_MS);
    expect((await view(baseUrl, jobid, '?view=results')).status).toBe(200);
    clock.advance(1);
    for (const what of ['?view=status', '?view=results']) {
      expect(await view(baseUrl, jobid, what)).toMatchObject({
        status: 404,
        body: refused('The job does not exist.'),
      });
    }
  });

  it('is removed from the store with its results within the next hour', async () => {
    const { stateUrl, baseUrl, clock } = await start();
    await moderate(baseUrl, 'found');
    await resultsOf(baseUrl, jobIdOf(await ask(baseUrl, query(clock))));
    const database = await openStore(stateUrl, silentLogger);
    onTestFinished(() => database.destroy());
    const left = () =>
      database
        .selectFrom('insights_jobs')
        .select('id')
        .unionAll(database.selectFrom('insights_results').select('job as id'))
        .execute();
    expect(await left()).toHaveLength(2);
    clock.advance(24 * HOUR_MS);
    await vi.waitFor(async () => {
      clock.advance(HOUR_MS);
      expect(await left()).toEqual([]);
    });
  });

  it('returns no samples older than seven days', async () => {
    const { baseUrl, clock } = await start();
    await moderate(baseUrl, 'old');
    clock.advance(7 * DAY_MS - HOUR_MS);
    const jobid = jobIdOf(await ask(baseUrl, query(clock)));
    clock.advance(HOUR_MS);
    expect(await resultsOf(baseUrl, jobid)).toHaveLength(1);
    clock.advance(1);
    expect(await resultsOf(baseUrl, jobid)).toEqual([]);
  });

  it('is refused while 100 others are unfinished', async () => {
    const stateUrl = `sqlite:${join(tempDir(), 'service.sqlite')}`;
    const clock = createFakeClock();
    const { baseUrl } = await startService({ stateUrl, clock });
    const database = await openStore(stateUrl, silentLogger);
    onTestFinished(() => database.destroy());
    const jobs = createJobStore(database, createClaims(database, 'test'));
    const span = { account: 'main', fromMs: 0, toMs: 1, maxResults: 1 };
    for (let index = 0; index < 100; index += 1) {
      await jobs.add(`job-${index}`, { ...span, metric: 'sentiment' }, 100);
    }
    const answer = await ask(baseUrl, query(clock));
    expect(answer).toMatchObject({
      status: 429,
      body: refused('The limit of 100 unfinished jobs is reached.'),
    });
    expect(answer.headers.get('retry-after')).toBe('1');
  });
});

describe('the insights routes refuse', () => {
  const FROM = 'The field timefrom must be a UTC time as YYYY-MM-DD HH:MM:SS.';
  const TO = 'The field timeto must be a UTC time as YYYY-MM-DD HH:MM:SS.';
  const COUNT = 'The field maxresults must be a whole number from 1 to 5000.';
  const METRIC =
    'The field metric must be one of sentiment, language_political, language_vulgarity.';

  it.each([
    ['timefrom in another format', { timefrom: '2026-01-01T00:00:00Z' }, FROM],
    ['timefrom as a number', { timefrom: 0 }, FROM],
    ['timefrom on an invalid day', { timefrom: '2026-02-30 00:00:00' }, FROM],
    ['timeto missing', { timeto: undefined }, TO],
    ['timeto with NUL', { timeto: '2026-01-01 00:00:00\u0000' }, TO],
    ['maxresults 5001', { maxresults: 5_001 }, COUNT],
    ['maxresults 0', { maxresults: 0 }, COUNT],
    ['maxresults 1.5', { maxresults: 1.5 }, COUNT],
    ['maxresults as a string', { maxresults: '10' }, COUNT],
    ['maxresults missing', { maxresults: undefined }, COUNT],
    ['an unknown metric', { metric: 'SENTIMENT' }, METRIC],
    ['a metric that every object inherits', { metric: 'constructor' }, METRIC],
    [
      'a span that ends before it starts',
      { timefrom: '2026-01-02 00:00:00', timeto: '2026-01-01 00:00:00' },
      'The time timefrom is after timeto.',
    ],
  ])('%s', async (_name, more, sentence) => {
    const { baseUrl } = await startService();
    const answer = await ask(baseUrl, query(createFakeClock(), more));
    expect(answer).toMatchObject({ status: 400, body: refused(sentence) });
  });

  it('no maximum of 5000 results', async () => {
    const { baseUrl, clock } = await start();
    expect((await ask(baseUrl, query(clock, { maxresults: 5_000 }))).status).toBe(200);
  });

  it.each(['', '?view=', '?view=all', '?view=status&view=results', '?VIEW=status'])(
    'the view %j',
    async (search) => {
      const { baseUrl } = await startService();
      expect(await view(baseUrl, 'any', search)).toMatchObject({
        status: 400,
        body: refused('The parameter view must be status or results.'),
      });
    },
  );

  it.each(['unknown', '%00', "'%20OR%201=1", '__proto__'])('the job %j', async (jobid) => {
    const { baseUrl } = await startService();
    expect(await view(baseUrl, jobid, '?view=status')).toMatchObject({
      status: 404,
      body: refused('The job does not exist.'),
    });
  });
});
