import type { APIMessage, Client, Guild, GuildTextBasedChannel } from 'discord.js';
import type { Clock } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { snowflakeAt } from '../lib/snowflake.ts';
import type { Case } from '../moderation/case.ts';
import type { Policy } from '../moderation/policy.ts';
import type {
  AlertResult,
  Alerts,
  EffectContext,
  Policies,
  Unavailable,
} from '../moderation/ports.ts';
import { alertEmbed, alertFooter } from './alert-embed.ts';
import { botRoleName, whereaboutsOf } from './facts.ts';
import { failureOf } from './failure.ts';
import { moderatorChannelOf, type ModeratorChannel } from './moderator-channel.ts';
import { nonceOf } from './nonce.ts';
import { explain } from './refusals.ts';
import { listMessages, postMessage } from './rest.ts';
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

/** An alert can't be older than its case, save for a clock of ours that is ahead of Discord's. */
const CLOCK_SKEW_MS = 5 * 60_000;

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
      const posted = await findAlert(client, channel.id, record);
      if (posted !== null) return standing(posted, details.postedAlready);
    }
    const embed = alertEmbed(context, avatarOf(client, record.author.id));
    const nonce = nonceOf('alert', record);
    return standing(
      await postMessage(client.rest, channel.id, { embeds: [embed], nonce, enforce_nonce: true }),
    );
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

/** Looks through what was posted since the case was opened. */
async function findAlert(
  { rest, user }: Client,
  channelId: string,
  record: Case,
): Promise<APIMessage | null> {
  const footer = alertFooter(record);
  let after = snowflakeAt(record.openedAt - CLOCK_SKEW_MS);
  for (;;) {
    const page = await listMessages(rest, channelId, { after });
    const posted = page.find(
      ({ author, embeds: [first] }) => author.id === user?.id && first?.footer?.text === footer,
    );
    if (posted !== undefined) return posted;
    const [newest] = page;
    if (newest === undefined || page.length < 100) return null;
    after = newest.id;
  }
}

/** The author's picture as far as the bot has seen it lately, else the one Discord gives to everybody. */
function avatarOf({ users, rest }: Client, userId: string): string {
  const user = users.cache.get(userId);
  if (user !== undefined) return user.displayAvatarURL({ size: 64 });
  // Of the six default pictures Discord takes the one that the id's time part says.
  return rest.cdn.defaultAvatar(Number((BigInt(userId) >> 22n) % 6n));
}
