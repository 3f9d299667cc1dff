import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Secrets } from '../addons/secrets.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SessionStore, StoredSession } from '../store/sessions.ts';
import { createAddressCheck } from './address.ts';
import { createAudioDecoder } from './decode-audio.ts';
import { systemResolve, type Resolve } from './guarded-agent.ts';
import { STREAM_LIMITS, type StreamLimits } from './stream-limits.ts';
import { createSpeechSource } from './transcribe-media.ts';
import { resultEvent } from './session-view.ts';
import { createTagging, type Tagging } from './tagging.ts';
import type { ModerateText } from './transcript.ts';
import { createTranscriber } from './transcriber.ts';

/** The operator's options for audio tagging. */
export interface AudioOptions {
  /** A server with OpenAI's transcription interface. Without one (null, the default), sessions end with an explanation. */
  transcriber?: { url: string; apiKey: string | null; model: string } | null;
  /** Private networks (CIDR) from which media may be fetched. None by default. */
  privateNetworks?: readonly string[];
  /** By default `ffmpeg`, found on the PATH. */
  ffmpegPath?: string;
  /** By default the system's resolver. */
  resolve?: Resolve;
  limits?: StreamLimits;
}

export interface AudioTaggingDeps {
  options: AudioOptions;
  store: SessionStore;
  outbox: Outbox;
  secrets: Secrets;
  moderate: ModerateText;
  serviceInstanceId: string;
  clock: Clock;
  newUuid: () => string;
  logger: Logger;
}

/** Assembles the parts of audio tagging; the caller starts it. */
export function createAudioTagging(deps: AudioTaggingDeps): Tagging {
  const { store, outbox, secrets, moderate, serviceInstanceId, clock, newUuid, logger } = deps;
  const {
    transcriber = null,
    privateNetworks = [],
    ffmpegPath = 'ffmpeg',
    resolve = systemResolve,
    limits = STREAM_LIMITS,
  } = deps.options;

  /**
   * The session is stored before its event is sent once: if a crash loses the event, the result can still be polled.
   */
  async function announce(session: StoredSession): Promise<void> {
    if (session.webhook === null) return;
    const timeMs = clock.now();
    const event = resultEvent(session, { timeMs, ...secrets.sign(session.account, timeMs) });
    const body = JSON.stringify(event);
    await outbox.add([{ webhook: session.webhook, body, delivery: 'once' }]);
  }

  return createTagging({
    store,
    speechSource: createSpeechSource({
      mayConnect: createAddressCheck(privateNetworks),
      resolve,
      clock,
      limits,
      decodeAudio: createAudioDecoder(ffmpegPath, limits),
      transcriber:
        transcriber === null
          ? null
          : createTranscriber({ ...transcriber, maxBytes: limits.transcriptBytes }),
    }),
    moderate,
    onFinished: announce,
    serviceInstanceId,
    clock,
    newUuid,
    logger,
    limits,
  });
}
