import type { Case, Deed, ModeratorRef, Ruling, RulingKind } from './case.ts';
import type { Outcome, Reversal } from './effects.ts';

/** What cannot be taken back. */
export type Lasting = 'delete' | 'notice' | 'kick';

/** What of all that was done about a case still stands by its own record, whoever did it. */
export interface Standing {
  readonly isDeleted: boolean;
  /** When a timeout that was given ends or has ended, in milliseconds since the Unix epoch. */
  readonly silentUntil: number | null;
  readonly isBanned: boolean;
  readonly isPardoned: boolean;
  /** What would take back what can be taken back. */
  readonly reversals: readonly Reversal[];
  readonly lasting: readonly Lasting[];
}

/** Why a ruling is not made. */
export type Hindrance =
  /** Another one is being carried out. */
  | { readonly kind: 'busy'; readonly ruling: Ruling }
  /** The bot itself is not through with the case. */
  | { readonly kind: 'not carried out' }
  /** Null: the bot itself did it. */
  | { readonly kind: 'already'; readonly ruling: Ruling | null }
  | { readonly kind: 'nothing to undo'; readonly lasting: readonly Lasting[] }
  /** No verdict stands behind the case, so none was false. */
  | { readonly kind: 'not judged' }
  | { readonly kind: 'not pardoned' }
  /** Something was done since it was seen what whoever asks may do. */
  | { readonly kind: 'changed' };

type Done = { readonly deed: Deed; readonly outcome: Extract<Outcome, { status: 'done' }> };

export function standingOf(record: Pick<Case, 'steps' | 'rulings'>): Standing {
  let isDeleted = false;
  let isBanned = false;
  let silentUntil: number | null = null;
  const roles = new Map<string, 'takeRole' | 'giveRole'>();
  const lasting = new Set<Lasting>();
  for (const { deed, outcome } of doneOf(record)) {
    // With a word more it was so before, and is not the bot's to take back.
    const isOurs = outcome.detail === undefined;
    switch (deed.kind) {
      case 'delete':
        isDeleted = true;
        lasting.add('delete');
        break;
      case 'notice':
      case 'kick':
        if (isOurs) lasting.add(deed.kind);
        break;
      case 'timeout':
        silentUntil = outcome.until ?? silentUntil;
        break;
      case 'ban':
        isBanned = isOurs;
        break;
      case 'addRole':
        if (isOurs) roles.set(deed.roleId, 'takeRole');
        break;
      case 'removeRole':
        if (isOurs) roles.set(deed.roleId, 'giveRole');
        break;
      case 'liftTimeout':
        silentUntil = null;
        break;
      case 'unban':
        isBanned = false;
        break;
      case 'takeRole':
      case 'giveRole':
        roles.delete(deed.roleId);
    }
  }
  const reversals: Reversal[] = [...roles].map(([roleId, kind]) => ({ kind, roleId }));
  if (silentUntil !== null) reversals.unshift({ kind: 'liftTimeout', until: silentUntil });
  if (isBanned) reversals.unshift({ kind: 'unban' });
  return {
    isDeleted,
    silentUntil,
    isBanned,
    isPardoned: isPardoned(record),
    reversals,
    lasting: [...lasting],
  };
}

/** Whether it stands as a false positive: called one, and that not taken back. */
export function isPardoned(record: Pick<Case, 'rulings'>): boolean {
  return latest(record, 'pardon', 'unpardon')?.kind === 'pardon';
}

/** The ruling that is being carried out. */
export function openRuling({ rulings }: Pick<Case, 'rulings'>): Ruling | null {
  return rulings.find(({ endedAt }) => endedAt === null) ?? null;
}

/** Whether something of the case is still to be done. */
export function isUnfinished(record: Pick<Case, 'closedAt' | 'rulings'>): boolean {
  return record.closedAt === null || openRuling(record) !== null;
}

