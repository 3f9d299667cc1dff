import { SlashCommandBuilder } from '@discordjs/builders';
import { REST } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import {
  applicationIdOf,
  deployCommands,
} from '../../../../../src/bot/interactions/registration/deploy.ts';
import type { CommandData } from '../../../../../src/bot/interactions/registration/normal-form.ts';
import { createSandbox } from '../../../../../src/sandbox/sandbox.ts';
import { sendJson, startHttpServer } from '../../../../helpers/http-server.ts';

function command(name: string, description = 'Works'): CommandData {
  return new SlashCommandBuilder().setName(name).setDescription(description).toJSON();
}

async function sandboxed() {
  const sandbox = await createSandbox({ rateLimits: 'off' });
  onTestFinished(() => sandbox.stop());
  const { applicationId, guildId, world } = sandbox;
  const rest = new REST({ api: sandbox.apiUrl }).setToken(sandbox.botToken);
  const here = { rest, applicationId, guildId: null, dryRun: false };
  return {
    rest,
    here,
    guildId,
    applicationId,
    /** The names of the registered commands. */
    registered: (inGuild: string | null = null) =>
      world.commands.list({ applicationId, guildId: inGuild }).map(({ name }) => name),
  };
}

it('registers new, changed and removed commands, and nothing the second time', async () => {
  const { here, registered } = await sandboxed();
  await deployCommands({ ...here, commands: [command('old'), command('work', 'Worked')] });
  const commands = [command('work'), command('new')];
  const first = await deployCommands({ ...here, commands });
  expect(first).toEqual({
    kind: 'compared',
    applied: true,
    difference: {
      created: ['/new'],
      changed: [{ name: '/work', fields: ['description'] }],
      removed: ['/old'],
      unchanged: [],
    },
  });
  expect(registered()).toEqual(['work', 'new']);
  const second = await deployCommands({ ...here, commands });
  expect(second).toMatchObject({
    applied: false,
    difference: { unchanged: ['/work', '/new'], created: [], changed: [], removed: [] },
  });
});

it('only looks in a dry run', async () => {
  const { here, registered } = await sandboxed();
  const looked = await deployCommands({ ...here, commands: [command('work')], dryRun: true });
  expect(looked).toMatchObject({ applied: false, difference: { created: ['/work'] } });
  expect(registered()).toEqual([]);
});

it('registers in one guild, and removes from there', async () => {
  const { here, guildId, registered } = await sandboxed();
  await deployCommands({ ...here, guildId, commands: [command('work')] });
  expect([registered(), registered(guildId)]).toEqual([[], ['work']]);
  const again = await deployCommands({ ...here, guildId, commands: [command('work')] });
  expect(again).toMatchObject({ applied: false });
  await deployCommands({ ...here, guildId, commands: [] });
  expect(registered(guildId)).toEqual([]);
});

it('sends no request if a command exceeds Discord’s limits', async () => {
  const server = await startHttpServer((response) => sendJson(response, []));
  const deployed = await deployCommands({
    rest: new REST({ api: server.baseUrl }).setToken('token'),
    applicationId: '1',
    guildId: null,
    dryRun: false,
    commands: [{ name: 'Work', description: '' }],
  });
  expect(deployed).toMatchObject({ kind: 'invalid', problems: { length: 2 } });
  expect(server.requests).toEqual([]);
});

it('names the command that Discord itself refuses', async () => {
  const server = await startHttpServer((response, index) => {
    if (index === 0) return sendJson(response, []);
    const errors = { 1: { name: { _errors: [{ code: 'TAKEN', message: 'Is taken' }] } } };
    return sendJson(response, { code: 50_035, message: 'Invalid', errors }, { status: 400 });
  });
  const deployed = await deployCommands({
    rest: new REST({ api: server.baseUrl }).setToken('token'),
    applicationId: '1',
    guildId: null,
    dryRun: false,
    commands: [command('work'), command('new')],
  });
  expect(deployed).toEqual({ kind: 'invalid', problems: ['/new: name[TAKEN]: Is taken'] });
});

it('leaves the entry point of an Activity where it is', async () => {
  const entryPoint = { id: '9', type: 4, name: 'launch', description: '', handler: 2 };
  const server = await startHttpServer((response, index) =>
    sendJson(response, index === 0 ? [entryPoint] : []),
  );
  const deployed = await deployCommands({
    rest: new REST({ api: server.baseUrl }).setToken('token'),
    applicationId: '1',
    guildId: null,
    dryRun: false,
    commands: [command('work')],
  });
  expect(deployed).toMatchObject({ applied: true, difference: { removed: [] } });
  expect(server.requests[1]?.method).toBe('PUT');
  expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual([
    expect.objectContaining({ name: 'work' }),
    entryPoint,
  ]);
});

it('asks Discord which application the token belongs to', async () => {
  const { rest, applicationId } = await sandboxed();
  expect(await applicationIdOf(rest)).toBe(applicationId);
});
