import type { Action, Assessment, FoundTerm, Heads } from './engine.ts';
import type { Finding, FindingKind } from './findings.ts';
import type { Word } from './normalise.ts';

const FLAG_AT = 0.5;
const DELETE_AT = 0.85;
/** A curse this near to an aimed insult is part of it: "you fucking idiot". */
const INTENSIFIER_REACH = 2;
const AIMED_INTENSIFIER_WEIGHT = 0.8;
/** "my ass": in so short a message a mild word alone is let pass. */
const LENIENT_WORDS = 3;
const LENIENT_WEIGHT = 0.5;
const LENIENCY_FACTOR = 0.5;

const HARMFUL: ReadonlySet<FindingKind> = new Set([
  'profanity',
  'slur',
  'insult',
  'threat',
  'identity-hate',
]);

/** Independent signs of the same thing add up, but never beyond 1. */
function combined(findings: readonly Finding[]): number {
  return 1 - findings.reduce((rest, finding) => rest * (1 - finding.weight), 1);
}

function strongest(findings: readonly Finding[]): number {
  return findings.reduce((most, finding) => Math.max(most, finding.weight), 0);
}

/** Attacks add up; what is aimed at nobody does not, however often it is said. */
function severityOf(findings: readonly Finding[]): number {
  const attacks = findings.filter((finding) => finding.aimed);
  const others = findings.filter((finding) => !finding.aimed);
  return Math.max(combined(attacks), strongest(others));
}

function withAimedIntensifiers(findings: readonly Finding[]): Finding[] {
  const attacks = findings.filter((finding) => finding.aimed && finding.kind !== 'political');
  const attacked = new Set(
    attacks.flatMap(({ index, length }) =>
      Array.from(
        { length: length + 2 * INTENSIFIER_REACH },
        (_, offset) => index - INTENSIFIER_REACH + offset,
      ),
    ),
  );
  return findings.map((finding) =>
    finding.isIntensifier && attacked.has(finding.index)
      ? { ...finding, aimed: true, weight: AIMED_INTENSIFIER_WEIGHT }
      : finding,
  );
}

function actionFor(severity: number): Action {
  if (severity >= DELETE_AT) return 'delete';
  return severity >= FLAG_AT ? 'flag' : 'pass';
}

function foundTerms(findings: readonly Finding[]): FoundTerm[] {
  const terms = new Map<string, FoundTerm>();
  for (const { term, aimed } of findings) {
    terms.set(term, { term, aimed: aimed || terms.get(term)?.aimed === true });
  }
  return [...terms.values()];
}

/** Turns what the rules found into scores and an action. */
export function verdict(
  words: readonly Word[],
  rawFindings: readonly Finding[],
  sentiment: number,
): Assessment {
  const findings = withAimedIntensifiers(rawFindings);
  const of = (...kinds: FindingKind[]): Finding[] =>
    findings.filter((finding) => kinds.includes(finding.kind));
  const harmful = findings.filter((finding) => HARMFUL.has(finding.kind));

  const fullSeverity = severityOf(harmful);
  const isLenient =
    words.length <= LENIENT_WORDS && fullSeverity === LENIENT_WEIGHT && combined(of('slur')) === 0;
  const severity = isLenient ? fullSeverity * LENIENCY_FACTOR : fullSeverity;
  const action = actionFor(severity);

  const without = (source: Finding['source']): Action =>
    actionFor(severityOf(harmful.filter((finding) => finding.source !== source)));
  const isVeiled = ({ index, length }: Finding): boolean =>
    words.slice(index, index + length).some((word) => word.disguised);

  const heads: Heads = {
    toxicity: severity,
    identityMention: Math.max(
      combined(of('identity-mention')),
      strongest(of('slur', 'identity-hate')),
    ),
    identityHate: severityOf(of('slur', 'identity-hate')),
    political: combined(of('political')),
    vulgar: severityOf(of('profanity')),
    aggressive: severityOf([
      ...of('insult', 'threat', 'identity-hate'),
      ...of('profanity', 'slur').filter((finding) => finding.aimed),
    ]),
    defensive: combined(of('defensive')),
    sentiment,
  };
  return {
    heads,
    action,
    confidence: action === 'pass' ? 1 - severity : severity,
    patches: {
      undisguised: harmful.some(isVeiled),
      wordChoice: action !== 'pass' && without('lexicon') !== action,
      shortVulgarityLeniency: isLenient,
      curseWord: action !== 'pass' && without('dataset') !== action,
    },
    found: foundTerms(harmful),
    secondOpinion: false,
  };
}
