import { CATEGORIES, type Category } from '../../../../src/service/engine/categories.ts';
import type { CategoryLabels, Labels } from '../example.ts';
import { chatTemplates, defensiveTemplates, politicalTemplates } from './chat.ts';
import { counterSpeechTemplates } from './counter-speech.ts';
import { discussionTemplates, quarrelTemplates } from './discussion.ts';
import type { Families } from './families.ts';
import {
  abuseTemplates,
  cursingTemplates,
  dislikeTemplates,
  insultTemplates,
  notProtectedTemplates,
  threatTemplates,
} from './harmless.ts';
import { hateTemplates } from './hate.ts';
import { identityTemplates } from './identity.ts';
import { readLines } from './read-lines.ts';
import { gladTemplates, gloomyTemplates } from './mood.ts';
import { codeTemplates } from './categories/code.ts';
import { combinedTemplates } from './categories/combined.ts';
import { communityTemplates } from './categories/community.ts';
import { doxxingTemplates } from './categories/doxxing.ts';
import { extremismTemplates } from './categories/extremism.ts';
import { groupAttackTemplates } from './categories/group-attack.ts';
import * as insult from './categories/insult.ts';
import { playTemplates } from './categories/play.ts';
import { reportedTemplates } from './categories/reported.ts';
import { scamTemplates } from './categories/scam.ts';
import { selfHarmTemplates } from './categories/self-harm.ts';
import { sexualHarassmentTemplates } from './categories/sexual-harassment.ts';
import { targetedSlurTemplates } from './categories/targeted-slur.ts';
import { spokenTemplates } from './categories/spoken.ts';
import * as threat from './categories/threat.ts';
import { vulgarityTemplates } from './categories/vulgarity.ts';

/** These categories and no other, except those that such texts may also have: they stay unlabelled. */
function only(
  certain: Category | readonly Category[],
  possible: readonly Category[] = [],
): CategoryLabels {
  const labels = new Set([certain].flat());
  return Object.fromEntries(
    CATEGORIES.filter((category) => !possible.includes(category)).map((category) => [
      category,
      labels.has(category) ? 1 : 0,
    ]),
  );
}

const HARMLESS: CategoryLabels = Object.fromEntries(CATEGORIES.map((category) => [category, 0]));

export interface Kind {
  name: string;
  templates: Families | readonly string[];
  labels: Labels;
  /** Missing: mixed texts, which aren't trained on categories. */
  categories?: CategoryLabels;
  /** Sentences by default; code stays as it is. */
  style?: 'chat' | 'code';
  /** Texts per template. */
  texts: number;
  /** Holds out one in six templates (the default), one in six families, or nothing. */
  holdout?: 'families' | 'nothing';
  weight: number;
}

/** Written once each, so most of them say the same in every text; only the style of chat differs. */
const TEXTS_PER_LINE = 5;
/** Templates are many and similar, and would drown people's own texts at full weight. */
const TEMPLATE_WEIGHT = 0.25;
/** Abuse, insults and threats: the datasets have few of those in games. */
const ABUSE_WEIGHT = 0.7;
const CHAT_WEIGHT = 0.4;
/** Lines of their own wording teach more than the texts of a template. */
const LINE_WEIGHT = 0.8;
/** Cases a moderator decides at a glance. The models have to be certain of them, so they come in many variants. */
const CLEAR = { texts: 60, weight: 2.5 };

