import type { Guild } from 'discord.js';
import type { ActionContext, ActionTarget } from '../../access/action-context.ts';
import type { RequiredPermission } from '../../access/permissions.ts';
import type { Case } from '../../domain/case.ts';
import type { Action, EffectKind, Outcome, Reversal } from '../../domain/effects.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { EffectContext } from '../../domain/ports.ts';
import type { Message } from '../../locales/message.ts';
import type { Translate } from '../../locales/translate.ts';
import type { PreflightResult } from './checks.ts';
import type { BanLane } from './kinds/bulk-ban.ts';
import type { MessageDeletions } from './kinds/message-deletions.ts';

/** Everything an action needs to run on Discord. */
export interface ActionRun<A extends Action = Action> {
  readonly guild: Guild;
  readonly action: A;
  readonly context: EffectContext;
  /** For the audit log. */
  readonly reason: string;
  /** When a timeout or temporary ban given now ends (Unix epoch, milliseconds). */
  readonly endsAt: number;
  readonly now: number;
  readonly deletions: MessageDeletions;
  readonly bans: BanLane;
  readonly actions: ActionRegistry;
  /** Whether members of a server can write to the moderators through the bot. */
  readonly takesMail: (guildId: string) => Promise<boolean>;
}

/** A step of a case as its notice mentions it. */
export interface NoticedStep<A extends Action = Action> {
  readonly action: A;
  readonly outcome: Outcome | null;
  readonly policy: Policy;
  /** Actions that follow the notice and pass the preflight check. */
  readonly impending: ReadonlySet<EffectKind>;
}

/** The part of an action that needs Discord. The file of the same name in `domain/actions/kinds` has the other part. */
export interface ActionDefinition<A extends Action = Action> {
  /** Null for none. */
  readonly permission: RequiredPermission | null;
  /** The permission for targets that need another one. */
  permissionFor?(
    target: Pick<ActionTarget, 'subject'> & { isStarter: boolean },
  ): RequiredPermission;
  needsAuthor(target: ActionTarget): boolean;
  /** How long it lasts; absent or undefined: until it is undone. */
  lengthSeconds?(action: A, policy: Policy): number | undefined;
  /** A rate limit ends the attempt, because waiting would delay the actions that follow, such as a ban. */
  readonly retriesLater?: true;
  /** Applies Discord's rules. A timeout until `endsAt` (Unix epoch, milliseconds) or longer is long enough. */
  preflight(action: A, context: ActionContext, endsAt: number): PreflightResult;
  /** Safe to repeat. Resolves to the outcome's detail, if any. Rejects with the errors of discord.js. */
  send(run: ActionRun<A>): Promise<Message | undefined>;
  /** Discord's codes for "nothing left to do". */
  readonly nothingLeft: ReadonlyMap<number, Message>;
  /** The line of a notice; null: the author does not notice it. */
  consequence(t: Translate, step: NoticedStep<A>): string | null;
}

export interface ReversalRequest<R extends Reversal = Reversal> {
  readonly guild: Guild;
  readonly reversal: R;
  readonly record: Case;
  readonly reason: string;
  readonly now: number;
}

/** How an action is undone. */
export interface ReversalDefinition<R extends Reversal = Reversal> {
  /** The action with the same requirements. */
  counterpart(reversal: R): Action;
  /** Whether there is still something of ours to undo, fresh from Discord. `blocked`: it may become possible later. */
  check(request: Omit<ReversalRequest<R>, 'reason'>): Promise<PreflightResult>;
  /** Rejects with the errors of discord.js. */
  send(request: ReversalRequest<R>): Promise<void>;
}

/** By kind. Methods are compared bivariantly, so each row takes its own kind only. */
export type ActionRegistry = Readonly<Record<Action['kind'], ActionDefinition>>;
export type ReversalRegistry = Readonly<Record<Reversal['kind'], ReversalDefinition>>;

export type ActionOf<K extends Action['kind']> = Extract<Action, { kind: K }>;
export type ReversalOf<K extends Reversal['kind']> = Extract<Reversal, { kind: K }>;
