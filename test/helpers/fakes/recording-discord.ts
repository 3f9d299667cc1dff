import { translator } from '../../../src/locales/translate.ts';
import type { Case, DiscordAction } from '../../../src/moderation/case.ts';
import type { Outcome } from '../../../src/moderation/effects.ts';
import type {
  Alerts,
  EffectContext,
  Executor,
  Unavailable,
} from '../../../src/moderation/ports.ts';
import type { Undoer } from '../../../src/moderation/actions/moderator-action-ports.ts';

/** One requested effect. */
export interface Performed {
  readonly by: 'enforce' | 'shadow' | 'alerts' | 'undoer';
  readonly kind: DiscordAction['kind'] | 'alert';
  readonly messageId: string;
  readonly text: string | null;
  readonly resumed: boolean;
}

export interface RecordingDiscord {
  readonly executors: { enforce: Executor; shadow: Executor };
  readonly undoer: Undoer;
  readonly alerts: Alerts;
  readonly performed: Performed[];
  readonly announced: { guildId: string; text: string }[];
  /** The cases at each refresh of their alert. */
  readonly refreshed: Case[];
  /** If set, Discord is unavailable and nothing happens. */
  away: boolean;
}

/** A Discord that performs and records every effect. */
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
      async post({ cases, policy, resumed }) {
        const [{ record, text }] = cases;
        const outcome = perform('alerts', 'alert', { record, policy, text, resumed });
        if (outcome.status === 'unavailable') return outcome;
        return { outcome, alert: { channelId: '9', messageId: `9${record.number}` } };
      },
      async refresh(_place, { cases }) {
        if (discord.away) return unavailable;
        discord.refreshed.push(...cases.map(({ record }) => record));
        return { status: 'done', at: 1 };
      },
      async announce(guildId, text) {
        discord.announced.push({
          guildId,
          text: text(translator('en'), (command) => `/${command}`),
        });
      },
    },
    performed: [],
    undoer: {
      async undo({ kind }, { record, text, resumed }) {
        if (discord.away) return unavailable;
        const { messageId } = record;
        discord.performed.push({ by: 'undoer', kind, messageId, text, resumed });
        return { status: 'done', at: 1 };
      },
    },
    announced: [],
    refreshed: [],
    away: false,
  };
  return discord;
}
