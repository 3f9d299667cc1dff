import { expect, it } from 'vitest';
import { createCircuit } from '../../../../../src/service-api/client/calls/circuit.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';

function start() {
  const clock = createFakeClock();
  const circuit = createCircuit(clock, {
    circuitFailures: 3,
    circuitWindow: 5,
    circuitOpenMs: 1_000,
  });
  const fail = (times: number) => {
    for (let index = 0; index < times; index += 1) circuit.failed();
  };
  return { clock, circuit, fail };
}

it('stays closed while fewer of the latest attempts failed', () => {
  const { circuit, fail } = start();
  for (let round = 0; round < 10; round += 1) {
    fail(1);
    circuit.succeeded();
  }
  fail(1);
  expect(circuit.enter()).toBeNull();
});

it('opens for failures that are not in a row', () => {
  const { circuit, fail } = start();
  fail(2);
  circuit.succeeded();
  fail(1);
  expect(circuit.enter()).toBe(1_000);
});

it('forgets failures of more than a minute ago', () => {
  const { circuit, clock, fail } = start();
  fail(2);
  clock.advance(60_001);
  fail(2);
  expect(circuit.enter()).toBeNull();
});

it('opens at the limit and returns the time until the next probe', () => {
  const { circuit, clock, fail } = start();
  fail(3);
  expect(circuit.enter()).toBe(1_000);
  clock.advance(999);
  expect(circuit.enter()).toBe(1);
});

it('allows one probe at a time after the wait', () => {
  const { circuit, clock, fail } = start();
  fail(3);
  clock.advance(1_000);
  expect(circuit.enter()).toBeNull();
  expect(circuit.enter()).toBe(1_000);
});

it('closes when the probe succeeds', () => {
  const { circuit, clock, fail } = start();
  fail(3);
  clock.advance(1_000);
  circuit.enter();
  circuit.succeeded();
  expect([circuit.enter(), circuit.enter()]).toEqual([null, null]);
});

it('stays open for the full time when the probe fails', () => {
  const { circuit, clock, fail } = start();
  fail(3);
  clock.advance(1_000);
  circuit.enter();
  clock.advance(400);
  circuit.failed();
  expect(circuit.enter()).toBe(1_000);
});

it('allows another probe if the first never ends', () => {
  const { circuit, clock, fail } = start();
  fail(3);
  clock.advance(1_000);
  circuit.enter();
  clock.advance(1_000);
  expect(circuit.enter()).toBeNull();
});

it('probes in time although the clock was set back', () => {
  const { circuit, clock, fail } = start();
  fail(3);
  clock.advance(-3_600_000);
  expect(circuit.enter()).toBe(1_000);
  clock.advance(1_000);
  expect(circuit.enter()).toBeNull();
});
