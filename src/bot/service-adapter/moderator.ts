import {
  ClientError,
  InvalidRequestError,
  ServiceRefusedError,
  StatusError,
} from '../../service-api/client/errors.ts';
import type { TextGroup } from '../../service-api/client/groups/text.ts';
import type { Metrics } from '../listener/metrics.ts';
import type { Clock } from '../../shared/clock.ts';
import { createRecentResults } from '../../shared/recent-results.ts';
import { message, type Message } from '../locales/message.ts';
import type { ModerationResult, Moderator } from '../domain/ports.ts';
import { scoresIn } from './scores.ts';
import type { Verdict, VerdictDetails, VerdictQuotes } from '../domain/verdict.ts';
import type { TextModerationEnvelope } from '../../service-api/schemas/text-moderation.ts';
import { serviceProblem } from './service-problem.ts';

/**
 * When this many of the latest answers are refusals, the service is to blame, not the texts: for example, its quota is used
 * up. Messages then wait instead of becoming alerts.
 */
const BROKEN_AFTER = 5;
const LATEST_ANSWERS = 20;
const LATEST_ANSWERS_MS = 10 * 60_000;

/** The longest reason of the service that an alert has room for. */
const MAX_ANSWER_LENGTH = 300;

/** Limits how much a service can add to every case. */
const MAX_LISTED = 30;
const MAX_NAME_LENGTH = 100;
const MAX_OPERATOR_LENGTH = 1_000;

/** Implements the pipeline's port with the service's client. `metrics`: counts answers and failures. */
export function createModerator(
  text: Pick<TextGroup, 'moderate' | 'preview'>,
  clock: Clock,
  metrics?: Pick<Metrics, 'serviceAnswered' | 'serviceFailed'>,
): Moderator {
  const answers = createRecentResults(clock, { size: LATEST_ANSWERS, maxAgeMs: LATEST_ANSWERS_MS });

  function failed(error: ClientError): ModerationResult {
    const unavailable = {
      kind: 'unavailable',
      reason: serviceProblem(error),
      error: error.message,
      retryAfterMs: error.retryAfterMs,
    } as const;
    if (error.availability === 'unavailable') return unavailable;
    if (!(error instanceof InvalidRequestError)) {
      answers.add('failed');
      if (answers.counts().failed >= BROKEN_AFTER) return unavailable;
    }
    return { kind: 'unchecked', reason: reasonOf(error) };
  }

  return {
    async moderate(sample, metadata) {
      const startedAt = clock.now();
      try {
        const envelope = await (metadata === null
          ? text.preview(sample)
          : text.moderate(sample, metadata));
        metrics?.serviceAnswered(clock.now() - startedAt);
        answers.add('ok');
        return { kind: 'verdict', verdict: verdictOf(envelope) };
      } catch (error) {
        metrics?.serviceFailed(error instanceof ClientError ? error.code : 'unknown');
        if (error instanceof ClientError) return failed(error);
        throw error;
      }
    },
  };
}

/** Why this text could not be judged, for moderators. */
export function reasonOf(error: ClientError): Message {
  if (error instanceof ServiceRefusedError) {
    return refusedBecause(error.serviceMessage);
  }
  if (error instanceof StatusError) {
    return error.serviceMessage === null
      ? message('alerts:uncheckedBecause.refusedWithStatus', { status: error.status })
      : refusedBecause(error.serviceMessage);
  }
  return message('alerts:uncheckedBecause.notSent');
}

function refusedBecause(answer: string): Message {
  return message('alerts:uncheckedBecause.refused', { answer: answer.slice(0, MAX_ANSWER_LENGTH) });
}

export function verdictOf(envelope: TextModerationEnvelope): Verdict {
  const { suggestedAction, patches, insights, metadata } = envelope.response;
  let scores: Verdict['scores'] | null = null;
  return {
    action: suggestedAction[0],
    confidence: suggestedAction[1],
    sentiment: patches.sentimentScore,
    language: insights.dialectPrediction[0],
    uuid: metadata.uuid,
    version: envelope.version,
    // Only cases and rules about scores need these, and most messages have none.
    get scores() {
      return (scores ??= scoresIn(envelope.response));
    },
    get details() {
      return detailsOf(envelope);
    },
    get quotes() {
      return quotesOf(envelope);
    },
  };
}

function detailsOf({ response }: TextModerationEnvelope): VerdictDetails {
  const { engine3, insights, metadata } = response;
  const { sentimentScore: _sentiment, ...patches } = response.patches;
  return {
    engine3: engine3 === undefined ? null : flagsIn(engine3),
    patches: flagsIn(patches),
    dialectConfidence: insights.dialectPrediction[1],
    computeTime: metadata.computeTime,
    times: metadata.times.slice(0, MAX_LISTED),
    warningIssued: metadata.warningIssued,
    latencyAlert: metadata.latencyAlert,
    endpoint: metadata.endpoint.slice(0, MAX_NAME_LENGTH),
    alloc: metadata.alloc.slice(0, MAX_NAME_LENGTH),
  };
}

function quotesOf({ response }: TextModerationEnvelope): VerdictQuotes | null {
  const { patches, metadata, operator } = response;
  const trainingWords = metadata.modelTrainingWords
    .slice(0, MAX_LISTED)
    .map((word) => word.slice(0, MAX_NAME_LENGTH));
  const isOperatorEmpty = Object.keys(operator).length === 0;
  if (trainingWords.length === 0 && isOperatorEmpty) return null;
  return {
    trainingWords,
    trainingWordPatches: patches.modelTrainingWordPatch.slice(0, MAX_LISTED),
    operator: isOperatorEmpty ? null : JSON.stringify(operator).slice(0, MAX_OPERATOR_LENGTH),
  };
}

/** Includes fields that the interface does not name, but no strings, which could quote the text. */
function flagsIn(fields: Readonly<Record<string, unknown>>): Record<string, boolean | number> {
  return Object.fromEntries(
    Object.entries(fields)
      .flatMap(([name, value]): [string, boolean | number][] =>
        typeof value === 'boolean' || Number.isFinite(value)
          ? [[name.slice(0, MAX_NAME_LENGTH), typeof value === 'boolean' ? value : Number(value)]]
          : [],
      )
      .slice(0, MAX_LISTED),
  );
}
