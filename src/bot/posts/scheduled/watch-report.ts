import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponent,
} from 'discord.js';
import { DateTime } from 'luxon';
import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import { casesWithin, countEffects } from '../../domain/figures/effect-counts.ts';
import type { Cases } from '../../domain/ports.ts';
import type { Translate } from '../../locales/translate.ts';
import { hasFooter } from '../../rest/find-post.ts';
import { effectLines } from '../alerts/effect-lines.ts';
import { moderatorPlace, type PlaceDeps } from '../place.ts';
import { DONE, tryLater, type ScheduledPost } from './scheduled-post.ts';

/** Custom ids are `watch-over:<mode>`. */
export const WATCH_OVER = 'watch-over';

/** In the server's time zone. */
const HOUR = 9;
/** The most cases that are read for a report. */
const MAX_CASES = 5_000;

type WatchReportDeps = PlaceDeps & { readonly cases: Pick<Cases, 'list'>; readonly clock: Clock };

/** A daily report while a server only watches: what the bot would have done, if anything. */
export function createWatchReport(deps: WatchReportDeps): ScheduledPost {
  return {
    sameWithinMs: DAY_MS / 2,
    async dueAt(guildId) {
      const { mode, timeZone } = await deps.policies.get(guildId);
      return mode === 'watch' ? lastNine(deps.clock.now(), timeZone) : null;
    },
    post: reportOf('day', deps),
  };
}

/** The same at the end of the time for which a server wanted to watch. Buttons offer to switch to acting. */
export function createWatchResult(deps: WatchReportDeps): ScheduledPost {
  return {
    sameWithinMs: DAY_MS / 2,
    async dueAt(guildId) {
      const { mode, watchOnlyUntil } = await deps.policies.get(guildId);
      return mode === 'watch' && watchOnlyUntil !== null && watchOnlyUntil <= deps.clock.now()
        ? watchOnlyUntil
        : null;
    },
    post: reportOf('week', deps),
  };
}

function reportOf(of: 'day' | 'week', deps: WatchReportDeps): ScheduledPost['post'] {
  const { cases, clock } = deps;
  return {
    name: of === 'day' ? 'watch report' : 'watch result',
    pauseMs: 0,
    isEdited: false,
    async load({ guildId, revision: toMs }) {
      const { target, policy, renderer, guild } = moderatorPlace(guildId, {
        ...deps,
        policy: await deps.policies.get(guildId),
      });
      const hasLeft = guild === null && target.kind === 'unusable';
      if (hasLeft || policy.mode !== 'watch') return DONE;
      const fromMs = toMs - (of === 'day' ? DAY_MS : 7 * DAY_MS);
      const all = await casesWithin(cases, guildId, { fromMs, toMs, max: MAX_CASES });
      const watched = all.filter(({ mode }) => mode === 'watch');
      if (of === 'day' && watched.length === 0) return DONE;
      const { t, mention } = renderer;
      const date = new Intl.DateTimeFormat(t.language, {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: policy.timeZone,
      }).format(toMs);
      const footer = t(`watching:${of}.footer`, { date });
      const counts = countEffects(watched.map(({ steps }) => steps.map(({ effect }) => effect)));
      return {
        urgency: null,
        target,
        isSame: hasFooter(footer),
        body: () => ({
          embeds: [
            {
              title: t(`watching:${of}.title`),
              description: [
                t('watching:cases', { count: watched.length }),
                effectLines(t, counts),
                t(`watching:${of}.next`, { command: mention('moderation mode') }),
              ].join('\n\n'),
              footer: { text: footer },
            },
          ],
          components: of === 'week' ? [choices(t)] : [],
        }),
        shown: () => DONE,
        unusable: () => tryLater(clock),
      };
    },
  };
}

/** The latest nine o'clock. */
function lastNine(nowMs: number, timeZone: string): number {
  const now = DateTime.fromMillis(nowMs, { zone: timeZone });
  const due = now.startOf('day').set({ hour: HOUR });
  return (due <= now ? due : due.minus({ days: 1 })).toMillis();
}

function choices(t: Translate): APIActionRowComponent<APIButtonComponent> {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.Button,
        style: ButtonStyle.Primary,
        label: t('watching:week.act'),
        custom_id: `${WATCH_OVER}:enforce`,
      },
      {
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: t('watching:week.stay'),
        custom_id: `${WATCH_OVER}:watch`,
      },
    ],
  };
}
