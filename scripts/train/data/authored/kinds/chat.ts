import type { Labels } from '../../example.ts';
import { codeTemplates } from '../categories/code.ts';
import { combinedTemplates } from '../categories/combined.ts';
import { communityTemplates } from '../categories/community.ts';
import { doxxingTemplates } from '../categories/doxxing.ts';
import { extremismTemplates } from '../categories/extremism.ts';
import { groupAttackTemplates } from '../categories/group-attack.ts';
import { insultTemplates } from '../categories/insult.ts';
import { playTemplates } from '../categories/play.ts';
import { reportedTemplates } from '../categories/reported.ts';
import { scamTemplates } from '../categories/scam.ts';
import { selfHarmTemplates } from '../categories/self-harm.ts';
import { sexualHarassmentTemplates } from '../categories/sexual-harassment.ts';
import { targetedSlurTemplates } from '../categories/targeted-slur.ts';
import { spokenTemplates } from '../categories/spoken.ts';
import { threatTemplates } from '../categories/threat.ts';
import { vulgarityTemplates } from '../categories/vulgarity.ts';
import { HARMLESS, only, type Kind } from './kind.ts';

const HOSTILE: Labels = {
  toxicity: 1,
  identityHate: 0,
  aggressive: 1,
  defensive: 0,
  sentiment: 0.05,
};
const HATEFUL: Labels = { ...HOSTILE, identityHate: 1, aggressive: 0.8 };
const CALM: Labels = { toxicity: 0.03, identityHate: 0, aggressive: 0.03 };

/** Chat lines by what they do, and harmless lines that look like them. */
export const KINDS_OF_CHAT: readonly Omit<Kind, 'weight'>[] = [
  {
    name: 'chat threat',
    templates: { ...threatTemplates, ...spokenTemplates.threat },
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
    // No label for toxicity, because the tone is not toxic.
    labels: { identityHate: 0, aggressive: 0.02, defensive: 0, political: 0 },
    categories: only('scam'),
    texts: 120,
  },
  {
    name: 'chat insult',
    templates: { ...insultTemplates, ...spokenTemplates.insult },
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
  // Two categories at once: without such lines, a model that tells the categories apart is sure of neither.
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
