import type { Migrations } from '../../../shared/database/migrate.ts';
import { initial } from './initial.ts';
import { instances } from './instances.ts';
import { samplePartitions } from './sample-partitions.ts';

/** In the order of their names. A released one never changes. */
export const serviceMigrations: Migrations = {
  '001-initial': initial,
  '002-instances': instances,
  '003-sample-partitions': samplePartitions,
};
