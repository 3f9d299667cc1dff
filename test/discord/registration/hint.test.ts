import { SlashCommandBuilder } from '@discordjs/builders';
import { expect, it, onTestFinished } from 'vitest';
import { deployCommands } from '../../../src/discord/registration/deploy.ts';
import { hintAtRegistration } from '../../../src/discord/registration/hint.ts';
import { createLogSink } from '../../helpers/log-sink.ts';
import { connectToSandbox } from '../fixture.ts';

const commands = [new SlashCommandBuilder().setName('work').setDescription('Works').toJSON()];

async function started() {
  const connected = await connectToSandbox();
  onTestFinished(() => connected.stop());
  const { client } = connected.gateway;
  if (!client.isReady()) throw new Error('not connected');
  return { client, guildId: connected.sandbox.guildId, sandbox: connected.sandbox };
}

async function hinted({ client }: Awaited<ReturnType<typeof started>>): Promise<string> {
  const { logger, lines } = createLogSink();
  await hintAtRegistration({ client, commands, logger });
  return lines.join('');
}

it('tells the log to register the commands, until they are', async () => {
  const bot = await started();
  expect(await hinted(bot)).toContain('npm run deploy-commands');
  const { applicationId } = bot.sandbox;
  const place = { rest: bot.client.rest, applicationId, dryRun: false, commands };
  await deployCommands({ ...place, guildId: null });
  expect(await hinted(bot)).toBe('');
});

it('is content with commands registered in one server', async () => {
  const bot = await started();
  const { applicationId } = bot.sandbox;
  const place = { rest: bot.client.rest, applicationId, dryRun: false, commands };
  await deployCommands({ ...place, guildId: bot.guildId });
  expect(await hinted(bot)).toBe('');
});

it('does not fail where Discord does not answer', async () => {
  const bot = await started();
  bot.sandbox.faults.failNext({ status: 500, times: 10 });
  expect(await hinted(bot)).toContain('could not be looked at');
});
