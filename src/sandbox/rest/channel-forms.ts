import type { APIGuildForumTag, APIOverwrite } from 'discord-api-types/v10';
import type { z } from 'zod';

import type { ChannelPatch, NewChannel } from '../world/channels/channels.ts';
import type { WorldState } from '../world/state.ts';
import { omitNullish, omitUndefined } from './omit-fields.ts';
import type { ChannelForm, createChannelSchema, overwriteBodySchema } from './forms/channel.ts';

type NewChannelForm = z.infer<typeof createChannelSchema>;
type OverwriteForm = z.infer<typeof overwriteBodySchema>;

/** Builds a channel. null and absent fields both mean Discord's default. */
export function newChannelOf(state: WorldState, form: NewChannelForm): NewChannel {
  const { name, type, ...rest } = form;
  const fields = Object.entries(patchOf(state, rest)).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(fields), name, type };
}

/** The changes of a channel edit; new forum tags get ids. */
export function patchOf(state: WorldState, form: ChannelForm): ChannelPatch {
  const { permission_overwrites: overwrites, available_tags: tags, ...rest } = form;
  const { position, nsfw, rate_limit_per_user, bitrate, user_limit, ...nullable } = rest;
  return {
    // For these fields null means "don't change".
    ...omitNullish({
      position,
      nsfw,
      rate_limit_per_user,
      bitrate,
      user_limit,
      default_auto_archive_duration: nullable.default_auto_archive_duration,
      default_thread_rate_limit_per_user: nullable.default_thread_rate_limit_per_user,
    }),
    ...omitUndefined({
      name: nullable.name,
      type: nullable.type,
      topic: nullable.topic,
      parent_id: nullable.parent_id,
    }),
    ...(overwrites === undefined
      ? {}
      : {
          permission_overwrites: (overwrites ?? []).map((overwrite) =>
            overwriteOf(overwrite.id, overwrite),
          ),
        }),
    ...(tags === undefined ? {} : { available_tags: (tags ?? []).map((tag) => tagOf(state, tag)) }),
  };
}

export function overwriteOf(id: string, { type, allow, deny }: OverwriteForm): APIOverwrite {
  return { id, type, allow: (allow ?? 0n).toString(), deny: (deny ?? 0n).toString() };
}

function tagOf(
  state: WorldState,
  tag: NonNullable<ChannelForm['available_tags']>[number],
): APIGuildForumTag {
  return {
    id: tag.id ?? state.newId(),
    name: tag.name,
    moderated: tag.moderated,
    emoji_id: tag.emoji_id ?? null,
    emoji_name: tag.emoji_name ?? null,
  };
}
