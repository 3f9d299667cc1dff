import type { APIMessage } from 'discord-api-types/v10';
import type { Cases } from '../../src/bot/domain/ports.ts';
import type { MessageEvent } from '../../src/bot/judging/outcome.ts';

/**
 * Finds the alert about a message. An alert names only its newest cases; the records of the other cases tell which alert they are
 * in.
 */
export interface AlertFinder {
  /** Learns of a message's case. Never throws. */
  learn(event: MessageEvent, caseNumber: number, cases: Pick<Cases, 'get'>): Promise<void>;
  isAlertAbout(messageId: string, post: Pick<APIMessage, 'id' | 'embeds'>): boolean;
}

export function createAlertFinder(): AlertFinder {
  const caseNumbers = new Map<string, Set<number>>();
  const alertIds = new Map<string, string>();
  return {
    async learn({ guildId, messageId }, caseNumber, cases) {
      const numbers = caseNumbers.get(messageId) ?? new Set();
      caseNumbers.set(messageId, numbers.add(caseNumber));
      try {
        const record = await cases.get(guildId, caseNumber);
        const alert = record?.alert ?? null;
        if (alert !== null) alertIds.set(messageId, alert.messageId);
      } catch {
        // Happens when the bot has stopped.
      }
    },
    isAlertAbout(messageId, { id, embeds }) {
      if (alertIds.get(messageId) === id) return true;
      const numbers = caseNumbers.get(messageId);
      return embeds.some(({ description = '' }) =>
        numbers === undefined
          ? // Cases about recordings are not observed.
            description.includes(`/${messageId})`)
          : [...description.matchAll(/ · \[?#(\d+)\b/g)].some(([, number]) =>
              numbers.has(Number(number)),
            ),
      );
    },
  };
}
