import { expect } from 'vitest';
import { isDirect, ours, type Target } from './target.ts';

export type Json = Record<string, unknown>;

/** Asserts that a value is an object, not null or an array. */
export function object(value: unknown): Json {
  expect(value).toBeTypeOf('object');
  expect(value).not.toBeNull();
  expect(Array.isArray(value)).toBe(false);
  return Object.fromEntries(Object.entries(value ?? {}));
}

/** Asserts that a value is an array. */
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

export interface ContractRequest {
  method: string;
  /** Appended to the base URL. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  rawBody?: string | undefined;
  /** Replaces the authentication headers. */
  headers?: Record<string, string>;
}

export interface ContractResponse {
  status: number;
  headers: Headers;
  json: unknown;
}

/** Over HTTP, or within the process: then `url` is only a path. */
async function send(
  target: Target,
  url: string,
  { method, body, rawBody, headers = {} }: ContractRequest,
): Promise<ContractResponse> {
  const text = rawBody ?? (body === undefined ? null : JSON.stringify(body));
  if (isDirect) return sendDirectly(target, { method, path: url, text, headers });
  const type: Record<string, string> = text === null ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers: { ...type, ...headers }, body: text });
  const { status } = response;
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  return { status, headers: response.headers, json: await response.json() };
}

async function sendDirectly(
  target: Target,
  request: { method: string; path: string; text: string | null; headers: Record<string, string> },
): Promise<ContractResponse> {
  const { method, path, text, headers } = request;
  const body = { body: jsonOf(text), bodyBytes: Buffer.byteLength(text ?? '') };
  const answer = await target.exchange({ method, path, headers, ...body });
  return { status: answer.status, headers: new Headers(answer.headers), json: answer.body };
}

/** What is not JSON cannot be said within the process. */
function jsonOf(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends a request to `{base_url}` with the API key. */
export function requestService(
  target: Target,
  request: ContractRequest,
): Promise<ContractResponse> {
  const headers = request.headers ?? { 'x-service-api-auth': target.apiKey };
  return send(target, target.baseUrl + request.path, { ...request, headers });
}

/** Sends a request to a stream route of `{base_url}` with both of its headers. */
export function requestStream(target: Target, request: ContractRequest): Promise<ContractResponse> {
  const headers = request.headers ?? {
    'x-service-api-auth': target.apiKey,
    'x-service-api': 'servicevoice',
  };
  return send(target, target.baseUrl + request.path, { ...request, headers });
}

/** Sends a request to `{console_url}` with the bearer token. */
export function requestConsole(
  target: Target,
  request: ContractRequest,
): Promise<ContractResponse> {
  const headers = request.headers ?? { authorization: `Bearer ${target.apiKey}` };
  return send(target, target.consoleUrl + request.path, { ...request, headers });
}

/** The `response` of a successful envelope. */
export function responseOf({ json }: ContractResponse): unknown {
  const envelope = object(json);
  expect(envelope).toMatchObject({ api: expect.any(String), success: true });
  return envelope.response;
}

/** An error with a message. The status is our choice, so it is checked on the embedded service only. */
export function refusal(ourStatus: number): object {
  return {
    json: expect.objectContaining({ success: false, response: expect.any(String) }),
    ...ours({ status: ourStatus }, {}),
  };
}

/** The same for stream routes, whose errors are undocumented: elsewhere, anything but a success is one. */
export function streamRefusal(ourStatus: number): object {
  return ours(
    { status: ourStatus, json: [false, expect.any(String), null] },
    expect.toSatisfy(isStreamRefusal),
  );
}

function isStreamRefusal({ status, json }: ContractResponse): boolean {
  const first: unknown = Array.isArray(json) ? json[0] : object(json).success;
  return status >= 400 || first === false;
}

/** Moderates a sample and resolves to the result. */
export async function moderate(target: Target, sample: string, metadata?: Json): Promise<Json> {
  const body = metadata === undefined ? { sample } : { sample, metadata };
  return object(
    responseOf(await requestService(target, { method: 'POST', path: '/text/moderation', body })),
  );
}
