import { z } from 'zod';
import { isExclusion } from '../actions/action-facts.ts';
import { message, messageSchema } from '../../locales/message.ts';
import { isAboutCopies, messageRefSchema, type Case } from '../case.ts';
import { moderatorSchema } from '../moderator.ts';
import type { Outcome } from '../effects.ts';

/** `manyAuthors`: a flood of ordinary violations. `manySevere`: one of threats, and of violations that exclude their author. */
const floodKindSchema = z.enum(['manyAuthors', 'manySevere']);
export type FloodKind = z.infer<typeof floodKindSchema>;
/** The state of a flood. `begins`: there are enough authors to open an incident. */
export type Flood = 'none' | 'goes on' | 'begins';

/**
 * Why cases belong together: a member posted the same in many channels, several members wrote nearly the same, many of their authors just joined, or there are far more
 * authors than usual.
 */
export const triggerSchema = z.enum([
  'hackedAccount',
  'sameText',
  'newMembers',
  ...floodKindSchema.options,
]);
export type Trigger = z.infer<typeof triggerSchema>;

/** A moderator's actions about all members or cases of an incident. */
export const bulkKindSchema = z.enum(['timeout', 'ban', 'undo']);
export type BulkKind = z.infer<typeof bulkKindSchema>;

/** Discord's incident actions: invites or direct messages are paused for the whole server. */
export const pauseSchema = z.enum(['invites', 'dms']);
export type Pause = z.infer<typeof pauseSchema>;

const byModerator = { by: moderatorSchema, at: z.number() };

/** Stored before its first step, so that two clicks act once and a killed process can resume. */
const bulkActionSchema = z.object({
  kind: bulkKindSchema,
  ...byModerator,
  /** The cases it is about: one per member, or all of them for an undo. */
  cases: z.array(z.int()),
  /** Members whom the moderator cannot act on, and why. */
  skipped: z.array(z.object({ memberId: z.string(), reason: messageSchema })),
  /** Null while it runs. `done`: the cases where all of it succeeded. */
  result: z.object({ at: z.number(), done: z.int(), failed: z.int() }).nullable(),
});
export type BulkAction = z.infer<typeof bulkActionSchema>;

export const pauseKindSchema = z.enum(['pause', 'resume']);

const pauseActionSchema = z.object({
  kind: pauseKindSchema,
  ...byModerator,
  what: pauseSchema,
});
export type PauseAction = z.infer<typeof pauseActionSchema>;

/** Many cases that belong together, numbered per server. What its cases say is not repeated here. */
export const incidentSchema = z.object({
  guildId: z.string(),
  /** Counts from 1 in each server. */
  number: z.int().min(1),
  /** Milliseconds since the Unix epoch. */
  openedAt: z.number(),
  endedAt: z.number().nullable(),
  /** The moderator who ended it; null: it goes on, or ended by itself. */
  endedBy: moderatorSchema.nullable(),
  triggers: z.array(triggerSchema),
  /** The post in the moderator channel, once posted. */
  post: messageRefSchema.nullable(),
  /** Oldest first. */
  bulkActions: z.array(bulkActionSchema),
  pauses: z.array(pauseActionSchema),
});
export type Incident = z.infer<typeof incidentSchema>;
export type IncidentDraft = Omit<Incident, 'number'>;

export function incidentDraft(
  guildId: string,
  triggers: Trigger[],
  openedAt: number,
): IncidentDraft {
  return {
    guildId,
    openedAt,
    endedAt: null,
    endedBy: null,
    triggers,
    post: null,
    bulkActions: [],
    pauses: [],
  };
}

/** A phrase that many people use would otherwise keep an incident open for days, without alerts. */
const MAX_DURATION_MS = 2 * 3_600_000;

/** When an open incident ends if nothing joins it. `lastAt`: when its latest case was opened. */
export function endOf(
  { openedAt }: Pick<Incident, 'openedAt'>,
  { lastAt, quietMinutes }: { readonly lastAt: number | null; readonly quietMinutes: number },
): number {
  return Math.min((lastAt ?? openedAt) + quietMinutes * 60_000, openedAt + MAX_DURATION_MS);
}

/** The action that is running. */
export function runningAction({ bulkActions }: Pick<Incident, 'bulkActions'>): BulkAction | null {
  return bulkActions.find(({ result }) => result === null) ?? null;
}

export function withActionEnded(
  incident: Incident,
  result: NonNullable<BulkAction['result']>,
): Incident {
  const bulkActions = incident.bulkActions.map((action) =>
    action.result === null ? { ...action, result } : action,
  );
  return { ...incident, bulkActions };
}

/** How many of the latest pauses are kept. */
const MAX_PAUSES = 50;

export function withPause(incident: Incident, action: PauseAction): Incident {
  return { ...incident, pauses: [...incident.pauses, action].slice(-MAX_PAUSES) };
}

/**
 * The case as part of an incident: it gets no alert of its own, and a notice only if the account may be hacked, unless they were sent before. `timesOut`:
 * its author is timed out as well.
 */
export function joined(
  record: Case,
  {
    incident,
    similarTo,
    at,
    timesOut,
  }: { incident: number; similarTo: number | null; at: number; timesOut: boolean },
): Case {
  const detail = message('effects:deferred.incident', { number: incident });
  const outcome: Outcome = { status: 'deferred', at, detail };
  const steps = (timesOut ? withTimeout(record) : record.steps).map((step) => {
    const { kind } = step.effect;
    // The owner of a hacked account must know what to do.
    const isShown = kind === 'alert' || (kind === 'notice' && !isAboutCopies(record));
    return isShown && step.outcome === null ? { ...step, outcome } : step;
  });
  const isClosed = steps.every((step) => step.outcome !== null);
  return {
    ...record,
    incident,
    similarTo,
    steps,
    closedAt: isClosed ? (record.closedAt ?? at) : null,
  };
}

function withTimeout({ steps }: Case): Case['steps'] {
  const isExcluded = steps.some(({ effect }) => isExclusion(effect));
  const timeout = { effect: { kind: 'timeout' as const }, outcome: null };
  // At the end, because the outcome of a running step is saved by its position.
  return isExcluded ? steps : [...steps, timeout];
}
