import { mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DecodeAudio } from './decode-audio.ts';
import { SessionError } from './errors.ts';
import { fetchMedia, type FetchMediaDeps } from './fetch-media.ts';
import type { Segment, Transcriber } from './transcriber.ts';

export interface Listener {
  /** What is said in the media behind an address. */
  listen(instanceId: string, url: string, signal: AbortSignal): Promise<Segment[]>;
  /** Removes what a killed process left of a session. */
  cleanUp(instanceId: string): Promise<void>;
  close(): Promise<void>;
}

export interface ListenerDeps extends FetchMediaDeps {
  decodeAudio: DecodeAudio;
  /** Null where none is configured. */
  transcriber: Transcriber | null;
}

const NO_TRANSCRIBER =
  'No transcriber is configured. Set TRANSCRIBER_URL to a server with an OpenAI-compatible interface, ' +
  'such as whisper.cpp’s server or Speaches.';

/** Named after the session, so that it can be found again after a crash. */
function folderOf(instanceId: string): string {
  return join(tmpdir(), `portcullis-tagging-${instanceId}`);
}

async function cleanUp(instanceId: string): Promise<void> {
  await rm(folderOf(instanceId), { recursive: true, force: true });
}

/** Fetches, decodes and transcribes. Media touches the disk for as long as that takes, readable by the service alone. */
export function createListener({ decodeAudio, transcriber, ...media }: ListenerDeps): Listener {
  return {
    async listen(instanceId, url, signal) {
      if (transcriber === null) throw new SessionError(NO_TRANSCRIBER);
      const folder = folderOf(instanceId);
      await mkdir(folder, { mode: 0o700 });
      try {
        const inputPath = join(folder, 'media');
        const outputPath = join(folder, 'audio.wav');
        await fetchMedia(media, { url, path: inputPath, signal });
        await decodeAudio({ inputPath, outputPath, signal });
        const wav = await readFile(outputPath);
        return await transcriber.transcribe(new Uint8Array(wav), signal);
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
