import { randomBytes } from 'node:crypto';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { createTrainedEngine } from '../../src/service/engine/trained-engine.ts';
import { createService } from '../../src/service/service.ts';

/*
 * What the interface's document says about text moderation, read without regard to our schemas. By default against the
 * embedded service; against any other with CONTRACT_BASE_URL and CONTRACT_API_KEY. Nothing the document leaves open
 * (status codes, ranges, words of the action) is expected here.
 */

const { CONTRACT_BASE_URL = '', CONTRACT_API_KEY = '' } = process.env;
const isRemote = CONTRACT_BASE_URL !== '';
const apiKey = isRemote ? CONTRACT_API_KEY : randomBytes(16).toString('hex');
const embedded = createService({
  apiKey: apiKey === '' ? 'unused' : apiKey,
  engine: createTrainedEngine(),
});
let baseUrl = CONTRACT_BASE_URL;

beforeAll(async () => {
  if (!isRemote) ({ baseUrl } = await embedded.start());
});
afterAll(() => embedded.stop());

type Json = Record<string, unknown>;

function object(value: unknown): Json {
  expect(value).toBeTypeOf('object');
  expect(value).not.toBeNull();
  expect(Array.isArray(value)).toBe(false);
  return Object.fromEntries(Object.entries(value ?? {}));
}

async function send(body: unknown, key = apiKey): Promise<Json> {
  const response = await fetch(`${baseUrl}/text/moderation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-api-auth': key },
    body: JSON.stringify(body),
  });
  return object(await response.json());
}

async function moderate(body: unknown): Promise<Json> {
  const envelope = await send(body);
  expect(envelope.success).toBe(true);
  return object(envelope.response);
}

/** The type of each field. */
function typesOf(value: unknown): Json {
  return Object.fromEntries(
    Object.entries(object(value)).map(([key, field]) => [key, typeof field]),
  );
}

const SAMPLE = { sample: 'What a lovely day to talk about the election' };

describe('the envelope', () => {
  it('carries api, success, response, TOS and version', async () => {
    expect(typesOf(await send(SAMPLE))).toMatchObject({
      api: 'string',
      success: 'boolean',
      response: 'object',
      TOS: 'string',
      version: 'string',
    });
  });

  it('names a component the document has seen', async () => {
    expect(['service-lang-text', 'service-lang-voice']).toContain((await send(SAMPLE)).api);
  });
});

describe('the result', () => {
  it('has the three scores of engine1', async () => {
    const { engine1 } = await moderate(SAMPLE);
    expect(typesOf(engine1)).toMatchObject({
      baseline: 'number',
      raceInvocation: 'number',
      politicalLanguage: 'number',
    });
  });

  it('has the scores of engine2, whose baseline may be a string', async () => {
    const { engine2 } = await moderate(SAMPLE);
    expect(typesOf(engine2)).toMatchObject({
      raceInvocation: 'number',
      defensive: 'number',
      aggressive: 'number',
      vulgar: 'number',
    });
    expect(typeof object(engine2).baseline).toMatch(/^(?:number|string)$/);
  });

  it('has an engine3 that says whether it was invoked, or none', async () => {
    const { engine3 = { invoked: false } } = await moderate(SAMPLE);
    expect(typesOf(engine3)).toMatchObject({ invoked: 'boolean' });
  });

  it('suggests an action: a word and a number', async () => {
    const { suggestedAction } = await moderate(SAMPLE);
    expect(suggestedAction).toEqual([expect.any(String), expect.any(Number)]);
  });

  it('suggests to let a friendly greeting pass', async () => {
    const { suggestedAction } = await moderate({ sample: 'Good morning, how are you?' });
    expect(suggestedAction).toEqual(['pass', expect.any(Number)]);
  });

  it('has the patches', async () => {
    const patches = object((await moderate(SAMPLE)).patches);
    expect(typesOf(patches)).toMatchObject({
      extremistFormattingPatch: 'boolean',
      shortVulgarityCommentLeniency: 'boolean',
      curseWordOverride: 'boolean',
      sentimentScore: 'number',
    });
    expect(['boolean', 'undefined']).toContain(typeof patches.miscWordChoicePath);
  });

  it.each(['I love this, thank you', 'I hate this, it is terrible', 'The table is round'])(
    'gives %j a sentiment from -1 to 1',
    async (sample) => {
      const { sentimentScore } = object((await moderate({ sample })).patches);
      expect(sentimentScore).toBeGreaterThanOrEqual(-1);
      expect(sentimentScore).toBeLessThanOrEqual(1);
    },
  );

  it('lists training words as strings and their patches as booleans', async () => {
    const result = await moderate({ sample: 'shut up you stupid idiot' });
    const { modelTrainingWordPatch } = object(result.patches);
    const { modelTrainingWords } = object(result.metadata);
    expect([modelTrainingWordPatch].flat().map((item) => typeof item)).toEqual(
      [modelTrainingWordPatch].flat().map(() => 'boolean'),
    );
    expect([modelTrainingWords].flat().map((item) => typeof item)).toEqual(
      [modelTrainingWords].flat().map(() => 'string'),
    );
    expect([Array.isArray(modelTrainingWordPatch), Array.isArray(modelTrainingWords)]).toEqual([
      true,
      true,
    ]);
  });

  it('predicts the dialect: a name and a confidence', async () => {
    const { dialectPrediction } = object((await moderate(SAMPLE)).insights);
    expect(dialectPrediction).toEqual([expect.any(String), expect.any(Number)]);
  });

  it('has the metadata of the computation', async () => {
    const { metadata } = await moderate(SAMPLE);
    expect(typesOf(metadata)).toMatchObject({
      computeTime: 'number',
      uuid: 'string',
      warningIssued: 'boolean',
      endpoint: 'string',
      alloc: 'string',
      latencyAlert: 'boolean',
    });
    const { times } = object(metadata);
    expect(times).toEqual(Array.from([times].flat(), () => expect.any(Number)));
  });

  it('has another uuid each time', async () => {
    const uuids = [await moderate(SAMPLE), await moderate(SAMPLE)].map(
      (result) => object(result.metadata).uuid,
    );
    expect(new Set(uuids).size).toBe(2);
  });

  it('has an operator object', async () => {
    expect((await moderate(SAMPLE)).operator).toEqual(expect.any(Object));
  });
});

describe('the request', () => {
  it('may carry metadata of any form', async () => {
    const metadata = { id: 'a', count: 1, nested: { list: [true, null] } };
    expect(await send({ ...SAMPLE, metadata })).toMatchObject({ success: true });
  });

  it.each([20, 21, 200])('may carry %i keys of metadata; too many are no error', async (count) => {
    const keys = Array.from({ length: count }, (_, key) => [`key${key}`, 'value']);
    const metadata = Object.fromEntries(keys);
    expect(await send({ ...SAMPLE, metadata })).toMatchObject({ success: true });
  });

  it('without a sample has no success, and says why in a string', async () => {
    const envelope = await send({ metadata: {} });
    expect(envelope).toMatchObject({ success: false, response: expect.any(String) });
  });

  it('with a wrong key has no success', async () => {
    expect(await send(SAMPLE, 'certainly-not-the-key')).toMatchObject({ success: false });
  });
});
