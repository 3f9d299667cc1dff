import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { systemClock, type Clock } from '../../../../src/shared/clock.ts';
import { createAddressCheck } from '../../../../src/service/stream/address.ts';
import { fetchMedia } from '../../../../src/service/stream/fetch-media.ts';
import type { Resolve } from '../../../../src/service/stream/guarded-agent.ts';
import { STREAM_LIMITS, type StreamLimits } from '../../../../src/service/stream/stream-limits.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';
import { serve } from './serve.ts';

const KIB = 1024;
const AUDIO = { 'content-type': 'audio/wav' };

interface Circumstances {
  /** By default 127.0.0.1 acts as a public address and 127.0.0.2 as a private one. */
  networks?: string[];
  resolve?: Resolve;
  clock?: Clock;
  limits?: Partial<StreamLimits>;
  signal?: AbortSignal;
}

function run(url: string, circumstances: Circumstances = {}) {
  const {
    networks = ['127.0.0.1/32'],
    resolve = async () => [{ address: '127.0.0.1', family: 4 }],
    clock = systemClock,
    limits = {},
    signal = new AbortController().signal,
  } = circumstances;
  const path = join(tempDir(), 'media');
  const done = fetchMedia(
    {
      mayConnect: createAddressCheck(networks),
      resolve,
      clock,
      limits: { ...STREAM_LIMITS, ...limits },
    },
    { url, path, signal },
  );
  return { path, done };
}

const PRIVATE = /^The media address leads to .* not on the public internet/;

describe('fetching media', () => {
  it('writes the body to a file only its owner can read', async () => {
    const port = await serve((_request, response) => response.writeHead(200, AUDIO).end('sound'));
    const { path, done } = run(`http://127.0.0.1:${port}/a?signature=x`);
    expect(await done).toEqual({ bytes: 5, cut: false });
    expect(readFileSync(path, 'utf8')).toBe('sound');
  });

  it('follows redirects, including relative ones', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/b/c') response.writeHead(200, AUDIO).end('sound');
      else response.writeHead(302, { location: request.url === '/a' ? '/b/' : 'c' }).end();
    });
    expect(await run(`http://127.0.0.1:${port}/a`).done).toMatchObject({ bytes: 5 });
  });

  it.each(['audio/mpeg', 'video/mp4; codecs=x', 'application/ogg', 'binary/octet-stream'])(
    'accepts the content type %s',
    async (type) => {
      const port = await serve((_request, response) =>
        response.writeHead(200, { 'content-type': type }).end('sound'),
      );
      expect(await run(`http://127.0.0.1:${port}/`).done).toMatchObject({ bytes: 5 });
    },
  );

  it('cuts an endless stream and keeps what it received', async () => {
    const clock = createFakeClock();
    const port = await serve((_request, response) => {
      response.writeHead(200, AUDIO).write('live');
    });
    const { path, done } = run(`http://127.0.0.1:${port}/`, { clock });
    await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toBe('live'));
    clock.advance(STREAM_LIMITS.captureMs);
    expect(await done).toEqual({ bytes: 4, cut: true });
  });
});

