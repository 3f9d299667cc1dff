import { randomBytes } from 'node:crypto';
import { loadDotEnv } from '../src/shared/environment/environment.ts';
import { parseServiceEnvironment, type ServiceEnvironment } from '../src/service/environment.ts';
import {
  exitWithUsage,
  optionalOption,
  portOption,
  readArguments,
  textOption,
} from '../src/shared/process/command-line.ts';
import { systemClock } from '../src/shared/clock.ts';
import { explainListenError } from '../src/shared/process/explain-listen-error.ts';
import { createLogger } from '../src/shared/logger.ts';
import { isPostgresUrl } from '../src/shared/state-url.ts';
import { VERSION } from '../src/shared/version.ts';
import { openAccountAdmin } from '../src/service/account-admin.ts';
import { createTrainedEngine } from '../src/service/engine/trained-engine.ts';
import { createService } from '../src/service/service.ts';

const API_KEY_BYTES = 24;
/** Orchestrators kill a process ten seconds after SIGTERM, and a database that does not answer must not delay the exit. */
const STOP_DEADLINE_MS = 9_000;

const script = {
  name: 'service',
  summary:
    'Runs the moderation service on its own, until Ctrl-C, or manages its accounts. Reads its settings from .env.',
  options: {
    host: optionalOption(
      textOption('HOST', 'The address to listen on. Default: SERVICE_HOST, or 127.0.0.1.', ''),
    ),
    port: optionalOption({
      ...portOption,
      help: 'The port to listen on; 0: any free port. Default: SERVICE_PORT, or 0.',
    }),
  },
  positionals: 'accounts add NAME|list|revoke NAME',
  examples: ['--port 8080', '--host 0.0.0.0 --port 8080', 'accounts add partner'],
};

const { options, positionals } = readArguments(script);
// Standard output is reserved for the address or the accounts.
const logger = createLogger('info', process.stderr);

/** Resolves once the service is listening. */
async function run(environment: ServiceEnvironment): Promise<void> {
  const { stateUrl, searchIntervalMs, audio, commentsPerSecond, page } = environment;
  const apiKey = environment.apiKey ?? randomBytes(API_KEY_BYTES).toString('hex');
  if (environment.apiKey === undefined && isPostgresUrl(stateUrl)) {
    logger.warn('MODERATION_API_KEY is not set: each instance of the service has a key of its own');
  }
  logger.info({ version: VERSION, node: process.version }, 'starting the moderation service');
  const service = createService({
    apiKey,
    engine: createTrainedEngine(),
    stateUrl,
    searchIntervalMs,
    audio,
    compatible: { commentsPerSecond, page },
    logger,
  });
  const { baseUrl } = await service.start({
    host: options.host ?? environment.host,
    port: options.port ?? environment.port,
  });
  // A container's output ends up in its log, where a key that the operator chose does not belong.
  const generated =
    environment.apiKey === undefined
      ? { apiKey, ...(page === 'off' ? {} : { pageUrl: `${baseUrl}/#${apiKey}` }) }
      : {};
  process.stdout.write(`${JSON.stringify({ baseUrl, consoleUrl: baseUrl, ...generated })}\n`);

  const stop = (): void => {
    setTimeout(() => {
      logger.error('the service did not stop in time');
      process.exit(1);
    }, STOP_DEADLINE_MS).unref();
    service.stop().catch((error: unknown) => {
      logger.error({ err: error }, 'the service did not stop cleanly');
      process.exitCode = 1;
    });
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** Runs `accounts …` and prints the outcome. */
async function manageAccounts(
  { stateUrl }: ServiceEnvironment,
  words: readonly string[],
): Promise<void> {
  const [command = '', name, ...rest] = words;
  const isComplete = command === 'list' ? name === undefined : name !== undefined;
  if (!['add', 'list', 'revoke'].includes(command) || !isComplete || rest.length > 0) {
    exitWithUsage(script, 'Use accounts add NAME, accounts list or accounts revoke NAME.');
  }
  const accounts = await openAccountAdmin({ stateUrl, clock: systemClock, logger });
  try {
    if (name === undefined) {
      for (const { name: account, createdMs, revokedMs } of await accounts.list()) {
        const state = revokedMs === null ? 'valid' : `revoked ${dateOf(revokedMs)}`;
        process.stdout.write(`${account}\tcreated ${dateOf(createdMs)}\t${state}\n`);
      }
    } else if (command === 'add') {
      const apiKey = await accounts.add(name);
      process.stdout.write(`${JSON.stringify({ account: name, apiKey })}\n`);
      process.stderr.write(
        'Keep the key: it is stored only as a hash and cannot be shown again.\n',
      );
    } else {
      await accounts.revoke(name);
      process.stderr.write(
        `The key of ${name} is revoked; running services refuse it within a second.\n`,
      );
    }
  } finally {
    await accounts.close();
  }
}

function dateOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

loadDotEnv();
const [first, ...words] = positionals;
if (first !== undefined && first !== 'accounts') {
  exitWithUsage(script, `Unknown argument '${first}'.`);
}
try {
  const environment = parseServiceEnvironment(process.env);
  await (first === undefined ? run(environment) : manageAccounts(environment, words));
} catch (error) {
  const failed = first === undefined ? 'The service could not start' : 'Nothing was changed';
  process.stderr.write(`${failed}: ${explainListenError(error, '--port or SERVICE_PORT')}\n`);
  process.exitCode = 1;
}
