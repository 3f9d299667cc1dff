import { squeeze, type Word } from './normalise.ts';

/** Looks words up by any of their readings; a stretched word ("stuuupid") also by its squeezed form. */
export interface Lookup<Value> {
  of(word: Word | undefined): Value | undefined;
}

export function createLookup<Value>(entries: Iterable<readonly [string, Value]>): Lookup<Value> {
  const exact = new Map(entries);
  const squeezed = new Map([...exact].map(([text, value]) => [squeeze(text), value]));
  return {
    of(word) {
      if (word === undefined) return undefined;
      for (const reading of word.readings) {
        const value = exact.get(reading);
        if (value !== undefined) return value;
      }
      return word.squeezed === null ? undefined : squeezed.get(word.squeezed);
    },
  };
}

/** Finds the entry of a list that a word is, in its plain spelling. */
export function dictionary(list: Iterable<string>): Lookup<string> {
  return createLookup(Array.from(list, (text) => [text, text] as const));
}

/** Whether a word is in a list. */
export type Membership = (word: Word | undefined) => boolean;

export function membership(list: Iterable<string>): Membership {
  const lookup = dictionary(list);
  return (word) => lookup.of(word) !== undefined;
}
