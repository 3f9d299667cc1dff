import type { Colour } from './palette.ts';

/** When, in milliseconds since the Unix epoch, and how much; null is a gap in the line. */
export type Point = readonly [atMs: number, value: number | null];

export interface Series {
  readonly name: string;
  /** Oldest first. */
  readonly points: readonly Point[];
  /** Default: the next one of the palette. */
  readonly colour?: Colour;
}

/** Values over time. */
export interface LineChart {
  readonly title: string;
  readonly subtitle?: string;
  /** What the values are, written above their axis. */
  readonly unit?: string;
  readonly series: readonly Series[];
  /** IANA name of the zone the times are shown in. */
  readonly timeZone: string;
  /** Filled areas on top of one another, for parts of a whole that have their points at the same times. */
  readonly stacked?: boolean;
}

export interface Part {
  readonly name: string;
  /** Not negative. */
  readonly value: number;
  readonly colour?: Colour;
}

/** Parts of a whole, with their numbers and percents. */
export interface ShareChart {
  readonly title: string;
  readonly parts: readonly Part[];
}

export type Chart =
  | { readonly kind: 'line'; readonly chart: LineChart }
  | { readonly kind: 'share'; readonly chart: ShareChart };
