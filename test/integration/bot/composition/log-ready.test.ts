import { SlashCommandBuilder } from '@discordjs/builders';
import { expect, it, onTestFinished } from 'vitest';
import { logReady } from '../../../../src/bot/composition/log-ready.ts';
import { deployCommands } from '../../../../src/bot/interactions/registration/deploy.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { connectToSandbox } from '../fixture.ts';

const commands = [new SlashCommandBuilder().setName('work').setDescription('Works').toJSON()];

async function connect() {
  const { gateway, sandbox, stop } = await connectToSandbox();
  onTestFinished(() => stop());
  const { client } = gateway;
  if (!client.isReady()) throw new Error('not connected');
  const register = (guildId: string | null) =>
    deployCommands({
      rest: client.rest,
      applicationId: sandbox.applicationId,
      dryRun: false,
      commands,
      guildId,
    });
  const log = async (): Promise<string> => {
    const { logger, lines } = createLogSink();
    const wanted = { inEveryServer: commands, inTrialServer: commands };
    await logReady({ client, commands: wanted, logger });
    return lines.join('');
  };
  return { client, sandbox, register, log };
}

it('names the bot and its servers, and asks to register the commands until they are', async () => {
  const { client, register, log } = await connect();
  const { size } = client.guilds.cache;
  expect(await log()).toContain(
    `ready as ${client.user.tag} in ${size} server${size === 1 ? '' : 's'}. Next: run \`npm run deploy-commands\` once`,
  );
  await register(null);
  expect(await log()).toContain('. Next: run /doctor in a server');
});

it('accepts commands registered in one server', async () => {
  const { sandbox, register, log } = await connect();
  await register(sandbox.guildId);
  expect(await log()).toContain('. Next: run /doctor in a server');
});

it('shows the invite link of a bot that is in no server', async () => {
  const { client, register, log } = await connect();
  await register(null);
  client.guilds.cache.clear();
  expect(await log()).toMatch(
    /in 0 servers\. Next: add the bot to a server: https:\/\/discord\.com\/oauth2\/authorize\?client_id=\d+/,
  );
});

it('is logged even if Discord does not answer', async () => {
  const { sandbox, log } = await connect();
  sandbox.faults.failNext({ status: 500, times: 10 });
  const lines = await log();
  expect(lines).toContain('could not check the registered commands');
  expect(lines).toContain('Next: run /doctor');
});
