import { RESTJSONErrorCodes as Codes, type APIMessage, type Client } from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import { backoffMs, MAX_BACKOFF_MS } from '../../../shared/tasks/backoff.ts';
import type { LogError } from '../../../shared/throttled-error-log.ts';
import { botRoleName } from '../../access/action-context.ts';
import { explainRefusal } from '../../acting/actions/explain-api-error.ts';
import { FALLBACK_KEY, type Channel, type Target, type WaitingEvent } from '../../domain/events.ts';
import type { Post } from '../../domain/posts/post.ts';
import { inEnglish, message, type Message } from '../../locales/message.ts';
import type { PostBody, PostRefusal, PostView, Settled } from '../../outbox/post-kind.ts';
import { classifyError } from '../../rest/classify-error.ts';
import type { EventStore } from '../../storage/events/events.ts';
import type { AlsoWrite } from '../../storage/posts.ts';
import type { ChannelProblems } from '../channel-problems.ts';

/** An event that Discord rejects this often becomes a failed event. */
const MAX_TRIES = 5;

/** Codes that mean that the channel is gone or closed to the bot. Others are about the post. */
const CHANNEL_UNUSABLE: ReadonlySet<number> = new Set([
  Codes.UnknownChannel,
  Codes.UnknownGuild,
  Codes.MissingAccess,
  Codes.MissingPermissions,
  Codes.InvalidActionOnArchivedThread,
  Codes.CannotSendMessagesInNonTextChannel,
]);

export interface EventViewDeps {
  readonly client: Client;
  readonly events: Pick<EventStore, 'begin' | 'reject' | 'done' | 'fail' | 'disown'>;
  readonly channelProblems: ChannelProblems;
  /** Tells the owner of the fallback channel that events wait there. */
  readonly announceUnowned: () => void;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logError: LogError;
}

/** The part of an event's post that depends on its kind. */
export interface EventParts extends Pick<PostView, 'urgency' | 'instead' | 'crowded'> {
  /** Whether more events wait for the same post. */
  readonly isMore: boolean;
  body(channel: Channel): Promise<PostBody>;
  isSame(posted: APIMessage): boolean;
  /** Written with a new attempt. */
  readonly begin?: AlsoWrite;
  /** Written when Discord shows it. */
  shown?(place: { readonly channelId: string; readonly messageId: string }): AlsoWrite;
}

/** The way of the next event of a post to its message, to the fallback channel, or among the failed events. */
export type ViewEvent = (
  post: Post,
  event: WaitingEvent,
  target: Target,
  parts: EventParts,
) => Promise<PostView | Settled>;

export function createViewEvent(deps: EventViewDeps): ViewEvent {
  const { client, events, channelProblems, announceUnowned, clock, random, logError } = deps;

  /** Null: a bug with this very event. `reason`: why Discord did not say what the body needs. */
  async function bodyOf(
    { id }: WaitingEvent,
    channel: Channel,
    parts: EventParts,
  ): Promise<{ readonly body: PostBody } | { readonly reason: string } | null> {
    try {
      return { body: await parts.body(channel) };
    } catch (error) {
      const reason = unavailableReason(error);
      if (reason !== null) return { reason };
      logError({ operation: 'showing an event', ids: { eventId: id } }, error);
      return null;
    }
  }

  function explain(refusal: PostRefusal, { channelId }: Channel) {
    const channel = client.channels.cache.get(channelId);
    const inGuild = channel === undefined || channel.isDMBased() ? null : channel;
    return explainRefusal(
      { kind: 'refused', ...refusal },
      {
        effect: 'alert',
        permission: 'SendMessages',
        botRole: inGuild === null ? '' : botRoleName(inGuild.guild),
        channel: inGuild?.name ?? channelId,
      },
    );
  }

  return async (post, event, target, parts) => {
    const next = (): Settled['dueAt'] => (parts.isMore ? clock.now() : 'never');

    function fail(guildId: string, reason: Message): Settled {
      const ids = { eventId: event.id, guildId };
      return {
        dueAt: next(),
        write: (transaction) => events.fail(transaction, event, { guildId, reason }),
        onStored() {
          const operation = 'delivering an event (last attempt)';
          logError({ operation, ids }, new Error(inEnglish(reason)));
        },
      };
    }

    function reject(guildId: string, reason: Message): Settled {
      if (event.tries + 1 >= MAX_TRIES) return fail(guildId, reason);
      return {
        dueAt: clock.now() + backoffMs(event.tries, MAX_BACKOFF_MS, random),
        isFailure: true,
        write: (transaction) => events.reject(transaction, event),
      };
    }

    switch (target.kind) {
      case 'elsewhere':
        return {
          dueAt: 'never',
          write: (transaction) => events.disown(transaction, post),
          onStored: announceUnowned,
        };
      case 'nowhere':
        return fail(FALLBACK_KEY, target.reason);
      case 'unusable':
        channelProblems.report(target);
        break;
      case 'away':
      case 'channel':
    }
    const { urgency, instead, crowded, isSame } = parts;
    const view: PostView = {
      item: event.id,
      urgency,
      ...(instead === undefined ? {} : { instead }),
      ...(crowded === undefined ? {} : { crowded }),
      target,
      body: () => ({}),
      isSame,
      async begin(transaction) {
        await events.begin(transaction, event);
        await parts.begin?.(transaction);
      },
      shown: (place) => ({
        dueAt: next(),
        async write(transaction) {
          await parts.shown?.(place)(transaction);
          await events.done(transaction, [event]);
        },
        onStored() {
          if (target.kind === 'channel') channelProblems.resolve(target.key);
        },
      }),
      unusable: () => null,
    };
    if (target.kind !== 'channel') return view;
    const rendered = await bodyOf(event, target, parts);
    if (rendered === null) return reject(target.key, message('keyword-alerts:failed'));
    if ('reason' in rendered) return { ...view, target: { kind: 'away', reason: rendered.reason } };
    return {
      ...view,
      body: () => rendered.body,
      unusable(refusal) {
        if (refusal === null) return null;
        const explained = explain(refusal, target);
        if (!CHANNEL_UNUSABLE.has(refusal.code)) return reject(target.key, explained.reason);
        channelProblems.report({ key: target.key, ...explained });
        return null;
      },
    };
  };
}

/** Null: it is not Discord that is unavailable. */
function unavailableReason(error: unknown): string | null {
  try {
    const failure = classifyError(error);
    return failure.kind === 'unavailable' ? failure.reason : null;
  } catch {
    return null;
  }
}
