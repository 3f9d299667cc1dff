import { randomBytes } from 'node:crypto';
import type { Settings } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Logger } from '../../shared/logger.ts';
import { embeddedServiceUrl } from '../../shared/state-url.ts';
import type { Teardown } from '../../shared/tasks/teardown.ts';
import type { CreateEmbeddedService, Erasure } from '../../service-api/embedded-service.ts';
import type { PropertyExecutor } from '../../service-api/property-executor.ts';

/** Stops the service and starts it again at its address, as when its machine restarts. */
export interface EmbeddedService extends Erasure {
  stop(): Promise<void>;
  restart(): Promise<void>;
}

export interface ConnectedService {
  readonly url: string;
  readonly consoleUrl: string | undefined;
  readonly apiKey: string;
  /** The method of `/addons/secrets`; undefined: the client's default. */
  readonly secretsMethod?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Null: the service is remote. */
  readonly embedded: EmbeddedService | null;
}

/** Connects to the remote service, or starts the embedded one, which the bot also calls over HTTP. */
export async function connectService(deps: {
  config: Settings;
  secrets: Secrets;
  createEmbeddedService: CreateEmbeddedService;
  propertyExecutor: PropertyExecutor;
  teardown: Teardown;
  logger: Logger;
}): Promise<ConnectedService> {
  const { config, secrets, createEmbeddedService, propertyExecutor, teardown, logger } = deps;
  if (config.service.kind === 'remote') {
    return { ...config.service, apiKey: secrets.serviceApiKey ?? '', embedded: null };
  }
  const apiKey = randomBytes(32).toString('base64url');
  const embedded = createEmbeddedService({
    apiKey,
    stateUrl: embeddedServiceUrl(secrets.stateUrl),
    searchIntervalMs: config.searchIntervalMs,
    audio: config.audio,
    propertyExecutor,
    logger,
  });
  const { baseUrl } = await embedded.start();
  teardown.add('embedded service', () => embedded.stop());
  const port = Number(new URL(baseUrl).port);
  return {
    url: baseUrl,
    consoleUrl: baseUrl,
    apiKey,
    embedded: {
      erase: (scope) => embedded.erase(scope),
      stop: () => embedded.stop(),
      async restart() {
        await embedded.start({ port });
      },
    },
  };
}
