import { systemClock, type Clock } from '../shared/clock.ts';
import { silentLogger, type Logger } from '../shared/logger.ts';
import { seedDefaultWorld, type DefaultWorld } from './default-world.ts';
import { observeRequests, type ApiRequest } from './edge/observe-requests.ts';
import { installFaultRoutes } from './edge/fault-routes.ts';
import { installFaults, type Faults } from './edge/faults.ts';
import { installRateLimits } from './edge/rate-limits.ts';
import { createSandboxGateway, GATEWAY_PATH } from './gateway/gateway.ts';
import type { SandboxGateway } from './gateway/gateway.ts';
import { createSharding, type ShardingOptions } from './gateway/sharding.ts';
import { createRestServer } from './rest/server.ts';
import { createWorld, type World } from './world/world.ts';

const HOST = '127.0.0.1';

export interface SandboxOptions extends ShardingOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** Drives rate limits, timeouts, heartbeats and ids. Default: the system clock. */
  readonly clock?: Clock;
  /** Returns a number in [0, 1), for tokens and session ids. Default: `Math.random`. */
  readonly random?: () => number;
  readonly logger?: Logger;
  /** Multiplies Discord's HTTP rate limits. Default: 1. */
  readonly rateLimits?: number | 'off';
  /** Called with every answered request to the API, including those of people. */
  readonly observe?: (request: ApiRequest) => void;
}

export interface Sandbox extends DefaultWorld {
  /** `http://127.0.0.1:PORT/api`, for discord.js's option `rest.api`. */
  readonly apiUrl: string;
  readonly gatewayUrl: string;
  readonly world: World;
  readonly faults: Faults;
  /** Identifies and sessions. */
  readonly gateway: Pick<SandboxGateway, 'identifies' | 'sessions'>;
  stop(): Promise<void>;
}

/** Starts REST and gateway on one loopback port, with the default world. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { clock = systemClock, random = Math.random, logger = silentLogger } = options;
  let port = 0;
  const gatewayUrl = (): string => `ws://${HOST}:${port}${GATEWAY_PATH}`;

  const world = createWorld({ clock, random, cdnUrl: () => `http://${HOST}:${port}` });
  const seeded = seedDefaultWorld(world);
  const sharding = createSharding(world, options);
  const app = createRestServer({ world, gatewayUrl, sharding, logger });
  const { rateLimits = 1 } = options;
  const { server } = app;
  const gateway = createSandboxGateway({
    world,
    server,
    gatewayUrl,
    sharding,
    rateLimits,
    logger,
  });
  if (options.observe !== undefined) observeRequests(app, options.observe);
  const faults = installFaults(app, {
    clock,
    gateway,
    setDmsOpen: (userId, open) => world.users.setDmsOpen(userId, open),
  });
  installFaultRoutes(app, faults);
  if (rateLimits !== 'off') installRateLimits(app, { clock, scale: rateLimits });

  const origin = await app.listen({ host: HOST, port: options.port ?? 0 });
  port = Number(new URL(origin).port);

  return {
    ...seeded,
    apiUrl: `${origin}/api`,
    gatewayUrl: gatewayUrl(),
    world,
    faults,
    gateway,
    async stop() {
      gateway.stop();
      world.interactions.stop();
      await app.close();
    },
  };
}
