import { parentPort, workerData } from 'node:worker_threads';
import { trainModels, type Course, type Lessons } from './models.ts';

/** What a teacher is started with: a thread of its own that trains both models and says what they make of every text. */
export interface TeacherTask {
  lessons: Lessons;
  texts: Int32Array;
  seed: number;
}

const COURSE: Course = { epochs: 4, averaged: 1, leastRate: 0 };

// Started by `teachers.ts` beside this, with nothing else.
const { lessons, texts, seed } = workerData as TeacherTask;
const { logits } = trainModels(lessons, {
  texts,
  seed,
  course: COURSE,
  report: (line) => parentPort?.postMessage(line, []),
});
parentPort?.postMessage(logits, []);
