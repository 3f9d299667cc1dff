import type { BenchModule } from '../child-process.ts';
import { withBot, type Bench } from '../messages/with-bot.ts';
import { median, percentile } from '../statistics.ts';

/** Messages per burst: no bot holds that many in its queue for long, and Portcullis accepts more from one server. */
const BURST = 2_000;
/** Discord allows a bot 50 requests a second, and a deletion by Portcullis takes four. */
const DELETIONS_PER_SECOND = 4;

export const CONTENDERS = {
  portcullis: { module: 'messages/bot', service: 'embedded', asks: false },
  wordList: { module: 'default/word-list-bot', service: 'stub', asks: false },
  http: { module: 'messages/baseline-bot', service: 'stub', asks: true },
} as const satisfies Record<
  string,
  { module: BenchModule; service: 'stub' | 'embedded'; asks: boolean }
>;
export type Contender = keyof typeof CONTENDERS;

export interface Plan {
  readonly contenders: readonly Contender[];
  readonly rounds: number;
  /** Numbers of bursts before the measurement and during it. 0: not measured at full speed. */
  readonly warmUpBursts: number;
  readonly bursts: number;
  /** The rates at which CPU time is measured, in messages a second. */
  readonly rates: readonly { readonly perSecond: number; readonly seconds: number }[];
  /** Duration of the measurement of deletions at 200 messages a second. 0: not measured. */
  readonly deletionSeconds: number;
}

export const FULL: Plan = {
  contenders: ['wordList', 'http', 'portcullis'],
  rounds: 3,
  warmUpBursts: 10,
  bursts: 15,
  rates: [
    { perSecond: 200, seconds: 10 },
    { perSecond: 1_500, seconds: 10 },
  ],
  deletionSeconds: 20,
};

/** For the check of every change: long enough for the code to be compiled, yet under two minutes. */
export const SHORT: Plan = {
  contenders: ['wordList', 'portcullis'],
  rounds: 3,
  warmUpBursts: 8,
  bursts: 0,
  rates: [{ perSecond: 1_500, seconds: 6 }],
  deletionSeconds: 0,
};

/** One round of a bot, or the medians of several rounds. CPU times are in microseconds per message. */
export interface Measured {
  readyMs: number;
  /** Resident set size in bytes after a garbage collection: when the bot is ready, and at the end. */
  readyBytes: number;
  endBytes: number;
  messages: number;
  lost: number;
  /** Keyed by messages a second. */
  cpuMicros: Record<string, number>;
  flatOut: { perSecond: number; cpuMicros: number } | null;
  /** Time from the gateway's frame to the request that deletes the message. */
  deletion: { p50Ms: number; p99Ms: number } | null;
}

export interface DefaultResult {
  rounds: number;
  contenders: Partial<Record<Contender, Measured>>;
  /** Portcullis's CPU time per message divided by that of the word-list bot, at the highest rate: the median of the rounds. */
  ratio: number;
}

/** Sends messages and keeps count of them. */
function createTraffic({ stub, usage }: Bench) {
  let sent = 0;
  return {
    sent: () => sent,
    async bursts(count: number) {
      const start = performance.now();
      const before = await usage(sent);
      for (let burst = 0; burst < count; burst += 1) {
        await stub.burst(BURST);
        sent += BURST;
        await usage(sent);
      }
      const after = await usage(sent);
      const messages = count * BURST;
      return {
        perSecond: messages / ((performance.now() - start) / 1_000),
        cpuMicros: (after.cpuMicros - before.cpuMicros) / messages,
      };
    },
    /** Sends `perSecond` messages a second, all harmless unless `deletes` is set. */
    async pace(plan: { perSecond: number; seconds: number; deletes: boolean; asks: boolean }) {
      const { perSecond, seconds, deletes, asks } = plan;
      const messages = perSecond * seconds;
      const badEvery = deletes ? perSecond / DELETIONS_PER_SECOND : messages + 1;
      const before = await usage();
      const paced = await stub.pace({ perSecond, messages, badEvery, asks });
      sent += messages;
      const after = await usage(sent);
      return { paced, cpuMicros: (after.cpuMicros - before.cpuMicros) / messages };
    },
  };
}

