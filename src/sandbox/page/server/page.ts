import { fastify, type FastifyReply } from 'fastify';
import { z } from 'zod';

import { systemClock, type Clock } from '../../../shared/clock.ts';
import { errorMessage } from '../../../shared/errors.ts';
import { HttpError, statusOf } from '../../../shared/http-error.ts';
import { silentLogger, type Logger } from '../../../shared/logger.ts';
import { actionRequestSchema, runAction } from './actions.ts';
import { findAssets } from './assets.ts';
import { serveEmoji } from './emoji.ts';
import { serveFiles } from './files.ts';
import { guard } from './guard.ts';
import type { PageEvent } from '../protocol/events.ts';
import { createShow, type Show } from './show.ts';
import type { Stage } from './stage.ts';

const HOST = '127.0.0.1';
/** Enough for ten files of a few megabytes each, in base64. */
const MAX_BODY_BYTES = 40 * 1024 * 1024;
const STATUS_INTERVAL_MS = 1_000;
/** A comment is sent after this long without an event, to keep the connection open. */
const KEEP_ALIVE_MS = 15_000;

export interface PageOptions {
  /** The folder of the built browser files. */
  readonly assets: URL;
  readonly stage: Stage;
  readonly reset: () => Promise<Stage>;
  /** Default: any free port. */
  readonly port?: number;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

export interface Page {
  readonly url: string;
  stop(): Promise<void>;
}

const idSchema = z.object({ id: z.string() });
const viewSchema = z.object({ as: z.string().optional(), locale: z.string().default('en-US') });

/** Serves the page on loopback. It only reads the world, and acts as its people over HTTP. */
export async function startPage(options: PageOptions): Promise<Page> {
  const { clock = systemClock, logger = silentLogger } = options;
  const assets = await findAssets(options.assets);
  const app = fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
  let hosts: readonly string[] = [];
  let show: Show = createShow(options.stage, logger);

  guard(app, () => hosts);
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof HttpError ? error.statusCode : statusOf(error);
    const route = request.routeOptions.url;
    if (status === 500) logger.error({ route, error: errorMessage(error) }, 'page route failed');
    const message = status === 500 ? 'The page failed.' : errorMessage(error);
    return reply.code(status).send({ message });
  });

  app.get('/', async (_request, reply) => reply.redirect('/page/'));
  for (const [path, { type, read }] of assets) {
    app.get(`/page/${path}`, async (_request, reply) => reply.type(type).send(await read()));
  }
  serveEmoji(app);
  serveFiles(app, () => show.world.state);

  app.get('/page/events', (request, reply) => {
    const { as } = parse(viewSchema, request.query);
    openStream(reply, as);
  });

  app.get('/page/commands', ({ query }) => {
    const { as = '', locale } = parse(viewSchema, query);
    return show.commands(as, locale);
  });

  app.post('/page/actions', ({ body }) => {
    const { as, locale, action } = parse(actionRequestSchema, body);
    return runAction(show.person(as, locale), action);
  });

  app.post('/page/joins', async ({ body }) => {
    const { as = null, locale } = parse(viewSchema, body);
    return { id: await show.join(as, locale) };
  });

  app.post('/page/scenarios/:id', ({ params }) => {
    show.play(parse(idSchema, params).id);
    return { kind: 'done' };
  });

  app.post('/page/reset', async () => {
    const previous = show;
    previous.stop();
    show = createShow(await options.reset(), logger);
    previous.endStreams();
    return { kind: 'done' };
  });

  function openStream(reply: FastifyReply, as: string | undefined): void {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
    });
    raw.write('retry: 300\n\n');
    const write = (event: PageEvent): void => void raw.write(`data: ${JSON.stringify(event)}\n\n`);
    const close = show.watch({ as, send: write, end: () => raw.end() });
    let cancelKeepAlive = (): void => undefined;
    const keepAlive = (): void => {
      raw.write(':\n\n');
      cancelKeepAlive = clock.after(KEEP_ALIVE_MS, keepAlive);
    };
    keepAlive();
    raw.on('close', () => {
      cancelKeepAlive();
      close();
    });
  }

  let cancelStatus = (): void => undefined;
  async function tellStatus(): Promise<void> {
    await show.tellStatus();
    cancelStatus = clock.after(STATUS_INTERVAL_MS, () => void tellStatus());
  }

  const origin = await app.listen({ host: HOST, port: options.port ?? 0 });
  const { port } = new URL(origin);
  hosts = [`${HOST}:${port}`, `localhost:${port}`];
  await tellStatus();

  return {
    url: `${origin}/page/`,
    async stop() {
      cancelStatus();
      show.stop();
      show.endStreams();
      await app.close();
    },
  };
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new HttpError(400, 'The page sent a malformed request.');
}