const KINDS_OF_SENTENCES: readonly Kind[] = [
  {
    name: 'hate',
    weight: TEMPLATE_WEIGHT,
    templates: hateTemplates,
    texts: 120,
    labels: {
      toxicity: 1,
      identityHate: 1,
      identityMention: 1,
      aggressive: 0.8,
      defensive: 0,
      sentiment: 0.05,
    },
  },
  {
    name: 'harmless identity',
    weight: TEMPLATE_WEIGHT,
    templates: { ...identityTemplates, ...counterSpeechTemplates },
    categories: HARMLESS,
    texts: 90,
    labels: { toxicity: 0.03, identityHate: 0, aggressive: 0.03, defensive: 0 },
  },
  {
    name: 'not protected',
    weight: TEMPLATE_WEIGHT,
    templates: notProtectedTemplates,
    texts: 140,
    labels: { identityHate: 0, identityMention: 0, sentiment: 0.1, toxicity: 0.6 },
  },
  {
    name: 'abuse',
    weight: ABUSE_WEIGHT,
    templates: abuseTemplates,
    texts: 110,
    labels: {
      toxicity: 1,
      identityHate: 0,
      identityMention: 0,
      aggressive: 1,
      defensive: 0,
      sentiment: 0.05,
    },
  },
  {
    name: 'insult',
    weight: ABUSE_WEIGHT,
    templates: insultTemplates,
    categories: only('insult', ['vulgarity']),
    texts: 110,
    labels: {
      toxicity: 0.9,
      identityHate: 0,
      identityMention: 0,
      aggressive: 1,
      defensive: 0,
      sentiment: 0.05,
    },
  },
  {
    name: 'threat',
    weight: ABUSE_WEIGHT,
    templates: threatTemplates,
    categories: only('threat', ['insult', 'vulgarity', 'doxxing']),
    texts: 160,
    labels: { toxicity: 1, identityHate: 0, aggressive: 1, defensive: 0, sentiment: 0.05 },
  },
  {
    name: 'cursing',
    weight: TEMPLATE_WEIGHT,
    templates: cursingTemplates,
    categories: only('vulgarity'),
    texts: 80,
    labels: {
      toxicity: 0.35,
      identityHate: 0,
      identityMention: 0,
      vulgar: 1,
      aggressive: 0.15,
      defensive: 0,
    },
  },
  {
    name: 'dislike',
    weight: TEMPLATE_WEIGHT,
    templates: dislikeTemplates,
    categories: HARMLESS,
    texts: 150,
    labels: {
      toxicity: 0.05,
      identityHate: 0,
      identityMention: 0,
      aggressive: 0.2,
      sentiment: 0.1,
    },
  },
  {
    name: 'chat',
    weight: CHAT_WEIGHT,
    templates: chatTemplates,
    categories: HARMLESS,
    texts: 90,
    labels: {
      toxicity: 0.02,
      identityHate: 0,
      aggressive: 0.02,
      political: 0,
      defensive: 0,
      vulgar: 0,
    },
  },
  {
    name: 'political',
    weight: TEMPLATE_WEIGHT,
    templates: politicalTemplates,
    categories: HARMLESS,
    texts: 120,
    labels: { toxicity: 0.04, identityHate: 0, political: 1, defensive: 0 },
  },
  {
    name: 'defensive',
    weight: TEMPLATE_WEIGHT,
    templates: defensiveTemplates,
    categories: HARMLESS,
    texts: 120,
    labels: { toxicity: 0.05, identityHate: 0, aggressive: 0.15, defensive: 1, political: 0 },
  },
  {
    name: 'glad',
    weight: TEMPLATE_WEIGHT,
    templates: gladTemplates,
    categories: HARMLESS,
    texts: 120,
    labels: { toxicity: 0.02, identityHate: 0, aggressive: 0.02, defensive: 0, sentiment: 1 },
  },
  {
    name: 'gloomy',
    weight: TEMPLATE_WEIGHT,
    templates: gloomyTemplates,
    categories: HARMLESS,
    texts: 120,
    labels: { toxicity: 0.05, identityHate: 0, aggressive: 0.08, sentiment: 0 },
  },
  {
    name: 'discussion',
    weight: TEMPLATE_WEIGHT,
    templates: discussionTemplates,
    categories: HARMLESS,
    texts: 120,
    labels: { toxicity: 0.03, identityHate: 0, aggressive: 0.05 },
  },
  {
    name: 'quarrel',
    weight: TEMPLATE_WEIGHT,
    templates: quarrelTemplates,
    texts: 120,
    labels: { toxicity: 1, identityHate: 0, aggressive: 1, sentiment: 0.05 },
  },
];

