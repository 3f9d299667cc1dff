import { explainServiceFailure } from '../commands/explain.ts';
import { commands, components } from '../commands/index.ts';
import { createQuestions } from '../commands/shared/questions.ts';
import { createEvents, type EventsSide } from './app/events.ts';
import { forgetKeywords } from './app/forget-keywords.ts';
import { logReady } from './app/log-ready.ts';
import { createGuildEraser, createSampleEraser } from './app/guild-eraser.ts';
import { startWeeklyReports } from './app/weekly-reports.ts';
import { startSetupReminders } from './app/setup-reminders.ts';
import { startWatchReports } from './app/watch-reports.ts';
import { createWelcomes } from './app/welcomes.ts';
import { createPosts } from './app/posts.ts';
import { startRetention } from './app/retention.ts';
import { connectService, type EmbeddedService } from './app/service.ts';
import { createCharts } from './charts/charts.ts';
import { createModerationClient, type ModerationClient } from './client/client.ts';
import { secretsRequest } from './client/groups/addons.ts';
import type { Config } from './config/config.ts';
import { createAlerts } from './discord/alerts/alerts.ts';
import { createIncidentPosts } from './discord/incidents/incident-posts.ts';
import { createUnknownAlertsWarning } from './discord/alerts/unknown-alerts.ts';
import { createWatchReportPoster } from './discord/reports/watch-report.ts';
import { createReportPoster } from './discord/reports/weekly-report.ts';
import { createNativeRules } from './discord/automod/native-rules.ts';
import { createExecutor, createWatchExecutor } from './discord/actions/executor.ts';
import { loadCommandIds } from './discord/command-mentions.ts';
import { createGateway } from './discord/gateway/gateway.ts';
import { createSetupReminder } from './discord/onboarding/reminder.ts';
import { createWelcomePoster } from './discord/onboarding/welcome.ts';
import { createCaseOrigins } from './discord/messages/case-origins.ts';
import { createHistory } from './discord/messages/history.ts';
import { createPurgeSearch } from './discord/messages/purge-search.ts';
import { createTextFiles } from './discord/messages/text-files.ts';
import { createDispatch } from './discord/interactions/dispatch.ts';
import type { InteractionEvent } from './discord/interactions/interaction-event.ts';
import { createPropertyExecutor } from './discord/actions/property-executor.ts';
import { createServerPauses } from './discord/actions/server-pauses.ts';
import { createAppealAnswers } from './discord/reviews/appeal-answers.ts';
import { createReviewPosts } from './discord/reviews/review-posts.ts';
import { createUndoer } from './discord/actions/undo.ts';
import { createMetrics } from './http/metrics.ts';
import { systemClock, type Clock } from './lib/clock.ts';
import { AppError } from './lib/errors.ts';
import type { Logger } from './lib/logger.ts';
import type { Schedule } from './lib/schedule.ts';
import { createTeardown } from './lib/teardown.ts';
import type { Keywords } from './moderation/keywords.ts';
import type { ServerWords } from './moderation/words/server-words.ts';
import type { Cases, Policies } from './moderation/ports.ts';
import { createPostLimiter, type PostLimiter } from './moderation/posts/post-limiter.ts';
import { createTranscriber } from './app/transcriber.ts';
import { createModerator } from './app/moderator.ts';
import type { MessageEvent } from './pipeline/messages/outcome.ts';
import { createPolicyPreview } from './pipeline/messages/policy-preview.ts';
import { createPreview } from './pipeline/messages/preview.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { openAddonSettings } from './storage/service/addon-settings.ts';
import { createAllowedTexts } from './storage/allowed-texts.ts';
import { createCaseStatistics } from './storage/case-statistics.ts';
import { createCases } from './storage/cases.ts';
import { createCheckpoints } from './storage/checkpoints.ts';
import { createInsightsJobs } from './storage/service/insights-jobs.ts';
import { createKeywords } from './storage/keywords/keywords.ts';
import { createIncidents } from './storage/incidents.ts';
import { createLeftGuilds } from './storage/left-guilds.ts';
import { createMemberData } from './storage/member-data.ts';
import { createNotices } from './storage/notices.ts';
import { createPolicies } from './storage/policies.ts';
import { createServerWords } from './storage/server-words.ts';
import { createReviews } from './storage/reviews/reviews.ts';
import { createScheduledPosts } from './storage/scheduled-posts.ts';
import { acquireInstanceLock } from './storage/instance-lock.ts';
import { openState } from './storage/state.ts';
import { openStateKey } from './storage/secrets/state-key.ts';
import { createTaggingSessions } from './storage/service/tagging-sessions.ts';

