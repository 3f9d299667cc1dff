import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../helpers/engine.ts';
import { createService } from '../../../src/service/service.ts';
import type { Service } from '../../../src/service-api/embedded-service.ts';
import {
  startFaultyProxy,
  type Fault,
  type FaultyProxy,
} from '../../helpers/servers/faulty-proxy.ts';

/*
 * The contract tests find what is wrong with a service that they see only from outside. Each fault is planted by a proxy in
 * front of ours, so a run of the tests is a process of its own: a minute in all, and two for the run without a fault.
 */

const IS_LONG = process.env['FC_LONG'] === '1';
const RUN_MS = 4 * 60_000;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Replaces the `response` of a successful envelope. */
const inResponse =
  (path: string, change: (response: Json) => unknown): NonNullable<Fault['answer']> =>
  (answer, request) => {
    const { body } = answer;
    const isMeant = request.path.startsWith(path) && isObject(body) && body['success'] === true;
    if (!isMeant) return answer;
    const response = body['response'];
    return { ...answer, body: { ...body, response: change(response as Json) } };
  };

/** Replaces the session of a stream response. */
const inSession =
  (change: (answer: unknown[]) => unknown): NonNullable<Fault['answer']> =>
  (answer, { method }) =>
    method === 'GET' && Array.isArray(answer.body) && answer.body[0] === true
      ? { ...answer, body: change(answer.body) }
      : answer;

/** Accepts what ours refuses as invalid. */
const accepting =
  (path: string, body: unknown): NonNullable<Fault['answer']> =>
  (answer, request) =>
    request.path.startsWith(path) && answer.status === 400 ? { status: 200, body } : answer;

const withHeaders =
  (path: string, headersOf: () => Record<string, string>): NonNullable<Fault['request']> =>
  (request) =>
    request.path.startsWith(path)
      ? { ...request, headers: { ...request.headers, ...headersOf() } }
      : request;

const apiKey = randomBytes(16).toString('hex');
const SEARCH = '/stats/moderation/search';
const QUERY = '/insights/community/query';
const MODERATION = '/text/moderation';

/** By the file that finds it. */
const FAULTS: Record<string, Record<string, Fault>> = {
  'text-moderation': {
    'any key is accepted': {
      request: withHeaders(MODERATION, () => ({ 'x-service-api-auth': apiKey })),
    },
    'the envelope has no terms of service': {
      answer: (answer) => ({ ...answer, body: { ...(answer.body as Json), TOS: undefined } }),
    },
    'an action is a word alone': {
      answer: inResponse(MODERATION, (response) => ({
        ...response,
        suggestedAction: (response['suggestedAction'] as unknown[]).slice(0, 1),
      })),
    },
    'more than 20 metadata keys are an error': {
      answer: (answer, { body }) =>
        Object.keys((body as { metadata?: Json }).metadata ?? {}).length > 20
          ? { status: 400, body: { api: 'x', success: false, response: 'Too many.' } }
          : answer,
    },
    'all results have one uuid': {
      answer: inResponse(MODERATION, (response) => ({
        ...response,
        metadata: { ...(response['metadata'] as Json), uuid: 'one' },
      })),
    },
  },
  statistics: {
    'an empty history is a success': {
      answer: (answer, { path }) =>
        path === SEARCH && (answer.body as Json)['success'] === false
          ? { status: 200, body: { api: 'x', success: true, response: [] } }
          : answer,
    },
    'the counters are numbers': {
      answer: inResponse('/stats/moderation', (response) =>
        Object.fromEntries(Object.entries(response).map(([key, value]) => [key, Number(value)])),
      ),
    },
    'any time is accepted': {
      answer: accepting(SEARCH, { api: 'x', success: true, response: [{}] }),
    },
  },
  insights: {
    'the oldest results come first': {
      answer: inResponse(QUERY, (response) =>
        Array.isArray(response) ? response.toReversed() : response,
      ),
    },
    'more than 5000 results are accepted': {
      request(request) {
        const { body } = request;
        return isObject(body) && Number(body['maxresults']) > 5000
          ? { ...request, body: { ...body, maxresults: 5000 } }
          : request;
      },
    },
    'a query starts in progress': {
      answer: inResponse(QUERY, (response) =>
        response['status'] === 'Provisioning' ? { ...response, status: 'In Progress' } : response,
      ),
    },
  },
  addons: {
    'events are signed in hexadecimal digits': {
      event: (event) => ({
        ...event,
        hmac: Buffer.from(String(event['hmac']), 'base64').toString('hex'),
      }),
    },
    'events are not signed': { event: (event) => ({ ...event, hmac: undefined }) },
    'events always have the text': {
      event: (event) => ({
        ...event,
        payload: { ...(event['payload'] as Json), fullText: 'some text' },
      }),
    },
    'events lose the metadata': {
      event: (event) => ({ ...event, payload: { ...(event['payload'] as Json), metadata: {} } }),
    },
    'a removed keyword is still found': {
      request: (request) =>
        request.method === 'DELETE' && request.path === '/addons/keywords'
          ? { ...request, method: 'GET', path: '/addons', body: null }
          : request,
    },
  },
  stream: {
    'x-service-api is not demanded': {
      request: withHeaders('/stream', () => ({ 'x-service-api': 'servicevoice' })),
    },
    'the key is not demanded on stream routes': {
      request: withHeaders('/stream', () => ({ 'x-service-api-auth': apiKey })),
    },
    'an answer has two elements': { answer: inSession((answer) => answer.slice(0, 2)) },
    'no tags are null': {
      answer: inSession(([isDone, session, last]) => [
        isDone,
        {
          ...(session as Json),
          result: { ...((session as Json)['result'] as Json), tags: null },
        },
        last,
      ]),
    },
  },
  property: {
    'a token needs no scheme': {
      request: withHeaders('/api', () => ({ authorization: `Bearer ${apiKey}` })),
    },
    'any settings patch is accepted': { answer: accepting('/api/properties/settings', {}) },
    'tags have another separator': {
      answer: (answer) => ({
        ...answer,
        body: JSON.parse(JSON.stringify(answer.body).replaceAll('::', '/')),
      }),
    },
  },
};

