import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ConnectionError,
  InvalidRequestError,
  InvalidResponseError,
  ServiceRefusedError,
  StatusError,
} from '../../../../src/service-api/client/errors.ts';
import { createModerator, verdictOf } from '../../../../src/bot/service-adapter/moderator.ts';
import { message } from '../../../../src/bot/locales/message.ts';
import { verdictSchema } from '../../../../src/bot/domain/verdict.ts';
import { moderationEnvelope } from '../../../helpers/verdicts.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import type { TextGroup } from '../../../../src/service-api/client/groups/text.ts';
import type { ModerationResult } from '../../../../src/bot/domain/ports.ts';

const TARGET = 'POST /text/moderation';

type Moderate = TextGroup['moderate'];

/** A client whose requests all get the response of `moderate`. */
function textGroup(moderate: Moderate): Pick<TextGroup, 'moderate' | 'preview'> {
  return { moderate, preview: (sample) => moderate(sample) };
}

/** The results of calls that all fail with this error. */
async function outcomes(error: Error, calls = 1): Promise<ModerationResult[]> {
  const moderate = async (): Promise<never> => {
    throw error;
  };
  const moderator = createModerator(textGroup(moderate), createFakeClock());
  const results: ModerationResult[] = [];
  for (let call = 0; call < calls; call += 1) results.push(await moderator.moderate('text', {}));
  return results;
}

describe('the moderator', () => {
  it('reports an unavailable service and how long to wait', async () => {
    const busy = new StatusError(TARGET, { status: 429, retryAfterMs: 7000, serviceMessage: null });
    expect(await outcomes(busy)).toEqual([
      {
        kind: 'unavailable',
        reason: message('availability:service.tooManyRequests'),
        error: busy.message,
        retryAfterMs: 7000,
      },
    ]);
    expect(await outcomes(new ConnectionError(TARGET, new Error('x')))).toMatchObject([
      { kind: 'unavailable', retryAfterMs: null },
    ]);
  });

  it('treats an invalid response as an unavailable service', async () => {
    const invalid = new InvalidResponseError(TARGET, { status: 200, problem: 'not JSON' });
    expect(await outcomes(invalid)).toMatchObject([{ kind: 'unavailable' }]);
  });

  it.each([
    ['blames the service when a quarter of the answers are refusals', 4, 'unavailable'],
    ['blames the texts when one answer in ten is a refusal', 10, 'unchecked'],
  ])('%s', async (_what, refusedEvery, kind) => {
    let calls = 0;
    const moderator = createModerator(
      textGroup(async () => {
        calls += 1;
        if (calls % refusedEvery === 0) throw new ServiceRefusedError(TARGET, 'quota exceeded');
        return envelope(0.5);
      }),
      createFakeClock(),
    );
    const results: ModerationResult[] = [];
    for (let call = 0; call < 100; call += 1) results.push(await moderator.moderate('text', {}));
    expect(results.findLast((result) => result.kind !== 'verdict')?.kind).toBe(kind);
  });

  it('treats a wrong key as an unavailable service, so that messages wait', async () => {
    const refused = { status: 401, retryAfterMs: null, serviceMessage: 'wrong key' };
    const results = await outcomes(new StatusError(TARGET, refused));
    expect(results[0]?.kind).toBe('unavailable');
  });

  it("reports the service's reason for a refused text, cut to 300 characters", async () => {
    expect(await outcomes(new ServiceRefusedError(TARGET, 'Too odd.'))).toEqual([
      {
        kind: 'unchecked',
        reason: { key: 'alerts:uncheckedBecause.refused', values: { answer: 'Too odd.' } },
      },
    ]);
    const [long] = await outcomes(new ServiceRefusedError(TARGET, 'x'.repeat(5000)));
    expect(long?.kind === 'unchecked' && long.reason.values).toEqual({ answer: 'x'.repeat(300) });
  });

  it.each([
    ['is a refusal', new ServiceRefusedError(TARGET, 'quota exceeded')],
    [
      'demands payment',
      new StatusError(TARGET, { status: 402, retryAfterMs: null, serviceMessage: null }),
    ],
  ])(
    'blames the text for an answer that %s, and the service after five of them',
    async (_, error) => {
      const kinds = (await outcomes(error, 6)).map(({ kind }) => kind);
      expect(kinds).toEqual([...Array(4).fill('unchecked'), 'unavailable', 'unavailable']);
    },
  );

  it('does not blame the service for an invalid request', async () => {
    const kinds = (await outcomes(new InvalidRequestError(TARGET, 'too many keys'), 6)).map(
      ({ kind }) => kind,
    );
    expect(new Set(kinds)).toEqual(new Set(['unchecked']));
  });

  it('rethrows errors that are not from the client', async () => {
    await expect(outcomes(new TypeError('a bug'))).rejects.toThrow(TypeError);
  });
});

/** A response whose `engine2.baseline` may be a number or a string. */
function envelope(baseline: number | string) {
  const engine2 = { raceInvocation: 0.4, defensive: 0.5, aggressive: 0.6, vulgar: 0.7 };
  return moderationEnvelope({ engine2: { ...engine2, baseline } });
}

