import type { Migrations } from '../../../shared/database/migrate.ts';
import { initial } from './initial.ts';

/** In the order of their names. A released one never changes. */
export const serviceMigrations: Migrations = { '001-initial': initial };
