import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { LeftGuilds } from '../../storage/left-guilds.ts';

/** Records in the background which servers the bot is in, one change after the other. */
export interface GuildRecord {
  joined(guildId: string): void;
  left(guildId: string): void;
  /** Finds out what changed while the bot was not running. */
  compare(isPresent: (guildId: string) => boolean): void;
  settled(): Promise<void>;
}

export function createGuildRecord({
  leftGuilds,
  clock,
  logger,
}: {
  readonly leftGuilds: LeftGuilds;
  readonly clock: Clock;
  readonly logger: Logger;
}): GuildRecord {
  let recorded = Promise.resolve();

  /** If this fails, the comparison at the next start makes up for it. */
  function record(change: () => Promise<void>): void {
    recorded = recorded
      .then(change)
      .catch((error: unknown) =>
        logger.error({ err: error }, 'could not record which servers the bot is in'),
      );
  }

  return {
    joined: (guildId) => record(() => leftGuilds.returned(guildId)),
    left(guildId) {
      const leftAt = clock.now();
      record(() => leftGuilds.left(guildId, leftAt));
    },
    compare: (isPresent) => record(() => leftGuilds.compare(isPresent, clock.now())),
    settled: () => recorded,
  };
}
