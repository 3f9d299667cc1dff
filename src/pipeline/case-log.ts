import type { Logger } from '../lib/logger.ts';
import type { Case } from '../moderation/case.ts';
import type { SkipReason } from '../moderation/decide.ts';
import type { Outcome } from '../moderation/effects.ts';
import type { Snapshot } from '../moderation/snapshot.ts';

/** What the operator reads about messages and cases: ids and outcomes, never text. */
export interface CaseLog {
  closed(record: Case): void;
  /** A moderator's ruling has ended: the last one of the case. */
  ruled(record: Case): void;
  skipped(snapshot: Snapshot, reason: SkipReason): void;
}

export function createCaseLog(logger: Logger): CaseLog {
  return {
    closed({ guildId, number, rule, mode, steps, openedAt, closedAt }) {
      const ids = { guildId, case: number };
      const latencyMs = (closedAt ?? openedAt) - openedAt;
      const results = steps.map(({ effect, outcome }) => `${effect.kind}: ${inWords(outcome)}`);
      logger.info({ ...ids, rule, mode, steps: results, latencyMs }, 'case closed');
      for (const { effect, outcome } of steps) {
        if (effect.kind !== 'alert' || outcome?.status !== 'refused') continue;
        const { code, reason, mend } = outcome;
        logger.warn({ ...ids, code, reason, mend }, 'moderators were not told of a case');
      }
    },
    ruled({ guildId, number, rulings }) {
      const ruling = rulings.at(-1);
      if (ruling === undefined) return;
      const { kind, by, at, endedAt, steps } = ruling;
      const results = steps.map(({ deed, outcome }) => `${deed.kind}: ${inWords(outcome)}`);
      const latencyMs = (endedAt ?? at) - at;
      logger.info(
        { guildId, case: number, ruling: kind, moderatorId: by.id, steps: results, latencyMs },
        'a moderator ruled on a case',
      );
    },
    skipped({ guildId, channelId, messageId }, reason) {
      logger.debug({ guildId, channelId, messageId, reason }, 'message skipped');
    },
  };
}

/** The status, and Discord's error code where it gave one. */
function inWords(outcome: Outcome | null): string {
  if (outcome === null) return 'open';
  if (outcome.status !== 'refused' || outcome.code === null) return outcome.status;
  return `refused ${outcome.code}`;
}
