import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import { groupWords, slots } from './authored/slots.ts';
import type { Example } from './example.ts';

/** Words that label a text as political. This is only a weak label: the model learns which other words occur with them. */
const POLITICAL =
  /\b(trump|obama|biden|clinton|hillary|bernie|sanders|putin|merkel|macron|brexit|democrats?|republicans?|gop|dnc|congress(?:man|woman)?|senat(?:e|ors?)|parliament|elections?|elect(?:ed|oral)|vot(?:e|ed|er|ers|ing)|ballots?|president(?:ial)?|liberals?|conservatives?|libtards?|leftists?|socialis[mt]s?|communis[mt]s?|marxis[mt]s?|fascis[mt]s?|antifa|politic(?:s|al|ians?)|government|legislation|immigration|impeach(?:ed|ment)?|maga|governor|minister|tories|labour party|supreme court|white house|campaign|tax(?:es|payers?)|potus|scotus|nato|policy|policies|constitution|amendment|abortion|gun control|welfare)\b/i;

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
const groupPattern = new RegExp(
  `\\b(?:${[...groupWords, ...(slots.get('SLUR') ?? []), ...(slots.get('SLURS') ?? [])].join('|')}|islam(?:ic)?|jew|muslim|gay|homosexual|woman|girl|black|white|asian|immigrant|refugee|mexican|african|race|racial|ethnic|religion|hispanic|gender|lgbt\\w*)s?\\b`,
  'i',
);

/** Derives labels that no dataset has from words: vulgar, political, identity mention. Existing labels stay. */
export function withWeakLabels(example: Example): Example {
  const isAuthored = example.source.startsWith('authored');
  const isVulgar = matcher.hasMatch(example.text);
  // Angry or annoyed texts from GoEmotions, whose annotators didn't rate offensiveness.
  const isHostile = example.source === 'goemotions' && example.labels.toxicity === undefined;
  return {
    ...example,
    labels: {
      vulgar: isVulgar ? 1 : 0,
      ...(isHostile ? { toxicity: isVulgar ? 0.9 : 0.4 } : {}),
      political: POLITICAL.test(example.text) ? 0.95 : 0,
      identityMention: groupPattern.test(example.text) ? 1 : 0,
      ...(isAuthored ? {} : { defensive: 0.01 }),
      ...example.labels,
    },
  };
}
