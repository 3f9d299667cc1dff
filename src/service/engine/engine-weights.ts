import { readFileSync } from 'node:fs';
import { readLanguageWeights, type LanguageWeights } from './languages/language-weights.ts';
import { loadDomainList, type DomainList } from './scams/domain-list.ts';
import { readWeights } from './model/weights-file.ts';
import type { Weights } from './model/weights.ts';
import { readCategoryWeights, type CategoryWeights } from './severity/category-weights.ts';

/** The outputs of `npm run train`. */
export interface EngineWeights {
  base: Weights;
  categories: CategoryWeights;
  languages: readonly LanguageWeights[];
  scamDomains: DomainList;
}

export const WEIGHT_FILES = {
  base: 'weights.bin',
  categories: 'categories.bin',
  languages: 'languages.bin',
} as const;

const read = (name: string): Buffer => readFileSync(new URL(name, import.meta.url));

export function loadWeights(): EngineWeights {
  return {
    base: readWeights(read(WEIGHT_FILES.base)),
    categories: readCategoryWeights(read(WEIGHT_FILES.categories)),
    languages: readLanguageWeights(read(WEIGHT_FILES.languages)),
    scamDomains: loadDomainList(),
  };
}
