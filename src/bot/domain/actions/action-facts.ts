import type { Action, Outcome, Reversal } from '../effects.ts';

/** Actions that cannot be undone. */
export type Irreversible = 'delete' | 'resetName' | 'notice' | 'kick';

type Done = Extract<Outcome, { status: 'done' }>;

/** The result of a completed action that is still in place. */
export type Trace =
  | { readonly kind: 'undoable'; readonly reversal: Reversal }
  | { readonly kind: 'irreversible'; readonly what: Irreversible }
  /** Somebody else had done it, so there is nothing of ours to undo. */
  | { readonly kind: 'not ours'; readonly reversal: Reversal }
  | null;

/** The part of an action's definition that needs no Discord; the other part is in `acting/actions`. */
export interface ActionFacts<A extends Action = Action> {
  /** When it runs among the effects of a case: lower numbers first, alerts last. */
  readonly order: number;
  /** Keeps the member out of the conversation or the server. Of several, only the most severe is needed. */
  readonly excludes: boolean;
  /** Afterwards the bot may share no server with the member. */
  readonly removesMember: boolean;
  /** Compares exclusions; 0 for all other actions. */
  severity(action: A, timeoutSeconds: number): number;
  trace(action: A, outcome: Done): Trace;
  /** The word for it in a rule's effects, such as `timeout 1h`, and its argument. */
  readonly word: string;
  readonly argument: 'none' | 'role' | DurationField;
}

/** The field of an action that is a duration in seconds. */
export type DurationField = 'seconds' | 'deleteMessageSeconds';

type OfKind<K extends Action['kind']> = ActionFacts<Extract<Action, { kind: K }>>;

const HARMLESS = { excludes: false, removesMember: false, severity: () => 0 } as const;

/** `detail` of an outcome: it was so already. */
const ownTrace =
  (what: Irreversible) =>
  (_action: Action, { detail }: Done): Trace =>
    detail === undefined ? { kind: 'irreversible', what } : null;

export const ACTION_FACTS: { readonly [K in Action['kind']]: OfKind<K> } = {
  delete: {
    ...HARMLESS,
    order: 0,
    word: 'delete',
    argument: 'none',
    trace: () => ({ kind: 'irreversible', what: 'delete' }),
  },
  resetName: {
    ...HARMLESS,
    order: 0,
    word: 'resetName',
    argument: 'none',
    trace: ownTrace('resetName'),
  },
  addRole: {
    ...HARMLESS,
    order: 1,
    word: 'role',
    argument: 'role',
    trace: ({ roleId }, { detail }) =>
      detail === undefined ? { kind: 'undoable', reversal: { kind: 'takeRole', roleId } } : null,
  },
  removeRole: {
    ...HARMLESS,
    order: 2,
    word: 'unrole',
    argument: 'role',
    trace: ({ roleId }, { detail }) =>
      detail === undefined ? { kind: 'undoable', reversal: { kind: 'giveRole', roleId } } : null,
  },
  timeout: {
    order: 3,
    excludes: true,
    removesMember: false,
    // Its length in seconds, which is below any kick.
    severity: ({ seconds }, timeoutSeconds) => seconds ?? timeoutSeconds,
    word: 'timeout',
    argument: 'seconds',
    trace: (_action, { until }) =>
      until === undefined ? null : { kind: 'undoable', reversal: { kind: 'liftTimeout', until } },
  },
  // Before a kick or ban, because a bot cannot write to someone it shares no server with.
  notice: { ...HARMLESS, order: 4, word: 'notice', argument: 'none', trace: ownTrace('notice') },
  kick: {
    order: 5,
    excludes: true,
    removesMember: true,
    severity: () => Number.MAX_SAFE_INTEGER,
    word: 'kick',
    argument: 'none',
    trace: ownTrace('kick'),
  },
  ban: {
    order: 6,
    excludes: true,
    removesMember: true,
    severity: () => Infinity,
    word: 'ban',
    argument: 'deleteMessageSeconds',
    trace: (_action, { detail }) => ({
      kind: detail === undefined ? 'undoable' : 'not ours',
      reversal: { kind: 'unban' },
    }),
  },
};

/** The facts of an effect; null: it is an alert or a reversal, which change nothing that could be undone. */
export function factsOf({ kind }: { readonly kind: string }): ActionFacts | null {
  return isActionKind(kind) ? ACTION_FACTS[kind] : null;
}

function isActionKind(kind: string): kind is Action['kind'] {
  return Object.hasOwn(ACTION_FACTS, kind);
}

/** The order in which reversals run. */
const REVERSAL_ORDER: Record<Reversal['kind'], number> = {
  unban: 0,
  liftTimeout: 1,
  takeRole: 2,
  giveRole: 2,
};

export function isReversal(action: { readonly kind: string }): action is Reversal {
  return Object.hasOwn(REVERSAL_ORDER, action.kind);
}

/** The same for a reversal and what it undoes; the permission that it needs depends only on this. */
export function keyOf(reversal: Reversal): string {
  return 'roleId' in reversal ? reversal.roleId : reversal.kind;
}

export function inReversalOrder(reversals: Iterable<Reversal>): Reversal[] {
  return [...reversals].sort((one, other) => REVERSAL_ORDER[one.kind] - REVERSAL_ORDER[other.kind]);
}
