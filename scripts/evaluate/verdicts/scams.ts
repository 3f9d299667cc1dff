import { isTouched, shareOf, type Subject } from './verdict.ts';

const PROBABLE = 0.5;
const HOST = /https?:\/\/(?:www\.)?([\w-]+(?:\.[\w-]+)+)/gi;

export interface ScamSets {
  /** Phishing domains that aren't on the packed list. */
  domains: readonly string[];
  /** Texts whose links count as ordinary. */
  linked: readonly string[];
  scamLines: readonly string[];
  smsSpam: readonly string[];
  neutral: readonly string[];
}

export interface ScamRow {
  name: string;
  texts: number;
  /** The share of texts that are found by links and wording alone, and the share that the verdict touches. */
  found: number;
  touched: number;
  isScam: boolean;
}

/** The hosts of all links in the texts, each once. */
export function hostsIn(texts: readonly string[]): string[] {
  const hosts = texts.flatMap((text) =>
    Array.from(text.matchAll(HOST), ([, host = '']) => host.toLowerCase()),
  );
  return [...new Set(hosts)];
}

export function measureScams(subject: Subject, sets: ScamSets): ScamRow[] {
  const row = (name: string, texts: readonly string[], isScam: boolean): ScamRow => ({
    name,
    texts: texts.length,
    found: shareOf(texts, (text) => subject.scamProbability(text) >= PROBABLE),
    touched: shareOf(texts, (text) => isTouched(subject.judge(text))),
    isScam,
  });
  const linkTo = (host: string): string => `https://${host}`;
  return [
    row('held-out phishing domains', sets.domains.map(linkTo), true),
    row('ordinary hosts', hostsIn(sets.linked).map(linkTo), false),
    row('scam chat lines', sets.scamLines, true),
    row('SMS spam', sets.smsSpam, true),
    row('neutral texts', sets.neutral, false),
  ];
}
