import type { Client, Guild } from 'discord.js';
import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import { guildAvailability } from '../../access/action-context.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { ModeratorChannels, Policies } from '../../domain/ports.ts';
import { inEnglish } from '../../locales/message.ts';
import { serverRenderer } from '../../rendering/renderer.ts';
import { truncate } from '../../rendering/sanitize.ts';
import { postMessage } from '../../rest/rest.ts';
import { moderatorChannelOf, type ModeratorChannel } from './moderator-channel.ts';

/** Discord's longest message. */
const MESSAGE_LENGTH = 2000;

export function createModeratorChannels(deps: {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  /** `MODERATOR_CHANNEL`: an id or a name, for guilds without their own setting. */
  readonly moderatorChannel: string;
  readonly logger: Logger;
}): ModeratorChannels {
  const { client, policies, logger } = deps;
  /** Guilds without a usable channel. Each is logged once until it is fixed. */
  const guildsWithoutChannel = new Set<string>();

  function channelOf(guild: Guild, policy: Policy): ModeratorChannel {
    const result = moderatorChannelOf(guild, policy, deps.moderatorChannel);
    if (result.kind === 'found') {
      guildsWithoutChannel.delete(guild.id);
    } else if (!guildsWithoutChannel.has(guild.id)) {
      guildsWithoutChannel.add(guild.id);
      const { reason, fix } = result.refusal;
      const problem = { guildId: guild.id, reason: inEnglish(reason), fix: inEnglish(fix) };
      logger.warn(problem, 'no usable moderator channel');
    }
    return result;
  }

  /** Null: nothing can be posted there now. */
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
