import { sleep, type Clock } from '../../../shared/clock.ts';
import type { Background } from '../../../shared/tasks/background.ts';
import type { Retry } from '../../../shared/tasks/retry.ts';
import { createKeyedSemaphore } from '../../../shared/tasks/semaphore.ts';
import type { Case } from '../../domain/case.ts';
import type { ModeratorRef } from '../../domain/moderator.ts';
import type { Cases, ModeratorChannels } from '../../domain/ports.ts';
import type { ModeratorActionRunner } from './moderator-actions.ts';

const LOOK_EVERY_MS = 10_000;
/** Discord limits how fast a server's bans are lifted. */
const ENDED_AT_ONCE = 8;

/** The bot in the place of a moderator, for what it does by itself. */
export interface Self {
  ref(): ModeratorRef;
  /** Whether the bot is in the server. */
  isIn(guildId: string): boolean;
}

/**
 * Ends temporary bans when their time is over, also after a restart: the end is stored with the case. Each is ended by an
 * action of the case, like a moderator's, so that it is done once and leaves alone what somebody has changed since.
 */
export function createTemporaryBans(deps: {
  readonly cases: Pick<Cases, 'bansEndedBy'>;
  readonly runToEnd: ModeratorActionRunner['runToEnd'];
  readonly self: Self;
  readonly moderatorChannels: Pick<ModeratorChannels, 'announce'>;
  readonly background: Background;
  readonly retry: Retry;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}): { start(): void } {
  const { cases, runToEnd, self, moderatorChannels, background, retry, clock, signal } = deps;
  const ending = new Set<string>();
  const inTurns = createKeyedSemaphore(ENDED_AT_ONCE);

  async function end(guildId: string, number: number): Promise<void> {
    const result = await runToEnd({
      guildId,
      number,
      kind: 'expire',
      by: self.ref(),
      reason: null,
      permittedReversals: [],
    });
    if (result.kind !== 'ended' || !isRefused(result.record)) return;
    const user = result.record.author.id;
    await moderatorChannels.announce(guildId, (t, mention) =>
      t('alerts:banNotEnded', { user, number, command: mention('case show') }),
    );
  }

  async function look(): Promise<void> {
    for (const { guildId, number } of await cases.bansEndedBy(clock.now())) {
      const key = `${guildId}#${number}`;
      if (ending.has(key) || !self.isIn(guildId)) continue;
      ending.add(key);
      const errorContext = { operation: 'ending a ban', ids: { guildId, case: number } };
      background.run(errorContext, () =>
        inTurns(guildId, () => end(guildId, number)).finally(() => ending.delete(key)),
      );
    }
  }

  return {
    start() {
      const errorContext = { operation: 'looking for bans to end', ids: {} };
      background.run(errorContext, async () => {
        while (!signal.aborted) {
          await retry(errorContext, look);
          await sleep(clock, LOOK_EVERY_MS, signal);
        }
      });
    },
  };
}

function isRefused({ moderatorActions }: Case): boolean {
  const steps = moderatorActions.at(-1)?.steps ?? [];
  return steps.some(({ outcome }) => outcome?.status === 'refused');
}
