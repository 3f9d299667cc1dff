import { createRandom, type Random } from '../../random.ts';
import type { Example, Labels } from '../example.ts';
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
import { gladTemplates, gloomyTemplates } from './mood.ts';
import { slots } from './slots.ts';

/** One in this many templates of a family is held out entirely, to measure generalisation beyond templates. */
const HOLDOUT_INTERVAL = 6;

interface Kind {
  name: string;
  templates: Families | readonly string[];
  labels: Labels;
  /** Texts per template. */
  texts: number;
}

const KINDS: readonly Kind[] = [
  {
    name: 'hate',
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
    templates: { ...identityTemplates, ...counterSpeechTemplates },
    texts: 90,
    labels: { toxicity: 0.03, identityHate: 0, aggressive: 0.03, defensive: 0 },
  },
  {
    name: 'not protected',
    templates: notProtectedTemplates,
    texts: 140,
    labels: { identityHate: 0, identityMention: 0, sentiment: 0.1, toxicity: 0.6 },
  },
  {
    name: 'abuse',
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
    templates: insultTemplates,
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
    templates: threatTemplates,
    texts: 160,
    labels: { toxicity: 1, identityHate: 0, aggressive: 1, defensive: 0, sentiment: 0.05 },
  },
  {
    name: 'cursing',
    templates: cursingTemplates,
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
    templates: dislikeTemplates,
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
    templates: chatTemplates,
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
    templates: politicalTemplates,
    texts: 120,
    labels: { toxicity: 0.04, identityHate: 0, political: 1, defensive: 0 },
  },
  {
    name: 'defensive',
    templates: defensiveTemplates,
    texts: 120,
    labels: { toxicity: 0.05, identityHate: 0, aggressive: 0.15, defensive: 1, political: 0 },
  },
  {
    name: 'glad',
    templates: gladTemplates,
    texts: 120,
    labels: { toxicity: 0.02, identityHate: 0, aggressive: 0.02, defensive: 0, sentiment: 1 },
  },
  {
    name: 'gloomy',
    templates: gloomyTemplates,
    texts: 120,
    labels: { toxicity: 0.05, identityHate: 0, aggressive: 0.08, sentiment: 0 },
  },
  {
    name: 'discussion',
    templates: discussionTemplates,
    texts: 120,
    labels: { toxicity: 0.03, identityHate: 0, aggressive: 0.05 },
  },
  {
    name: 'quarrel',
    templates: quarrelTemplates,
    texts: 120,
    labels: { toxicity: 1, identityHate: 0, aggressive: 1, sentiment: 0.05 },
  },
];

/**
 * The default weight: templates are many and similar, and would drown people's own texts at full weight. Groups of
 * templates count more where the datasets have few texts: attacks on groups, defensive replies, politics, and threats
 * and abuse in games.
 */
const WEIGHT = 0.25;
const HEAD_WEIGHTS = { identityHate: 3.5, defensive: 3, political: 2 };
const ABUSE_WEIGHT = 0.7;
const CHAT_WEIGHT = 0.4;
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ['abuse', ABUSE_WEIGHT],
  ['insult', ABUSE_WEIGHT],
  ['threat', ABUSE_WEIGHT],
  ['chat', CHAT_WEIGHT],
]);

const CHOICE = /\{([^{}]*)\}/;
const SLOT = /\[([A-Z]+)\]/;

/** Expands a template: random choices and slots, innermost first. */
function fill(template: string, random: Random): string {
  let text = template;
  for (;;) {
    const slot = SLOT.exec(text);
    const name = slot?.[1];
    if (slot === null || name === undefined) break;
    const fillers = slots.get(name);
    if (fillers === undefined) throw new RangeError(`no fillers for the slot ${name}`);
    text =
      text.slice(0, slot.index) + random.pick(fillers) + text.slice(slot.index + slot[0].length);
  }
  for (;;) {
    const choice = CHOICE.exec(text);
    if (choice === null) break;
    const picked = random.pick((choice[1] ?? '').split('|'));
    text = text.slice(0, choice.index) + picked + text.slice(choice.index + choice[0].length);
  }
  return text
    .replace(/\s+/g, ' ')
    .replace(/ ([,.?!])/g, '$1')
    .trim();
}

function decorate(text: string, random: Random): string {
  const ending = random.next();
  const ended = /[.?!]$/.test(text) ? text : text + (ending < 0.4 ? '.' : ending < 0.55 ? '!' : '');
  return random.next() < 0.5 ? ended.charAt(0).toUpperCase() + ended.slice(1) : ended;
}

interface Template {
  template: string;
  /** Null if single texts are held out instead of templates. */
  family: string | null;
}

const isList = (templates: Families | readonly string[]): templates is readonly string[] =>
  Array.isArray(templates);

function templatesOf(templates: Families | readonly string[]): Template[] {
  if (isList(templates)) return templates.map((template) => ({ template, family: null }));
  return Object.entries(templates).flatMap(([family, own]) =>
    own.map((template) => ({ template, family })),
  );
}

/** Generates the texts written for this project from templates. Equal seeds give equal texts. */
export function authoredExamples(seed: number, sizeFactor = 1): Example[] {
  const random = createRandom(seed);
  return KINDS.flatMap(({ name, templates, labels, texts }) =>
    templatesOf(templates).flatMap(({ template, family }, index) => {
      const made = new Set<string>();
      for (let count = 0; count < texts * sizeFactor; count += 1) {
        made.add(decorate(fill(template, random), random));
      }
      return [...made].map((text) => ({
        text,
        source: `authored ${name}`,
        labels,
        weight: WEIGHTS.get(name) ?? WEIGHT,
        headWeights: HEAD_WEIGHTS,
        ...(family === null
          ? { group: text }
          : {
              group: template,
              family,
              isHoldout: index % HOLDOUT_INTERVAL === HOLDOUT_INTERVAL - 1,
            }),
      }));
    }),
  );
}
