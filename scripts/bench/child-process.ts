import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The modules of this folder that run as separate processes. */
export const benchModules = [
  'endpoints/floor-process',
  'endpoints/service-process',
  'history/bot',
  'history/export',
  'default/word-list-bot',
  'messages/bot',
  'messages/baseline-bot',
  'messages/stub/process',
  'postgres/bot',
  'postgres/checkpoints-process',
  'service/service-process',
  'webhooks/listener-process',
  'webhooks/sender-process',
] as const;

export type BenchModule = (typeof benchModules)[number];

/** A process of the benchmark. It sends one message when it is ready, then one for each request. */
export interface Child<Request, Ready, Response> {
  readonly ready: Ready;
  send(request: Request): Promise<Response>;
  stop(): Promise<void>;
}

/** Compiled or source, whichever this file is. */
export function moduleUrl(module: BenchModule): URL {
  return new URL(`${module}${extname(import.meta.url)}`, import.meta.url);
}

/**
 * Starts a module as a process with only this environment. Its garbage collector is exposed, so that memory is measured
 * after a collection.
 */
export async function startChild<Request extends object, Ready, Response>(
  module: BenchModule,
  environment: Readonly<Record<string, string>> = {},
): Promise<Child<Request, Ready, Response>> {
  const child = fork(fileURLToPath(moduleUrl(module)), {
    env: { ...environment },
    execArgv: [...process.execArgv, '--expose-gc'],
    // Standard output is reserved for the results.
    stdio: ['ignore', process.stderr, process.stderr, 'ipc'],
    serialization: 'advanced',
  });
  const exited = once(child, 'exit');

  async function nextMessage<T>(): Promise<T> {
    const message = once(child, 'message');
    const [first]: unknown[] = await Promise.race([message, exited.then(() => [undefined])]);
    if (first === undefined) throw new Error(`The benchmark's process ${module} ended too early.`);
    // Both ends are modules of this folder and share the types.
    return first as T;
  }

  return {
    ready: await nextMessage<Ready>(),
    send(request) {
      const response = nextMessage<Response>();
      child.send(request);
      return response;
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await exited;
    },
  };
}
