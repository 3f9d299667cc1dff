import { spawnSync } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/shared/clock.ts';
import { createAddressCheck } from '../../../../src/service/stream/address.ts';
import { createAudioDecoder } from '../../../../src/service/stream/decode-audio.ts';
import { fetchMedia } from '../../../../src/service/stream/fetch-media.ts';
import { STREAM_LIMITS, type StreamLimits } from '../../../../src/service/stream/stream-limits.ts';
import { hasFfmpeg, readWav, toneWav } from '../../../helpers/audio.ts';
import { createSkippingClock } from '../../../helpers/skipping-clock.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';
import { serve } from './serve.ts';

const PLAYLIST = 'application/vnd.apple.mpegurl';
type Served = string | Buffer | ((response: ServerResponse, range: string | undefined) => void);

/** Serves files by path on a loopback address and counts the requests. */
async function serveFiles(files: Record<string, Served>, host = '127.0.0.1') {
  const requests: string[] = [];
  const port = await serve((request, response) => {
    const { url = '' } = request;
    requests.push(url);
    const file = files[url];
    if (typeof file === 'function') file(response, request.headers.range);
    else if (file === undefined) response.writeHead(404).end();
    else {
      const type = url.endsWith('.m3u8') ? PLAYLIST : 'video/mp2t';
      response.writeHead(200, { 'content-type': type }).end(file);
    }
  }, host);
  return { base: `http://${host}:${port}`, requests };
}

/** 127.0.0.1 acts as a public address and everything else as a private one. */
async function capture(url: string, limits: Partial<StreamLimits> = {}, clock = systemClock) {
  const path = join(tempDir(), 'media');
  const media = await fetchMedia(
    {
      mayConnect: createAddressCheck(['127.0.0.1/32']),
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      clock,
      limits: { ...STREAM_LIMITS, ...limits },
    },
    { url, path, signal: new AbortController().signal },
  );
  return { ...media, path, text: readFileSync(path, 'latin1') };
}

const list = (...lines: string[]): string =>
  ['#EXTM3U', '#EXT-X-TARGETDURATION:2', ...lines, ''].join('\n');
const segment = (address: string): string => `#EXTINF:2.0,\n${address}`;
const END = '#EXT-X-ENDLIST';

