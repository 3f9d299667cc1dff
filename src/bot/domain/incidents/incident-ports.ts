import type { Case } from '../case.ts';
import type { ModeratorRef } from '../moderator.ts';
import type { Refusal } from '../effects.ts';
import type { Policy } from '../policy/policy.ts';
import type { Unavailable } from '../../../shared/tasks/retry.ts';
import type { IncidentFigures } from './figures.ts';
import type {
  BulkAction,
  BulkKind,
  Incident,
  IncidentDraft,
  Pause,
  PauseAction,
} from './incident.ts';

/** Stores incidents. Their figures come from the stored cases. */
export interface Incidents {
  /** Numbers the draft and stores it. A server has one open incident at most: if there is one, it is the result. */
  open(draft: IncidentDraft): Promise<Incident>;
  /** Changes the latest stored state of an incident. Resolves to the result. */
  update(
    incident: Pick<Incident, 'guildId' | 'number'>,
    change: (latest: Incident) => Incident,
  ): Promise<Incident | null>;
  get(guildId: string, number: number): Promise<Incident | null>;
  /** The open incident of a server. */
  current(guildId: string): Promise<Incident | null>;
  /** The incidents of a server, newest first. */
  list(guildId: string, limit: number): Promise<Incident[]>;
  /** Incidents of all servers that are open or have a moderator's action that has not ended. */
  unfinished(): Promise<Incident[]>;
  figures(guildId: string, number: number): Promise<IncidentFigures>;
  /** The cases of an incident with higher numbers than `after`, oldest first. */
  casesOf(
    guildId: string,
    number: number,
    page: { readonly after: number; readonly limit: number },
  ): Promise<Case[]>;
  /** Servers with cases opened at a time (milliseconds since the Unix epoch) or later. */
  guildsWithCasesSince(timeMs: number): Promise<string[]>;
  /** The number of cases in a server's busy hour since then: the fifth busiest, because a raid can take up to four hours. */
  busyHour(guildId: string, sinceMs: number): Promise<number>;
}

/** The content of an incident's post. */
export interface IncidentView {
  readonly incident: Incident;
  readonly figures: IncidentFigures;
  /** The most frequent texts; null: no longer kept. */
  readonly texts: readonly { readonly text: string | null; readonly cases: number }[];
  readonly policy: Policy;
  /** The progress of the running action; null: none is running. */
  readonly progress: Progress | null;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface BulkActionRequest {
  readonly guildId: string;
  readonly number: number;
  readonly kind: BulkKind;
  readonly by: ModeratorRef;
  /**
   * The cases to act on: one per member, or all of them for an undo. The caller has checked the moderator's permissions for
   * each.
   */
  readonly cases: readonly number[];
  readonly skipped: BulkAction['skipped'];
}

/** Moderators' actions about incidents. */
export interface IncidentControl {
  /** Stores the action and runs it in the background, even after a restart. */
  act(request: BulkActionRequest): Promise<
    | { readonly kind: 'begun' | 'unknown incident' }
    /** Another one is running. */
    | { readonly kind: 'busy'; readonly action: BulkAction }
  >;
  end(
    incident: Pick<Incident, 'guildId' | 'number'>,
    by: ModeratorRef,
  ): Promise<'ended' | 'ended before' | 'unknown incident'>;
  /** Records that invites or direct messages were paused or resumed. */
  paused(incident: Pick<Incident, 'guildId' | 'number'>, action: PauseAction): Promise<void>;
  /** The progress of the running action; null: none is running. */
  progress(incident: Pick<Incident, 'guildId' | 'number'>): Progress | null;
}

/** Discord's incident actions of a server. */
export interface ServerPauses {
  /**
   * When each pause ends (milliseconds since the Unix epoch); null: it is not paused. Null for both: the bot is not allowed
   * to change them.
   */
  state(guildId: string): Readonly<Record<Pause, number | null>> | null;
  /** Pauses until a time or, with null, resumes. Never throws for anything Discord answers. */
  set(
    guildId: string,
    what: Pause,
    untilMs: number | null,
  ): Promise<{ readonly kind: 'done' } | (Refusal & { readonly kind: 'refused' }) | Unavailable>;
}
