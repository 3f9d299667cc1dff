import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChatLines } from '../sets/chat-lines.ts';
import {
  ORDINARY_SETS,
  RATED_SETS,
  readLabelled,
  readSets,
  smsSpam,
  TOXIC_SETS,
} from '../sets/labelled-sets.ts';
import { readmeParagraphs } from '../sets/readmes.ts';
import { goEmotionsNeutral } from '../sets/test-sets.ts';
import { measureChat, type ChatFigures } from './chat.ts';
import { heldOut, measureConversation, type ConversationRow } from './conversation.ts';
import { measureLanguages, type LanguageRow } from './languages.ts';
import { measureScams, type ScamRow } from './scams.ts';
import { measureTechnical, type TechnicalFigures } from './technical.ts';
import type { Subject } from './verdict.ts';

export interface VerdictFigures {
  chat: ChatFigures;
  conversations: readonly ConversationRow[];
  languages: readonly LanguageRow[];
  scams: readonly ScamRow[];
  technical: TechnicalFigures;
}

const CONVERSATION = 'convabuse';
/** Files whose links lead to ordinary sites; the words around them don't matter here. */
const LINKED = [
  'train/gab_hate/ghc_train.tsv',
  'train/stormfront/data_stormfront_nonHate_hate.tsv',
  'test/gab_hate/ghc_test.tsv',
  'test/wiki_tox/toxicity_nonfuzzed_testset.csv',
];

const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');

/** The raw word lists, by language. */
function wordLists(folder: string): Map<string, string[]> {
  const lists = join(folder, 'ldnoobw');
  if (!existsSync(lists)) return new Map();
  return new Map(
    readdirSync(lists)
      .filter((file) => /^[a-z]{2,3}\.txt$/.test(file))
      .map((file) => [file.slice(0, -'.txt'.length), linesOf(join(lists, file))]),
  );
}

/** Measures the verdicts on every set that allows it; `folder` contains train/ and test/. */
export function collectVerdicts(
  subject: Subject,
  folder: string,
  onStep: (text: string) => void,
): VerdictFigures {
  const [train, test] = [join(folder, 'train'), join(folder, 'test')];
  onStep('Judging the chat lines');
  const lines = readChatLines();
  const chat = measureChat(subject, lines);
  const hatemoji = heldOut(readLabelled(join(train, 'hatemoji_build/train.tsv')));
  const conversations = [
    measureConversation(
      { name: 'ConvAbuse', rating: 'abuse' },
      readSets(test, [CONVERSATION]),
      subject,
    ),
    measureConversation(
      { name: 'Hatemoji, held out of training', rating: 'hate' },
      hatemoji,
      subject,
    ),
  ];
  onStep('Judging the languages');
  const languages = measureLanguages(subject, {
    rated: readSets(
      test,
      RATED_SETS.filter((name) => name !== CONVERSATION),
    ),
    toxic: readSets(test, TOXIC_SETS),
    ordinary: readSets(test, ORDINARY_SETS),
    words: wordLists(train),
  });
  onStep('Judging the scams');
  const messages = smsSpam(test);
  const scams = measureScams(subject, {
    domains: linesOf(join(test, 'phishing_domains/domains.txt')),
    linked: LINKED.map((file) => readFileSync(join(folder, file), 'utf8')),
    scamLines: lines.filter(({ category }) => category === 'scam').map(({ text }) => text),
    smsSpam: messages.filter(({ label }) => label).map(({ text }) => text),
    neutral: [...goEmotionsNeutral(test), ...messages.filter(({ label }) => !label)].map(
      ({ text }) => text,
    ),
  });
  onStep('Judging technical texts');
  const technical = measureTechnical(subject, readmeParagraphs());
  return { chat, conversations, languages, scams, technical };
}
