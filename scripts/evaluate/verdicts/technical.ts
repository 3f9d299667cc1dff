import { isDeleted, isTouched, shareOf, type Subject } from './verdict.ts';

/** Results for harmless technical texts, as shares. */
export interface TechnicalFigures {
  texts: number;
  touched: number;
  deleted: number;
}

export function measureTechnical(subject: Subject, texts: readonly string[]): TechnicalFigures {
  const verdicts = texts.map((text) => subject.judge(text));
  return {
    texts: texts.length,
    touched: shareOf(verdicts, isTouched),
    deleted: shareOf(verdicts, isDeleted),
  };
}