/** How long a stop waits for messages in progress. The rest of the ten seconds is for closing. */
const DRAIN_MS = 8000;
const ALERT_DELAY_MS = 1_000;
const NOTICE_DELAY_MS = 5_000;
const INCIDENT_EDIT_MS = 5_000;

export interface AppDeps {
  logger: Logger;
  clock?: Clock;
  random?: () => number;
  /** An author gets at most one notice in this time; default: an hour. */
  noticeIntervalMs?: number;
  /** Default: ten posts a minute in each server. */
  postLimiter?: PostLimiter;
  /** How long an alert waits, in case there is more to show on it; default: 1 second. */
  alertDelayMs?: number;
  /** How long a notice waits, in case an incident begins; default: 5 seconds. */
  noticeDelayMs?: number;
  /** The shortest time between two edits of an incident's post; default: 5 seconds. */
  incidentEditMs?: number;
  /** Default: the built worker. */
  chartWorkerUrl?: URL;
  /** Called with each message's outcome. Must be fast. */
  observe?: (event: MessageEvent) => void;
  /** Called with each interaction's outcome. Must be fast. */
  observeInteraction?: (event: InteractionEvent) => void;
}

/** Parts of a running bot, for tests and the demo. */
export interface RunningApp {
  readonly policies: Policies;
  readonly cases: Cases;
  readonly keywords: Keywords;
  readonly words: ServerWords;
  readonly service: Pick<ModerationClient, 'addons'>;
  /** Null: the service is remote. */
  readonly embeddedService: EmbeddedService | null;
  readonly retention: Pick<Schedule, 'run'>;
  readonly weeklyReports: Pick<Schedule, 'run'>;
  readonly watchReports: Pick<Schedule, 'run'>;
  readonly setupReminders: Pick<Schedule, 'run'>;
  readonly events: Pick<EventsSide, 'inbox' | 'keywordHits' | 'readiness' | 'webhookState'>;
  /** The listener's URL on this machine, and the URL for the service's events. */
  readonly url: string;
  readonly webhookUrl: string;
}

/** The whole bot. */
export interface App {
  /** Resolves when the bot is ready. If a part fails to start, stops the others and throws. */
  start(): Promise<RunningApp>;
  /**
   * Waits up to 8 s for work in progress, then stops everything. The next start resumes the rest.
   * A start in progress is aborted and throws.
   */
  stop(): Promise<void>;
  /** Resolves if Discord ends the session permanently. */
  readonly ended: Promise<AppError>;
}

class StartAbortedError extends AppError {
  readonly code = 'app_start_aborted';

  constructor() {
    super('The bot was stopped during its start.');
  }
}

