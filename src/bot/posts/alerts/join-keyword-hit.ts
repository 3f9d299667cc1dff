import type { Clock } from '../../../shared/clock.ts';
import { isHandled } from '../../domain/actions/moderator-actions.ts';
import { hasOpenAlert, type Case } from '../../domain/case.ts';
import { editOf } from '../../domain/posts/alert-ref.ts';
import type { JoinKeywordHit } from '../../domain/keyword-hits.ts';
import type { Cases, ModeratorChannels, Policies } from '../../domain/ports.ts';
import { isJoinable } from '../../domain/posts/joinable.ts';
import type { Outbox } from '../../outbox/outbox.ts';

export function createJoinKeywordHit(deps: {
  moderatorChannels: Pick<ModeratorChannels, 'channelId'>;
  cases: Pick<Cases, 'get' | 'ofMessage' | 'update'>;
  policies: Pick<Policies, 'get'>;
  outbox: Pick<Outbox, 'look' | 'whenShown'>;
  clock: Clock;
}): JoinKeywordHit {
  const { moderatorChannels, cases, policies, outbox, clock } = deps;

  return async ({ guildId, messageId, keyword, channelId }) => {
    const found = await cases.ofMessage(guildId, messageId);
    if (found === null) return false;
    const alertChannelId = moderatorChannels.channelId(guildId, await policies.get(guildId));

    /** Whether the case's alert will show the keyword in the keyword's channel. */
    function canShow(record: Case): boolean {
      const { alert, incident } = record;
      if (alert !== null) {
        return isJoinable(alert, { channelId, now: clock.now() }) && !isHandled([record]);
      }
      // The post about an incident shows the message.
      return (hasOpenAlert(record) || incident !== null) && alertChannelId === channelId;
    }

    let isJoined = false;
    const { alert } = await cases.update(found, (latest) => {
      isJoined = canShow(latest);
      if (!isJoined || latest.keywords.includes(keyword)) return latest;
      return { ...latest, keywords: [...latest.keywords, keyword] };
    });
    if (!isJoined || alert === null) return isJoined;
    outbox.look(guildId);
    await outbox.whenShown(editOf(guildId, alert));
    // Null: somebody has deleted the alert.
    return (await cases.get(guildId, found.number))?.alert?.messageId === alert.messageId;
  };
}
