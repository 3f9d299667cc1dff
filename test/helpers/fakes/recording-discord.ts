import { translator } from '../../../src/bot/locales/translate.ts';
import type { Case, DiscordAction, MessageRef } from '../../../src/bot/domain/case.ts';
import type { Outcome } from '../../../src/bot/domain/effects.ts';
import type {
  AlertCase,
  AlertPost,
  EffectContext,
  Executor,
  ModeratorChannels,
} from '../../../src/bot/domain/ports.ts';
import type { Unavailable } from '../../../src/shared/tasks/retry.ts';
import type { IncidentView } from '../../../src/bot/domain/incidents/incident-ports.ts';
import type { PostFormat } from '../../../src/bot/outbox/post-kind.ts';
import type { Undoer } from '../../../src/bot/domain/actions/moderator-action-ports.ts';

/** A requested effect. */
export interface Performed {
  readonly by: 'enforce' | 'watch' | 'alerts' | 'undoer';
  readonly kind: DiscordAction['kind'] | 'alert';
  readonly messageId: string;
  readonly text: string | null;
  readonly resumed: boolean;
}

/** The moderator channel, and a record of its alerts. */
export interface FakeAlerts extends ModeratorChannels {
  /** The alert of one of these cases. */
  find(alert: AlertPost): Promise<MessageRef | null | Unavailable>;
  post(
    alert: AlertPost,
  ): Promise<{ readonly outcome: Outcome; readonly alert: MessageRef | null } | Unavailable>;
  refresh(place: MessageRef, alert: AlertPost): Promise<Outcome | { status: 'gone' } | Unavailable>;
}

export interface RecordingDiscord {
  readonly executors: { enforce: Executor; watch: Executor };
  readonly undoer: Undoer;
  readonly alerts: FakeAlerts;
  readonly incidentFormat: PostFormat<IncidentView>;
  /** The contents of the incidents' posts, oldest first. */
  readonly incidentViews: IncidentView[];
  readonly performed: Performed[];
  readonly announced: { guildId: string; text: string }[];
  /** The cases at each refresh of their alert. */
  readonly refreshed: Case[];
  /** The alerts, oldest first, with the numbers of their cases. */
  readonly posts: { readonly id: string; readonly first: number; shown: number[] }[];
  /** The id of the alert that shows this case first. By default it looks too old to be joined. */
  newPostId: (record: Case) => string;
  /** The channel of alerts. */
  alertChannel: string;
  /** The ids of alerts that somebody deleted. */
  readonly deleted: Set<string>;
  /** The cases whose alert was searched for. */
  readonly searched: number[][];
  /** If set, Discord is unavailable and nothing happens. */
  away: boolean;
}

const numberOf = ({ record }: AlertCase): number => record.number;

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
    return by === 'watch' ? { status: 'watched', at: 1 } : { status: 'done', at: 1 };
  }

  const discord: RecordingDiscord = {
    executors: {
      enforce: { execute: async ({ kind }, context) => perform('enforce', kind, context) },
      watch: { execute: async ({ kind }, context) => perform('watch', kind, context) },
    },
    alerts: {
      channelId: () => discord.alertChannel,
      hasNoChannel: () => false,
      async find({ cases }) {
        if (discord.away) return unavailable;
        const numbers = cases.map(({ record }) => record.number);
        discord.searched.push(numbers);
        const post = discord.posts.find(({ first }) => numbers.includes(first));
        return post === undefined ? null : { channelId: discord.alertChannel, messageId: post.id };
      },
      async post({ cases, policy }) {
        if (discord.away) return unavailable;
        const [{ record: first }] = cases;
        const id = discord.newPostId(first);
        discord.posts.push({ id, first: first.number, shown: cases.map(numberOf) });
        for (const { record, text } of cases) {
          perform('alerts', 'alert', { record, policy, text, resumed: false });
        }
        const alert = { channelId: discord.alertChannel, messageId: id };
        return { outcome: { status: 'done', at: 1 }, alert };
      },
      async refresh(place, { cases, policy }) {
        if (discord.away) return unavailable;
        if (discord.deleted.has(place.messageId)) return { status: 'gone' };
        const post = discord.posts.find(({ id }) => id === place.messageId);
        for (const { record, text } of cases) {
          if (post === undefined || post.shown.includes(record.number)) continue;
          perform('alerts', 'alert', { record, policy, text, resumed: false });
        }
        if (post !== undefined) post.shown = cases.map(numberOf);
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
    incidentFormat: {
      target: () => ({ kind: 'channel', channelId: discord.alertChannel }),
      body(view) {
        discord.incidentViews.push(view);
        return { content: `incident ${view.incident.number}` };
      },
      isSame: ({ incident }, { content }) => content === `incident ${incident.number}`,
    },
    incidentViews: [],
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
    posts: [],
    newPostId: ({ number }) => `9${number}`,
    alertChannel: '9',
    deleted: new Set(),
    searched: [],
    refreshed: [],
    away: false,
  };
  return discord;
}
