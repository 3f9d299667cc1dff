/** What the service does with a sample. The wire's own word for it is made from this in the route. */
export type Action = 'pass' | 'flag' | 'delete';

/** Scores of one sample, all from 0 (not at all) to 1 (certainly); only `sentiment` goes from -1 to 1. */
export interface Heads {
  /** How harmful the sample is as a whole. */
  toxicity: number;
  /** Whether groups of people (origin, belief, orientation …) are a subject at all, well-meant or not. */
  identityMention: number;
  /** Whether such a group, or a person for belonging to it, is attacked. */
  identityHate: number;
  political: number;
  vulgar: number;
  aggressive: number;
  defensive: number;
  sentiment: number;
}

/** Rules that had a say in the action. */
export interface Patches {
  /** The action would be another one if the disguised words (leet, spacing, lookalike letters …) could not be read. */
  undisguised: boolean;
  /** The text is not let pass, and would not be without its curses either. */
  wordChoice: boolean;
  /** A vulgar message of a few words, aimed at nobody, was let pass. */
  shortVulgarityLeniency: boolean;
  /** The action would be another one if the curses could not be read. */
  curseWord: boolean;
}

/** A harmful word, in its dictionary form (never as the member wrote it). */
export interface FoundTerm {
  term: string;
  /** Whether it is aimed at somebody. */
  aimed: boolean;
  /** Where it first stands in the sample, in UTF-16 units; `to` is exclusive. */
  place: { from: number; to: number };
}

export interface Assessment {
  heads: Heads;
  action: Action;
  /** How sure the engine is of `action`, 0 to 1. */
  confidence: number;
  patches: Patches;
  found: readonly FoundTerm[];
  /** Whether a second, slower model was asked as well. */
  secondOpinion: boolean;
}

/** Judges text. Pure and synchronous: the same sample always gets the same assessment, in time linear in its length. */
export interface Engine {
  /** Goes out with every result, so that a score can be traced to the rules or weights behind it. */
  readonly version: string;
  assess(sample: string): Assessment;
}
