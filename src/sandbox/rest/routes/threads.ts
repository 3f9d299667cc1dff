import {
  ChannelType,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIChannel,
  type APIThreadMember,
} from 'discord-api-types/v10';
import { z } from 'zod';

import { apiError } from '../../errors.ts';
import { channelFor, isThread, isThreadOnly } from '../../world/channels/channel-state.ts';
import { canView } from '../../world/guilds/guild-create.ts';
import type { WorldState } from '../../world/state.ts';
import type { ChannelState } from '../../world/types.ts';
import type { GuildChannelAccess } from '../access.ts';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { draftOf } from '../drafts.ts';
import { limitSchema, timestampSchema } from '../forms/fields.ts';
import { startPostSchema, startThreadSchema, threadFromMessageSchema } from '../forms/channel.ts';
import { showMessage } from '../show.ts';

const archivedSchema = z.object({
  limit: limitSchema({ max: 100, defaultLimit: 50 }),
  before: timestampSchema.optional(),
});

export function addThreadRoutes({ route, world, access, poster }: Api): void {
  const { state, threads } = world;

  route(
    'POST /channels/:channel_id/messages/:message_id/threads',
    (call) => {
      const { channel, need } = access.guildChannel(call.actor, call.id('channel_id'));
      need(PermissionFlagsBits.CreatePublicThreads);
      const message = { channelId: channel.id, messageId: call.id('message_id') };
      const thread = newThread(call.form(threadFromMessageSchema));
      const started = threads.startFromMessage(message, thread, call.auditContext);
      return channelFor(state, started, call.actor.userId);
    },
    { status: 201 },
  );

  route(
    'POST /channels/:channel_id/threads',
    (call) => {
      const channelAccess = access.guildChannel(call.actor, call.id('channel_id'));
      return isThreadOnly(channelAccess.channel)
        ? startPost(call, channelAccess)
        : start(call, channelAccess);
    },
    { status: 201 },
  );

  function start(call: Call, { channel, need }: GuildChannelAccess): APIChannel {
    const form = call.form(startThreadSchema);
    need(
      form.type === ChannelType.PrivateThread
        ? PermissionFlagsBits.CreatePrivateThreads
        : PermissionFlagsBits.CreatePublicThreads,
    );
    const thread = { ...newThread(form), type: form.type, invitable: form.invitable ?? undefined };
    const started = threads.start(channel.id, thread, call.auditContext);
    return channelFor(state, started, call.actor.userId);
  }

  function startPost(call: Call, channelAccess: GuildChannelAccess): object {
    const form = call.form(startPostSchema);
    const tags = form.applied_tags ?? [];
    const availableTags = channelAccess.channel.payload.available_tags ?? [];
    if (tags.some((id) => !availableTags.some((tag) => tag.id === id))) {
      throw apiError(RESTJSONErrorCodes.TagRequiredToCreateAForumPostInThisChannel);
    }
    const draft = draftOf(form.message, call.files, call.actor.userId);
    const { thread, message } = threads.startPost(
      channelAccess.channel.id,
      {
        ...newThread(form),
        appliedTags: tags,
        message: poster.check(call.actor, channelAccess, draft),
      },
      call.auditContext,
    );
    return {
      ...channelFor(state, thread, call.actor.userId),
      message: showMessage(world, { actor: call.actor, channel: thread }, message),
    };
  }

  route('GET /guilds/:guild_id/threads/active', (call) => {
    const { guild } = access.guild(call.actor, call.id('guild_id'));
    const active = [...guild.channels.values()].filter(
      (channel) =>
        isThread(channel) &&
        channel.payload.thread_metadata?.archived !== true &&
        canView(state, channel, call.actor.userId),
    );
    return listed(state, active, call.actor.userId);
  });

  route('GET /channels/:channel_id/threads/archived/public', (call) =>
    archived(call, (thread) => thread.type !== ChannelType.PrivateThread),
  );

  route('GET /channels/:channel_id/threads/archived/private', (call) => {
    const { need } = access.guildChannel(call.actor, call.id('channel_id'));
    need(PermissionFlagsBits.ManageThreads);
    return archived(call, (thread) => thread.type === ChannelType.PrivateThread);
  });

  route('GET /channels/:channel_id/users/@me/threads/archived/private', (call) =>
    archived(
      call,
      (thread) =>
        thread.type === ChannelType.PrivateThread && thread.threadMembers.has(call.actor.userId),
    ),
  );

  /** Most recently archived first. */
  function archived(call: Call, wanted: (thread: ChannelState) => boolean): object {
    const { channel, guild, need } = access.guildChannel(call.actor, call.id('channel_id'));
    need(PermissionFlagsBits.ReadMessageHistory);
    const { limit, before } = call.query(archivedSchema);
    const beforeMs = before === undefined ? Infinity : Date.parse(before);
    const threads = [...guild.channels.values()]
      .filter((thread) => isThread(thread) && thread.parent_id === channel.id && wanted(thread))
      .map((thread) => ({ thread, metadata: thread.payload.thread_metadata }))
      .filter(({ metadata }) => metadata?.archived === true)
      .map(({ thread, metadata }) => ({
        thread,
        atMs: Date.parse(metadata?.archive_timestamp ?? ''),
      }))
      .filter(({ atMs }) => atMs < beforeMs)
      .sort((a, b) => b.atMs - a.atMs);
    const page = threads.slice(0, limit).map(({ thread }) => thread);
    return { ...listed(state, page, call.actor.userId), has_more: threads.length > limit };
  }
}

function listed(
  state: WorldState,
  threads: readonly ChannelState[],
  userId: string,
): { threads: APIChannel[]; members: APIThreadMember[] } {
  return {
    threads: threads.map((thread) => channelFor(state, thread, userId)),
    members: threads.flatMap((thread) => thread.threadMembers.get(userId) ?? []),
  };
}

function newThread(form: z.infer<typeof threadFromMessageSchema>) {
  return {
    name: form.name,
    autoArchiveDuration: form.auto_archive_duration ?? undefined,
    rateLimitPerUser: form.rate_limit_per_user ?? undefined,
  };
}
