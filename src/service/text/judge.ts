import { performance } from 'node:perf_hooks';
import type { TextModerationEnvelope } from '../../service-api/schemas/text-moderation.ts';
import type { Assessment, Engine } from '../engine/engine.ts';
import type { LanguageDetector } from '../language/detector.ts';
import { toEnvelope } from './to-envelope.ts';

export interface JudgeDeps {
  engine: Engine;
  detectLanguage: LanguageDetector;
  newUuid: () => string;
  /** Identifies this run of the service in its results. */
  instanceId: string;
}

/** A sample's assessment and its envelope. `placeCode`: the language of the place it was written in, such as `de`. */
export type Judge = (
  sample: string,
  placeCode?: string,
) => {
  assessment: Assessment;
  envelope: TextModerationEnvelope;
};

/** Scores written samples and spoken sentences alike. */
export function createJudge({ engine, detectLanguage, newUuid, instanceId }: JudgeDeps): Judge {
  return (sample, placeCode) => {
    const startedMs = performance.now();
    const language = detectLanguage(sample);
    const detectedMs = performance.now();
    const assessment = engine.assess(sample, {
      ...language,
      ...(placeCode === undefined ? {} : { placeCode }),
    });
    const endedMs = performance.now();
    const envelope = toEnvelope({
      assessment,
      language,
      timesMs: [endedMs - detectedMs, detectedMs - startedMs],
      uuid: newUuid(),
      instanceId,
      engineVersion: engine.version,
    });
    return { assessment, envelope };
  };
}
