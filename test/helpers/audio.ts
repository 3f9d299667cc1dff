import { spawnSync } from 'node:child_process';

/** Whether ffmpeg is installed. If not, prints why tests are skipped. */
export function hasFfmpeg(): boolean {
  const { error } = spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' });
  if (error === undefined) return true;
  console.warn('Tests of real decoding are skipped: ffmpeg is not installed on this machine.');
  return false;
}

const HEADER_BYTES = 44;
const CHANNELS = 2;
const SAMPLE_RATE = 22_050;
const SAMPLE_BYTES = 2;

/** A WAV with a stereo tone at 22,050 Hz, which a transcriber accepts only after conversion. */
export function toneWav(seconds: number): Buffer<ArrayBuffer> {
  const frames = Math.round(seconds * SAMPLE_RATE);
  const frameBytes = CHANNELS * SAMPLE_BYTES;
  const wav = Buffer.alloc(HEADER_BYTES + frames * frameBytes);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(CHANNELS, 22);
  wav.writeUInt32LE(SAMPLE_RATE, 24);
  wav.writeUInt32LE(SAMPLE_RATE * frameBytes, 28);
  wav.writeUInt16LE(frameBytes, 32);
  wav.writeUInt16LE(SAMPLE_BYTES * 8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(frames * frameBytes, 40);
  for (let frame = 0; frame < frames; frame += 1) {
    const level = Math.round(8_000 * Math.sin((2 * Math.PI * 440 * frame) / SAMPLE_RATE));
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      wav.writeInt16LE(level, HEADER_BYTES + frame * frameBytes + channel * SAMPLE_BYTES);
    }
  }
  return wav;
}

export interface WavFormat {
  channels: number;
  sampleRate: number;
  bits: number;
  seconds: number;
}

/** The format and length of a WAV. Throws if it is not a WAV. */
export function readWav(wav: Buffer): WavFormat {
  if (wav.toString('latin1', 0, 4) !== 'RIFF') throw new Error('not a WAV');
  const data = wav.indexOf('data');
  const bytesPerSecond = wav.readUInt32LE(28);
  return {
    channels: wav.readUInt16LE(22),
    sampleRate: wav.readUInt32LE(24),
    bits: wav.readUInt16LE(34),
    seconds: (wav.length - data - 8) / bytesPerSecond,
  };
}
