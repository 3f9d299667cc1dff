import {
  collapseDuplicatesTransformer,
  DataSet,
  englishDataset,
  pattern,
  RegExpMatcher,
  type MatchPayload,
} from 'obscenity';
import type { Word } from './normalise.ts';

/** How bad a word of the dataset is when it stands alone. */
export type ProfanityKind = 'frank' | 'mild' | 'curse' | 'strong' | 'ambiguous-slur' | 'slur';

export interface Profanity {
  /** Index of the word in the sample. */
  index: number;
  term: string;
  kind: ProfanityKind;
  /** Only said for emphasis: "fucking". */
  isIntensifier: boolean;
}

/**
 * The dataset's words that are no slurs, by what they weigh. Whatever it has beyond these is taken for a slur,
 * so that no slur is spelled out here and one that a later version adds is never let pass.
 */
const KINDS: Readonly<Record<Exclude<ProfanityKind, 'slur'>, string>> = {
  frank: 'anus boob orgasm penis vagina semen sex scat hooker',
  mild: 'ass arse bollocks piss tit turd',
  curse:
    'fuck shit dick cock cum porn prick hentai orgy wank jizz anal buttplug dildo blowjob handjob lubejob ' +
    'asshole masturbate ejaculate fellatio felch fisting deepthroat doggystyle gangbang pussy',
  strong: 'bitch bastard cunt cuck slut twat whore rape incest bestiality',
  // Everyday words elsewhere: a colour in Spanish, a subscription in German, a sea wall, a medical term.
  'ambiguous-slur': 'abo dyke negro spastic',
};
/** Terms of several words, which a list parted by spaces cannot hold. */
const CURSES_OF_TWO_WORDS = ['double penetration', 'finger bang', 'jerk off'];

const kindOf = new Map<string, ProfanityKind>(CURSES_OF_TWO_WORDS.map((term) => [term, 'curse']));
for (const kind of ['frank', 'mild', 'curse', 'strong', 'ambiguous-slur'] as const) {
  for (const term of KINDS[kind].split(' ')) kindOf.set(term, kind);
}

/** Innocent words and phrases the dataset takes for profane ones. */
const INNOCENT =
  'retardant|ink in the armor|chinks in|moby dick|dick van|dickinson|shiitake|cockpit|titan|nigeria|niger'.split(
    '|',
  );
const dataset = new DataSet<{ originalWord: string }>()
  .addAll(englishDataset)
  .addPhrase((phrase) =>
    phrase
      .setMetadata({ originalWord: 'asshole' })
      .addPattern(pattern`|as[s]hole`)
      .addPattern(pattern`|arsehole`),
  )
  .addPhrase((phrase) => {
    for (const term of INNOCENT) phrase.addWhitelistedTerm(term);
    return phrase;
  });

const DOUBLED = ['b', 'e', 'o', 'l', 's', 'g'];
const built = dataset.build();
const matcher = new RegExpMatcher({
  ...built,
  // The normaliser has done the rest of what the preset's transformers do; these thresholds are the preset's.
  blacklistMatcherTransformers: [
    collapseDuplicatesTransformer({
      defaultThreshold: 1,
      customThresholds: new Map(DOUBLED.map((letter) => [letter, 2])),
    }),
  ],
});

/** The dataset's own name for the word a pattern is of. */
function termOf(match: MatchPayload): string | undefined {
  return dataset.getPayloadWithPhraseMetadata(match).phraseMetadata?.originalWord;
}

/** Most usual first: "s**t" could be several words. */
const UNMASKING_ORDER: readonly ProfanityKind[] = [
  'curse',
  'strong',
  'slur',
  'mild',
  'ambiguous-slur',
  'frank',
];
const dictionary = built.blacklistedTerms
  .map(({ id }) => termOf({ termId: id, startIndex: 0, endIndex: 0, matchLength: 0 }))
  .filter((term) => term !== undefined)
  .sort((a, b) => UNMASKING_ORDER.indexOf(kindFor(a)) - UNMASKING_ORDER.indexOf(kindFor(b)));

