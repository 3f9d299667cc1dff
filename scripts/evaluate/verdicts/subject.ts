import type { Assessment, Engine } from '../../../src/service/engine/engine.ts';
import { createScamDetector } from '../../../src/service/engine/scams/detect-scam.ts';
import { loadDomainList } from '../../../src/service/engine/scams/domain-list.ts';
import type { FilterBaseline } from '../baselines.ts';
import type { Subject, Verdict } from './verdict.ts';

function verdictOf({ action, heads }: Assessment): Verdict {
  return {
    action,
    category: null,
    toxicity: heads.toxicity,
    abuse: Math.max(heads.toxicity, heads.identityHate),
  };
}

/** The engine as the service runs it, for the measurements. */
export function createSubject({
  engine,
  filters,
}: {
  engine: Engine;
  filters: readonly FilterBaseline[];
}): Subject {
  const detectScam = createScamDetector(loadDomainList());
  return {
    judge: (text) => verdictOf(engine.assess(text)),
    judgeIn: (_, text) => verdictOf(engine.assess(text)),
    scamProbability: (text) => detectScam(text)?.probability ?? 0,
    filters,
  };
}
