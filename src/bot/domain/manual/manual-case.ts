import { manualActionOf, type Case, type CaseDraft, type StepEffect } from '../case.ts';
import { fingerprintOf } from '../sample.ts';
import type { ManualAction, ManualKind } from './manual-action.ts';

/* Cases that a moderator opens by a command. */

/** Whether a moderator's command counts against a member. */
export function isPunishment(record: Pick<Case, 'judgement'>): boolean {
  const manual = manualActionOf(record);
  return manual !== null && MANUAL_ACTIONS[manual.kind].isPunishment;
}

/** Whether a moderator took it back. It no longer counts, even if Discord refused to undo its effect. */
export function isWithdrawn({ moderatorActions }: Pick<Case, 'moderatorActions'>): boolean {
  return moderatorActions.some(({ kind }) => kind === 'undo' || kind === 'withdraw');
}

/** A moderator's punishment of a member. */
export type Punishment =
  | { readonly kind: 'warn' }
  | { readonly kind: 'kick' }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | {
      readonly kind: 'ban';
      readonly deleteMessageSeconds: number;
      /** Absent: until somebody lifts it. */
      readonly seconds?: number | undefined;
    };

/**
 * Ends a ban or timeout that no case of the bot has given. `until`: when the timeout ends (milliseconds since the Unix
 * epoch).
 */
export type Lift =
  | { readonly kind: 'unban' }
  | { readonly kind: 'untimeout'; readonly until: number };

/** A moderator's order by a command. */
export type ManualOrder = {
  readonly guildId: string;
  /** The id of the command's interaction, so that each has a case of its own. */
  readonly interactionId: string;
  readonly by: ManualAction['by'];
  readonly reason: string | null;
} & (
  | ((Punishment | Lift) & { readonly member: Case['author'] })
  | {
      readonly kind: 'purge';
      readonly channelId: string;
      readonly messageIds: readonly string[];
      /** The author of the messages; null: several members. */
      readonly member: Case['author'] | null;
    }
);

const NOBODY: Case['author'] = { id: '', name: '', kind: 'unknown', usedBy: null, joinedAt: null };

/** The case of an order. `isNoticeEnabled`: members are told about what happens to them. A warning always tells them. */
export function manualDraft(
  order: ManualOrder,
  { isNoticeEnabled, now }: { readonly isNoticeEnabled: boolean; readonly now: number },
): CaseDraft {
  const { guildId, interactionId, member } = order;
  const isPurge = order.kind === 'purge';
  return {
    guildId,
    subject: isPurge ? 'channel' : 'member',
    messageId: `${order.kind}:${interactionId}`,
    earlierMessageIds: [],
    channelId: isPurge ? order.channelId : '',
    forumId: null,
    previousMessageId: null,
    author: member ?? NOBODY,
    edited: false,
    fingerprint: fingerprintOf(''),
    // A moderator decides here, so the server's mode does not matter.
    mode: 'enforce',
    judgement: { kind: 'manual', action: actionOf(order) },
    rule: { of: 'command', command: order.kind },
    withheld: null,
    escalation: null,
    steps: stepsOf(order, isNoticeEnabled).map((effect) => ({ effect, outcome: null })),
    alert: null,
    blockedWords: [],
    keywords: [],
    keywordAlerts: [],
    openedAt: now,
    closedAt: null,
    incident: null,
    similarTo: null,
    moderatorActions: [],
    notes: [],
  };
}

function actionOf(order: ManualOrder): ManualAction {
  const { by, reason } = order;
  return order.kind === 'purge'
    ? { kind: 'purge', by, reason, messageIds: [...order.messageIds] }
    : { kind: order.kind, by, reason };
}

type OrderOf<K extends ManualKind> = Extract<ManualOrder, { kind: K }>;

interface ManualDefinition<Order extends ManualOrder = ManualOrder> {
  /** It counts against the member. */
  readonly isPunishment: boolean;
  /** In the order they run: a kick or ban comes after the notice, because then the bot cannot write to the member. */
  steps(order: Order, notice: readonly StepEffect[]): readonly StepEffect[];
}

const NOTICE: StepEffect = { kind: 'notice' };

const MANUAL_ACTIONS: { readonly [K in ManualKind]: ManualDefinition<OrderOf<K>> } = {
  // A warning always tells the member.
  warn: { isPunishment: true, steps: () => [NOTICE] },
  timeout: {
    isPunishment: true,
    steps: ({ seconds }, notice) => [{ kind: 'timeout', seconds }, ...notice],
  },
  kick: { isPunishment: true, steps: (_order, notice) => [...notice, { kind: 'kick' }] },
  ban: {
    isPunishment: true,
    steps: ({ deleteMessageSeconds, seconds }, notice) => [
      ...notice,
      { kind: 'ban', deleteMessageSeconds, ...(seconds === undefined ? {} : { seconds }) },
    ],
  },
  purge: { isPunishment: false, steps: () => [{ kind: 'delete' }] },
  unban: { isPunishment: false, steps: () => [{ kind: 'unban' }] },
  untimeout: { isPunishment: false, steps: ({ until }) => [{ kind: 'liftTimeout', until }] },
};

function stepsOf(order: ManualOrder, isNoticeEnabled: boolean): StepEffect[] {
  const definition: ManualDefinition = MANUAL_ACTIONS[order.kind];
  return [...definition.steps(order, isNoticeEnabled ? [NOTICE] : []), { kind: 'alert' }];
}
