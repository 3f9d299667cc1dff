import {
  RESTJSONErrorCodes,
  type APIMessage,
  type Client,
  type Guild,
  type GuildTextBasedChannel,
} from 'discord.js';
import type { Clock } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import type { Policy } from '../moderation/policy.ts';
import type {
  AlertResult,
  Alerts,
  EffectContext,
  Policies,
  Unavailable,
} from '../moderation/ports.ts';
import { caseButtons } from './alert-buttons.ts';
import { alertEmbed, alertFooter } from './alert-embed.ts';
import { refreshAlert } from './alert-refresh.ts';
import { avatarOf } from './avatar.ts';
import { botRoleName, whereaboutsOf } from './facts.ts';
import { failureOf } from './failure.ts';
import { findPost } from './find-post.ts';
import { moderatorChannelOf, type ModeratorChannel } from './moderator-channel.ts';
import { nonceOf } from './nonce.ts';
import { explain } from './refusals.ts';
import { postMessage } from './rest.ts';
import { truncate } from './text.ts';
import { details, refusals, SERVER_AWAY, type Refusal } from './texts.ts';

export interface AlertsDeps {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  /** `MODERATOR_CHANNEL`: an id or a name, for guilds that have set no channel. */
  readonly moderatorChannel: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Discord's longest message. */
const MESSAGE_LENGTH = 2000;

/** The alert was deleted, or its channel was. */
const GONE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownChannel,
]);

export function createAlerts(deps: AlertsDeps): Alerts {
  const { client, policies, clock, logger } = deps;
  /** Guilds that were logged as having no usable channel; a line each is enough until it is mended. */
  const troubled = new Set<string>();

  function channelOf(guild: Guild, policy: Policy): ModeratorChannel {
    const found = moderatorChannelOf(guild, policy, deps.moderatorChannel);
    if (found.kind === 'found') {
      troubled.delete(guild.id);
    } else if (!troubled.has(guild.id)) {
      troubled.add(guild.id);
      logger.warn({ guildId: guild.id, ...found.refusal }, 'no usable moderator channel');
    }
    return found;
  }

  function refused(refusal: Refusal, code: number | null = null): AlertResult {
    return { outcome: { status: 'refused', at: clock.now(), code, ...refusal }, alert: null };
  }

  function standing(
    { channel_id: channelId, id: messageId }: APIMessage,
    detail?: string,
  ): AlertResult {
    const at = clock.now();
    return {
      outcome: detail === undefined ? { status: 'done', at } : { status: 'done', at, detail },
      alert: { channelId, messageId },
    };
  }

  async function postIn(
    channel: GuildTextBasedChannel,
    context: EffectContext,
  ): Promise<AlertResult> {
    const { record } = context;
    if (context.resumed) {
      const posted = await findPost(client, channel.id, {
        footer: alertFooter(record),
        sinceMs: record.openedAt,
      });
      if (posted !== null) return standing(posted, details.postedAlready);
    }
    const embed = alertEmbed(context, avatarOf(client, record.author.id));
    const nonce = nonceOf('alert', record);
    const body = { embeds: [embed], components: caseButtons(record), nonce, enforce_nonce: true };
    return standing(await postMessage(client.rest, channel.id, body));
  }

  return {
    async post(context): Promise<AlertResult | Unavailable> {
      const whereabouts = whereaboutsOf(client, context.record.guildId);
      if (whereabouts.kind === 'left') return refused(refusals.botLeft);
      if (whereabouts.kind === 'away') return { status: 'unavailable', reason: SERVER_AWAY };
      const { guild } = whereabouts;
      const found = channelOf(guild, context.policy);
      if (found.kind === 'unusable') return refused(found.refusal);
      try {
        return await postIn(found.channel, context);
      } catch (error) {
        const failure = failureOf(error);
        if (failure.kind === 'unavailable') {
          return { status: 'unavailable', reason: failure.reason };
        }
        const explanation = explain(failure, {
          effect: 'alert',
          permission: 'SendMessages',
          botRole: botRoleName(guild),
          channel: found.channel.name,
        });
        return refused(explanation, failure.code);
      }
    },

    async refresh(record): Promise<Unavailable | null> {
      const places = [...(record.alert === null ? [] : [record.alert]), ...record.keywordAlerts];
      for (const place of places) {
        try {
          await refreshAlert(client.rest, place, record);
        } catch (error) {
          const failure = failureOf(error);
          if (failure.kind === 'unavailable') {
            return { status: 'unavailable', reason: failure.reason };
          }
          if (GONE.has(failure.code)) continue;
          const { guildId, number } = record;
          const { code, answer } = failure;
          logger.warn({ guildId, case: number, code, answer }, 'an alert could not be refreshed');
        }
      }
      return null;
    },

    async announce(guildId, text): Promise<void> {
      try {
        const whereabouts = whereaboutsOf(client, guildId);
        if (whereabouts.kind !== 'here') return;
        const found = channelOf(whereabouts.guild, await policies.get(guildId));
        if (found.kind === 'unusable') return;
        await postMessage(client.rest, found.channel.id, {
          content: truncate(text, MESSAGE_LENGTH),
        });
      } catch (error) {
        logger.warn({ guildId, reason: messageOf(error) }, 'moderators could not be told');
      }
    },
  };
}
