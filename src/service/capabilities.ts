import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Teardown } from '../lib/teardown.ts';
import { JOB_RETENTION_MS, SAMPLE_RETENTION_MS } from '../protocol/insights.ts';
import { createAddons } from './addons/addons.ts';
import { createSecrets } from './addons/secrets.ts';
import type { Engine } from './engine/engine.ts';
import { createInsights } from './insights/insights.ts';
import { createJudge } from './judge.ts';
import { createLanguageDetector } from './language.ts';
import { RECORD_RETENTION_MS } from './limits.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createPoster } from './outbox/post.ts';
import { createAnalytics } from './property/analytics.ts';
import { createPropertyConsole } from './property/console.ts';
import { oldestDay, spanOf } from './property/days.ts';
import type { PropertyExecutor } from './property/executor.ts';
import { createJournal } from './property/journal.ts';
import { keepPurged } from './purge.ts';
import { addAddonRoutes } from './routes/addons.ts';
import { addInsightsRoutes } from './routes/insights.ts';
import { addPropertyRoutes } from './routes/property.ts';
import { addStatisticsRoutes } from './routes/statistics.ts';
import { addStreamRoutes } from './routes/stream.ts';
import { addTextRoutes } from './routes/text.ts';
import { createRecorder } from './samples/recorder.ts';
import { createStatistics } from './statistics/statistics.ts';
import { createAddonStore } from './store/addons.ts';
import { createJobStore } from './store/jobs.ts';
import { createModeratedStore } from './store/moderated.ts';
import { createOutboxStore } from './store/outbox.ts';
import { createPropertyStore } from './store/property.ts';
import { removeSamples } from './store/samples.ts';
import { createSessionStore } from './store/sessions.ts';
import type { Sqlite } from './store/sqlite.ts';
import { createStatisticsStore } from './store/statistics.ts';
import { createAudioTagging, type AudioOptions } from './stream/audio-tagging.ts';
import { SESSION_RETENTION_MS } from './stream/limits.ts';

const SECRET_BYTES = 32;

export interface CapabilityDeps {
  database: Sqlite;
  engine: Engine;
  audio: AudioOptions;
  /** Who acts on properties; null: nobody. */
  propertyExecutor: PropertyExecutor | null;
  clock: Clock;
  random: () => number;
  newUuid: () => string;
  logger: Logger;
  /** Gets the end of everything that is started. */
  teardown: Teardown;
}

export interface Routes {
  /** Of `{base_url}`. */
  addRoutes(api: FastifyInstance): void;
  /** Of `{console_url}`. */
  addConsoleRoutes(console: FastifyInstance): void;
}

/** Makes and starts what the service can do; resolves to the routes to it. */
export async function startCapabilities(deps: CapabilityDeps): Promise<Routes> {
  const { database, engine, clock, random, newUuid, logger, teardown } = deps;
  const instanceId = newUuid();
  const detectLanguage = await createLanguageDetector();
  const judge = createJudge({ engine, detectLanguage, newUuid, instanceId });

  const recorder = createRecorder({ store: createModeratedStore(database), clock, logger });
  const flush = (): Promise<void> => recorder.flush();
  teardown.add('recorder', () => recorder.stop());

  const poster = createPoster(clock);
  teardown.add('poster', () => poster.close());
  const outbox = createOutbox({
    store: createOutboxStore(database),
    poster,
    clock,
    random,
    logger,
  });
  teardown.add('outbox', () => outbox.stop());
  await outbox.start();

  const addonStore = createAddonStore(database);
  const secrets = createSecrets(addonStore, () => randomBytes(SECRET_BYTES).toString('base64url'));
  await secrets.load();
  const addons = createAddons({ store: addonStore, secrets, outbox, clock, logger });
  await addons.load();

  const jobs = createJobStore(database);
  const insights = createInsights({ store: jobs, flush, clock, newUuid, logger });
  teardown.add('insights', () => insights.stop());
  insights.start();

  const statisticsStore = createStatisticsStore(database);
  const statistics = createStatistics({ store: statisticsStore, flush, clock });

  const sessions = createSessionStore(database);
  const tagging = createAudioTagging({
    options: deps.audio,
    store: sessions,
    outbox,
    secrets,
    moderate: (sample) => judge(sample).envelope,
    clock,
    newUuid,
    logger,
  });
  teardown.add('audio tagging', () => tagging.stop());
  await tagging.start();

  const properties = createPropertyStore(database);
  const journal = createJournal({ store: properties, clock, logger });
  teardown.add('journal of properties', () => journal.stop());
  const executor = deps.propertyExecutor;
  const propertyConsole = createPropertyConsole({ executor, store: properties, journal });
  const analytics = createAnalytics({ store: properties, journal, clock });

  const stopPurging = keepPurged({
    tasks: [
      (nowMs) => removeSamples(database, nowMs - SAMPLE_RETENTION_MS),
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
    ],
    clock,
    logger,
  });
  teardown.add('purge', stopPurging);

  return {
    addRoutes(api) {
      addTextRoutes(api, { judge, recorder, addons, journal, clock });
      addAddonRoutes(api, { addons, secrets });
      addInsightsRoutes(api, insights);
      addStatisticsRoutes(api, statistics);
      addStreamRoutes(api, { tagging, instanceId, logger });
    },
    addConsoleRoutes(api) {
      addPropertyRoutes(api, { console: propertyConsole, analytics });
    },
  };
}
