import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { PropertyExecutor } from '../discord/property-executor.ts';
import type { Logger } from '../lib/logger.ts';
import { pathBeside, sqlitePath } from '../lib/sqlite-url.ts';
import type { Teardown } from '../lib/teardown.ts';
import { createTrainedEngine } from '../service/engine/trained-engine.ts';
import { createService } from '../service/service.ts';

/** The service to ask: someone else's, or ours, started here and reached over HTTP like any other. */
export async function serviceOf(deps: {
  config: Config;
  propertyExecutor: PropertyExecutor;
  teardown: Teardown;
  logger: Logger;
}): Promise<{ url: string; consoleUrl: string | undefined; apiKey: string }> {
  const { config, propertyExecutor, teardown, logger } = deps;
  if (config.service.kind === 'remote') return config.service;
  const apiKey = randomBytes(32).toString('base64url');
  const embedded = createService({
    apiKey,
    engine: createTrainedEngine(),
    storePath: pathBeside(sqlitePath(config.stateUrl), 'service'),
    audio: config.audio,
    propertyExecutor,
    logger,
  });
  const { baseUrl } = await embedded.start();
  teardown.add('embedded service', () => embedded.stop());
  return { url: baseUrl, consoleUrl: baseUrl, apiKey };
}
