import type { APIMessage, Client } from 'discord.js';
import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import { compareSnowflakes, snowflakeAt } from '../../../shared/snowflake.ts';
import type { Cases, Policies } from '../../domain/ports.ts';
import { buttonIds } from '../../rest/find-post.ts';
import { listMessages } from '../../rest/rest.ts';
import { moderatorChannelOf } from './moderator-channel.ts';

export interface UnknownAlertsDeps {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  readonly cases: Pick<Cases, 'get'>;
  /** The value of `MODERATOR_CHANNEL`. */
  readonly moderatorChannel: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The details button of an alert names its oldest case. */
const DETAILS_ID = /^details:(\d+)$/;

/**
 * Returns a function that warns, once per server, if the moderator channel has alerts by this bot from the last day whose
 * cases its state does not contain: a second bot with the same token and another state is acting on the same messages.
 * It never rejects.
 */
export function createUnknownAlertsWarning(
  deps: UnknownAlertsDeps,
): (guildId: string) => Promise<void> {
  const { client, policies, cases, moderatorChannel, clock, logger } = deps;
  const checked = new Set<string>();

  async function isKnown(guildId: string, { id, number }: PostedAlert): Promise<boolean> {
    const record = await cases.get(guildId, number);
    if (record === null) return false;
    // An earlier process may have stopped before it stored where the alert is.
    if (record.closedAt === null) return true;
    return [record.alert, ...record.keywordAlerts].some((place) => place?.messageId === id);
  }

  async function check(guildId: string): Promise<void> {
    const guild = client.guilds.cache.get(guildId);
    if (guild === undefined) return;
    const result = moderatorChannelOf(guild, await policies.get(guildId), moderatorChannel);
    if (result.kind === 'unusable') return;
    const { id: channelId } = result.channel;
    const { messages } = await listMessages(client.rest, channelId);
    const since = snowflakeAt(clock.now() - DAY_MS);
    const unknown: PostedAlert[] = [];
    for (const alert of messages.flatMap((message) => alertIn(message, client))) {
      if (compareSnowflakes(alert.id, since) < 0) continue;
      if (!(await isKnown(guildId, alert))) unknown.push(alert);
    }
    const [latest] = unknown;
    if (latest === undefined) return;
    logger.warn(
      { guildId, channelId, alerts: unknown.length, latestMessageId: latest.id },
      'this bot posted alerts in the last day that its state does not contain. Is another bot running with the same ' +
        'token and another STATE_URL? Then both act on every message: stop one of them. After the state was erased or ' +
        'restored from a backup, this is normal for a day',
    );
  }

  return async (guildId) => {
    if (checked.has(guildId)) return;
    checked.add(guildId);
    try {
      await check(guildId);
    } catch (error) {
      const reason = errorMessage(error);
      logger.info({ guildId, reason }, 'could not look for alerts of another bot');
    }
  };
}

interface PostedAlert {
  readonly id: string;
  /** The number of its oldest case. */
  readonly number: number;
}

/** Replies to commands also show cases, so they don't count. */
function alertIn(message: APIMessage, { user }: Client): PostedAlert[] {
  const { id, author, interaction_metadata: reply } = message;
  if (author?.id !== user?.id || reply !== undefined) return [];
  return buttonIds(message).flatMap((customId) => {
    const number = DETAILS_ID.exec(customId)?.[1];
    return number === undefined ? [] : [{ id, number: Number(number) }];
  });
}