const HOSTILE: Labels = {
  toxicity: 1,
  identityHate: 0,
  aggressive: 1,
  defensive: 0,
  sentiment: 0.05,
};
const HATEFUL: Labels = { ...HOSTILE, identityHate: 1, aggressive: 0.8 };
const CALM: Labels = { toxicity: 0.03, identityHate: 0, aggressive: 0.03 };

/** Chat lines by what they do, and the harmless lines that look like them. */
const KINDS_OF_CHAT: readonly Omit<Kind, 'weight'>[] = [
  {
    name: 'chat threat',
    templates: { ...threat.threatTemplates, ...spokenTemplates.threat },
    labels: HOSTILE,
    categories: only('threat', [
      'selfHarm',
      'targetedSlur',
      'sexualHarassment',
      'doxxing',
      'insult',
      'vulgarity',
    ]),
    texts: 100,
  },
  {
    name: 'chat selfHarm',
    templates: { ...selfHarmTemplates, ...spokenTemplates.selfHarm },
    labels: HOSTILE,
    categories: only('selfHarm', ['threat', 'targetedSlur', 'insult', 'vulgarity']),
    texts: 120,
  },
  {
    name: 'chat groupAttack',
    templates: { ...groupAttackTemplates, ...spokenTemplates.groupAttack },
    labels: { ...HATEFUL, identityMention: 1 },
    categories: only('groupAttack', ['threat', 'targetedSlur', 'extremism', 'insult', 'vulgarity']),
    texts: 120,
  },
  {
    name: 'chat targetedSlur',
    templates: { ...targetedSlurTemplates, ...spokenTemplates.targetedSlur },
    labels: { ...HATEFUL, identityMention: 1 },
    categories: only('targetedSlur', ['groupAttack', 'insult', 'vulgarity']),
    texts: 150,
  },
  {
    name: 'chat sexualHarassment',
    templates: { ...sexualHarassmentTemplates, ...spokenTemplates.sexualHarassment },
    labels: { ...HOSTILE, aggressive: 0.6, sentiment: 0.3 },
    categories: only('sexualHarassment', ['doxxing', 'insult', 'vulgarity']),
    texts: 120,
  },
  {
    name: 'chat doxxing',
    templates: { ...doxxingTemplates, ...spokenTemplates.doxxing },
    labels: { ...HOSTILE, toxicity: 0.9, aggressive: 0.7, sentiment: 0.3 },
    categories: only('doxxing', ['threat', 'insult']),
    texts: 110,
  },
  {
    name: 'chat extremism',
    templates: { ...extremismTemplates, ...spokenTemplates.extremism },
    labels: { ...HATEFUL, aggressive: 0.7, sentiment: 0.3 },
    categories: only('extremism', ['groupAttack', 'threat', 'targetedSlur']),
    texts: 120,
  },
  {
    name: 'chat scam',
    templates: { ...scamTemplates, ...spokenTemplates.scam },
    // Not toxic in tone: no label for toxicity.
    labels: { identityHate: 0, aggressive: 0.02, defensive: 0, political: 0 },
    categories: only('scam'),
    texts: 120,
  },
  {
    name: 'chat insult',
    templates: { ...insult.insultTemplates, ...spokenTemplates.insult },
    labels: { ...HOSTILE, toxicity: 0.9 },
    categories: only('insult', ['vulgarity']),
    texts: 110,
  },
  {
    name: 'chat vulgarity',
    templates: { ...vulgarityTemplates, ...spokenTemplates.vulgarity },
    labels: { toxicity: 0.12, identityHate: 0, aggressive: 0.05, defensive: 0 },
    categories: only('vulgarity'),
    texts: 110,
  },
  {
    name: 'chat reported',
    templates: { ...reportedTemplates, ...spokenTemplates.harmless },
    labels: { toxicity: 0.05, identityHate: 0, aggressive: 0.03 },
    categories: HARMLESS,
    texts: 110,
  },
  {
    name: 'chat play',
    templates: playTemplates,
    labels: CALM,
    categories: HARMLESS,
    texts: 100,
  },
  {
    name: 'chat community',
    templates: communityTemplates,
    labels: CALM,
    categories: HARMLESS,
    texts: 110,
  },
  {
    name: 'chat code',
    templates: codeTemplates,
    labels: CALM,
    categories: HARMLESS,
    style: 'code',
    texts: 100,
  },
  // Two at once: without these, a model that tells the categories apart is sure of neither.
  {
    name: 'chat selfHarm with a slur',
    templates: combinedTemplates.selfHarm,
    labels: HATEFUL,
    categories: only(
      ['selfHarm', 'targetedSlur'],
      ['threat', 'groupAttack', 'insult', 'vulgarity'],
    ),
    texts: 100,
  },
  {
    name: 'chat threat with a slur',
    templates: combinedTemplates.threat,
    labels: HATEFUL,
    categories: only(
      ['threat', 'targetedSlur'],
      ['selfHarm', 'groupAttack', 'doxxing', 'insult', 'vulgarity'],
    ),
    texts: 100,
  },
  {
    name: 'chat sexualHarassment with a slur',
    templates: combinedTemplates.sexualHarassment,
    labels: HATEFUL,
    categories: only(
      ['sexualHarassment', 'targetedSlur'],
      ['threat', 'groupAttack', 'insult', 'vulgarity'],
    ),
    texts: 100,
  },
];

