import type { Client } from 'discord.js';
import type { Clock } from '../lib/clock.ts';
import type { Executor } from '../moderation/ports.ts';
import { carryOut } from './carry-out.ts';

/** Does nothing, and records what would have come of it: that it would have been done, or why not. */
export function createShadowExecutor({
  client,
  clock,
}: {
  client: Client;
  clock: Clock;
}): Executor {
  return {
    execute: (action, context) =>
      carryOut({ client, clock, action, context }, () =>
        Promise.resolve({ status: 'shadowed', at: clock.now() }),
      ),
  };
}
