import { onTestFinished } from 'vitest';
import { engine } from '../../helpers/engine.ts';
import { createService, type ServiceDeps } from '../../../src/service/service.ts';

export const API_KEY = 'a-key-for-the-tests';

/** Starts a service on a free port and stops it when the test ends. */
export async function startService(overrides: Partial<ServiceDeps> = {}) {
  const service = createService({ apiKey: API_KEY, engine, ...overrides });
  onTestFinished(() => service.stop());
  const { baseUrl } = await service.start();
  return { baseUrl, service };
}

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Posts a raw body to `/text/moderation`, by default with the key and content type. */
export async function post(
  baseUrl: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${baseUrl}/text/moderation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-api-auth': API_KEY, ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
