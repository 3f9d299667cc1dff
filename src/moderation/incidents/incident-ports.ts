import type { Case } from '../case.ts';
import type { Incident, IncidentDraft } from './incident.ts';
import type { IncidentFigures } from './figures.ts';

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
}
