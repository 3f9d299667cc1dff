import pretty from 'pino-pretty';
import { createApp } from './app.ts';
import { ConfigError, parseConfig, type Config } from './config/config.ts';
import { loadDotEnv } from './config/dot-env.ts';
import { AppError } from './lib/errors.ts';
import { createLogger, type Logger } from './lib/logger.ts';

/* The process: environment in, signals, exit code. */

/** sysexits.h, EX_CONFIG: nothing will change until someone changes the configuration. */
const EXIT_CONFIG = 78;
const EXIT_FAILURE = 1;

/** What no restart can mend, by the `code` of the error. */
const CONFIG_CODES = new Set(['discord_invalid_token', 'discord_disallowed_intents']);

/** After a signal, everything must be over by then. */
const STOP_WITHIN_MS = 10_000;

/** Lines for people on a terminal, JSON for everything else. */
function loggerOf(config: Config): Logger {
  return createLogger(
    config.logLevel,
    process.stdout.isTTY ? pretty({ translateTime: 'SYS:HH:MM:ss' }) : undefined,
  );
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  });
}

/** Runs the bot until a signal or until Discord ends it; resolves to the exit code. */
async function run(): Promise<number> {
  loadDotEnv();
  const config = parseConfig(process.env);
  const logger = loggerOf(config);
  const app = createApp(config, { logger });
  const signalled = nextSignal();

  const started = app.start().then(() => 'started' as const);
  const first = await Promise.race([started, signalled]);
  const reason = first === 'started' ? await Promise.race([signalled, app.ended]) : first;

  logger.info({ reason: reason instanceof AppError ? reason.code : reason }, 'stopping');
  const overdue = setTimeout(() => {
    logger.error('could not stop in time; what is left is taken up at the next start');
    process.exit(EXIT_FAILURE);
  }, STOP_WITHIN_MS);
  // A start that a signal overtook has nothing more to tell.
  started.catch(() => undefined);
  await app.stop();
  clearTimeout(overdue);
  logger.info('stopped');
  if (reason instanceof AppError) throw reason;
  return 0;
}

process.title = 'portcullis';
try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${error.message}\n`);
  const isConfig = error instanceof ConfigError || CONFIG_CODES.has(error.code);
  process.exitCode = isConfig ? EXIT_CONFIG : EXIT_FAILURE;
}
// Everything of ours has ended. What discord.js leaves behind when a login is given up would go on for long.
process.exit();
