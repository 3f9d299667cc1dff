import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Secrets } from '../addons/secrets.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SessionStore, StoredSession } from '../store/sessions.ts';
import { createAddressCheck } from './address.ts';
import { createAudioDecoder } from './decode-audio.ts';
import { systemResolve, type Resolve } from './guarded-agent.ts';
import { STREAM_LIMITS, type StreamLimits } from './limits.ts';
import { createListener } from './listen.ts';
import { resultEvent } from './session-view.ts';
import { createTagging, type Tagging } from './tagging.ts';
import type { ModerateText } from './transcript.ts';
import { createTranscriber } from './transcriber.ts';

/** What audio tagging needs of the machine and of its operator. */
export interface AudioOptions {
  /** Of a server with OpenAI's transcription interface; null, the default: sessions end and say so. */
  transcriber?: { url: string; apiKey: string | null; model: string } | null;
  /** Networks that are not public and from which media may be fetched all the same (CIDR). None by default. */
  privateNetworks?: readonly string[];
  /** `ffmpeg`, to be found on the PATH, by default. */
  ffmpegPath?: string;
  /** The system's resolver by default. */
  resolve?: Resolve;
  limits?: StreamLimits;
}

export interface AudioTaggingDeps {
  options: AudioOptions;
  store: SessionStore;
  outbox: Outbox;
  secrets: Secrets;
  moderate: ModerateText;
  clock: Clock;
  newUuid: () => string;
  logger: Logger;
}

/** Puts audio tagging together; it is still to be started. */
export function createAudioTagging(deps: AudioTaggingDeps): Tagging {
  const { store, outbox, secrets, moderate, clock, newUuid, logger } = deps;
  const {
    transcriber = null,
    privateNetworks = [],
    ffmpegPath = 'ffmpeg',
    resolve = systemResolve,
    limits = STREAM_LIMITS,
  } = deps.options;

  /** Stored first and then sent by the outbox, once: what a kill in between loses can still be polled. */
  async function announce(session: StoredSession): Promise<void> {
    if (session.webhook === null) return;
    const timeMs = clock.now();
    const event = resultEvent(session, { timeMs, ...secrets.sign(session.account, timeMs) });
    const body = JSON.stringify(event);
    await outbox.add([{ webhook: session.webhook, body, delivery: 'once' }]);
  }

  return createTagging({
    store,
    listener: createListener({
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
    clock,
    newUuid,
    logger,
    limits,
  });
}
