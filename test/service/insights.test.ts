import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { textModerationEnvelopeSchema } from '../../src/protocol/text-moderation.ts';
import { formatUtcSecond } from '../../src/protocol/time.ts';
import { createJobStore } from '../../src/service/store/jobs.ts';
import { openStore } from '../../src/service/store/store.ts';
import { createFakeClock, type FakeClock } from '../helpers/fake-clock.ts';
import { tempDir } from '../helpers/temp-dir.ts';
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

/** The id of the job that an answer tells of. */
function jobIdOf(answer: { body: unknown }): string {
  const { response } = JSON.parse(JSON.stringify(answer.body));
  return String(response.jobid);
}

/** Asks, waits for the end, and reads the results. */
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
  const storePath = join(tempDir(), 'service.sqlite');
  const clock = createFakeClock(Date.UTC(2026, 2, 10, 12, 0, 0, 500));
  return { storePath, clock, ...(await startService({ storePath, clock })) };
}

describe('a query', () => {
  it('is answered at once with a job that is Provisioning', async () => {
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

  it('finds what was moderated up to the very second, newest first', async () => {
    const { baseUrl, clock } = await start();
    await moderate(baseUrl, 'what a lovely day');
    clock.advance(1_000);
    const { response } = resultOf(await moderate(baseUrl, 'I hate this'));
    await moderate(baseUrl, 'and this');
    const found = await results(baseUrl, query(clock));
    expect(found.map(({ SAMPLE }) => SAMPLE)).toEqual([
      'and this',
      'I hate this',
      'what a lovely day',
    ]);
    expect(found[1]).toEqual({
      SAMPLE: 'I hate this',
      SENTIMENT: response.patches.sentimentScore,
      requestTime: '2026-03-10T12:00:01.500Z',
      VERSION: 'trained-1',
    });
  });

  it('names the score after the metric, and gives the one of the moderation', async () => {
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

  it('finds no more than asked for, of the newest', async () => {
    const { baseUrl, clock } = await start();
    for (const sample of ['a', 'b', 'c']) await moderate(baseUrl, sample);
    const found = await results(baseUrl, query(clock, { maxresults: 2 }));
    expect(found.map(({ SAMPLE }) => SAMPLE)).toEqual(['c', 'b']);
  });

  it('finds only what lies in its span', async () => {
    const { baseUrl, clock } = await start();
    await moderate(baseUrl, 'before');
    clock.advance(10_000);
    const timefrom = formatUtcSecond(clock.now());
    await moderate(baseUrl, 'within');
    clock.advance(10_000);
    await moderate(baseUrl, 'after');
    const found = await results(baseUrl, query(clock, { timefrom, timeto: timefrom }));
    expect(found.map(({ SAMPLE }) => SAMPLE)).toEqual(['within']);
  });

  it('finds nothing where nothing is, which is no failure', async () => {
    const { baseUrl, clock } = await start();
    expect(await results(baseUrl, query(clock))).toEqual([]);
  });

  it('finds samples without their personal data', async () => {
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

  it('sees the samples of its own account alone', async () => {
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

describe('a job', () => {
  it('that was not run before a kill is run after it', async () => {
    const { storePath, clock, baseUrl } = await start();
    await moderate(baseUrl, 'kept');
    clock.advance(250);
    // As a killed service leaves them: one not begun, one under way.
    const database = await openStore(storePath);
    onTestFinished(() => database.close());
    const jobs = createJobStore(database);
    const span = { account: 'main', fromMs: 0, toMs: clock.now(), maxResults: 10 };
    await vi.waitFor(async () => expect(await results(baseUrl, query(clock))).toHaveLength(1));
    await jobs.add('one', { ...span, metric: 'sentiment' }, 10);
    await jobs.begin('one');
    await jobs.add('two', { ...span, metric: 'language_political' }, 10);
    const next = await startService({ storePath, clock });
    expect(await resultsOf(next.baseUrl, 'one')).toMatchObject([{ SAMPLE: 'kept' }]);
    expect(await resultsOf(next.baseUrl, 'two')).toMatchObject([{ SAMPLE: 'kept' }]);
  });

  it('keeps its results over a restart', async () => {
    const { storePath, clock, baseUrl } = await start();
    await moderate(baseUrl, 'kept');
    const jobid = jobIdOf(await ask(baseUrl, query(clock)));
    const before = await resultsOf(baseUrl, jobid);
    const next = await startService({ storePath, clock });
    expect(await resultsOf(next.baseUrl, jobid)).toEqual(before);
  });

  it('that cannot be run ends as Failed and has no results', async () => {
    const { storePath, clock, baseUrl } = await start();
    const database = await openStore(storePath);
    onTestFinished(() => database.close());
    await database.run('DROP TABLE samples');
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

  it('is kept for 24 hours after it ended, and then gone at once', async () => {
    const { baseUrl, clock } = await start();
    const jobid = jobIdOf(await ask(baseUrl, query(clock)));
    await resultsOf(baseUrl, jobid);
    clock.advance(24 * HOUR_MS);
    expect((await view(baseUrl, jobid, '?view=results')).status).toBe(200);
    clock.advance(1);
    for (const what of ['?view=status', '?view=results']) {
      expect(await view(baseUrl, jobid, what)).toMatchObject({
        status: 404,
        body: refused('There is no such job.'),
      });
    }
  });

  it('is removed from the store, with its results, within the hour after', async () => {
    const { storePath, baseUrl, clock } = await start();
    await moderate(baseUrl, 'found');
    await resultsOf(baseUrl, jobIdOf(await ask(baseUrl, query(clock))));
    const database = await openStore(storePath);
    onTestFinished(() => database.close());
    const left = () =>
      database.all(
        z.object({ id: z.string() }),
        'SELECT id FROM insights_jobs UNION ALL SELECT job FROM insights_results',
      );
    expect(await left()).toHaveLength(2);
    clock.advance(24 * HOUR_MS);
    await vi.waitFor(async () => {
      clock.advance(HOUR_MS);
      expect(await left()).toEqual([]);
    });
  });

  it('shows no sample that is past its seven days', async () => {
    const { baseUrl, clock } = await start();
    await moderate(baseUrl, 'old');
    clock.advance(7 * DAY_MS - HOUR_MS);
    const jobid = jobIdOf(await ask(baseUrl, query(clock)));
    clock.advance(HOUR_MS);
    expect(await resultsOf(baseUrl, jobid)).toHaveLength(1);
    clock.advance(1);
    expect(await resultsOf(baseUrl, jobid)).toEqual([]);
  });

  it('is refused while 100 others have not ended', async () => {
    const storePath = join(tempDir(), 'service.sqlite');
    const clock = createFakeClock();
    const { baseUrl } = await startService({ storePath, clock });
    const database = await openStore(storePath);
    onTestFinished(() => database.close());
    const jobs = createJobStore(database);
    const span = { account: 'main', fromMs: 0, toMs: 1, maxResults: 1 };
    for (let index = 0; index < 100; index += 1) {
      await jobs.add(`job-${index}`, { ...span, metric: 'sentiment' }, 100);
    }
    const answer = await ask(baseUrl, query(clock));
    expect(answer).toMatchObject({
      status: 429,
      body: refused('There are 100 unfinished jobs already.'),
    });
    expect(answer.headers.get('retry-after')).toBe('1');
  });
});

describe('what is refused', () => {
  const FROM = 'The field timefrom must be a UTC time as YYYY-MM-DD HH:MM:SS.';
  const TO = 'The field timeto must be a UTC time as YYYY-MM-DD HH:MM:SS.';
  const COUNT = 'The field maxresults must be a whole number from 1 to 5000.';
  const METRIC =
    'The field metric must be one of sentiment, language_political, language_vulgarity.';

  it.each([
    ['timefrom in another form', { timefrom: '2026-01-01T00:00:00Z' }, FROM],
    ['timefrom as a number', { timefrom: 0 }, FROM],
    ['timefrom on no day', { timefrom: '2026-02-30 00:00:00' }, FROM],
    ['timeto missing', { timeto: undefined }, TO],
    ['timeto with NUL', { timeto: '2026-01-01 00:00:00\u0000' }, TO],
    ['maxresults 5001', { maxresults: 5_001 }, COUNT],
    ['maxresults 0', { maxresults: 0 }, COUNT],
    ['maxresults 1.5', { maxresults: 1.5 }, COUNT],
    ['maxresults as a string', { maxresults: '10' }, COUNT],
    ['maxresults missing', { maxresults: undefined }, COUNT],
    ['an unknown metric', { metric: 'SENTIMENT' }, METRIC],
    ['a metric every object has', { metric: 'constructor' }, METRIC],
    [
      'a span that ends before it begins',
      { timefrom: '2026-01-02 00:00:00', timeto: '2026-01-01 00:00:00' },
      'The time timefrom is after timeto.',
    ],
  ])('%s', async (_name, more, sentence) => {
    const { baseUrl } = await startService();
    const answer = await ask(baseUrl, query(createFakeClock(), more));
    expect(answer).toMatchObject({ status: 400, body: refused(sentence) });
  });

  it('not the 5000th result', async () => {
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
      body: refused('There is no such job.'),
    });
  });
});
