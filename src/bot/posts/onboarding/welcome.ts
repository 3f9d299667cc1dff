import { PermissionFlagsBits, type Client, type Guild } from 'discord.js';
import type { Logger } from '../../../shared/logger.ts';
import {
  guildAvailability,
  ownPermissionsIn,
  SERVER_UNAVAILABLE,
} from '../../access/action-context.ts';
import { DiscordUnavailableError } from '../../rest/errors.ts';
import { serverRenderer } from '../../rendering/renderer.ts';
import { buttonIds, findPost } from '../../rest/find-post.ts';
import { postMessage } from '../../rest/rest.ts';
import { whoAdded } from './added-by.ts';
import { sendDirectly } from './direct-message.ts';
import { OPEN_SETUP, serverLink, setupButton } from './setup-button.ts';

/**
 * Tells a server that has just added the bot how to set it up. `isRetry`: an earlier attempt may have posted it. Throws when
 * Discord does not answer.
 */
export type PostWelcome = (
  guildId: string,
  options: { readonly joinedAt: number; readonly isRetry: boolean },
) => Promise<void>;

const WRITING =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.ReadMessageHistory;

export function createWelcomePoster({
  client,
  logger,
}: {
  readonly client: Client;
  readonly logger: Logger;
}): PostWelcome {
  return async (guildId, { joinedAt, isRetry }) => {
    const availability = guildAvailability(client, guildId);
    if (availability.kind === 'left') return;
    if (availability.kind === 'away') throw new DiscordUnavailableError(SERVER_UNAVAILABLE);
    const { guild } = availability;
    const { t, mention } = serverRenderer(guild, { language: null });
    const command = mention('setup');
    const channelId = writableSystemChannel(guild);
    if (channelId !== null) {
      const isWelcome = { isWanted: hasSetupButton, sinceMs: joinedAt };
      if (isRetry && (await findPost(client, channelId, isWelcome)) !== null) return;
      await postMessage(client.rest, channelId, {
        content: t('setup:welcome.inServer', { command }),
        components: [setupButton(t)],
        nonce: `s${BigInt(guildId).toString(36)}`,
        enforce_nonce: true,
      });
      return;
    }
    const content = t('setup:welcome.direct', { server: guild.name, command: '/setup' });
    const recipients = new Set([await whoAdded(guild), guild.ownerId]);
    for (const userId of recipients) {
      if (userId === null) continue;
      const isSent = await sendDirectly(client, userId, {
        content,
        components: [serverLink(t, guildId)],
        sinceMs: isRetry ? joinedAt : null,
      });
      if (isSent) return;
    }
    logger.info({ guildId }, 'no welcome: nobody accepts direct messages');
  };
}

/** The channel for Discord's own messages, if the bot may write there. */
export function writableSystemChannel(guild: Guild): string | null {
  const channel = guild.systemChannel;
  const permissions = channel === null ? null : ownPermissionsIn(channel);
  return channel !== null && permissions !== null && (permissions & WRITING) === WRITING
    ? channel.id
    : null;
}

function hasSetupButton(message: Parameters<typeof buttonIds>[0]): boolean {
  return buttonIds(message).includes(OPEN_SETUP);
}
