/** Kinds of harm, most severe first. A message may have several. */
export const CATEGORIES = [
  'threat',
  'selfHarm',
  'groupAttack',
  'targetedSlur',
  'sexualHarassment',
  'doxxing',
  'extremism',
  'scam',
  'insult',
  'vulgarity',
] as const;
export type Category = (typeof CATEGORIES)[number];
