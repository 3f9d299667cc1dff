import {
  ChannelType,
  RESTJSONErrorCodes,
  type APIUser,
  type ApplicationFlags,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { createChannelState } from '../channels/channel-state.ts';
import { NO_FLAGS } from '../messages/flags.ts';
import { findUser, type WorldState } from '../state.ts';
import type { Actor, ApplicationState, ChannelState, UserState } from '../types.ts';

const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SECRET_LENGTH = 38;

export interface NewUser {
  readonly username: string;
  readonly globalName?: string;
  /** Default: true. */
  readonly dmsOpen?: boolean;
}

export interface NewBot extends NewUser {
  /** The user who owns the bot's application. */
  readonly ownerId: string;
  /** Includes the enabled privileged intents. */
  readonly applicationFlags: ApplicationFlags;
}

export interface Users {
  create(user: NewUser): UserState;
  /** Creates a bot with its application. The two ids differ, as for old bots on Discord. */
  createBot(bot: NewBot): UserState;
  setDmsOpen(userId: string, open: boolean): void;
  /** Gives the user a new token; the old one is no longer valid. */
  resetToken(userId: string): void;
  /** Returns the DM of two users, creating it if needed. Like Discord, emits nothing before the first message. */
  openDm(userId: string, otherId: string): ChannelState;
}

export function createUsers(state: WorldState): Users {
  const dms = new Map<string, ChannelState>();

  function newToken(userId: string): string {
    let secret = '';
    for (let index = 0; index < SECRET_LENGTH; index += 1) {
      secret += TOKEN_ALPHABET[Math.floor(state.random() * TOKEN_ALPHABET.length)] ?? 'A';
    }
    // Discord's token format: the id in base64, the time, a secret.
    return `${Buffer.from(userId).toString('base64url')}.${state.clock.now().toString(36)}.${secret}`;
  }

  function register(id: string, user: NewUser, application: ApplicationState | null): UserState {
    const payload: APIUser = {
      id,
      username: user.username,
      discriminator: '0',
      global_name: user.globalName ?? null,
      avatar: null,
      banner: null,
      accent_color: null,
      public_flags: NO_FLAGS,
      flags: NO_FLAGS,
      ...(application === null ? {} : { bot: true }),
    };
    const token = newToken(id);
    const userState: UserState = {
      id,
      user: payload,
      token,
      dmsOpen: user.dmsOpen ?? true,
      application,
    };
    const actor: Actor =
      application === null
        ? { kind: 'user', userId: id }
        : { kind: 'bot', userId: id, application };
    state.users.set(id, userState);
    state.actors.set(token, actor);
    return userState;
  }

  return {
    create: (user) => register(state.newId(), user, null),

    createBot(bot) {
      const botUserId = state.newId();
      const application: ApplicationState = {
        id: state.newId(),
        name: bot.username,
        botUserId,
        ownerId: bot.ownerId,
        flags: bot.applicationFlags,
      };
      return register(botUserId, bot, application);
    },

    setDmsOpen(userId, open) {
      findUser(state, userId).dmsOpen = open;
    },

    resetToken(userId) {
      const user = findUser(state, userId);
      const actor = state.actors.get(user.token);
      state.actors.delete(user.token);
      user.token = newToken(userId);
      if (actor !== undefined) state.actors.set(user.token, actor);
    },

    openDm(userId, otherId) {
      if (userId === otherId) throw apiError(RESTJSONErrorCodes.InvalidRecipients);
      findUser(state, otherId);
      const pair = [userId, otherId].sort();
      const key = pair.join(' ');
      const open = dms.get(key);
      if (open !== undefined) return open;
      const payload = { id: state.newId(), type: ChannelType.DM, flags: 0, last_message_id: null };
      const channel = createChannelState(payload, pair);
      dms.set(key, channel);
      state.channels.set(channel.id, channel);
      return channel;
    },
  };
}
