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

/** The account whose key came with a request. Throws the error of Google's gateway if the key is missing or wrong. */
export function googleAccountOf(request: FastifyRequest, accounts: Accounts): string {
  const key = keyOf(request);
  if (key === '') {
    const message =
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.";
    throw apiKeyError(403, message, 'API_KEY_MISSING');
  }
  const account = accounts.findByKey(key);
  if (account !== null) return account;
  throw apiKeyError(400, 'API key not valid. Please pass a valid API key.', 'API_KEY_INVALID');
}

/** Rejects requests without a valid key. */
export function requireGoogleKey(accounts: Accounts): onRequestHookHandler {
  return (request, _reply, done) => {
    request.account = googleAccountOf(request, accounts);
    done();
  };
}
