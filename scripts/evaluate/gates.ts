import { fixed, percent } from './report.ts';

export interface Gate {
  what: string;
  wanted: string;
  reached: string;
  isMet: boolean;
}

export function atLeast(what: string, limit: number, value: number): Gate {
  return { what, wanted: `≥ ${limit}`, reached: fixed(value), isMet: value >= limit };
}

export function shareAtLeast(what: string, limit: number, value: number): Gate {
  return { what, wanted: `≥ ${percent(limit)}`, reached: percent(value), isMet: value >= limit };
}

export function shareAtMost(what: string, limit: number, value: number): Gate {
  return { what, wanted: `≤ ${percent(limit)}`, reached: percent(value, 2), isMet: value <= limit };
}

export function atMost(
  what: string,
  limit: number,
  { value, unit }: { value: number; unit: string },
): Gate {
  return {
    what,
    wanted: `≤ ${limit} ${unit}`,
    reached: `${fixed(value, 1)} ${unit}`,
    isMet: value <= limit,
  };
}
