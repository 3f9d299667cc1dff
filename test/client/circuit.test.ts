import { expect, it } from 'vitest';
import { createCircuit } from '../../src/client/circuit.ts';
import { createFakeClock } from '../helpers/fake-clock.ts';

function start() {
  const clock = createFakeClock();
  const circuit = createCircuit(clock, { circuitFailures: 3, circuitOpenMs: 1_000 });
  const fail = (times: number) => {
    for (let index = 0; index < times; index += 1) circuit.failed();
  };
  return { clock, circuit, fail };
}

it('stays closed below the number of failures in a row', () => {
  const { circuit, fail } = start();
  fail(2);
  circuit.succeeded();
  fail(2);
  expect(circuit.enter()).toBeNull();
});

it('opens at that number and says how long it stays so', () => {
  const { circuit, clock, fail } = start();
  fail(3);
  expect(circuit.enter()).toBe(1_000);
  clock.advance(999);
  expect(circuit.enter()).toBe(1);
});

it('lets one attempt through after a while, and no other beside it', () => {
  const { circuit, clock, fail } = start();
  fail(3);
  clock.advance(1_000);
  expect(circuit.enter()).toBeNull();
  expect(circuit.enter()).toBe(1_000);
});

it('closes when that attempt succeeds', () => {
  const { circuit, clock, fail } = start();
  fail(3);
  clock.advance(1_000);
  circuit.enter();
  circuit.succeeded();
  expect([circuit.enter(), circuit.enter()]).toEqual([null, null]);
});

it('opens for the whole time again when that attempt fails', () => {
  const { circuit, clock, fail } = start();
  fail(3);
  clock.advance(1_000);
  circuit.enter();
  clock.advance(400);
  circuit.failed();
  expect(circuit.enter()).toBe(1_000);
});

it('lets another attempt through when that one is never heard of again', () => {
  const { circuit, clock, fail } = start();
  fail(3);
  clock.advance(1_000);
  circuit.enter();
  clock.advance(1_000);
  expect(circuit.enter()).toBeNull();
});
