import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import {
  TEXT_MODERATION_PATH,
  textModerationRequestSchema,
  type TextModerationEnvelope,
  type TextModerationRequest,
} from '../../protocol/text-moderation.ts';
import type { Engine } from '../engine/engine.ts';
import { RefusedError } from '../errors.ts';
import type { LanguageDetector } from '../language.ts';
import { toEnvelope } from '../wire.ts';

export interface TextRouteDeps {
  engine: Engine;
  detectLanguage: LanguageDetector;
  newUuid: () => string;
  /** Names this run of the service in its results. */
  instanceId: string;
}

const SENTENCES: Readonly<Record<string, string>> = {
  sample: 'The field sample must be a string that is not empty.',
  metadata: 'The field metadata must be an object.',
};

function parseRequest(body: unknown): TextModerationRequest {
  const parsed = textModerationRequestSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0] ?? '');
  throw new RefusedError(400, SENTENCES[field] ?? 'The body must be a JSON object.');
}

/** `POST /text/moderation`. */
export function addTextRoutes(app: FastifyInstance, deps: TextRouteDeps): void {
  app.post(TEXT_MODERATION_PATH, (request): TextModerationEnvelope => {
    const { sample } = parseRequest(request.body);
    const startedMs = performance.now();
    const assessment = deps.engine.assess(sample);
    const assessedMs = performance.now();
    const language = deps.detectLanguage(sample);
    const endedMs = performance.now();
    return toEnvelope({
      assessment,
      language,
      timesMs: [assessedMs - startedMs, endedMs - assessedMs],
      uuid: deps.newUuid(),
      instanceId: deps.instanceId,
      engineVersion: deps.engine.version,
    });
  });
}
