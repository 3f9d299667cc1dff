import { chatTemplates, defensiveTemplates, politicalTemplates } from '../chat.ts';
import { counterSpeechTemplates } from '../counter-speech.ts';
import { discussionTemplates, quarrelTemplates } from '../discussion.ts';
import {
  abuseTemplates,
  cursingTemplates,
  dislikeTemplates,
  insultTemplates,
  notProtectedTemplates,
  threatTemplates,
} from '../harmless.ts';
import { hateTemplates } from '../hate.ts';
import { identityTemplates } from '../identity.ts';
import { gladTemplates, gloomyTemplates } from '../mood.ts';
import { CHAT_WEIGHT, HARMLESS, only, type Kind } from './kind.ts';

/** The texts from templates are many and similar, and at full weight would drown out those that people wrote. */
const TEMPLATE_WEIGHT = 0.25;
/** Weight of abuse, insults and threats, of which the datasets have few in games. */
const ABUSE_WEIGHT = 0.7;

export const KINDS_OF_SENTENCES: readonly Kind[] = [
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
