import type { Migrations } from '../../../shared/database/migrate.ts';
import { initial } from './initial.ts';

/** In the order in which they are applied. One that has been released is never changed. */
export const stateMigrations: Migrations = { '001-initial': initial };