function measure(contender: Contender, plan: Plan): Promise<Measured> {
  const { module, service, asks } = CONTENDERS[contender];
  const layout = { guilds: 1, channelsPerGuild: 50, shards: 1, texts: 'comments' } as const;
  return withBot(
    module,
    layout,
    async (bench) => {
      const { usage, readyMs } = bench;
      const traffic = createTraffic(bench);
      const { rssBytes: readyBytes } = await usage();
      await traffic.bursts(plan.warmUpBursts);
      const cpuMicros: Record<string, number> = {};
      for (const rate of plan.rates) {
        const { cpuMicros: micros } = await traffic.pace({ ...rate, deletes: false, asks });
        cpuMicros[rate.perSecond] = micros;
      }
      const flatOut = plan.bursts === 0 ? null : await traffic.bursts(plan.bursts);
      const deletion = await measureDeletions(traffic, plan.deletionSeconds, asks);
      const { rssBytes: endBytes, handled } = await usage();
      const messages = traffic.sent();
      const lost = messages - handled;
      return { readyMs, readyBytes, endBytes, messages, lost, cpuMicros, flatOut, deletion };
    },
    service,
  );
}

async function measureDeletions(
  traffic: ReturnType<typeof createTraffic>,
  seconds: number,
  asks: boolean,
): Promise<Measured['deletion']> {
  if (seconds === 0) return null;
  const { paced } = await traffic.pace({ perSecond: 200, seconds, deletes: true, asks });
  const { frameToDelete } = paced;
  return { p50Ms: percentile(frameToDelete, 0.5), p99Ms: percentile(frameToDelete, 0.99) };
}

function medians(rounds: readonly Measured[]): Measured {
  const of = (read: (round: Measured) => number): number => median(rounds.map(read));
  const [first] = rounds;
  if (first === undefined) throw new RangeError('nothing was measured');
  return {
    readyMs: of(({ readyMs }) => readyMs),
    readyBytes: of(({ readyBytes }) => readyBytes),
    endBytes: of(({ endBytes }) => endBytes),
    messages: first.messages,
    lost: Math.max(...rounds.map(({ lost }) => lost)),
    cpuMicros: Object.fromEntries(
      Object.keys(first.cpuMicros).map((rate) => [
        rate,
        of(({ cpuMicros }) => cpuMicros[rate] ?? Number.NaN),
      ]),
    ),
    flatOut: first.flatOut && {
      perSecond: of(({ flatOut }) => flatOut?.perSecond ?? Number.NaN),
      cpuMicros: of(({ flatOut }) => flatOut?.cpuMicros ?? Number.NaN),
    },
    deletion: first.deletion && {
      p50Ms: of(({ deletion }) => deletion?.p50Ms ?? Number.NaN),
      p99Ms: of(({ deletion }) => deletion?.p99Ms ?? Number.NaN),
    },
  };
}

/**
 * The whole bot with its embedded service, against a minimal word-list bot and a minimal bot that asks a service. All of them
 * take turns within a round, so that other load on the machine affects them equally; the medians of the rounds count.
 */
export async function benchDefault(
  plan: Plan,
  progress: (detail: string) => void,
): Promise<DefaultResult> {
  const measured: Partial<Record<Contender, Measured[]>> = {};
  const ratios: number[] = [];
  const rate = Math.max(...plan.rates.map(({ perSecond }) => perSecond));
  for (let round = 1; round <= plan.rounds; round += 1) {
    for (const contender of plan.contenders) {
      progress(`round ${round} of ${plan.rounds}: ${contender}`);
      (measured[contender] ??= []).push(await measure(contender, plan));
    }
    const micros = (contender: Contender): number =>
      measured[contender]?.at(-1)?.cpuMicros[rate] ?? Number.NaN;
    ratios.push(micros('portcullis') / micros('wordList'));
  }
  const contenders: DefaultResult['contenders'] = {};
  for (const contender of plan.contenders) {
    contenders[contender] = medians(measured[contender] ?? []);
  }
  return { rounds: plan.rounds, contenders, ratio: median(ratios) };
}
