import { BOT, DISCORD, PLAN, type Assumptions } from './assumptions.ts';
import type { UnitCosts } from './costs.ts';
import { simulateTraffic, type Traffic } from './traffic.ts';

const MICROS = 1e6;
/** If the search for edits at a start takes longer than this, it competes with moderators and members for Discord's limit. */
const EDIT_SEARCH_SECONDS = 3_600;

/** The used share of a limit; above 1, the limit is exceeded. */
export interface LimitUse {
  limit: 'requests' | 'identifies' | 'groups' | 'editSearch';
  used: number;
}

/** Resources for a number of servers. Rates are per second at peak load. */
export interface ScaleRow {
  servers: number;
  shards: number;
  groups: number;
  processes: number;
  traffic: Traffic;
  /** Cores used by all processes together, and by the busiest one alone. */
  botCores: number;
  busiestCore: number;
  bytesPerProcess: number;
  postgresCores: number;
  transactions: number;
  connections: number;
  walBytes: number;
  /** Size of the cases after a year. */
  caseBytes: number;
  textBytes: number;
  otherBytes: number;
  sampleBytes: number;
  requests: number;
  gatewayBytes: number;
  maxConcurrency: number;
  identifiesPerDay: number;
  /** Time from a stop of all processes until the last shard has identified again. */
  identifySeconds: number;
  /** Work for gateway events and the database at such a start. */
  startCoreSeconds: number;
  startPostgresSeconds: number;
  /** Time to send the requests of a full restart, at Discord's limit. */
  missedSeconds: number;
  editSearchSeconds: number;
  /** The most used limit first. */
  limits: LimitUse[];
}

function shardsOf(servers: number, maxConcurrency: number): number {
  const recommended = Math.max(1, Math.ceil(servers / DISCORD.serversPerRecommendedShard));
  return Math.ceil(recommended / maxConcurrency) * maxConcurrency;
}

/**
 * Computes the resources for a number of servers from the measured costs of a message, case, checkpoint, server and
 * group of shards.
 */
export function simulate(servers: number, assumptions: Assumptions, costs: UnitCosts): ScaleRow {
  const isLarge = servers > DISCORD.largeBotServers;
  const maxConcurrency = isLarge ? DISCORD.largeMaxConcurrency : 1;
  const shards = shardsOf(servers, maxConcurrency);
  const groups = Math.ceil(shards / Math.ceil(shards / BOT.maxGroups));
  const identifySeconds = (shards / maxConcurrency - 1) * BOT.secondsBetweenIdentifies;
  const traffic = simulateTraffic(servers, assumptions, {
    shards,
    offlineSeconds: identifySeconds / 2,
  });
  const { messages, cases, checkpoints } = traffic;
  const workCores =
    (messages * costs.message.bot + cases * costs.case.bot + checkpoints * costs.checkpoint.bot) /
    MICROS;

  /** Assumes that the group of shards with the most traffic is in the busiest process. */
  function needs(processes: number) {
    const groupsEach = Math.ceil(groups / processes);
    const share = groupsEach / groups;
    const idle = (costs.idle.bot + groupsEach * costs.idleGroup.bot) / MICROS;
    const surplus = (traffic.shardImbalance - 1) / shards;
    return {
      busiestCore: workCores * (share + surplus) + idle,
      bytesPerProcess:
        costs.baseBytes + groupsEach * costs.groupBytes + servers * share * costs.serverBytes,
    };
  }
  // Bots with more servers than this get a second process, which can take over when the first one fails.
  let processes = servers > DISCORD.maxServersPerShard ? 2 : 1;
  const fits = ({ busiestCore, bytesPerProcess }: ReturnType<typeof needs>): boolean =>
    busiestCore <= PLAN.coreShare && bytesPerProcess <= PLAN.memoryBytes;
  while (!fits(needs(processes)) && processes < groups) processes += 1;

  const idleOf = (figure: 'bot' | 'postgres' | 'transactions'): number =>
    processes * costs.idle[figure] + groups * costs.idleGroup[figure];
  const casesPerDay = traffic.messagesPerDay * assumptions.badShare;
  const requests = cases * costs.case.requests;
  const identifiesPerDay = isLarge
    ? DISCORD.largeIdentifiesPerDay(servers)
    : DISCORD.identifiesPerDay;
  const editSearchSeconds = traffic.editSearchRequests / DISCORD.requestsPerSecond;
  const limits: LimitUse[] = [
    { limit: 'requests', used: requests / DISCORD.requestsPerSecond },
    // Allows for two full restarts a day: an update and its rollback.
    { limit: 'identifies', used: (2 * shards) / identifiesPerDay },
    { limit: 'groups', used: processes / BOT.maxGroups },
    { limit: 'editSearch', used: editSearchSeconds / EDIT_SEARCH_SECONDS },
  ];
  return {
    servers,
    shards,
    groups,
    processes,
    traffic,
    botCores: workCores + idleOf('bot') / MICROS,
    ...needs(processes),
    postgresCores:
      (cases * costs.case.postgres + checkpoints * costs.checkpoint.postgres + idleOf('postgres')) /
      MICROS,
    transactions:
      cases * costs.case.transactions +
      checkpoints * costs.checkpoint.transactions +
      idleOf('transactions'),
    connections: processes * BOT.connectionsPerProcess,
    walBytes: cases * costs.case.walBytes + checkpoints * costs.checkpoint.walBytes,
    caseBytes: casesPerDay * BOT.caseDays * costs.case.bytes,
    textBytes: casesPerDay * BOT.textDays * costs.case.textBytes,
    otherBytes: servers * costs.storedServerBytes + traffic.activeChannels * costs.checkpoint.bytes,
    sampleBytes: traffic.messagesPerDay * BOT.sampleDays * costs.sampleBytes,
    requests,
    gatewayBytes: messages * costs.messageEventBytes,
    maxConcurrency,
    identifiesPerDay,
    identifySeconds,
    startCoreSeconds: (servers * costs.start.bot) / MICROS,
    startPostgresSeconds: (servers * costs.start.postgres) / MICROS,
    missedSeconds: traffic.missedChannels / DISCORD.requestsPerSecond,
    editSearchSeconds,
    limits: limits.toSorted((a, b) => b.used - a.used),
  };
}
