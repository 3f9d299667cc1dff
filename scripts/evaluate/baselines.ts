import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';

/** These are installed on demand, because the bot does not depend on them. */
const FOLDER = resolve('scripts/evaluate/baselines');

export interface FilterBaseline {
  name: string;
  hits(text: string): boolean;
}

export interface SentimentBaseline {
  name: string;
  /** Higher means more positive; the scale depends on the baseline. */
  score(text: string): number;
}

export interface Baselines {
  filters: FilterBaseline[];
  sentiments: SentimentBaseline[];
}

const require = createRequire(pathToFileURL(resolve(FOLDER, 'package.json')));

/** The packages may be missing at compile time, so this file declares the parts that it uses. */
async function load<T>(name: string): Promise<T> {
  const module = (await import(pathToFileURL(require.resolve(name)).href)) as unknown;
  return module as T;
}

interface BadWords {
  Filter: new () => { isProfane(text: string): boolean };
}
interface Toad {
  profanity: { exists(text: string): boolean };
}
interface LeoProfanity {
  default: { check(text: string): boolean };
}
interface Sentiment {
  default: new () => { analyze(text: string): { comparative: number } };
}
interface Vader {
  default: { SentimentIntensityAnalyzer: { polarity_scores(text: string): { compound: number } } };
}
interface Wink {
  default: (text: string) => { normalizedScore: number };
}

function obscenity(): FilterBaseline {
  const matcher = new RegExpMatcher({
    ...englishDataset.build(),
    ...englishRecommendedTransformers,
  });
  return { name: 'obscenity', hits: (text) => matcher.hasMatch(text) };
}

export async function loadBaselines(): Promise<Baselines> {
  if (!existsSync(resolve(FOLDER, 'node_modules'))) {
    throw new Error(
      'the baselines are not installed: run npm install --prefix scripts/evaluate/baselines',
    );
  }
  const { Filter } = await load<BadWords>('bad-words');
  const filter = new Filter();
  const { profanity } = await load<Toad>('@2toad/profanity');
  const { default: leo } = await load<LeoProfanity>('leo-profanity');
  const { default: Afinn } = await load<Sentiment>('sentiment');
  const afinn = new Afinn();
  const { default: vader } = await load<Vader>('vader-sentiment');
  const { default: wink } = await load<Wink>('wink-sentiment');
  return {
    filters: [
      obscenity(),
      { name: 'bad-words', hits: (text) => filter.isProfane(text) },
      { name: '@2toad/profanity', hits: (text) => profanity.exists(text) },
      { name: 'leo-profanity', hits: (text) => leo.check(text) },
    ],
    sentiments: [
      { name: 'sentiment', score: (text) => afinn.analyze(text).comparative },
      {
        name: 'vader-sentiment',
        score: (text) => vader.SentimentIntensityAnalyzer.polarity_scores(text).compound,
      },
      { name: 'wink-sentiment', score: (text) => wink(text).normalizedScore },
    ],
  };
}
