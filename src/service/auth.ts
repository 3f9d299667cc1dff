import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { API_KEY_HEADER, BEARER_PREFIX, CONSOLE_AUTH_HEADER } from '../protocol/auth.ts';
import type { Accounts } from './accounts.ts';
import { RefusedError } from '../lib/refused-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key came with the request; empty until a hook of this file has seen it. */
    account: string;
  }
}

interface KeyedHeader {
  name: string;
  /** The key in it, or null where there is none. */
  read(request: FastifyRequest): string | null;
}

function requireKey(accounts: Accounts, header: KeyedHeader): onRequestHookHandler {
  return (request, _reply, done) => {
    const key = header.read(request) ?? '';
    if (key === '') {
      done(new RefusedError(401, `The header ${header.name} with an API key is missing.`));
      return;
    }
    const account = accounts.of(key);
    if (account === null) {
      done(new RefusedError(401, `The API key in the header ${header.name} is not valid.`));
      return;
    }
    request.account = account;
    done();
  };
}

/** Refuses requests of the `{base_url}` interface without a key. */
export function requireApiKey(accounts: Accounts): onRequestHookHandler {
  return requireKey(accounts, {
    name: API_KEY_HEADER,
    read(request) {
      const given = request.headers[API_KEY_HEADER];
      return typeof given === 'string' ? given : null;
    },
  });
}

/** Refuses requests of the `{console_url}` interface without a key. */
export function requireBearer(accounts: Accounts): onRequestHookHandler {
  return requireKey(accounts, {
    name: CONSOLE_AUTH_HEADER,
    read(request) {
      const given = request.headers[CONSOLE_AUTH_HEADER] ?? '';
      return given.startsWith(BEARER_PREFIX) ? given.slice(BEARER_PREFIX.length) : null;
    },
  });
}
