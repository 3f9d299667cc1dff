import type { FastifyInstance } from 'fastify';

import { HttpError } from '../../../shared/http-error.ts';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Accepts only requests from a page of this server that was opened at a loopback address. Checking Host stops DNS rebinding: a
 * site whose name resolves to this machine sends its own name. Checking Origin stops other sites' forms.
 */
export function guard(app: FastifyInstance, hosts: () => readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const { host = '', origin } = request.headers;
    if (!hosts().includes(host)) throw new HttpError(421, 'Open the page by its loopback address.');
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isReading && origin !== `http://${host}`) {
      throw new HttpError(403, 'Only the page itself may do this.');
    }
  });
}
