import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../lib/clock.ts';
import {
  TEXT_MODERATION_PATH,
  textModerationRequestSchema,
  type TextModerationEnvelope,
} from '../../protocol/text-moderation.ts';
import type { Addons } from '../addons/addons.ts';
import type { Engine } from '../engine/engine.ts';
import type { LanguageDetector } from '../language.ts';
import { parseBody } from '../parse.ts';
import type { Recorder } from '../samples/recorder.ts';
import { toEnvelope } from '../wire.ts';

export interface TextRouteDeps {
  engine: Engine;
  detectLanguage: LanguageDetector;
  recorder: Recorder;
  addons: Addons;
  clock: Clock;
  newUuid: () => string;
  /** Names this run of the service in its results. */
  instanceId: string;
}

const SENTENCES = {
  sample: 'The field sample must be a string that is not empty.',
  metadata: 'The field metadata must be an object.',
};

/** `POST /text/moderation`. The answer waits for the store only when a keyword was found: its event is stored first. */
export function addTextRoutes(app: FastifyInstance, deps: TextRouteDeps): void {
  const { engine, recorder, addons, clock } = deps;
  app.post(TEXT_MODERATION_PATH, async ({ account, body }): Promise<TextModerationEnvelope> => {
    const { sample, metadata = {} } = parseBody(textModerationRequestSchema, body, SENTENCES);
    const startedMs = performance.now();
    const assessment = engine.assess(sample);
    const assessedMs = performance.now();
    const language = deps.detectLanguage(sample);
    const endedMs = performance.now();

    const timeMs = clock.now();
    recorder.record({ account, timeMs, sample, assessment, engineVersion: engine.version });
    const alerted = addons.alert({ account, sample, metadata });
    if (alerted !== null) await alerted;
    return toEnvelope({
      assessment,
      language,
      timesMs: [assessedMs - startedMs, endedMs - assessedMs],
      uuid: deps.newUuid(),
      instanceId: deps.instanceId,
      engineVersion: engine.version,
    });
  });
}
