import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { TrainingSet } from './train-models.ts';
import type { TeacherTask } from './teacher-worker.ts';

export const TEACHER_WORKER_URL = new URL('./teacher-worker.js', import.meta.url);

/** A teacher's logits for every text, and its training texts. */
export interface Teacher {
  logits: Float32Array;
  wasTrainedOn: (text: number) => boolean;
}

function trainTeacher(task: TeacherTask, report: (line: string) => void): Promise<Float32Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(TEACHER_WORKER_URL, { workerData: task });
    worker.on('message', (message: string | Float32Array) => {
      if (typeof message === 'string') report(message);
      else resolve(message);
    });
    worker.on('error', reject);
  });
}

/** Trains one teacher per fold, on all texts except that fold, with as many workers as cores. */
export async function trainTeachers(
  trainingSet: TrainingSet,
  {
    folds,
    count,
    seed,
    report,
  }: { folds: Uint8Array; count: number; seed: number; report: (line: string) => void },
): Promise<Teacher[]> {
  const teachers: Teacher[] = [];
  let nextFold = 0;
  const work = async (): Promise<void> => {
    while (nextFold < count) {
      const fold = nextFold;
      nextFold += 1;
      const wasTrainedOn = (text: number): boolean => folds[text] !== fold;
      const texts = Int32Array.from(folds.keys()).filter(wasTrainedOn);
      const logits = await trainTeacher({ trainingSet, texts, seed: seed + 10 * fold }, (line) =>
        report(`teacher ${fold + 1} of ${count}, ${line}`),
      );
      teachers[fold] = { logits, wasTrainedOn };
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, availableParallelism()) }, work));
  return teachers;
}
