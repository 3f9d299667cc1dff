import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAutomaton, type AfterMatch } from '../../../../src/shared/keywords/automaton.ts';
import { areSpent, createSteps } from '../../../../src/shared/steps.ts';

const unitsOf = (text: string): number[] => Array.from(text, (unit) => unit.charCodeAt(0));

/** The matches that are reported, as pattern and end. */
function scan(patterns: readonly string[], text: string, after: AfterMatch = 'shorter') {
  const matches: string[] = [];
  createAutomaton(patterns).scan(unitsOf(text), createSteps(), (pattern, to) => {
    matches.push(`${patterns[pattern]} ${to}`);
    return after;
  });
  return matches;
}

it('finds every pattern at every position, longer ones first', () => {
  expect(scan(['he', 'she', 'hers', 'e'], 'ushers')).toEqual(['she 4', 'he 4', 'e 4', 'hers 6']);
});

it('finds patterns that are equal', () => {
  expect(scan(['ab', 'ab'], 'ab').toSorted()).toEqual(['ab 2', 'ab 2']);
});

it('goes on at the next position, or stops, as it is told', () => {
  expect(scan(['aa', 'a'], 'aaa', 'next')).toEqual(['a 1', 'aa 2', 'aa 3']);
  expect(scan(['aa', 'a'], 'aaa', 'stop')).toEqual(['a 1']);
});

it('finds what a plain search finds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 40 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.uniqueArray(pattern, { maxLength: 6 }), text, (patterns, searched) => {
      const expected = patterns.flatMap((sought) =>
        Array.from(searched, (_, at) => at + 1).flatMap((to) =>
          searched.slice(0, to).endsWith(sought) ? `${sought} ${to}` : [],
        ),
      );
      expect(scan(patterns, searched).toSorted()).toEqual(expected.toSorted());
    }),
  );
});

it('stops when the steps are spent', () => {
  const steps = createSteps(10);
  let matches = 0;
  createAutomaton(['a']).scan(unitsOf('a'.repeat(100)), steps, () => {
    matches += 1;
    return 'shorter';
  });
  expect(areSpent(steps)).toBe(true);
  expect(matches).toBeLessThan(10);
});
