import type { Clock } from '../../lib/clock.ts';
import { createKeyedMutex } from '../../lib/keyed-mutex.ts';
import { message } from '../../locales/message.ts';
import type { Case, CaseDraft } from '../../moderation/case.ts';
import type { ModeratorActions } from '../../moderation/actions/moderator-action-ports.ts';
import type { Cases, KeywordHit, KeywordHits, Policies } from '../../moderation/ports.ts';
import { fingerprintOf } from '../../moderation/sample.ts';

/**
 * Opens the case about a message with a keyword hit when a moderator acts on it. An existing case about the message is
 * used instead, so that all moderators see the same history; the keyword alert becomes one of its alerts.
 */
export function createOpenCaseForKeywordHit(deps: {
  cases: Cases;
  keywordHits: Pick<KeywordHits, 'claim'>;
  policies: Pick<Policies, 'get'>;
  clock: Clock;
}): ModeratorActions['openCaseForKeywordHit'] {
  const { cases, keywordHits, policies, clock } = deps;
  // Two clicks at once must open one case.
  const mutex = createKeyedMutex();

  return (hit, author, alert) =>
    mutex(`${hit.guildId}/${hit.messageId}`, async () => {
      await keywordHits.claim(hit.eventId);
      const existingCase = await cases.ofMessage(hit.guildId, hit.messageId);
      if (existingCase !== null) {
        return cases.update(existingCase, (latest) => {
          // The keyword alert may have become the case's own alert.
          const isListed = [latest.alert, ...latest.keywordAlerts].some(
            (place) => place?.messageId === alert.messageId,
          );
          if (isListed) return latest;
          return {
            ...latest,
            keywordAlerts: [...latest.keywordAlerts, alert],
            keywords: [...new Set([...latest.keywords, ...hit.keywords])],
          };
        });
      }
      const { evidenceDays } = await policies.get(hit.guildId);
      const draft = { ...draftOf(hit, author, clock.now()), keywordAlerts: [alert] };
      return cases.open(draft, hit.text ?? '', evidenceDays);
    });
}

function draftOf(
  { guildId, channelId, messageId, keywords, text }: KeywordHit,
  author: Case['author'],
  now: number,
): CaseDraft {
  return {
    guildId,
    channelId,
    subject: 'message',
    messageId,
    previousMessageId: null,
    author,
    earlierMessageIds: [],
    forumId: null,
    edited: false,
    fingerprint: fingerprintOf(text ?? ''),
    // A moderator decides here, so the server's mode does not matter.
    mode: 'enforce',
    judgement: {
      kind: 'moderator',
      occasion: message('alerts:keywordOccasion', { keyword: keywords.join(', ') }),
    },
    rule: { of: 'keyword' },
    withheld: null,
    escalation: null,
    steps: [],
    alert: null,
    blockedWords: [],
    keywords: [...keywords],
    keywordAlerts: [],
    openedAt: now,
    closedAt: now,
    incident: null,
    similarTo: null,
    moderatorActions: [],
    notes: [],
  };
}