it('counts answers with their latency, and failures with their code', async () => {
  const clock = createFakeClock();
  const counted: (string | number)[] = [];
  const metrics = {
    serviceAnswered: (latencyMs: number) => counted.push(latencyMs),
    serviceFailed: (code: string) => counted.push(code),
  };
  const answers = [
    () => envelope(0.5),
    () => Promise.reject(new ConnectionError(TARGET, new Error('x'))),
    () => Promise.reject(new TypeError('a bug')),
  ];
  const moderator = createModerator(
    textGroup(async () => {
      clock.advance(7);
      const answer = answers.shift();
      if (answer === undefined) throw new Error('called too often');
      return answer();
    }),
    clock,
    metrics,
  );
  await moderator.moderate('text', {});
  await moderator.moderate('text', {});
  await expect(moderator.moderate('text', {})).rejects.toThrow(TypeError);
  expect(counted).toEqual([7, new ConnectionError(TARGET, new Error('x')).code, 'unknown']);
});

describe('verdictOf', () => {
  it('also reads the scores that only this service sends', () => {
    const { scores } = verdictOf(
      moderationEnvelope({
        insights: {
          dialectPrediction: ['English', 0.99],
          categories: { spam: 0.9 },
          mood: { joy: 0.25, name: 'calm' },
        },
        operator: { risk: 7, region: 'eu', nested: { deeper: { still: 1 } } },
      }),
    );
    expect(scores).toMatchObject({
      'insights.categories.spam': 0.9,
      'insights.mood.joy': 0.25,
      'operator.risk': 7,
    });
    expect(Object.keys(scores).filter((path) => /metadata|still|region|name/.test(path))).toEqual(
      [],
    );
  });

  it('keeps at most fifty of those, and none with an endless name', () => {
    const many = Object.fromEntries([...Array(80).keys()].map((n) => [`c${n}`, 0.1]));
    const operator = { ['x'.repeat(200)]: 1 };
    const { scores } = verdictOf(
      moderationEnvelope({
        insights: { dialectPrediction: ['English', 0.99], categories: many },
        operator,
      }),
    );
    const others = Object.keys(scores).filter((path) => !path.startsWith('engine'));
    expect(others).toHaveLength(50);
  });

  it('reads every score by its path', () => {
    expect(verdictOf(envelope(0.9))).toMatchObject({
      action: 'Flag',
      confidence: 0.8,
      scores: {
        'engine1.baseline': 0.1,
        'engine1.raceInvocation': 0.2,
        'engine1.politicalLanguage': 0.3,
        'engine2.raceInvocation': 0.4,
        'engine2.defensive': 0.5,
        'engine2.aggressive': 0.6,
        'engine2.vulgar': 0.7,
        'engine2.baseline': 0.9,
      },
      sentiment: -0.25,
      language: 'English',
      uuid: 'a-uuid',
      version: '2.1',
    });
  });

  it('keeps everything else a result contains', () => {
    const { patches, metadata } = moderationEnvelope().response;
    const verdict = verdictOf(
      moderationEnvelope({
        engine3: { invoked: true, depth: 2 },
        patches: { ...patches, miscWordChoicePath: true, modelTrainingWordPatch: [true, false] },
        metadata: { ...metadata, modelTrainingWords: ['spoon', 'fork'], warningIssued: true },
        operator: { note: 'seen before' },
      }),
    );
    expect(verdict.details).toEqual({
      engine3: { invoked: true, depth: 2 },
      patches: {
        extremistFormattingPatch: false,
        miscWordChoicePath: true,
        shortVulgarityCommentLeniency: false,
        curseWordOverride: false,
      },
      dialectConfidence: 0.99,
      computeTime: 1,
      times: [1],
      warningIssued: true,
      latencyAlert: false,
      endpoint: 'e',
      alloc: 'a',
    });
    expect(verdict.quotes).toEqual({
      trainingWords: ['spoon', 'fork'],
      trainingWordPatches: [true, false],
      operator: '{"note":"seen before"}',
    });
  });

  it('keeps no strings that could quote the text outside the quotes, and not more than fits', () => {
    const { patches, metadata } = moderationEnvelope().response;
    const { details, quotes } = verdictOf(
      moderationEnvelope({
        patches: { ...patches, reason: 'secret words' },
        metadata: { ...metadata, modelTrainingWords: Array(500).fill('x'.repeat(500)) },
        operator: { text: 'y'.repeat(50_000) },
      }),
    );
    expect(JSON.stringify(details)).not.toContain('secret');
    expect(JSON.stringify(quotes).length).toBeLessThan(5_000);
  });

  it.each<[string | number, number | undefined]>([
    [0, 0],
    ['0.5', 0.5],
    [' 0.5 ', 0.5],
    ['', undefined],
    [' ', undefined],
    ['high', undefined],
    ['NaN', undefined],
    ['Infinity', undefined],
  ])('reads an engine2.baseline of "%s" as %s', (sent, expected) => {
    expect(verdictOf(envelope(sent)).scores['engine2.baseline']).toBe(expected);
  });

  it('produces a verdict that can be stored, whatever the baseline', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double({ noNaN: true })), (baseline) => {
        fc.pre(typeof baseline === 'string' || Number.isFinite(baseline));
        const parsed = verdictOf(envelope(baseline));
        // Minus zero becomes zero on the way through JSON.
        expect(verdictSchema.parse(JSON.parse(JSON.stringify(parsed)))).toEqual(
          JSON.parse(JSON.stringify(parsed)),
        );
      }),
    );
  });
});

it('hides a sample without metadata from the add-ons of the service', async () => {
  const calls: string[] = [];
  const text: Pick<TextGroup, 'moderate' | 'preview'> = {
    async moderate() {
      calls.push('moderate');
      return envelope(0.5);
    },
    async preview() {
      calls.push('preview');
      return envelope(0.5);
    },
  };
  const moderator = createModerator(text, createFakeClock());
  await moderator.moderate('posted', { messageId: '1' });
  await moderator.moderate('joined', null);
  expect(calls).toEqual(['moderate', 'preview']);
});
