import type { Clock } from '../../shared/clock.ts';
import { openActionOf, type Case } from '../domain/case.ts';
import type { CaseRate } from '../domain/incidents/case-rate.ts';
import {
  createOpenIncident,
  type Detector,
  type Finding,
  type OpenIncident,
  type Sighting,
} from '../domain/incidents/detection.ts';
import type { Incidents } from '../domain/incidents/incident-ports.ts';
import { incidentDraft, joined, type Flood, type Incident } from '../domain/incidents/incident.ts';
import type { IncidentSettings } from '../domain/policy/policy.ts';
import type { Cases } from '../domain/ports.ts';
import type { Dispatcher } from '../acting/cases/dispatcher.ts';

/** A server's recent cases and its incident. */
export interface WatchedGuild {
  readonly detector: Detector;
  readonly rate: CaseRate;
  usual: { readonly perHour: number; readonly readAt: number };
  open: OpenIncident | null;
}

/** Finds the incident of a case, and puts the case into it. Resolves to the case as stored then. */
export type FindIncident = (
  guild: WatchedGuild,
  record: Case,
  found: {
    readonly sighting: Sighting;
    readonly settings: IncidentSettings;
    readonly flood: Flood;
  },
) => Promise<Case>;

export interface FindIncidentDeps {
  readonly incidents: Pick<Incidents, 'current' | 'open' | 'update'>;
  readonly cases: Pick<Cases, 'get' | 'update'>;
  readonly dispatcher: Pick<Dispatcher, 'resume'>;
  /** Joining can close a case. */
  readonly onClosed: (record: Case) => void;
  /** The incident's post is out of date. */
  readonly onChange: (incident: Pick<Incident, 'guildId' | 'number'>) => void;
  readonly clock: Clock;
}

export function createFindIncident({
  incidents,
  cases,
  dispatcher,
  onClosed,
  onChange,
  clock,
}: FindIncidentDeps): FindIncident {
  /** The open incident, extended to the finding. */
  async function begin(
    guild: WatchedGuild,
    { guildId, openedAt }: Case,
    { triggers, sightings }: Finding,
  ): Promise<OpenIncident> {
    const since = sightings[0]?.openedAt ?? openedAt;
    const incident = await incidents.open(incidentDraft(guildId, triggers, since));
    const added = triggers.filter((trigger) => !incident.triggers.includes(trigger));
    if (added.length > 0) {
      await incidents.update(incident, (latest) => ({
        ...latest,
        triggers: [...new Set([...latest.triggers, ...added])],
      }));
    }
    if (guild.open?.number !== incident.number) {
      guild.open = createOpenIncident(incident.number, incident.triggers);
    }
    guild.open.watch(triggers);
    return guild.open;
  }

  async function add(
    open: OpenIncident,
    {
      record,
      sighting,
      settings,
    }: { record: Case; sighting: Sighting; settings: IncidentSettings },
  ): Promise<Case> {
    const { guildId, subject } = record;
    const incident = open.number;
    const similarTo = open.add(sighting);
    // A name is only ever reset.
    const timesOut = settings.timeOutNewMembers && sighting.isNewMember && subject === 'message';
    let isClosedNow = false;
    const saved = await cases.update(record, (latest) => {
      if (latest.incident !== null) return latest;
      const next = joined(latest, { incident, similarTo, at: clock.now(), timesOut });
      isClosedNow = latest.closedAt === null && next.closedAt !== null;
      return next;
    });
    if (isClosedNow) onClosed(saved);
    onChange({ guildId, number: incident });
    return saved;
  }

  return async (guild, record, { sighting, settings, flood }) => {
    if (guild.open?.includes(sighting, flood) === true) {
      // It may have ended, or the server may have been erased.
      const current = await incidents.current(record.guildId);
      if (current?.number === guild.open.number) {
        return add(guild.open, { record, sighting, settings });
      }
      guild.open = null;
    }
    const finding = guild.detector.add(sighting, settings, flood);
    if (finding === null) return record;
    const isOther = finding.triggers.some((trigger) => trigger !== sighting.floodKind);
    if (isOther) guild.rate.remove(finding.sightings);
    const open = await begin(guild, record, finding);
    let latest = record;
    for (const found of finding.sightings) {
      const isThis = found.number === record.number;
      const stored = isThis ? record : await cases.get(record.guildId, found.number);
      if (stored === null) continue;
      const saved = await add(open, { record: stored, sighting: found, settings });
      if (isThis) latest = saved;
      else resumeIfOpen(saved, dispatcher);
    }
    return latest;
  };
}

/** Runs the steps of a case that may have got a new one by joining an incident. */
export function resumeIfOpen(record: Case, dispatcher: Pick<Dispatcher, 'resume'>): void {
  if (openActionOf(record) !== null) dispatcher.resume(record);
}
