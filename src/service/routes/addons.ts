import type { FastifyInstance } from 'fastify';
import {
  ADDON_SECRETS_PATH,
  ADDONS_PATH,
  DEFAULT_ADDON_SECRETS_METHOD,
  enableAddonRequestSchema,
  KEYWORD_ALERT,
  KEYWORDS_PATH,
  keywordRequestSchema,
  type AddonListEnvelope,
} from '../../protocol/addons.ts';
import type { Addons, KeywordOutcome } from '../addons/addons.ts';
import type { Secrets } from '../addons/secrets.ts';
import { TEXT_API } from '../envelope.ts';
import { RefusedError } from '../../lib/refused-error.ts';
import { MAX_KEYWORD_LENGTH, MAX_KEYWORDS, MAX_WEBHOOK_LENGTH } from '../limits.ts';
import { parseBody } from '../parse.ts';

export interface AddonRouteDeps {
  addons: Addons;
  secrets: Secrets;
}

const SENTENCES = {
  addon: 'The field addon must be a string that is not empty.',
  webhook: 'The field webhook must be an address that starts with http:// or https://.',
  includeFullMessage: 'The field includeFullMessage must be true or false.',
  keyword: 'The field keyword must be a string that is not empty.',
};

const KEYWORD_REFUSALS: Readonly<
  Record<Exclude<KeywordOutcome, 'registered'>, readonly [status: number, sentence: string]>
> = {
  invisible: [400, 'The keyword has no character that can be seen.'],
  too_long: [400, `The keyword is longer than ${MAX_KEYWORD_LENGTH} characters.`],
  full: [409, `There are ${MAX_KEYWORDS} keywords already.`],
};

/** Listing and enabling add-ons, keywords, and the shared secret. A write answers with what it wrote. */
export function addAddonRoutes(app: FastifyInstance, { addons, secrets }: AddonRouteDeps): void {
  app.get(ADDONS_PATH, ({ account }): AddonListEnvelope => {
    return { api: TEXT_API, success: true, response: addons.list(account) };
  });

  app.patch(ADDONS_PATH, async ({ account, body }) => {
    const request = parseBody(enableAddonRequestSchema, body, SENTENCES);
    const { addon, webhook, includeFullMessage = false } = request;
    if (addon !== KEYWORD_ALERT) throw new RefusedError(400, 'There is no such add-on.');
    if (webhook.length > MAX_WEBHOOK_LENGTH) {
      throw new RefusedError(400, `The webhook is longer than ${MAX_WEBHOOK_LENGTH} characters.`);
    }
    await addons.enable(account, { webhook, includeFullMessage });
    return { api: TEXT_API, success: true, response: { addon, webhook, includeFullMessage } };
  });

  app.patch(KEYWORDS_PATH, async ({ account, body }) => {
    const { keyword } = parseBody(keywordRequestSchema, body, SENTENCES);
    const outcome = await addons.addKeyword(account, keyword);
    if (outcome !== 'registered') throw new RefusedError(...KEYWORD_REFUSALS[outcome]);
    return { api: TEXT_API, success: true, response: { keyword } };
  });

  app.delete(KEYWORDS_PATH, async ({ account, body }) => {
    const { keyword } = parseBody(keywordRequestSchema, body, SENTENCES);
    await addons.removeKeyword(account, keyword);
    return { api: TEXT_API, success: true, response: { keyword } };
  });

  app.route({
    method: DEFAULT_ADDON_SECRETS_METHOD,
    url: ADDON_SECRETS_PATH,
    async handler({ account }) {
      const secret = await secrets.issue(account);
      return { api: TEXT_API, success: true, response: { secret } };
    },
  });
}
