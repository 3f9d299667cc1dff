import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TEACHER_WORKER_URL } from '../../../../../scripts/train/models/teachers.ts';

it('starts a worker that exists next to its source', () => {
  const source = new URL(TEACHER_WORKER_URL.href.replace(/\.js$/, '.ts'));
  expect(existsSync(source)).toBe(true);
});
