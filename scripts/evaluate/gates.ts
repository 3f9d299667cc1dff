import { fixed, percent } from './report.ts';

export interface Gate {
  name: string;
  target: string;
  measured: string;
  isMet: boolean;
}

export function atLeast(name: string, limit: number, value: number): Gate {
  return { name, target: `≥ ${limit}`, measured: fixed(value), isMet: value >= limit };
}

export function shareAtLeast(name: string, limit: number, value: number): Gate {
  return { name, target: `≥ ${percent(limit)}`, measured: percent(value), isMet: value >= limit };
}

export function shareAtMost(name: string, limit: number, value: number): Gate {
  return {
    name,
    target: `≤ ${percent(limit)}`,
    measured: percent(value, 2),
    isMet: value <= limit,
  };
}

export function atMost(
  name: string,
  limit: number,
  { value, unit }: { value: number; unit: string },
): Gate {
  return {
    name,
    target: `≤ ${limit} ${unit}`,
    measured: `${fixed(value, 1)} ${unit}`,
    isMet: value <= limit,
  };
}
