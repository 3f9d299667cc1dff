import { messageCreate } from './payloads.ts';
import type { GatewayStub } from './gateway.ts';
import type { Burst, Flood, FloodResult, Layout, Pace, PaceResult } from './protocol.ts';

/** Number of messages in flight during a flood: enough to keep the bot busy, fewer than its queue holds. */
const WINDOW = 2000;
/** Lower, because each bad message takes a dozen transactions, some of which are still to come when it is deleted. */
const BAD_WINDOW = 128;
/** Number of messages sent at once, in one packet. */
const BATCH = 32;

/** After this long without progress, the missing messages count as lost. */
const GIVE_UP_MS = 15_000;

interface Times {
  readonly shard: number;
  frame: number;
  request: number | null;
  answer: number | null;
  deleted: number | null;
}

/** Sends messages to the bot, and notes when it asked the service about them and deleted them. */
export interface Runs {
  burst(run: Burst, layout: Layout): void;
  flood(run: Flood, layout: Layout): Promise<FloodResult>;
  pace(run: Pace, layout: Layout): Promise<PaceResult>;
  /** Call it when the service was asked about a message; times are from `performance.now()`. */
  requested(messageId: string, startedMs: number): void;
  deleted(messageId: string): void;
}

/** Calls `giveUp` when `progress` has not been called for `GIVE_UP_MS`. */
function watchdog(giveUp: () => void): { progress: () => void; end: () => void } {
  let timer = setTimeout(giveUp, GIVE_UP_MS);
  return {
    progress: () => {
      timer.refresh();
    },
    end: () => clearTimeout(timer),
  };
}

/** Messages whose way through the bot is timed. */
function createTimedMessages(gateway: GatewayStub) {
  /** By message id; filled during a run. */
  const times = new Map<string, Times>();
  /** Counts messages across runs, so that no two are alike. */
  let messages = 0;

  return {
    times,
    create({ guilds, channelsPerGuild, shards, texts }: Layout, shard: number, bad: boolean) {
      messages += 1;
      const perShard = Math.floor(guilds / shards);
      const guild = shard + shards * (messages % perShard);
      const { id, data } = messageCreate(messages, guild, channelsPerGuild, bad, texts);
      times.set(id, { shard, frame: Number.NaN, request: null, answer: null, deleted: null });
      return { id, event: JSON.stringify(data) };
    },
    send(shard: number, batch: readonly { id: string; event: string }[]): void {
      const frame = performance.now();
      for (const { id } of batch) Object.assign(times.get(id) ?? {}, { frame });
      const events = batch.map(({ event }) => event);
      gateway.send(shard, 'MESSAGE_CREATE', events);
    },
  };
}

export function createRuns(gateway: GatewayStub): Runs {
  const { times, create, send } = createTimedMessages(gateway);
  let onArrival: (shard: number) => void = () => undefined;
  let onDelete: (shard: number) => void = () => undefined;

  function burst({ messages: count }: Burst, layout: Layout): void {
    times.clear();
    for (let sent = 0; sent < count; sent += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, count - sent) }, () =>
        create(layout, 0, false),
      );
      send(0, batch);
    }
  }

  function flood({ messages: count, bad }: Flood, layout: Layout): Promise<FloodResult> {
    times.clear();
    const { shards } = layout;
    // Created before the clock starts. Each shard gets the same number.
    const ready = queuesOf(layout, count, (shard) => create(layout, shard, bad));
    const total = Math.ceil(count / shards) * shards;
    const window = Math.max(2 * BATCH, Math.floor((bad ? BAD_WINDOW : WINDOW) / shards));
    const cpuBefore = process.cpuUsage();
    const start = performance.now();
    let arrived = 0;
    return new Promise((resolve) => {
      const finish = (): void => {
        watch.end();
        const { user, system } = process.cpuUsage(cpuBefore);
        const seconds = (performance.now() - start) / 1000;
        resolve({ sent: total, arrived, seconds, cpuMicros: user + system });
      };
      const watch = watchdog(finish);
      const refill = (shard: number): void => {
        const queue = ready[shard];
        if (queue === undefined) return;
        while (queue.next < queue.messages.length && queue.open <= window - BATCH) {
          const batch = queue.messages.slice(queue.next, queue.next + BATCH);
          queue.next += batch.length;
          queue.open += batch.length;
          send(shard, batch);
        }
      };
      const done = (shard: number): void => {
        const queue = ready[shard];
        if (queue !== undefined) queue.open -= 1;
        arrived += 1;
        watch.progress();
        if (arrived < total) refill(shard);
        else finish();
      };
      onArrival = bad ? () => undefined : done;
      onDelete = bad ? done : () => undefined;
      for (let shard = 0; shard < shards; shard += 1) refill(shard);
    });
  }

  function pace({ messages: count, perSecond, badEvery, asks }: Pace, layout: Layout) {
    times.clear();
    const start = performance.now();
    const bad = Math.floor(count / badEvery);
    let sent = 0;
    let arrived = 0;
    let deletions = 0;
    return new Promise<PaceResult>((resolve) => {
      const finish = (): void => {
        watch.end();
        resolve({ arrived, ...delaysOf(times.values()) });
      };
      const watch = watchdog(finish);
      const onProgress = (): void => {
        watch.progress();
        if (sent === count && deletions === bad && (arrived === count || !asks)) finish();
      };
      onArrival = () => {
        arrived += 1;
        onProgress();
      };
      onDelete = () => {
        deletions += 1;
        onProgress();
      };
      const ticker = setInterval(() => {
        const due = Math.min(count, Math.floor(((performance.now() - start) / 1000) * perSecond));
        for (; sent < due; sent += 1) {
          const shard = sent % layout.shards;
          send(shard, [create(layout, shard, (sent + 1) % badEvery === 0)]);
        }
        watch.progress();
        if (sent < count) return;
        clearInterval(ticker);
        onProgress();
      }, 1);
    });
  }

  return {
    burst,
    flood,
    pace,
    requested(messageId, startedMs) {
      const entry = times.get(messageId);
      if (entry === undefined || entry.request !== null) return;
      entry.request = startedMs;
      entry.answer = performance.now();
      onArrival(entry.shard);
    },
    deleted(messageId) {
      const entry = times.get(messageId);
      if (entry === undefined || entry.deleted !== null) return;
      entry.deleted = performance.now();
      onDelete(entry.shard);
    },
  };
}

function delaysOf(times: Iterable<Times>): Omit<PaceResult, 'arrived'> {
  const frameToRequest: number[] = [];
  const frameToDelete: number[] = [];
  const added: number[] = [];
  for (const { frame, request, answer, deleted } of times) {
    if (deleted !== null) frameToDelete.push(deleted - frame);
    if (request === null || answer === null) continue;
    frameToRequest.push(request - frame);
    if (deleted !== null) added.push(request - frame + (deleted - answer));
  }
  return { frameToRequest, frameToDelete, added };
}

/** A queue of messages per shard. */
function queuesOf<Message>(
  { shards }: Layout,
  count: number,
  create: (shard: number) => Message,
): { next: number; open: number; messages: Message[] }[] {
  return Array.from({ length: shards }, (_, shard) => ({
    next: 0,
    open: 0,
    messages: Array.from({ length: Math.ceil(count / shards) }, () => create(shard)),
  }));
}
