import type { Effect } from '../../domain/effects.ts';
import {
  categoryPath,
  decidingScore,
  OVERALL,
  ratesText,
  type Verdict,
  type VerdictQuotes,
} from '../../domain/verdict.ts';
import { isMessageKey, type Translate } from '../../locales/translate.ts';
import { duration } from '../../rendering/format.ts';
import { defuseLine, spoiler } from '../../rendering/sanitize.ts';
import { percent, scoreName } from './case-parts.ts';

/* What a verdict means, in words. Everything raw is in the technical file. */

const LEAST_SHOWN = 0.1;
const WORDS = 5;
const WORD_LENGTH = 40;

/** `threat 98 % · insult 40 %`: the scores that have a name, from 10 %. Null: there is none. */
export function scoresText(t: Translate, verdict: Verdict): string | null {
  const shown = new Map<string, number>();
  for (const [path, score] of Object.entries(verdict.scores)) {
    const category = categoryPath(path);
    if (score < LEAST_SHOWN || !ratesText(path) || !isMessageKey(`alerts:score.${category}`)) {
      continue;
    }
    shown.set(category, Math.max(score, shown.get(category) ?? 0));
  }
  if (decidingScore(verdict)?.path !== OVERALL) shown.delete(OVERALL);
  if (shown.size === 0) return null;
  return [...shown]
    .toSorted(([, a], [, b]) => b - a)
    .map(([path, score]) => `${scoreName(t, path)} ${percent(t, score)}`)
    .join(' · ');
}

/** The words that weigh most, hidden. Null: the service names none. */
export function weightiestWords(
  t: Translate,
  { trainingWords = [] }: Partial<Pick<VerdictQuotes, 'trainingWords'>>,
): string | null {
  const words = [...new Set(trainingWords)].slice(0, WORDS);
  if (words.length === 0) return null;
  const listed = words.map((word) => defuseLine(word, WORD_LENGTH)).join(', ');
  return t('preview:words', { words: spoiler(listed) });
}

/** `delete the message, time out the author (10 minutes) and post the alert`. */
export function actionsText(
  t: Translate,
  effects: readonly Effect[],
  { timeoutSeconds }: { readonly timeoutSeconds: number },
): string {
  const words = effects.map((effect) => {
    const action = t(`effects:infinitive.${effect.kind}`);
    const own = 'seconds' in effect ? effect.seconds : undefined;
    const seconds = own ?? (effect.kind === 'timeout' ? timeoutSeconds : undefined);
    return seconds === undefined ? action : `${action} (${duration(t.language, seconds)})`;
  });
  return new Intl.ListFormat(t.language, { type: 'conjunction' }).format(words);
}
