import type { Clock } from '../../shared/clock.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { startSchedule } from '../../shared/tasks/schedule.ts';
import { StoppedError } from '../../shared/tasks/stopped-error.ts';
import type { ErasedData, ErasureRequest, MemberErasures } from '../domain/stored-data.ts';
import type { Erasure as ServiceErasure } from '../../service-api/embedded-service.ts';
import type { StoredErasures } from '../storage/members/erasures.ts';
import type { SampleEraser } from './guild-eraser.ts';

const INTERVAL_MS = 5 * 60_000;
const NOTHING: ErasedData = { cases: 0, texts: 0, notes: 0, reviews: 0, mail: 0, messages: 0 };

/** An erasure in this process. */
interface Run {
  readonly ended: Promise<ErasedData>;
  readonly watchers: Set<(erased: ErasedData) => void>;
  /** Stops the erasure: the rest stays as it is. */
  isCancelled: boolean;
}

export interface RunningErasures extends MemberErasures {
  /** Ends after the current steps; the next start continues. */
  stop(): Promise<void>;
}

/** Erases the data of members. Continues erasures that an earlier run did not finish, now and at an interval. */
export function startMemberErasures(deps: {
  readonly erasures: StoredErasures;
  readonly eraseSamples: SampleEraser;
  /** Null: the service is remote, and its operator erases there. */
  readonly embedded: ServiceErasure | null;
  /** There is something new to post in a server. */
  readonly look: (guildId: string) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}): RunningErasures {
  const { erasures, eraseSamples, embedded, look, clock, logger } = deps;
  const runs = new Map<string, Run>();
  let isStopped = false;

  async function erased(member: ErasureRequest): Promise<ErasedData> {
    return (await erasures.get(member))?.erased ?? NOTHING;
  }

  async function work(request: ErasureRequest, run: Pick<Run, 'watchers' | 'isCancelled'>) {
    const { guildId, userId, byId } = request;
    await eraseSamples({ guildId, userId });
    for await (const _step of erasures.steps(request)) {
      if (isStopped) throw new StoppedError();
      if (run.isCancelled) break;
      if (run.watchers.size === 0) continue;
      const soFar = await erased(request);
      for (const watcher of run.watchers) watcher(soFar);
    }
    if (!run.isCancelled) await embedded?.erase({ propertyId: guildId, userId });
    const all = await erased(request);
    await erasures.end(request);
    look(guildId);
    logger.info({ guildId, userId, byId, ...all }, 'member data erased');
    return all;
  }

  function start(request: ErasureRequest): Run {
    const key = `${request.guildId}/${request.userId}`;
    const existing = runs.get(key);
    if (existing !== undefined) return existing;
    const state = { watchers: new Set<(erased: ErasedData) => void>(), isCancelled: false };
    const ended = work(request, state).finally(() => runs.delete(key));
    const run = Object.assign(state, { ended });
    runs.set(key, run);
    return run;
  }

  async function goOn(): Promise<void> {
    try {
      for (const request of await erasures.unfinished()) {
        if (!isStopped) await start(request).ended;
      }
    } catch (error) {
      if (!isStopped) logger.error({ reason: errorMessage(error) }, 'could not erase member data');
    }
  }

  const schedule = startSchedule({ intervalMs: INTERVAL_MS, clock }, goOn);
  return {
    async erase(request, onProgress) {
      await erasures.begin(request);
      const { ended, watchers } = start(request);
      watchers.add(onProgress);
      return ended;
    },
    cancel({ guildId, userId }) {
      const run = runs.get(`${guildId}/${userId}`);
      if (run !== undefined) run.isCancelled = true;
    },
    async stop() {
      isStopped = true;
      await Promise.allSettled([...runs.values()].map(({ ended }) => ended));
      await schedule.stop();
    },
  };
}
