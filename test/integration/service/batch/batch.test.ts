import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../helpers/engine.ts';
import { createService } from '../../../../src/service/service.ts';
import { BATCH_WORKER_URL } from '../../../helpers/batch/batch-worker-url.ts';
import { API_KEY } from '../start.ts';

const service = createService({
  apiKey: API_KEY,
  engine,
  compatible: { commentsPerSecond: 0, workerUrl: BATCH_WORKER_URL },
});
let baseUrl = '';
beforeAll(async () => {
  ({ baseUrl } = await service.start());
});
afterAll(() => service.stop());

const lineOf = (text: string, clientToken: string): string =>
  `${JSON.stringify({ comment: { text }, requestedAttributes: { TOXICITY: {} }, clientToken })}\n`;

function open(path = `/v1alpha1/comments:analyzeBatch?key=${API_KEY}`): {
  sent: ClientRequest;
  answered: Promise<IncomingMessage>;
} {
  const headers = { 'content-type': 'application/x-ndjson' };
  const sent = request(baseUrl + path, { method: 'POST', headers });
  const answered = once(sent, 'response').then(([answer]) => answer as IncomingMessage);
  return { sent, answered };
}

async function linesOf(answer: IncomingMessage): Promise<unknown[]> {
  const lines: unknown[] = [];
  for await (const line of createInterface({ input: answer })) lines.push(JSON.parse(line));
  return lines;
}

describe('comments:analyzeBatch', () => {
  it('answers each line with its response or error, in order', async () => {
    const { sent, answered } = open();
    sent.write(lineOf('hello there', '1'));
    sent.write('{"comment":{"text":""}}\nnonsense\n');
    sent.end(lineOf('you are an idiot', '4').trimEnd());
    const lines = await linesOf(await answered);
    expect(lines).toMatchObject([
      { clientToken: '1', attributeScores: { TOXICITY: {} } },
      { error: { code: 400, details: [{ errorType: 'COMMENT_EMPTY' }] } },
      { error: { code: 400, message: 'Invalid JSON payload received.' } },
      { clientToken: '4' },
    ]);
  });

  it('refuses a request without a body, and serves the next', async () => {
    const empty = request(`${baseUrl}/v1alpha1/comments:analyzeBatch?key=${API_KEY}`, {
      method: 'POST',
    });
    empty.end();
    const [refused] = (await once(empty, 'response')) as [IncomingMessage];
    expect(refused.statusCode).toBe(400);
    const { sent, answered } = open();
    sent.end(lineOf('hello there', '1'));
    expect(await linesOf(await answered)).toMatchObject([{ clientToken: '1' }]);
  });

  it('answers while the lines still arrive', async () => {
    const { sent, answered } = open();
    sent.write(lineOf('hello', '1'));
    const answer = await answered;
    const [first] = await once(answer, 'data');
    expect(JSON.parse(String(first))).toMatchObject({ clientToken: '1' });
    sent.end(lineOf('goodbye', '2'));
    const [second] = await once(answer, 'data');
    expect(JSON.parse(String(second))).toMatchObject({ clientToken: '2' });
  });

  it('keeps the order of thousands of lines', async () => {
    const { sent, answered } = open();
    const count = 5_000;
    for (let at = 0; at < count; at += 1) sent.write(lineOf(`comment ${at}`, String(at)));
    sent.end();
    const lines = await linesOf(await answered);
    expect(lines.map((line) => Object(line).clientToken)).toEqual(
      Array.from({ length: count }, (_, at) => String(at)),
    );
  });

  it('survives a caller that goes away', async () => {
    const { sent, answered } = open();
    sent.write(lineOf('hello', '1'));
    await answered;
    sent.on('error', () => undefined).destroy();
    const next = open();
    next.sent.end(lineOf('hello', '2'));
    expect(await linesOf(await next.answered)).toMatchObject([{ clientToken: '2' }]);
  });

  it('refuses a wrong key and another content type', async () => {
    const wrong = open('/v1alpha1/comments:analyzeBatch?key=wrong');
    wrong.sent.end();
    expect((await wrong.answered).statusCode).toBe(400);
    const response = await fetch(`${baseUrl}/v1alpha1/comments:analyzeBatch?key=${API_KEY}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      error: { message: 'The content type of a request must be application/x-ndjson.' },
    });
  });
});
