import type { Action, Outcome } from '../../src/moderation/effects.ts';
import type { Alerts, EffectContext, Executor, Unavailable } from '../../src/moderation/ports.ts';

/** One effect as it was asked for. */
export interface Performed {
  readonly by: 'enforce' | 'shadow' | 'alerts';
  readonly kind: Action['kind'] | 'alert';
  readonly messageId: string;
  readonly text: string | null;
  readonly resumed: boolean;
}

export interface RecordingDiscord {
  readonly executors: { enforce: Executor; shadow: Executor };
  readonly alerts: Alerts;
  readonly performed: Performed[];
  readonly announced: { guildId: string; text: string }[];
  /** Set: nothing is done, Discord is away. */
  away: boolean;
}

/** A Discord that does everything it is asked and writes it down. */
export function createRecordingDiscord(): RecordingDiscord {
  const unavailable: Unavailable = { status: 'unavailable', reason: 'Discord is away.' };

  function perform(
    by: Performed['by'],
    kind: Performed['kind'],
    { record, text, resumed }: EffectContext,
  ): Outcome | Unavailable {
    if (discord.away) return unavailable;
    discord.performed.push({ by, kind, messageId: record.messageId, text, resumed });
    return by === 'shadow' ? { status: 'shadowed', at: 1 } : { status: 'done', at: 1 };
  }

  const discord: RecordingDiscord = {
    executors: {
      enforce: { execute: async ({ kind }, context) => perform('enforce', kind, context) },
      shadow: { execute: async ({ kind }, context) => perform('shadow', kind, context) },
    },
    alerts: {
      async post(context) {
        const outcome = perform('alerts', 'alert', context);
        if (outcome.status === 'unavailable') return outcome;
        return { outcome, alert: { channelId: '9', messageId: `9${context.record.number}` } };
      },
      async announce(guildId, text) {
        discord.announced.push({ guildId, text });
      },
    },
    performed: [],
    announced: [],
    away: false,
  };
  return discord;
}
