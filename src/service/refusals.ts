import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../lib/logger.ts';
import { RefusedError, statusOf } from '../lib/refused-error.ts';
import { refusal } from './envelope.ts';
import { MAX_BODY_BYTES } from './limits.ts';

const INTERNAL_FAULT = 'The service could not answer because of an internal fault.';

/** Our sentences for what the framework itself refuses. */
const SENTENCES: ReadonlyMap<number, string> = new Map([
  [400, 'The body is not valid JSON.'],
  [413, `The body is larger than ${MAX_BODY_BYTES} bytes.`],
  [415, 'The content type of a body must be application/json.'],
]);

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
