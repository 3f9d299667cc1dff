import { afterAll, beforeAll, expect, it } from 'vitest';
import { runChecks } from '../../../../scripts/contract/run-checks.ts';
import { engine } from '../../../helpers/engine.ts';
import { createService } from '../../../../src/service/service.ts';
import { startFaultyProxy, type Reply } from './faulty-proxy.ts';

const BOTH = ['perspective', 'openai'] as const;
const key = 'a-key-for-the-contract';
const service = createService({
  apiKey: key,
  engine,
  compatible: { commentsPerSecond: 0 },
});
let baseUrl = '';
beforeAll(async () => {
  ({ baseUrl } = await service.start());
});
afterAll(() => service.stop());

async function brokenPromises(url: string): Promise<string[]> {
  const outcomes = await runChecks({ url, key }, BOTH);
  return outcomes.flatMap(({ check, problem }) => (problem === null ? [] : [check]));
}

it('finds nothing to object to in the service', async () => {
  expect(await brokenPromises(baseUrl)).toEqual([]);
});

it('finds nothing to object to behind a proxy that breaks nothing', async () => {
  expect(await brokenPromises(await startFaultyProxy(baseUrl, () => undefined))).toEqual([]);
});

it('asks again what it asked too often', async () => {
  let replies = 0;
  const url = await startFaultyProxy(baseUrl, (reply) => {
    replies += 1;
    if (replies % 3 !== 0) {
      reply.status = 429;
      reply.headers['retry-after'] = '0';
    }
  });
  expect(await brokenPromises(url)).toEqual([]);
});

const FAULTS: readonly [fault: string, found: string, spoil: (reply: Reply) => void][] = [
  [
    'spans in code points',
    'counts spans in UTF-16 units, and ends them exclusively',
    ({ json }) => {
      const [span] = json.attributeScores?.TOXICITY?.spanScores ?? [];
      if (span?.end === 17) span.end = 15;
    },
  ],
  [
    'scores in percent',
    'gives every requested attribute a probability, and no other',
    ({ json }) => {
      const score = json.attributeScores?.TOXICITY?.summaryScore;
      if (score !== undefined) score.value *= 100;
    },
  ],
  [
    'a forgotten token',
    'mirrors the token and the languages',
    ({ json }) => {
      delete json.clientToken;
    },
  ],
  [
    'errors with status 200',
    'refuses an empty comment',
    (reply) => {
      reply.status = 200;
    },
  ],
  [
    'a missing cause',
    'refuses a request without attributes',
    ({ json }) => {
      delete json.error?.details;
    },
  ],
  [
    'twelve categories',
    'gives all thirteen categories a verdict, a score and input types',
    ({ json }) => {
      for (const result of json.results ?? []) delete result.categories['self-harm'];
    },
  ],
  [
    'a verdict without a category',
    'flags a text exactly if a category is flagged',
    ({ json }) => {
      for (const result of json.results ?? []) result.flagged = true;
    },
  ],
  [
    'results in another order',
    'answers a list in its order, and flags a threat but no greeting',
    ({ json }) => {
      json.results?.sort(
        (a: { flagged: boolean }, b: { flagged: boolean }) => Number(a.flagged) - Number(b.flagged),
      );
    },
  ],
  [
    'requests without an id',
    'identifies each request in x-request-id, refused ones too',
    ({ headers }) => {
      delete headers['x-request-id'];
    },
  ],
];

it.each(FAULTS)('finds %s', async (_fault, found, spoil) => {
  expect(await brokenPromises(await startFaultyProxy(baseUrl, spoil))).toContain(found);
});
