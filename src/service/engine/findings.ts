/** The head a finding speaks for. */
export type FindingKind =
  | 'profanity'
  | 'slur'
  | 'insult'
  | 'threat'
  | 'identity-hate'
  | 'identity-mention'
  | 'defensive'
  | 'political';

/** One thing a rule saw in the sample. */
export interface Finding {
  kind: FindingKind;
  /** In dictionary form. */
  term: string;
  /** Index of its first word, and how many words it takes. */
  index: number;
  length: number;
  /** 0 to 1. */
  weight: number;
  aimed: boolean;
  /** Emphasis only; it counts as aimed when an insult beside it is. */
  isIntensifier: boolean;
  /** Which list it is from. */
  source: 'dataset' | 'lexicon';
}
