import { RESTJSONErrorCodes, Routes, type APIMessage, type Client } from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import { isForMember, type Conversation, type MailEntry } from '../../domain/mail/mail.ts';
import type { Post } from '../../domain/posts/post.ts';
import type { Policies } from '../../domain/ports.ts';
import type { Preview } from '../../domain/preview.ts';
import type { PostKind, PostTarget, PostView, Settled } from '../../outbox/post-kind.ts';
import { visible } from '../../rendering/sanitize.ts';
import { classifyError } from '../../rest/classify-error.ts';
import type { StoredMail } from '../../storage/mail/mail-store.ts';
import { directTarget, placeIn } from '../place.ts';
import { memberBody, toMemberBody, undeliveredBody } from './entry-body.ts';

const EXPIRY_CHECK_MS = 20 * 24 * 60 * 60_000;
/** Until the next try where Discord or the moderators' post has to come first. */
const RETRY_MS = 10_000;
/** A changed channel or permission makes it try again at once. */
const REFUSED_MS = 5 * 60_000;
const THREAD_NAME_LENGTH = 90;

const UNKNOWN_CHANNEL: number = RESTJSONErrorCodes.UnknownChannel;
const UNKNOWN_MESSAGE: number = RESTJSONErrorCodes.UnknownMessage;
const HAS_THREAD: number = RESTJSONErrorCodes.ThreadAlreadyCreatedForMessage;

export interface EntryPostDeps {
  readonly mail: Pick<StoredMail, 'get' | 'entry' | 'delivered' | 'refused' | 'moderatorPostGone'>;
  readonly policies: Pick<Policies, 'get'>;
  readonly preview: Pick<Preview, 'text'>;
  readonly client: Client;
  readonly clock: Clock;
}

/** What members and moderators write to each other, in the thread and in direct messages. The subject is the entry. */
export function createEntryPost(deps: EntryPostDeps): PostKind {
  const { mail, policies, client, clock } = deps;
  const startThread = createStartThread(client);

  const later = (): Settled => ({ dueAt: clock.now() + RETRY_MS });

  async function toMember(
    post: Post,
    entry: MailEntry,
    conversation: Conversation,
  ): Promise<PostView | Settled> {
    const { guildId, message, attempt } = post;
    const isOver = entry.delivery === 'refused' || entry.delivery === 'read';
    const isUnsent = message === null && attempt === null;
    if (isOver || (entry.isDeleted && isUnsent)) return { dueAt: 'never' };
    const target = await memberTarget(client, conversation);
    // A limit on direct messages must not hold up the server's other posts.
    if (target.kind === 'away') return later();
    const { renderer, guild } = placeIn(guildId, client, {
      policy: await policies.get(guildId),
      target: () => target,
    });
    return {
      urgency: null,
      target,
      isSame: isOfTime(entry),
      body: () => toMemberBody(renderer, guild, entry),
      shown: (sent) => ({
        dueAt: clock.now() + EXPIRY_CHECK_MS,
        write: mail.delivered(entry, sent),
      }),
      unusable: () => ({
        dueAt: 'never',
        // The moderators have nothing to do about it.
        ...(entry.kind === 'delayed' ? {} : { write: mail.refused(entry) }),
      }),
      gone: () => ({ dueAt: 'never' }),
    };
  }

  async function toThread(
    post: Post,
    entry: MailEntry,
    conversation: Conversation,
  ): Promise<PostView | Settled> {
    const { guildId } = post;
    // The post about the conversation asks for it when it is there.
    if (conversation.post === null) return { dueAt: null };
    const threadId = conversation.post.messageId;
    const policy = await policies.get(guildId);
    const place = placeIn(guildId, client, {
      policy,
      target: () => ({ kind: 'channel', channelId: threadId }),
    });
    if (place.target.kind === 'channel') {
      const started = await startThread(conversation);
      if (started === 'gone') {
        return { dueAt: null, write: mail.moderatorPostGone(conversation) };
      }
      if (started === 'later') return later();
      if (started === 'refused') return { dueAt: clock.now() + REFUSED_MS, isFailure: true };
    }
    return {
      urgency: null,
      target: place.target,
      isSame: isOfTime(entry),
      body: () =>
        entry.kind === 'undelivered'
          ? undeliveredBody(place.renderer, entry, deps)
          : memberBody(place.renderer, { entry, conversation }, deps),
      shown: (posted) => ({
        dueAt: clock.now() + EXPIRY_CHECK_MS,
        write: mail.delivered(entry, posted),
      }),
      unusable(refusal) {
        if (refusal?.code !== UNKNOWN_CHANNEL) return null;
        startThread.forget(threadId);
        return { dueAt: clock.now() + RETRY_MS, isFailure: true };
      },
      gone: () => ({ dueAt: 'never' }),
    };
  }

  return {
    name: 'mail entry',
    pauseMs: 0,
    isEdited: true,
    async load(post) {
      const entry = await mail.entry(post.guildId, post.subject);
      const conversation = entry === null ? null : await mail.get(post.guildId, entry.memberId);
      if (entry === null || conversation === null) return { dueAt: 'never' };
      return (isForMember(entry) ? toMember : toThread)(post, entry, conversation);
    },
  };
}

/** Discord limits how fast a bot may open channels, which is no refusal by the member. */
async function memberTarget(
  client: Client,
  { memberId, dmChannelId }: Conversation,
): Promise<PostTarget> {
  return dmChannelId === null
    ? directTarget(client, memberId)
    : { kind: 'channel', channelId: dmChannelId };
}

/** An entry's message has the entry's time. */
function isOfTime({ writtenAt }: MailEntry): (message: APIMessage) => boolean {
  return ({ embeds }) => Date.parse(embeds?.[0]?.timestamp ?? '') === writtenAt;
}

type Started = 'started' | 'gone' | 'later' | 'refused';

/** Starts the thread of a conversation's post. Discord allows one, so an earlier process may have done it. */
function createStartThread(client: Client) {
  const started = new Set<string>();

  async function start({ post, memberName }: Conversation): Promise<Started> {
    if (post === null) return 'later';
    const { channelId, messageId } = post;
    if (started.has(messageId)) return 'started';
    try {
      await client.rest.post(Routes.threads(channelId, messageId), {
        body: { name: visible(memberName, THREAD_NAME_LENGTH) || '–' },
      });
    } catch (error) {
      const failure = classifyError(error);
      if (failure.kind === 'unavailable') return 'later';
      if (failure.code === UNKNOWN_MESSAGE) return 'gone';
      if (failure.code !== HAS_THREAD) return 'refused';
    }
    started.add(messageId);
    return 'started';
  }

  return Object.assign(start, { forget: (threadId: string) => void started.delete(threadId) });
}
