import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';

/** A service that claims to answer as Perspective and OpenAI do. */
export interface Target {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- checks look for whatever the service says
  readonly json: any;
}

interface Call {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

/** Several attempts, because Perspective itself allows one request a second. */
const MAX_ATTEMPTS = 10;

/** Sends a request, and repeats it after a while if it came too soon. */
export async function call(url: string, request: Call = {}): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await callOnce(url, request);
    if (answer.status !== 429 || attempt === MAX_ATTEMPTS) return answer;
    await delay(1_000 * Number(answer.headers['retry-after'] ?? 1));
  }
}

/** Sends a request once. `json` is undefined if the answer is not JSON. */
async function callOnce(
  url: string,
  { method = 'POST', headers = {}, body }: Call,
): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  const answer = await request(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: method === 'GET' ? null : text,
  });
  const received = await answer.body.text();
  let json: unknown;
  try {
    json = JSON.parse(received);
  } catch {
    json = undefined;
  }
  return { status: answer.statusCode, headers: answer.headers, json };
}
