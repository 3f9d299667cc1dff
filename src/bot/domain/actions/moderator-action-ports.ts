import type { Case, MessageRef, ModeratorActionKind } from '../case.ts';
import type { Outcome, Reversal } from '../effects.ts';
import type { ModeratorRef } from '../moderator.ts';
import type { EffectContext } from '../ports.ts';
import type { KeywordHit } from '../keyword-hits.ts';
import type { Unavailable } from '../../../shared/tasks/retry.ts';
import type { Conflict } from './moderator-action-kinds.ts';

/* Moderators' actions about a case, and the ports they need. */

/**
 * Undoes one effect of a case, unless somebody has changed it since. Safe to repeat. Never throws for anything Discord
 * answers. An outcome with a `detail`: nothing had to be undone, and the detail says why.
 */
export interface Undoer {
  undo(reversal: Reversal, context: EffectContext): Promise<Outcome | Unavailable>;
}

/** Texts that a server allows, whatever the service says about them. */
export interface AllowedTexts {
  has(guildId: string, fingerprint: string): Promise<boolean>;
  add(record: Pick<Case, 'guildId' | 'fingerprint' | 'number'>): Promise<void>;
  remove(record: Pick<Case, 'guildId' | 'fingerprint'>): Promise<void>;
}

export interface ModeratorActionRequest {
  readonly guildId: string;
  readonly number: number;
  readonly kind: ModeratorActionKind;
  readonly by: ModeratorRef;
  readonly reason: string | null;
  /** The reversals that the moderator may run. If the case has more by now, the action does not start. */
  readonly permittedReversals: readonly Reversal[];
  /** The incident, if the action is about its cases together; absent: it is about this case only. */
  readonly incident?: number;
}

export type ModeratorActionResult =
  /** The requested action is the last one of the case. */
  | { readonly kind: 'ended'; readonly record: Case }
  /** Discord is unavailable. The action continues, even after a restart. */
  | { readonly kind: 'in progress'; readonly record: Case }
  | { readonly kind: 'conflict'; readonly record: Case; readonly conflict: Conflict }
  | { readonly kind: 'unknown case' };

export interface ModeratorActions {
  /** The caller must have checked the moderator's permissions. */
  run(request: ModeratorActionRequest): Promise<ModeratorActionResult>;
  /** Runs one action on each of several cases that share an alert, which is refreshed once. Results are in the same order. */
  runAll(requests: readonly ModeratorActionRequest[]): Promise<ModeratorActionResult[]>;
  /**
   * The case about the message with the keyword hit, opened if there is none. `author`: who wrote the message, whatever the
   * hit says. `alert`: the keyword alert.
   */
  openCaseForKeywordHit(hit: KeywordHit, author: Case['author'], alert: MessageRef): Promise<Case>;
}
