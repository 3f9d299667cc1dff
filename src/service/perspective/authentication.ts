import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Accounts } from '../server/accounts.ts';
import { apiKeyError } from './google-error.ts';

/** `?key=` or the header `x-goog-api-key`, as in all of Google's services. */
function keyOf({ headers, query }: FastifyRequest): string {
  const header = headers['x-goog-api-key'];
  if (typeof header === 'string' && header !== '') return header;
  const { key } = Object(query) as { key?: unknown };
  return typeof key === 'string' ? key : '';
}

/** Rejects requests without a valid key, as Google's gateway does. */
export function requireGoogleKey(accounts: Accounts): onRequestHookHandler {
  return (request, _reply, done) => {
    const key = keyOf(request);
    if (key === '') {
      const message =
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.";
      done(apiKeyError(403, message, 'API_KEY_MISSING'));
      return;
    }
    const account = accounts.findByKey(key);
    if (account === null) {
      const message = 'API key not valid. Please pass a valid API key.';
      done(apiKeyError(400, message, 'API_KEY_INVALID'));
      return;
    }
    request.account = account;
    done();
  };
}
