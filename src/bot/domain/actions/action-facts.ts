import type { z } from 'zod';
import type { ActionFacts, ReversalFacts } from './definition.ts';
import { ban, unban } from './kinds/ban.ts';
import { deletion } from './kinds/delete.ts';
import { kick } from './kinds/kick.ts';
import { notice } from './kinds/notice.ts';
import { resetName } from './kinds/reset-name.ts';
import { addRole, giveRole, removeRole, takeRole } from './kinds/roles.ts';
import { softban } from './kinds/softban.ts';
import { liftTimeout, timeout } from './kinds/timeout.ts';

/** Every action that a rule or a moderator can name. Every table of actions comes from this one. */
export const ACTION_FACTS = {
  delete: deletion,
  resetName,
  notice,
  addRole,
  removeRole,
  timeout,
  kick,
  softban,
  ban,
} as const satisfies { readonly [kind: string]: ActionFacts };

const REVERSAL_FACTS = {
  unban,
  liftTimeout,
  takeRole,
  giveRole,
} as const satisfies { readonly [kind: string]: ReversalFacts };

type ActionKind = keyof typeof ACTION_FACTS;
type ReversalKind = keyof typeof REVERSAL_FACTS;
type Action = z.infer<(typeof ACTION_FACTS)[ActionKind]['schema']>;
type Reversal = z.infer<(typeof REVERSAL_FACTS)[ReversalKind]['schema']>;
type AnyTrace = ReturnType<(typeof ACTION_FACTS)[ActionKind]['trace']>;

/** Actions that cannot be undone. */
export type Irreversible = Extract<AnyTrace, { kind: 'irreversible' }>['what'];

/** How a case counts in statistics. */
export type ActionResult = (typeof ACTION_FACTS)[ActionKind]['result'];

/** The facts of an action of any kind. Methods are compared bivariantly, so each takes its own kind only. */
export interface Facts extends ActionFacts<Action, Reversal> {
  readonly result: ActionResult;
  trace(...of: Parameters<ActionFacts<Action, Reversal>['trace']>): AnyTrace;
}

const BY_KIND: Readonly<Record<ActionKind, Facts>> = ACTION_FACTS;

export const actionKinds = keysOf(ACTION_FACTS);
export const reversalKinds = keysOf(REVERSAL_FACTS).sort(byOrder(REVERSAL_FACTS));

/** The most severe first. */
export const kindsBySeverity: readonly ActionKind[] = [...actionKinds].sort(
  (one, other) => BY_KIND[other].severity - BY_KIND[one].severity,
);

export const actionSchemas = schemasOf(ACTION_FACTS);
export const reversalSchemas = schemasOf(REVERSAL_FACTS);

/** The facts of an effect; null: it is an alert or a reversal, which change nothing that could be undone. */
export function factsOf({ kind }: { readonly kind: string }): Facts | null {
  return isActionKind(kind) ? BY_KIND[kind] : null;
}

/** Whether it keeps the member out of the conversation or the server. */
export function isExclusion(effect: { readonly kind: string }): boolean {
  return factsOf(effect)?.exclusionSeconds !== undefined;
}

/** How much an effect takes from its author. An alert takes less than any action, a reversal nothing. */
export function severityOf(effect: { readonly kind: string }): number {
  return factsOf(effect)?.severity ?? (isReversal(effect) ? 0 : 1);
}

function isActionKind(kind: string): kind is ActionKind {
  return Object.hasOwn(ACTION_FACTS, kind);
}

export function isReversal(action: { readonly kind: string }): action is Reversal {
  return Object.hasOwn(REVERSAL_FACTS, action.kind);
}

/** Identifies what a reversal is about: its role, or else its kind. The permission that it needs depends only on this. */
export function keyOf(reversal: Reversal): string {
  return 'roleId' in reversal ? reversal.roleId : reversal.kind;
}

/** The order in which reversals run. */
export function inReversalOrder(reversals: Iterable<Reversal>): Reversal[] {
  const compare = byOrder(REVERSAL_FACTS);
  return [...reversals].sort((one, other) => compare(one.kind, other.kind));
}

function byOrder<Kind extends string>(facts: Readonly<Record<Kind, { readonly order: number }>>) {
  return (one: Kind, other: Kind): number => facts[one].order - facts[other].order;
}

function schemasOf<T extends Readonly<Record<string, { readonly schema: z.ZodType }>>>(facts: T) {
  type Schema = T[keyof T]['schema'];
  // No table is empty.
  return Object.values(facts).map(({ schema }) => schema) as [Schema, ...Schema[]];
}

function keysOf<Kind extends string>(table: Readonly<Record<Kind, unknown>>): Kind[] {
  // The tables above have no other keys.
  return Object.keys(table) as Kind[];
}
