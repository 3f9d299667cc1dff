import { expect, it } from 'vitest';
import {
  ClosedError,
  InvalidRequestError,
  InvalidResponseError,
  JobFailedError,
} from '../../../../../src/service-api/client/errors.ts';
import type { InsightsProgress } from '../../../../../src/service-api/client/groups/insights.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';
import { startHttpServer, type Handler } from '../../../../helpers/http-server.ts';
import { answering, sequence, pass, received, rejection, startClient, until } from '../setup.ts';

const FROM_MS = Date.UTC(2025, 4, 1, 10, 30, 5);
const QUERY = {
  metric: 'sentiment',
  fromMs: FROM_MS,
  toMs: FROM_MS + 3_600_000,
  maxResults: 5_000,
} as const;

const ok = (response: unknown) => answering({ api: 'service-lang-text', success: true, response });
const job = (status: string) => ok({ jobid: 'job/1', metric: 'sentiment', status });
const record = (score: Record<string, unknown>) => ({
  SAMPLE: 'what a day',
  requestTime: '2025-05-01T11:00:00.000Z',
  VERSION: '2',
  ...score,
});
const results = ok([record({ SENTIMENT: 0.5 })]);
const RESULTS = [
  { sample: 'what a day', score: 0.5, requestTimeMs: Date.UTC(2025, 4, 1, 11), version: '2' },
];

async function start(handler: Handler) {
  const server = await startHttpServer(handler);
  const clock = createFakeClock();
  const client = startClient({ baseUrl: server.baseUrl, clock, limits: { maxTries: 1 } });
  return { server, clock, client, insights: client.insights };
}

it('starts a query with both times in UTC, to the second', async () => {
  const { server, insights } = await start(job('Provisioning'));

  expect(await insights.query(QUERY)).toMatchObject({ jobid: 'job/1', status: 'Provisioning' });

  expect(received(server)).toMatchObject({ method: 'POST', url: '/insights/community/query' });
  expect(received(server).body).toEqual({
    timefrom: '2025-05-01 10:30:05',
    timeto: '2025-05-01 11:30:05',
    maxresults: 5_000,
    metric: 'sentiment',
  });
});

it.each([
  ['more than 5000 results', { maxResults: 5_001 }],
  ['no results', { maxResults: 0 }],
  ['half a result', { maxResults: 1.5 }],
  ['an invalid time', { fromMs: Number.NaN }],
  ['an infinite time', { toMs: Infinity }],
  ['a time before the epoch', { fromMs: -1 }],
])('rejects %s before sending', async (_what, part) => {
  const { server, insights } = await start(job('Provisioning'));
  await rejection(insights.query({ ...QUERY, ...part }), InvalidRequestError);
  expect(server.requests).toHaveLength(0);
});

it('requests the status and the results of a job with any id', async () => {
  const { server, insights } = await start(sequence(job('In Progress'), results));

  expect((await insights.status('job/1')).status).toBe('In Progress');
  expect(await insights.results({ jobid: 'job/1', metric: 'sentiment' })).toEqual(RESULTS);

  expect([received(server, 0), received(server, 1)]).toMatchObject([
    { method: 'GET', url: '/insights/community/query/job%2F1?view=status', body: null },
    { method: 'GET', url: '/insights/community/query/job%2F1?view=results', body: null },
  ]);
});

it('rejects an unknown job status', async () => {
  const { insights } = await start(job('Resting'));
  const error = await rejection(insights.status('job/1'), InvalidResponseError);
  expect(error.message).toContain('response.status: ');
});

it.each([
  ['named after the metric', { LANGUAGE_POLITICAL: 0.25 }, 0.25],
  ['named after the metric, among others', { LANGUAGE_POLITICAL: 0.25, ID: 7 }, 0.25],
  ['the only number under an upper-case name', { POLITICAL: 0.25 }, 0.25],
  ['one of several numbers', { POLITICAL: 0.25, ID: 7 }, null],
  ['under a lower-case name', { political: 0.25 }, null],
  ['a string', { LANGUAGE_POLITICAL: '0.25' }, null],
  ['missing', {}, null],
])('reads a score that is %s', async (_what, score, expected) => {
  const { insights } = await start(ok([record(score)]));
  const [result] = await insights.results({ jobid: 'j', metric: 'language_political' });
  expect(result?.score).toBe(expected);
});

