import { expect, vi } from 'vitest';
import { sessionResponseSchema } from '../../../../src/service-api/schemas/stream.ts';
import type { ServiceDeps } from '../../../../src/service/service.ts';
import { toneWav } from '../../../helpers/audio.ts';
import { startHttpServer } from '../../../helpers/http-server.ts';
import type { SpokenSegment } from '../../../helpers/servers/transcription-server.ts';
import { API_KEY, startService } from '../start.ts';

export const OTHER_KEY = 'another-key';
export const AUTHOR_KEY = 'only the author knows';
export const LOOPBACK = ['127.0.0.0/8'];

export const SPOKEN: SpokenSegment[] = [
  { start: 0, end: 2, text: ' Today we bake sourdough bread' },
  { start: 2, end: 4, text: ' in a hot oven.' },
  { start: 4, end: 6, text: ' This recipe of sourdough needs a chef.' },
  { start: 6, end: 8, text: ' You are a stupid idiot.' },
];

interface Sent {
  key?: string;
  headers?: Record<string, string>;
  method?: string;
  body?: unknown;
}

export async function send(baseUrl: string, path: string, { key = API_KEY, ...sent }: Sent = {}) {
  const response = await fetch(`${baseUrl}${path}`, {
    method: sent.method ?? (sent.body === undefined ? 'GET' : 'POST'),
    headers: {
      'x-service-api-auth': key,
      'x-service-api': 'servicevoice',
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  });
  return { status: response.status, body: await response.json() };
}

export async function statusOf(baseUrl: string, convoId: string) {
  const { body } = await send(baseUrl, `/stream?convoid=${encodeURIComponent(convoId)}`);
  return sessionResponseSchema.parse(body)[1];
}

export async function finished(baseUrl: string, convoId: string) {
  return vi.waitFor(
    async () => {
      const session = await statusOf(baseUrl, convoId);
      expect(session.running).toBe(false);
      return session;
    },
    { timeout: 10_000 },
  );
}

export function startMedia(media = toneWav(0.5)) {
  return startHttpServer((response) => {
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(media);
  });
}

/** Serves endless media, which keeps a session running. */
export function startEndlessMedia() {
  return startHttpServer((response) => {
    response.writeHead(200, { 'content-type': 'audio/wav' }).write('a');
  });
}

export const ANY_TRANSCRIBER = { url: 'http://127.0.0.1:1', apiKey: null, model: 'x' };

export function start(overrides: Partial<ServiceDeps> = {}) {
  return startService({
    furtherKeys: { other: OTHER_KEY },
    audio: { transcriber: ANY_TRANSCRIBER, privateNetworks: LOOPBACK },
    ...overrides,
  });
}
