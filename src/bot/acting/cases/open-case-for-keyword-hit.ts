import { message } from '../../locales/message.ts';
import type { ModeratorActions } from '../../domain/actions/moderator-action-ports.ts';
import type { KeywordHits } from '../../domain/keyword-hits.ts';
import type { OpenCaseByModerator } from './open-case-by-moderator.ts';

/** Opens the case about a message with a keyword hit when a moderator acts on it. */
export function createOpenCaseForKeywordHit(deps: {
  openCase: OpenCaseByModerator;
  keywordHits: Pick<KeywordHits, 'claim'>;
}): ModeratorActions['openCaseForKeywordHit'] {
  const { openCase, keywordHits } = deps;
  return async (hit, author, alert) => {
    const { eventId, guildId, channelId, messageId, keywords, text } = hit;
    await keywordHits.claim(eventId);
    return openCase({
      guildId,
      channelId,
      messageId,
      forumId: null,
      author,
      text: text ?? '',
      keywords,
      occasion: message('alerts:keywordOccasion', { keyword: keywords.join(', ') }),
      rule: { of: 'keyword' },
      alert,
    });
  };
}
