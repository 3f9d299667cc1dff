import type { Config } from '../config/config.ts';
import { openPostgresLeases } from '../leases/postgres/postgres-leases.ts';
import { createSoleProcess } from '../leases/sole-process.ts';
import type { Leases } from '../leases/leases.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { isPostgresUrl } from '../../shared/state-url.ts';

/** Processes with one PostgreSQL database share the work. With SQLite there is one process. */
export async function openLeases(
  { stateUrl: url, service }: Pick<Config, 'stateUrl' | 'service'>,
  options: { readonly clock: Clock; readonly random: () => number; readonly logger: Logger },
): Promise<Leases> {
  if (!isPostgresUrl(url)) return createSoleProcess(options);
  return openPostgresLeases({
    ...options,
    url,
    // An embedded service answers its own process only.
    isAlone: service.kind === 'embedded',
    monotonic: () => performance.now(),
  });
}