it('reads results larger than the limit for moderation', async () => {
  const long = { ...record({ SENTIMENT: 0 }), SAMPLE: 'x'.repeat(1_000) };
  const { insights } = await start(ok(Array.from({ length: 5_000 }, () => long)));
  expect(await insights.results({ jobid: 'j', metric: 'sentiment' })).toHaveLength(5_000);
});

it('runs a query: polls with growing pauses, reports progress, and reads the results', async () => {
  const { server, clock, insights } = await start(
    sequence(
      job('Provisioning'),
      job('Provisioning'),
      job('In Progress'),
      job('Finished'),
      results,
    ),
  );
  const progress: InsightsProgress[] = [];

  const run = insights.run(QUERY, { onProgress: (step) => progress.push(step) });
  await pass(clock, 500);
  await pass(clock, 1_000);
  await pass(clock, 2_000);

  expect(await run).toEqual(RESULTS);
  expect(progress).toEqual([
    { jobId: 'job/1', status: 'Provisioning', polls: 0 },
    { jobId: 'job/1', status: 'Provisioning', polls: 1 },
    { jobId: 'job/1', status: 'In Progress', polls: 2 },
    { jobId: 'job/1', status: 'Finished', polls: 3 },
  ]);
  expect(server.requests).toHaveLength(5);
});

it('pauses at most 15 seconds', async () => {
  const { clock, insights } = await start(job('In Progress'));
  const controller = new AbortController();
  const run = insights.run(QUERY, { signal: controller.signal });
  for (const delayMs of [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
    await pass(clock, delayMs);
  }
  controller.abort('enough');
  await expect(run).rejects.toBe('enough');
});

it('rejects with the job id if the job fails', async () => {
  const { server, clock, insights } = await start(sequence(job('Provisioning'), job('Failed')));
  const run = rejection(insights.run(QUERY), JobFailedError);
  await pass(clock, 500);
  expect(await run).toMatchObject({ code: 'client_job_failed', jobId: 'job/1' });
  expect(server.requests).toHaveLength(2);
});

it('stops waiting and polling when aborted', async () => {
  const { server, clock, insights } = await start(job('Provisioning'));
  const controller = new AbortController();
  const run = insights.run(QUERY, { signal: controller.signal });
  await until(() => expect(clock.pending()).toEqual([500]));
  controller.abort('no longer wanted');
  await expect(run).rejects.toBe('no longer wanted');
  expect(clock.pending()).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

it('stops waiting when the client is closed', async () => {
  const { clock, client, insights } = await start(job('Provisioning'));
  const run = rejection(insights.run(QUERY), ClosedError);
  await until(() => expect(clock.pending()).toEqual([500]));
  await client.close();
  expect((await run).message).toBe('insights job job/1: the client was closed');
  expect(clock.pending()).toEqual([]);
});

it.each(['.', '..', ''])('rejects the job id %j before sending', async (jobId) => {
  const { server, insights } = await start(job('Finished'));
  await rejection(insights.status(jobId), InvalidRequestError);
  await rejection(insights.results({ jobid: jobId, metric: 'sentiment' }), InvalidRequestError);
  expect(server.requests).toHaveLength(0);
});

it.each(['.', '..'])('treats the job id %j as an invalid response', async (jobid) => {
  const { server, insights } = await start(
    ok({ jobid, metric: 'sentiment', status: 'Provisioning' }),
  );
  const error = await rejection(insights.run(QUERY), InvalidResponseError);
  expect(error.message).toContain('response.jobid: ');
  expect(server.requests).toHaveLength(1);
});

it('polls a job whose id has a lone surrogate', async () => {
  const finished = ok({ jobid: '\ud800', metric: 'sentiment', status: 'Finished' });
  const { server, insights } = await start(sequence(finished, results));
  expect(await insights.run(QUERY)).toEqual(RESULTS);
  expect(received(server, 1).url).toBe('/insights/community/query/%EF%BF%BD?view=results');
});
