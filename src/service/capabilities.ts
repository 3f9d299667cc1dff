import { randomBytes } from 'node:crypto';
import { compact } from '../shared/database/compact.ts';
import { DAY_MS, systemClock, type Clock } from '../shared/clock.ts';
import type { Logger } from '../shared/logger.ts';
import type { Teardown } from '../shared/tasks/teardown.ts';
import { JOB_RETENTION_MS, SAMPLE_RETENTION_MS } from '../service-api/schemas/insights.ts';
import { createAddons } from './addons/addons.ts';
import { createSecrets } from './addons/secrets.ts';
import type { Engine } from './engine/engine.ts';
import { joinInstances } from './instance.ts';
import { createInsights } from './insights/insights.ts';
import { createJudge } from './text/judge.ts';
import { createLanguageDetector } from './language/detector.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createPoster } from './outbox/poster.ts';
import { createAnalytics } from './property/analytics.ts';
import { createPropertyConsole } from './property/console.ts';
import { oldestDay, spanOf } from './property/days.ts';
import type { PropertyExecutor } from '../service-api/property-executor.ts';
import { createJournal } from './property/journal.ts';
import { startPurging } from './store/purge-schedule.ts';
import { createCompatibleRoutes, type CompatibleOptions } from './compatible.ts';
import { addonRoutes } from './server/routes/addons.ts';
import { healthRoutes } from './server/routes/health.ts';
import { insightsRoutes } from './server/routes/insights.ts';
import { propertyRoutes } from './server/routes/property.ts';
import { statisticsRoutes } from './server/routes/statistics.ts';
import { streamRoutes } from './server/routes/stream.ts';
import { textRoutes } from './server/routes/text.ts';
import type { Accounts } from './server/accounts.ts';
import type { Route } from './server/route.ts';
import type { ServerDeps } from './server/server.ts';
import { createRecorder } from './samples/recorder.ts';
import { createStatistics, RECORD_RETENTION_MS } from './statistics/statistics.ts';
import { ACCOUNTS_REVISION, createAccountStore, type AccountStore } from './store/accounts.ts';
import { createAddonStore } from './store/addons.ts';
import { createClaims, createInstanceStore } from './store/instances.ts';
import { createJobStore, type JobStore } from './store/jobs.ts';
import { createModeratedStore } from './store/moderated.ts';
import { createOutboxStore } from './store/outbox.ts';
import { createPropertyStore, type PropertyStore } from './store/property.ts';
import { readRevisions } from './store/revisions.ts';
import { createSamplePartitions, type SamplePartitions } from './store/sample-partitions.ts';
import { removeSamples } from './store/samples.ts';
import { createSessionStore, type SessionStore } from './store/sessions.ts';
import type { ServiceDatabase } from './store/tables.ts';
import { createStatisticsStore, type StatisticsStore } from './store/statistics.ts';
import { createAudioTagging, type AudioOptions } from './stream/audio-tagging.ts';
import { SESSION_RETENTION_MS } from './stream/stream-limits.ts';

const SECRET_BYTES = 32;

export interface CapabilityDeps {
  database: ServiceDatabase;
  /** Receives the accounts that the store holds. */
  accounts: Accounts;
  engine: Engine;
  /** Null: other services' interfaces are not offered. */
  compatible: CompatibleOptions | null;
  searchIntervalMs: number;
  audio: AudioOptions;
  /** Null: the service runs without an executor. */
  propertyExecutor: PropertyExecutor | null;
  clock: Clock;
  random: () => number;
  newUuid: () => string;
  logger: Logger;
  /** Receives a stop function for everything that is started. */
  teardown: Teardown;
}

export interface Capabilities {
  readonly routes: readonly Route[];
  /** Adds other services' interfaces, which exist only over HTTP. */
  readonly addCompatibleRoutes: ServerDeps['addCompatibleRoutes'];
  /** Stores everything collected in memory. */
  flush(): Promise<void>;
}

