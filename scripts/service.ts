import { randomBytes } from 'node:crypto';
import { messageOf } from '../src/lib/errors.ts';
import { createLogger } from '../src/lib/logger.ts';
import { createTrainedEngine } from '../src/service/engine/trained-engine.ts';
import { createService } from '../src/service/service.ts';
import { portOption } from './port-option.ts';

const API_KEY_BYTES = 24;

async function main(): Promise<void> {
  const port = portOption();
  const givenKey = process.env.MODERATION_API_KEY ?? '';
  const apiKey = givenKey === '' ? randomBytes(API_KEY_BYTES).toString('hex') : givenKey;
  // Standard output is for the one line that tells others where the service is.
  const logger = createLogger('info', process.stderr);
  const service = createService({ apiKey, engine: createTrainedEngine(), logger });
  try {
    const { baseUrl } = await service.start({ port });
    process.stdout.write(`${JSON.stringify({ baseUrl, consoleUrl: baseUrl, apiKey })}\n`);
  } catch (error) {
    process.stderr.write(`The service could not start: ${messageOf(error)}\n`);
    process.exitCode = 1;
    return;
  }
  const stop = (): void => {
    service.stop().catch((error: unknown) => {
      logger.error({ err: error }, 'the service did not stop cleanly');
      process.exitCode = 1;
    });
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

await main();
