import { program } from './program.ts';
import { createApp } from './bot/composition/app.ts';
import { checkInstallation } from './bot/composition/check-installation.ts';
import { parseConfig, secretsOf, type Config } from './bot/config/config.ts';
import { ConfigError } from './shared/environment/environment.ts';
import { loadSettings } from './bot/composition/ask-for-token.ts';
import { AppError } from './shared/errors.ts';
import { readArguments } from './shared/process/command-line.ts';
import { createLogger, type Logger } from './shared/logger.ts';
import { createStrike } from './shared/secrets.ts';
import { VERSION } from './shared/version.ts';
import { watchParent } from './shared/process/parent-exit.ts';

/* The process: environment, signals and exit code. */

/** EX_CONFIG of sysexits.h: a restart does not help until the configuration changes. */
const EXIT_CONFIG = 78;
const EXIT_FAILURE = 1;

/** Of `--check`, for the first problem that it finds. */
const EXIT_BY_PROBLEM = { unreachable: 2, token: 3, intents: 4, database: 5, service: 6 } as const;

/** The `code` of errors that only a change of the configuration fixes. */
const CONFIG_CODES = new Set(['discord_invalid_token', 'discord_disallowed_intents']);

/** Everything must stop within this time after a signal. */
const STOP_TIMEOUT_MS = 10_000;

/** Readable lines on a terminal, otherwise JSON. */
async function loggerOf(config: Config): Promise<Logger> {
  const stream = process.stdout.isTTY
    ? (await import('pino-pretty')).default({ translateTime: 'SYS:HH:MM:ss' })
    : undefined;
  return createLogger(config.logLevel, stream, createStrike(secretsOf(config)));
}

/** SIGHUP: its terminal was closed. SIGBREAK: Ctrl+Break on Windows. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const;

type StopReason = (typeof SIGNALS)[number] | 'npm ended' | 'unexpected error';

/** Resolves when the process must stop. Logs every uncaught error, including those after the first. */
function nextStopReason(logger: Logger): Promise<StopReason> {
  return new Promise((resolve) => {
    // A second signal of the same kind kills the process.
    for (const signal of SIGNALS) process.once(signal, () => resolve(signal));
    if (process.env.npm_lifecycle_event !== undefined) watchParent(() => resolve('npm ended'));
    process.on('uncaughtException', (error, origin) => {
      // Not the error object: discord.js errors carry the request, which can contain message texts.
      logger.fatal({ origin, stack: error.stack }, 'unexpected error');
      resolve('unexpected error');
    });
  });
}

/** Runs the bot until it must stop or Discord ends the session. Resolves to the exit code. */
async function run(): Promise<number> {
  await loadSettings();
  const config = parseConfig(process.env);
  const logger = await loggerOf(config);
  logger.info({ version: VERSION, node: process.version }, 'starting Portcullis');
  const app = createApp(config, { ...program, logger });
  const stopped = nextStopReason(logger);

  const started = app.start().then(() => 'started' as const);
  const first = await Promise.race([started, stopped]);
  const reason = first === 'started' ? await Promise.race([stopped, app.ended]) : first;

  logger.info({ reason: reason instanceof AppError ? reason.code : reason }, 'stopping');
  const timeout = setTimeout(() => {
    logger.error('could not stop in time; the next start resumes the rest');
    process.exit(EXIT_FAILURE);
  }, STOP_TIMEOUT_MS);
  // The start rejects if a signal aborted it.
  started.catch(() => undefined);
  await app.stop();
  clearTimeout(timeout);
  logger.info('stopped');
  if (reason instanceof AppError) throw reason;
  return reason === 'unexpected error' ? EXIT_FAILURE : 0;
}

/** Checks what a start needs, and writes it down. Resolves to the exit code. */
async function check(): Promise<number> {
  await loadSettings();
  const config = parseConfig(process.env);
  const strike = createStrike(secretsOf(config));
  const parts = await checkInstallation(config, createLogger('silent'));
  process.stdout.write('✓ settings: They are complete.\n');
  for (const { part, text, problem } of parts) {
    process.stdout.write(`${problem === null ? '✓' : '✗'} ${part}: ${strike(text)}\n`);
  }
  const problem = parts.find((part) => part.problem !== null)?.problem ?? null;
  return problem === null ? 0 : EXIT_BY_PROBLEM[problem];
}

const { options } = readArguments({
  name: 'start',
  summary: 'Runs the bot, until Ctrl-C. Reads its settings from .env.',
  options: {
    check: {
      help: 'Check settings, token, intents, database and service, and exit without starting.',
    },
  },
  examples: ['', '--check'],
});
process.title = 'portcullis';
try {
  process.exitCode = await (options.check ? check() : run());
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${error.message}\n`);
  const isConfig = error instanceof ConfigError || CONFIG_CODES.has(error.code);
  process.exitCode = isConfig ? EXIT_CONFIG : EXIT_FAILURE;
}
// All our parts have stopped, but discord.js keeps running for a while after an aborted login.
process.exit();