let service: Service;
let proxy: FaultyProxy;
let secret = '';

beforeAll(async () => {
  if (!IS_LONG) return;
  const audio = { privateNetworks: ['127.0.0.0/8'] };
  service = createService({ apiKey, engine, audio });
  const { baseUrl } = await service.start();
  const headers = { 'x-service-api-auth': apiKey, 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}/addons/secrets`, { method: 'PATCH', headers, body: '{}' });
  ({ secret } = ((await answer.json()) as { response: { secret: string } }).response);
  proxy = await startFaultyProxy(baseUrl);
}, 60_000);
afterAll(async () => {
  if (!IS_LONG) return;
  await proxy.close();
  await service.stop();
});

/** Runs contract tests against the proxy, and resolves to what failed. */
function failuresOf(file: string, ...options: string[]): Promise<string[]> {
  const args = ['vitest', 'run', `test/integration/service-api/contract/${file}`, ...options];
  const env = {
    ...process.env,
    FC_LONG: '',
    CONTRACT_BASE_URL: proxy.baseUrl,
    CONTRACT_API_KEY: apiKey,
    CONTRACT_SECRET: secret,
    CONTRACT_PROPERTY_ID: 'planted',
  };
  return new Promise((resolve, reject) => {
    execFile('npx', [...args, '--reporter=json'], { env, timeout: RUN_MS }, (error, output) => {
      const start = output.indexOf('{');
      if (start === -1) return reject(error ?? new Error('The run printed no report.'));
      const report = JSON.parse(output.slice(start, output.lastIndexOf('}') + 1)) as {
        numTotalTests: number;
        testResults: { assertionResults: { status: string; fullName: string }[] }[];
      };
      const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
      if (results.length === 0) return reject(new Error('No test ran.'));
      resolve(results.flatMap(({ status, fullName }) => (status === 'failed' ? [fullName] : [])));
    });
  });
}

describe.runIf(IS_LONG)('the contract tests, from outside', () => {
  it(
    'find no fault in our service',
    async () => {
      proxy.plant({});
      expect(await failuresOf('')).toEqual([]);
    },
    RUN_MS,
  );

  const faults = Object.entries(FAULTS).flatMap(([file, planted]) =>
    Object.entries(planted).map(([name, fault]) => ({ file: `${file}.test.ts`, name, fault })),
  );
  it.each(faults)(
    'find that $name',
    async ({ file, fault }) => {
      proxy.plant(fault);
      expect(await failuresOf(file, '--bail=1')).not.toEqual([]);
    },
    RUN_MS,
  );
});
