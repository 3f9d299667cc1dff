import type { Case } from '../../src/moderation/case.ts';
import { defaultPolicy, type Policy } from '../../src/moderation/policy.ts';
import type { Cases, Checkpoint, Checkpoints, Policies } from '../../src/moderation/ports.ts';
import type { Pardons } from '../../src/moderation/ruling-ports.ts';
import { isUnfinished } from '../../src/moderation/rulings.ts';

/** Everything a process leaves behind, in memory. Records are copied in and out, as a database would. */
export interface MemoryStores {
  readonly policies: Policies;
  readonly cases: Cases;
  readonly checkpoints: Checkpoints;
  readonly pardons: Pardons;
  /** Every case, oldest first. */
  allCases(): Case[];
  /** How often each method was called. */
  calls(method: keyof Cases | keyof Checkpoints): number;
  checkpoint(channelId: string): Checkpoint | null;
}

export function createMemoryStores(): MemoryStores {
  const policies = new Map<string, Policy>();
  const cases = new Map<string, Case>();
  const texts = new Map<string, string>();
  const pardons = new Set<string>();
  const since = new Map<string, string>();
  const alive = new Map<string, string>();
  const checkpoints = new Map<string, Checkpoint>();
  const counts = new Map<string, number>();
  const count = (method: string): void => {
    counts.set(method, (counts.get(method) ?? 0) + 1);
  };
  const keyOf = (guildId: string, number: number): string => `${guildId}/${number}`;

  return {
    policies: {
      get: async (guildId) => policies.get(guildId) ?? defaultPolicy,
      async set(guildId, policy) {
        policies.set(guildId, policy);
      },
      async update(guildId, change) {
        const changed = change(policies.get(guildId) ?? defaultPolicy);
        policies.set(guildId, changed.policy);
        return changed;
      },
    },
    cases: {
      async open(draft, text) {
        count('open');
        const number =
          [...cases.values()].filter((one) => one.guildId === draft.guildId).length + 1;
        const record: Case = structuredClone({ ...draft, number });
        cases.set(keyOf(draft.guildId, number), record);
        texts.set(keyOf(draft.guildId, number), text);
        return structuredClone(record);
      },
      async update(known, change) {
        count('update');
        const key = keyOf(known.guildId, known.number);
        const next = change(structuredClone(cases.get(key) ?? known));
        cases.set(key, structuredClone(next));
        return structuredClone(next);
      },
      async get(guildId, number) {
        count('get');
        return structuredClone(cases.get(keyOf(guildId, number)) ?? null);
      },
      async evidence(guildId, number) {
        count('evidence');
        return texts.get(keyOf(guildId, number)) ?? null;
      },
      async ofMessage(guildId, messageId) {
        count('ofMessage');
        const about = [...cases.values()].filter(
          (one) => one.guildId === guildId && one.messageId === messageId,
        );
        return structuredClone(about.at(-1) ?? null);
      },
      async list(guildId, { authorId, below = Infinity, limit }) {
        count('list');
        const wanted = [...cases.values()].filter(
          (one) =>
            one.guildId === guildId &&
            one.number < below &&
            (authorId === undefined || one.author.id === authorId),
        );
        return structuredClone(wanted.reverse().slice(0, limit));
      },
      async forgetTexts(guildId, authorId) {
        count('forgetTexts');
        const about = [...cases.values()].filter(
          (one) => one.guildId === guildId && one.author.id === authorId,
        );
        for (const { number } of about) texts.delete(keyOf(guildId, number));
        return about.length;
      },
      async *unfinished() {
        count('unfinished');
        yield* structuredClone([...cases.values()].filter(isUnfinished));
      },
    },
    pardons: {
      has: async (guildId, fingerprint) => pardons.has(`${guildId}/${fingerprint}`),
      async add({ guildId, fingerprint }) {
        pardons.add(`${guildId}/${fingerprint}`);
      },
      async remove({ guildId, fingerprint }) {
        pardons.delete(`${guildId}/${fingerprint}`);
      },
    },
    checkpoints: {
      async watchedSince(guildId, nowId) {
        count('watchedSince');
        const known = since.get(guildId) ?? nowId;
        since.set(guildId, known);
        return known;
      },
      async read(_guildId, channelIds) {
        count('read');
        const found = new Map<string, Checkpoint>();
        for (const id of channelIds) {
          const checkpoint = checkpoints.get(id);
          if (checkpoint !== undefined) found.set(id, checkpoint);
        }
        return found;
      },
      async forget(guildId) {
        count('forget');
        since.delete(guildId);
        alive.delete(guildId);
        checkpoints.clear();
      },
      async aliveUpTo(guildId) {
        count('aliveUpTo');
        return alive.get(guildId) ?? null;
      },
      async write(guildId, changed, aliveUpTo) {
        count('write');
        alive.set(guildId, aliveUpTo);
        for (const [id, checkpoint] of changed) checkpoints.set(id, checkpoint);
      },
    },
    allCases: () => [...cases.values()],
    calls: (method) => counts.get(method) ?? 0,
    checkpoint: (channelId) => checkpoints.get(channelId) ?? null,
  };
}
