import type { Clock } from '../../../shared/clock.ts';
import type { KeyedMutex } from '../../../shared/tasks/keyed-mutex.ts';
import { message } from '../../locales/message.ts';
import { isHandled } from '../../domain/actions/moderator-actions.ts';
import { openAlertIndex, type Case, type MessageRef } from '../../domain/case.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { AlertCase, Alerts, Cases, Policies } from '../../domain/ports.ts';
import type { KeywordHits } from '../../domain/keyword-hits.ts';
import { isJoinable } from '../../domain/posts/joinable.ts';
import type { PostPlace } from '../../domain/posts/post-limiter.ts';
import { alertUrgency, type PostUrgency } from '../../domain/posts/urgency.ts';
import type { Background } from '../../../shared/tasks/background.ts';
import type { Retry, Unavailable } from '../../../shared/tasks/retry.ts';
import type { AlertSync } from './alert-sync.ts';
import type { SaveOutcome } from '../../acting/cases/save-outcome.ts';

/** Waiting cases of one author. */
export interface AlertBatch {
  readonly guildId: string;
  readonly authorId: string;
  /** Ascending. */
  readonly numbers: readonly number[];
  /** An alert of these cases may have been posted already. */
  readonly resumed: boolean;
  /** False: they need a post of their own. */
  readonly canJoin: boolean;
  /** Of the most urgent case. */
  readonly urgency: PostUrgency;
  /** The place for a post; null: none is free. */
  readonly takePlace: () => PostPlace | null;
  /** These cases need a post, and none is free now. */
  readonly crowded: (numbers: readonly number[]) => void;
  /** The alert of this case has its outcome, or it needs none. */
  readonly settled: (number: number) => void;
  /** The post that the case was to join is gone or handled. */
  readonly returned: (number: number) => void;
}

/**
 * Brings cases to the moderators: on the author's alert of the last ten minutes, on a new post, or counted in the server's
 * digest. Resolves when each case is settled or waits for an edit, after which it is settled or returned.
 */
export type DeliverAlerts = (batch: AlertBatch) => Promise<Unavailable | null>;

/** Every edit reads all the cases of the alert. */
const MAX_CASES_ON_ALERT = 200;