function kindFor(term: string): ProfanityKind {
  return kindOf.get(term) ?? 'slur';
}

/** Below this, blanked-out letters fit too many words ("a*s" is arithmetic). */
const MIN_MASKED_LENGTH = 4;
/** From this length on, the first and the last letter are enough ("b***h"). */
const MIN_ENDS_LENGTH = 5;
const INTENSIFIER = /^(?:mother)?f\w{0,3}k?in+g?$/;

function fitsMask(term: string, masked: string): boolean {
  if (term.length < MIN_MASKED_LENGTH || masked.length < term.length) return false;
  let blanks = 0;
  for (let index = 0; index < term.length; index++) {
    if (masked[index] === '*') blanks += 1;
    else if (masked[index] !== term[index]) return false;
  }
  const hasEnds = term.length >= MIN_ENDS_LENGTH && masked.length === term.length;
  const maxBlanks = hasEnds ? term.length - 2 : term.length / 2;
  return blanks > 0 && blanks <= maxBlanks;
}

/** A stretch of text for the matcher, and the word each of its characters belongs to. */
export interface Line {
  text: string;
  owners: number[];
}

/**
 * The matcher compares each match with all innocent stretches of its input, which is quadratic; short lines
 * keep it linear. A word is never cut: the normaliser bounds its length.
 */
const MAX_LINE_LENGTH = 1000;

/** All readings of all words, in lines of bounded length. */
export function linesOf(words: readonly Word[]): Line[] {
  const lines: Line[] = [];
  let line: Line = { text: '', owners: [] };
  for (const [index, word] of words.entries()) {
    for (const reading of word.readings) {
      if (line.text.length + reading.length > MAX_LINE_LENGTH) {
        lines.push(line);
        line = { text: '', owners: [] };
      }
      line.text += `${reading} `;
      for (let count = 0; count < reading.length; count++) line.owners.push(index);
      // The space belongs to nobody, so a match across it has no owner.
      line.owners.push(-1);
    }
  }
  lines.push(line);
  return lines;
}

/** The word a match lies in, or null where it goes over the end of one ("if ckan") and its term does not. */
function ownerOf(match: MatchPayload, term: string, line: Line): number | null {
  const owner = line.owners[match.startIndex] ?? -1;
  const isWithin = !line.text.slice(match.startIndex, match.endIndex + 1).includes(' ');
  return owner >= 0 && (isWithin || term.includes(' ')) ? owner : null;
}

/** Profane words of a sample, the worst of each word, in order. */
export function findProfanity(words: readonly Word[]): Profanity[] {
  const found = new Map<number, Profanity>();
  const add = (index: number, term: string): void => {
    const kind = kindFor(term);
    const before = found.get(index);
    if (before !== undefined && RANKS[before.kind] >= RANKS[kind]) return;
    const isIntensifier = INTENSIFIER.test(words[index]?.text ?? '');
    found.set(index, { index, term, kind, isIntensifier });
  };
  for (const line of linesOf(words)) {
    for (const match of matcher.getAllMatches(line.text)) {
      const term = termOf(match);
      if (term === undefined) continue;
      const owner = ownerOf(match, term, line);
      if (owner !== null) add(owner, term);
    }
  }
  for (const [index, word] of words.entries()) {
    const { masked } = word;
    const term = masked === null ? undefined : dictionary.find((term) => fitsMask(term, masked));
    if (term !== undefined) add(index, term);
  }
  return [...found.values()].sort((a, b) => a.index - b.index);
}

const RANKS: Readonly<Record<ProfanityKind, number>> = {
  frank: 0,
  mild: 1,
  curse: 2,
  'ambiguous-slur': 3,
  strong: 4,
  slur: 5,
};
