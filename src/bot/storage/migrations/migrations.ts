import type { Migrations } from '../../../shared/database/migrate.ts';
import { caseFacts } from './case-facts.ts';
import { initial } from './initial.ts';
import { keyValues } from './key-values.ts';
import { reviews } from './reviews.ts';
import { serverWords } from './server-words.ts';

/** In the order in which they are applied. One that has been released is never changed. */
export const stateMigrations: Migrations = {
  '001-initial': initial,
  '002-case-facts': caseFacts,
  '003-reviews': reviews,
  '004-server-words': serverWords,
  '005-key-values': keyValues,
};
