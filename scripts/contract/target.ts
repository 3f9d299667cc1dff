import { request } from 'undici';

/** A service that claims to answer as Perspective and OpenAI do. */
export interface Target {
  /** Without a slash at its end. */
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
  /** Sent as it is if it is a string, otherwise as JSON. */
  readonly body?: unknown;
}

/** Sends a request; an answer that is no JSON has `undefined` in its place. */
export async function call(
  url: string,
  { method = 'POST', headers = {}, body }: Call = {},
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
