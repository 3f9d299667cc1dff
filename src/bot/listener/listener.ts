import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import { explainListenError } from '../../shared/process/explain-listen-error.ts';
import type { Logger } from '../../shared/logger.ts';
import { addHealthRoutes, type Readiness } from './health.ts';
import { DEFAULT_LISTENER_LIMITS, DRAIN_MS, type ListenerLimits } from './listener-limits.ts';
import type { Metrics } from './metrics.ts';
import { createListenerServer } from './server.ts';
import {
  addWebhookRoute,
  type AcceptEvent,
  type WebhookDeps,
} from '../webhooks/acceptance/webhooks.ts';

/** The listener could not be started. */
export class ListenerError extends AppError {
  readonly code = 'listener_failed';
}

interface Address {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

export interface ListenerDeps {
  readonly address: Address;
  /** For metrics and health. Null: at `address`. */
  readonly metricsAddress: Address | null;
  /** The secret part of the webhook's path. */
  readonly token: string;
  /** Keys that verify signatures. Empty: signatures are not required. */
  readonly secrets: readonly string[];
  readonly issuedSecrets?: WebhookDeps['issuedSecrets'];
  /** The embedded service's key. Null: that service does not sign events, or there is none. */
  readonly ownSecret: string | null;
  /** Whether webhooks come from outside the process. */
  readonly isPublic: boolean;
  /** Strikes secrets out of events. Default: there are none. */
  readonly strike?: (text: string) => string;
  readonly accept: AcceptEvent;
  readonly readiness: () => Readiness;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits?: Partial<ListenerLimits>;
}

export interface Listener {
  /** Resolves to the listener's URLs on this machine, without a trailing slash. */
  start(): Promise<{ url: string; metricsUrl: string }>;
  /** Lets requests in progress end, for at most two seconds. */
  stop(): Promise<void>;
}

/** Clients cannot connect to a wildcard address, so use loopback instead. */
const CONNECTABLE_ADDRESSES: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '::': '::1',
};

async function listen(app: FastifyInstance, { host, port }: Address): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const reason = explainListenError(error, 'HTTP_PORT or METRICS_PORT');
    const message = `Could not listen on ${host}, port ${port}: ${reason}`;
    throw new ListenerError(message, { cause: error });
  }
  // A server that listens on TCP has an AddressInfo; the type also covers pipes.
  const bound = app.server.address() as AddressInfo;
  const address = CONNECTABLE_ADDRESSES[bound.address] ?? bound.address;
  return `http://${address.includes(':') ? `[${address}]` : address}:${bound.port}`;
}

/** The bot's HTTP listener: webhooks for the service, health and metrics for the operator. */
export function createListener(deps: ListenerDeps): Listener {
  const { address, metricsAddress, token, secrets, ownSecret, accept, clock, logger } = deps;
  const limits = { ...DEFAULT_LISTENER_LIMITS, ...deps.limits };
  const webhooks = createListenerServer({ clock, logger, limits });
  addWebhookRoute(webhooks, {
    token,
    secrets,
    issuedSecrets: deps.issuedSecrets,
    ownSecret,
    accept,
    strike: deps.strike ?? ((text) => text),
    maxAccepting: limits.maxAccepting,
    onResponse: (status) => deps.metrics.webhookAnswered(status),
    clock,
    logger,
  });
  const operator =
    metricsAddress === null ? webhooks : createListenerServer({ clock, logger, limits });
  addHealthRoutes(operator, deps.readiness);
  operator.get('/metrics', async (_request, reply) => {
    const { contentType, text } = await deps.metrics.expose();
    return reply.type(contentType).send(text);
  });
  const servers = [...new Set([webhooks, operator])];

  async function stop(): Promise<void> {
    // While closing, Node does not check timeouts, and it waits for connections that never sent a request.
    const cancel = clock.after(DRAIN_MS, () => {
      for (const { server } of servers) server.closeAllConnections();
    });
    await Promise.all(servers.map((app) => app.close()));
    cancel();
  }

  async function start(): Promise<{ url: string; metricsUrl: string }> {
    const url = await listen(webhooks, address);
    const metricsUrl = metricsAddress === null ? url : await listen(operator, metricsAddress);
    logger.info({ url, metricsUrl }, 'listening for webhooks, metrics and health checks');
    if (secrets.length === 0 && deps.isPublic) {
      logger.info(
        'webhooks are protected only by their secret path; set MODERATION_WEBHOOK_SECRET to require signatures',
      );
    }
    return { url, metricsUrl };
  }

  return {
    async start() {
      try {
        return await start();
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
  };
}
