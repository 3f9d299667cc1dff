import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of the bench. It sends one message when it is ready, then one for each request. */
export interface Child<Request, Hello, Answer> {
  /** What it said when it was ready. */
  readonly hello: Hello;
  ask(request: Request): Promise<Answer>;
  stop(): Promise<void>;
}

/**
 * Starts a module of this folder as a process of its own. It sees no environment but the one given, and can
 * be asked to collect its garbage, so that memory is measured and not chance.
 */
export async function startChild<Request extends object, Hello, Answer>(
  module: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Child<Request, Hello, Answer>> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), {
    env: { ...environment },
    execArgv: ['--expose-gc'],
    serialization: 'advanced',
  });
  const exited = once(child, 'exit');

  async function next<T>(): Promise<T> {
    const message = once(child, 'message');
    const [first]: unknown[] = await Promise.race([message, exited.then(() => [undefined])]);
    if (first === undefined) throw new Error(`${module} ended before it answered`);
    // Both ends are this folder's own modules, and share the types.
    return first as T;
  }

  return {
    hello: await next<Hello>(),
    ask(request) {
      const answer = next<Answer>();
      child.send(request);
      return answer;
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await exited;
    },
  };
}
