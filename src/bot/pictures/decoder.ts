import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PictureReading } from '../domain/pictures/picture-ports.ts';
import { createKeyedMutex } from '../../shared/tasks/keyed-mutex.ts';
import type { DecodeRequest, DecodeResult } from './worker-messages.ts';

/** Decodes pictures in a process of its own. */
export interface PictureDecoder {
  /** Null: it cannot be decoded, or not within the limits. Never throws. */
  decode(bytes: Uint8Array, withVariants: boolean): Promise<PictureReading | null>;
  close(): void;
}

const TIMEOUT_MS = 4_000;
/** After this time without a picture, the process ends. */
const IDLE_MS = 60_000;

/** 160 MiB for what a file unpacks to, in pages of 64 KiB. V8 refuses more, and the decoder stops. */
const ARGUMENTS = ['--wasm-max-mem-pages=2560', '--max-old-space-size=64'];

/** The built worker. Tests pass another one, because Node 20 cannot run TypeScript. */
const WORKER_URL = new URL('worker.js', import.meta.url);

/** The process starts with the first picture, and again after a picture that ended it. */
export function createPictureDecoder(workerUrl: URL = WORKER_URL): PictureDecoder {
  const inTurn = createKeyedMutex();
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  let lastId = 0;

  function start(): ChildProcess {
    const started = fork(fileURLToPath(workerUrl), {
      execArgv: ARGUMENTS,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // It needs nothing, and must not know the bot's token.
      env: {},
    });
    started.on('exit', () => {
      if (child === started) child = null;
    });
    started.on('error', () => stop(started));
    started.unref();
    started.channel?.unref();
    child = started;
    return started;
  }

  function stop(stopped: ChildProcess | null): void {
    if (child === stopped) child = null;
    stopped?.kill('SIGKILL');
  }

  function run(bytes: Uint8Array, withVariants: boolean): Promise<PictureReading | null> {
    const running = child ?? start();
    lastId += 1;
    const request: DecodeRequest = { id: lastId, bytes, withVariants };
    return new Promise((resolve) => {
      const end = (reading: PictureReading | null): void => {
        clearTimeout(timer);
        running.off('message', receive).off('exit', fail).off('error', fail);
        resolve(reading);
      };
      const fail = (): void => end(null);
      const receive = (result: DecodeResult): void => {
        if (result.id === request.id) end(result.reading);
      };
      const timer = setTimeout(() => {
        stop(running);
        fail();
      }, TIMEOUT_MS);
      running.on('message', receive).on('exit', fail).on('error', fail);
      running.send(request, (error) => {
        if (error !== null) fail();
      });
    });
  }

  return {
    decode: (bytes, withVariants) =>
      inTurn('picture', async () => {
        if (isClosed) return null;
        clearTimeout(idle);
        try {
          return await run(bytes, withVariants);
        } finally {
          idle = setTimeout(() => stop(child), IDLE_MS).unref();
        }
      }),
    close() {
      isClosed = true;
      clearTimeout(idle);
      stop(child);
    },
  };
}
