import type { Leases } from '../../leases/leases.ts';
import type { Clock } from '../../../shared/clock.ts';
import { startSchedule } from '../../../shared/tasks/schedule.ts';
import { webhookStateSchema, type WebhookState } from '../../domain/webhook-state.ts';
import { TOPICS } from '../../leases/topic-names.ts';

const TELL_INTERVAL_MS = 15_000;
/** Another process's state is forgotten after this time. */
const KEEP_MS = 60_000;

/** One process registers the bot's address, and tells the others whether that worked. */
export function shareWebhookState(deps: {
  readonly leases: Leases;
  /** Null: this process does not register the address. */
  readonly own: () => WebhookState | null;
  readonly clock: Clock;
}): {
  /** Null: not known. */
  state(): WebhookState | null;
  stop(): Promise<void>;
} {
  const { leases, own, clock } = deps;
  let told: { readonly state: WebhookState; readonly at: number } | null = null;

  const unsubscribe = leases.subscribe(TOPICS.webhookState, (text) => {
    told = { state: webhookStateSchema.parse(JSON.parse(text)), at: clock.now() };
  });
  const telling = leases.isShared
    ? startSchedule({ intervalMs: TELL_INTERVAL_MS, clock }, async () => {
        const state = own();
        if (state !== null) await leases.publish(TOPICS.webhookState, JSON.stringify(state));
      })
    : null;

  return {
    state() {
      const current = own();
      if (current !== null) return current;
      return told !== null && clock.now() - told.at < KEEP_MS ? told.state : null;
    },
    async stop() {
      unsubscribe();
      await telling?.stop();
    },
  };
}
