import { Routes, userMention, type APIEmbed, type Client } from 'discord.js';
import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import type { Conversation } from '../../domain/mail/mail.ts';
import type { Policies } from '../../domain/ports.ts';
import type { PostKind } from '../../outbox/post-kind.ts';
import { timestamp } from '../../rendering/format.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { defuse, defuseLine } from '../../rendering/sanitize.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { buttonIds } from '../../rest/find-post.ts';
import type { StoredMail } from '../../storage/mail/mail-store.ts';
import { moderatorChannelOf } from '../alerts/moderator-channel.ts';
import { placeIn } from '../place.ts';
import { conversationButtons, isConversationPost } from './mail-buttons.ts';

const OPEN = 0x3498db;
const CLOSED = 0x95a5a6;
const EXPIRY_CHECK_MS = 20 * DAY_MS;
/** A changed channel or permission makes it try again at once. */
const RETRY_MS = 5 * 60_000;
const NOTE_LENGTH = 500;

/** The moderators' post about a member's conversation, above its thread. The subject is the member. */
export function createConversationPost(deps: {
  readonly mail: Pick<StoredMail, 'get' | 'channel' | 'placed' | 'delayed'>;
  readonly policies: Pick<Policies, 'get'>;
  readonly client: Client;
  /** The thread of this message belongs to a conversation from now on. */
  readonly onPlaced: (threadId: string) => void;
  readonly clock: Clock;
}): PostKind {
  const { mail, policies, client, onPlaced, clock } = deps;

  /** A closed conversation leaves the list of threads, as far as Discord lets it. */
  async function archive(threadId: string): Promise<void> {
    try {
      await client.rest.patch(Routes.channel(threadId), { body: { archived: true } });
    } catch (error) {
      classifyError(error);
    }
  }

  return {
    name: 'mail',
    pauseMs: 0,
    isEdited: true,
    async load({ guildId, subject: memberId, message }) {
      const conversation = await mail.get(guildId, memberId);
      const channelId = await mail.channel(guildId);
      if (conversation === null || (message === null && channelId === null)) {
        return { dueAt: 'never' };
      }
      const { target, renderer } = placeIn(guildId, client, {
        policy: await policies.get(guildId),
        target(guild) {
          const place = moderatorChannelOf(guild, { moderatorChannelId: channelId }, '');
          return place.kind === 'found'
            ? { kind: 'channel', channelId: place.channel.id }
            : { kind: 'unusable' };
        },
      });
      return {
        urgency: null,
        target,
        isSame: (post) => isConversationPost(buttonIds(post), memberId),
        body: () => ({
          embeds: [conversationEmbed(renderer, conversation)],
          components: [conversationButtons(renderer.t, conversation)],
        }),
        shown(post) {
          const isNew = post.messageId !== conversation.post?.messageId;
          return {
            dueAt: clock.now() + EXPIRY_CHECK_MS,
            ...(isNew ? { write: mail.placed(conversation, post) } : {}),
            onStored() {
              onPlaced(post.messageId);
              if (conversation.closed !== null) void archive(post.messageId);
            },
          };
        },
        unusable: () => ({
          dueAt: clock.now() + RETRY_MS,
          isFailure: true,
          write: mail.delayed(conversation),
        }),
      };
    },
  };
}

function conversationEmbed({ t }: Renderer, conversation: Conversation): APIEmbed {
  const { memberId, memberName, openedAt, closed, blockedById } = conversation;
  return {
    color: closed === null ? OPEN : CLOSED,
    title: t('modmail:post.title', { name: defuse(memberName, 100) }),
    description: [
      userMention(memberId),
      ...(closed === null
        ? [`-# ${t('modmail:post.how', { user: userMention(memberId) })}`]
        : [
            t('modmail:post.closed', {
              user: userMention(closed.byId),
              time: timestamp(closed.at, 'f'),
            }),
            ...(closed.note === '' ? [] : [`> ${defuseLine(closed.note, NOTE_LENGTH)}`]),
          ]),
      ...(blockedById === null
        ? []
        : [t('modmail:post.blocked', { user: userMention(blockedById) })]),
    ].join('\n'),
    timestamp: new Date(openedAt).toISOString(),
  };
}
