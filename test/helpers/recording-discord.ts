import type { Case, Deed } from '../../src/moderation/case.ts';
import type { Outcome } from '../../src/moderation/effects.ts';
import type { Alerts, EffectContext, Executor, Unavailable } from '../../src/moderation/ports.ts';
import type { Reverser } from '../../src/moderation/ruling-ports.ts';

/** One effect as it was asked for. */
export interface Performed {
  readonly by: 'enforce' | 'shadow' | 'alerts' | 'reverser';
  readonly kind: Deed['kind'] | 'alert';
  readonly messageId: string;
  readonly text: string | null;
  readonly resumed: boolean;
}

export interface RecordingDiscord {
  readonly executors: { enforce: Executor; shadow: Executor };
  readonly reverser: Reverser;
  readonly alerts: Alerts;
  readonly performed: Performed[];
  readonly announced: { guildId: string; text: string }[];
  /** Cases as their alerts show them, each time they were refreshed. */
  readonly refreshed: Case[];
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
      async refresh(record) {
        if (discord.away) return unavailable;
        discord.refreshed.push(record);
        return null;
      },
      async announce(guildId, text) {
        discord.announced.push({ guildId, text });
      },
    },
    performed: [],
    reverser: {
      async reverse({ kind }, { record, text, resumed }) {
        if (discord.away) return unavailable;
        const { messageId } = record;
        discord.performed.push({ by: 'reverser', kind, messageId, text, resumed });
        return { status: 'done', at: 1 };
      },
    },
    announced: [],
    refreshed: [],
    away: false,
  };
  return discord;
}
