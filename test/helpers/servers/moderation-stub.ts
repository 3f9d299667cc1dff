import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { isJoined } from '../is-joined.ts';
import type { HarnessService } from '../../../scripts/demo/harness.ts';
import { portOf } from './port-of.ts';

/** A moderation service whose responses a test controls. */
export interface ModerationStub {
  readonly config: HarnessService;
  /** The received samples of single messages, in order. */
  readonly samples: readonly string[];
  /** If set, handles each request instead. It may leave the response open, or send the usual verdict. */
  answer: ((response: ServerResponse, sendVerdict: () => void) => void) | null;
  /** Verdicts wait until the returned function is called. */
  hold(): () => void;
  /** Stops listening. */
  down(): Promise<void>;
  /** Listens again on the same port. */
  up(): Promise<void>;
}

const API_KEY = 'a-key-for-the-stub';

const requestSchema = z.object({ sample: z.string(), metadata: z.record(z.string(), z.string()) });

/** The verdict is the word in square brackets in a sample, or `pass`. */
export async function startModerationStub(): Promise<ModerationStub> {
  const samples: string[] = [];
  let held: Promise<void> = Promise.resolve();
  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { sample } = requestSchema.parse(JSON.parse(await text(request)));
    if (!isJoined(sample)) samples.push(sample);
    await held;
    if (stub.answer !== null) stub.answer(response, () => sendVerdict(response, sample));
    else if (request.headers['x-service-api-auth'] !== API_KEY) response.writeHead(401).end();
    else if (request.method !== 'POST' || request.url !== '/base/text/moderation') {
      response.writeHead(404).end();
    } else sendVerdict(response, sample);
  }

  // Fails only if the bot closes the connection during its request.
  const server = createServer((request, response) => {
    reply(request, response).catch(() => response.destroy());
  });

  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return portOf(server);
  }

  const port = await listen(0);
  const stub: ModerationStub = {
    config: {
      kind: 'remote',
      consoleUrl: undefined,
      url: `http://127.0.0.1:${port}/base`,
      apiKey: API_KEY,
    },
    samples,
    answer: null,
    hold() {
      let release = (): void => undefined;
      held = new Promise((resolve) => (release = resolve));
      return () => release();
    },
    async down() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
    async up() {
      await listen(port);
    },
  };
  return stub;
}

function sendVerdict(response: ServerResponse, sample: string): void {
  const word = /\[(.+?)\]/.exec(sample)?.[1] ?? 'pass';
  const score = word === 'pass' ? 0.01 : 0.97;
  const category = /\{(.+?)\}/.exec(sample)?.[1];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      api: 'service-lang-text',
      success: true,
      response: {
        engine1: { baseline: score, raceInvocation: 0.1, politicalLanguage: 0.2 },
        engine2: {
          raceInvocation: 0.1,
          defensive: 0.1,
          baseline: 'n/a',
          aggressive: 0.3,
          vulgar: 0.4,
        },
        engine3: { invoked: true },
        suggestedAction: [word, score],
        patches: {
          extremistFormattingPatch: false,
          shortVulgarityCommentLeniency: false,
          modelTrainingWordPatch: word === 'pass' ? [] : [true],
          curseWordOverride: false,
          sentimentScore: -0.5,
        },
        insights: {
          dialectPrediction: ['English', 0.9],
          ...(category === undefined ? {} : { categories: { [category]: score } }),
        },
        metadata: {
          modelTrainingWords: word === 'pass' ? [] : sample.split(' ').slice(1, 2),
          computeTime: 3,
          times: [1, 2],
          uuid: '00000000-0000-4000-8000-000000000000',
          warningIssued: word !== 'pass',
          endpoint: 'stub',
          alloc: 'stub',
          latencyAlert: false,
        },
        operator: word === 'pass' ? {} : { queue: 7 },
      },
      TOS: 'none',
      version: '1',
    }),
  );
}
