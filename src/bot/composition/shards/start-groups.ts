import { AppError } from '../../../shared/errors.ts';
import { recommendedShards } from '../../gateway/before-login.ts';
import type { Holder, Lease } from '../../leases/leases.ts';
import { planGroups, type GroupPlan } from './plan-groups.ts';
import type { ProcessParts } from './process-parts.ts';
import { createShardGroup, type ShardGroup } from './shard-group.ts';
import { takeGroups } from './take-groups.ts';

/** The codes of errors after which connecting again is pointless. */
const PERMANENT_CODES: ReadonlySet<string> = new Set([
  'discord_invalid_token',
  'discord_disallowed_intents',
  'discord_session_ended',
]);

/** Takes the groups of shards that this process is to run. `groups` contains those that are running. */
export async function startGroups(
  parts: ProcessParts,
  {
    groups,
    aborted,
  }: {
    readonly groups: Set<ShardGroup>;
    /** Rejects when the start must be given up: Discord may not answer, and connecting has no time limit. */
    readonly aborted: Promise<never>;
  },
): Promise<void> {
  const { config, discord, leases } = parts;
  const { sharding } = config;
  const planned = planGroups({ sharding, leases, recommended: () => recommendedShards(discord) });
  const plans = await Promise.race([planned, aborted]);
  const connected = takeGroups({
    leases,
    plans,
    areChosen: sharding.ids !== null,
    start: (plan, lease) => startGroup(parts, groups, plan, lease),
  });
  await Promise.race([connected, aborted]);
}

/** Runs a group of shards while this process holds its lease. */
async function startGroup(
  parts: ProcessParts,
  groups: Set<ShardGroup>,
  { shards }: GroupPlan,
  lease: Lease,
): Promise<Holder> {
  const group = createShardGroup(parts, { lease, shards });
  groups.add(group);
  async function stop(options: { deadlineMs: number }): Promise<void> {
    groups.delete(group);
    await group.stop(options);
  }
  try {
    await unlessAborted(group.connect(), lease.signal);
  } catch (error) {
    await stop({ deadlineMs: 0 });
    // Trying again would only use up Discord's daily limit on identifies.
    if (error instanceof AppError && PERMANENT_CODES.has(error.code)) parts.onEnded(error);
    throw error;
  }
  return { stop };
}

/** Rejects with the signal's reason once it aborts. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}
