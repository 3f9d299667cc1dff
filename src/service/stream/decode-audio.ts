import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SessionError } from './session-error.ts';
import type { StreamLimits } from './stream-limits.ts';

export interface DecodeRequest {
  /** The fetched media. */
  inputPath: string;
  /** The output: WAV, 16 kHz, mono, 16 bit. */
  outputPath: string;
  signal: AbortSignal;
}

/** Resolves to whether there is sound. A video without sound is not an error; nothing is written for it. */
export type DecodeAudio = (request: DecodeRequest) => Promise<boolean>;

/** Only self-contained formats: playlists (hls, concat, dash) would make ffmpeg open further addresses. */
const CONTAINERS =
  'aac,ac3,aiff,amr,asf,avi,caf,flac,flv,matroska,mov,mp3,mp4,mpeg,mpegts,ogg,wav,webm';
const MAX_BLOCK_BYTES = 256 * 1024 * 1024;
const SAMPLE_RATE = 16_000;
const BYTES_PER_SECOND = SAMPLE_RATE * 2;
/** Decodes this much beyond the limit, to find out whether the sound goes on. Encoders add up to a tenth of a second. */
const EXTRA_SECONDS = 1;

type Limits = Pick<StreamLimits, 'audioSeconds' | 'decodeCpuSeconds'>;

function inputArguments(inputPath: string, { decodeCpuSeconds }: Limits): string[] {
  return [
    ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
    ['-timelimit', `${decodeCpuSeconds}`, '-max_alloc', `${MAX_BLOCK_BYTES}`, '-threads', '1'],
    ['-protocol_whitelist', 'file', '-format_whitelist', CONTAINERS, '-i', `file:${inputPath}`],
  ].flat();
}

function decodingArguments({ inputPath, outputPath }: DecodeRequest, limits: Limits): string[] {
  return [
    inputArguments(inputPath, limits),
    [
      '-map',
      '0:a:0',
      '-t',
      `${limits.audioSeconds + EXTRA_SECONDS}`,
      '-ac',
      '1',
      '-ar',
      `${SAMPLE_RATE}`,
    ],
    ['-c:a', 'pcm_s16le', '-threads', '1', '-f', 'wav', `file:${outputPath}`],
  ].flat();
}

/** Succeeds if the media has a stream of this kind. Copies a second of it and discards the result. */
function probingArguments(inputPath: string, kind: 'a' | 'v', limits: Limits): string[] {
  const copy = ['-map', `0:${kind}:0`, '-t', '1', '-c', 'copy', '-f', 'null', '-'];
  return [...inputArguments(inputPath, limits), ...copy];
}

/** True if the decoded sound goes on after the limit. */
export function isCut(
  wav: Uint8Array,
  { audioSeconds }: Pick<StreamLimits, 'audioSeconds'>,
): boolean {
  return wav.length >= (audioSeconds + EXTRA_SECONDS) * BYTES_PER_SECOND;
}

/** Decodes with ffmpeg in a child process without environment, input or network. */
export function createAudioDecoder(ffmpegPath: string, limits: StreamLimits): DecodeAudio {
  async function run(args: string[], signal: AbortSignal) {
    const child = spawn(ffmpegPath, args, {
      env: { PATH: process.env['PATH'] },
      stdio: 'ignore',
      signal,
      killSignal: 'SIGKILL',
    });
    const [status, killedBy] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
      signal.throwIfAborted();
      if (error.code !== 'ENOENT' && error.code !== 'EACCES') throw error;
      throw new SessionError(
        'ffmpeg is not installed on the machine that runs the service. Install ffmpeg to decode audio.',
        { cause: error },
      );
    });
    return { isDone: status === 0, killedBy };
  }

  return async (decoding) => {
    const { inputPath, signal } = decoding;
    const has = async (kind: 'a' | 'v'): Promise<boolean> =>
      (await run(probingArguments(inputPath, kind, limits), signal)).isDone;
    const { isDone, killedBy } = await run(decodingArguments(decoding, limits), signal);
    if (isDone) return true;
    if (killedBy === null && !(await has('a')) && (await has('v'))) return false;
    throw new SessionError(
      killedBy === null
        ? 'The media contains no audio that ffmpeg can decode. Use the address of an audio or video file or stream.'
        : `ffmpeg was stopped by ${killedBy} while decoding the media. Use shorter or simpler media.`,
    );
  };
}
