import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SessionError } from './errors.ts';
import type { StreamLimits } from './limits.ts';

export interface DecodeRequest {
  /** The media as it was fetched. */
  inputPath: string;
  /** Where the audio goes: WAV, 16 kHz, mono, 16 bit. */
  outputPath: string;
  signal: AbortSignal;
}

export type DecodeAudio = (request: DecodeRequest) => Promise<void>;

/** Containers of one file. Playlists and the like (hls, concat, dash) would make ffmpeg open further addresses. */
const CONTAINERS =
  'aac,ac3,aiff,amr,asf,avi,caf,flac,flv,matroska,mov,mp3,mp4,mpeg,mpegts,ogg,wav,webm';
const MAX_BLOCK_BYTES = 256 * 1024 * 1024;
const SAMPLE_RATE = 16_000;

function argumentsFor(
  { inputPath, outputPath }: DecodeRequest,
  { audioSeconds, decodeCpuSeconds }: StreamLimits,
): string[] {
  return [
    ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
    ['-timelimit', `${decodeCpuSeconds}`, '-max_alloc', `${MAX_BLOCK_BYTES}`, '-threads', '1'],
    ['-protocol_whitelist', 'file', '-format_whitelist', CONTAINERS, '-i', `file:${inputPath}`],
    ['-map', '0:a:0', '-t', `${audioSeconds}`, '-ac', '1', '-ar', `${SAMPLE_RATE}`],
    ['-c:a', 'pcm_s16le', '-threads', '1', '-f', 'wav', `file:${outputPath}`],
  ].flat();
}

/** Decodes with ffmpeg as a child process, which gets no environment, no input and no network. */
export function createAudioDecoder(ffmpegPath: string, limits: StreamLimits): DecodeAudio {
  return async (decoding) => {
    const child = spawn(ffmpegPath, argumentsFor(decoding, limits), {
      env: { PATH: process.env['PATH'] },
      stdio: 'ignore',
      signal: decoding.signal,
      killSignal: 'SIGKILL',
    });
    const [status, killedBy] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
      decoding.signal.throwIfAborted();
      if (error.code !== 'ENOENT' && error.code !== 'EACCES') throw error;
      throw new SessionError(
        'ffmpeg is not installed on the machine of the service. Install ffmpeg, so that audio can be decoded.',
        { cause: error },
      );
    });
    if (status === 0) return;
    throw new SessionError(
      killedBy === null
        ? 'The media holds no audio that ffmpeg can decode. Give the address of an audio or video file or stream.'
        : `ffmpeg was ended by ${killedBy} while it decoded the media. Give a shorter or simpler one.`,
    );
  };
}