/** Lines written one by one, each in words of its own. `like`: the kind that has their labels. */
const KINDS_OF_LINES: readonly { file: string; like: string }[] = [
  { file: 'threat', like: 'chat threat' },
  { file: 'self-harm', like: 'chat selfHarm' },
  { file: 'group-attack', like: 'chat groupAttack' },
  { file: 'targeted-slur', like: 'chat targetedSlur' },
  { file: 'sexual-harassment', like: 'chat sexualHarassment' },
  { file: 'doxxing', like: 'chat doxxing' },
  { file: 'extremism', like: 'chat extremism' },
  { file: 'scam', like: 'chat scam' },
  { file: 'insult', like: 'chat insult' },
  { file: 'harmless-vulgar', like: 'chat vulgarity' },
  { file: 'harmless-violence', like: 'chat play' },
  { file: 'harmless-reports', like: 'chat reported' },
  { file: 'harmless-groups', like: 'chat community' },
  { file: 'harmless-trade', like: 'chat community' },
  { file: 'harmless-personal', like: 'chat community' },
  { file: 'harmless-chat', like: 'chat play' },
  { file: 'harmless-technical', like: 'chat community' },
  { file: 'harmless-knowledge', like: 'chat community' },
];

/**
 * Three kinds: people's own lines; those in `hard/`, which an earlier engine mostly got wrong; and those in `clear/`,
 * which a moderator decides at a glance. Thresholds are for ordinary chat, so only the first kind is held out.
 */
function kindsOfLines({ file, like }: { file: string; like: string }): Kind[] {
  const kind = KINDS_OF_CHAT.find(({ name }) => name === like);
  if (kind === undefined) throw new RangeError(`no kind ${like}`);
  const lines = { ...kind, style: 'chat', texts: TEXTS_PER_LINE, weight: LINE_WEIGHT } as const;
  return [
    { ...lines, name: `chat lines ${file}`, templates: readLines(file), holdout: 'families' },
    {
      ...lines,
      name: `chat lines hard ${file}`,
      templates: readLines(`hard/${file}`),
      holdout: 'nothing',
    },
    {
      ...lines,
      ...CLEAR,
      name: `chat lines clear ${file}`,
      templates: readLines(`clear/${file}`),
      holdout: 'nothing',
    },
  ];
}

export const KINDS: readonly Kind[] = [
  ...KINDS_OF_SENTENCES,
  ...KINDS_OF_CHAT.map((kind): Kind => ({ style: 'chat', ...kind, weight: CHAT_WEIGHT })),
  ...KINDS_OF_LINES.flatMap(kindsOfLines),
];
