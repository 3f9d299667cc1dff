import {
  RESTJSONErrorCodes,
  roleMention,
  type Client,
  type Guild,
  type GuildTextBasedChannel,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import { render } from '../../locales/message.ts';
import { translator } from '../../locales/translate.ts';
import type { Refusal } from '../../domain/effects.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { AlertResult, AlertPost, Alerts, Policies } from '../../domain/ports.ts';
import type { Unavailable } from '../../../shared/tasks/retry.ts';
import { commandMentions } from '../../rendering/command-mentions.ts';
import { alertButtons, detailsId } from './alert-buttons.ts';
import { alertEmbed } from './alert-embed.ts';
import { historyBefore, type CaseHistory } from './author-history.ts';
import { isMostSevere } from './severity.ts';
import { botRoleName, guildAvailability, SERVER_UNAVAILABLE } from '../../access/action-context.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { buttonIds, findPost } from '../../rest/find-post.ts';
import { moderatorChannelOf, type ModeratorChannel } from './moderator-channel.ts';
import { explainRefusal } from '../../acting/actions/explain-api-error.ts';
import { editMessage, nonceOf, postMessage } from '../../rest/rest.ts';
import { refusal } from '../../acting/actions/refusals.ts';
import {
  createRenderer,
  serverLanguage,
  serverRenderer,
  type Renderer,
} from '../../rendering/renderer.ts';
import { truncate } from '../../rendering/sanitize.ts';

export interface AlertsDeps {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  readonly cases: CaseHistory;
  /** `MODERATOR_CHANNEL`: an id or a name, for guilds without their own setting. */
  readonly moderatorChannel: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Discord's longest message. */
const MESSAGE_LENGTH = 2000;

/** The alert or its channel was deleted. */
const GONE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownChannel,
]);

