import { eld } from 'eld';
import { withoutNoise } from './engine/noise.ts';

export interface LanguagePrediction {
  /** English name of the language, or `Unknown`. */
  name: string;
  /** 0 to 1. */
  confidence: number;
}

export type LanguageDetector = (sample: string) => LanguagePrediction;

/** 98.7 % right on short texts; the next larger one is 0.6 points better and takes twice the memory and time to load. */
const DATABASE = 'extrasmall';
const UNKNOWN: LanguagePrediction = { name: 'Unknown', confidence: 0 };

/** Loads the language data: about 0.3 s and 80 MB the first time in a process, so only when a service starts. */
export async function createLanguageDetector(): Promise<LanguageDetector> {
  // One type covers all of the package's entries; this entry always has `load`.
  if (!('load' in eld)) throw new TypeError('the language detector came without its loader');
  await eld.load(DATABASE);
  const names = new Intl.DisplayNames(['en'], { type: 'language' });

  return (sample) => {
    const result = eld.detect(withoutNoise(sample));
    if (result.language === '') return UNKNOWN;
    return {
      name: names.of(result.language) ?? result.language,
      confidence: result.getScores()[result.language] ?? 0,
    };
  };
}
