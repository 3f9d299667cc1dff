import { readCues } from './read-cues.ts';
import type { DomainList } from './domain-list.ts';
import { findLinks, type Link } from './links.ts';
import { findLookAlike, isKnownHost } from './look-alike.ts';
import { LIBRARIES, SHORTENERS } from './names.ts';

/** The kinds of signs that a message is a scam. */
export type ScamKind =
  | 'listedDomain'
  | 'lookAlike'
  | 'hiddenLink'
  | 'invite'
  | 'shortLink'
  | 'link'
  | 'text';

export interface ScamFinding {
  /** From 0 to 1. */
  probability: number;
  kind: ScamKind;
  /** The hosts and wordings that counted, in lower case. */
  terms: string[];
}

export type ScamDetector = (text: string) => ScamFinding | null;

interface Evidence {
  kind: ScamKind;
  /** In log-odds, like the cues' weights. */
  weight: number;
  term: string;
}

/** The log-odds of a text without any evidence. */
const BASE = -3.2;
const MIN_PROBABILITY = 0.05;
const LISTED = 12;
const HIDDEN = 9;
const INVITE = 1.2;
const SHORT = 2;
const OTHER_LINK = 1;
const MARKUP = /[\u200b-\u200f\u2060\ufeff\u00ad*_|`]/g;
/**
 * Invisible characters, and letters in unusual shapes (script, circled, full-width). Of a surrogate pair, the first unit is
 * enough.
 */
const UNUSUAL = /[\u00ad\u200b-\u200f\u2060\u2100-\u214f\u2460-\u24ff\ufeff\uff00-\uffef\ud835]/;
const INVITES: ReadonlySet<string> = new Set(['discord.gg', 'discord.com', 'discordapp.com']);

const logOdds = (probability: number): number => Math.log(probability / (1 - probability));
const probabilityOf = (weight: number): number => 1 / (1 + Math.exp(-weight));

function isInvite({ host, path }: Link): boolean {
  return (
    INVITES.has(host) && (host === 'discord.gg' ? path.length > 1 : path.startsWith('/invite/'))
  );
}

function evidenceOf(link: Link, domains: DomainList): Evidence | null {
  const { host, path, shownHost } = link;
  if (isInvite(link)) return { kind: 'invite', weight: INVITE, term: host + path };
  if (SHORTENERS.has(host)) {
    const isListed = domains.has(host, path);
    return {
      kind: isListed ? 'listedDomain' : 'shortLink',
      weight: isListed ? LISTED : SHORT,
      term: host,
    };
  }
  if (isKnownHost(host) || (path === '' && LIBRARIES.has(host))) return null;
  if (domains.has(host, path)) return { kind: 'listedDomain', weight: LISTED, term: host };
  if (shownHost !== null && shownHost !== host && isKnownHost(shownHost)) {
    return { kind: 'hiddenLink', weight: HIDDEN, term: host };
  }
  const lookAlike = findLookAlike(host);
  if (lookAlike === null) return { kind: 'link', weight: OTHER_LINK, term: host };
  return { kind: 'lookAlike', weight: logOdds(lookAlike.probability) - BASE, term: host };
}

/**
 * Judges a message by its links and its wording. Pure; a message without links and trigger words costs one search.
 */
export function createScamDetector(domains: DomainList): ScamDetector {
  return (text) => {
    const isUnusual = UNUSUAL.test(text);
    const plain = (isUnusual ? text.normalize('NFKC').replace(MARKUP, '') : text).toLowerCase();
    const links = findLinks(plain);
    const cues = readCues(plain, links.length > 0);
    if (cues.weight <= 0 && links.length === 0) return null;
    let worst: Evidence = { kind: 'text', weight: 0, term: '' };
    for (const link of links) {
      const evidence = evidenceOf(link, domains);
      if (evidence !== null && evidence.weight > worst.weight) worst = evidence;
    }
    const probability = probabilityOf(BASE + worst.weight + cues.weight);
    if (probability < MIN_PROBABILITY) return null;
    const terms = worst.term === '' ? cues.terms : [worst.term, ...cues.terms];
    return { probability, kind: worst.kind, terms };
  };
}
