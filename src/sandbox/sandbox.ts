import { systemClock, type Clock } from '../lib/clock.ts';
import { silentLogger, type Logger } from '../lib/logger.ts';
import { seedDefaultWorld, type DefaultWorld } from './default-world.ts';
import { installFaultRoutes } from './edge/fault-routes.ts';
import { installFaults, type Faults } from './edge/faults.ts';
import { installRateLimits } from './edge/rate-limits.ts';
import { createGateway, GATEWAY_PATH } from './gateway/gateway.ts';
import { createRestServer } from './rest/server.ts';
import { createWorld, type World } from './world/world.ts';

const HOST = '127.0.0.1';

export interface SandboxOptions {
  /** Default: any free one. */
  readonly port?: number;
  /** Default: the system's. Rate limits, timeouts, heartbeats and ids go by it. */
  readonly clock?: Clock;
  /** In [0, 1), for tokens and session ids. Default: Math.random. */
  readonly random?: () => number;
  /** Default: none. */
  readonly logger?: Logger;
  /** How many times Discord's HTTP rate limits are granted. Default: 1. */
  readonly rateLimits?: number | 'off';
}

/** A running local Discord, and where to find things in it. */
export interface Sandbox extends DefaultWorld {
  /** `http://127.0.0.1:PORT/api`: what discord.js takes as `rest.api`. */
  readonly apiUrl: string;
  readonly gatewayUrl: string;
  /** To look into it, and to do what people do without going through HTTP. */
  readonly world: World;
  readonly faults: Faults;
  stop(): Promise<void>;
}

/** Starts REST and gateway on one loopback port, with the default world in it. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { clock = systemClock, random = Math.random, logger = silentLogger } = options;
  let port = 0;
  const gatewayUrl = (): string => `ws://${HOST}:${port}${GATEWAY_PATH}`;

  const world = createWorld({ clock, random, cdnUrl: () => `http://${HOST}:${port}` });
  const seeded = seedDefaultWorld(world);
  const app = createRestServer({ world, gatewayUrl, logger });
  const gateway = createGateway({ world, server: app.server, gatewayUrl, logger });
  const faults = installFaults(app, {
    clock,
    gateway,
    setDmsOpen: (userId, open) => world.users.setDmsOpen(userId, open),
  });
  installFaultRoutes(app, faults);
  const { rateLimits = 1 } = options;
  if (rateLimits !== 'off') installRateLimits(app, { clock, scale: rateLimits });

  const origin = await app.listen({ host: HOST, port: options.port ?? 0 });
  port = Number(new URL(origin).port);

  return {
    ...seeded,
    apiUrl: `${origin}/api`,
    gatewayUrl: gatewayUrl(),
    world,
    faults,
    async stop() {
      gateway.stop();
      world.interactions.stop();
      await app.close();
    },
  };
}
