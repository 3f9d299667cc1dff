import {
  AuditLogEvent,
  ChannelType,
  GatewayDispatchEvents,
  MessageFlags,
  MessageReferenceType,
  MessageType,
  RESTJSONErrorCodes,
  ThreadAutoArchiveDuration,
  type APIMessage,
  type APIThreadMetadata,
} from 'discord-api-types/v10';

import { refusal } from '../errors.ts';
import { changesBetween, writeAuditLog } from './audit-log.ts';
import { buildMessage } from './build-message.ts';
import { asApiThread, createChannelState, isThread, isThreadOnly } from './channel-state.ts';
import type { MessageDraft } from './draft.ts';
import { asFlags } from './flags.ts';
import { forgetMessage } from './forget.ts';
import { postMessage, postSystemMessage, replaceMessage } from './post.ts';
import { findChannel, findGuild, findMessage, isoNow, type WorldState } from './state.ts';
import { findThread, joinThread } from './thread-members.ts';
import type { ChannelPayload, ChannelState, Deed, GuildState } from './types.ts';

const AUDITED_FIELDS = ['name', 'type', 'rate_limit_per_user', 'applied_tags', 'flags'];
const AUDITED_METADATA = ['archived', 'locked', 'auto_archive_duration', 'invitable'];

export interface NewThread {
  readonly name: string;
  readonly autoArchiveDuration?: ThreadAutoArchiveDuration | undefined;
  readonly rateLimitPerUser?: number | undefined;
  readonly appliedTags?: readonly string[] | undefined;
}

export type ThreadPatch = Partial<
  Pick<ChannelPayload, 'name' | 'rate_limit_per_user' | 'applied_tags' | 'flags'>
> &
  Partial<Pick<APIThreadMetadata, 'archived' | 'locked' | 'auto_archive_duration' | 'invitable'>>;

type ThreadType =
  | ChannelType.PublicThread
  | ChannelType.PrivateThread
  | ChannelType.AnnouncementThread;

export interface Threads {
  /** The thread has the message's id. */
  startFromMessage(
    message: { channelId: string; messageId: string },
    thread: NewThread,
    deed: Deed,
  ): ChannelState;
  start(
    parentId: string,
    thread: NewThread & { readonly type: ThreadType; readonly invitable?: boolean | undefined },
    deed: Deed,
  ): ChannelState;
  /** A forum post: a thread and its first message, which has the thread's id. */
  startPost(
    parentId: string,
    post: NewThread & { readonly message: MessageDraft },
    deed: Deed,
  ): { thread: ChannelState; message: APIMessage };
  update(threadId: string, patch: ThreadPatch, deed: Deed): ChannelState;
  delete(threadId: string, deed: Deed): ChannelState;
}