/** The composition root: creates every part with its dependencies. */
export function createApp(config: Config, deps: AppDeps): App {
  const { logger, clock = systemClock, random = Math.random, observe } = deps;
  const { alertDelayMs = ALERT_DELAY_MS, noticeDelayMs = NOTICE_DELAY_MS } = deps;
  const { incidentEditMs = INCIDENT_EDIT_MS } = deps;
  const teardown = createTeardown(logger);
  let end: (error: AppError) => void;
  const ended = new Promise<AppError>((resolve) => {
    end = resolve;
  });
  let started: Promise<RunningApp> | null = null;
  let abortStart: (error: AppError) => void;
  const aborted = new Promise<never>((_resolve, reject) => {
    abortStart = reject;
  });
  // Not awaited after the start.
  aborted.catch(() => undefined);

  async function start(): Promise<RunningApp> {
    teardown.add('instance lock', await acquireInstanceLock(config.stateUrl));
    const state = await openState(config.stateUrl, logger, clock);
    const { database, keyValues } = state;
    teardown.add('state', () => state.close());
    let recorded = Promise.resolve();
    teardown.add('record of servers', () => recorded);

    const metrics = createMetrics({ clock, logger });
    const gateway = createGateway({
      ...config.discord,
      clock,
      logger,
      observeInvalid(status) {
        if (status === 429) metrics.discordRateLimited();
        else metrics.discordRequestRefused(status);
      },
    });
    const { client } = gateway;
    const stored = createPolicies(keyValues);
    const policies: Policies = {
      get: stored.get,
      async set(guildId, policy) {
        await stored.set(guildId, policy);
        events.wake(guildId);
      },
      async update(guildId, change) {
        const changed = await stored.update(guildId, change);
        events.wake(guildId);
        return changed;
      },
    };

    const propertyExecutor = createPropertyExecutor({ client, clock, policies });
    const { url, consoleUrl, apiKey, secretsMethod, embedded } = await connectService({
      config,
      propertyExecutor,
      teardown,
      logger,
    });
    const service = createModerationClient({
      baseUrl: url,
      consoleUrl,
      apiKey,
      ...(secretsMethod === undefined ? {} : { addonSecrets: secretsRequest(secretsMethod) }),
      searchIntervalMs: config.searchIntervalMs,
      clock,
      random,
    });
    teardown.add('client', () => service.close());

    const cases = createCases(database, clock, logger);
    const caseStatistics = createCaseStatistics(database);
    const incidents = createIncidents(database, logger);
    const reviews = createReviews(database, clock, logger);
    const keywords = createKeywords(database);
    const words = createServerWords(database);
    const stateKey = config.stateKey ?? openStateKey(config.stateUrl);
    const addonSettings = await openAddonSettings({ keyValues, stateKey, logger });
    const tagging = createTaggingSessions({ database, stateKey, clock });
    const allowedTexts = createAllowedTexts(keyValues);
    const memberData = createMemberData(database, clock, logger);
    const { moderatorChannel } = config;
    const leftGuilds = createLeftGuilds(database);
    const isPresent = (guildId: string): boolean => client.guilds.cache.has(guildId);
    const eraseSamples = createSampleEraser({ database, words, embedded });
    const guildEraser = createGuildEraser({
      database,
      policies: stored,
      allowedTexts,
      words,
      tagging,
      keywords,
      service,
      embedded,
      eraseSamples,
      isPresent,
      logger,
    });
    const retention = startRetention({
      database,
      cases,
      incidents,
      allowedTexts,
      policies,
      leftGuilds,
      eraser: guildEraser,
      isPresent: (guildId) => (client.isReady() ? isPresent(guildId) : null),
      caseDays: config.caseDays,
      clock,
      logger,
    });
    teardown.add('retention', () => retention.stop());
    const alerts = createAlerts({ client, policies, cases, moderatorChannel, clock, logger });
    const scheduledPosts = createScheduledPosts(database);
    const weeklyReports = startWeeklyReports({
      scheduledPosts,
      policies,
      post: createReportPoster({ client, policies, statistics: caseStatistics, moderatorChannel }),
      guildIds: () => (client.isReady() ? [...client.guilds.cache.keys()] : []),
      clock,
      logger,
    });
    teardown.add('weekly reports', () => weeklyReports.stop());
    const guildIds = (): string[] => (client.isReady() ? [...client.guilds.cache.keys()] : []);
    const watchReports = startWatchReports({
      scheduledPosts,
      policies,
      post: createWatchReportPoster({ client, policies, cases, moderatorChannel }),
      guildIds,
      clock,
      logger,
    });
    teardown.add('watch reports', () => watchReports.stop());
    const setupReminders = startSetupReminders({
      scheduledPosts,
      reminder: createSetupReminder({ client, policies, moderatorChannel }),
      guildIds,
      clock,
      logger,
    });
    teardown.add('setup reminders', () => setupReminders.stop());
    const { editSearch } = config;
    const history = createHistory({ client, editSearch, clock, logger });
    const textFiles = createTextFiles({ apiUrl: config.discord.apiUrl, clock, logger });
    const pauses = createServerPauses({ client, clock });
    const posts = createPosts({
      postLimiter: deps.postLimiter ?? createPostLimiter(clock),
      config,
      state,
      client,
      cases,
      reviews,
      policies,
      places: tagging,
      clock,
      random,
      logger,
    });
    const pipeline = createPipeline({
      moderator: createModerator(service.text, clock, metrics),
      executors: {
        enforce: createExecutor({ client, clock }),
        watch: createWatchExecutor({ client, clock }),
      },
      undoer: createUndoer({ client, clock }),
      alerts,
      history,
      textFiles,
      transcriber: createTranscriber({
        stream: service.stream,
        erase: embedded === null ? null : (convoId) => embedded.erase({ convoIds: [convoId] }),
        clock,
        logger,
      }),
      policies,
      cases,
      incidents,
      incidentPosts: createIncidentPosts({ client, pauses, moderatorChannel, logger }),
      words,
      allowedTexts,
      checkpoints: createCheckpoints(database),
      notices: createNotices(database),
      postLimiter: posts.postLimiter,
      countCase: posts.digests.countCase,
      reviews,
      reviewPosts: createReviewPosts({ client, moderatorChannel, logger }),
      appealAnswers: createAppealAnswers({ client, clock }),
      countReview: posts.digests.countReview,
      keywordHits: posts.inbox,
      alertDelayMs,
      noticeDelayMs,
      incidentEditMs,
      ...(deps.noticeIntervalMs === undefined ? {} : { noticeIntervalMs: deps.noticeIntervalMs }),
      maxEditAgeMs: editSearch.maxAgeMs,
      clock,
      random,
      logger,
      observe(event) {
        metrics.messageHandled(event.outcome.kind);
        observe?.(event);
      },
      observeEffect: ({ kind }, { status }) => metrics.effectDone(kind, status),
    });
    const events = createEvents({
      config,
      posts,
      joinKeywordHit: pipeline.joinKeywordHit,
      alertDelayMs,
      state,
      client,
      service,
      policies,
      places: tagging,
      keywords,
      settings: addonSettings,
      announce: (guildId, text) => void alerts.announce(guildId, text),
      pipelineStatus: pipeline.status,
      metrics,
      clock,
      random,
      logger,
    });
    teardown.add('gateway', () => gateway.close());
    teardown.add('pipeline', async () => {
      await Promise.all([
        pipeline.stop({ deadlineMs: DRAIN_MS }),
        events.stop({ deadlineMs: DRAIN_MS }),
      ]);
    });
    const charts = createCharts(deps.chartWorkerUrl);
    teardown.add('charts', () => charts.close());
    const dispatch = createDispatch({
      client,
      commands,
      components,
      deps: {
        service,
        policies,
        cases: {
          ...cases,
          async forgetTexts(guildId, authorId) {
            await eraseSamples({ guildId, userId: authorId });
            await reviews.forgetTexts(guildId, authorId);
            return cases.forgetTexts(guildId, authorId);
          },
        },
        clock,
        logger,
        preview: createPreview({
          moderator: createModerator(service.text, clock),
          history,
          textFiles,
          policies,
          words,
          cases,
          allowedTexts,
        }),
        policyPreview: createPolicyPreview({
          moderator: createModerator(service.text, clock),
          history,
          words,
          textFiles,
          cases,
          allowedTexts,
          caseOrigins: createCaseOrigins(client),
          clock,
        }),
        history,
        questions: createQuestions(clock),
        caseStatistics,
        moderatorActions: pipeline.moderatorActions,
        manualActions: pipeline.manualActions,
        purgeSearch: createPurgeSearch({ client, clock }),
        incidents,
        incidentControl: pipeline.incidentControl,
        reviews,
        reviewControl: pipeline.reviewControl,
        serverPauses: pauses,
        keywordHits: events.keywordHits,
        keywords,
        words,
        nativeRules: createNativeRules(client),
        addons: events.addons,
        operatorGuildId: config.operatorGuildId,
        tagging,
        inbox: events.inbox,
        memberData: {
          export: memberData.export,
          async erase(guildId, userId) {
            await eraseSamples({ guildId, userId });
            const erased = await memberData.erase(guildId, userId);
            await embedded?.erase({ propertyId: guildId, userId });
            return erased;
          },
        },
        guildEraser,
        caseDays: config.caseDays,
        insightsJobs: createInsightsJobs(database, clock, logger),
        charts,
        webhookUrl: () => events.webhookUrl(),
        announce(guildId, text, former) {
          void alerts.announce(guildId, text, former);
        },
        pipelineStatus: () => pipeline.status(),
        webhookState: () => events.webhookState(),
        moderatorChannel,
      },
      clock,
      logger,
      explain: explainServiceFailure,
      observe(event) {
        metrics.interactionEnded(event);
        deps.observeInteraction?.(event);
      },
    });
    teardown.add('dispatch', () => dispatch.stop());
    dispatch.start();
    /** If this fails, the comparison at the next start makes up for it. */
    const record = (change: () => Promise<void>): void => {
      recorded = recorded
        .then(change)
        .catch((error: unknown) =>
          logger.error({ err: error }, 'could not record which servers the bot is in'),
        );
    };
    const { url: listenerUrl, webhookUrl } = await events.start();
    const warnOfUnknownAlerts = createUnknownAlertsWarning({
      client,
      policies,
      cases,
      moderatorChannel,
      clock,
      logger,
    });
    const welcomes = createWelcomes({
      scheduledPosts,
      post: createWelcomePoster({ client, logger }),
      logger,
    });
    const connected = gateway.connect({
      onMessage: (snapshot) => pipeline.submit(snapshot),
      onText: (snapshot) => pipeline.submit(snapshot),
      onGuildAvailable(guildId, channels, joinedAt) {
        pipeline.watch(guildId, channels, joinedAt);
        record(() => leftGuilds.returned(guildId));
        void warnOfUnknownAlerts(guildId);
        void welcomes.resume(guildId);
      },
      onMissed: (message) => pipeline.missed(message),
      onThreadsOpened: (guildId, threads) => pipeline.watchThreads(guildId, threads),
      onGuildJoined: (guildId, joinedAt) => void welcomes.welcome(guildId, joinedAt),
      onGuildRemoved(guildId) {
        pipeline.forget(guildId);
        const leftAt = clock.now();
        record(() => leftGuilds.left(guildId, leftAt));
        void forgetKeywords(guildId, { keywords, service, logger });
      },
      onEnded: (error) => end(error),
    });
    // Connecting has no time limit, so `stop` must be able to abort it.
    await Promise.race([connected, aborted]);
    pipeline.start();
    if (client.isReady()) {
      record(() => leftGuilds.compare(isPresent, clock.now()));
      void loadCommandIds({ client, logger });
      void logReady({ client, commands: commands.map(({ data }) => data), logger });
    }
    return {
      policies,
      cases,
      keywords,
      words,
      service,
      embeddedService: embedded,
      events,
      retention,
      weeklyReports,
      watchReports,
      setupReminders,
      url: listenerUrl,
      webhookUrl,
    };
  }

  async function startOrEnd(): Promise<RunningApp> {
    try {
      return await start();
    } catch (error) {
      await teardown.run();
      throw error;
    }
  }

  return {
    ended,
    start: () => (started = startOrEnd()),
    async stop() {
      abortStart(new StartAbortedError());
      await started?.catch(() => undefined);
      await teardown.run();
    },
  };
}
