import { parentPort, workerData } from 'node:worker_threads';
import { trainModels, type Schedule, type TrainingSet } from './train-models.ts';

/** The input of a teacher: a worker thread that trains both models and returns their logits for every text. */
export interface TeacherTask {
  trainingSet: TrainingSet;
  texts: Int32Array;
  seed: number;
}

const SCHEDULE: Schedule = { epochs: 4, averaged: 1, minRate: 0 };

// `teachers.ts` starts this worker, always with this data.
const { trainingSet, texts, seed } = workerData as TeacherTask;
const { logits } = trainModels(trainingSet, {
  texts,
  seed,
  schedule: SCHEDULE,
  report: (line) => parentPort?.postMessage(line, []),
});
parentPort?.postMessage(logits, []);
