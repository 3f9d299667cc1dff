import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../../shared/clock.ts';
import { createKeyedMutex } from '../../shared/tasks/keyed-mutex.ts';
import type { ErrorContext, LogError } from '../../shared/throttled-error-log.ts';
import type { Case } from '../domain/case.ts';
import { createCaseRate } from '../domain/incidents/case-rate.ts';
import { createDetector, sightingOf, type Sighting } from '../domain/incidents/detection.ts';
import type { Incidents } from '../domain/incidents/incident-ports.ts';
import type { Flood } from '../domain/incidents/incident.ts';
import type { IncidentSettings } from '../domain/policy/policy.ts';
import type { Cases, Policies } from '../domain/ports.ts';
import type { JoinIncident } from '../acting/cases/open-case.ts';
import type { Retry } from '../../shared/tasks/retry.ts';
import {
  createFindIncident,
  resumeIfOpen,
  type FindIncidentDeps,
  type WatchedGuild,
} from './find-incident.ts';
import { readOpenIncident } from './read-open-incident.ts';

/** Puts the cases of a server that belong together into an incident; a server has one open incident at most. */
export interface IncidentWatch {
  /** If it fails, the case is still handled, but in no incident. */
  readonly join: JoinIncident;
  /** Looks at the cases that an earlier process opened shortly before it ended. */
  start(): Promise<void>;
}

/** How many servers are kept in memory. Others are read again from the store. */
const MAX_GUILDS = 1000;
/** The longest window (`IncidentSettings`). */
const MAX_WINDOW_MS = 600_000;
/** How many cases are read of a server that is not in memory. */
const MAX_RECENT = 300;
/** The period from which a server's usual number of cases is computed. */
const USUAL_MS = 7 * DAY_MS;
/** How long that number is used before it is read again. */
const USUAL_VALID_MS = 60 * 60_000;

export function createIncidentWatch(
  deps: FindIncidentDeps & {
    readonly incidents: Incidents;
    readonly cases: Pick<Cases, 'get' | 'update' | 'list' | 'evidence'>;
    readonly policies: Pick<Policies, 'get'>;
    readonly retry: Retry;
    readonly logError: LogError;
  },
): IncidentWatch {
  const { incidents, cases, policies, dispatcher, clock, retry, logError } = deps;
  const findIncident = createFindIncident(deps);
  const guilds = new LRUCache<string, WatchedGuild>({ max: MAX_GUILDS });
  // A finding includes cases that earlier calls added, so a server's cases are looked at one after the other.
  const mutex = createKeyedMutex();

  /** `number`: the case that is looked at next; later ones are left out, because they get their own turn. Null: none. */
  async function guildOf(guildId: string, number: number | null): Promise<WatchedGuild> {
    const known = guilds.get(guildId);
    if (known !== undefined) return known;
    const guild: WatchedGuild = {
      detector: createDetector(),
      rate: createCaseRate(),
      usual: await readUsual(guildId),
      open: await readOpenIncident(guildId, { incidents, cases }),
    };
    const { incidents: settings } = await policies.get(guildId);
    const recent = await cases.list(guildId, {
      limit: MAX_RECENT,
      ...(number === null ? {} : { below: number }),
    });
    const since = clock.now() - settings.windowSeconds * 1000;
    for (const record of recent.toReversed()) {
      if (record.openedAt < since || !settings.enabled) continue;
      const sighting = sightingOf(record, await cases.evidence(guildId, record.number));
      if (sighting === null) continue;
      const flood = floodOf(guild, sighting, settings);
      if (record.incident !== null) continue;
      resumeIfOpen(await findIncident(guild, record, { sighting, settings, flood }), dispatcher);
    }
    guilds.set(guildId, guild);
    return guild;
  }

  async function readUsual(guildId: string): Promise<WatchedGuild['usual']> {
    const readAt = clock.now();
    return { perHour: await incidents.busyHour(guildId, readAt - USUAL_MS), readAt };
  }

  async function lookAt({ record, text, author }: Parameters<JoinIncident>[0]): Promise<Case> {
    if (author.rank !== 'member') return record;
    const { guildId, number } = record;
    const { incidents: settings } = await policies.get(guildId);
    const sighting = settings.enabled ? sightingOf(record, text) : null;
    if (sighting === null) return record;
    return mutex(guildId, async () => {
      const guild = await guildOf(guildId, number);
      if (clock.now() - guild.usual.readAt >= USUAL_VALID_MS) {
        guild.usual = await readUsual(guildId);
      }
      const flood = floodOf(guild, sighting, settings);
      return findIncident(guild, record, { sighting, settings, flood });
    });
  }

  return {
    async join(opened) {
      const { guildId, number } = opened.record;
      try {
        return await lookAt(opened);
      } catch (error) {
        logError({ operation: 'looking for an incident', ids: { guildId, case: number } }, error);
        return (await cases.get(guildId, number)) ?? opened.record;
      }
    },
    async start() {
      const errorContext: ErrorContext = { operation: 'looking for incidents', ids: {} };
      const since = clock.now() - MAX_WINDOW_MS;
      const active = await retry(errorContext, () => incidents.guildsWithCasesSince(since));
      for (const guildId of active) {
        const ids = { guildId };
        await retry({ ...errorContext, ids }, async () => {
          await mutex(guildId, () => guildOf(guildId, null));
        });
      }
    },
  };
}

/** A case that belongs to the open incident for another reason is not a sign of a flood. */
function floodOf(
  { open, rate, usual }: Pick<WatchedGuild, 'open' | 'rate' | 'usual'>,
  sighting: Sighting,
  settings: IncidentSettings,
): Flood {
  if (open?.includes(sighting, 'none') === true) return 'none';
  return rate.add(sighting, settings, usual.perHour);
}
