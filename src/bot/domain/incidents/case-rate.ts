import type { IncidentSettings } from '../policy/policy.ts';
import type { Sighting } from './detection.ts';
import type { Flood } from './incident.ts';

/*
 * Detects that far more people than usual write what the bot acts on, whatever they write. "Usual" is the server's own: a
 * football club on match day is no raid.
 */

/**
 * Authors within the window that are a flood in a server without a history. In others, four times the cases of a busy hour are
 * added, scaled to the window.
 */
const LEAST_AUTHORS = 8;
const TIMES_USUAL = 4;
/** A flood continues while at least this share of that number is left. */
const GOES_ON = 0.5;
/** Cases remembered at once, the latest ones. */
const MAX_RECENT = 1000;
const HOUR_SECONDS = 3600;

/** The authors of a server's latest cases. Costs at most a tenth of a millisecond a case. */
export interface CaseRate {
  /** `usualPerHour`: the cases of a busy hour in this server. */
  add(
    sighting: Sighting,
    settings: Pick<IncidentSettings, 'windowSeconds'>,
    usualPerHour: number,
  ): Flood;
  /** Leaves out cases that belong together for another reason. */
  remove(sightings: readonly Sighting[]): void;
}

export function createCaseRate(): CaseRate {
  let recent: readonly Sighting[] = [];

  return {
    add(sighting, { windowSeconds }, usualPerHour) {
      const { floodKind, openedAt } = sighting;
      if (floodKind === null) return 'none';
      const since = openedAt - windowSeconds * 1000;
      recent = [...recent.filter((other) => other.openedAt >= since), sighting].slice(-MAX_RECENT);
      const alike = recent.filter((other) => other.floodKind === floodKind);
      const authors = new Set(alike.map(({ authorId }) => authorId)).size;
      const usual = (usualPerHour * windowSeconds) / HOUR_SECONDS;
      const threshold = LEAST_AUTHORS + TIMES_USUAL * usual;
      if (authors >= threshold) return 'begins';
      return authors >= threshold * GOES_ON ? 'goes on' : 'none';
    },
    remove(sightings) {
      const removed = new Set(sightings);
      recent = recent.filter((other) => !removed.has(other));
    },
  };
}