export function createDeliverAlerts(deps: {
  alerts: Pick<Alerts, 'channelId' | 'find' | 'post'>;
  alertSync: Pick<AlertSync, 'edit' | 'refresh'>;
  /** Keyword hits join a case before its alert is rendered, or after it is posted. */
  mutex: KeyedMutex;
  saveOutcome: SaveOutcome;
  /** Saves the outcome and counts the case in the server's digest, both or neither. */
  saveCounted: SaveOutcome;
  cases: Pick<Cases, 'get' | 'update' | 'evidence' | 'latestAlert' | 'ofAlert'>;
  policies: Pick<Policies, 'get'>;
  keywordHits: Pick<KeywordHits, 'ofMessage' | 'claim'>;
  background: Background;
  retry: Retry;
  clock: Clock;
}): DeliverAlerts {
  const { alerts, alertSync, saveOutcome, saveCounted, cases, policies, keywordHits } = deps;
  const { mutex, background, retry, clock } = deps;

  /** The author's latest alert, if more cases can be added to it. */
  async function openAlert(
    { guildId, authorId, urgency }: AlertBatch,
    channelId: string | null,
  ): Promise<MessageRef | null> {
    if (authorId === '') return null;
    const place = await cases.latestAlert(guildId, authorId);
    if (place === null || !isJoinable(place, { channelId, now: clock.now() })) return null;
    const shown = await cases.ofAlert(guildId, place.messageId);
    // An edit pings nobody and may be overlooked.
    const isOverlooked =
      urgency === 'severest' && !shown.some((record) => alertUrgency(record) === 'severest');
    return isOverlooked || isHandled(shown) || shown.length >= MAX_CASES_ON_ALERT ? null : place;
  }

  /** Shows the cases on a post, after they are stored as parts of it: a killed process leaves no case behind. */
  async function join(
    batch: AlertBatch,
    place: MessageRef,
    records: readonly Case[],
  ): Promise<void> {
    const { guildId, authorId } = batch;
    for (const record of records) await setAlert(record, place);
    const ids = { guildId, case: records[0]?.number ?? 0 };
    const errorContext = { operation: 'adding cases to an alert', ids };
    background.run(errorContext, async () => {
      const outcome = await alertSync.edit({ guildId, authorId }, place);
      for (const record of records) {
        switch (outcome.status) {
          case 'gone':
          case 'handled':
            await retry(errorContext, () => setAlert(record, null));
            batch.returned(record.number);
            break;
          default:
            await saveOutcome(record, { index: openAlertIndex(record), outcome, alert: place });
            batch.settled(record.number);
        }
      }
    });
  }

  function setAlert(record: Case, alert: MessageRef | null): Promise<Case> {
    return cases.update(record, (latest) =>
      latest.alert?.messageId === alert?.messageId ? latest : { ...latest, alert },
    );
  }

  /** Turns a keyword alert about the message of a case into the alert of the case. */
  async function joinKeywordAlert(
    batch: AlertBatch,
    record: Case,
    channelId: string | null,
  ): Promise<boolean> {
    const { guildId, messageId } = record;
    const hit = await keywordHits.ofMessage(guildId, messageId);
    if (hit === null || !isJoinable(hit.alert, { channelId, now: clock.now() })) return false;
    const withKeywords = await cases.update(record, (latest) => ({
      ...latest,
      keywords: [...new Set([...hit.keywords, ...latest.keywords])],
    }));
    await join(batch, hit.alert, [withKeywords]);
    await keywordHits.claim(hit.eventId);
    return true;
  }

  async function count(batch: AlertBatch, records: readonly Case[]): Promise<void> {
    const detail = message('effects:deferred.counted');
    for (const record of records) {
      const outcome = { status: 'deferred', at: clock.now(), detail } as const;
      await saveCounted(record, { index: openAlertIndex(record), outcome });
      batch.settled(record.number);
    }
  }

  async function withText(record: Case): Promise<AlertCase> {
    return { record, text: await cases.evidence(record.guildId, record.number) };
  }

  async function deliverNew(
    batch: AlertBatch,
    records: readonly [Case, ...Case[]],
    { policy, channelId }: { policy: Policy; channelId: string | null },
  ): Promise<Unavailable | null> {
    const [first, ...others] = records;
    const post = {
      cases: [await withText(first), ...(await Promise.all(others.map(withText)))],
      policy,
    } as const;
    if (batch.resumed) {
      const existing = await alerts.find(post);
      if (existing !== null && 'status' in existing) return existing;
      if (existing !== null) {
        await join(batch, existing, records);
        return null;
      }
    }
    const alert = batch.canJoin ? await openAlert(batch, channelId) : null;
    if (alert !== null) {
      await join(batch, alert, records);
      return null;
    }
    const place = batch.takePlace();
    if (place === null) {
      // A digest is not enough for the severest.
      if (batch.urgency === 'severest') batch.crowded(records.map(({ number }) => number));
      else await count(batch, records);
      return null;
    }
    const result = await alerts.post(post);
    if ('status' in result) return result;
    if (result.alert === null) place.giveUp();
    for (const record of records) {
      const saved = await saveOutcome(record, { index: openAlertIndex(record), ...result });
      batch.settled(record.number);
      // A moderator may have acted by command before there was an alert to show it on.
      if (saved.moderatorActions.length > 0) alertSync.refresh(saved);
    }
    return null;
  }

  async function deliver(batch: AlertBatch): Promise<Unavailable | null> {
    const { guildId, numbers } = batch;
    const policy = await policies.get(guildId);
    const channelId = alerts.channelId(guildId, policy);
    const alone: Case[] = [];
    for (const number of numbers) {
      const record = await cases.get(guildId, number);
      if (record === null || openAlertIndex(record) < 0) batch.settled(number);
      // An earlier process stored that it joins a post.
      else if (record.alert !== null) await join(batch, record.alert, [record]);
      else if (!batch.canJoin || !(await joinKeywordAlert(batch, record, channelId))) {
        alone.push(record);
      }
    }
    const [first, ...others] = alone;
    return first === undefined
      ? null
      : deliverNew(batch, [first, ...others], { policy, channelId });
  }

  return (batch) => mutex(`${batch.guildId}/${batch.authorId}`, () => deliver(batch));
}
