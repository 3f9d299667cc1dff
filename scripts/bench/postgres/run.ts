import { startChild, type Child } from '../child-process.ts';
import type { Stub } from '../messages/with-bot.ts';
import { botSettings, withStub } from '../messages/with-bot.ts';
import type { Layout, Usage, UsageRequest } from '../messages/stub/protocol.ts';
import type { Activity } from './server.ts';
import type { BenchState } from './state.ts';

/** Total cost of a piece of work. CPU times are in microseconds. */
export interface Cost {
  botsMicros: number;
  /** Null: PostgreSQL runs elsewhere. */
  postgresMicros: number | null;
  requests: number;
  transactions: number;
  writtenRows: number;
  walBytes: number;
  gatewayBytes: number;
}

export interface Scene {
  readonly stub: Stub;
  usages(): Promise<Usage[]>;
  /** Runs the work, waits until the bots have sent no request for this time, and returns the cost. */
  measure<T>(quietMs: number, work: () => Promise<T>): Promise<{ result: T; cost: Cost }>;
}

type Bot = Child<UsageRequest, string, Usage>;

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

function difference(before: Activity, after: Activity) {
  const { cpuMicros: cpuBefore } = before;
  const { cpuMicros: cpuAfter } = after;
  return {
    postgresMicros: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore,
    transactions: after.transactions - before.transactions,
    writtenRows: after.writtenRows - before.writtenRows,
    walBytes: after.walBytes - before.walBytes,
  };
}

/** Starts bots with one state and one stub, one after the other, and stops all of them afterwards. */
export async function withBots<T>(
  {
    state,
    layout,
    bots: count = 1,
  }: { state: BenchState; layout: Omit<Layout, 'kind'>; bots?: number },
  run: (scene: Scene) => Promise<T>,
): Promise<T> {
  return withStub(layout, async (stub) => {
    const bots: Bot[] = [];
    const usages = (): Promise<Usage[]> =>
      Promise.all(bots.map((bot) => bot.send({ kind: 'usage' })));
    async function reading(quietMs: number) {
      const { requests, gatewayBytes } = await stub.traffic(quietMs);
      const botsMicros = sum((await usages()).map((usage) => usage.cpuMicros));
      return {
        requests,
        gatewayBytes,
        botsMicros,
        activity: await state.activity(),
      };
    }
    try {
      for (let started = 0; started < count; started += 1) {
        const settings = { ...botSettings(stub, state.settings.STATE_URL), ...state.settings };
        bots.push(await startChild<UsageRequest, string, Usage>('postgres/bot', settings));
      }
      return await run({
        stub,
        usages,
        async measure(quietMs, work) {
          const before = await reading(0);
          const result = await work();
          const after = await reading(quietMs);
          const cost = {
            botsMicros: after.botsMicros - before.botsMicros,
            requests: after.requests,
            gatewayBytes: after.gatewayBytes - before.gatewayBytes,
            ...difference(before.activity, after.activity),
          };
          return { result, cost };
        },
      });
    } finally {
      await Promise.all(bots.map((bot) => bot.stop()));
    }
  });
}
