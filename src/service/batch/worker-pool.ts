import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import type { LinesRequest, LinesResult } from './worker-messages.ts';

/** The lines were not answered, because their worker ended or the service is stopping. */
export class BatchError extends AppError {
  readonly code = 'batch_failed';

  constructor(problem: string, options?: ErrorOptions) {
    super(`The lines could not be answered: ${problem}`, options);
  }
}

/** Answers lines of comments in worker threads. */
export interface WorkerPool {
  readonly size: number;
  /** Takes ownership of the bytes. Throws a `BatchError`. */
  answer(lines: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Each worker holds its own engine in memory, so workers end when they are idle. */
const IDLE_MS = 60_000;
/** The built worker. Tests pass another one, because Node 20 cannot load TypeScript in a thread. */
const WORKER_URL = new URL('worker.js', import.meta.url);

interface Job {
  resolve(answers: Uint8Array): void;
  reject(error: BatchError): void;
}

interface Member {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
}

/** Starts its workers, one per core, when the first lines arrive. */
export function createWorkerPool({
  clock,
  workerUrl = WORKER_URL,
  size = availableParallelism(),
}: {
  clock: Clock;
  workerUrl?: URL | undefined;
  size?: number;
}): WorkerPool {
  const members = new Set<Member>();
  let lastId = 0;
  let isClosed = false;
  let cancelIdle = (): void => undefined;

  function start(): Member {
    const member: Member = { worker: new Worker(workerUrl), jobs: new Map() };
    member.worker.on('message', ({ id, answers }: LinesResult) => {
      const job = member.jobs.get(id);
      member.jobs.delete(id);
      job?.resolve(answers);
      if ([...members].every(({ jobs }) => jobs.size === 0)) {
        cancelIdle();
        cancelIdle = clock.after(IDLE_MS, () => void abandonAll('idle'));
      }
    });
    const fail = (problem: string, cause?: unknown): void => abandon(member, problem, cause);
    member.worker.on('error', (error) => fail('a worker crashed', error));
    member.worker.on('exit', () => fail('a worker ended'));
    members.add(member);
    return member;
  }

  function abandon(member: Member, problem: string, cause?: unknown): void {
    members.delete(member);
    for (const { reject } of member.jobs.values()) reject(new BatchError(problem, { cause }));
    member.jobs.clear();
  }

  async function abandonAll(problem: string): Promise<void> {
    cancelIdle();
    const all = [...members];
    for (const member of all) abandon(member, problem);
    await Promise.all(all.map(({ worker }) => worker.terminate()));
  }

  return {
    size,
    answer(lines) {
      if (isClosed) return Promise.reject(new BatchError('the service is stopping'));
      cancelIdle();
      while (members.size < size) start();
      let least: Member | undefined;
      for (const member of members) {
        if (least === undefined || member.jobs.size < least.jobs.size) least = member;
      }
      return new Promise((resolve, reject) => {
        lastId += 1;
        const request: LinesRequest = { id: lastId, lines };
        least?.jobs.set(lastId, { resolve, reject });
        least?.worker.postMessage(request, [lines.buffer]);
      });
    },
    async close() {
      isClosed = true;
      await abandonAll('the service is stopping');
    },
  };
}
