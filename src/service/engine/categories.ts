/** What a harmful message does, most severe first. A message may do several at once. */
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