export function createAlerts(deps: AlertsDeps): Alerts {
  const { client, policies, cases, clock, logger } = deps;
  /** Guilds without a usable channel. Each is logged once until it is fixed. */
  const guildsWithoutChannel = new Set<string>();

  function channelOf(guild: Guild, policy: Policy): ModeratorChannel {
    const result = moderatorChannelOf(guild, policy, deps.moderatorChannel);
    if (result.kind === 'found') {
      guildsWithoutChannel.delete(guild.id);
    } else if (!guildsWithoutChannel.has(guild.id)) {
      guildsWithoutChannel.add(guild.id);
      const t = translator('en');
      const reason = render(t, result.refusal.reason);
      const fix = render(t, result.refusal.fix);
      logger.warn({ guildId: guild.id, reason, fix }, 'no usable moderator channel');
    }
    return result;
  }

  function refused(reason: Refusal, code: number | null = null): AlertResult {
    return { outcome: { status: 'refused', at: clock.now(), code, ...reason }, alert: null };
  }

  async function postIn(channel: GuildTextBasedChannel, post: AlertPost): Promise<AlertResult> {
    const [{ record }] = post.cases;
    const roleIds = rolesToPing(post);
    const message = await postMessage(client.rest, channel.id, {
      // Mentions in an embed do not ping.
      ...(roleIds.length === 0 ? {} : { content: roleIds.map(roleMention).join(' '), roleIds }),
      ...(await bodyOf(serverRenderer(channel.guild, post.policy), post)),
      nonce: nonceOf('alert', record),
      enforce_nonce: true,
    });
    const alert = { channelId: message.channel_id, messageId: message.id };
    return { outcome: { status: 'done', at: clock.now() }, alert };
  }

  async function bodyOf(
    renderer: Renderer,
    post: AlertPost,
  ): Promise<Pick<RESTPostAPIChannelMessageJSONBody, 'embeds' | 'components'>> {
    const [{ record: first }, ...others] = post.cases;
    const records = [first, ...others.map(({ record }) => record)] as const;
    const history = await historyBefore(cases, first);
    return {
      embeds: [alertEmbed(renderer, post, { history })],
      components: alertButtons(renderer.t, records),
    };
  }

  /** The moderator channel; null: nothing can be posted there now. */
  function usableChannel(guildId: string, policy: Policy): ModeratorChannel | null {
    const availability = guildAvailability(client, guildId);
    return availability.kind === 'here' ? channelOf(availability.guild, policy) : null;
  }

  return {
    channelId(guildId, policy) {
      const result = usableChannel(guildId, policy);
      return result?.kind === 'found' ? result.channel.id : null;
    },

    hasNoChannel: (guildId, policy) => usableChannel(guildId, policy)?.kind === 'unusable',

    async find({ cases: shown, policy }) {
      const [{ record }] = shown;
      if (guildAvailability(client, record.guildId).kind === 'away') {
        return { status: 'unavailable', reason: SERVER_UNAVAILABLE };
      }
      const result = usableChannel(record.guildId, policy);
      if (result?.kind !== 'found') return null;
      const { channel } = result;
      const records = shown.map((each) => each.record);
      const ids = new Set(records.map(({ number }) => detailsId(number)));
      // Keyword alerts whose buttons were used show the same cases.
      const others = new Set(
        records.flatMap(({ keywordAlerts }) => keywordAlerts.map(({ messageId }) => messageId)),
      );
      try {
        const existing = await findPost(client, channel.id, {
          isWanted: (message) =>
            !others.has(message.id) && buttonIds(message).some((id) => ids.has(id)),
          sinceMs: Math.min(...records.map(({ openedAt }) => openedAt)),
        });
        return existing && { channelId: channel.id, messageId: existing.id };
      } catch (error) {
        const failure = classifyError(error);
        // Without the channel, there is no post.
        return failure.kind === 'refused'
          ? null
          : { status: 'unavailable', reason: failure.reason };
      }
    },

    async post(alert): Promise<AlertResult | Unavailable> {
      const [{ record }] = alert.cases;
      const availability = guildAvailability(client, record.guildId);
      if (availability.kind === 'left') return refused(refusal('botLeft'));
      if (availability.kind === 'away') {
        return { status: 'unavailable', reason: SERVER_UNAVAILABLE };
      }
      const { guild } = availability;
      const result = channelOf(guild, alert.policy);
      if (result.kind === 'unusable') return refused(result.refusal);
      try {
        return await postIn(result.channel, alert);
      } catch (error) {
        const failure = classifyError(error);
        if (failure.kind === 'unavailable') {
          return { status: 'unavailable', reason: failure.reason };
        }
        const explanation = explainRefusal(failure, {
          effect: 'alert',
          permission: 'SendMessages',
          botRole: botRoleName(guild),
          channel: result.channel.name,
        });
        return refused(explanation, failure.code);
      }
    },

    async refresh(place, post) {
      const [{ record }] = post.cases;
      const { guildId, number } = record;
      const guild = client.guilds.cache.get(guildId);
      const renderer = createRenderer(
        translator(serverLanguage(guild, post.policy)),
        commandMentions(client, guildId),
      );
      try {
        await editMessage(client.rest, place, await bodyOf(renderer, post));
        return { status: 'done', at: clock.now() };
      } catch (error) {
        const failure = classifyError(error);
        if (failure.kind === 'unavailable') {
          return { status: 'unavailable', reason: failure.reason };
        }
        if (GONE.has(failure.code)) return { status: 'gone' };
        const { code, answer } = failure;
        logger.warn({ guildId, case: number, code, answer }, 'could not refresh an alert');
        const explanation = explainRefusal(failure, {
          effect: 'alert',
          permission: 'SendMessages',
          botRole: guild === undefined ? '' : botRoleName(guild),
          channel: guild?.channels.cache.get(place.channelId)?.name ?? place.channelId,
        });
        return { status: 'refused', at: clock.now(), code, ...explanation };
      }
    },

    async announce(guildId, text, former): Promise<void> {
      try {
        const availability = guildAvailability(client, guildId);
        if (availability.kind !== 'here') return;
        const { guild } = availability;
        const policy = await policies.get(guildId);
        const { t, mention } = serverRenderer(guild, policy);
        const content = truncate(text(t, mention), MESSAGE_LENGTH);
        const results = [policy, ...(former === undefined ? [] : [former])].map((each) =>
          channelOf(guild, each),
        );
        const channelIds = results.flatMap((result) =>
          result.kind === 'found' ? [result.channel.id] : [],
        );
        await Promise.all(
          [...new Set(channelIds)].map((id) => postMessage(client.rest, id, { content })),
        );
      } catch (error) {
        logger.warn(
          { guildId, reason: errorMessage(error) },
          'could not post in the moderator channel',
        );
      }
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
