import { REST } from 'discord.js';
import { commands } from '../../commands/index.ts';
import { ConfigError } from '../../src/config/config.ts';
import { parseDeployEnvironment } from '../../src/config/deploy-environment.ts';
import type { DiscordConfig } from '../../src/config/discord.ts';
import { applicationIdOf, deployCommands } from '../../src/discord/registration/deploy.ts';
import type { Options } from './options.ts';
import { linesOf, resultOf, sentenceOf } from './sentences.ts';

/** sysexits.h, EX_CONFIG: a wrong token, a command beyond Discord's limits. */
const EXIT_CONFIG = 78;
const EXIT_FAILURE = 1;

/** What takes longer is told instead of waited for. */
const LONGEST_WAIT_MS = 5000;

/** Where lines go. */
export interface Output {
  log(line: string): void;
  error(line: string): void;
}

/** Registers the commands as the environment and the options say; resolves to the exit code. */
export async function run(
  environment: Readonly<Record<string, string | undefined>>,
  options: Options,
  output: Output,
): Promise<number> {
  try {
    return await deploy(parseDeployEnvironment(environment), options, output);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    output.error(error.message);
    return EXIT_CONFIG;
  }
}

async function deploy(
  { token, apiUrl }: DiscordConfig,
  { guildId, dryRun, clear }: Options,
  output: Output,
): Promise<number> {
  const rest = new REST({
    api: apiUrl,
    rejectOnRateLimit: ({ retryAfter }) => retryAfter > LONGEST_WAIT_MS,
  }).setToken(token);

  let applicationId: string | null = null;
  try {
    applicationId = await applicationIdOf(rest);
    const deployed = await deployCommands({
      rest,
      applicationId,
      commands: clear ? [] : commands.map(({ data }) => data),
      guildId,
      dryRun,
    });
    if (deployed.kind === 'invalid') {
      output.error('Discord does not take these commands; nothing was registered:');
      for (const problem of deployed.problems) output.error(`  ${problem}`);
      return EXIT_CONFIG;
    }
    for (const line of linesOf(deployed.difference)) output.log(line);
    output.log(resultOf(deployed, { guildId, dryRun }));
    return 0;
  } catch (error) {
    const told = sentenceOf(error, { apiUrl, guildId, applicationId });
    output.error(told.sentence);
    return told.isConfig ? EXIT_CONFIG : EXIT_FAILURE;
  }
}