export function createThreads(state: WorldState): Threads {
  function open(
    parent: ChannelState,
    {
      id,
      type,
      thread,
    }: { id: string; type: ThreadType; thread: NewThread & { invitable?: boolean | undefined } },
    deed: Deed,
  ): ChannelState {
    const guild = findGuild(state, parent.guildId ?? '');
    const opened = createChannelState(threadPayload({ parent, id, type, thread }, deed.byUserId));
    guild.channels.set(id, opened);
    state.channels.set(id, opened);
    // A private thread is announced to those who join it, one by one.
    if (type !== ChannelType.PrivateThread) {
      state.emit({
        type: GatewayDispatchEvents.ThreadCreate,
        data: { ...asApiThread(opened.payload), newly_created: true },
        guildId: guild.id,
        channelId: id,
        userIds: null,
      });
    }
    joinThread(state, opened, deed.byUserId);
    writeAuditLog(state, guild, {
      deed,
      action: AuditLogEvent.ThreadCreate,
      targetId: id,
      changes: changesBetween({}, flat(opened.payload), [...AUDITED_FIELDS, ...AUDITED_METADATA]),
    });
    return opened;
  }

  function threadPayload(
    {
      parent,
      id,
      type,
      thread,
    }: {
      parent: ChannelState;
      id: string;
      type: ThreadType;
      thread: NewThread & { invitable?: boolean | undefined };
    },
    ownerId: string,
  ): ChannelPayload {
    const now = isoNow(state);
    return {
      id,
      type,
      flags: 0,
      ...(parent.guildId === null ? {} : { guild_id: parent.guildId }),
      name: thread.name,
      parent_id: parent.id,
      owner_id: ownerId,
      last_message_id: null,
      rate_limit_per_user:
        thread.rateLimitPerUser ?? parent.payload.default_thread_rate_limit_per_user ?? 0,
      message_count: 0,
      total_message_sent: 0,
      member_count: 0,
      thread_metadata: {
        archived: false,
        archive_timestamp: now,
        auto_archive_duration:
          thread.autoArchiveDuration ??
          parent.payload.default_auto_archive_duration ??
          ThreadAutoArchiveDuration.OneDay,
        locked: false,
        create_timestamp: now,
        ...(type === ChannelType.PrivateThread ? { invitable: thread.invitable ?? true } : {}),
      },
      ...(isThreadOnly(parent) ? { applied_tags: [...(thread.appliedTags ?? [])] } : {}),
    };
  }

  return {
    startFromMessage({ channelId, messageId }, thread, deed) {
      const parent = findParent(state, channelId);
      if (isThreadOnly(parent)) {
        throw refusal(RESTJSONErrorCodes.CannotExecuteActionOnThisChannelType);
      }
      const message = findMessage(parent, messageId);
      if (state.channels.has(messageId)) {
        throw refusal(RESTJSONErrorCodes.ThreadAlreadyCreatedForMessage);
      }
      const type =
        parent.type === ChannelType.GuildAnnouncement
          ? ChannelType.AnnouncementThread
          : ChannelType.PublicThread;
      const opened = open(parent, { id: messageId, type, thread }, deed);
      replaceMessage(state, parent, {
        ...message,
        flags: asFlags((message.flags ?? 0) | MessageFlags.HasThread),
      });
      postSystemMessage(state, opened, {
        type: MessageType.ThreadStarterMessage,
        authorId: deed.byUserId,
        reference: {
          type: MessageReferenceType.Default,
          channel_id: channelId,
          message_id: messageId,
          ...(parent.guildId === null ? {} : { guild_id: parent.guildId }),
        },
      });
      return opened;
    },

    start(parentId, thread, deed) {
      const parent = findParent(state, parentId);
      const opened = open(parent, { id: state.newId(), type: thread.type, thread }, deed);
      if (thread.type !== ChannelType.PrivateThread) {
        postSystemMessage(state, parent, {
          type: MessageType.ThreadCreated,
          authorId: deed.byUserId,
          content: thread.name,
          reference: {
            channel_id: opened.id,
            ...(parent.guildId === null ? {} : { guild_id: parent.guildId }),
          },
        });
      }
      return opened;
    },

    startPost(parentId, { message: draft, ...thread }, deed) {
      const parent = findParent(state, parentId);
      if (!isThreadOnly(parent)) {
        throw refusal(RESTJSONErrorCodes.CannotExecuteActionOnThisChannelType);
      }
      const id = state.newId();
      const opened = open(parent, { id, type: ChannelType.PublicThread, thread }, deed);
      parent.payload = { ...parent.payload, last_message_id: id };
      const message = buildMessage(state, opened, { draft, id });
      postMessage(state, opened, { message, nonce: draft.nonce });
      return { thread: opened, message };
    },

    update(threadId, patch, deed) {
      const thread = findThread(state, threadId);
      const before = thread.payload;
      updateThread(state, thread, patch);
      const guild = findGuild(state, thread.guildId ?? '');
      writeAuditLog(state, guild, {
        deed,
        action: AuditLogEvent.ThreadUpdate,
        targetId: threadId,
        changes: changesBetween(flat(before), flat(thread.payload), [
          ...AUDITED_FIELDS,
          ...AUDITED_METADATA,
        ]),
      });
      return thread;
    },

    delete(threadId, deed) {
      const thread = findThread(state, threadId);
      const guild = findGuild(state, thread.guildId ?? '');
      forgetThread(state, guild, thread);
      writeAuditLog(state, guild, {
        deed,
        action: AuditLogEvent.ThreadDelete,
        targetId: threadId,
        changes: changesBetween(flat(thread.payload), {}, [...AUDITED_FIELDS, ...AUDITED_METADATA]),
      });
      return thread;
    },
  };
}

/** Changes the thread and says so. */
export function updateThread(state: WorldState, thread: ChannelState, patch: ThreadPatch): void {
  const { archived, locked, auto_archive_duration, invitable, ...fields } = patch;
  const before = thread.payload.thread_metadata;
  if (before === undefined) return;
  const metadata = {
    ...before,
    ...(archived === undefined || archived === before.archived
      ? {}
      : { archived, archive_timestamp: isoNow(state) }),
    ...(locked === undefined ? {} : { locked }),
    ...(auto_archive_duration === undefined ? {} : { auto_archive_duration }),
    ...(invitable === undefined ? {} : { invitable }),
  };
  thread.payload = { ...thread.payload, ...fields, thread_metadata: metadata };
  state.emit({
    type: GatewayDispatchEvents.ThreadUpdate,
    data: asApiThread(thread.payload),
    guildId: thread.guildId,
    channelId: thread.id,
    userIds: null,
  });
}

/** Takes the thread and its messages out of the world, and says so. */
export function forgetThread(state: WorldState, guild: GuildState, thread: ChannelState): void {
  state.emit({
    type: GatewayDispatchEvents.ThreadDelete,
    data: {
      id: thread.id,
      guild_id: guild.id,
      parent_id: thread.parent_id ?? '',
      type: thread.type,
    },
    guildId: guild.id,
    channelId: thread.id,
    userIds: null,
  });
  const ids = Array.from(thread.messages.values(), ({ id }) => id);
  for (const id of ids) forgetMessage(state, thread, id);
  guild.channels.delete(thread.id);
  state.channels.delete(thread.id);
}

function findParent(state: WorldState, parentId: string): ChannelState {
  const parent = findChannel(state, parentId);
  const holdsThreads =
    parent.type === ChannelType.GuildText ||
    parent.type === ChannelType.GuildAnnouncement ||
    isThreadOnly(parent);
  if (!holdsThreads || isThread(parent)) {
    throw refusal(RESTJSONErrorCodes.CannotExecuteActionOnThisChannelType);
  }
  return parent;
}

/** The thread with its metadata beside the other fields, as the audit log names them. */
function flat({ thread_metadata, ...fields }: ChannelPayload): object {
  return { ...fields, ...thread_metadata };
}
