import {
  MessageReferenceType,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIMessage,
} from 'discord-api-types/v10';

import { ApiError, apiError } from '../errors.ts';
import { isExemptFromIntent } from '../gateway/message-content.ts';
import { isThreadOnly } from '../world/channels/channel-state.ts';
import type { DraftReference, MessageDraft } from '../world/messages/draft.ts';
import type { Actor, ChannelState } from '../world/types.ts';
import type { World } from '../world/world.ts';
import type { Access, ChannelAccess } from './access.ts';
import { maySeeContent } from './privileged.ts';

const SLOWMODE_EXEMPTIONS = [
  PermissionFlagsBits.BypassSlowmode,
  PermissionFlagsBits.ManageMessages,
  PermissionFlagsBits.ManageChannels,
];

/** Posts messages after checking the author's permissions. */
export interface Poster {
  post(actor: Actor, channelId: string, draft: MessageDraft): APIMessage;
  /** Runs the same checks without posting, for the first message of a forum post. */
  check(actor: Actor, channelAccess: ChannelAccess, draft: MessageDraft): MessageDraft;
}

export function createPoster(world: World, access: Access): Poster {
  const { state } = world;
  /** By channel and user: the time of the last post in a channel with slowmode, in milliseconds. */
  const lastPosts = new Map<string, number>();

  function checkDm(actor: Actor, channel: ChannelState): void {
    const otherId = channel.recipientIds.find((id) => id !== actor.userId) ?? '';
    const other = state.users.get(otherId);
    const bothAreBots = actor.kind === 'bot' && other?.application !== null;
    if (other === undefined || !other.dmsOpen || bothAreBots) {
      throw apiError(RESTJSONErrorCodes.CannotSendMessagesToThisUser);
    }
    const shareGuild = world.guildsOf(actor.userId).some(({ members }) => members.has(otherId));
    if (!shareGuild) {
      throw apiError(RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds);
    }
  }

  function checkThread({ channel, has }: ChannelAccess): void {
    const isLocked = channel.payload.thread_metadata?.locked === true;
    if (isLocked && !has(PermissionFlagsBits.ManageThreads)) {
      throw apiError(RESTJSONErrorCodes.ThreadLocked);
    }
  }

  function checkContents({ need }: ChannelAccess, draft: MessageDraft): void {
    if (draft.embeds?.length) need(PermissionFlagsBits.EmbedLinks);
    if (draft.files?.length) need(PermissionFlagsBits.AttachFiles);
    if (draft.poll !== undefined) need(PermissionFlagsBits.SendPolls);
    if (draft.tts === true) need(PermissionFlagsBits.SendTTSMessages);
  }

  function checkReference(
    actor: Actor,
    channelAccess: ChannelAccess,
    reference: DraftReference,
  ): void {
    if (reference.type === MessageReferenceType.Default) {
      if (channelAccess.has(PermissionFlagsBits.ReadMessageHistory)) return;
      throw apiError(RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory);
    }
    const source = access.channel(actor, reference.channelId ?? channelAccess.channel.id);
    if (!source.has(PermissionFlagsBits.ReadMessageHistory)) {
      throw apiError(
        RESTJSONErrorCodes.CannotReferenceAMessageWithoutPermissionToReadMessageHistory,
      );
    }
    const message = source.channel.messages.get(reference.messageId);
    if (message === undefined || maySeeContent(actor)) return;
    const { guildId } = source.channel;
    if (!isExemptFromIntent(message, { recipientId: actor.userId, inGuild: guildId !== null })) {
      throw apiError(RESTJSONErrorCodes.CannotForwardMessageWithUnreadableContent);
    }
  }

  /** Slowmode applies to users without one of the exempting permissions. */
  function checkSlowmode(actor: Actor, { channel, has }: ChannelAccess): void {
    const waitMs = (channel.payload.rate_limit_per_user ?? 0) * 1000;
    if (waitMs === 0 || actor.kind === 'bot' || SLOWMODE_EXEMPTIONS.some(has)) return;
    const key = `${channel.id} ${actor.userId}`;
    const nowMs = state.clock.now();
    const untilMs = (lastPosts.get(key) ?? -Infinity) + waitMs;
    if (nowMs < untilMs) {
      const discordCode = RESTJSONErrorCodes.ActionCannotBePerformedDueToSlowmodeRateLimit;
      const { message, status } = apiError(discordCode);
      throw new ApiError(message, { status, discordCode, retryAfter: (untilMs - nowMs) / 1000 });
    }
    lastPosts.set(key, nowMs);
  }

  function check(actor: Actor, channelAccess: ChannelAccess, draft: MessageDraft): MessageDraft {
    if (channelAccess.guild === null) checkDm(actor, channelAccess.channel);
    channelAccess.need(PermissionFlagsBits.SendMessages);
    checkThread(channelAccess);
    checkContents(channelAccess, draft);
    if (draft.reference !== undefined) checkReference(actor, channelAccess, draft.reference);
    if (actor.kind === 'user') {
      const { channel } = channelAccess;
      world.enforceAutoModeration({
        channel,
        authorId: actor.userId,
        content: draft.content ?? '',
      });
    }
    checkSlowmode(actor, channelAccess);
    return { ...draft, mayMentionEveryone: channelAccess.has(PermissionFlagsBits.MentionEveryone) };
  }

  return {
    check,
    post(actor, channelId, draft) {
      const channelAccess = access.channel(actor, channelId);
      if (isThreadOnly(channelAccess.channel)) {
        throw apiError(RESTJSONErrorCodes.CannotSendAMessageInAForumChannel);
      }
      return world.messages.create(channelId, check(actor, channelAccess, draft));
    },
  };
}
