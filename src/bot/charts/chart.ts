import type { Colour } from './palette.ts';

interface TimeChart {
  readonly title: string;
  readonly subtitle?: string;
  /** The IANA time zone of the time axis. */
  readonly timeZone: string;
  /** The length of an interval. Every value is for the interval that starts at its time. */
  readonly intervalMs: number;
}

/** The start of an interval in milliseconds since the Unix epoch and a value; null: unknown. */
export type Point = readonly [atMs: number, value: number | null];

export interface Series {
  readonly name: string;
  /** Oldest first. */
  readonly points: readonly Point[];
  /** Default: the next colour of the palette. */
  readonly colour?: Colour;
}

/** Counts over time as stacked bars. */
export interface BarChart extends TimeChart {
  /** From the bottom up. Every series must have its points at the same times. */
  readonly series: readonly Series[];
}

/** Statistics of the values of one interval. */
export interface Spread {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** The number of values. */
  readonly count: number;
}

/** The mean of values over time with a band around it, and their number in bars below. */
export interface BandChart extends TimeChart {
  /** The end of the scale. Values beyond it extend the axis. */
  readonly scale: { readonly min: number; readonly max: number };
  readonly names: { readonly mean: string; readonly band: string; readonly count: string };
  /** Oldest first; null: a gap. */
  readonly points: readonly (readonly [atMs: number, spread: Spread | null])[];
}

export interface Part {
  readonly name: string;
  /** Not negative. */
  readonly value: number;
  readonly colour?: Colour;
}

/** Parts of a whole, with their values and percentages. */
export interface ShareChart {
  readonly title: string;
  readonly parts: readonly Part[];
}

export type Chart =
  | { readonly kind: 'bars'; readonly chart: BarChart }
  | { readonly kind: 'band'; readonly chart: BandChart }
  | { readonly kind: 'share'; readonly chart: ShareChart };
