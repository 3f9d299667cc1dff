import { z } from 'zod';
import {
  ADDONS_PATH,
  ADDON_SECRETS_PATH,
  DEFAULT_ADDON_SECRETS_BODY,
  DEFAULT_ADDON_SECRETS_METHOD,
  KEYWORDS_PATH,
  KEYWORD_ALERT,
  addonListEnvelopeSchema,
  addonSecretSchema,
  enableAddonRequestSchema,
  keywordRequestSchema,
  type AddonList,
  type AddonListEnvelope,
  type EnableAddonRequest,
  type KeywordRequest,
} from '../protocol/addons.ts';
import { acknowledgementSchema } from '../protocol/envelope.ts';
import type { Call, CallOptions, Operation } from './caller.ts';
import { checkRequest } from './issues.ts';

/**
 * Add-ons (interface.md, "Add-ons"). What the writes answer is not shown: anything but a refusal counts as done. Writes
 * are repeated after a failure where the state they leave is the same.
 */
export interface AddonsGroup {
  /** `available` is keyed by sku, `active` holds the skus of the enabled ones. */
  list(options?: CallOptions): Promise<AddonList>;
  /** Has an event posted to `webhook` whenever a registered keyword is found in a moderated sample. */
  enableKeywordAlert(alert: KeywordAlert, options?: CallOptions): Promise<void>;
  /** Any text in UTF-8. Limits on number and length: not shown. */
  addKeyword(keyword: string, options?: CallOptions): Promise<void>;
  removeKeyword(keyword: string, options?: CallOptions): Promise<void>;
  /** Enables the shared secret that signs events. Sent again only when it surely did not arrive: it may issue another key. */
  enableSecret(options?: CallOptions): Promise<EnabledSecret>;
}

export interface KeywordAlert {
  /** Of an endpoint that takes POSTs. */
  webhook: string;
  /** Whether events carry the sample; the service takes absence for no. */
  includeFullMessage?: boolean | undefined;
}

export interface EnabledSecret {
  /** The key of the events' hmac, where the answer's `response.secret` is one, as the embedded service has it. */
  secret: string | null;
  /** The whole answer: how the key is issued is not shown. */
  answer: unknown;
}

/** How `/addons/secrets` is called: only that it exists is known. Default: `PATCH` with `{}`, like the other writes. */
export interface AddonSecretsRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Null: none. */
  body: object | null;
}

export const DEFAULT_ADDON_SECRETS: AddonSecretsRequest = {
  method: DEFAULT_ADDON_SECRETS_METHOD,
  body: DEFAULT_ADDON_SECRETS_BODY,
};

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

const secretAnswerSchema = z.looseObject({ response: addonSecretSchema });

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
      const known = secretAnswerSchema.safeParse(answer);
      return { secret: known.success ? known.data.response.secret : null, answer };
    },
  };
}
