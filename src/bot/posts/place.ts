import { RESTJSONErrorCodes, type Client, type Guild } from 'discord.js';
import { guildAvailability, SERVER_UNAVAILABLE } from '../access/action-context.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { Policies } from '../domain/ports.ts';
import { translator } from '../locales/translate.ts';
import type { PostTarget } from '../outbox/post-kind.ts';
import { commandMentions } from '../rendering/command-mentions.ts';
import { createRenderer, serverLanguage, type Renderer } from '../rendering/renderer.ts';
import { classifyError } from '../rest/classify-error.ts';
import { openDirectMessages } from '../rest/rest.ts';
import { moderatorChannelOf } from './alerts/moderator-channel.ts';

const OPENING_DMS_TOO_FAST: number = RESTJSONErrorCodes.OpeningDirectMessagesTooFast;

export interface PlaceDeps {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  /** `MODERATOR_CHANNEL`: an id or a name, for servers without their own setting. */
  readonly moderatorChannel: string;
}

/** A channel with the server's language and settings. */
export interface Place {
  readonly target: PostTarget;
  readonly policy: Policy;
  readonly renderer: Renderer;
  /** Null: the server is not one of this client's. */
  readonly guild: Guild | null;
}

/** A server's moderator channel. */
export function moderatorPlace(
  guildId: string,
  deps: Pick<PlaceDeps, 'client' | 'moderatorChannel'> & { readonly policy: Policy },
): Place {
  const { policy } = deps;
  const target = (guild: Guild): PostTarget => {
    const result = moderatorChannelOf(guild, policy, deps.moderatorChannel);
    return result.kind === 'unusable'
      ? { kind: 'unusable' }
      : { kind: 'channel', channelId: result.channel.id };
  };
  return placeIn(guildId, deps.client, { policy, target });
}

export function placeIn(
  guildId: string,
  client: Client,
  { policy, target }: { policy: Policy; target: (guild: Guild) => PostTarget },
): Place {
  const availability = guildAvailability(client, guildId);
  const guild = availability.kind === 'here' ? availability.guild : null;
  const language = serverLanguage(client.guilds.cache.get(guildId), policy);
  const renderer = createRenderer(translator(language), commandMentions(client, guildId));
  const absent: PostTarget =
    availability.kind === 'away'
      ? { kind: 'away', reason: SERVER_UNAVAILABLE }
      : { kind: 'unusable' };
  return { target: guild === null ? absent : target(guild), policy, renderer, guild };
}

/** The direct message channel with a user. */
export async function directTarget({ rest }: Client, userId: string): Promise<PostTarget> {
  try {
    return { kind: 'channel', channelId: await openDirectMessages(rest, userId) };
  } catch (error) {
    const failure = classifyError(error);
    if (failure.kind === 'unavailable') return { kind: 'away', reason: failure.reason };
    // Discord limits how many people a bot may write to, which says nothing about this one.
    return failure.code === OPENING_DMS_TOO_FAST
      ? { kind: 'away', reason: failure.answer }
      : { kind: 'unusable' };
  }
}
