import type {
  APIAttachment,
  APIGuildMember,
  APIInteraction,
  APIMessage,
  APIRole,
  APIUser,
} from 'discord-api-types/v10';

import { storeAttachment } from '../messages/attachments.ts';
import type { DraftFile } from '../messages/draft.ts';
import { partialChannel, permissionsOf, type InteractionContext } from './interaction-payload.ts';
import { permissionsIn } from '../guilds/permissions.ts';
import type { WorldState } from '../state.ts';
import { viewMessage } from '../view.ts';

type ResolvedMember = Omit<APIGuildMember, 'user' | 'deaf' | 'mute'> & {
  readonly permissions: string;
};

/** The objects an interaction refers to by id (resolved data). Empty collections are absent. */
export interface Resolved {
  users?: Record<string, APIUser>;
  members?: Record<string, ResolvedMember>;
  roles?: Record<string, APIRole>;
  channels?: Record<string, NonNullable<APIInteraction['channel']>>;
  messages?: Record<string, APIMessage>;
  attachments?: Record<string, APIAttachment>;
}

/** Collects the resolved data of an interaction. Methods return false when the object doesn't exist. */
export interface Resolver {
  user(id: string): boolean;
  role(id: string): boolean;
  /** `types`: the channel types to choose from; none means all. */
  channel(id: string, types?: readonly number[]): boolean;
  message(message: APIMessage): void;
  /** Stores the file and returns the attachment's id. */
  attachment(file: DraftFile): string;
  /** undefined when there is no resolved data. */
  result(): Resolved | undefined;
}

export function createResolver(
  state: WorldState,
  { guild, channel: currentChannel, userId }: InteractionContext,
): Resolver {
  const resolved: Resolved = {};
  return {
    user(id) {
      const userState = state.users.get(id);
      if (userState === undefined) return false;
      resolved.users = { ...resolved.users, [id]: userState.user };
      const member = guild?.members.get(id);
      if (guild !== null && member !== undefined) {
        const { user: _u, deaf: _d, mute: _m, ...rest } = member;
        const nowMs = state.clock.now();
        const permissions = permissionsIn({
          guild,
          member,
          channel: currentChannel,
          nowMs,
        }).toString();
        resolved.members = { ...resolved.members, [id]: { ...rest, permissions } };
      }
      return true;
    },
    role(id) {
      const role = guild?.roles.get(id);
      if (role === undefined) return false;
      resolved.roles = { ...resolved.roles, [id]: role };
      return true;
    },
    channel(id, types = []) {
      const channel = guild?.channels.get(id);
      if (channel === undefined) return false;
      if (types.length > 0 && !types.includes(channel.type)) return false;
      const partial = partialChannel(channel, permissionsOf(state, channel, userId));
      resolved.channels = { ...resolved.channels, [id]: partial };
      return true;
    },
    message(message) {
      const shown = viewMessage(state, message, null);
      resolved.messages = { ...resolved.messages, [message.id]: shown };
    },
    attachment(file) {
      const attachment = { ...storeAttachment(state, currentChannel.id, file), ephemeral: true };
      resolved.attachments = { ...resolved.attachments, [attachment.id]: attachment };
      return attachment.id;
    },
    result: () => (Object.keys(resolved).length === 0 ? undefined : resolved),
  };
}
