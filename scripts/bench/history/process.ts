import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DAY_MS, systemClock } from '../../../src/shared/clock.ts';
import { silentLogger } from '../../../src/shared/logger.ts';
import { createCaseStatistics } from '../../../src/bot/storage/statistics/case-statistics.ts';
import { createCases } from '../../../src/bot/storage/cases.ts';
import { exportGuildRows } from '../../../src/bot/storage/guild-data.ts';
import { createIncidents } from '../../../src/bot/storage/incidents.ts';
import { createErasures, type StoredErasures } from '../../../src/bot/storage/members/erasures.ts';
import { createMemberData } from '../../../src/bot/storage/members/member-data.ts';
import { openState } from '../../../src/bot/storage/state.ts';
import { GUILD_ID, MEMBER_ID, type HistoryRequest, type HistoryFigures } from './history.ts';

/* Measures the stores of a bot with a large history. */

const SAMPLE_MS = 5;

async function measure<T>(work: () => Promise<T>): Promise<HistoryFigures> {
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  let peakRssBytes = process.memoryUsage.rss();
  const sampling = setInterval(() => {
    peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
  }, SAMPLE_MS);
  delay.enable();
  const startMs = performance.now();
  await work();
  const ms = performance.now() - startMs;
  delay.disable();
  clearInterval(sampling);
  return { ms, heldMs: Math.max(0, delay.max / 1e6 - SAMPLE_MS), peakRssBytes };
}

async function drain(pieces: AsyncIterable<string>): Promise<void> {
  for await (const _piece of pieces);
}

async function erase(erasures: StoredErasures): Promise<void> {
  const member = { guildId: GUILD_ID, userId: MEMBER_ID };
  await erasures.begin({ ...member, byId: MEMBER_ID });
  for await (const _step of erasures.steps(member));
  await erasures.end(member);
}

async function run({ url }: HistoryRequest): Promise<Record<string, HistoryFigures>> {
  const state = await openState(url, silentLogger);
  const { database } = state;
  const cases = createCases(database, systemClock, silentLogger);
  const incidents = createIncidents(database, silentLogger);
  const members = createMemberData(database, systemClock, silentLogger);
  const statistics = createCaseStatistics(database, systemClock, silentLogger);
  const weekAgo = systemClock.now() - 7 * DAY_MS;
  const figures = {
    start: await measure(async () => {
      for await (const _open of cases.unfinished());
      await incidents.guildsWithCasesSince(weekAgo);
      await incidents.busyHour(GUILD_ID, weekAgo);
      await cases.guildsWithCasesBefore(weekAgo);
    }),
    prepareStats: await measure(() => statistics.prepare(() => false)),
    stats: await measure(() =>
      statistics.figures(GUILD_ID, {
        fromMs: systemClock.now() - 300 * DAY_MS,
        toMs: systemClock.now(),
        canSee: null,
        timeZone: 'Europe/Berlin',
      }),
    ),
    list: await measure(() => cases.list(GUILD_ID, { limit: 25 })),
    memberExport: await measure(() => drain(members.export(GUILD_ID, MEMBER_ID))),
    serverExport: await measure(() =>
      exportGuildRows(database, {
        guildId: GUILD_ID,
        service: null,
        write: async () => {},
        onRows() {},
      }),
    ),
    erasure: await measure(() => erase(createErasures(database, systemClock, silentLogger))),
  };
  await state.close();
  return figures;
}

process.on('message', (request: HistoryRequest) => {
  void run(request).then((answer) => process.send?.(answer));
});
process.once('SIGTERM', () => process.exit(0));
process.send?.('ready');
