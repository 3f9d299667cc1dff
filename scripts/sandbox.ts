import { errorMessage } from '../src/lib/errors.ts';
import { createLogger } from '../src/lib/logger.ts';
import { createSandbox, type Sandbox } from '../src/sandbox/sandbox.ts';
import { portOption, readArguments } from '../src/lib/command-line.ts';

/*
 * Runs the sandbox Discord standalone. Its addresses and tokens go to standard output, as one line of JSON or as
 * lines for `.env`; logs go to standard error.
 */

const { options } = readArguments({
  name: 'sandbox',
  summary: 'Runs a simulated Discord with a server, channels and members, until Ctrl-C.',
  options: {
    port: portOption,
    env: { help: 'Print lines for .env, so that `npm start` connects to this sandbox.' },
  },
  examples: ['--port 8080', '--env > .env'],
});

async function run(): Promise<void> {
  const logger = createLogger('info', process.stderr);
  const sandbox = await createSandbox({ port: options.port, logger });
  process.stdout.write(options.env ? dotEnvLines(sandbox) : jsonLine(sandbox));
  const { apiUrl, gatewayUrl } = sandbox;
  logger.info({ apiUrl, gatewayUrl }, 'sandbox ready');

  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    void sandbox.stop();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function jsonLine(sandbox: Sandbox): string {
  const { apiUrl, botToken, applicationId, guildId, channels, members } = sandbox;
  return `${JSON.stringify({ apiUrl, botToken, applicationId, guildId, channels, members })}\n`;
}

/**
 * The comment needs its equals sign: with `npm run sandbox -- --env > .env`, npm prints its own lines first, and
 * Node's parser reads everything up to the first `=` as a variable name.
 */
function dotEnvLines({ apiUrl, botToken }: Sandbox): string {
  return `# sandbox = ${apiUrl}\nDISCORD_TOKEN=${botToken}\nDISCORD_API_URL=${apiUrl}\n`;
}

try {
  await run();
} catch (error) {
  process.stderr.write(`Could not start the sandbox: ${errorMessage(error)}\n`);
  process.exitCode = 1;
}
