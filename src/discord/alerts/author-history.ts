import { DAY_MS } from '../../lib/clock.ts';
import type { Case } from '../../moderation/case.ts';
import type { Cases } from '../../moderation/ports.ts';

export type CaseCounts = Pick<Cases, 'countOfAuthor'>;

/** The author's cases in the week that ends with this one, itself included. */
export async function countInAWeek(cases: CaseCounts, record: Case): Promise<number> {
  const { guildId, author, number, openedAt } = record;
  // Discord does not say who it was.
  if (author.id === '') return 1;
  return cases.countOfAuthor(guildId, author.id, { sinceMs: openedAt - 7 * DAY_MS, upTo: number });
}
