import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAudioDecoder, isCut } from '../../../../src/service/stream/decode-audio.ts';
import { STREAM_LIMITS } from '../../../../src/service/stream/stream-limits.ts';
import { hasFfmpeg, readWav, toneWav } from '../../../helpers/audio.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';
import { portOf } from '../../../helpers/servers/port-of.ts';

const NO_AUDIO = 'The media contains no audio that ffmpeg can decode.';

function prepare(media: Uint8Array | string, { limits = STREAM_LIMITS, ffmpeg = 'ffmpeg' } = {}) {
  const folder = tempDir();
  const inputPath = join(folder, 'media');
  const outputPath = join(folder, 'audio.wav');
  writeFileSync(inputPath, media);
  const decode = createAudioDecoder(ffmpeg, limits);
  return {
    inputPath,
    outputPath,
    decode: (signal = new AbortController().signal) => decode({ inputPath, outputPath, signal }),
  };
}

describe.skipIf(!hasFfmpeg())('decoding with ffmpeg', () => {
  it('produces 16 kHz mono from its input', async () => {
    const { decode, outputPath } = prepare(toneWav(1));
    await decode();
    const { seconds, ...format } = readWav(readFileSync(outputPath));
    expect(format).toEqual({ channels: 1, sampleRate: 16_000, bits: 16 });
    expect(seconds).toBeCloseTo(1, 1);
  });

  it('finds no sound in a silent video', async () => {
    const path = join(tempDir(), 'silent.mp4');
    const source = ['-f', 'lavfi', '-i', 'color=c=black:s=64x64:d=1'];
    spawnSync('ffmpeg', ['-loglevel', 'error', ...source, path]);
    expect(await prepare(readFileSync(path)).decode()).toBe(false);
    expect(await prepare(toneWav(1)).decode()).toBe(true);
  });

  it('handles a truncated stream', async () => {
    const wav = toneWav(2);
    const { decode, outputPath } = prepare(wav.subarray(0, wav.length / 2));
    await decode();
    expect(readWav(readFileSync(outputPath)).seconds).toBeCloseTo(1, 1);
  });

  it('stops at the limit', async () => {
    const limits = { ...STREAM_LIMITS, audioSeconds: 1 };
    const { decode, outputPath } = prepare(toneWav(4), { limits });
    await decode();
    const wav = readFileSync(outputPath);
    // A second more, to see that the sound goes on.
    expect(readWav(wav).seconds).toBeCloseTo(2, 1);
    expect(isCut(wav, limits)).toBe(true);
  });

  it('reads sound to its end that is hardly longer than the limit', async () => {
    const limits = { ...STREAM_LIMITS, audioSeconds: 1 };
    const { decode, outputPath } = prepare(toneWav(1.1), { limits });
    await decode();
    const wav = readFileSync(outputPath);
    expect(readWav(wav).seconds).toBeCloseTo(1.1, 1);
    expect(isCut(wav, limits)).toBe(false);
  });

  it.each([
    ['noise', Buffer.alloc(100_000, 'x')],
    ['a web page', '<!doctype html><title>hello</title>'],
    ['an empty file', ''],
    ['a WAV without audio', toneWav(1).subarray(0, 30)],
  ])('refuses %s', async (_name, media) => {
    await expect(prepare(media).decode()).rejects.toThrow(NO_AUDIO);
  });

  it('opens no address from a playlist', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(async () => {
      server.close();
      await once(server, 'close');
    });
    const port = portOf(server);
    const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:${port}/a.ts\n#EXT-X-ENDLIST\n`;
    await expect(prepare(playlist).decode()).rejects.toThrow(NO_AUDIO);
    expect(connections).toBe(0);
  });

  it('reads no other file from a list', async () => {
    const { decode, inputPath } = prepare("ffconcat version 1.0\nfile 'other.wav'\n");
    writeFileSync(join(dirname(inputPath), 'other.wav'), toneWav(1));
    await expect(decode()).rejects.toThrow(NO_AUDIO);
  });
});

describe('the ffmpeg process', () => {
  /** A fake ffmpeg, to test how the process is handled. */
  function script(body: string): string {
    const path = join(tempDir(), 'ffmpeg');
    writeFileSync(path, `#!${process.execPath}\n${body}`, { mode: 0o755 });
    return path;
  }

  it('reports what to install if ffmpeg is missing', async () => {
    const { decode } = prepare('x', { ffmpeg: join(tempDir(), 'nothing') });
    await expect(decode()).rejects.toThrow(/^ffmpeg is not installed .* Install ffmpeg/);
  });

  it('reports the same if ffmpeg may not be run', async () => {
    const folder = join(tempDir(), 'ffmpeg');
    mkdirSync(folder);
    await expect(prepare('x', { ffmpeg: folder }).decode()).rejects.toThrow('Install ffmpeg');
  });

  it('gets only PATH from the environment', async () => {
    process.env['PORTCULLIS_SECRET'] = 'x';
    onTestFinished(() => {
      delete process.env['PORTCULLIS_SECRET'];
    });
    const ffmpeg = script(
      "process.exit(Object.keys(process.env).some((key) => key.includes('SECRET')) ? 1 : 0)",
    );
    await expect(prepare('x', { ffmpeg }).decode()).resolves.toBe(true);
  });

  it('is killed when the session ends, even if it ignores signals', async () => {
    const ffmpeg = script("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)");
    const abort = new AbortController();
    const decoding = prepare('x', { ffmpeg }).decode(abort.signal);
    abort.abort(new Error('five minutes are over'));
    await expect(decoding).rejects.toThrow('five minutes are over');
  });

  it('reports the signal that killed it', async () => {
    const ffmpeg = script("process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)");
    await expect(prepare('x', { ffmpeg }).decode()).rejects.toThrow('stopped by SIGKILL');
  });
});
