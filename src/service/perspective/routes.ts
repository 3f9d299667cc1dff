import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Accounts } from '../server/accounts.ts';
import { openToAnySite } from '../server/browsers.ts';
import type { ServiceMetrics } from '../server/metrics.ts';
import type { RateLimit } from '../server/rate-limit.ts';
import { answerSuggestion, type Analyzer } from './analyze.ts';
import { requireGoogleKey } from './authentication.ts';
import { discoveryDocument } from './discovery.ts';
import { GoogleError, googleErrorBody } from './google-error.ts';
import { analyzeRequestSchema, parseGoogleRequest, suggestRequestSchema } from './requests.ts';

/** An entry of the context may be a megabyte long. */
const MAX_BODY_BYTES = 1_280 * 1_024;

export interface PerspectiveDeps {
  readonly accounts: Accounts;
  readonly analyze: Analyzer;
  readonly limit: RateLimit;
  readonly metrics: ServiceMetrics;
}

/** Throws Google's 429 if the account has used up its limit. */
export function takePermits(limit: RateLimit, account: string, comments: number): void {
  const waitMs = limit.take(account, comments);
  if (waitMs === 0) return;
  const message =
    "Quota exceeded for quota metric 'Analysis requests (AnalyzeComment)' and limit 'Analysis requests (AnalyzeComment) per second' of service 'commentanalyzer.googleapis.com'.";
  throw new GoogleError(429, message, {
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'RATE_LIMIT_EXCEEDED',
        domain: 'googleapis.com',
        metadata: { service: 'commentanalyzer.googleapis.com' },
      },
    ],
  });
}

/** The address that the caller used; a TLS proxy in between sets `x-forwarded-proto`. */
function rootUrlOf({ protocol, host, headers }: FastifyRequest): string {
  return `${headers['x-forwarded-proto'] === 'https' ? 'https' : protocol}://${host}/`;
}

/**
 * Google's discovery document for this interface, at both of its addresses. Needs no key; Google's browser client fetches it,
 * too.
 */
export function addDiscoveryRoutes(app: FastifyInstance): void {
  app.get('/$discovery/rest', { onRequest: openToAnySite }, (request, reply) => {
    const { version } = Object(request.query) as { version?: unknown };
    if (version === undefined || version === 'v1alpha1') {
      return reply.send(discoveryDocument(rootUrlOf(request)));
    }
    return reply.code(404).send(googleErrorBody(404, 'Discovery document not found.'));
  });
  const oldAddress = '/discovery/v1/apis/commentanalyzer/v1alpha1/rest';
  app.get(oldAddress, { onRequest: openToAnySite }, (request) =>
    discoveryDocument(rootUrlOf(request)),
  );
}

/** `POST comments:analyze` and `comments:suggestscore`. They store nothing, whatever `doNotStore` says. */
export function addPerspectiveRoutes(app: FastifyInstance, deps: PerspectiveDeps): void {
  const { accounts, analyze, limit, metrics } = deps;
  const options = { bodyLimit: MAX_BODY_BYTES, onRequest: requireGoogleKey(accounts) };
  app.post('/comments::analyze', options, ({ account, body }) => {
    takePermits(limit, account, 1);
    const answer = analyze(parseGoogleRequest(analyzeRequestSchema, body));
    metrics.commentsScored('perspective', 1);
    return answer;
  });
  app.post('/comments::suggestscore', options, ({ account, body }) => {
    takePermits(limit, account, 1);
    return answerSuggestion(parseGoogleRequest(suggestRequestSchema, body));
  });
}
