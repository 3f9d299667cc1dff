import {
  RESTJSONErrorCodes,
  type Client,
  type Guild,
  type GuildTextBasedChannel,
} from 'discord.js';
import type { Clock } from '../../lib/clock.ts';
import { errorMessage } from '../../lib/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { render } from '../../locales/message.ts';
import { translator } from '../../locales/translate.ts';
import type { Refusal } from '../../moderation/effects.ts';
import type { Policy } from '../../moderation/policy.ts';
import type {
  AlertResult,
  AlertPost,
  Alerts,
  Policies,
  Unavailable,
} from '../../moderation/ports.ts';
import { commandMentions } from '../command-mentions.ts';
import { caseButtons } from './alert-buttons.ts';
import { alertEmbed, alertFooter, avatarOf } from './alert-embed.ts';
import { refreshKeywordAlert } from './alert-refresh.ts';
import { botRoleName, guildAvailability, SERVER_UNAVAILABLE } from '../actions/action-context.ts';
import { classifyError } from '../rest/classify-error.ts';
import { findPost } from '../rest/find-post.ts';
import { moderatorChannelOf, type ModeratorChannel } from './moderator-channel.ts';
import { explainRefusal } from '../actions/explain-api-error.ts';
import { editMessage, nonceOf, postMessage } from '../rest/rest.ts';
import { refusal } from '../actions/refusals.ts';
import { createRenderer, serverLanguage, serverRenderer } from '../renderer.ts';
import { truncate } from '../sanitize.ts';

export interface AlertsDeps {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
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
  const { client, policies, clock, logger } = deps;
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

  async function postIn(
    channel: GuildTextBasedChannel,
    { cases, policy }: AlertPost,
  ): Promise<AlertResult> {
    const [{ record, text }] = cases;
    const renderer = serverRenderer(channel.guild, policy);
    const { t } = renderer;
    const embed = alertEmbed(
      renderer,
      { record, policy, text },
      avatarOf(client, record.author.id),
    );
    const nonce = nonceOf('alert', record);
    const components = caseButtons(t, record);
    const body = { embeds: [embed], components, nonce, enforce_nonce: true };
    const { channel_id: channelId, id: messageId } = await postMessage(
      client.rest,
      channel.id,
      body,
    );
    return { outcome: { status: 'done', at: clock.now() }, alert: { channelId, messageId } };
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

    async find({ cases, policy }) {
      const [{ record }] = cases;
      if (guildAvailability(client, record.guildId).kind === 'away') {
        return { status: 'unavailable', reason: SERVER_UNAVAILABLE };
      }
      const result = usableChannel(record.guildId, policy);
      if (result?.kind !== 'found') return null;
      const { channel } = result;
      const { t } = serverRenderer(channel.guild, policy);
      try {
        const existing = await findPost(client, channel.id, {
          footers: cases.map((each) => alertFooter(t, each.record)),
          sinceMs: Math.min(...cases.map((each) => each.record.openedAt)),
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

    async refresh(place, { cases, policy }) {
      const [{ record, text }] = cases;
      const { guildId, number, author } = record;
      const language = serverLanguage(client.guilds.cache.get(guildId), policy);
      const renderer = createRenderer(translator(language), commandMentions(client, guildId));
      try {
        if (place.messageId === record.alert?.messageId) {
          const avatarUrl = avatarOf(client, author.id);
          await editMessage(client.rest, place, {
            embeds: [alertEmbed(renderer, { record, policy, text }, avatarUrl)],
            components: caseButtons(renderer.t, record),
          });
        } else {
          await refreshKeywordAlert(client.rest, renderer, { place, record });
        }
        return { status: 'done', at: clock.now() };
      } catch (error) {
        const failure = classifyError(error);
        if (failure.kind === 'unavailable') {
          return { status: 'unavailable', reason: failure.reason };
        }
        if (GONE.has(failure.code)) return { status: 'gone' };
        const { code, answer } = failure;
        logger.warn({ guildId, case: number, code, answer }, 'could not refresh an alert');
        const channel = client.channels.cache.get(place.channelId);
        const inGuild = channel === undefined || channel.isDMBased() ? null : channel;
        const explanation = explainRefusal(failure, {
          effect: 'alert',
          permission: 'SendMessages',
          botRole: inGuild === null ? '' : botRoleName(inGuild.guild),
          channel: inGuild?.name ?? place.channelId,
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
