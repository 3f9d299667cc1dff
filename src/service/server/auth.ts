import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import {
  API_KEY_HEADER,
  BEARER_PREFIX,
  CONSOLE_AUTH_HEADER,
} from '../../service-api/schemas/auth.ts';
import type { Accounts } from './accounts.ts';
import { HttpError } from '../../shared/http-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account whose key came with the request; empty until `requireKey` has run. */
    account: string;
  }
}

interface KeyedHeader {
  name: string;
  /** The key in the header, or null. */
  read(request: FastifyRequest): string | null;
}

function requireKey(accounts: Accounts, header: KeyedHeader): onRequestHookHandler {
  return (request, _reply, done) => {
    const key = header.read(request) ?? '';
    if (key === '') {
      done(new HttpError(401, `The header ${header.name} with an API key is missing.`));
      return;
    }
    const account = accounts.findByKey(key);
    if (account === null) {
      done(new HttpError(401, `The API key in the header ${header.name} is not valid.`));
      return;
    }
    request.account = account;
    done();
  };
}

/** Rejects `{base_url}` requests without a valid key. */
export function requireApiKey(accounts: Accounts): onRequestHookHandler {
  return requireKey(accounts, {
    name: API_KEY_HEADER,
    read(request) {
      const value = request.headers[API_KEY_HEADER];
      return typeof value === 'string' ? value : null;
    },
  });
}

/** Rejects `{console_url}` requests without a valid key. */
export function requireBearer(accounts: Accounts): onRequestHookHandler {
  return requireKey(accounts, {
    name: CONSOLE_AUTH_HEADER,
    read(request) {
      const value = request.headers[CONSOLE_AUTH_HEADER] ?? '';
      return value.startsWith(BEARER_PREFIX) ? value.slice(BEARER_PREFIX.length) : null;
    },
  });
}
