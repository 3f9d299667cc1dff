import {
  AuditLogEvent,
  ChannelType,
  GatewayDispatchEvents,
  MessageFlags,
  MessageReferenceType,
  MessageType,
  RESTJSONErrorCodes,
  type APIMessage,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { changesBetween, writeAuditLog } from '../guilds/audit-log.ts';
import { buildMessage } from '../messages/build-message.ts';
import { asApiThread, createChannelState, isThread, isThreadOnly } from './channel-state.ts';
import type { MessageDraft } from '../messages/draft.ts';
import { asFlags } from '../messages/flags.ts';
import { threadPayload, type NewThread, type Opening, type ThreadType } from './new-thread.ts';
import { postMessage, postSystemMessage, replaceMessage } from '../messages/post.ts';
import { findChannel, findGuild, findMessage, type WorldState } from '../state.ts';
import { removeThread, updateThread, type ThreadPatch } from './thread-changes.ts';
import { findThread, joinThread } from './thread-members.ts';
import type { ChannelPayload, ChannelState, AuditContext } from '../types.ts';

const AUDITED_FIELDS = ['name', 'type', 'rate_limit_per_user', 'applied_tags', 'flags'];
const AUDITED_METADATA = ['archived', 'locked', 'auto_archive_duration', 'invitable'];

export interface Threads {
  /** The thread has the message's id. */
  startFromMessage(
    message: { channelId: string; messageId: string },
    thread: NewThread,
    auditContext: AuditContext,
  ): ChannelState;
  start(
    parentId: string,
    thread: NewThread & { readonly type: ThreadType },
    auditContext: AuditContext,
  ): ChannelState;
  /** Creates a forum post: a thread and its first message, which has the thread's id. */
  startPost(
    parentId: string,
    post: NewThread & { readonly message: MessageDraft },
    auditContext: AuditContext,
  ): { thread: ChannelState; message: APIMessage };
  update(threadId: string, patch: ThreadPatch, auditContext: AuditContext): ChannelState;
  delete(threadId: string, auditContext: AuditContext): ChannelState;
}

function prepare(state: WorldState, opening: Opening, auditContext: AuditContext): ChannelState {
  return createChannelState(threadPayload(state, { ...opening, ownerId: auditContext.byUserId }));
}

function open(state: WorldState, thread: ChannelState, auditContext: AuditContext): ChannelState {
  const { id, type } = thread;
  const guild = findGuild(state, thread.guildId ?? '');
  guild.channels.set(id, thread);
  state.channels.set(id, thread);
  // Users receive a private thread when they join it.
  if (type !== ChannelType.PrivateThread) {
    state.emit({
      type: GatewayDispatchEvents.ThreadCreate,
      data: { ...asApiThread(thread.payload), newly_created: true },
      guildId: guild.id,
      channelId: id,
      userIds: null,
    });
  }
  joinThread(state, thread, auditContext.byUserId);
  writeAuditLog(state, guild, {
    auditContext,
    action: AuditLogEvent.ThreadCreate,
    targetId: id,
    changes: changesBetween({}, flat(thread.payload), [...AUDITED_FIELDS, ...AUDITED_METADATA]),
  });
  return thread;
}

export function createThreads(state: WorldState): Threads {
  return {
    startFromMessage({ channelId, messageId }, thread, auditContext) {
      const parent = findParent(state, channelId);
      if (isThreadOnly(parent)) {
        throw apiError(RESTJSONErrorCodes.CannotExecuteActionOnThisChannelType);
      }
      const message = findMessage(parent, messageId);
      if (state.channels.has(messageId)) {
        throw apiError(RESTJSONErrorCodes.ThreadAlreadyCreatedForMessage);
      }
      const type =
        parent.type === ChannelType.GuildAnnouncement
          ? ChannelType.AnnouncementThread
          : ChannelType.PublicThread;
      const opened = open(
        state,
        prepare(state, { parent, id: messageId, type, thread }, auditContext),
        auditContext,
      );
      replaceMessage(state, parent, {
        ...message,
        flags: asFlags((message.flags ?? 0) | MessageFlags.HasThread),
      });
      postSystemMessage(state, opened, {
        type: MessageType.ThreadStarterMessage,
        authorId: auditContext.byUserId,
        reference: {
          type: MessageReferenceType.Default,
          channel_id: channelId,
          message_id: messageId,
          ...(parent.guildId === null ? {} : { guild_id: parent.guildId }),
        },
      });
      return opened;
    },

    start(parentId, thread, auditContext) {
      const parent = findParent(state, parentId);
      const opened = open(
        state,
        prepare(state, { parent, id: state.newId(), type: thread.type, thread }, auditContext),
        auditContext,
      );
      if (thread.type !== ChannelType.PrivateThread) {
        postSystemMessage(state, parent, {
          type: MessageType.ThreadCreated,
          authorId: auditContext.byUserId,
          content: thread.name,
          reference: {
            channel_id: opened.id,
            ...(parent.guildId === null ? {} : { guild_id: parent.guildId }),
          },
        });
      }
      return opened;
    },

    startPost(parentId, { message: draft, ...thread }, auditContext) {
      const parent = findParent(state, parentId);
      if (!isThreadOnly(parent)) {
        throw apiError(RESTJSONErrorCodes.CannotExecuteActionOnThisChannelType);
      }
      const id = state.newId();
      const opened = prepare(
        state,
        { parent, id, type: ChannelType.PublicThread, thread },
        auditContext,
      );
      // Build the message before the thread exists, so that an invalid message leaves no empty post.
      const message = buildMessage(state, opened, { draft, id });
      open(state, opened, auditContext);
      parent.payload = { ...parent.payload, last_message_id: id };
      postMessage(state, opened, { message, nonce: draft.nonce });
      return { thread: opened, message };
    },

    update(threadId, patch, auditContext) {
      const thread = findThread(state, threadId);
      const before = thread.payload;
      updateThread(state, thread, patch);
      const guild = findGuild(state, thread.guildId ?? '');
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.ThreadUpdate,
        targetId: threadId,
        changes: changesBetween(flat(before), flat(thread.payload), [
          ...AUDITED_FIELDS,
          ...AUDITED_METADATA,
        ]),
      });
      return thread;
    },

    delete(threadId, auditContext) {
      const thread = findThread(state, threadId);
      const guild = findGuild(state, thread.guildId ?? '');
      removeThread(state, guild, thread);
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.ThreadDelete,
        targetId: threadId,
        changes: changesBetween(flat(thread.payload), {}, [...AUDITED_FIELDS, ...AUDITED_METADATA]),
      });
      return thread;
    },
  };
}

function findParent(state: WorldState, parentId: string): ChannelState {
  const parent = findChannel(state, parentId);
  const holdsThreads =
    parent.type === ChannelType.GuildText ||
    parent.type === ChannelType.GuildAnnouncement ||
    isThreadOnly(parent);
  if (!holdsThreads || isThread(parent)) {
    throw apiError(RESTJSONErrorCodes.CannotExecuteActionOnThisChannelType);
  }
  return parent;
}

/** The thread with its metadata as top-level fields, as the audit log lists them. */
function flat({ thread_metadata, ...fields }: ChannelPayload): object {
  return { ...fields, ...thread_metadata };
}
