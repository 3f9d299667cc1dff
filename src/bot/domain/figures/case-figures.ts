import { z } from 'zod';
import {
  manualActionOf,
  moderatorActionKindSchema,
  type Case,
  type DiscordAction,
  type ModeratorAction,
  type ModeratorActionKind,
} from '../case.ts';
import type { Effect, Outcome } from '../effects.ts';
import {
  ACTION_FACTS,
  factsOf as actionFactsOf,
  kindsBySeverity,
  type ActionResult,
} from '../actions/action-facts.ts';
import { isTextAllowed } from '../actions/active-effects.ts';
import { decidingScore } from '../verdict.ts';

/* A server's own statistics: numbers of its cases. */

/** The most severe result of a case, by the bot or a moderator. */
export const caseResultSchema = z.enum([
  ...new Set(kindsBySeverity.map((kind) => ACTION_FACTS[kind].result)),
  'watched',
  'refused',
  'alertOnly',
]);
export type CaseResult = z.infer<typeof caseResultSchema>;

/** Statistics of one case. */
export interface CaseFacts {
  readonly result: CaseResult;
  /** The path of the score that decided; null: the case has no verdict. */
  readonly category: string | null;
  /** The last thing a moderator did about it; null: nobody did anything. */
  readonly handled: { readonly byId: string; readonly kind: HandledKind } | null;
  /** When, in milliseconds since the Unix epoch; null: nobody did anything since a moderator's command or the bot opened it. */
  readonly handledAt: number | null;
  readonly isFalsePositive: boolean;
  /** It counts in the author's history: no moderator allowed, undid or withdrew it. */
  readonly stands: boolean;
}

export const handledKindSchema = z.enum([
  ...moderatorActionKindSchema.exclude(['expire']).options,
  'warn',
  'kick',
  'purge',
  'unban',
  'untimeout',
]);
export type HandledKind = z.infer<typeof handledKindSchema>;

/** The result of a case in which only this was done; null: it has no result. */
export function resultOf(attempt: Pick<Attempt, 'kind'>): ActionResult | null {
  return actionFactsOf(attempt)?.result ?? null;
}

export function factsOf(record: Case): CaseFacts {
  const action = record.moderatorActions.findLast(isByPerson);
  const last = action ?? manualActionOf(record);
  return {
    result: resultOfCase(record),
    category: categoryOf(record),
    handled: last === null ? null : { byId: last.by.id, kind: last.kind },
    handledAt: manualActionOf(record) === null ? (action?.at ?? null) : null,
    isFalsePositive: isTextAllowed(record),
    stands: !isTextAllowed(record) && !isUndone(record) && !endsRestriction(record),
  };
}

type ByPerson = ModeratorAction & { readonly kind: Exclude<ModeratorActionKind, 'expire'> };

function isByPerson(action: ModeratorAction): action is ByPerson {
  return action.kind !== 'expire';
}

export interface Attempt {
  readonly kind: Effect['kind'] | DiscordAction['kind'];
  readonly outcome: Outcome | null;
}

/** The bot's attempts in a case, by itself and for moderators. */
export function attemptsOf({
  steps,
  moderatorActions,
}: Pick<Case, 'steps' | 'moderatorActions'>): Attempt[] {
  return [
    ...steps.map(({ effect, outcome }) => ({ kind: effect.kind, outcome })),
    ...moderatorActions.flatMap((moderatorAction) =>
      moderatorAction.steps.map(({ action, outcome }) => ({ kind: action.kind, outcome })),
    ),
  ];
}

/** Whether a moderator undid an effect of the case, and Discord accepted it, or withdrew what another had done. */
export function isUndone({ moderatorActions }: Pick<Case, 'moderatorActions'>): boolean {
  return moderatorActions.some(
    ({ kind, steps }) =>
      kind === 'withdraw' ||
      (kind === 'undo' &&
        (steps.length === 0 || steps.some(({ outcome }) => outcome?.status === 'done'))),
  );
}

/** It only ends a ban or a timeout. */
function endsRestriction(record: Case): boolean {
  const manual = manualActionOf(record);
  return manual?.kind === 'unban' || manual?.kind === 'untimeout';
}

function resultOfCase(record: Case): CaseResult {
  const attempts = attemptsOf(record);
  const results = new Set<CaseResult | null>(
    attempts.filter(({ outcome }) => outcome?.status === 'done').map(resultOf),
  );
  const done = caseResultSchema.options.find((result) => results.has(result));
  if (done !== undefined) return done;
  // A warning stands even if the member accepts no direct messages.
  if (manualActionOf(record)?.kind === 'warn') return 'warned';
  if (record.mode === 'watch') return 'watched';
  const isRefused = attempts.some(
    (attempt) =>
      attempt.kind !== 'notice' &&
      resultOf(attempt) !== null &&
      attempt.outcome?.status === 'refused',
  );
  return isRefused ? 'refused' : 'alertOnly';
}

function categoryOf({ judgement }: Case): string | null {
  return judgement.kind === 'verdict' ? (decidingScore(judgement.verdict)?.path ?? null) : null;
}

export interface Count<Key> {
  readonly key: Key;
  readonly count: number;
}

/** Numbers of the cases of a span. Every list has its largest number first. */
export interface CaseFigures {
  readonly total: number;
  readonly falsePositives: number;
  /** Cases that a moderator did something about. */
  readonly handled: number;
  readonly results: readonly Count<CaseResult>[];
  /** By the path of the score. */
  readonly categories: readonly Count<string>[];
  /** By id. */
  readonly channels: readonly Count<string>[];
  /** The first twenty, by id; null: a webhook, which cannot be mentioned. */
  readonly authors: readonly Count<string | null>[];
  /** All authors and webhooks. */
  readonly authorCount: number;
  readonly moderators: readonly (Count<string> & {
    readonly kinds: readonly Count<HandledKind>[];
  })[];
  /** By the hour of the day, 24 numbers. */
  readonly hours: readonly number[];
}

export interface CaseSpan {
  /** Milliseconds since the Unix epoch. */
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
}

export interface CaseFiguresQuery extends CaseSpan {
  /** Whether the cases of a channel count; null: all do. */
  readonly canSee: ((channelId: string) => Promise<boolean>) | null;
  /** The time zone for the hours of the day. */
  readonly timeZone: string;
}

/** How long a case waited that a moderator handled. */
export interface HandledWait {
  readonly byId: string;
  /** From the case's opening to the moderator's latest action. */
  readonly waitedMs: number;
}

/** A server's own statistics. */
export interface CaseStatistics {
  figures(guildId: string, query: CaseFiguresQuery): Promise<CaseFigures>;
  /** Waits for moderators in cases that no command opened; at most the latest 10,000. */
  waits(guildId: string, query: Omit<CaseFiguresQuery, 'timeZone'>): Promise<HandledWait[]>;
}