describe('hostile media', () => {
  it.each([
    'http://127.0.0.2/',
    'http://127.1.2.3/',
    'http://2130706434/',
    'http://0x7f.0.0.2/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.2]/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
  ])('at the private address %s is refused without a connection', async (url) => {
    await expect(run(url).done).rejects.toThrow(PRIVATE);
  });

  it('behind a redirect to a private address is refused without a request to it', async () => {
    let requests = 0;
    const inner = await serve((_request, response) => {
      requests += 1;
      response.writeHead(200, AUDIO).end('secret');
    }, '127.0.0.2');
    const outer = await serve((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.2:${inner}/` }).end(),
    );
    await expect(run(`http://127.0.0.1:${outer}/`).done).rejects.toThrow(PRIVATE);
    expect(requests).toBe(0);
  });

  it('behind a redirect to a host with a private address is refused', async () => {
    const port = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://inner.example/' }).end(),
    );
    const resolve: Resolve = async () => [{ address: '192.168.0.1', family: 4 }];
    await expect(run(`http://127.0.0.1:${port}/`, { resolve }).done).rejects.toThrow(PRIVATE);
  });

  it('on a host with both a public and a private address is refused', async () => {
    const resolve: Resolve = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
    await expect(run('http://both.example/', { resolve }).done).rejects.toThrow(PRIVATE);
  });

  it('is fetched from the checked address, even if the name changes meanwhile', async () => {
    let requests = 0;
    const resolve: Resolve = async () => {
      requests += 1;
      return [{ address: requests === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    };
    const port = await serve((_request, response) => response.writeHead(200, AUDIO).end('sound'));
    const { done } = run(`http://rebinding.example:${port}/`, { resolve });
    expect(await done).toMatchObject({ bytes: 5 });
    expect(requests).toBe(1);
  });

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'gopher://127.0.0.1/', 'data:audio/wav,a'])(
    'behind a redirect to %s is refused',
    async (location) => {
      const port = await serve((_request, response) => response.writeHead(302, { location }).end());
      await expect(run(`http://127.0.0.1:${port}/`).done).rejects.toThrow('http:// or https://');
    },
  );

  it('behind a redirect loop is refused', async () => {
    let requests = 0;
    const port = await serve((_request, response) => {
      requests += 1;
      response.writeHead(307, { location: '/' }).end();
    });
    await expect(run(`http://127.0.0.1:${port}/`).done).rejects.toThrow('more than 5 times');
    expect(requests).toBe(6);
  });

  it('announced as too large is refused without reading it', async () => {
    const port = await serve((_request, response) =>
      response.writeHead(200, { ...AUDIO, 'content-length': `${100 * KIB * KIB}` }).write('a'),
    );
    await expect(run(`http://127.0.0.1:${port}/`).done).rejects.toThrow('larger than 64 MiB');
  });

  it('without an end is aborted at the limit', async () => {
    const chunk = Buffer.alloc(64 * KIB);
    const port = await serve((_request, response) => {
      response.writeHead(200, AUDIO);
      const sendForever = (): void => {
        while (response.write(chunk));
      };
      response.on('drain', sendForever);
      sendForever();
    });
    const limits = { mediaBytes: KIB * KIB };
    await expect(run(`http://127.0.0.1:${port}/`, { limits }).done).rejects.toThrow(
      'larger than 1 MiB',
    );
  });

  it.each([
    ['text/html', 'content type text/html'],
    ['application/json', 'content type application/json'],
    ['application/vnd.apple.mpegurl', 'a playlist that is not HLS'],
    ['audio/x-mpegurl', 'a playlist that is not HLS'],
    ['application/dash+xml', 'content type application/dash'],
    ['<script>', 'content type missing'],
  ])('with the content type %s is refused', async (type, said) => {
    const port = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': type }).end('x'),
    );
    await expect(run(`http://127.0.0.1:${port}/`).done).rejects.toThrow(said);
  });

  it.each([204, 206, 304, 403, 404, 500])('with the status %i is refused', async (status) => {
    const port = await serve((_request, response) => response.writeHead(status, AUDIO).end());
    await expect(run(`http://127.0.0.1:${port}/`).done).rejects.toThrow(`answered ${status}`);
  });

  it('with an empty body is refused', async () => {
    const port = await serve((_request, response) => response.writeHead(200, AUDIO).end());
    await expect(run(`http://127.0.0.1:${port}/`).done).rejects.toThrow('returned no data');
  });

  it('on a silent server times out', async () => {
    const port = await serve(() => undefined);
    const limits = { stallMs: 100 };
    await expect(run(`http://127.0.0.1:${port}/`, { limits }).done).rejects.toThrow(
      'cannot be fetched (UND_ERR_HEADERS_TIMEOUT)',
    );
  });

  it('with a stalled body times out', async () => {
    const port = await serve((_request, response) => response.writeHead(200, AUDIO).write('a'));
    const limits = { stallMs: 100 };
    await expect(run(`http://127.0.0.1:${port}/`, { limits }).done).rejects.toThrow(
      'cannot be fetched (UND_ERR_BODY_TIMEOUT)',
    );
  });

  it('on a server that disconnects is reported with the error code', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { ...AUDIO, 'content-length': '100' }).write('a', () => {
        response.destroy();
      });
    });
    await expect(run(`http://127.0.0.1:${port}/`).done).rejects.toThrow(/cannot be fetched \(/);
  });

  it('at an unreachable or unknown host is reported with the error code', async () => {
    const unknown: Resolve = async () => {
      throw Object.assign(new Error('not known'), { code: 'ENOTFOUND' });
    };
    await expect(run('http://nowhere.example/', { resolve: unknown }).done).rejects.toThrow(
      'cannot be fetched (ENOTFOUND)',
    );
    await expect(run('http://127.0.0.1:1/').done).rejects.toThrow(
      'cannot be fetched (ECONNREFUSED)',
    );
  });

  it('with compression is not decompressed', async () => {
    let accepted: string | undefined;
    const port = await serve((request, response) => {
      accepted = request.headers['accept-encoding']?.toString();
      response.writeHead(200, AUDIO).end('sound');
    });
    await run(`http://127.0.0.1:${port}/`).done;
    expect(accepted).toBe('identity');
  });

  it('is aborted with the reason of the signal', async () => {
    const abort = new AbortController();
    const port = await serve((_request, response) => {
      response.writeHead(200, AUDIO).write('a');
      abort.abort(new Error('enough'));
    });
    const { done } = run(`http://127.0.0.1:${port}/`, { signal: abort.signal });
    await expect(done).rejects.toThrow('enough');
  });
});
