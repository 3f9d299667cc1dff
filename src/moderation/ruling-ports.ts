import type { Case, ModeratorRef, Place, RulingKind } from './case.ts';
import type { Outcome, Reversal } from './effects.ts';
import type { EffectContext, KeywordHit, Unavailable } from './ports.ts';
import type { Hindrance } from './rulings.ts';

/*
 * What moderators do by hand: what it needs of the world, and what buttons and commands ask for.
 */

/**
 * Takes back one thing that was done for a case, unless somebody has changed it since. Doing it twice is harmless. Never
 * throws for anything Discord answers. Done with a detail: nothing was to be done, and the detail says why.
 */
export interface Reverser {
  reverse(reversal: Reversal, context: EffectContext): Promise<Outcome | Unavailable>;
}

/** Texts that are left standing in a guild, whatever the service makes of them. */
export interface Pardons {
  has(guildId: string, fingerprint: string): Promise<boolean>;
  add(record: Pick<Case, 'guildId' | 'fingerprint' | 'number'>): Promise<void>;
  remove(record: Pick<Case, 'guildId' | 'fingerprint'>): Promise<void>;
}

export interface RulingOrder {
  readonly guildId: string;
  readonly number: number;
  readonly kind: RulingKind;
  readonly by: ModeratorRef;
  readonly reason: string | null;
  /** What the moderator may take back: an undoing that would by now take back more is not made. */
  readonly mayReverse: readonly Reversal[];
}

export type RulingAnswer =
  /** The last ruling of the case is the one that was asked for. */
  | { readonly kind: 'ended'; readonly record: Case }
  /** Discord is away. It goes on, whatever happens to this process. */
  | { readonly kind: 'goes on'; readonly record: Case }
  | { readonly kind: 'hindered'; readonly record: Case; readonly hindrance: Hindrance }
  | { readonly kind: 'unknown case' };

export interface Rulings {
  /** Whoever asks must have looked whether the moderator may. */
  rule(order: RulingOrder): Promise<RulingAnswer>;
  /** The case about the message in which a keyword was found; opened where there is none. `at`: the keyword alert. */
  takeUp(hit: KeywordHit, authorName: string, at: Place): Promise<Case>;
}
