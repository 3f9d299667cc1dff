import { API_KEY, type Answer } from './start.ts';

export interface Call {
  method: string;
  path: string;
  body?: unknown;
  key?: string;
}

/** Sends a request to a service, with a JSON body. */
export async function call(baseUrl: string, { method, path, body, key }: Call): Promise<Answer> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      'x-service-api-auth': key ?? API_KEY,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Moderates a sample. */
export function moderate(baseUrl: string, sample: string, more: Record<string, unknown> = {}) {
  return call(baseUrl, { method: 'POST', path: '/text/moderation', body: { sample, ...more } });
}

export function accepted(response: unknown) {
  return { api: 'service-lang-text', success: true, response };
}

export function refused(sentence: string) {
  return { api: 'service-lang-text', success: false, response: sentence };
}
