import { auc } from '../../train/calibration/metrics.ts';
import { thresholdAt } from '../measures.ts';
import type { LabelledText } from '../sets/labelled-sets.ts';
import { disguise, DISGUISES } from './disguises.ts';
import { isDeleted, isTouched, shareOf, type Subject, type Verdict } from './verdict.ts';

const FALSE_POSITIVES = 0.05;
/** Fewer texts than this say little about a language. */
const MIN_TEXTS = 50;
const MAX_DISGUISED = 300;

export interface LanguageSets {
  /** Toxic and harmless texts from the same source. */
  rated: readonly LabelledText[];
  toxic: readonly LabelledText[];
  ordinary: readonly LabelledText[];
  /** A raw list of bad words for each language. */
  words: ReadonlyMap<string, readonly string[]>;
}

export interface LanguageRow {
  language: string;
  rated: number;
  /** Measured with the toxicity score, read in the right language. */
  auc: number;
  recallAtFalsePositives: number;
  /** Measured at the shipped thresholds, after language detection. */
  precision: number;
  recall: number;
  touched: number;
  /** Recall on sets that contain only toxic texts. */
  toxic: number;
  toxicTouched: number;
  ordinary: number;
  ordinaryTouched: number;
  ordinaryDeleted: number;
  /** Results of the raw word list: recall on rated and toxic texts, and the share of ordinary texts that it touches. */
  listRecall: number;
  listOrdinary: number;
  /** Recall at 5 % false positives with every word disguised, in the order of `DISGUISES`. */
  disguised: readonly number[];
}

/** Scripts without spaces have no word boundaries. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function listMatcher(words: readonly string[]): (text: string) => boolean {
  const escaped = words.map((word) =>
    word.toLowerCase().replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`),
  );
  if (escaped.length === 0) return () => false;
  const alternatives = escaped.map((word) =>
    WITHOUT_SPACES.test(word) ? word : String.raw`(?<![\p{L}\p{N}])${word}(?![\p{L}\p{N}])`,
  );
  const pattern = new RegExp(alternatives.join('|'), 'u');
  return (text) => pattern.test(text.toLowerCase());
}

function rowOf(language: string, sets: LanguageSets, subject: Subject): LanguageRow {
  const own = (texts: readonly LabelledText[]): LabelledText[] =>
    texts.filter(({ kind }) => kind === language);
  const rated = own(sets.rated);
  const toxic = own(sets.toxic);
  const ordinary = own(sets.ordinary);
  const scoreOf = (text: string): number => subject.judgeIn(language, text).toxicity;
  const scores = rated.map(({ text }) => scoreOf(text));
  const labels = rated.map(({ label }) => label);
  const threshold = thresholdAt(
    FALSE_POSITIVES,
    scores.filter((_, row) => labels[row] === false),
  );
  const positives = rated.filter(({ label }) => label);
  const recallAt = (texts: readonly string[]): number =>
    shareOf(texts, (text) => scoreOf(text) >= threshold);
  const judged = rated.map(({ text, label }) => ({ label, verdict: subject.judge(text) }));
  const touched = judged.filter(({ verdict }) => isTouched(verdict));
  const judgedOrdinary = ordinary.map(({ text }): Verdict => subject.judge(text));
  const isListed = listMatcher(sets.words.get(language) ?? []);
  return {
    language,
    rated: rated.length,
    auc: auc(scores, labels),
    recallAtFalsePositives: recallAt(positives.map(({ text }) => text)),
    precision: shareOf(touched, ({ label }) => label),
    recall: touched.filter(({ label }) => label).length / positives.length,
    touched: touched.length / rated.length,
    toxic: toxic.length,
    toxicTouched: shareOf(toxic, ({ text }) => isTouched(subject.judge(text))),
    ordinary: ordinary.length,
    ordinaryTouched: shareOf(judgedOrdinary, isTouched),
    ordinaryDeleted: shareOf(judgedOrdinary, isDeleted),
    listRecall: shareOf([...positives, ...toxic], ({ text }) => isListed(text)),
    listOrdinary: shareOf(ordinary, ({ text }) => isListed(text)),
    disguised: DISGUISES.map((way) =>
      recallAt(positives.slice(0, MAX_DISGUISED).map(({ text }) => disguise(text, way))),
    ),
  };
}

/** Measures every language that has rated or toxic texts, or enough ordinary ones. */
export function measureLanguages(subject: Subject, sets: LanguageSets): LanguageRow[] {
  const counts = new Map<string, number>();
  for (const { kind, label } of [...sets.rated, ...sets.toxic, ...sets.ordinary]) {
    counts.set(kind, (counts.get(kind) ?? 0) + (label ? MIN_TEXTS : 1));
  }
  return [...counts]
    .filter(([, count]) => count >= MIN_TEXTS)
    .map(([language]) => rowOf(language, sets, subject));
}
