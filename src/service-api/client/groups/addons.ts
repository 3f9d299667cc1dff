import { z } from 'zod';
import {
  ADDONS_PATH,
  ADDON_SECRETS_PATH,
  DEFAULT_ADDON_SECRETS_BODY,
  DEFAULT_ADDON_SECRETS_METHOD,
  KEYWORDS_PATH,
  KEYWORD_ALERT,
  addonListEnvelopeSchema,
  enableAddonRequestSchema,
  disableAddonRequestSchema,
  keywordListEnvelopeSchema,
  keywordRequestSchema,
  type AddonList,
  type AddonListEnvelope,
  type DisableAddonRequest,
  type EnableAddonRequest,
  type KeywordListEnvelope,
  type KeywordRequest,
} from '../../schemas/addons.ts';
import { acknowledgementSchema } from '../../schemas/envelope.ts';
import { StatusError } from '../errors.ts';
import type { Call, CallOptions, Operation } from '../calls/caller.ts';
import { checkRequest } from '../calls/zod-issues.ts';

/**
 * Add-ons (interface.md, "Add-ons"). The interface does not show the responses to writes, so every response but an error
 * counts as success. Idempotent writes are retried.
 */
export interface AddonsGroup {
  /** `available` is keyed by SKU. `active` contains the SKUs of enabled add-ons. */
  list(options?: CallOptions): Promise<AddonList>;
  /** Makes the service post an event to `webhook` when a moderated sample contains a registered keyword. */
  enableKeywordAlert(alert: KeywordAlert, options?: CallOptions): Promise<void>;
  /** False: this service has no way to disable the add-on, because the interface shows none. */
  disableKeywordAlert(options?: CallOptions): Promise<boolean>;
  /** All keywords of the account. Null: this service does not list them, because the interface shows no way. */
  keywords(options?: CallOptions): Promise<string[] | null>;
  /** Any UTF-8 text. The interface shows no limits on number or length. */
  addKeyword(keyword: string, options?: CallOptions): Promise<void>;
  removeKeyword(keyword: string, options?: CallOptions): Promise<void>;
  /** Enables the shared secret that signs events. Not retried once sent, because a retry may issue another key. */
  enableSecret(options?: CallOptions): Promise<EnabledSecret>;
}

export interface KeywordAlert {
  /** The URL that receives events as POST requests. */
  webhook: string;
  /** Includes the sample in events. Default: false. */
  includeFullMessage?: boolean | undefined;
}

export interface EnabledSecret {
  /** The key of the events' HMAC, if the response has it in one of the usual places. Null: not there. */
  secret: string | null;
  /** The whole response, because the interface does not show how the key is issued. */
  answer: unknown;
}

/**
 * Form of the request to `/addons/secrets`. The interface shows only the route. Default: `PATCH` with `{}`, like the other
 * writes.
 */
export interface AddonSecretsRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Null: no body. */
  body: object | null;
}

export const DEFAULT_ADDON_SECRETS: AddonSecretsRequest = {
  method: DEFAULT_ADDON_SECRETS_METHOD,
  body: DEFAULT_ADDON_SECRETS_BODY,
};

/** A `GET` has no body. */
export function secretsRequest(method: AddonSecretsRequest['method']): AddonSecretsRequest {
  return { method, body: method === 'GET' ? null : {} };
}

const LIST: Operation<AddonListEnvelope> = {
  method: 'GET',
  path: ADDONS_PATH,
  schema: addonListEnvelopeSchema,
  repeatable: true,
};
const write = { schema: acknowledgementSchema, mayBeEmpty: true } as const;
const ENABLE = { ...write, method: 'PATCH', path: ADDONS_PATH, repeatable: true } as const;
const ADD = { ...write, method: 'PATCH', path: KEYWORDS_PATH, repeatable: true } as const;
const REMOVE = { ...write, method: 'DELETE', path: KEYWORDS_PATH, repeatable: true } as const;

const DISABLE = { ...write, method: 'DELETE', path: ADDONS_PATH, repeatable: true } as const;
const KEYWORDS: Operation<KeywordListEnvelope> = {
  method: 'GET',
  path: KEYWORDS_PATH,
  schema: keywordListEnvelopeSchema,
  repeatable: true,
};

const key = z.string().min(1);
/** Possible places of the key, which the interface does not show. The embedded service answers with `response.secret`. */
const issuedSecretSchema = z
  .looseObject({
    response: z.union([
      z.looseObject({ secret: key }).transform(({ secret }) => secret),
      z.looseObject({ key }).transform((response) => response.key),
      z.looseObject({ sharedSecret: key }).transform(({ sharedSecret }) => sharedSecret),
      key.regex(/^\S{16,}$/),
    ]),
  })
  .transform(({ response }) => response);

/** The statuses with which a service without the route responds. */
const NO_ROUTE: ReadonlySet<number> = new Set([404, 405, 501]);

/** Null if the service does not have the route. */
async function ifOffered<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof StatusError && NO_ROUTE.has(error.status)) return null;
    throw error;
  }
}

export function createAddonsGroup(call: Call, secrets: AddonSecretsRequest): AddonsGroup {
  const enableSecret: Operation<unknown> = {
    ...write,
    method: secrets.method,
    path: ADDON_SECRETS_PATH,
    repeatable: false,
  };
  return {
    async list(options) {
      return (await call(LIST, null, options?.signal)).response;
    },
    async enableKeywordAlert({ webhook, includeFullMessage }, options) {
      const request: EnableAddonRequest = { addon: KEYWORD_ALERT, webhook };
      if (includeFullMessage !== undefined) request.includeFullMessage = includeFullMessage;
      await call(ENABLE, checkRequest(ENABLE, enableAddonRequestSchema, request), options?.signal);
    },
    async disableKeywordAlert(options) {
      const request: DisableAddonRequest = { addon: KEYWORD_ALERT };
      const body = checkRequest(DISABLE, disableAddonRequestSchema, request);
      return (await ifOffered(call(DISABLE, body, options?.signal))) !== null;
    },
    async keywords(options) {
      const listed = await ifOffered(call(KEYWORDS, null, options?.signal));
      return listed?.response.keywords ?? null;
    },
    async addKeyword(keyword, options) {
      const request: KeywordRequest = { keyword };
      await call(ADD, checkRequest(ADD, keywordRequestSchema, request), options?.signal);
    },
    async removeKeyword(keyword, options) {
      const request: KeywordRequest = { keyword };
      await call(REMOVE, checkRequest(REMOVE, keywordRequestSchema, request), options?.signal);
    },
    async enableSecret(options) {
      const answer = await call(enableSecret, secrets.body, options?.signal);
      const { data: secret = null } = issuedSecretSchema.safeParse(answer);
      return { secret, answer };
    },
  };
}
