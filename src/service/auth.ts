import { createHash, timingSafeEqual } from 'node:crypto';
import type { onRequestHookHandler } from 'fastify';
import { API_KEY_HEADER } from '../protocol/auth.ts';
import { RefusedError } from './errors.ts';

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

/** Refuses requests without the key. Digests are compared, so the time taken tells neither content nor length. */
export function requireApiKey(apiKey: string): onRequestHookHandler {
  const expected = digest(apiKey);
  return (request, _reply, done) => {
    const given = request.headers[API_KEY_HEADER];
    if (typeof given !== 'string' || given === '') {
      done(new RefusedError(401, `The header ${API_KEY_HEADER} with an API key is missing.`));
    } else if (timingSafeEqual(digest(given), expected)) {
      done();
    } else {
      done(new RefusedError(401, `The API key in the header ${API_KEY_HEADER} is not valid.`));
    }
  };
}
