import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Lessons } from './models.ts';
import type { TeacherTask } from './teacher.ts';

const TEACHER = new URL('./teacher.js', import.meta.url);

/** What a teacher says of every text, and which texts it was taught. */
export interface Teacher {
  logits: Float32Array;
  isTaught: (text: number) => boolean;
}

function teach(task: TeacherTask, report: (line: string) => void): Promise<Float32Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(TEACHER, { workerData: task });
    worker.on('message', (message: string | Float32Array) => {
      if (typeof message === 'string') report(message);
      else resolve(message);
    });
    worker.on('error', reject);
  });
}

/** As many teachers as there are folds, each taught all texts but those of its own fold; as many at a time as there are cores. */
export async function trainTeachers(
  lessons: Lessons,
  {
    folds,
    count,
    seed,
    report,
  }: { folds: Uint8Array; count: number; seed: number; report: (line: string) => void },
): Promise<Teacher[]> {
  const teachers: Teacher[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const own = next;
      next += 1;
      const isTaught = (text: number): boolean => folds[text] !== own;
      const texts = Int32Array.from(folds.keys()).filter(isTaught);
      const logits = await teach({ lessons, texts, seed: seed + 10 * own }, (line) =>
        report(`teacher ${own + 1} of ${count}, ${line}`),
      );
      teachers[own] = { logits, isTaught };
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, availableParallelism()) }, work));
  return teachers;
}
