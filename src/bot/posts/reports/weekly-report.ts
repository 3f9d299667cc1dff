import type { CaseSpan, CaseStatistics } from '../../domain/figures/case-figures.ts';
import { serverRenderer } from '../../rendering/renderer.ts';
import { findPost, hasFooter } from '../../rest/find-post.ts';
import { postMessage } from '../../rest/rest.ts';
import { figuresEmbed } from './figures-embed.ts';
import { reportPlaceOf, type ReportPlaceDeps } from './report-place.ts';

/**
 * Posts a server's figures of a span in its moderator channel, where alerts about every channel are posted. `isRetry`: an
 * earlier attempt may have posted it. False: there is no usable channel. Throws when Discord does not answer.
 */
export type PostReport = (
  guildId: string,
  report: { readonly span: CaseSpan; readonly isRetry: boolean },
) => Promise<boolean>;

export function createReportPoster(
  deps: ReportPlaceDeps & { readonly statistics: Pick<CaseStatistics, 'figures'> },
): PostReport {
  const { client, statistics } = deps;
  return async (guildId, { span, isRetry }) => {
    const place = await reportPlaceOf(guildId, deps);
    if (place === null) return false;
    const { guild, policy, channelId } = place;
    const { t } = serverRenderer(guild, policy);
    const { timeZone } = policy;
    const day = new Intl.DateTimeFormat(t.language, { dateStyle: 'long', timeZone });
    const footer = t('stats:reply.report.footer', { date: day.format(span.toMs) });
    const isThis = { isWanted: hasFooter(footer), sinceMs: span.toMs };
    if (isRetry && (await findPost(client, channelId, isThis)) !== null) return true;
    const figures = await statistics.figures(guildId, { ...span, channelIds: null, timeZone });
    await postMessage(client.rest, channelId, {
      embeds: [
        {
          title: t('stats:reply.report.title'),
          ...figuresEmbed(t, { figures, span }),
          footer: { text: footer },
        },
      ],
      // Discord compares nonces across all servers.
      nonce: `w${BigInt(guildId).toString(36)}-${Math.floor(span.toMs / 3_600_000).toString(36)}`,
      enforce_nonce: true,
    });
    return true;
  };
}
