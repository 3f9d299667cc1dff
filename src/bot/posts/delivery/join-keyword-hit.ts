import type { Clock } from '../../../shared/clock.ts';
import type { KeyedMutex } from '../../../shared/tasks/keyed-mutex.ts';
import { isHandled } from '../../domain/actions/moderator-actions.ts';
import { hasOpenAlert, type Case } from '../../domain/case.ts';
import type { Alerts, Cases, Policies } from '../../domain/ports.ts';
import type { JoinKeywordHit } from '../../domain/keyword-hits.ts';
import { isJoinable } from '../../domain/posts/joinable.ts';
import type { AlertSync } from './alert-sync.ts';

export function createJoinKeywordHit(deps: {
  alerts: Pick<Alerts, 'channelId'>;
  alertSync: Pick<AlertSync, 'edit'>;
  /** That of `createDeliverAlerts`. */
  mutex: KeyedMutex;
  cases: Pick<Cases, 'get' | 'ofMessage' | 'update'>;
  policies: Pick<Policies, 'get'>;
  clock: Clock;
}): JoinKeywordHit {
  const { alerts, alertSync, mutex, cases, policies, clock } = deps;

  /** Whether moderators will see the keyword on the case's alert, in the channel where its own alert would be. */
  async function canShow(record: Case, channelId: string): Promise<boolean> {
    const { alert, guildId, incident } = record;
    if (alert === null) {
      // The post about an incident shows the message.
      if (!hasOpenAlert(record) && incident === null) return false;
      return alerts.channelId(guildId, await policies.get(guildId)) === channelId;
    }
    return isJoinable(alert, { channelId, now: clock.now() }) && !isHandled([record]);
  }

  return async ({ guildId, messageId, keyword, channelId }) => {
    const found = await cases.ofMessage(guildId, messageId);
    if (found === null) return false;
    const joined = await mutex(`${guildId}/${found.author.id}`, async () => {
      const latest = await cases.get(guildId, found.number);
      if (latest === null || !(await canShow(latest, channelId))) return null;
      return cases.update(latest, (newest) =>
        newest.keywords.includes(keyword)
          ? newest
          : { ...newest, keywords: [...newest.keywords, keyword] },
      );
    });
    if (joined === null) return false;
    if (joined.alert === null) return true;
    const { status } = await alertSync.edit({ guildId, authorId: joined.author.id }, joined.alert);
    return status === 'done';
  };
}
