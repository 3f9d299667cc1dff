import { parentPort } from 'node:worker_threads';
import { createTrainedEngine } from '../engine/trained-engine.ts';
import { createLanguageDetector } from '../language/detector.ts';
import { createAnalyzer } from '../perspective/analyze.ts';
import { analyzeLines } from './analyze-lines.ts';
import type { LinesRequest, LinesResult } from './worker-messages.ts';

/* Answers lines of comments in a separate thread, so that a large archive does not hold up other requests. */

const analyze = createAnalyzer({
  engine: createTrainedEngine(),
  detectLanguage: await createLanguageDetector(),
});
const decoder = new TextDecoder();
const encoder = new TextEncoder();

parentPort?.on('message', ({ id, lines }: LinesRequest) => {
  const answers = encoder.encode(analyzeLines(decoder.decode(lines), analyze));
  const result: LinesResult = { id, answers };
  parentPort?.postMessage(result, [answers.buffer]);
});
