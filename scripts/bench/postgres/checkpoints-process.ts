import { openLeases } from '../../../src/bot/composition/open-leases.ts';
import { systemClock } from '../../../src/shared/clock.ts';
import { createLogger } from '../../../src/shared/logger.ts';
import type { Lease } from '../../../src/bot/leases/leases.ts';
import { createCheckpoints } from '../../../src/bot/storage/checkpoints.ts';
import { openState } from '../../../src/bot/storage/state.ts';

/* Stores the requested number of checkpoints under a lease, like the bot. Answers with its CPU time so far. */

export interface CheckpointsRequest {
  /** Number of checkpoints, each for a different server. */
  checkpoints: number;
}

/** Same as the number of connections to PostgreSQL. */
const AT_ONCE = 10;
const GUILDS = 10_000;

const stateUrl = process.env['STATE_URL'] ?? '';
const logger = createLogger('error');
const state = await openState(stateUrl, logger);
const leases = await openLeases(
  { stateUrl, service: { kind: 'remote', url: '', consoleUrl: undefined } },
  { clock: systemClock, random: Math.random, logger },
);
const lease = await new Promise<Lease>((resolve) => {
  void leases.hold('bench', async (held) => {
    resolve(held);
    return { stop: async () => undefined };
  });
});
const checkpoints = createCheckpoints(leases.fence(state.database, lease));
let stored = 0;

/** Stores a channel's checkpoint after a message in a server that was quiet for a while. */
async function storeNext(): Promise<void> {
  stored += 1;
  const guildId = String(300_000_000_000_000_000n + (BigInt(stored % GUILDS) << 22n));
  const channelId = String(400_000_000_000_000_000n + BigInt(stored % GUILDS));
  const messageId = String(900_000_000_000_000_000n + BigInt(stored));
  await checkpoints.read(guildId, [channelId]);
  await checkpoints.write(
    guildId,
    new Map([[channelId, { messageId, editedAt: stored }]]),
    messageId,
  );
}

/** Resolves to the CPU time of the process so far, in microseconds. */
async function storeMany(count: number): Promise<number> {
  const last = stored + count;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (stored < last) await storeNext();
  });
  await Promise.all(workers);
  const { user, system } = process.cpuUsage();
  return user + system;
}

process.on('message', (request: CheckpointsRequest) => {
  void storeMany(request.checkpoints).then((micros) => process.send?.(micros));
});
process.once('SIGTERM', () => {
  void leases
    .stop({ deadlineMs: 0 })
    .then(() => state.close())
    .then(() => process.exit(0));
});
process.send?.('ready');
