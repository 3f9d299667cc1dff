import { RESTJSONErrorCodes, type APIEmbed, type APIMessage, type Client } from 'discord.js';
import type { Logger } from '../../../shared/logger.ts';
import type { IncidentPosts, ServerPauses } from '../../domain/incidents/incident-ports.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import { guildAvailability, SERVER_UNAVAILABLE } from '../../access/action-context.ts';
import { serverRenderer } from '../../rendering/renderer.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { buttonIds, findPost } from '../../rest/find-post.ts';
import { editMessage, postMessage } from '../../rest/rest.ts';
import { incidentButtonId, incidentButtons } from './incident-buttons.ts';
import { incidentEmbed } from './incident-embed.ts';
import { moderatorChannelOf } from '../alerts/moderator-channel.ts';

type Body = {
  embeds: APIEmbed[];
  components: ReturnType<typeof incidentButtons>;
};

const UNKNOWN_MESSAGE: number = RESTJSONErrorCodes.UnknownMessage;
const UNKNOWN_CHANNEL: number = RESTJSONErrorCodes.UnknownChannel;

export function createIncidentPosts({
  client,
  pauses,
  moderatorChannel,
  logger,
}: {
  readonly client: Client;
  readonly pauses: Pick<ServerPauses, 'state'>;
  readonly moderatorChannel: string;
  readonly logger: Logger;
}): IncidentPosts {
  const { rest } = client;

  /** Null: the post, or its channel, was deleted. */
  async function edit(incident: Incident, body: Body): Promise<APIMessage | null> {
    if (incident.post === null) return null;
    try {
      return await editMessage(rest, incident.post, body);
    } catch (error) {
      const failure = classifyError(error);
      if (failure.kind === 'unavailable') throw error;
      if (failure.code === UNKNOWN_MESSAGE || failure.code === UNKNOWN_CHANNEL) return null;
      throw error;
    }
  }

  return {
    async show({ resumed, ...view }) {
      const { incident, policy } = view;
      const { guildId, number } = incident;
      const availability = guildAvailability(client, guildId);
      if (availability.kind === 'left') return null;
      if (availability.kind === 'away') {
        return { status: 'unavailable', reason: SERVER_UNAVAILABLE };
      }
      const { guild } = availability;
      const renderer = serverRenderer(guild, policy);
      const state = pauses.state(guildId);
      const body: Body = {
        embeds: [incidentEmbed(renderer, view, state)],
        components: incidentButtons(renderer.t, incident, state),
      };
      try {
        let message = await edit(incident, body);
        if (message === null) {
          const target = moderatorChannelOf(guild, policy, moderatorChannel);
          // The log names the missing channel with the first alert.
          if (target.kind === 'unusable') return null;
          const { id: channelId } = target.channel;
          const existing =
            resumed && incident.post === null
              ? await findPost(client, channelId, {
                  isWanted: (posted) =>
                    buttonIds(posted).includes(incidentButtonId(number, 'undo')),
                  sinceMs: incident.openedAt,
                })
              : null;
          message =
            existing === null
              ? await postMessage(rest, channelId, { ...body, ...nonceOf(incident) })
              : await editMessage(rest, { channelId, messageId: existing.id }, body);
        }
        return { kind: 'shown', post: { channelId: message.channel_id, messageId: message.id } };
      } catch (error) {
        const failure = classifyError(error);
        if (failure.kind === 'unavailable') {
          return { status: 'unavailable', reason: failure.reason };
        }
        const { code, answer } = failure;
        logger.warn({ guildId, incident: number, code, answer }, 'could not show an incident');
        return null;
      }
    },
  };
}

/** Discord compares nonces across all servers. A post that replaces a deleted one needs another. */
function nonceOf({ guildId, number, post }: Incident): { nonce?: string; enforce_nonce?: boolean } {
  if (post !== null) return {};
  return { nonce: `i${BigInt(guildId).toString(36)}-${number}`, enforce_nonce: true };
}
