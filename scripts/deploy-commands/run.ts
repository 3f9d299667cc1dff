import { REST } from 'discord.js';
import { commands, ordinaryCommands } from '../../commands/index.ts';
import { parseDiscordConfig, type DiscordConfig } from '../../src/bot/config/discord.ts';
import { ConfigError } from '../../src/shared/environment/environment.ts';
import { applicationIdOf, deployCommands } from '../../src/bot/interactions/registration/deploy.ts';
import type { Options } from './options.ts';
import { describeDifference, describeFailure, describeResult } from './describe.ts';

/** sysexits.h, EX_CONFIG: trying again will not help. */
const EXIT_CONFIG = 78;
const EXIT_FAILURE = 1;

/** Longer rate limits are reported instead of waited for. */
const MAX_RATE_LIMIT_WAIT_MS = 5000;

export interface Output {
  log(line: string): void;
  error(line: string): void;
}

/** Registers the commands; resolves to the exit code. */
export async function run(
  environment: Readonly<Record<string, string | undefined>>,
  options: Options,
  output: Output,
): Promise<number> {
  try {
    return await deploy(parseDiscordConfig(environment), options, output);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    output.error(error.message);
    return EXIT_CONFIG;
  }
}

async function deploy(
  { token, apiUrl }: DiscordConfig,
  { guild: guildId, 'dry-run': dryRun, clear }: Options,
  output: Output,
): Promise<number> {
  const rest = new REST({
    api: apiUrl,
    rejectOnRateLimit: ({ retryAfter }) => retryAfter > MAX_RATE_LIMIT_WAIT_MS,
  }).setToken(token);

  let applicationId: string | null = null;
  try {
    applicationId = await applicationIdOf(rest);
    const wanted = guildId === null ? ordinaryCommands : commands;
    const deployed = await deployCommands({
      rest,
      applicationId,
      commands: clear ? [] : wanted.map(({ data }) => data),
      guildId,
      dryRun,
    });
    if (deployed.kind === 'invalid') {
      output.error('Discord would reject these commands. Nothing was registered:');
      for (const problem of deployed.problems) output.error(`  ${problem}`);
      return EXIT_CONFIG;
    }
    for (const line of describeDifference(deployed.difference)) output.log(line);
    output.log(describeResult(deployed, { guildId, dryRun }));
    return 0;
  } catch (error) {
    const { message, isRetryable } = describeFailure(error, { apiUrl, guildId, applicationId });
    output.error(message);
    return isRetryable ? EXIT_FAILURE : EXIT_CONFIG;
  }
}
