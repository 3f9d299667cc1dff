import type { Effect } from '../effects.ts';
import type { PresetName } from './preset-names.ts';
import type { Conditions, Rule } from './rules.ts';

/* The presets: rules like a server's own, tried after them. Their thresholds are chosen from measurements (npm run evaluate). */

/** A rule of a preset; its id also names it. */
export type PresetRule = Pick<Rule, 'id' | 'when' | 'effects'>;

const alerted: Effect[] = [{ kind: 'alert' }];
const warned: Effect[] = [{ kind: 'notice' }, ...alerted];
const removed: Effect[] = [{ kind: 'delete' }, ...warned];
const timedOut: Effect[] = [...removed, { kind: 'timeout' }];

/** Categories of severe harm, by their names in the result. */
const SEVERE = [
  'threat',
  'selfHarm',
  'groupAttack',
  'targetedSlur',
  'sexualHarassment',
  'doxxing',
  'extremism',
  'scam',
] as const;

const pathOf = (category: string): string => `insights.categories.${category}`;

function category(name: string, atLeast: number, when: Conditions, effects: Effect[]): PresetRule {
  return { id: name, when: { ...when, scores: [{ score: pathOf(name), atLeast }] }, effects };
}

function action(word: string, effects: Effect[]): PresetRule {
  return { id: word, when: { actions: [word] }, effects };
}

/** What moderation services call their strongest suggestions. */
const EXCLUSIONS: readonly PresetRule[] = [
  action('mute', timedOut),
  action('timeout', timedOut),
  action('kick', [...removed, { kind: 'kick' }]),
  action('ban', [...removed, { kind: 'ban' }]),
];
const REMOVALS: readonly PresetRule[] = [
  action('delete', removed),
  action('remove', removed),
  action('block', removed),
];
const DOUBTS: readonly PresetRule[] = [
  action('warn', warned),
  action('flag', alerted),
  action('review', alerted),
];

const DOUBTED = ['flag', 'review', 'warn'];
const REMOVED = ['delete', 'remove', 'block'];

/**
 * `relaxed` leaves insults and curses to the members: it deletes what is severe and alerts about what may be. `normal` does
 * what the service suggests. `strict` also deletes what the service would have moderators look at, if it is probably severe
 * or certainly an insult.
 */
export const PRESETS: Readonly<Record<PresetName, readonly PresetRule[]>> = {
  relaxed: [
    ...EXCLUSIONS,
    ...SEVERE.map((name) => category(name, 0.75, { actions: REMOVED }, removed)),
    category('insult', 0.5, { actions: [...REMOVED, ...DOUBTED] }, []),
    ...REMOVALS,
    ...DOUBTS,
  ],
  normal: [...EXCLUSIONS, ...REMOVALS, ...DOUBTS],
  strict: [
    ...EXCLUSIONS,
    ...REMOVALS,
    ...SEVERE.map((name) => category(name, 0.6, { actions: DOUBTED }, removed)),
    category('insult', 0.8, { actions: DOUBTED }, removed),
    ...DOUBTS,
  ],
};

/** The words the presets know; any other is unknown, and unknown is never punished. */
export const KNOWN_ACTIONS: ReadonlySet<string> = new Set(
  Object.values(PRESETS).flatMap((rules) => rules.flatMap(({ when }) => when.actions ?? [])),
);
