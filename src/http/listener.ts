import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { ListenerError } from './errors.ts';
import { addHealthRoutes, type Readiness } from './health.ts';
import { DEFAULT_LIMITS, DRAIN_MS, type ListenerLimits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { createServer } from './server.ts';
import { addWebhookRoute, type AcceptEvent } from './webhooks.ts';

interface Address {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

export interface ListenerDeps {
  readonly address: Address;
  /** Where metrics and health are. Null: at `address`. */
  readonly metricsAddress: Address | null;
  /** The secret part of the webhook's path. */
  readonly token: string;
  /** Keys an event may be signed with. Empty: signatures are not asked for. */
  readonly secrets: readonly string[];
  /** The key of the service in this process. Null: it signs nothing, or there is none. */
  readonly ownSecret: string | null;
  readonly accept: AcceptEvent;
  readonly readiness: () => Readiness;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits?: Partial<ListenerLimits>;
}

export interface Listener {
  /** Resolves to where it listens, as this machine reaches it, without a slash at the end. */
  start(): Promise<{ url: string; metricsUrl: string }>;
  /** Answers what is under way, within two seconds. */
  stop(): Promise<void>;
}

/** What stands for every address of a machine is none to connect to. */
const REACHED_AT: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

async function listen(app: FastifyInstance, { host, port }: Address): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const problem = messageOf(error);
    throw new ListenerError(`Could not listen on ${host}, port ${port}: ${problem}`, {
      cause: error,
    });
  }
  // A server that listens on TCP has an AddressInfo; the type also covers pipes.
  const bound = app.server.address() as AddressInfo;
  const address = REACHED_AT[bound.address] ?? bound.address;
  return `http://${address.includes(':') ? `[${address}]` : address}:${bound.port}`;
}

/** The bot's own HTTP side: the service's webhooks, and health and metrics for the operator. */
export function createListener(deps: ListenerDeps): Listener {
  const { address, metricsAddress, token, secrets, ownSecret, accept, clock, logger } = deps;
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const webhooks = createServer({ logger, limits });
  addWebhookRoute(webhooks, {
    token,
    secrets,
    ownSecret,
    accept,
    maxAccepting: limits.maxAccepting,
    answered: (status) => deps.metrics.webhookAnswered(status),
    clock,
    logger,
  });
  const operator = metricsAddress === null ? webhooks : createServer({ logger, limits });
  addHealthRoutes(operator, deps.readiness);
  operator.get('/metrics', async (_request, reply) => {
    const { contentType, text } = await deps.metrics.expose();
    return reply.type(contentType).send(text);
  });
  const servers = [...new Set([webhooks, operator])];

  async function stop(): Promise<void> {
    // Closing, Node looks at no timeout any more, and never takes a connection without a request for an idle one.
    const cancel = clock.after(DRAIN_MS, () => {
      for (const { server } of servers) server.closeAllConnections();
    });
    await Promise.all(servers.map((app) => app.close()));
    cancel();
  }

  async function start(): Promise<{ url: string; metricsUrl: string }> {
    const url = await listen(webhooks, address);
    const metricsUrl = metricsAddress === null ? url : await listen(operator, metricsAddress);
    logger.info({ url, metricsUrl }, 'the listener is up');
    if (secrets.length === 0) {
      logger.info(
        'webhooks need no signature, their secret path alone guards them; set MODERATION_WEBHOOK_SECRET to ask for one',
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
