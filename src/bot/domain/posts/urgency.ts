import { isExclusion } from '../actions/action-facts.ts';
import { manualActionOf, type Case } from '../case.ts';
import { decidingScore } from '../verdict.ts';

/**
 * How urgent a post is. `severest`: a member was kept out, or should be. `severe`: something failed, somebody is in danger, or
 * a keyword was found for the first time in a while. `deletion`: something else was done. `summary`: it stands for many
 * others, such as a digest.
 */
export type PostUrgency = 'severest' | 'severe' | 'deletion' | 'ordinary' | 'summary';

/** The most urgent first. A summary may always wait. */
const ORDER: readonly PostUrgency[] = ['severest', 'severe', 'deletion', 'ordinary', 'summary'];

/** A probable threat, call to self-harm or disclosure cannot wait, whatever the server's rules do about it. */
const DANGERS: ReadonlySet<string> = new Set([
  'insights.categories.threat',
  'insights.categories.selfHarm',
  'insights.categories.doxxing',
]);

/** Whether a post has places of its own, which less urgent ones cannot use up. */
export function isSevere(urgency: PostUrgency): boolean {
  return urgency === 'severest' || urgency === 'severe';
}

/** 0 is the most urgent. */
export function rankOf(urgency: PostUrgency): number {
  return ORDER.indexOf(urgency);
}

export function mostUrgent(urgencies: readonly PostUrgency[]): PostUrgency {
  return ORDER.find((each) => urgencies.includes(each)) ?? 'ordinary';
}

/** The urgency of a case's alert once the case's other steps have their outcomes. */
export function alertUrgency(record: Case): PostUrgency {
  const { steps, withheld, mode } = record;
  const isActedOn = steps.some(
    ({ effect, outcome }) =>
      effect.kind !== 'alert' && (outcome?.status === 'done' || outcome?.status === 'refused'),
  );
  // A moderator's own command needs nobody else at once.
  if (manualActionOf(record) !== null) return isActedOn ? 'deletion' : 'ordinary';
  const wanted = [...steps.map(({ effect }) => effect), ...(withheld?.effects ?? [])];
  if (wanted.some(isExclusion)) return 'severest';
  const isRefused = steps.some(
    ({ effect, outcome }) =>
      mode === 'enforce' &&
      effect.kind !== 'alert' &&
      // Many people accept no direct messages.
      effect.kind !== 'notice' &&
      outcome?.status === 'refused',
  );
  if (isRefused || isDangerous(record)) return 'severe';
  return isActedOn ? 'deletion' : 'ordinary';
}

function isDangerous({ judgement }: Case): boolean {
  if (judgement.kind !== 'verdict') return false;
  const score = decidingScore(judgement.verdict);
  return score !== null && DANGERS.has(score.path);
}
