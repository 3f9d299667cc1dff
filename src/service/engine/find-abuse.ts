import { type Aim, createAim } from './aim.ts';
import type { Finding } from './findings.ts';
import { dictionary, membership } from './lookup.ts';
import type { Word } from './normalise.ts';
import { findProfanity, type Profanity, type ProfanityKind } from './profanity.ts';
import {
  ARTICLES,
  DEADLY_VERBS,
  INSULT_ADJECTIVES,
  INSULT_NOUNS,
  PLAY,
  SELF,
  THREAT_OBJECTS,
  VIOLENT_THREAT_VERBS,
} from './terms.ts';

/** What a profane word weighs when it is about nobody, and when it is aimed at somebody. */
const PROFANITY_WEIGHTS: Readonly<Record<ProfanityKind, { alone: number; aimed: number }>> = {
  frank: { alone: 0.25, aimed: 0.5 },
  mild: { alone: 0.5, aimed: 0.65 },
  curse: { alone: 0.6, aimed: 0.8 },
  strong: { alone: 0.7, aimed: 0.9 },
  'ambiguous-slur': { alone: 0.45, aimed: 0.9 },
  slur: { alone: 0.95, aimed: 0.98 },
};
const INSULT_WEIGHTS = {
  noun: { alone: 0.4, aimed: 0.65 },
  adjective: { alone: 0.15, aimed: 0.6 },
} as const;
const DEADLY_WEIGHT = 0.95;
const VIOLENT_WEIGHT = 0.6;
/** How many words before a threat's verb its "I" or "gonna" may be. */
const THREAT_REACH = 5;
/** A message of so few words that is an insult is one to whoever reads it: "moron!" */
const BARE_INSULT_WORDS = 2;

const insults = dictionary([...INSULT_NOUNS, ...INSULT_ADJECTIVES]);
const threatVerbs = dictionary([...DEADLY_VERBS, ...VIOLENT_THREAT_VERBS]);
const isSelf = membership(SELF);
const isArticle = membership(ARTICLES);
const isPlay = membership(PLAY);
const isThreatObject = membership(THREAT_OBJECTS);

/** Whether somebody says they will do `words[index]`, a threat's verb, to somebody. "Shoot you a message" is none. */
function isThreat(words: readonly Word[], index: number): boolean {
  const object = words[index + 1];
  if (object?.isMention !== true && !isThreatObject(object)) return false;
  if (isArticle(words[index + 2])) return false;
  return words.slice(Math.max(0, index - THREAT_REACH), index).some((word) => isSelf(word));
}

function profanityFinding(
  profanity: Profanity,
  aim: Aim,
  isInsult: (at: number) => boolean,
): Finding {
  const { index, term, kind, isIntensifier } = profanity;
  const aimed = isIntensifier
    ? false
    : aim.isAtSomebody(index, isInsult) || (kind === 'curse' && aim.hasCurseObject(index));
  const weights = PROFANITY_WEIGHTS[kind];
  return {
    kind: kind === 'slur' || kind === 'ambiguous-slur' ? 'slur' : 'profanity',
    term,
    index,
    length: 1,
    weight: aimed ? weights.aimed : weights.alone,
    aimed,
    isIntensifier,
    source: 'dataset',
  };
}

/** Profanity, slurs, insults and threats. */
export function findAbuse(words: readonly Word[]): Finding[] {
  const aim = createAim(words);
  const profanities = findProfanity(words);
  const profane = new Set(profanities.map((profanity) => profanity.index));
  const isInsult = (at: number): boolean => profane.has(at) || insults.of(words[at]) !== undefined;

  const findings = profanities.map((profanity) => profanityFinding(profanity, aim, isInsult));
  for (const [index, word] of words.entries()) {
    const base = { index, isIntensifier: false, source: 'lexicon' } as const;
    const verb = threatVerbs.of(word);
    if (verb !== undefined && isThreat(words, index) && !aim.isNegated(index)) {
      // In a game people kill each other all day: someone should look, nothing should be deleted.
      const isDeadly = DEADLY_VERBS.has(verb) && !words.some((other) => isPlay(other));
      const weight = isDeadly ? DEADLY_WEIGHT : VIOLENT_WEIGHT;
      findings.push({ ...base, kind: 'threat', term: verb, length: 2, weight, aimed: true });
    }
    const term = insults.of(word);
    if (term === undefined || profane.has(index)) continue;
    const sort = INSULT_NOUNS.has(term) ? 'noun' : 'adjective';
    const isBare = words.length <= BARE_INSULT_WORDS && sort === 'noun';
    const aimed = isBare || aim.isAtSomebody(index, isInsult);
    const weight = INSULT_WEIGHTS[sort][aimed ? 'aimed' : 'alone'];
    findings.push({ ...base, kind: 'insult', term, length: 1, weight, aimed });
  }
  return findings;
}
