import { mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isCut, type DecodeAudio } from './decode-audio.ts';
import { SessionError } from './session-error.ts';
import { fetchMedia, type FetchMediaDeps } from './fetch-media.ts';
import type { Segment, Transcriber } from './transcriber.ts';

export interface Speech {
  readonly segments: readonly Segment[];
  /** True if the sound goes on after the limit. */
  readonly isCut: boolean;
}

export interface SpeechSource {
  /** Transcribes the media at an address. */
  transcribe(instanceId: string, url: string, signal: AbortSignal): Promise<Speech>;
  /** Removes files of a session that a crashed process left behind. */
  cleanUp(instanceId: string): Promise<void>;
  close(): Promise<void>;
}

export interface SpeechSourceDeps extends FetchMediaDeps {
  decodeAudio: DecodeAudio;
  /** Null if no transcriber is configured. */
  transcriber: Transcriber | null;
}

const NO_TRANSCRIBER =
  'No transcriber is configured. Set TRANSCRIBER_URL to a server with an OpenAI-compatible API, ' +
  'such as whisper.cpp’s server or Speaches.';

/** Named after the session, so that it can be removed after a crash. */
function folderOf(instanceId: string): string {
  return join(tmpdir(), `portcullis-tagging-${instanceId}`);
}

async function cleanUp(instanceId: string): Promise<void> {
  await rm(folderOf(instanceId), { recursive: true, force: true });
}

/** Fetches, decodes and transcribes media. The media stays on disk only until then, readable only by the service's user. */
export function createSpeechSource({
  decodeAudio,
  transcriber,
  ...media
}: SpeechSourceDeps): SpeechSource {
  return {
    async transcribe(instanceId, url, signal) {
      if (transcriber === null) throw new SessionError(NO_TRANSCRIBER);
      const folder = folderOf(instanceId);
      await mkdir(folder, { mode: 0o700 });
      try {
        const inputPath = join(folder, 'media');
        const outputPath = join(folder, 'audio.wav');
        await fetchMedia(media, { url, path: inputPath, signal });
        const hasSound = await decodeAudio({ inputPath, outputPath, signal });
        if (!hasSound) return { segments: [], isCut: false };
        const wav = new Uint8Array(await readFile(outputPath));
        const segments = await transcriber.transcribe(wav, signal);
        return { segments, isCut: isCut(wav, media.limits) };
      } finally {
        await cleanUp(instanceId);
      }
    },
    cleanUp,
    async close() {
      await transcriber?.close();
    },
  };
}
