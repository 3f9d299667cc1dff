import { openDatabase } from '../../shared/database/database.ts';
import type { Logger } from '../../shared/logger.ts';
import { serviceMigrations } from './migrations/migrations.ts';
import type { ServiceDatabase } from './tables.ts';

/** The PostgreSQL schema of the service's tables. */
export const SERVICE_SCHEMA = 'service';

/** Opens the service's store at a `sqlite:` or `postgres:` URL and migrates it. Throws a `DatabaseError`. */
export function openStore(url: string, logger: Logger): Promise<ServiceDatabase> {
  return openDatabase({
    url,
    schema: SERVICE_SCHEMA,
    migrations: serviceMigrations,
    logger,
  });
}
