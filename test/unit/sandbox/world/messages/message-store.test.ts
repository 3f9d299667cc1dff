import type { APIMessage } from 'discord-api-types/v10';
import { assert, constantFrom, integer, property, record, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compareSnowflakes } from '../../../../../src/shared/snowflake.ts';
import { createMessageStore } from '../../../../../src/sandbox/world/messages/message-store.ts';

/** The store reads only the id. */
function message(id: number): APIMessage {
  return { id: String(id) } as APIMessage;
}

function storeOf(ids: readonly number[]): ReturnType<typeof createMessageStore> {
  const store = createMessageStore();
  for (const id of ids) store.set(message(id));
  return store;
}

const idsSchema = uniqueArray(integer({ min: 1, max: 200 }), { maxLength: 60 });

describe('createMessageStore', () => {
  it('keeps messages in the order of their ids, regardless of insertion order', () => {
    assert(
      property(idsSchema, (ids) => {
        const store = storeOf(ids);
        const kept = Array.from(store.values(), ({ id }) => id);
        expect(kept).toEqual(ids.map(String).sort(compareSnowflakes));
        expect(store.newestId()).toBe(kept.at(-1) ?? null);
      }),
    );
  });

  it('returns the same pages as a linear search over all ids', () => {
    const queries = record({
      kind: constantFrom('before', 'after', 'newest'),
      pivot: integer({ min: 0, max: 201 }),
      limit: integer({ min: 1, max: 100 }),
    });
    assert(
      property(idsSchema, queries, (ids, { kind, pivot, limit }) => {
        const sorted = [...ids].sort((a, b) => a - b);
        const expected = {
          before: sorted.filter((id) => id < pivot).slice(-limit),
          after: sorted.filter((id) => id > pivot).slice(0, limit),
          newest: sorted.slice(-limit),
        }[kind];
        const query = kind === 'newest' ? { limit } : { limit, [kind]: String(pivot) };
        const page = storeOf(ids)
          .page(query)
          .map(({ id }) => Number(id));
        expect(page).toEqual(expected.reverse());
      }),
    );
  });

  it('returns a page around an id with half before it, half after it, and the message itself', () => {
    const store = storeOf([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const ids = (limit: number): string[] => store.page({ around: '5', limit }).map(({ id }) => id);
    expect(ids(5)).toEqual(['7', '6', '5', '4', '3']);
    expect(ids(1)).toEqual(['5']);
  });

  it('replaces a message with the same id and removes a deleted one', () => {
    const store = storeOf([1, 2, 3]);
    store.set({ ...message(2), content: 'edited' });
    expect(store.size).toBe(3);
    expect(store.get('2')?.content).toBe('edited');
    expect(store.delete('2')?.id).toBe('2');
    expect(store.delete('2')).toBeUndefined();
    expect(store.page({ limit: 10 }).map(({ id }) => id)).toEqual(['3', '1']);
  });
});
