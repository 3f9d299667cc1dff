import { randomBytes } from 'node:crypto';
import { parseServiceEnvironment } from '../src/config/service-environment.ts';
import { messageOf } from '../src/lib/errors.ts';
import { createLogger } from '../src/lib/logger.ts';
import { sqlitePath } from '../src/lib/sqlite-url.ts';
import { createTrainedEngine } from '../src/service/engine/trained-engine.ts';
import { createService } from '../src/service/service.ts';
import { portOption } from './port-option.ts';

const API_KEY_BYTES = 24;

/** Runs the service until a signal; resolves when it listens. */
async function run(): Promise<void> {
  const port = portOption();
  const environment = parseServiceEnvironment(process.env);
  const { apiKey = randomBytes(API_KEY_BYTES).toString('hex'), stateUrl, audio } = environment;
  // Standard output is for the one line that tells others where the service is.
  const logger = createLogger('info', process.stderr);
  const service = createService({
    apiKey,
    engine: createTrainedEngine(),
    storePath: sqlitePath(stateUrl),
    audio,
    logger,
  });
  const { baseUrl } = await service.start({ port });
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
  process.stderr.write(`The service could not start: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
