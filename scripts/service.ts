import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { messageOf } from '../src/lib/errors.ts';
import { createLogger } from '../src/lib/logger.ts';
import { createRuleEngine } from '../src/service/engine/rule-engine.ts';
import { createService } from '../src/service/service.ts';

/** sysexits.h, EX_USAGE. */
const EXIT_USAGE = 64;
const MAX_PORT = 65_535;
const API_KEY_BYTES = 24;

/** The port asked for on the command line, or the sentence that says what is wrong with it. */
function readPort(): number | string {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
    const port = Number(values.port);
    return /^\d{1,5}$/.test(values.port) && port <= MAX_PORT
      ? port
      : `--port must be a whole number from 0 to ${MAX_PORT}.`;
  } catch (error) {
    return messageOf(error);
  }
}

async function main(): Promise<void> {
  const port = readPort();
  if (typeof port === 'string') {
    process.stderr.write(`${port}\n`);
    process.exitCode = EXIT_USAGE;
    return;
  }
  const givenKey = process.env.MODERATION_API_KEY ?? '';
  const apiKey = givenKey === '' ? randomBytes(API_KEY_BYTES).toString('hex') : givenKey;
  // Standard output is for the one line that tells others where the service is.
  const logger = createLogger('info', process.stderr);
  const service = createService({ apiKey, engine: createRuleEngine(), logger });
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
