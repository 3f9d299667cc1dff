import { DAY_MS } from '../../../shared/clock.ts';
import { HISTORY_DAYS, type AuthorHistory } from '../../domain/figures/author-history.ts';
import type { Case } from '../../domain/case.ts';
import type { Cases } from '../../domain/ports.ts';
import { timestamp } from '../../rendering/format.ts';
import type { Renderer } from '../../rendering/renderer.ts';

export type CaseHistory = Pick<Cases, 'historyOf'>;

/** The author's record before this case; null: the author is unknown. */
export async function historyBefore(
  cases: CaseHistory,
  { guildId, author, number, openedAt }: Case,
): Promise<AuthorHistory | null> {
  if (author.id === '') return null;
  return cases.historyOf(guildId, author.id, {
    sinceMs: openedAt - HISTORY_DAYS * DAY_MS,
    below: number,
  });
}

/** Every case number is below this, the largest integer that the database's column can hold. */
const ANY_NUMBER = 2 ** 31 - 1;

/** An author's record at a given time (milliseconds since the Unix epoch). */
export async function historyUntil(
  cases: CaseHistory,
  { guildId, authorId }: { readonly guildId: string; readonly authorId: string },
  at: number,
): Promise<AuthorHistory> {
  const sinceMs = at - HISTORY_DAYS * DAY_MS;
  return cases.historyOf(guildId, authorId, { sinceMs, below: ANY_NUMBER });
}

/** `3 earlier cases in 90 days (2× timed out, 1× warned), last 2 days ago: /case list`. */
export function historyText({ t, mention }: Renderer, history: AuthorHistory): string {
  const { total, results, lastAt, isComplete } = history;
  if (lastAt === null) return t('alerts:facts.noHistory');
  const number = total.toLocaleString(t.language);
  return t('alerts:facts.history', {
    count: total,
    number: isComplete ? number : `${number}+`,
    days: HISTORY_DAYS,
    kinds: results
      .map(
        ({ key, count }) => `${count.toLocaleString(t.language)}× ${t(`effects:outcome.${key}`)}`,
      )
      .join(', '),
    time: timestamp(lastAt, 'R'),
    command: mention('case list'),
  });
}
