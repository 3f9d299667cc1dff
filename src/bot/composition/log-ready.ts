import type { Client } from 'discord.js';
import { inviteUrl } from '../gateway/invite.ts';
import {
  areCommandsRegistered,
  type RegisteredCommands,
} from '../interactions/registration/is-registered.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';

export interface LogReadyOptions {
  readonly client: Client<true>;
  readonly commands: RegisteredCommands;
  readonly logger: Logger;
}

/** Logs the last line of the start-up: which bot is ready, in how many servers, and what to do next. Never rejects. */
export async function logReady({ client, commands, logger }: LogReadyOptions): Promise<void> {
  const servers = client.guilds.cache.size;
  const nextSteps = await nextStepsFor({ client, commands, logger });
  const count = `${servers} ${servers === 1 ? 'server' : 'servers'}`;
  logger.info(
    { servers },
    `ready as ${client.user.tag} in ${count}. Next: ${nextSteps.join(', then ')}`,
  );
}

async function nextStepsFor({ client, commands, logger }: LogReadyOptions): Promise<string[]> {
  const steps: string[] = [];
  try {
    if (!(await areCommandsRegistered(client, commands))) {
      steps.push('run `npm run deploy-commands` once to register the commands');
    }
  } catch (error) {
    logger.info({ reason: errorMessage(error) }, 'could not check the registered commands');
  }
  if (client.guilds.cache.size === 0) steps.push(`add the bot to a server: ${inviteUrl(client)}`);
  return steps.length > 0 ? steps : ['run /doctor in a server to check its setup'];
}
