import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { DefaultResult, Measured } from '../../../../../scripts/bench/default/default.ts';
import { judgeRatio } from '../../../../../scripts/bench/default/guard.ts';
import { committedRatio, defaultSection } from '../../../../../scripts/bench/default/report.ts';

const measured: Measured = {
  readyMs: 1_100,
  readyBytes: 2 ** 27,
  endBytes: 2 ** 28,
  messages: 40_000,
  lost: 0,
  cpuMicros: { 1500: 90 },
  flatOut: null,
  deletion: { p50Ms: 1.5, p99Ms: 4 },
};
const result: DefaultResult = {
  rounds: 3,
  contenders: { portcullis: measured, wordList: { ...measured, cpuMicros: { 1500: 100 } } },
  ratio: 0.9,
};

it('reads the ratio that the report wrote', () => {
  expect(committedRatio(defaultSection(result).join('\n'))).toBe(0.9);
});

it('finds the ratio in the committed benchmarks', () => {
  const path = new URL('../../../../../docs/benchmarks.md', import.meta.url);
  expect(committedRatio(readFileSync(path, 'utf8'))).toBeGreaterThan(0);
});

it('fails without a committed ratio instead of passing', () => {
  expect(() => committedRatio('# Benchmarks')).toThrow('no ratio');
});

it.each([
  [1.49, true],
  [1.51, false],
])('judges a ratio of %d against a committed one of 1', (ratio, passes) => {
  expect(judgeRatio(1, ratio).passes).toBe(passes);
});

it('passes nothing that was not measured', () => {
  expect(judgeRatio(1, Number.NaN).passes).toBe(false);
});
