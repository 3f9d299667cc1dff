import { expect, it, vi } from 'vitest';
import { formatUtcSecond } from '../../../../src/service-api/schemas/time.ts';
import { describeOnPostgres } from '../../../helpers/test-state.ts';
import { call, moderate } from '../call.ts';
import { lockTable, startProcess, startTwo } from './fixture.ts';

const PATH = '/insights/community/query';

async function ask(baseUrl: string) {
  const query = {
    timefrom: formatUtcSecond(Date.now() - 3_600_000),
    timeto: formatUtcSecond(Date.now() + 60_000),
    maxresults: 100,
    metric: 'sentiment',
  };
  const answer = await call(baseUrl, { method: 'POST', path: PATH, body: query });
  const { response } = JSON.parse(JSON.stringify(answer.body));
  return { status: answer.status, jobid: String(response.jobid) };
}

async function responseOf(baseUrl: string, jobid: string, view: string) {
  const { body } = await call(baseUrl, { method: 'GET', path: `${PATH}/${jobid}?view=${view}` });
  return JSON.parse(JSON.stringify(body)).response;
}

const becomes = (baseUrl: string, jobid: string, status: string, timeout = 5_000) =>
  vi.waitFor(
    async () => expect(await responseOf(baseUrl, jobid, 'status')).toMatchObject({ status }),
    { timeout, interval: 100 },
  );

describeOnPostgres((newDatabase) => {
  it('a job started at one instance can be read at the other', async () => {
    const [one, other] = await startTwo(await newDatabase());
    const { jobid } = await ask(one);
    await becomes(other, jobid, 'Finished');
    expect(await responseOf(other, jobid, 'results')).toEqual([]);
  });

  it('the job of a killed instance is finished by another, once', async () => {
    const stateUrl = await newDatabase();
    const doomed = await startProcess(stateUrl);
    for (const sample of ['one', 'two', 'three']) await moderate(doomed.baseUrl, sample);
    // Stores what was moderated.
    await call(doomed.baseUrl, { method: 'GET', path: '/stats/moderation' });
    const lock = await lockTable(stateUrl, 'insights_results');
    const { jobid } = await ask(doomed.baseUrl);
    await becomes(doomed.baseUrl, jobid, 'In Progress');
    const other = await startProcess(stateUrl);
    doomed.kill('SIGKILL');
    await doomed.exit;
    await lock.release();
    await becomes(other.baseUrl, jobid, 'Finished', 30_000);
    expect(await responseOf(other.baseUrl, jobid, 'results')).toHaveLength(3);
  });

  it('both instances together keep to the limit of unfinished jobs', async () => {
    const stateUrl = await newDatabase();
    const both = await startTwo(stateUrl);
    const lock = await lockTable(stateUrl, 'insights_results');
    const asked = await Promise.all(
      Array.from({ length: 55 }, () => both.map((baseUrl) => ask(baseUrl))).flat(),
    );
    await lock.release();
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});
