import type { Clock } from '../../../shared/clock.ts';
import { createKeyedMutex } from '../../../shared/tasks/keyed-mutex.ts';
import type { Message } from '../../locales/message.ts';
import type { Case, CaseDraft, MessageRef } from '../../domain/case.ts';
import type { Cases, Policies } from '../../domain/ports.ts';
import { fingerprintOf } from '../../domain/sample.ts';

/** A message that a moderator acts on, although the bot opened no case about it. */
export interface MessageWithoutCase extends Pick<
  Case,
  'guildId' | 'channelId' | 'messageId' | 'forumId' | 'author' | 'rule'
> {
  readonly text: string;
  readonly keywords: readonly string[];
  /** The reason why moderators look at it. */
  readonly occasion: Message;
  /** The post with the moderator's button; it becomes an alert of the case. Null: there is none. */
  readonly alert: MessageRef | null;
}

/**
 * Opens the case about a message when a moderator acts on it. An existing case about the message is used instead, so that all
 * moderators see the same history; the post becomes one of its alerts.
 */
export type OpenCaseByModerator = (message: MessageWithoutCase) => Promise<Case>;

export function createOpenCaseByModerator(deps: {
  cases: Pick<Cases, 'open' | 'ofMessage' | 'update'>;
  policies: Pick<Policies, 'get'>;
  clock: Clock;
}): OpenCaseByModerator {
  const { cases, policies, clock } = deps;
  // Two clicks at once must open one case.
  const mutex = createKeyedMutex();

  return (message) =>
    mutex(`${message.guildId}/${message.messageId}`, async () => {
      const { guildId, messageId, alert, text } = message;
      const existingCase = await cases.ofMessage(guildId, messageId);
      if (existingCase === null) {
        const { evidenceDays } = await policies.get(guildId);
        return cases.open(draftOf(message, clock.now()), text, evidenceDays);
      }
      return cases.update(existingCase, (latest) => {
        // The post may have become the case's own alert.
        const isListed = [latest.alert, ...latest.keywordAlerts].some(
          (place) => place?.messageId === alert?.messageId,
        );
        if (alert === null || isListed) return latest;
        return {
          ...latest,
          keywordAlerts: [...latest.keywordAlerts, alert],
          keywords: [...new Set([...latest.keywords, ...message.keywords])],
        };
      });
    });
}

function draftOf(
  { text, occasion, alert, keywords, ...message }: MessageWithoutCase,
  now: number,
): CaseDraft {
  return {
    ...message,
    subject: 'message',
    previousMessageId: null,
    earlierMessageIds: [],
    edited: false,
    fingerprint: fingerprintOf(text),
    // A moderator decides here, so the server's mode does not matter.
    mode: 'enforce',
    judgement: { kind: 'moderator', occasion },
    withheld: null,
    escalation: null,
    steps: [],
    alert: null,
    blockedWords: [],
    keywords: [...keywords],
    keywordAlerts: alert === null ? [] : [alert],
    openedAt: now,
    closedAt: now,
    incident: null,
    similarTo: null,
    moderatorActions: [],
    notes: [],
  };
}
