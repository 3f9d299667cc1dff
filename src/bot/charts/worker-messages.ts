import type { Chart } from './chart.ts';

/** Posted to the worker. */
export interface DrawRequest {
  readonly id: number;
  readonly chart: Chart;
}

/** Posted by the worker. */
export type DrawResult =
  | { readonly id: number; readonly png: Uint8Array }
  | { readonly id: number; readonly problem: string };
