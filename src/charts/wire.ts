import type { Chart } from './chart.ts';

/** What is posted to the worker. */
export interface ToDraw {
  readonly id: number;
  readonly chart: Chart;
}

/** What the worker answers. */
export type Drawn =
  | { readonly id: number; readonly png: Uint8Array }
  | { readonly id: number; readonly problem: string };
