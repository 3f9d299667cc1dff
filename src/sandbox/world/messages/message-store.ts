import type { APIMessage } from 'discord-api-types/v10';

import { compareSnowflakes } from '../../../shared/snowflake.ts';

/** A page of a channel's history. Discord accepts one of the three positions; without any, the newest messages. */
export interface PageQuery {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly around?: string | undefined;
}

/** A channel's messages in the order of their ids. Messages stay until they are deleted. */
export interface MessageStore {
  readonly size: number;
  get(id: string): APIMessage | undefined;
  set(message: APIMessage): void;
  delete(id: string): APIMessage | undefined;
  /** Newest first, as Discord returns them. */
  page(query: PageQuery): APIMessage[];
  /** The newest message that isn't deleted. */
  newestId(): string | null;
  /** Oldest first. Copy it before deleting messages while iterating. */
  values(): Iterable<APIMessage>;
}

export function createMessageStore(): MessageStore {
  const byId = new Map<string, APIMessage>();
  /** In ascending order. */
  const ids: string[] = [];

  /** The index of the first id that is not smaller than `id`. */
  function position(id: string): number {
    let low = 0;
    let high = ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareSnowflakes(ids[middle] ?? '', id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function indexOfEnd({ limit, before, after, around }: PageQuery): number {
    if (around !== undefined) return position(around) + Math.ceil(limit / 2);
    if (before !== undefined) return position(before);
    if (after !== undefined) return startAfter(after) + limit;
    return ids.length;
  }

  function startAfter(id: string): number {
    const index = position(id);
    return ids[index] === id ? index + 1 : index;
  }

  function* values(): Iterable<APIMessage> {
    for (const id of ids) {
      const message = byId.get(id);
      if (message !== undefined) yield message;
    }
  }

  return {
    get size() {
      return ids.length;
    },
    get: (id) => byId.get(id),
    set(message) {
      if (!byId.has(message.id)) {
        const newest = ids.at(-1);
        if (newest === undefined || compareSnowflakes(newest, message.id) < 0) ids.push(message.id);
        else ids.splice(position(message.id), 0, message.id);
      }
      byId.set(message.id, message);
    },
    delete(id) {
      const message = byId.get(id);
      if (message === undefined) return undefined;
      byId.delete(id);
      ids.splice(position(id), 1);
      return message;
    },
    page(query) {
      const end = Math.min(indexOfEnd(query), ids.length);
      const start =
        query.after !== undefined && query.around === undefined && query.before === undefined
          ? startAfter(query.after)
          : Math.max(0, end - query.limit);
      const page: APIMessage[] = [];
      for (let index = end - 1; index >= start; index -= 1) {
        const message = byId.get(ids[index] ?? '');
        if (message !== undefined) page.push(message);
      }
      return page;
    },
    newestId: () => ids.at(-1) ?? null,
    values,
  };
}
