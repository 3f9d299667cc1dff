import { LRUCache } from 'lru-cache';
import { DAY_MS, type Clock } from '../../shared/clock.ts';
import { createKeyedMutex } from '../../shared/tasks/keyed-mutex.ts';
import type { ErrorContext, LogError } from '../../shared/throttled-error-log.ts';
import type { Case } from '../domain/case.ts';
import { openActionOf } from '../domain/case.ts';
import { createCaseRate, type CaseRate } from '../domain/incidents/case-rate.ts';
import {
  createDetector,
  createOpenIncident,
  sightingOf,
  type Detector,
  type Finding,
  type OpenIncident,
  type Sighting,
} from '../domain/incidents/detection.ts';
import type { Incidents } from '../domain/incidents/incident-ports.ts';
import { incidentDraft, joined, type Flood, type Incident } from '../domain/incidents/incident.ts';
import type { IncidentSettings } from '../domain/policy/policy.ts';
import type { Cases, Policies } from '../domain/ports.ts';
import type { Dispatcher } from '../acting/cases/dispatcher.ts';
import type { JoinIncident } from '../acting/cases/open-case.ts';
import type { Retry } from '../../shared/tasks/retry.ts';

/** Puts the cases of a server that belong together into an incident; a server has one open incident at most. */
export interface IncidentWatch {
  /** A failure costs only the incident, never the case. */
  readonly join: JoinIncident;
  /** Looks at the cases that an earlier process opened shortly before it ended. */
  start(): Promise<void>;
}

/** Servers in memory. What is known of others is read again from the store. */
const MAX_GUILDS = 1000;
/** The longest window (`IncidentSettings`). */
const MAX_WINDOW_MS = 600_000;
/** Cases read of a server that is not in memory. */
const MAX_RECENT = 300;
const PAGE_SIZE = 200;
/** The usual number of a server's cases is taken from this period. */
const USUAL_MS = 7 * DAY_MS;
/** It is read again after this time. */
const USUAL_VALID_MS = 60 * 60_000;

/** A server's recent cases and its incident. */
interface Guild {
  readonly detector: Detector;
  readonly rate: CaseRate;
  usual: { readonly perHour: number; readonly readAt: number };
  open: OpenIncident | null;
}

export function createIncidentWatch(deps: {
  incidents: Incidents;
  cases: Pick<Cases, 'get' | 'update' | 'list' | 'evidence'>;
  policies: Pick<Policies, 'get'>;
  dispatcher: Pick<Dispatcher, 'resume'>;
  /** Joining can close a case. */
  onClosed: (record: Case) => void;
  /** The incident's post is out of date. */
  onChange: (incident: Pick<Incident, 'guildId' | 'number'>) => void;
  clock: Clock;
  retry: Retry;
  logError: LogError;
}): IncidentWatch {
  const { incidents, cases, policies, dispatcher, onClosed, onChange } = deps;
  const { clock, retry, logError } = deps;
  const guilds = new LRUCache<string, Guild>({ max: MAX_GUILDS });
  // A finding takes cases that others have added, so a server's cases are looked at one after the other.
  const mutex = createKeyedMutex();

  /** `number`: the case to look at next, because later ones are looked at by themselves; null: none. */
  async function guildOf(guildId: string, number: number | null): Promise<Guild> {
    const known = guilds.get(guildId);
    if (known !== undefined) return known;
    const guild: Guild = {
      detector: createDetector(),
      rate: createCaseRate(),
      usual: await readUsual(guildId),
      open: await readOpen(guildId),
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
      runAgain(await examine(guild, record, { sighting, settings, flood }));
    }
    guilds.set(guildId, guild);
    return guild;
  }

  async function readUsual(guildId: string): Promise<Guild['usual']> {
    const readAt = clock.now();
    return { perHour: await incidents.busyHour(guildId, readAt - USUAL_MS), readAt };
  }

  async function readOpen(guildId: string): Promise<OpenIncident | null> {
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

  /** Resolves to the case as stored then. */
  async function examine(
    guild: Guild,
    record: Case,
    { sighting, settings, flood }: { sighting: Sighting; settings: IncidentSettings; flood: Flood },
  ): Promise<Case> {
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
      else runAgain(saved);
    }
    return latest;
  }

  /** The open incident, which is about the finding, too. */
  async function begin(
    guild: Guild,
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
    // Nothing but a reset follows from a name.
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

  /** A case that was done may have a new step. */
  function runAgain(record: Case): void {
    if (openActionOf(record) !== null) dispatcher.resume(record);
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
      return examine(guild, record, { sighting, settings, flood });
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

/** The same text as others is no sign of a flood. */
function floodOf(
  { open, rate, usual }: Pick<Guild, 'open' | 'rate' | 'usual'>,
  sighting: Sighting,
  settings: IncidentSettings,
): Flood {
  if (open?.includes(sighting, 'none') === true) return 'none';
  return rate.add(sighting, settings, usual.perHour);
}
