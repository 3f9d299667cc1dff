import { randomBytes } from 'node:crypto';
import type { Settings } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Logger } from '../../shared/logger.ts';
import type { ServicePlace } from '../../service-api/client/client.ts';
import { embeddedServiceUrl } from '../../shared/state-url.ts';
import type { Teardown } from '../../shared/tasks/teardown.ts';
import type { CreateEmbeddedService, Erasure } from '../../service-api/embedded-service.ts';
import type { PropertyExecutor } from '../../service-api/property-executor.ts';

/** The embedded service. `restart` stops it and starts it again, as if its machine restarted. */
export interface EmbeddedService extends Erasure {
  stop(): Promise<void>;
  restart(): Promise<void>;
}

export interface ConnectedService {
  readonly place: ServicePlace;
  readonly apiKey: string;
  /** The method of `/addons/secrets`; undefined: the client's default. */
  readonly secretsMethod?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Null: the service is remote. */
  readonly embedded: EmbeddedService | null;
}

/** Connects to the remote service, or starts the embedded one. */
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
    const { url: baseUrl, consoleUrl, ...remote } = config.service;
    const apiKey = secrets.serviceApiKey ?? '';
    return { ...remote, apiKey, place: { baseUrl, consoleUrl }, embedded: null };
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
  await embedded.open();
  teardown.add('embedded service', () => embedded.stop());
  return {
    place: { exchange: embedded.exchange },
    apiKey,
    embedded: {
      erase: (scope) => embedded.erase(scope),
      stop: () => embedded.stop(),
      restart: () => embedded.open(),
    },
  };
}
