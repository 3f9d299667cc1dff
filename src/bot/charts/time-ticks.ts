import { DateTime } from 'luxon';

export interface Tick {
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number;
  readonly label: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Minutes that divide a day evenly. */
const STEPS_MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720];
const MAX_TICKS = 6;

/** Ticks at round local times, across daylight saving changes as well. */
export function timeTicks(fromMs: number, toMs: number, timeZone: string): Tick[] {
  const spanMinutes = (toMs - fromMs) / MINUTE_MS;
  const step = STEPS_MINUTES.find((minutes) => spanMinutes / minutes <= MAX_TICKS);
  return step === undefined
    ? dayTicks({ fromMs, toMs, timeZone })
    : clockTicks({ fromMs, toMs, timeZone }, step);
}

/** "Europe/Berlin, UTC+1", with both offsets if daylight saving time starts or ends in the range. */
export function zoneLabel(fromMs: number, toMs: number, timeZone: string): string {
  const offsets = [fromMs, toMs].map((atMs) => {
    const offset = DateTime.fromMillis(atMs, { zone: timeZone }).toFormat('Z');
    return `UTC${offset === '+0' ? '' : offset}`;
  });
  const names = new Set([timeZone.replaceAll('_', ' '), [...new Set(offsets)].join(' / ')]);
  return [...names].join(', ');
}

interface TimeRange {
  fromMs: number;
  toMs: number;
  timeZone: string;
}

function clockTicks({ fromMs, toMs, timeZone }: TimeRange, stepMinutes: number): Tick[] {
  const ticks = new Map<number, Tick>();
  let day = DateTime.fromMillis(fromMs, { zone: timeZone, locale: 'en-GB' }).startOf('day');
  for (; day.toMillis() <= toMs; day = day.plus({ days: 1 }).startOf('day')) {
    for (let minutes = 0; minutes < DAY_MINUTES; minutes += stepMinutes) {
      // A local time that is skipped becomes a later one, which may be another tick's.
      const at = day.set({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
      const atMs = at.toMillis();
      if (atMs < fromMs || atMs > toMs || ticks.has(atMs)) continue;
      const isFirst = ticks.size === 0 || minutes === 0;
      const clock = at.toFormat('HH:mm');
      ticks.set(atMs, { atMs, label: isFirst ? `${clock}\n${at.toFormat('d LLL')}` : clock });
    }
  }
  return [...ticks.values()];
}

function dayTicks({ fromMs, toMs, timeZone }: TimeRange): Tick[] {
  const ticks: Tick[] = [];
  const first = DateTime.fromMillis(fromMs, { zone: timeZone, locale: 'en-GB' }).startOf('day');
  const days = Math.ceil((toMs - fromMs) / (DAY_MINUTES * MINUTE_MS) / MAX_TICKS);
  for (let day = first; day.toMillis() <= toMs; day = day.plus({ days })) {
    const atMs = day.toMillis();
    if (atMs >= fromMs) ticks.push({ atMs, label: day.toFormat('d LLL') });
  }
  return ticks;
}
