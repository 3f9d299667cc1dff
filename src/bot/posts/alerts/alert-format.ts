import { roleMention, type Client } from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import { botRoleName, guildAvailability } from '../../access/action-context.ts';
import { explainRefusal } from '../../acting/actions/explain-api-error.ts';
import { refusal as refusalOf } from '../../acting/actions/refusals.ts';
import type { AlertPost } from '../../domain/ports.ts';
import { buttonIds } from '../../rest/find-post.ts';
import { moderatorPlace } from '../place.ts';
import { alertButtons, detailsId } from './alert-buttons.ts';
import { alertEmbed } from './alert-embed.ts';
import type { AlertFormat } from './alert-post.ts';
import { historyBefore, type CaseHistory } from './author-history.ts';
import { moderatorChannelOf } from './moderator-channel.ts';
import { isMostSevere } from './severity.ts';

/** Alerts in the server's moderator channel. */
export function createAlertFormat(deps: {
  readonly client: Client;
  readonly cases: CaseHistory;
  readonly moderatorChannel: string;
  readonly clock: Clock;
}): AlertFormat {
  const { client, cases, clock } = deps;
  const placeOf = ({ cases: [{ record }], policy }: AlertPost) =>
    moderatorPlace(record.guildId, { ...deps, policy });

  return {
    target: (alert) => placeOf(alert).target,

    async body(alert) {
      const { renderer } = placeOf(alert);
      const [{ record: first }, ...others] = alert.cases;
      const records = [first, ...others.map(({ record }) => record)] as const;
      const history = await historyBefore(cases, first);
      const roleIds = rolesToPing(alert);
      return {
        // Mentions in an embed do not ping.
        ...(roleIds.length === 0 ? {} : { content: roleIds.map(roleMention).join(' '), roleIds }),
        embeds: [alertEmbed(renderer, alert, { history })],
        components: alertButtons(renderer.t, records),
      };
    },

    isSame(alert, message) {
      const records = alert.cases.map(({ record }) => record);
      const ids = new Set(records.map(({ number }) => detailsId(number)));
      // Keyword alerts whose buttons were used show the same cases.
      const isOther = records.some(({ keywordAlerts }) =>
        keywordAlerts.some(({ messageId }) => messageId === message.id),
      );
      return !isOther && buttonIds(message).some((id) => ids.has(id));
    },

    refused({ cases: [{ record }], policy }, refusal, place) {
      const at = clock.now();
      const availability = guildAvailability(client, record.guildId);
      const guild = client.guilds.cache.get(record.guildId);
      if (guild === undefined || availability.kind === 'left') {
        return { status: 'refused', at, code: null, ...refusalOf('botLeft') };
      }
      const result = moderatorChannelOf(guild, policy, deps.moderatorChannel);
      if (refusal === null && result.kind === 'unusable') {
        return { status: 'refused', at, code: null, ...result.refusal };
      }
      const { code, answer } = refusal ?? { code: 0, answer: '' };
      const channelId =
        place?.channelId ??
        (result.kind === 'found' ? result.channel.id : policy.moderatorChannelId);
      const explained = explainRefusal(
        { kind: 'refused', code, answer },
        {
          effect: 'alert',
          permission: 'SendMessages',
          botRole: botRoleName(guild),
          channel: guild.channels.cache.get(channelId ?? '')?.name ?? channelId ?? '',
        },
      );
      return { status: 'refused', at, code, ...explained };
    },
  };
}

/** The roles that the server has chosen for the most severe alerts, and for those about keywords. */
function rolesToPing({ cases, policy }: AlertPost): string[] {
  const records = cases.map(({ record }) => record);
  const roles = new Set([
    isMostSevere(records) ? policy.alerts.roleId : null,
    records.some(({ keywords }) => keywords.length > 0) ? policy.keywords.roleId : null,
  ]);
  return [...roles].filter((roleId) => roleId !== null);
}
