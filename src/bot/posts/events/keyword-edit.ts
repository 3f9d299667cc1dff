import type { PostKind, Settled } from '../../outbox/post-kind.ts';
import type { JoinedEvents } from '../../storage/events/events.ts';
import type { StoredKeywordHits } from '../../storage/keywords/keyword-hits.ts';
import type { KeywordBody } from './keyword-alert.ts';

/** The edit of a keyword alert that further keywords have joined. Its subject is the event of the alert. */
export function createKeywordEdit(deps: {
  readonly events: JoinedEvents;
  readonly keywordHits: Pick<StoredKeywordHits, 'ofMessage' | 'claimIn'>;
  readonly body: KeywordBody;
}): PostKind {
  const { events, keywordHits, body } = deps;
  return {
    name: 'keyword edit',
    pauseMs: 0,
    isEdited: true,
    async load({ guildId, subject: id, message: alert }) {
      const joined = alert === null ? [] : await events.joinedTo(guildId, alert.messageId);
      const content = joined.at(-1)?.content;
      if (alert === null || content?.kind !== 'keyword' || content.place === null) {
        return { dueAt: 'never' };
      }
      const hit = await keywordHits.ofMessage(guildId, content.place.messageId);
      // If a case has taken the alert over, its edit shows them.
      if (hit?.eventId !== id) return { dueAt: 'never' };
      const { keywords } = hit;
      const apart = () =>
        ({
          dueAt: 'never',
          async write(transaction) {
            await keywordHits.claimIn(transaction, id);
            await events.release(transaction, guildId, alert.messageId);
          },
        }) satisfies Settled;
      return {
        urgency: null,
        target: { kind: 'channel', channelId: alert.channelId },
        isSame: () => false,
        body: () => body({ id, keywords, content }, { key: guildId, channelId: alert.channelId }),
        shown: () => ({
          dueAt: 'never',
          write: (transaction) => events.done(transaction, joined),
        }),
        gone: apart,
        unusable: apart,
      };
    },
  };
}
