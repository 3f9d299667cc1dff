import {
  ADDON_SECRETS_PATH,
  ADDONS_PATH,
  DEFAULT_ADDON_SECRETS_METHOD,
  disableAddonRequestSchema,
  enableAddonRequestSchema,
  KEYWORD_ALERT,
  KEYWORDS_PATH,
  keywordRequestSchema,
  type AddonListEnvelope,
  type KeywordListEnvelope,
} from '../../../service-api/schemas/addons.ts';
import {
  MAX_KEYWORD_LENGTH,
  MAX_KEYWORDS,
  type Addons,
  type KeywordOutcome,
} from '../../addons/addons.ts';
import type { Secrets } from '../../addons/secrets.ts';
import { TEXT_API } from '../../../service-api/schemas/envelope.ts';
import type { ServiceAnswer } from '../../../service-api/exchange.ts';
import { HttpError } from '../../../shared/http-error.ts';
import { parseBody } from '../parse-body.ts';
import { success, type Route } from '../route.ts';

export interface AddonRouteDeps {
  addons: Addons;
  secrets: Secrets;
}

const MAX_WEBHOOK_LENGTH = 2_048;

const SENTENCES = {
  addon: 'The field addon must be a non-empty string.',
  webhook: 'The field webhook must be an address starting with http:// or https://.',
  includeFullMessage: 'The field includeFullMessage must be true or false.',
  keyword: 'The field keyword must be a non-empty string.',
};

const KEYWORD_REFUSALS: Readonly<
  Record<Exclude<KeywordOutcome, 'registered'>, readonly [status: number, sentence: string]>
> = {
  invisible: [400, 'The keyword has no visible characters.'],
  too_long: [400, `The keyword is longer than ${MAX_KEYWORD_LENGTH} characters.`],
  full: [409, `The limit of ${MAX_KEYWORDS} keywords is reached.`],
};

/**
 * Lists, enables and disables add-ons, manages keywords, and issues the shared secret. Writes answer with the stored values.
 * The interface has neither a route that disables an add-on nor one that lists keywords; both follow its other routes.
 */
export function addonRoutes({ addons, secrets }: AddonRouteDeps): Route[] {
  const at = { area: 'base' } as const;
  return [
    {
      ...at,
      method: 'GET',
      path: ADDONS_PATH,
      async answer({ account }) {
        const response = await addons.list(account);
        return success({ api: TEXT_API, success: true, response } satisfies AddonListEnvelope);
      },
    },
    {
      ...at,
      method: 'PATCH',
      path: ADDONS_PATH,
      async answer({ account, body }) {
        const request = parseBody(enableAddonRequestSchema, body, SENTENCES);
        const { addon, webhook, includeFullMessage = false } = request;
        if (addon !== KEYWORD_ALERT) throw new HttpError(400, 'The add-on does not exist.');
        if (webhook.length > MAX_WEBHOOK_LENGTH) {
          throw new HttpError(400, `The webhook is longer than ${MAX_WEBHOOK_LENGTH} characters.`);
        }
        await addons.enable(account, { webhook, includeFullMessage });
        return enveloped({ addon, webhook, includeFullMessage });
      },
    },
    {
      ...at,
      method: 'DELETE',
      path: ADDONS_PATH,
      async answer({ account, body }) {
        const { addon } = parseBody(disableAddonRequestSchema, body, SENTENCES);
        if (addon !== KEYWORD_ALERT) throw new HttpError(400, 'The add-on does not exist.');
        await addons.disable(account);
        return enveloped({ addon });
      },
    },
    {
      ...at,
      method: 'GET',
      path: KEYWORDS_PATH,
      async answer({ account }) {
        const response = { keywords: await addons.keywords(account) };
        return success({ api: TEXT_API, success: true, response } satisfies KeywordListEnvelope);
      },
    },
    {
      ...at,
      method: 'PATCH',
      path: KEYWORDS_PATH,
      async answer({ account, body }) {
        const { keyword } = parseBody(keywordRequestSchema, body, SENTENCES);
        const outcome = await addons.addKeyword(account, keyword);
        if (outcome !== 'registered') throw new HttpError(...KEYWORD_REFUSALS[outcome]);
        return enveloped({ keyword });
      },
    },
    {
      ...at,
      method: 'DELETE',
      path: KEYWORDS_PATH,
      async answer({ account, body }) {
        const { keyword } = parseBody(keywordRequestSchema, body, SENTENCES);
        await addons.removeKeyword(account, keyword);
        return enveloped({ keyword });
      },
    },
    {
      ...at,
      method: DEFAULT_ADDON_SECRETS_METHOD,
      path: ADDON_SECRETS_PATH,
      answer: async ({ account }) => enveloped({ secret: await secrets.issue(account) }),
    },
  ];
}

function enveloped(response: object): ServiceAnswer {
  return success({ api: TEXT_API, success: true, response });
}
