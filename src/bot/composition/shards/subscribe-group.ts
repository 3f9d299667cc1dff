import type { Outbox } from '../../outbox/outbox.ts';
import type { Leases } from '../../leases/leases.ts';
import { errorMessage } from '../../../shared/errors.ts';
import { startSchedule } from '../../../shared/tasks/schedule.ts';
import type { ModeratorChannels } from '../../domain/ports.ts';
import type { ProcessContext } from '../process-context.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { TOPICS } from '../../leases/topic-names.ts';

/** How often a group looks for changes that it may not have been told about. */
const LOOK_INTERVAL_MS = 10_000;

/** Passes on to a group what other processes, and other groups of this process, have for its servers. */
export function subscribeGroup(
  deps: ProcessContext & {
    readonly leases: Leases;
    /** Whether a server is one of the group's. */
    readonly has: (guildId: string) => boolean;
    readonly outbox: Pick<Outbox, 'look' | 'lookForDue'>;
    readonly pipeline: Pick<Pipeline, 'lookForReviews'>;
    readonly moderatorChannels: Pick<ModeratorChannels, 'announce'>;
  },
): { stop(): Promise<void> } {
  const { leases, has, outbox, pipeline, moderatorChannels, clock, logger } = deps;
  const unsubscribers = [
    leases.subscribe(TOPICS.events, outbox.look),
    leases.subscribe(TOPICS.mail, outbox.look),
    leases.subscribe(TOPICS.reviews, (guildId) => {
      if (has(guildId)) pipeline.lookForReviews();
    }),
    leases.subscribe(TOPICS.unverifiedResult, (guildId) => {
      if (!has(guildId)) return;
      void moderatorChannels.announce(guildId, (t, mention) =>
        t('tagging-results:unverified.announcement', { command: mention('keywords failed') }),
      );
    }),
  ];

  async function look(): Promise<void> {
    try {
      await outbox.lookForDue();
      pipeline.lookForReviews();
    } catch (error) {
      logger.warn({ reason: errorMessage(error) }, 'could not look for waiting events');
    }
  }

  // A sole process is always told.
  const looking = leases.isShared
    ? startSchedule({ intervalMs: LOOK_INTERVAL_MS, clock }, look)
    : null;

  return {
    async stop() {
      for (const unsubscribe of unsubscribers) unsubscribe();
      await looking?.stop();
    },
  };
}
