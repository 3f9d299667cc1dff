import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Logger } from '../../shared/logger.ts';
import { HttpError } from '../../shared/http-error.ts';
import { requireGoogleKey } from '../perspective/authentication.ts';
import { takePermits } from '../perspective/routes.ts';
import { sendGoogleError } from '../perspective/send-error.ts';
import type { Accounts } from '../server/accounts.ts';
import type { RateLimit } from '../server/rate-limit.ts';
import { mayOpen, type PageAccess } from './access.ts';
import type { Explainer } from './explain.ts';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const FILES = [
  { path: '/', name: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/page.js', name: 'page.js', type: 'text/javascript; charset=utf-8' },
  { path: '/page.css', name: 'page.css', type: 'text/css; charset=utf-8' },
] as const;

const MAX_TEXT = 5_000;
const bodySchema = z.object({ text: z.string().max(MAX_TEXT) });

export interface PageDeps {
  readonly access: PageAccess;
  readonly accounts: Accounts;
  readonly explainer: Explainer;
  readonly limit: RateLimit;
  readonly logger: Logger;
}

/** `GET /`: a page that shows how the engine scores a text. The page is public; scoring needs a key. */
export function addPageRoutes(app: FastifyInstance, deps: PageDeps): void {
  const { access, accounts, explainer, limit, logger } = deps;
  app.setErrorHandler(sendGoogleError(logger));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    done(mayOpen(request, access) ? undefined : new HttpError(404, 'The route does not exist.'));
  });
  for (const { path, name, type } of FILES) {
    const content = readFileSync(new URL(`browser/${name}`, import.meta.url));
    app.get(path, (_request, reply) => reply.type(type).send(content));
  }
  app.post('/page/explanation', { onRequest: requireGoogleKey(accounts) }, ({ account, body }) => {
    const parsed = bodySchema.safeParse(body);
    if (!parsed.success) throw new HttpError(400, `A text of at most ${MAX_TEXT} characters.`);
    const { text } = parsed.data;
    takePermits(limit, account, explainer.readingsOf(text));
    return explainer.explain(text);
  });
}