/** Why such a ruling can't be made at `now` about a case as it stands; null: it can. */
export function hindranceOf(record: Case, kind: RulingKind, now: number): Hindrance | null {
  const open = openRuling(record);
  if (open !== null) return { kind: 'busy', ruling: open };
  // The alert may wait for its turn long after all else is done.
  if (record.steps.some(({ effect, outcome }) => effect.kind !== 'alert' && outcome === null)) {
    return { kind: 'not carried out' };
  }
  const standing = standingOf(record);
  // Whoever only tried did not do it.
  const rulings = record.rulings.filter(cameToSomething);
  const already = (...kinds: RulingKind[]): Hindrance => {
    return { kind: 'already', ruling: latest({ rulings }, ...kinds) };
  };
  switch (kind) {
    case 'undo': {
      if (standing.reversals.length > 0) return null;
      const undone = latest(record, 'undo', 'pardon');
      if (undone !== null && undone.steps.length > 0) return { kind: 'already', ruling: undone };
      return { kind: 'nothing to undo', lasting: standing.lasting };
    }
    case 'pardon':
      if (record.judgement.kind !== 'verdict') return { kind: 'not judged' };
      return standing.isPardoned ? already('pardon') : null;
    case 'unpardon':
      return standing.isPardoned ? null : { kind: 'not pardoned' };
    case 'delete':
      return standing.isDeleted ? already('delete') : null;
    case 'timeout': {
      // One that is over can be given again.
      const isSilent = (standing.silentUntil ?? 0) > now;
      return isSilent || standing.isBanned ? already('timeout', 'ban') : null;
    }
    case 'ban':
      return standing.isBanned ? already('ban') : null;
    case 'done':
      return latest(record, 'done') === null ? null : already('done');
  }
}

function cameToSomething({ steps }: Ruling): boolean {
  return steps.length === 0 || steps.some(({ outcome }) => outcome?.status === 'done');
}

/** Whether a ruling takes nothing back but what it was seen that whoever asks may take back. */
export function isWithin(
  record: Case,
  { kind, mayReverse }: { kind: RulingKind; mayReverse: readonly Reversal[] },
): boolean {
  if (kind !== 'undo' && kind !== 'pardon') return true;
  const seen = new Set(mayReverse.map(targetOf));
  return standingOf(record).reversals.every((reversal) => seen.has(targetOf(reversal)));
}

/** What it takes to be allowed to take something back depends on this alone. */
function targetOf(reversal: Reversal): string {
  return 'roleId' in reversal ? reversal.roleId : reversal.kind;
}

/** A ruling as it is stored before anything of it is done. */
export function draftRuling(
  record: Case,
  order: { kind: RulingKind; by: ModeratorRef; reason: string | null; timeoutSeconds: number },
  at: number,
): Ruling {
  const { kind, by, reason, timeoutSeconds } = order;
  const steps = deedsFor(record, kind, timeoutSeconds).map((deed) => ({ deed, outcome: null }));
  return { kind, by, at, reason, steps, endedAt: null };
}

/** What a ruling would do on Discord. */
export function deedsFor(record: Case, kind: RulingKind, timeoutSeconds: number): Deed[] {
  switch (kind) {
    case 'undo':
    case 'pardon':
      return [...standingOf(record).reversals];
    case 'delete':
      return [{ kind: 'delete' }];
    case 'timeout':
      return [{ kind: 'timeout', seconds: timeoutSeconds }];
    case 'ban':
      return [{ kind: 'ban' }];
    case 'unpardon':
    case 'done':
      return [];
  }
}

export function isReversal(deed: Deed): deed is Reversal {
  switch (deed.kind) {
    case 'liftTimeout':
    case 'unban':
    case 'takeRole':
    case 'giveRole':
      return true;
    case 'delete':
    case 'notice':
    case 'addRole':
    case 'removeRole':
    case 'timeout':
    case 'kick':
    case 'ban':
      return false;
  }
}

/** The case after Discord's answer to one step of its open ruling. */
export function withDeedAnswered(record: Case, index: number, outcome: Outcome): Case {
  return withOpenRuling(record, (ruling) => ({
    ...ruling,
    steps: ruling.steps.map((step, at) => (at === index ? { ...step, outcome } : step)),
  }));
}

export function withRulingEnded(record: Case, endedAt: number): Case {
  return withOpenRuling(record, (ruling) => ({ ...ruling, endedAt }));
}

function withOpenRuling(record: Case, change: (ruling: Ruling) => Ruling): Case {
  const rulings = record.rulings.map((ruling) =>
    ruling.endedAt === null ? change(ruling) : ruling,
  );
  return { ...record, rulings };
}

/** All that was done, oldest first. */
function doneOf({ steps, rulings }: Pick<Case, 'steps' | 'rulings'>): Done[] {
  const own = steps.flatMap(({ effect, outcome }) =>
    effect.kind === 'alert' ? [] : [{ deed: effect, outcome }],
  );
  return [...own, ...rulings.flatMap((ruling) => ruling.steps)].flatMap(({ deed, outcome }) =>
    outcome?.status === 'done' ? [{ deed, outcome }] : [],
  );
}

function latest({ rulings }: Pick<Case, 'rulings'>, ...kinds: RulingKind[]): Ruling | null {
  return rulings.findLast(({ kind }) => kinds.includes(kind)) ?? null;
}
