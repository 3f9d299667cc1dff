import {
  createOpenIncident,
  sightingOf,
  type OpenIncident,
} from '../domain/incidents/detection.ts';
import type { Incidents } from '../domain/incidents/incident-ports.ts';
import type { Cases } from '../domain/ports.ts';

const PAGE_SIZE = 200;

/** Reads a server's open incident with all its cases. Null: there is none. */
export async function readOpenIncident(
  guildId: string,
  {
    incidents,
    cases,
  }: {
    readonly incidents: Pick<Incidents, 'current' | 'casesOf'>;
    readonly cases: Pick<Cases, 'evidence'>;
  },
): Promise<OpenIncident | null> {
  const incident = await incidents.current(guildId);
  if (incident === null) return null;
  const open = createOpenIncident(incident.number, incident.triggers);
  for (let after = 0; ;) {
    const page = await incidents.casesOf(guildId, incident.number, { after, limit: PAGE_SIZE });
    for (const record of page) {
      after = record.number;
      const isFirst = record.similarTo === null;
      const text = isFirst ? await cases.evidence(guildId, record.number) : null;
      const sighting = sightingOf(record, text);
      if (sighting !== null) open.add(sighting);
    }
    if (page.length < PAGE_SIZE) return open;
  }
}
