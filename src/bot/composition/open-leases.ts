import type { ServiceConfig } from '../config/config.ts';
import { createSoleProcess } from '../leases/sole-process.ts';
import type { Leases } from '../leases/leases.ts';
import type { ProcessContext } from './process-context.ts';
import { isPostgresUrl } from '../../shared/state-url.ts';

/** Processes that use the same PostgreSQL database share the work. With SQLite there is only one process. */
export async function openLeases(
  { stateUrl: url, service }: { readonly stateUrl: string; readonly service: ServiceConfig },
  options: ProcessContext,
): Promise<Leases> {
  if (!isPostgresUrl(url)) return createSoleProcess(options);
  // The driver is loaded only where it is used, for a quicker start.
  const { openPostgresLeases } = await import('../leases/postgres/postgres-leases.ts');
  return openPostgresLeases({
    ...options,
    url,
    // An embedded service answers only its own process.
    isAlone: service.kind === 'embedded',
    monotonic: () => performance.now(),
  });
}
