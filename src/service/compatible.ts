import type { FastifyInstance } from 'fastify';
import type { Clock } from '../shared/clock.ts';
import type { Logger } from '../shared/logger.ts';
import type { Teardown } from '../shared/tasks/teardown.ts';
import { addBatchRoutes } from './batch/routes.ts';
import { createWorkerPool } from './batch/worker-pool.ts';
import type { Engine } from './engine/engine.ts';
import type { LanguageDetector } from './language/detector.ts';
import { createModerator } from './openai/moderate.ts';
import { addOpenAiRoutes } from './openai/routes.ts';
import type { PageAccess } from './page/access.ts';
import { createExplainer } from './page/explain.ts';
import { addPageRoutes } from './page/routes.ts';
import { createAnalyzer } from './perspective/analyze.ts';
import { addDiscoveryRoutes, addPerspectiveRoutes } from './perspective/routes.ts';
import { answerLikeGoogle } from './perspective/send-error.ts';
import type { Accounts } from './server/accounts.ts';
import { allowBrowsers } from './server/browsers.ts';
import { addMetrics } from './server/metrics.ts';
import { createRateLimit } from './server/rate-limit.ts';

export interface CompatibleOptions {
  /** Comments per second that an account may have scored; 0: no limit. */
  readonly commentsPerSecond: number;
  /** Access to the moderation page. Default: nobody. */
  readonly page?: PageAccess;
  /** The script that batch workers run; default: the built one. */
  readonly workerUrl?: URL;
}

export interface CompatibleDeps {
  /** Null: none of these routes exists. */
  readonly compatible: CompatibleOptions | null;
  readonly accounts: Accounts;
  readonly engine: Engine;
  readonly detectLanguage: LanguageDetector;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly teardown: Teardown;
}

/** The interfaces of services that people migrate from. They use the same accounts and engine, and store nothing. */
export function createCompatibleRoutes(deps: CompatibleDeps): (app: FastifyInstance) => void {
  const { compatible: options, accounts, engine, detectLanguage, clock, logger, teardown } = deps;
  if (options === null) return () => undefined;
  const limit = createRateLimit(options.commentsPerSecond, clock);
  const pool = createWorkerPool({ clock, workerUrl: options.workerUrl });
  teardown.add('batch workers', () => pool.close());
  const explainer = createExplainer({ engine, detectLanguage });
  const moderate = createModerator({ engine, detectLanguage });
  const analyze = createAnalyzer({ engine, detectLanguage });
  return (app) => {
    const metrics = addMetrics(app);
    const common = { accounts, limit, metrics, logger };
    addDiscoveryRoutes(app);
    const addGoogleRoutes = (api: FastifyInstance): void => {
      allowBrowsers(api);
      answerLikeGoogle(api, logger);
      addPerspectiveRoutes(api, { ...common, analyze });
      addApart(api, (batch) => addBatchRoutes(batch, { ...common, pool, clock }));
    };
    addApart(app, addGoogleRoutes, '/v1alpha1');
    const addOpenAiApi = (api: FastifyInstance): void => {
      allowBrowsers(api);
      addOpenAiRoutes(api, { ...common, moderate });
    };
    addApart(app, addOpenAiApi, '/v1');
    const { page: access = 'off' } = options;
    if (access === 'off') return;
    addApart(app, (api) => addPageRoutes(api, { ...common, access, explainer }));
  };
}

/** Adds routes in their own Fastify scope, with separate hooks and error handlers. */
function addApart(
  app: FastifyInstance,
  addRoutes: (api: FastifyInstance) => void,
  prefix = '',
): void {
  app.register(
    (api, _options, done) => {
      addRoutes(api);
      done();
    },
    { prefix },
  );
}
