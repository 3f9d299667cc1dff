import type { Category } from './categories.ts';

/** The engine's actions. `toEnvelope` turns them into the interface's fields. */
export type EngineAction = 'pass' | 'flag' | 'delete';

/** Scores of a sample from 0 (not at all) to 1 (certainly), except `sentiment`: -1 to 1. */
export interface Heads {
  /** Harmfulness of the whole sample. */
  toxicity: number;
  /** The sample mentions identity groups (origin, religion, orientation …), in any tone. */
  identityMention: number;
  /** It attacks such a group, or a person for belonging to one. */
  identityHate: number;
  political: number;
  vulgar: number;
  aggressive: number;
  defensive: number;
  sentiment: number;
}

/** The rules that influenced the action. */
export interface Patches {
  /** The action would differ without the disguised words (leet, spacing, lookalike letters …). */
  undisguised: boolean;
  /** The text is harmful, and would still be without its curse words. */
  wordChoice: boolean;
  /** A short vulgar message aimed at nobody was allowed to pass. */
  shortVulgarityLeniency: boolean;
  /** The action would differ without the curse words. */
  curseWord: boolean;
}

/** A harmful word in its dictionary form, never as the member wrote it. */
export interface HarmfulTerm {
  term: string;
  /** True if the word is aimed at a person. */
  aimed: boolean;
  /** Its first occurrence in the sample, in UTF-16 units; `to` is exclusive. */
  span: { from: number; to: number };
}

/** The probability of each category, 0 to 1. */
export type CategoryScores = Readonly<Record<Category, number>>;

export interface Assessment {
  heads: Heads;
  categories: CategoryScores;
  action: EngineAction;
  /** The category that decided; null for `pass`. */
  category: Category | null;
  /** The words that decided, in their dictionary form if they have one; empty for `pass`. */
  decidingWords: readonly string[];
  /** The engine's confidence in `action`, 0 to 1. */
  confidence: number;
  patches: Patches;
  harmfulTerms: readonly HarmfulTerm[];
  /** True if the second, slower model also scored the sample. */
  usedSecondModel: boolean;
}

/** The language a text is probably in. */
export interface LanguageHint {
  /** The detector's code, such as `de`; empty if unknown. */
  code: string;
  /** 0 to 1. */
  confidence: number;
  /** The language of the place where the text was written, if known. */
  placeCode?: string;
}

/** Scores text. Pure and synchronous: equal samples get equal assessments, in time linear in their length. */
export interface Engine {
  /** Sent with every result, so that a score can be traced to its rules and weights. */
  readonly version: string;
  /** Without a hint, the sample is read as English only. */
  assess(sample: string, language?: LanguageHint): Assessment;
}
