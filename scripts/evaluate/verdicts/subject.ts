import type { Assessment, Engine } from '../../../src/service/engine/engine.ts';
import { createScamDetector } from '../../../src/service/engine/scams/detect-scam.ts';
import { loadDomainList } from '../../../src/service/engine/scams/domain-list.ts';
import type { LanguageDetector } from '../../../src/service/language/detector.ts';
import type { FilterBaseline } from '../baselines.ts';
import type { Subject, Verdict } from './verdict.ts';

/** The engine's names for languages that the test sets name differently: Hindi and Urdu in Latin letters count as one. */
const ENGINE_CODES: Readonly<Record<string, string>> = { 'ur-Latn': 'hi-Latn' };

function verdictOf({ action, category, categories, heads }: Assessment): Verdict {
  return {
    action,
    category,
    toxicity: heads.toxicity,
    hate: Math.max(heads.identityHate, categories.groupAttack),
    abuse: Math.max(
      heads.toxicity,
      heads.identityHate,
      categories.groupAttack,
      categories.targetedSlur,
      categories.threat,
      categories.insult,
    ),
  };
}

interface SubjectDeps {
  engine: Engine;
  detectLanguage: LanguageDetector;
  filters: readonly FilterBaseline[];
}

/** The engine as the service runs it, for the measurements. */
export function createSubject({ engine, detectLanguage, filters }: SubjectDeps): Subject {
  const detectScam = createScamDetector(loadDomainList());
  return {
    judge: (text) => verdictOf(engine.assess(text, detectLanguage(text))),
    judgeIn: (language, text) => {
      const code = ENGINE_CODES[language] ?? language;
      return verdictOf(engine.assess(text, { code, confidence: 1 }));
    },
    scamProbability: (text) => detectScam(text)?.probability ?? 0,
    filters,
  };
}
