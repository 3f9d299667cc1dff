import type { Clock } from '../../../shared/clock.ts';
import { isHandled } from '../../domain/actions/moderator-actions.ts';
import { hasOpenAlert, type Case } from '../../domain/case.ts';
import type { Channel, KeywordContent, WaitingEvent } from '../../domain/events.ts';
import { editOf } from '../../domain/posts/alert-ref.ts';
import { isJoinable } from '../../domain/posts/joinable.ts';
import type { PostRequest } from '../../domain/posts/post.ts';
import type { ModeratorChannels, Policies } from '../../domain/ports.ts';
import type { StoredCases } from '../../storage/cases.ts';
import type { EventStore } from '../../storage/events/events.ts';
import type { StoredKeywordHits } from '../../storage/keywords/keyword-hits.ts';
import type { AlsoWrite, PostStore } from '../../storage/posts.ts';

export type KeywordEvent = WaitingEvent & { readonly content: KeywordContent };

/**
 * Shows a keyword on an alert about the same message: that of a case, posted or not, or another keyword alert. Null: moderators
 * need a keyword alert. The event waits for the edit of a posted alert; if that alert has changed meanwhile, nothing is written.
 */
export type JoinKeyword = (event: KeywordEvent, channel: Channel) => Promise<AlsoWrite | null>;

export function createJoinKeyword(deps: {
  readonly moderatorChannels: Pick<ModeratorChannels, 'channelId'>;
  readonly cases: Pick<StoredCases, 'ofMessage' | 'updateIn'>;
  readonly events: Pick<EventStore, 'done' | 'join'>;
  readonly keywordHits: Pick<StoredKeywordHits, 'ofMessage' | 'addKeyword'>;
  readonly policies: Pick<Policies, 'get'>;
  readonly posts: Pick<PostStore, 'wantIn'>;
  readonly clock: Pick<Clock, 'now'>;
}): JoinKeyword {
  const { moderatorChannels, cases, events, keywordHits, policies, posts, clock } = deps;

  async function joinCase(
    event: KeywordEvent,
    { channelId }: Channel,
    { guildId, messageId }: { readonly guildId: string; readonly messageId: string },
  ): Promise<AlsoWrite | null> {
    const found = await cases.ofMessage(guildId, messageId);
    if (found === null) return null;
    const { keyword } = event.content;
    const alertChannelId = moderatorChannels.channelId(guildId, await policies.get(guildId));

    /** Whether the case’s alert will show the keyword in the keyword’s channel. */
    function canShow(record: Case): boolean {
      const { alert, incident } = record;
      if (alert !== null) {
        return isJoinable(alert, { channelId, now: clock.now() }) && !isHandled([record]);
      }
      // The post about an incident shows the message.
      return (hasOpenAlert(record) || incident !== null) && alertChannelId === channelId;
    }

    if (!canShow(found)) return null;
    return async (transaction) => {
      let isJoined = false;
      const { alert } = await cases.updateIn(transaction, found, (latest) => {
        isJoined = canShow(latest);
        if (!isJoined || latest.keywords.includes(keyword)) return latest;
        return { ...latest, keywords: [...latest.keywords, keyword] };
      });
      if (!isJoined) return;
      if (alert === null) await events.done(transaction, [event]);
      else await waitFor(editOf(guildId, alert))(transaction, event);
    };
  }

  async function joinHit(
    event: KeywordEvent,
    { channelId }: Channel,
    { guildId, messageId }: { readonly guildId: string; readonly messageId: string },
  ): Promise<AlsoWrite | null> {
    const hit = await keywordHits.ofMessage(guildId, messageId);
    if (hit === null || !isJoinable(hit.alert, { channelId, now: clock.now() })) return null;
    const { eventId: subject, alert } = hit;
    const edit = {
      guildId,
      kind: 'keyword edit',
      subject,
      urgency: 'ordinary',
      message: alert,
    } as const;
    return async (transaction) => {
      if (!(await keywordHits.addKeyword(transaction, hit, event.content.keyword))) return;
      await waitFor(edit)(transaction, event);
    };
  }

  const waitFor =
    (edit: PostRequest & Required<Pick<PostRequest, 'message'>>) =>
    async (transaction: Parameters<AlsoWrite>[0], event: KeywordEvent): Promise<void> => {
      await events.join(transaction, event, edit.message.messageId);
      await posts.wantIn(transaction, edit);
    };

  return async (event, channel) => {
    const { place } = event.content;
    if (place?.guildId !== channel.key) return null;
    return (await joinCase(event, channel, place)) ?? joinHit(event, channel, place);
  };
}
