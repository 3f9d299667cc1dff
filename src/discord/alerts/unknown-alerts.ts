import type { APIMessage, Client } from 'discord.js';
import { DAY_MS, type Clock } from '../../lib/clock.ts';
import { errorMessage } from '../../lib/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { compareSnowflakes, snowflakeAt } from '../../lib/snowflake.ts';
import type { Cases, Policies } from '../../moderation/ports.ts';
import { listMessages } from '../rest/rest.ts';
import { moderatorChannelOf } from './moderator-channel.ts';

export interface UnknownAlertsDeps {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  readonly cases: Pick<Cases, 'get'>;
  /** `MODERATOR_CHANNEL`. */
  readonly moderatorChannel: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The case number in an alert's footer, in every language. */
const CASE_NUMBER = /#(\d+) ·/;

/** Discord rounds the time of an embed. */
const SAME_TIME_MS = 1000;

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

  async function isKnown(guildId: string, { embeds: [embed] }: APIMessage): Promise<boolean> {
    const record = await cases.get(
      guildId,
      Number(CASE_NUMBER.exec(embed?.footer?.text ?? '')?.[1]),
    );
    const openedAt = Date.parse(embed?.timestamp ?? '');
    return record !== null && Math.abs(record.openedAt - openedAt) <= SAME_TIME_MS;
  }

  async function check(guildId: string): Promise<void> {
    const guild = client.guilds.cache.get(guildId);
    if (guild === undefined) return;
    const result = moderatorChannelOf(guild, await policies.get(guildId), moderatorChannel);
    if (result.kind === 'unusable') return;
    const { id: channelId } = result.channel;
    const { messages } = await listMessages(client.rest, channelId);
    const since = snowflakeAt(clock.now() - DAY_MS);
    const unknown: APIMessage[] = [];
    for (const message of messages) {
      if (compareSnowflakes(message.id, since) < 0 || !isAlert(message, client)) continue;
      if (!(await isKnown(guildId, message))) unknown.push(message);
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

/** Replies to commands also show cases, so they don't count. */
function isAlert(message: APIMessage, { user }: Client): boolean {
  const { author, embeds, interaction_metadata: reply } = message;
  const footer = embeds?.[0]?.footer?.text ?? '';
  return author?.id === user?.id && reply === undefined && CASE_NUMBER.test(footer);
}
