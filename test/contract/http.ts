import { expect } from 'vitest';
import { ours, type Target } from './target.ts';

export type Json = Record<string, unknown>;

/** A value seen to be an object, and neither null nor an array. */
export function object(value: unknown): Json {
  expect(value).toBeTypeOf('object');
  expect(value).not.toBeNull();
  expect(Array.isArray(value)).toBe(false);
  return Object.fromEntries(Object.entries(value ?? {}));
}

/** A value seen to be an array. */
export function array(value: unknown): unknown[] {
  expect(Array.isArray(value)).toBe(true);
  return Array.isArray(value) ? value : [];
}

/** The type of each field. */
export function typesOf(value: unknown): Json {
  return Object.fromEntries(
    Object.entries(object(value)).map(([key, field]) => [key, typeof field]),
  );
}

export interface Asked {
  method: string;
  /** Below the base URL. */
  path: string;
  /** Written as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  rawBody?: string | undefined;
  /** Instead of the headers that say who asks. */
  headers?: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: Headers;
  json: unknown;
}

async function ask(url: string, { method, body, rawBody, headers }: Asked): Promise<Answered> {
  const text = rawBody ?? (body === undefined ? null : JSON.stringify(body));
  const type: Record<string, string> = text === null ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers: { ...type, ...headers }, body: text });
  const { status } = response;
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  return { status, headers: response.headers, json: await response.json() };
}

/** Asks `{base_url}`, with the key. */
export function askService(target: Target, asked: Asked): Promise<Answered> {
  const headers = asked.headers ?? { 'x-service-api-auth': target.apiKey };
  return ask(target.baseUrl + asked.path, { ...asked, headers });
}

/** Asks a stream route of `{base_url}`, with both of its headers. */
export function askStream(target: Target, asked: Asked): Promise<Answered> {
  const headers = asked.headers ?? {
    'x-service-api-auth': target.apiKey,
    'x-service-api': 'servicevoice',
  };
  return ask(target.baseUrl + asked.path, { ...asked, headers });
}

/** Asks `{console_url}`, with the bearer's key. */
export function askConsole(target: Target, asked: Asked): Promise<Answered> {
  const headers = asked.headers ?? { authorization: `Bearer ${target.apiKey}` };
  return ask(target.consoleUrl + asked.path, { ...asked, headers });
}

/** The response of an envelope that says success. */
export function responseOf({ json }: Answered): unknown {
  const envelope = object(json);
  expect(envelope).toMatchObject({ api: expect.any(String), success: true });
  return envelope.response;
}

/** An answer that nothing was done, with a sentence. The status is our own choice, so it is asked of ours only. */
export function refusal(ourStatus: number): object {
  return {
    json: expect.objectContaining({ success: false, response: expect.any(String) }),
    ...ours({ status: ourStatus }, {}),
  };
}

/** The same of the stream routes, whose refusals are not shown. */
export function streamRefusal(ourStatus: number): object {
  return ours({ status: ourStatus, json: [false, expect.any(String), null] }, {});
}

/** Has a sample moderated; resolves with the result. */
export async function moderate(target: Target, sample: string, metadata?: Json): Promise<Json> {
  const body = metadata === undefined ? { sample } : { sample, metadata };
  return object(
    responseOf(await askService(target, { method: 'POST', path: '/text/moderation', body })),
  );
}
