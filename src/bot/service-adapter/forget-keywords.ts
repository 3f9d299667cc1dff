import type { ModerationClient } from '../../service-api/client/client.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Keywords } from '../domain/keywords.ts';

export interface ForgetKeywordsDeps {
  readonly keywords: Keywords;
  readonly service: Pick<ModerationClient, 'addons'>;
  readonly logger: Logger;
}

/**
 * Removes the keywords of a server, here and, unless another server uses them, at the service.
 * Keeps a keyword that the service did not remove. Resolves to whether none is left; never rejects.
 */
export async function forgetKeywords(
  guildId: string,
  { keywords, service, logger }: ForgetKeywordsDeps,
): Promise<boolean> {
  async function forget(text: string): Promise<void> {
    if (!(await keywords.isWantedElsewhere(guildId, text))) {
      await service.addons.removeKeyword(text);
    }
    await keywords.remove(guildId, text);
  }

  try {
    for (const { text } of await keywords.list(guildId)) {
      await keywords.withLock(text, () => forget(text));
    }
    return true;
  } catch (error) {
    const reason = errorMessage(error);
    logger.warn({ guildId, reason }, 'could not remove the keywords of a server');
    return false;
  }
}
