import { describe, expect, it } from 'vitest';
import { requestService, moderate, object, typesOf, type Json } from './http.ts';
import { useTarget } from './target.ts';

/*
 * The documented interface of text moderation, checked without our schemas. Where it is silent (status codes, ranges, words
 * of the action), nothing is expected.
 */

const target = useTarget();

async function send(body: unknown, key = target.apiKey): Promise<Json> {
  const headers = { 'x-service-api-auth': key };
  const { json } = await requestService(target, {
    method: 'POST',
    path: '/text/moderation',
    body,
    headers,
  });
  return object(json);
}

const TEXT = 'What a lovely day to talk about the election';
const SAMPLE = { sample: TEXT };

describe('the envelope', () => {
  it('has api, success, response, TOS and version', async () => {
    expect(typesOf(await send(SAMPLE))).toMatchObject({
      api: 'string',
      success: 'boolean',
      response: 'object',
      TOS: 'string',
      version: 'string',
    });
  });

  it('names a documented component', async () => {
    expect(['service-lang-text', 'service-lang-voice']).toContain((await send(SAMPLE)).api);
  });
});

describe('the result', () => {
  it('has the three scores of engine1', async () => {
    const { engine1 } = await moderate(target, TEXT);
    expect(typesOf(engine1)).toMatchObject({
      baseline: 'number',
      raceInvocation: 'number',
      politicalLanguage: 'number',
    });
  });

  it('has the scores of engine2, whose baseline may be a string', async () => {
    const { engine2 } = await moderate(target, TEXT);
    expect(typesOf(engine2)).toMatchObject({
      raceInvocation: 'number',
      defensive: 'number',
      aggressive: 'number',
      vulgar: 'number',
    });
    expect(typeof object(engine2).baseline).toMatch(/^(?:number|string)$/);
  });

  it('has either no engine3 or one that says whether it was invoked', async () => {
    const { engine3 = { invoked: false } } = await moderate(target, TEXT);
    expect(typesOf(engine3)).toMatchObject({ invoked: 'boolean' });
  });

  it('suggests an action as a word and a number', async () => {
    const { suggestedAction } = await moderate(target, TEXT);
    expect(suggestedAction).toEqual([expect.any(String), expect.any(Number)]);
  });

  it('suggests passing a friendly greeting', async () => {
    const { suggestedAction } = await moderate(target, 'Good morning, how are you?');
    expect(suggestedAction).toEqual(['pass', expect.any(Number)]);
  });

  it('has the patches', async () => {
    const patches = object((await moderate(target, TEXT)).patches);
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
      const { sentimentScore } = object((await moderate(target, sample)).patches);
      expect(sentimentScore).toBeGreaterThanOrEqual(-1);
      expect(sentimentScore).toBeLessThanOrEqual(1);
    },
  );

  it('lists training words as strings and their patches as booleans', async () => {
    const result = await moderate(target, 'shut up you stupid idiot');
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

  it('predicts the dialect as a name and a confidence', async () => {
    const { dialectPrediction } = object((await moderate(target, TEXT)).insights);
    expect(dialectPrediction).toEqual([expect.any(String), expect.any(Number)]);
  });

  it('has the metadata of the computation', async () => {
    const { metadata } = await moderate(target, TEXT);
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

  it('has a new uuid each time', async () => {
    const uuids = [await moderate(target, TEXT), await moderate(target, TEXT)].map(
      (result) => object(result.metadata).uuid,
    );
    expect(new Set(uuids).size).toBe(2);
  });

  it('has an operator object', async () => {
    expect((await moderate(target, TEXT)).operator).toEqual(expect.any(Object));
  });
});

describe('the request', () => {
  it('can have metadata of any shape', async () => {
    const metadata = { id: 'a', count: 1, nested: { list: [true, null] } };
    expect(await send({ ...SAMPLE, metadata })).toMatchObject({ success: true });
  });

  it.each([20, 21, 200])('can have %i metadata keys; too many are not an error', async (count) => {
    const keys = Array.from({ length: count }, (_, key) => [`key${key}`, 'value']);
    const metadata = Object.fromEntries(keys);
    expect(await send({ ...SAMPLE, metadata })).toMatchObject({ success: true });
  });

  it('fails without a sample, with the reason in a string', async () => {
    const envelope = await send({ metadata: {} });
    expect(envelope).toMatchObject({ success: false, response: expect.any(String) });
  });

  it('fails with a wrong key', async () => {
    expect(await send(SAMPLE, 'certainly-not-the-key')).toMatchObject({ success: false });
  });
});
