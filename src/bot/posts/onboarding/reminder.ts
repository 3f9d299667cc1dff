import type { Client } from 'discord.js';
import type { Policies } from '../../domain/ports.ts';
import { guildAvailability } from '../../access/action-context.ts';
import { moderatorChannelOf } from '../alerts/moderator-channel.ts';
import { serverRenderer } from '../../rendering/renderer.ts';
import { buttonIds, findPost } from '../../rest/find-post.ts';
import { postMessage } from '../../rest/rest.ts';
import { sendDirectly } from './direct-message.ts';
import { OPEN_SETUP, serverLink, setupButton } from './setup-button.ts';
import { writableSystemChannel } from './welcome.ts';

/** Reminds the owner that the bot only watches, because the server has no usable moderator channel. */
export interface SetupReminder {
  /** Whether there is a reason. */
  isNeeded(guildId: string): Promise<boolean>;
  /** `sinceMs`: an earlier attempt may have sent it since then; null: there was none. Throws when Discord does not answer. */
  send(guildId: string, options: { readonly sinceMs: number | null }): Promise<void>;
}

export function createSetupReminder({
  client,
  policies,
  moderatorChannel,
}: {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  readonly moderatorChannel: string;
}): SetupReminder {
  return {
    async isNeeded(guildId) {
      const availability = guildAvailability(client, guildId);
      if (availability.kind !== 'here') return false;
      const policy = await policies.get(guildId);
      return (
        policy.mode !== 'off' &&
        moderatorChannelOf(availability.guild, policy, moderatorChannel).kind === 'unusable'
      );
    },

    async send(guildId, { sinceMs }) {
      const availability = guildAvailability(client, guildId);
      if (availability.kind !== 'here') return;
      const { guild } = availability;
      const policy = await policies.get(guildId);
      const { t, mention } = serverRenderer(guild, policy);
      const isSent = await sendDirectly(client, guild.ownerId, {
        content: t('setup:reminder.direct', { server: guild.name, command: '/setup' }),
        components: [serverLink(t, guildId)],
        sinceMs,
      });
      const channelId = isSent ? null : writableSystemChannel(guild);
      if (channelId === null) return;
      const content = t('setup:reminder.inServer', { command: mention('setup') });
      const earlier =
        sinceMs === null
          ? null
          : await findPost(client, channelId, {
              isWanted: (post) => post.content === content && buttonIds(post).includes(OPEN_SETUP),
              sinceMs,
            });
      if (earlier !== null) return;
      await postMessage(client.rest, channelId, { content, components: [setupButton(t)] });
    },
  };
}
