import type { Clock } from '../../../shared/clock.ts';
import { hasOpenAlert, withOutcome, type Case, type MessageRef } from '../../domain/case.ts';
import type { Outcome } from '../../domain/effects.ts';
import { alertOf, editOf, isShownAnew } from '../../domain/posts/alert-ref.ts';
import type { PostRequest } from '../../domain/posts/post.ts';
import { alertUrgency } from '../../domain/posts/urgency.ts';
import type { Settled } from '../../outbox/post-kind.ts';
import type { StoredCases } from '../../storage/cases.ts';
import type { AlsoWrite, PostStore } from '../../storage/posts.ts';
import type { StateDatabase } from '../../storage/tables.ts';

/** Writes about cases and their alerts, as parts of transactions. */
export interface AlertWrites {
  /** Ends the alert's step of each case. */
  end(records: readonly Case[], end: EndOfAlert): Pick<Settled, 'write' | 'onStored'>;
  /** Puts the cases on a message and requests its edit. */
  moveTo(records: readonly Case[], place: MessageRef, change?: (latest: Case) => Case): AlsoWrite;
  /** Takes the cases off a message; open ones need another. */
  moveAway(records: readonly Case[]): AlsoWrite;
}

export interface EndOfAlert {
  readonly outcome: Outcome;
  readonly alert: MessageRef | null;
  /** Written before each case. */
  readonly also?: (transaction: StateDatabase, record: Case) => Promise<void>;
  /** Written after the cases. */
  readonly after?: AlsoWrite;
  /** More cases wait for the same post. */
  readonly isMore?: boolean;
}

export interface AlertWritesDeps {
  readonly cases: Pick<StoredCases, 'updateIn'>;
  readonly posts: Pick<PostStore, 'wantIn'>;
  readonly observeEffect: ((effect: { kind: 'alert' }, outcome: Outcome) => void) | undefined;
  /** Called when the last step of a case has its outcome. Never throws. */
  readonly onClosed: (record: Case) => void;
  readonly clock: Clock;
}

export function createAlertWrites(deps: AlertWritesDeps): AlertWrites {
  const { cases, posts, clock } = deps;
  function end(
    records: readonly Case[],
    { outcome, alert, also, after, isMore = false }: EndOfAlert,
  ): Pick<Settled, 'write' | 'onStored'> {
    let ended: Case[] = [];
    return {
      async write(transaction) {
        ended = [];
        for (const record of records) {
          let isStale = false;
          let wasOpen = false;
          await also?.(transaction, record);
          const saved = await cases.updateIn(transaction, record, (latest) => {
            isStale = isShownAnew(record, latest);
            wasOpen = hasOpenAlert(latest);
            // An incident may have taken the case while its alert was posted.
            if (!wasOpen && alert === null) return latest;
            const index = latest.steps.findIndex(({ effect }) => effect.kind === 'alert');
            return withOutcome(latest, { index, outcome, alert, at: clock.now() });
          });
          if (wasOpen) ended.push(saved);
          // A moderator may have acted while it was posted.
          if (isStale && alert !== null) {
            await posts.wantIn(transaction, editOf(record.guildId, alert));
          }
        }
        await after?.(transaction);
        const [first] = records;
        if (isMore && first !== undefined) await posts.wantIn(transaction, wanted(first));
      },
      onStored() {
        for (const record of ended) {
          deps.observeEffect?.({ kind: 'alert' }, outcome);
          if (record.closedAt !== null) deps.onClosed(record);
        }
      },
    };
  }

  const moveTo = (
    records: readonly Case[],
    place: MessageRef,
    change: (latest: Case) => Case = (latest) => latest,
  ): AlsoWrite =>
    async function move(transaction) {
      for (const record of records) {
        await cases.updateIn(transaction, record, (latest) =>
          hasOpenAlert(latest) ? { ...change(latest), alert: place } : latest,
        );
      }
      const [first] = records;
      if (first !== undefined) await posts.wantIn(transaction, editOf(first.guildId, place));
    };

  const moveAway = (records: readonly Case[]): AlsoWrite =>
    async function move(transaction) {
      for (const record of records) {
        const saved = await cases.updateIn(transaction, record, (latest) => ({
          ...latest,
          alert: null,
        }));
        if (hasOpenAlert(saved)) await posts.wantIn(transaction, wanted(saved));
      }
    };

  return { end, moveTo, moveAway };
}

/** The request for the alert of a case. */
export function wanted(record: Case): PostRequest {
  return { ...alertOf(record), urgency: alertUrgency(record) };
}
