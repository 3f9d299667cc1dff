import type { IncidentSettings } from '../policy/policy.ts';
import type { Sighting } from './detection.ts';
import type { Flood } from './incident.ts';

/*
 * Detects when the bot acts on texts of far more people than usual, even if the texts have nothing in common. "Usual" is the
 * server's own: a football club on match day is no raid.
 */

/**
 * This many authors within the window are a flood in a server without a history. In other servers the threshold is higher by
 * four times the cases of a busy hour, scaled to the window.
 */
const LEAST_AUTHORS = 8;
const TIMES_USUAL = 4;
/** A flood goes on while there are at least this share of the authors with which one begins. */
const GOES_ON = 0.5;
/** How many of the latest cases are remembered. */
const MAX_RECENT = 1000;
const HOUR_SECONDS = 3600;

/** The authors of a server's latest cases. Each case costs at most a tenth of a millisecond. */
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
