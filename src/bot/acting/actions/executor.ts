import type { Client } from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import type { Executor } from '../../domain/ports.ts';
import type { ActionRun } from './action.ts';
import { auditReason } from './audit-reason.ts';
import { createBanLane } from './kinds/bulk-ban.ts';
import { createMessageDeletions } from './kinds/message-deletions.ts';
import { ACTIONS } from './registry.ts';
import { runAction } from './run-action.ts';

/** Acts on Discord. The audit log names the case. */
export function createExecutor({
  client,
  clock,
  takesMail = async () => false,
}: {
  readonly client: Client;
  readonly clock: Clock;
  /** Whether notices have a button to write to the moderators. Default: none does. */
  readonly takesMail?: ActionRun['takesMail'];
}): Executor {
  const deletions = createMessageDeletions({ rest: client.rest, clock });
  const bans = createBanLane(clock);
  return {
    execute: (action, context) =>
      runAction({ client, clock, action, context }, async (guild, endsAt) => {
        const { send, lengthSeconds } = ACTIONS[action.kind];
        const isLimited = lengthSeconds?.(action, context.policy) !== undefined;
        const detail = await send({
          guild,
          action,
          context,
          reason: auditReason(guild, context),
          endsAt,
          now: clock.now(),
          deletions,
          bans,
          actions: ACTIONS,
          takesMail,
        });
        return {
          status: 'done',
          at: clock.now(),
          ...(detail === undefined ? {} : { detail }),
          ...(isLimited ? { until: endsAt } : {}),
        };
      }),
  };
}

/** Changes nothing on Discord. Records whether each action would have succeeded, or why not. */
export function createWatchExecutor({ client, clock }: { client: Client; clock: Clock }): Executor {
  return {
    execute: (action, context) =>
      runAction({ client, clock, action, context }, () =>
        Promise.resolve({ status: 'watched', at: clock.now() }),
      ),
  };
}
