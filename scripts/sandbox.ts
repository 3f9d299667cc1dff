import { messageOf } from '../src/lib/errors.ts';
import { createLogger } from '../src/lib/logger.ts';
import { createSandbox } from '../src/sandbox/sandbox.ts';
import { portOption } from './port-option.ts';

/*
 * The sandbox Discord alone. The first line on standard output is JSON and says where everything is; logs go
 * to standard error.
 */

async function run(): Promise<void> {
  const port = portOption();
  const logger = createLogger('info', process.stderr);
  const sandbox = await createSandbox({ port, logger });
  const { apiUrl, botToken, applicationId, guildId, channels, members } = sandbox;
  console.log(JSON.stringify({ apiUrl, botToken, applicationId, guildId, channels, members }));
  logger.info({ apiUrl, gatewayUrl: sandbox.gatewayUrl }, 'the sandbox Discord is up');

  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    void sandbox.stop();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

try {
  await run();
} catch (error) {
  process.stderr.write(`The sandbox could not start: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