describe('an HLS stream', () => {
  it('is fetched segment by segment from the smallest variant', async () => {
    const { base, requests } = await serveFiles({
      '/a/main.m3u8': [
        '#EXTM3U',
        '#EXT-X-STREAM-INF:BANDWIDTH=5000000,CODECS="avc1,mp4a"',
        'big.m3u8',
        '#EXT-X-STREAM-INF:BANDWIDTH=300000',
        '../b/small.m3u8?token=1',
      ].join('\r\n'),
      '/b/small.m3u8?token=1': (response) =>
        response
          .writeHead(200, { 'content-type': 'audio/mpegurl; charset=utf-8' })
          .end(list(segment('1.ts'), segment('2.ts'), END)),
      '/b/1.ts': 'one ',
      '/b/2.ts': 'two',
    });
    expect(await capture(`${base}/a/main.m3u8`)).toMatchObject({ text: 'one two', cut: false });
    expect(requests).toEqual(['/a/main.m3u8', '/b/small.m3u8?token=1', '/b/1.ts', '/b/2.ts']);
  });

  it('is fetched from the audio rendition of the variant', async () => {
    const { base } = await serveFiles({
      '/main.m3u8': [
        '#EXTM3U',
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="x",NAME="fr",DEFAULT=NO,URI="fr.m3u8"',
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="x",NAME="en, us",DEFAULT=YES,URI="en.m3u8"',
        '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="x"',
        'video.m3u8',
      ].join('\n'),
      '/en.m3u8': list(segment('en.ts'), END),
      '/en.ts': 'english',
    });
    expect((await capture(`${base}/main.m3u8`)).text).toBe('english');
  });

  it.each([
    ['supports ranges', true],
    ['ignores ranges', false],
  ])('is read in byte ranges from a server that %s', async (_name, supports) => {
    const whole = 'INIT....onetwo';
    const { base } = await serveFiles({
      '/list.m3u8': list(
        '#EXT-X-MAP:URI="all.mp4",BYTERANGE="4@0"',
        '#EXT-X-BYTERANGE:3@8',
        segment('all.mp4'),
        '#EXT-X-BYTERANGE:3',
        segment('all.mp4'),
        END,
      ),
      '/all.mp4': (response, range) => {
        const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
        if (supports) response.writeHead(206).end(whole.slice(Number(from), Number(to) + 1));
        else response.writeHead(200).end(whole);
      },
    });
    expect((await capture(`${base}/list.m3u8`)).text).toBe('INITonetwo');
  });

  it('is decrypted with AES-128', async () => {
    const key = Buffer.alloc(16, 7);
    const encrypt = (text: string, iv: Buffer): Buffer => {
      const cipher = createCipheriv('aes-128-cbc', key, iv);
      return Buffer.concat([cipher.update(text), cipher.final()]);
    };
    const { base, requests } = await serveFiles({
      '/list.m3u8': list(
        '#EXT-X-MEDIA-SEQUENCE:5',
        '#EXT-X-KEY:METHOD=AES-128,URI="key"',
        segment('1.ts'),
        '#EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x0a',
        segment('2.ts'),
        END,
      ),
      '/key': key,
      '/1.ts': encrypt('one ', Buffer.from('05'.padStart(32, '0'), 'hex')),
      '/2.ts': encrypt('two', Buffer.from('0a'.padStart(32, '0'), 'hex')),
    });
    expect((await capture(`${base}/list.m3u8`)).text).toBe('one two');
    expect(requests.filter((url) => url === '/key')).toHaveLength(1);
  });

  it('that is live is recorded until the time is over, each segment once', async () => {
    let reload = 0;
    const { base } = await serveFiles({
      '/live.m3u8': (response) => {
        reload += 1;
        response
          .writeHead(200, { 'content-type': PLAYLIST })
          .end(
            list(
              `#EXT-X-MEDIA-SEQUENCE:${reload}`,
              segment(`${reload}.ts`),
              segment(`${reload + 1}.ts`),
            ),
          );
      },
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`/${index}.ts`, `${index} `]),
      ),
    });
    const { text, cut } = await capture(
      `${base}/live.m3u8`,
      { captureMs: 3_500 },
      createSkippingClock(),
    );
    expect(cut).toBe(true);
    expect(text).toMatch(/^1 2 3 (?:4 (?:5 )?)?$/);
  });

  it('is cut after enough audio', async () => {
    const { base } = await serveFiles({
      '/list.m3u8': list(segment('1.ts'), segment('2.ts'), segment('3.ts'), END),
      '/1.ts': 'one ',
      '/2.ts': 'two',
      '/3.ts': 'three',
    });
    const captured = await capture(`${base}/list.m3u8`, { audioSeconds: 4 });
    expect(captured).toMatchObject({ text: 'one two', cut: true });
  });
});

