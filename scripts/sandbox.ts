import { explainListenError } from '../src/shared/process/explain-listen-error.ts';
import { createLogger } from '../src/shared/logger.ts';
import { createSandbox, type Sandbox } from '../src/sandbox/sandbox.ts';
import { addServers } from '../src/sandbox/servers.ts';
import { countOption, portOption, readArguments } from '../src/shared/process/command-line.ts';

/*
 * Runs the sandbox Discord by itself. Its addresses and tokens go to standard output, as one line of JSON or as lines for `.env`;
 * logs go to standard error.
 */

const { options } = readArguments({
  name: 'sandbox',
  summary: 'Runs a simulated Discord with a server, channels and members, until Ctrl-C.',
  options: {
    port: portOption,
    servers: countOption('Add N servers, evenly spread over shards.', 0),
    shards: countOption('Recommend N shards. Default: one for every 1,000 servers.', null),
    'max-concurrency': countOption('Let N shards identify at once. Default: 1.', 1),
    env: { help: 'Print lines for .env, so that `npm start` connects to this sandbox.' },
  },
  examples: ['--port 8080', '--env > .env', '--servers 64 --shards 8 --max-concurrency 8'],
});

async function run(): Promise<void> {
  const logger = createLogger('info', process.stderr);
  const { port, servers, shards } = options;
  const sandbox = await createSandbox({
    port,
    logger,
    ...(shards === null ? {} : { recommendedShards: shards }),
    identifyLimits: { maxConcurrency: options['max-concurrency'] },
  });
  addServers(sandbox, servers);
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
  process.stderr.write(`Could not start the sandbox: ${explainListenError(error, '--port')}\n`);
  process.exitCode = 1;
}
