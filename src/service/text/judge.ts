import { performance } from 'node:perf_hooks';
import type { TextModerationEnvelope } from '../../service-api/schemas/text-moderation.ts';
import type { Assessment, Engine } from '../engine/engine.ts';
import { createRecentMap } from '../../shared/recent-map.ts';
import type { LanguageDetector, LanguagePrediction } from '../language/detector.ts';
import { toEnvelope } from './to-envelope.ts';

export interface JudgeDeps {
  engine: Engine;
  detectLanguage: LanguageDetector;
  newUuid: () => string;
  /** Identifies this run of the service in its results. */
  instanceId: string;
}

/** The account that a sample comes from, and the language of the place where it was written, such as `de`. */
export interface SampleOrigin {
  readonly account: string;
  readonly placeCode: string | undefined;
}

/** A sample's assessment and its envelope. */
export type Judge = (
  sample: string,
  origin?: SampleOrigin,
) => {
  assessment: Assessment;
  envelope: TextModerationEnvelope;
};

/** Members repeat the same short replies, and raids repeat one text. Each remembered text takes two kilobytes. */
const REMEMBERED_TEXTS = 500;
const MAX_REMEMBERED_LENGTH = 200;

interface Reading {
  readonly language: LanguagePrediction;
  readonly assessment: Assessment;
  /** Duration of each stage in milliseconds: engine, language. */
  readonly timesMs: readonly number[];
}

/** Scores written samples and spoken sentences alike. */
export function createJudge({ engine, detectLanguage, newUuid, instanceId }: JudgeDeps): Judge {
  /** Keyed with the origin: the speed of an answer must not reveal to one account which texts another has sent. */
  const remembered = createRecentMap<string, Reading & SampleOrigin>(REMEMBERED_TEXTS);

  function read(sample: string, placeCode: string | undefined): Reading {
    const startedMs = performance.now();
    const language = detectLanguage(sample);
    const detectedMs = performance.now();
    const { code, name, confidence } = language;
    const hint = placeCode === undefined ? language : { code, name, confidence, placeCode };
    const assessment = engine.assess(sample, hint);
    const timesMs = [performance.now() - detectedMs, detectedMs - startedMs];
    return { language, assessment, timesMs };
  }

  function recall(sample: string, { account, placeCode }: SampleOrigin): Reading {
    if (sample.length > MAX_REMEMBERED_LENGTH) return read(sample, placeCode);
    const known = remembered.get(sample);
    if (known?.account === account && known.placeCode === placeCode) return known;
    const { language, assessment, timesMs } = read(sample, placeCode);
    const reading = { language, assessment, timesMs, account, placeCode };
    remembered.set(sample, reading);
    return reading;
  }

  return (sample, origin) => {
    const { language, assessment, timesMs } =
      origin === undefined ? read(sample, undefined) : recall(sample, origin);
    const envelope = toEnvelope({
      assessment,
      language,
      timesMs,
      uuid: newUuid(),
      instanceId,
      engineVersion: engine.version,
    });
    return { assessment, envelope };
  };
}