describe('a hostile HLS playlist', () => {
  const PRIVATE = /not on the public internet/;

  it.each<[string, (inner: string) => Record<string, Served>]>([
    [
      'a segment',
      (inner) => ({ '/x.m3u8': list(segment('ok.ts'), segment(`${inner}/a.ts`), END) }),
    ],
    [
      'a redirected segment',
      (inner) => ({
        '/x.m3u8': list(segment('moved.ts'), END),
        '/moved.ts': (response) => response.writeHead(302, { location: `${inner}/a.ts` }).end(),
      }),
    ],
    [
      'a variant',
      (inner) => ({ '/x.m3u8': `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${inner}/a.m3u8\n` }),
    ],
    [
      'a rendition',
      (inner) => ({
        '/x.m3u8':
          `#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",URI="${inner}/a.m3u8"\n` +
          '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="g"\nv.m3u8\n',
      }),
    ],
    [
      'an initialisation segment',
      (inner) => ({ '/x.m3u8': list(`#EXT-X-MAP:URI="${inner}/i.mp4"`, segment('ok.ts'), END) }),
    ],
    [
      'a key',
      (inner) => ({
        '/x.m3u8': list(`#EXT-X-KEY:METHOD=AES-128,URI="${inner}/k"`, segment('ok.ts'), END),
      }),
    ],
  ])('cannot lead to a private address through %s', async (_name, files) => {
    const inner = await serveFiles({}, '127.0.0.2');
    const { base } = await serveFiles({ '/ok.ts': 'ok', ...files(inner.base) });
    await expect(capture(`${base}/x.m3u8`)).rejects.toThrow(PRIVATE);
    expect(inner.requests).toEqual([]);
  });

  it.each<[string, string, RegExp]>([
    ['other protocols', list(segment('file:///etc/passwd'), END), /http:\/\/ or https/],
    ['a missing segment', list(segment('none.ts'), END), /answered 404/],
    ['no segments', list(END), /lists no media/],
    ['no variants', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n', /lists no media/],
    [
      'variants of variants',
      '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8\n',
      /another list of variants/,
    ],
    [
      'copy protection',
      list('#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k"', segment('ok.ts')),
      /protected/,
    ],
    [
      'a broken key',
      list('#EXT-X-KEY:METHOD=AES-128,URI="ok.ts"', segment('ok.ts')),
      /invalid key/,
    ],
    ['a broken range', list('#EXT-X-BYTERANGE:x', segment('ok.ts'), END), /invalid byte range/],
    ['too many segments', list(...Array<string>(10_002).fill('ok.ts'), END), /too long/],
    ['an endless list', `${list()}${'#\n'.repeat(600_000)}`, /larger than/],
  ])('with %s is refused', async (_name, playlist, reason) => {
    const { base } = await serveFiles({ '/x.m3u8': playlist, '/ok.ts': 'ok' });
    await expect(capture(`${base}/x.m3u8`)).rejects.toThrow(reason);
  });

  it('cannot exceed the size of media with many small segments', async () => {
    const { base } = await serveFiles({
      '/x.m3u8': list(segment('s.ts?1'), segment('s.ts?2'), segment('s.ts?3'), END),
      '/s.ts?1': Buffer.alloc(500),
      '/s.ts?2': Buffer.alloc(500),
      '/s.ts?3': Buffer.alloc(500),
    });
    await expect(capture(`${base}/x.m3u8`, { mediaBytes: 1_200 })).rejects.toThrow(/larger/);
  });
});

describe.skipIf(!hasFfmpeg())('an HLS stream made by ffmpeg', () => {
  it.each(['mpegts', 'fmp4'])('is decoded from %s segments', async (type) => {
    const folder = tempDir();
    writeFileSync(join(folder, 'tone.wav'), toneWav(5));
    const { status } = spawnSync(
      'ffmpeg',
      ['-loglevel', 'error', '-i', 'tone.wav', '-c:a', 'aac', '-f', 'hls', '-hls_time', '2'].concat(
        ['-hls_playlist_type', 'vod', '-hls_segment_type', type, 'list.m3u8'],
      ),
      { cwd: folder },
    );
    expect(status).toBe(0);
    const { base, requests } = await serveFiles(
      Object.fromEntries(
        readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]),
      ),
    );
    const { path } = await capture(`${base}/list.m3u8`);
    expect(requests.length).toBeGreaterThan(3);
    const outputPath = join(folder, 'decoded.wav');
    const { signal } = new AbortController();
    await createAudioDecoder('ffmpeg', STREAM_LIMITS)({ inputPath: path, outputPath, signal });
    expect(readWav(readFileSync(outputPath)).seconds).toBeCloseTo(5, 0);
  });
});
