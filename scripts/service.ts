import { randomBytes } from 'node:crypto';
import { loadDotEnv } from '../src/config/environment.ts';
import { parseServiceEnvironment } from '../src/config/service-environment.ts';
import { errorMessage } from '../src/lib/errors.ts';
import { createLogger } from '../src/lib/logger.ts';
import { createTrainedEngine } from '../src/service/engine/trained-engine.ts';
import { createService } from '../src/service/service.ts';
import { portOption, readArguments } from '../src/lib/command-line.ts';

const API_KEY_BYTES = 24;

const { options } = readArguments({
  name: 'service',
  summary: 'Runs the moderation service on its own, until Ctrl-C. Reads its settings from .env.',
  options: { port: portOption },
  examples: ['--port 8080'],
});

/** Resolves once the service is listening. */
async function run(): Promise<void> {
  loadDotEnv();
  const environment = parseServiceEnvironment(process.env);
  const {
    apiKey = randomBytes(API_KEY_BYTES).toString('hex'),
    stateUrl,
    searchIntervalMs,
    audio,
  } = environment;
  // Standard output is reserved for the line with the service's address.
  const logger = createLogger('info', process.stderr);
  const service = createService({
    apiKey,
    engine: createTrainedEngine(),
    stateUrl,
    searchIntervalMs,
    audio,
    logger,
  });
  const { baseUrl } = await service.start({ port: options.port });
  process.stdout.write(`${JSON.stringify({ baseUrl, consoleUrl: baseUrl, apiKey })}\n`);

  const stop = (): void => {
    service.stop().catch((error: unknown) => {
      logger.error({ err: error }, 'the service did not stop cleanly');
      process.exitCode = 1;
    });
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

try {
  await run();
} catch (error) {
  process.stderr.write(`The service could not start: ${errorMessage(error)}\n`);
  process.exitCode = 1;
}