/** Creates and starts all capabilities. */
export async function startCapabilities(deps: CapabilityDeps): Promise<Capabilities> {
  const { database, engine, clock, random, newUuid, logger, teardown } = deps;
  const instanceId = newUuid();
  const instances = createInstanceStore(database);
  const claims = createClaims(database, instanceId);
  const instance = await joinInstances({
    id: instanceId,
    store: instances,
    clock: systemClock,
    logger,
  });
  teardown.add('instance', () => instance.stop());

  const detectLanguage = await createLanguageDetector();
  const judge = createJudge({ engine, detectLanguage, newUuid, instanceId });

  const partitions = createSamplePartitions(database);
  const moderated = createModeratedStore(database, partitions);
  const recorder = createRecorder({ store: moderated, clock, logger });
  const flush = (): Promise<void> => recorder.flush();
  teardown.add('recorder', () => recorder.stop());

  const poster = createPoster(clock);
  teardown.add('poster', () => poster.close());
  const outbox = createOutbox({
    store: createOutboxStore(database, claims),
    poster,
    instance,
    clock,
    random,
    logger,
  });
  teardown.add('outbox', () => outbox.stop());

  const addonStore = createAddonStore(database);
  const secrets = createSecrets(addonStore, () => randomBytes(SECRET_BYTES).toString('base64url'));
  const addons = createAddons({ store: addonStore, secrets, outbox, clock, logger });

  const jobs = createJobStore(database, claims);
  const insights = createInsights({ store: jobs, flush, clock, newUuid, logger });
  teardown.add('insights', () => insights.stop());

  const statisticsStore = createStatisticsStore(database);
  const statistics = createStatistics({
    store: statisticsStore,
    searchIntervalMs: deps.searchIntervalMs,
    flush,
    clock,
  });

  const sessions = createSessionStore(database, claims);
  const tagging = createAudioTagging({
    options: deps.audio,
    store: sessions,
    outbox,
    secrets,
    moderate: (sample) => judge(sample).envelope,
    serviceInstanceId: instanceId,
    clock,
    newUuid,
    logger,
  });
  teardown.add('audio tagging', () => tagging.stop());

  const properties = createPropertyStore(database);
  const journal = createJournal({ store: properties, clock, logger });
  teardown.add('property journal', () => journal.stop());
  const executor = deps.propertyExecutor;
  const propertyConsole = createPropertyConsole({ executor, store: properties, journal });
  const analytics = createAnalytics({ store: properties, journal, secrets, clock });

  const stopPurging = startPurging({
    tasks: purgeTasks({ database, partitions, jobs, sessions, properties, statisticsStore }),
    compact: () => compact(database, logger),
    clock,
    logger,
  });
  teardown.add('purge', stopPurging);

  const recover = async (): Promise<void> => {
    await outbox.resume();
    insights.resume();
    await tagging.tidy();
  };
  const refreshAccounts = createAccountRefresh(createAccountStore(database), deps.accounts);
  const refresh = async (): Promise<void> => {
    const revisions = await readRevisions(database);
    await refreshAccounts(revisions);
    await addons.refresh(revisions);
  };
  await refresh();
  await recover();
  await instance.begin(async () => {
    await refresh();
    // Without other instances, nothing can be left behind.
    if (instances.isShared) await recover();
  });

  return {
    addCompatibleRoutes: createCompatibleRoutes({ ...deps, detectLanguage }),
    routes: [
      ...healthRoutes(() => instance.isReady()),
      ...textRoutes({ judge, recorder, addons, journal, clock }),
      ...addonRoutes({ addons, secrets }),
      ...insightsRoutes(insights),
      ...statisticsRoutes(statistics),
      ...streamRoutes({ tagging, instanceId }),
      ...propertyRoutes({ console: propertyConsole, analytics }),
    ],
    async flush() {
      await Promise.all([recorder.flush(), journal.flush()]);
    },
  };
}

/** Each task removes data whose retention time has passed. */
function purgeTasks(stores: {
  database: ServiceDatabase;
  partitions: SamplePartitions | null;
  jobs: JobStore;
  sessions: SessionStore;
  properties: PropertyStore;
  statisticsStore: StatisticsStore;
}): ((nowMs: number) => Promise<unknown>)[] {
  const { database, partitions, jobs, sessions, properties, statisticsStore } = stores;
  return [
    // Creates partitions ahead of time, so that no request has to wait for it on the next day.
    async (nowMs) => partitions?.ensure([nowMs, nowMs + DAY_MS]),
    (nowMs) => removeSamples(database, partitions, nowMs - SAMPLE_RETENTION_MS),
    (nowMs) => statisticsStore.purge(nowMs - RECORD_RETENTION_MS),
    (nowMs) =>
      jobs.purge({
        endedBeforeMs: nowMs - JOB_RETENTION_MS,
        sampledBeforeMs: nowMs - SAMPLE_RETENTION_MS,
      }),
    (nowMs) => sessions.removeBefore(nowMs - SESSION_RETENTION_MS),
    (nowMs) => {
      const day = oldestDay(nowMs);
      return properties.removeBefore(day, spanOf(day).fromMs);
    },
  ];
}

/** Reloads the accounts from the store whenever their revision has changed. */
function createAccountRefresh(store: AccountStore, accounts: Pick<Accounts, 'take'>) {
  let known = 0;
  return async (revisions: ReadonlyMap<string, number>): Promise<void> => {
    const revision = revisions.get(ACCOUNTS_REVISION) ?? 0;
    if (revision === known) return;
    accounts.take(await store.keys());
    known = revision;
  };
}
