import { expect, it } from 'vitest';
import { completeLines } from '../../../../src/service/batch/complete-lines.ts';

async function collect(
  chunks: readonly string[],
  maxLines = Infinity,
): Promise<[string | null, number][]> {
  async function* body() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const jobs: [string | null, number][] = [];
  for await (const { bytes, count } of completeLines(body(), maxLines)) {
    jobs.push([bytes === null ? null : Buffer.from(bytes).toString(), count]);
  }
  return jobs;
}

it('passes complete lines on as they arrive, and the last one without a line break', async () => {
  expect(await collect(['a\nb\nc', 'd\n', 'e'])).toEqual([
    ['a\nb\n', 2],
    ['cd\n', 1],
    ['e', 1],
  ]);
});

it('counts empty lines, so that answers can be matched with lines', async () => {
  expect(await collect(['\n\na\n'])).toEqual([['\n\na\n', 3]]);
});

it('cuts what arrives at once into jobs', async () => {
  const line = `${'x'.repeat(999)}\n`;
  const jobs = await collect([line.repeat(100)]);
  expect(jobs.map(([, count]) => count)).toEqual([32, 32, 32, 4]);
});

it('passes on a line that is longer than a job', async () => {
  const long = `${'x'.repeat(100_000)}\n`;
  expect(await collect([long.slice(0, 50_000), long.slice(50_000), 'a\n'])).toEqual([
    [long, 1],
    ['a\n', 1],
  ]);
});

it('cuts jobs to as many lines as a job may have', async () => {
  const jobs = await collect(['a\nb\nc\nd\ne'], 2);
  expect(jobs).toEqual([
    ['a\nb\n', 2],
    ['c\nd\n', 2],
    ['e', 1],
  ]);
});

it('skips a line that is too long, and goes on behind it', async () => {
  const half = 'x'.repeat(700_000);
  expect(await collect(['a\n', half, half, half, 'x\nb\n'])).toEqual([
    ['a\n', 1],
    [null, 1],
    ['b\n', 1],
  ]);
});
