import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponent,
} from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import type { CaseSpan } from '../../domain/figures/case-figures.ts';
import { casesWithin, countEffects } from '../../domain/figures/effect-counts.ts';
import type { Cases } from '../../domain/ports.ts';
import { serverRenderer } from '../../rendering/renderer.ts';
import { findPost, hasFooter } from '../../rest/find-post.ts';
import { postMessage } from '../../rest/rest.ts';
import { effectLines } from '../alerts/effect-lines.ts';
import { reportPlaceOf, type ReportPlaceDeps } from './report-place.ts';

/** Custom ids are `watch-over:<mode>`. */
export const WATCH_OVER = 'watch-over';

/** Bounds what is read for one report. */
const MAX_CASES = 5_000;

/**
 * Posts what the bot would have done in a span in which it only watched. `day`: nothing is posted if that is nothing. `week`:
 * the time to watch is over, and buttons offer to act. `isRetry`: an earlier attempt may have posted it. False: there is no
 * usable channel. Throws when Discord does not answer.
 */
export type PostWatchReport = (
  guildId: string,
  report: { readonly of: 'day' | 'week'; readonly span: CaseSpan; readonly isRetry: boolean },
) => Promise<boolean>;

export function createWatchReportPoster(
  deps: ReportPlaceDeps & { readonly cases: Pick<Cases, 'list'> },
): PostWatchReport {
  const { client, cases } = deps;
  return async (guildId, { of, span, isRetry }) => {
    const place = await reportPlaceOf(guildId, deps);
    if (place === null) return false;
    const { guild, policy, channelId } = place;
    const all = await casesWithin(cases, guildId, { ...span, max: MAX_CASES });
    const watched = all.filter(({ mode }) => mode === 'watch');
    if (of === 'day' && watched.length === 0) return true;
    const { t, mention } = serverRenderer(guild, policy);
    const day = new Intl.DateTimeFormat(t.language, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: policy.timeZone,
    });
    const footer = t(`watching:${of}.footer`, { date: day.format(span.toMs) });
    const isThis = { isWanted: hasFooter(footer), sinceMs: span.toMs };
    if (isRetry && (await findPost(client, channelId, isThis)) !== null) return true;
    const counts = countEffects(watched.map(({ steps }) => steps.map(({ effect }) => effect)));
    await postMessage(client.rest, channelId, {
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
      nonce: `d${BigInt(guildId).toString(36)}-${Math.floor(span.toMs / 60_000).toString(36)}`,
      enforce_nonce: true,
    });
    return true;
  };
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
