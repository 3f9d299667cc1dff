import { CUES, SUPPORTING_CUES, type Wording } from './cues.ts';

/** Warnings, questions and reports about scams use the same words as scams. */
const ABOUT_SCAMS =
  /\b(?:scam(?:s|med|mers?|ming)?|phish\w*|fake|beware|careful|warning|psa|psa:|hacked|(?:don'?t|do not) (?:click|open|trust|scan|give|share|send)|never (?:click|scan|share|give|send|tell)|legit\?|safe (?:to|2)|is(?:n'?t)? (?:this|that|it|free|nitro).{0,24} (?:a scam|legit|real|safe))\b/;
const ABOUT_WEIGHT = -4.5;

const PREFIX_LENGTH = 4;
const TABLE_SIZE = 1 << 12;
/** The cues that a word can start, as bits, indexed by the hash of the word's first letters. */
const CUES_BY_PREFIX = new Int32Array(TABLE_SIZE);
const slotOf = (prefix: number): number =>
  (Math.imul(prefix, 0x9e3779b1) >>> 20) & (TABLE_SIZE - 1);
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || isDigit(code) || code === 43;

let needingDigit = 0;
CUES.forEach(({ triggers, needsDigit }, cue) => {
  if (needsDigit === true) needingDigit |= 1 << cue;
  for (const word of triggers.split(' ')) {
    let prefix = 0;
    for (let at = 0; at < word.length; at += 1) prefix = (prefix << 8) | word.charCodeAt(at);
    const slot = slotOf(prefix);
    CUES_BY_PREFIX[slot] = (CUES_BY_PREFIX[slot] ?? 0) | (1 << cue);
  }
});

/** The cues that may be in a text, as bits. */
function candidatesIn(text: string): number {
  let candidates = 0;
  let prefix = 0;
  let length = 0;
  let hasDigit = false;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    if (isWordCode(code)) {
      if (length < PREFIX_LENGTH) prefix = (prefix << 8) | code;
      if (isDigit(code)) hasDigit = true;
      length += 1;
    } else if (length > 0) {
      candidates |= CUES_BY_PREFIX[slotOf(prefix)] ?? 0;
      prefix = 0;
      length = 0;
    }
  }
  return hasDigit ? candidates : candidates & ~needingDigit;
}

/** The sum of the cues' weights, and the words that matched. */
export interface CueReading {
  weight: number;
  terms: string[];
}

const MAX_LENGTH = 1000;

/** Reads a text in lower case. Without a link, supporting wordings alone say nothing. */
export function readCues(text: string, hasLink: boolean): CueReading {
  const read = text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text;
  const reading: CueReading = { weight: 0, terms: [] };
  const count = ({ weight, pattern }: Wording): void => {
    const match = pattern.exec(read);
    if (match === null) return;
    reading.weight += weight;
    reading.terms.push(match[0]);
  };
  for (let rest = candidatesIn(read); rest !== 0; rest &= rest - 1) {
    const cue = CUES[31 - Math.clz32(rest & -rest)];
    if (cue !== undefined) count(cue);
  }
  if (reading.weight > 0 || hasLink) SUPPORTING_CUES.forEach(count);
  if (reading.weight > 0 && ABOUT_SCAMS.test(read)) reading.weight += ABOUT_WEIGHT;
  return reading;
}
