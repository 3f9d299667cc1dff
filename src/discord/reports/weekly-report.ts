import type { Client } from 'discord.js';
import type { CaseSpan, CaseStatistics } from '../../moderation/figures/case-figures.ts';
import type { Policies } from '../../moderation/ports.ts';
import { guildAvailability } from '../actions/action-context.ts';
import { serverRenderer } from '../renderer.ts';
import { findPost, hasFooter } from '../rest/find-post.ts';
import { postMessage } from '../rest/rest.ts';
import { figuresEmbed } from './figures-embed.ts';
import { moderatorChannelOf } from '../alerts/moderator-channel.ts';

/**
 * Posts a server's figures of a span in its moderator channel, where alerts about every channel are posted. `isRetry`: an
 * earlier attempt may have posted it. False: there is no usable channel. Throws when Discord does not answer.
 */
export type PostReport = (
  guildId: string,
  report: { readonly span: CaseSpan; readonly isRetry: boolean },
) => Promise<boolean>;

export function createReportPoster({
  client,
  policies,
  statistics,
  moderatorChannel,
}: {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  readonly statistics: Pick<CaseStatistics, 'figures'>;
  readonly moderatorChannel: string;
}): PostReport {
  return async (guildId, { span, isRetry }) => {
    const availability = guildAvailability(client, guildId);
    if (availability.kind !== 'here') return false;
    const { guild } = availability;
    const policy = await policies.get(guildId);
    const result = moderatorChannelOf(guild, policy, moderatorChannel);
    if (result.kind === 'unusable') return false;
    const { t } = serverRenderer(guild, policy);
    const { timeZone } = policy;
    const day = new Intl.DateTimeFormat(t.language, { dateStyle: 'long', timeZone });
    const footer = t('stats:reply.report.footer', { date: day.format(span.toMs) });
    const { id: channelId } = result.channel;
    if (
      isRetry &&
      (await findPost(client, channelId, { isWanted: hasFooter(footer), sinceMs: span.toMs })) !==
        null
    ) {
      return true;
    }
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
