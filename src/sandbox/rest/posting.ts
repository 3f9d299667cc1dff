import {
  MessageReferenceType,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIMessage,
} from 'discord-api-types/v10';

import { ApiError, refusal } from '../errors.ts';
import { isShownAnyway } from '../gateway/message-content.ts';
import { isThreadOnly } from '../world/channel-state.ts';
import type { DraftReference, MessageDraft } from '../world/draft.ts';
import type { Actor, ChannelState } from '../world/types.ts';
import type { World } from '../world/world.ts';
import type { Access, ChannelAccess } from './access.ts';
import { maySeeContent } from './privileged.ts';

const MODERATORS_PERMISSIONS = [
  PermissionFlagsBits.BypassSlowmode,
  PermissionFlagsBits.ManageMessages,
  PermissionFlagsBits.ManageChannels,
];

/** Posts for people and bots, and refuses what they may not post. */
export interface Poster {
  post(actor: Actor, channelId: string, draft: MessageDraft): APIMessage;
  /** The same checks for a forum post's first message. */
  check(actor: Actor, place: ChannelAccess, draft: MessageDraft): MessageDraft;
}

export function createPoster(world: World, access: Access): Poster {
  const { state } = world;
  /** When someone posted last in a channel with slowmode. */
  const lastPosts = new Map<string, number>();

  function checkDm(actor: Actor, channel: ChannelState): void {
    const otherId = channel.recipientIds.find((id) => id !== actor.userId) ?? '';
    const other = state.users.get(otherId);
    const bothAreBots = actor.kind === 'bot' && other?.application !== null;
    if (other === undefined || !other.dmsOpen || bothAreBots) {
      throw refusal(RESTJSONErrorCodes.CannotSendMessagesToThisUser);
    }
    const haveCommonGuild = world
      .guildsOf(actor.userId)
      .some(({ members }) => members.has(otherId));
    if (!haveCommonGuild) {
      throw refusal(RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds);
    }
  }

  function checkThread({ channel, has }: ChannelAccess): void {
    const isLocked = channel.payload.thread_metadata?.locked === true;
    if (isLocked && !has(PermissionFlagsBits.ManageThreads)) {
      throw refusal(RESTJSONErrorCodes.ThreadLocked);
    }
  }

  function checkContents({ need }: ChannelAccess, draft: MessageDraft): void {
    if (draft.embeds?.length) need(PermissionFlagsBits.EmbedLinks);
    if (draft.files?.length) need(PermissionFlagsBits.AttachFiles);
    if (draft.poll !== undefined) need(PermissionFlagsBits.SendPolls);
    if (draft.tts === true) need(PermissionFlagsBits.SendTTSMessages);
  }

  function checkReference(actor: Actor, place: ChannelAccess, reference: DraftReference): void {
    if (reference.type === MessageReferenceType.Default) {
      if (place.has(PermissionFlagsBits.ReadMessageHistory)) return;
      throw refusal(RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory);
    }
    const source = access.channel(actor, reference.channelId ?? place.channel.id);
    if (!source.has(PermissionFlagsBits.ReadMessageHistory)) {
      throw refusal(
        RESTJSONErrorCodes.CannotReferenceAMessageWithoutPermissionToReadMessageHistory,
      );
    }
    const message = source.channel.messages.get(reference.messageId);
    if (message === undefined || maySeeContent(actor)) return;
    const { guildId } = source.channel;
    if (!isShownAnyway(message, { readerId: actor.userId, inGuild: guildId !== null })) {
      throw refusal(RESTJSONErrorCodes.CannotForwardMessageWithUnreadableContent);
    }
  }

  /** People wait between two messages where there is slowmode; moderators don't. */
  function checkSlowmode(actor: Actor, { channel, has }: ChannelAccess): void {
    const waitMs = (channel.payload.rate_limit_per_user ?? 0) * 1000;
    if (waitMs === 0 || actor.kind === 'bot' || MODERATORS_PERMISSIONS.some(has)) return;
    const key = `${channel.id} ${actor.userId}`;
    const nowMs = state.clock.now();
    const untilMs = (lastPosts.get(key) ?? -Infinity) + waitMs;
    if (nowMs < untilMs) {
      const discordCode = RESTJSONErrorCodes.ActionCannotBePerformedDueToSlowmodeRateLimit;
      const { message, status } = refusal(discordCode);
      throw new ApiError(message, { status, discordCode, retryAfter: (untilMs - nowMs) / 1000 });
    }
    lastPosts.set(key, nowMs);
  }

  function check(actor: Actor, place: ChannelAccess, draft: MessageDraft): MessageDraft {
    if (place.guild === null) checkDm(actor, place.channel);
    place.need(PermissionFlagsBits.SendMessages);
    checkThread(place);
    checkContents(place, draft);
    if (draft.reference !== undefined) checkReference(actor, place, draft.reference);
    checkSlowmode(actor, place);
    return { ...draft, mayMentionEveryone: place.has(PermissionFlagsBits.MentionEveryone) };
  }

  return {
    check,
    post(actor, channelId, draft) {
      const place = access.channel(actor, channelId);
      if (isThreadOnly(place.channel)) {
        throw refusal(RESTJSONErrorCodes.CannotSendAMessageInAForumChannel);
      }
      return world.messages.create(channelId, check(actor, place, draft));
    },
  };
}
