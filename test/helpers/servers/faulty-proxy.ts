import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { portOf } from './port-of.ts';

type Json = Record<string, unknown>;

export interface PassedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** Text that is not JSON stays a string. Null: none. */
  readonly body: unknown;
}

export interface PassedAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Changes to what passes between a client and a service. By default, nothing is changed. */
export interface Fault {
  request?(request: PassedRequest): PassedRequest;
  answer?(answer: PassedAnswer, request: PassedRequest): PassedAnswer;
  /** An event that the service posts. */
  event?(event: Json): Json;
}

export interface FaultyProxy {
  readonly baseUrl: string;
  /** The fault from now on. */
  plant(fault: Fault): void;
  close(): Promise<void>;
}

/** Headers that are about a connection and must not be passed on. */
const OF_CONNECTIONS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'keep-alive',
]);

/** Parses only objects, because nothing else is changed. */
function parsed(written: string): unknown {
  if (!written.startsWith('{')) return written === '' ? null : written;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

const EVENTS = '/events?to=';

/** Passes requests to a service, and its events to their receivers. */
export async function startFaultyProxy(upstream: string): Promise<FaultyProxy> {
  let fault: Fault = {};
  let baseUrl = '';

  /** Makes the service send its events through this proxy. */
  function withOwnWebhook(body: unknown): unknown {
    if (typeof body !== 'object' || body === null || !('webhook' in body)) return body;
    const { webhook } = body;
    if (typeof webhook !== 'string' || !webhook.startsWith('http://127.0.0.1:')) return body;
    return { ...body, webhook: `${baseUrl}${EVENTS}${encodeURIComponent(webhook)}` };
  }

  async function passEvent(to: string, event: Json): Promise<PassedAnswer> {
    const body = JSON.stringify(fault.event?.(event) ?? event);
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(to, { method: 'POST', headers, body });
    return { status, body: {} };
  }

  async function passRequest(received: PassedRequest, written: string): Promise<PassedAnswer> {
    const request = fault.request?.(received) ?? received;
    const { method, path, headers } = request;
    const body = withOwnWebhook(request.body);
    // Passes on an unchanged body exactly as it was written.
    const sent = body === received.body ? written : JSON.stringify(body);
    const response = await fetch(upstream + path, {
      method,
      headers,
      body: body === null ? null : sent,
    });
    const answer = { status: response.status, body: await response.json() };
    return fault.answer?.(answer, request) ?? answer;
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request;
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !OF_CONNECTIONS.has(name) ? [[name, value]] : [],
      ),
    );
    const written = await text(request);
    const body = parsed(written);
    const answer = path.startsWith(EVENTS)
      ? await passEvent(decodeURIComponent(path.slice(EVENTS.length)), body as Json)
      : await passRequest({ method, path, headers, body }, written);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${portOf(server)}`;
  return {
    baseUrl,
    plant(planted) {
      fault = planted;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
