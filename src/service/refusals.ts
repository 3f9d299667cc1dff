import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../lib/logger.ts';
import { refusal } from './envelope.ts';
import { RefusedError } from './errors.ts';
import { MAX_BODY_BYTES } from './limits.ts';

const INTERNAL_FAULT = 'The service could not answer because of an internal fault.';

/** Our sentences for what the framework itself refuses. */
const SENTENCES: ReadonlyMap<number, string> = new Map([
  [400, 'The body is not valid JSON.'],
  [413, `The body is larger than ${MAX_BODY_BYTES} bytes.`],
  [415, 'The content type of a body must be application/json.'],
]);

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

/** Where a fault happened. Not its message: that may quote the sample. */
function traceOf(error: unknown): { fault: string; frames: string[] } {
  if (!(error instanceof Error)) return { fault: typeof error, frames: [] };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { fault: error.name, frames: frames.map((line) => line.trim()) };
}

/** Answers whatever goes wrong in a route or before it with what `bodyOf` makes of a sentence: an envelope. */
export function answerFaults(
  app: FastifyInstance,
  logger: Logger,
  bodyOf: (sentence: string) => unknown = refusal,
): void {
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status === 500) {
      logger.error({ ...traceOf(error), route: request.routeOptions.url }, 'a request failed');
    }
    const sentence =
      error instanceof RefusedError ? error.message : (SENTENCES.get(status) ?? INTERNAL_FAULT);
    return reply.code(status).send(bodyOf(sentence));
  });
}

/** Answers a path the router cannot read ("/%zz"), before any route or hook is asked. */
export function answerBadUrl(_error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  reply.code(400).send(refusal('The path of the request is malformed.'));
}

/** Turns a route's pattern (`/a/:b`) into one for paths. */
function pathPattern(url: string): RegExp {
  const escaped = url.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+')}$`);
}

/** Answers what no route is for: 405 with the methods that are, or 404. To be called before any route is added. */
export function answerUnrouted(app: FastifyInstance): void {
  const routes: { method: string; path: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, path: pathPattern(url) });
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const allowed = routes.filter((route) => route.path.test(path)).map((route) => route.method);
    if (allowed.length === 0) return reply.code(404).send(refusal('There is no such route.'));
    const sentence = `The method ${request.method} is not allowed here.`;
    return reply.code(405).header('allow', allowed.join(', ')).send(refusal(sentence));
  });
}

const CLIENT_FAULTS: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
};

/**
 * Answers what is not even HTTP, straight on the socket: no request came of it. With this handler Node destroys the
 * socket no more, and who goes on sending could keep it open for ever.
 */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, sentence] = CLIENT_FAULTS[error.code ?? ''] ?? [
    400,
    'The request is not valid HTTP.',
  ];
  const body = JSON.stringify(refusal(sentence));
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  socket.destroySoon();
}
