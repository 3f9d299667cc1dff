import { DateTime } from 'luxon';
import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import type { CaseStatistics } from '../../domain/figures/case-figures.ts';
import { hasFooter } from '../../rest/find-post.ts';
import { moderatorPlace, type PlaceDeps } from '../place.ts';
import { figuresEmbed } from '../reports/figures-embed.ts';
import { DONE, tryLater, type ScheduledPost } from './scheduled-post.ts';

/** On Mondays, in the server's time zone. */
const HOUR = 9;

/** A server's figures for a week. Covers every channel, as the alerts in the same moderator channel do. */
export function createWeeklyReport(
  deps: PlaceDeps & { readonly statistics: Pick<CaseStatistics, 'figures'>; readonly clock: Clock },
): ScheduledPost {
  const { policies, statistics, clock } = deps;
  return {
    sameWithinMs: 2 * DAY_MS,
    async dueAt(guildId) {
      const { weeklyReportSince, timeZone } = await policies.get(guildId);
      if (weeklyReportSince === null) return null;
      const due = lastMonday(clock.now(), timeZone).toMillis();
      return due <= weeklyReportSince ? null : due;
    },
    post: {
      name: 'weekly report',
      pauseMs: 0,
      isEdited: false,
      async load({ guildId, revision: toMs }) {
        const { target, policy, renderer, guild } = moderatorPlace(guildId, {
          ...deps,
          policy: await deps.policies.get(guildId),
        });
        if (guild === null && target.kind === 'unusable') return DONE;
        const { timeZone } = policy;
        const { t } = renderer;
        const day = new Intl.DateTimeFormat(t.language, { dateStyle: 'long', timeZone });
        const footer = t('stats:reply.report.footer', { date: day.format(toMs) });
        const fromMs = DateTime.fromMillis(toMs, { zone: timeZone }).minus({ weeks: 1 }).toMillis();
        const span = { fromMs, toMs };
        return {
          urgency: null,
          target,
          isSame: hasFooter(footer),
          async body() {
            const figures = await statistics.figures(guildId, {
              ...span,
              canSee: null,
              timeZone,
            });
            const title = t('stats:reply.report.title');
            return {
              embeds: [{ title, ...figuresEmbed(t, { figures, span }), footer: { text: footer } }],
            };
          },
          shown: () => DONE,
          unusable: () => tryLater(clock),
        };
      },
    },
  };
}

/** The latest Monday at nine. */
function lastMonday(nowMs: number, timeZone: string): DateTime {
  const now = DateTime.fromMillis(nowMs, { zone: timeZone });
  const due = now.startOf('week').set({ hour: HOUR });
  return due <= now ? due : due.minus({ weeks: 1 });
}
