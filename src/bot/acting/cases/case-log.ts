import type { Logger } from '../../../shared/logger.ts';
import { inEnglish } from '../../locales/message.ts';
import type { Case } from '../../domain/case.ts';
import type { SkipReason } from '../../domain/decide.ts';
import type { Outcome } from '../../domain/effects.ts';
import type { Snapshot } from '../../domain/snapshot.ts';

/** The operator's log of messages and cases: ids and outcomes, never text. */
export interface CaseLog {
  caseClosed(record: Case): void;
  /** The last moderator action of the case has ended. */
  moderatorActionEnded(record: Case): void;
  messageSkipped(snapshot: Snapshot, reason: SkipReason): void;
}

export function createCaseLog(logger: Logger): CaseLog {
  return {
    caseClosed({ guildId, number, rule, mode, steps, openedAt, closedAt }) {
      const ids = { guildId, case: number };
      const latencyMs = (closedAt ?? openedAt) - openedAt;
      const results = steps.map(({ effect, outcome }) => `${effect.kind}: ${summaryOf(outcome)}`);
      logger.info({ ...ids, rule, mode, steps: results, latencyMs }, 'case closed');
      for (const { effect, outcome } of steps) {
        if (effect.kind !== 'alert' || outcome?.status !== 'refused') continue;
        const { code } = outcome;
        const reason = inEnglish(outcome.reason);
        const fix = inEnglish(outcome.fix);
        logger.warn({ ...ids, code, reason, fix }, 'moderators were not alerted about a case');
      }
    },
    moderatorActionEnded({ guildId, number, moderatorActions }) {
      const moderatorAction = moderatorActions.at(-1);
      if (moderatorAction === undefined) return;
      const { kind, by, at, endedAt, steps } = moderatorAction;
      const results = steps.map(({ action, outcome }) => `${action.kind}: ${summaryOf(outcome)}`);
      const latencyMs = (endedAt ?? at) - at;
      const ids = { guildId, case: number, moderatorId: by.id };
      logger.info({ ...ids, action: kind, steps: results, latencyMs }, 'moderator action ended');
    },
    messageSkipped({ guildId, channelId, messageId }, reason) {
      logger.debug({ guildId, channelId, messageId, reason }, 'message skipped');
    },
  };
}

/** The status, with Discord's error code where there is one. */
function summaryOf(outcome: Outcome | null): string {
  if (outcome === null) return 'open';
  if (outcome.status !== 'refused' || outcome.code === null) return outcome.status;
  return `refused ${outcome.code}`;
}
