import { expect, onTestFinished } from 'vitest';
import {
  createClient,
  type ClientOptions,
  type ModerationClient,
} from '../../src/client/client.ts';

export const API_KEY = 'key-of-the-tests';

/** The smallest envelope the interface allows for a moderated sample. */
export const ENVELOPE = {
  api: 'service-lang-text',
  success: true,
  response: {
    engine1: { baseline: 0.1, raceInvocation: 0, politicalLanguage: 0.2 },
    engine2: { raceInvocation: 0, defensive: 0.1, baseline: 'low', aggressive: 0, vulgar: 0.3 },
    suggestedAction: ['pass', 0.98],
    patches: {
      extremistFormattingPatch: false,
      shortVulgarityCommentLeniency: false,
      modelTrainingWordPatch: [false],
      curseWordOverride: false,
      sentimentScore: 0.4,
    },
    insights: { dialectPrediction: ['english', 0.9] },
    metadata: {
      modelTrainingWords: [],
      computeTime: 3,
      times: [1, 2],
      uuid: '5f6c9a1e-2c50-4f55-8a0f-0d7b7d1e9c11',
      warningIssued: false,
      endpoint: 'text',
      alloc: 'a',
      latencyAlert: false,
    },
    operator: {},
  },
  TOS: 'https://service.example/tos',
  version: '1.2.3',
};

export function refusal(response: unknown): object {
  return { api: 'service-lang-text', success: false, response };
}

/** A client that never draws luck, closed with the test. */
export function startClient(options: Omit<ClientOptions, 'apiKey'>): ModerationClient {
  const client = createClient({ random: () => 0, ...options, apiKey: API_KEY });
  onTestFinished(() => client.close());
  return client;
}

type ErrorClass<E extends Error> = abstract new (...args: never[]) => E;

/** What a promise rejects with, seen to be of a class. */
export async function rejection<E extends Error>(
  promise: Promise<unknown>,
  errorClass: ErrorClass<E>,
): Promise<E> {
  const error: unknown = await promise.then(
    () => expect.fail('it was expected to reject, and resolved'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof errorClass)) throw error;
  return error;
}
