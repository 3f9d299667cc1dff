import type { PostgresResult } from '../postgres/postgres.ts';
import type { BenchServer } from '../postgres/server.ts';
import { ASSUMPTIONS, SIZES, VARIANTS } from './assumptions.ts';
import { unitCosts, type UnitCosts } from './costs.ts';
import { benchFootprint, type FootprintResult } from './footprint.ts';
import { benchSamples } from './samples.ts';
import { simulate, type ScaleRow } from './simulate.ts';
import { benchThroughput, type ThroughputResult } from './throughput.ts';

export interface ScaleResult {
  throughput: ThroughputResult;
  footprint: FootprintResult;
  costs: UnitCosts;
  rows: ScaleRow[];
  /** The same sizes under other assumptions; the first are those of `rows`. */
  variants: { name: string; rows: ScaleRow[] }[];
}

/** Measures several processes, and computes from all measurements what many servers need. */
export async function benchScale(
  server: BenchServer,
  postgres: PostgresResult,
  progress: (detail: string) => void,
): Promise<ScaleResult> {
  const throughput = await benchThroughput(server, progress);
  const footprint = await benchFootprint(server, progress);
  const sampleBytes = await benchSamples(server);
  progress('simulation');
  const costs = unitCosts(postgres, footprint, sampleBytes);
  const variants = VARIANTS.map(({ name, change }) => ({
    name,
    rows: SIZES.map((servers) => simulate(servers, { ...ASSUMPTIONS, ...change }, costs)),
  }));
  return { throughput, footprint, costs, rows: variants[0]?.rows ?? [], variants };
}
