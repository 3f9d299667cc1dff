import { expect, it } from 'vitest';
import { createFakeClock } from '../../helpers/fake-clock.ts';

it('runs timers in the order they fall due, each at its own time', () => {
  const clock = createFakeClock(1_000);
  const ran: [string, number][] = [];
  clock.after(30, () => ran.push(['late', clock.now()]));
  clock.after(10, () => ran.push(['first of two', clock.now()]));
  clock.after(10, () => ran.push(['second of two', clock.now()]));

  clock.advance(29);
  expect(ran).toEqual([
    ['first of two', 1_010],
    ['second of two', 1_010],
  ]);
  clock.advance(1);
  expect(ran.at(-1)).toEqual(['late', 1_030]);
});

it('runs a timer that was set by another one within the same span', () => {
  const clock = createFakeClock(0);
  const ran: number[] = [];
  clock.after(10, () => clock.after(10, () => ran.push(clock.now())));

  clock.advance(50);

  expect(ran).toEqual([20]);
  expect(clock.now()).toBe(50);
});

it('never runs a cancelled timer and lists those still pending', () => {
  const clock = createFakeClock();
  const ran: string[] = [];
  const cancel = clock.after(5, () => ran.push('cancelled'));
  clock.after(9, () => ran.push('kept'));
  cancel();

  clock.advance(3);
  expect(clock.pending()).toEqual([6]);
  clock.advance(6);

  expect(ran).toEqual(['kept']);
  expect(clock.pending()).toEqual([]);
});
