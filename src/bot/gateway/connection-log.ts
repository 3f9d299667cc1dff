import { GatewayCloseCodes } from 'discord.js';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';

/** After these codes nothing reconnects; the gateway reports why. */
const FINAL_CODES: ReadonlySet<number> = new Set([
  GatewayCloseCodes.AuthenticationFailed,
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.ShardingRequired,
  GatewayCloseCodes.InvalidAPIVersion,
  GatewayCloseCodes.InvalidIntents,
  GatewayCloseCodes.DisallowedIntents,
]);

/** The codes of the WebSocket protocol, and of @discordjs/ws when it closes the connection itself. */
const OTHER_REASONS = new Map<number, string>([
  [1000, 'closed normally'],
  [1001, 'Discord’s server is going away'],
  [1006, 'connection lost'],
  [4200, 'closed by the bot, to resume: Discord asked for it or stopped answering'],
]);

/** Logs each interruption of a connection twice: when it starts, and when it ends. Failed attempts in between are silent. */
export interface ConnectionLog {
  closed(shardId: number, closeCode: number): void;
  connected(shardId: number, how: 'new session' | 'resumed'): void;
  /** An error of a connection. Logs the first one of an interruption. */
  failed(shardId: number, reason: string): void;
}

export function createConnectionLog({
  clock,
  logger,
}: {
  clock: Clock;
  logger: Logger;
}): ConnectionLog {
  /** By shard. */
  const interruptions = new Map<number, { readonly sinceMs: number; hasFailed: boolean }>();

  return {
    closed(shardId, closeCode) {
      if (FINAL_CODES.has(closeCode) || interruptions.has(shardId)) return;
      interruptions.set(shardId, { sinceMs: clock.now(), hasFailed: false });
      const reason = reasonOf(closeCode);
      logger.warn({ shardId, closeCode, reason }, 'connection to Discord lost, reconnecting');
    },
    connected(shardId, how) {
      const interruption = interruptions.get(shardId);
      if (interruption === undefined) return;
      interruptions.delete(shardId);
      const ms = clock.now() - interruption.sinceMs;
      logger.info({ shardId, how, ms }, 'connection to Discord restored');
    },
    failed(shardId, reason) {
      const interruption = interruptions.get(shardId);
      if (interruption?.hasFailed === true) return;
      if (interruption !== undefined) interruption.hasFailed = true;
      logger.warn({ shardId, reason }, 'connection to Discord failed');
    },
  };
}

function reasonOf(closeCode: number): string {
  const name: unknown = GatewayCloseCodes[closeCode];
  return OTHER_REASONS.get(closeCode) ?? (typeof name === 'string' ? name : 'unknown code');
}
