import {
  Events,
  type ChatInputCommandInteraction,
  type Client,
  type Interaction as BotInteraction,
} from 'discord.js';
import { afterEach, beforeEach, expect, it } from 'vitest';

import {
  createPerson,
  InteractionFailedError,
  type Interaction,
} from '../../../src/sandbox/person.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { createFakeClock, type FakeClock } from '../../helpers/fake-clock.ts';
import { codeOf, createDiscordClient, logIn } from './discord-client.ts';

/* Deadlines that a slow, unmodified discord.js misses, on a sandbox whose clock the test controls. */

let clock: FakeClock;
let sandbox: Sandbox;
let client: Client<true>;

beforeEach(async () => {
  clock = createFakeClock();
  sandbox = await createSandbox({ rateLimits: 'off', identifyLimits: 'off', clock });
  client = await logIn(createDiscordClient(sandbox), sandbox.botToken);
  await client.application.commands.set([{ name: 'ping', description: 'Ping' }]);
});
afterEach(async () => {
  await client.destroy();
  await sandbox.stop();
});

/** A member uses the command; the bot has received it and not responded. */
async function ping(): Promise<{
  interaction: ChatInputCommandInteraction;
  handle: Promise<Interaction>;
}> {
  const received = new Promise<BotInteraction>((resolve) => {
    client.once(Events.InteractionCreate, resolve);
  });
  const alice = createPerson(sandbox.apiUrl, sandbox.members.alice);
  const handle = alice.slash(sandbox.channels.general, 'ping');
  // Awaited later; without this, an early failure would count as an unhandled rejection.
  handle.catch(() => undefined);
  const interaction = await received;
  if (!interaction.isChatInputCommand()) throw new Error('not a slash command');
  return { interaction, handle };
}

it('rejects a reply after three seconds with 10062', async () => {
  const { interaction, handle } = await ping();
  clock.advance(3_000);
  expect(await codeOf(interaction.reply('late'))).toBe(10_062);
  await expect(handle).rejects.toThrow(InteractionFailedError);
});

it('accepts a deferral in time and edits for fifteen minutes, then rejects them with 50027', async () => {
  const { interaction, handle } = await ping();
  clock.advance(2_999);
  await interaction.deferReply();
  const used = await handle;
  await interaction.editReply('in time');
  expect((await used.response()).content).toBe('in time');
  clock.advance(15 * 60_000);
  expect(await codeOf(interaction.editReply('late'))).toBe(50_027);
  expect(await codeOf(interaction.followUp('late'))).toBe(50_027);
  expect((await used.current())?.content).toBe('in time');
});
