import type { Connection } from './connection.ts';
import { selectLeases } from './lease-rows.ts';
import { selectProcesses } from './processes.ts';
import type { Timing } from './timing.ts';
import type { View } from './view.ts';

/** One query for both, because every process asks again and again. */
export async function readView(
  connection: Connection,
  names: readonly string[],
  { takeOverMs }: Timing,
): Promise<View> {
  const [view] = await connection.query<View>(
    `SELECT
       (SELECT coalesce(json_agg(process), '[]') FROM (${selectProcesses('$1')}) process) AS processes,
       (SELECT coalesce(json_agg(lease), '[]') FROM (${selectLeases('$2')}) lease) AS leases`,
    [takeOverMs, names],
  );
  return view ?? { processes: [], leases: [] };
}
