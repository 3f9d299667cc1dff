import {
  API_KEY_HEADER,
  BEARER_PREFIX,
  CONSOLE_AUTH_HEADER,
  SERVICE_HEADER,
  VOICE_SERVICE,
} from '../../service-api/schemas/auth.ts';
import type { ServiceRequest } from '../../service-api/exchange.ts';
import { HttpError } from '../../shared/http-error.ts';
import type { Accounts } from './accounts.ts';
import { refusalBody, streamRefusalBody } from './refusal.ts';

type Headers = ServiceRequest['headers'];

/** Routes that require the same headers and send errors in the same form. */
interface Area {
  /** The account whose key is in the headers. Throws an `HttpError` without a valid one. */
  admit(headers: Headers, accounts: Accounts): string;
  refusal(sentence: string): unknown;
}

const apiKey = { name: API_KEY_HEADER, prefix: '' };
const bearer = { name: CONSOLE_AUTH_HEADER, prefix: BEARER_PREFIX };

function accountOf(headers: Headers, { name, prefix }: typeof apiKey, accounts: Accounts): string {
  const value = headers[name];
  const key =
    typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : '';
  if (key === '') throw new HttpError(401, `The header ${name} with an API key is missing.`);
  const account = accounts.findByKey(key);
  if (account === null) throw new HttpError(401, `The API key in the header ${name} is not valid.`);
  return account;
}

export const AREAS = {
  /** Needs no key, because load balancers have none. */
  health: { admit: () => '', refusal: refusalBody },
  /** `{base_url}`. */
  base: {
    admit: (headers, accounts) => accountOf(headers, apiKey, accounts),
    refusal: refusalBody,
  },
  /** Audio tagging, at `{base_url}`. */
  stream: {
    admit(headers, accounts) {
      const account = accountOf(headers, apiKey, accounts);
      if (headers[SERVICE_HEADER] === VOICE_SERVICE) return account;
      const sentence = `The header ${SERVICE_HEADER} must be ${VOICE_SERVICE} on this route.`;
      throw new HttpError(401, sentence);
    },
    refusal: streamRefusalBody,
  },
  /** `{console_url}`. */
  console: {
    admit: (headers, accounts) => accountOf(headers, bearer, accounts),
    refusal: refusalBody,
  },
} as const satisfies Record<string, Area>;

export type AreaName = keyof typeof AREAS;
