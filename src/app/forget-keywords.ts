import type { ModerationClient } from '../client/client.ts';
import { messageOf } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import type { Keywords } from '../moderation/keywords.ts';

export interface ForgetKeywordsDeps {
  readonly keywords: Keywords;
  readonly service: Pick<ModerationClient, 'addons'>;
  readonly logger: Logger;
}

/**
 * Removes the keywords of a server that the bot is no longer in, here and at the service, where they stay as long as another
 * server wants them. One that the service does not let go is kept, so that it is known whose it is. Does not reject.
 */
export async function forgetKeywords(
  guildId: string,
  { keywords, service, logger }: ForgetKeywordsDeps,
): Promise<void> {
  async function forget(text: string): Promise<void> {
    if (!(await keywords.isWantedElsewhere(guildId, text))) {
      await service.addons.removeKeyword(text);
    }
    await keywords.remove(guildId, text);
  }

  try {
    for (const { text } of await keywords.list(guildId)) {
      await keywords.inTurn(text, () => forget(text));
    }
  } catch (error) {
    const reason = messageOf(error);
    logger.warn({ guildId, reason }, 'keywords of a server the bot has left could not be removed');
  }
}
