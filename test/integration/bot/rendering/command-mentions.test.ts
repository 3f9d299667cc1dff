import { SlashCommandBuilder } from '@discordjs/builders';
import { expect, it, onTestFinished, vi } from 'vitest';
import { commandMentions, loadCommandIds } from '../../../../src/bot/rendering/command-mentions.ts';
import { deployCommands } from '../../../../src/bot/interactions/registration/deploy.ts';
import { createPerson } from '../../../../src/sandbox/person.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { connectToSandbox } from '../fixture.ts';

const commands = [
  new SlashCommandBuilder()
    .setName('case')
    .setDescription('Cases')
    .addSubcommand((sub) => sub.setName('show').setDescription('Shows a case'))
    .toJSON(),
];

async function started() {
  const connected = await connectToSandbox();
  onTestFinished(() => connected.stop());
  const { sandbox, gateway } = connected;
  const { client } = gateway;
  if (!client.isReady()) throw new Error('not connected');
  const { logger, lines } = createLogSink();
  return {
    sandbox,
    client,
    lines,
    mention: commandMentions(client, sandbox.guildId),
    load: () => loadCommandIds({ client, logger }),
    deploy: (guildId: string | null) =>
      deployCommands({
        rest: client.rest,
        applicationId: sandbox.applicationId,
        dryRun: false,
        commands,
        guildId,
      }),
  };
}

it('mentions a registered command by its id, and others as plain text', async () => {
  const { client, deploy, load, mention } = await started();
  await deploy(null);
  expect(mention('case show')).toBe('/case show');
  await load();
  const id = client.application.commands.cache.find(({ name }) => name === 'case')?.id;
  expect(mention('case show')).toBe(`</case show:${id}>`);
  expect(mention('doctor')).toBe('/doctor');
});

it('learns the id of a command that was registered in one server, when somebody uses it', async () => {
  const { client, sandbox, deploy, load, mention } = await started();
  await load();
  await deploy(sandbox.guildId);
  const { apiUrl, members, channels } = sandbox;
  const owner = createPerson(apiUrl, members.owner);
  void owner.slash(channels.general, 'case show').catch(() => undefined);
  await vi.waitFor(() => expect(mention('case show')).toMatch(/^<\/case show:\d+>$/));
  expect(commandMentions(client, 'another server')('case show')).toBe('/case show');
});

it('keeps plain text when Discord does not answer', async () => {
  const { sandbox, lines, load, mention } = await started();
  sandbox.faults.failNext({ status: 500, times: 10 });
  await load();
  expect(mention('case show')).toBe('/case show');
  expect(lines.join('')).toContain('could not read the ids of commands');
});
