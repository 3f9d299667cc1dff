import { createAim } from './aim.ts';
import type { Finding } from './findings.ts';
import { membership } from './lookup.ts';
import type { Word } from './normalise.ts';
import {
  COPULAS,
  GROUP_FILLERS,
  HOSTILE_PREDICATES,
  HOSTILE_VERBS,
  IDENTITIES,
  IDENTITY_ADJECTIVES,
  PEOPLE,
  POLITICAL_STRONG,
  POLITICAL_WEAK,
  VIOLENT_VERBS,
} from './terms.ts';

const MENTION_WEIGHT = 0.3;
const HOSTILE_WEIGHT = 0.8;
const VIOLENT_WEIGHT = 0.95;
const POLITICAL_STRONG_WEIGHT = 0.6;
const POLITICAL_WEAK_WEIGHT = 0.35;
/** How many words may be between a group and what is wished on it or said of it. */
const REACH = 4;

const isIdentity = membership(IDENTITIES);
const isIdentityAdjective = membership(IDENTITY_ADJECTIVES);
const isPeople = membership(PEOPLE);
const isHostileVerb = membership(HOSTILE_VERBS);
const isViolentVerb = membership(VIOLENT_VERBS);
const isHostilePredicate = membership(HOSTILE_PREDICATES);
const isCopula = membership(COPULAS);
const isGroupFiller = membership(GROUP_FILLERS);
const isPoliticalStrong = membership(POLITICAL_STRONG);
const isPoliticalWeak = membership(POLITICAL_WEAK);

/** How many words name a group at `index`: "muslims", "black people"; 0 for none. */
function groupLength(words: readonly Word[], index: number): number {
  if (isIdentityAdjective(words[index]) && isPeople(words[index + 1])) return 2;
  return isIdentity(words[index]) ? 1 : 0;
}

/** "kill all …", "I hate …": the verb straight before the group, but for fillers. */
function hostilityBefore(words: readonly Word[], index: number): number {
  const aim = createAim(words);
  for (let at = index - 1; at >= Math.max(0, index - REACH); at--) {
    if (isHostileVerb(words[at])) {
      if (aim.isNegated(at)) return 0;
      return isViolentVerb(words[at]) ? VIOLENT_WEIGHT : HOSTILE_WEIGHT;
    }
    if (!isGroupFiller(words[at])) return 0;
  }
  return 0;
}

/** "… are vermin", "… should all be shot". */
function hostilityAfter(words: readonly Word[], end: number): number {
  const aim = createAim(words);
  let hasCopula = false;
  for (let at = end; at < Math.min(words.length, end + REACH); at++) {
    hasCopula ||= isCopula(words[at]);
    if (hasCopula && isHostilePredicate(words[at])) return aim.isNegated(at) ? 0 : HOSTILE_WEIGHT;
  }
  return 0;
}

/** Groups of people, attacks on them, and politics. */
export function findTopics(words: readonly Word[]): Finding[] {
  const findings: Finding[] = [];
  for (const [index, word] of words.entries()) {
    const base = {
      term: word.text,
      index,
      length: 1,
      aimed: false,
      isIntensifier: false,
      source: 'lexicon',
    } as const;
    if (isPoliticalStrong(word)) {
      findings.push({ ...base, kind: 'political', weight: POLITICAL_STRONG_WEIGHT });
    } else if (isPoliticalWeak(word)) {
      findings.push({ ...base, kind: 'political', weight: POLITICAL_WEAK_WEIGHT });
    }
    const length = groupLength(words, index);
    if (length === 0) continue;
    findings.push({ ...base, kind: 'identity-mention', length, weight: MENTION_WEIGHT });
    const hostility = Math.max(
      hostilityBefore(words, index),
      hostilityAfter(words, index + length),
    );
    if (hostility > 0) {
      findings.push({ ...base, kind: 'identity-hate', length, weight: hostility, aimed: true });
    }
  }
  return findings;
}
