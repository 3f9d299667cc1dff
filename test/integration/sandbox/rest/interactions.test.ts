import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ComponentType,
  GatewayDispatchEvents,
  InteractionResponseType as Type,
  MessageFlags,
  OverwriteType,
  PermissionFlagsBits,
  type APIInteraction,
  type APIMessage,
} from 'discord-api-types/v10';
import { expect, it } from 'vitest';

import {
  createPerson,
  InteractionFailedError,
  type Person,
} from '../../../../src/sandbox/person.ts';
import type { UserState } from '../../../../src/sandbox/world/types.ts';
import { startRest, type RestFixture } from './rest-fixture.ts';

/* Deadlines and rejections of interactions, on a clock that the test controls. */

interface Scene extends RestFixture {
  readonly alicePerson: Person;
  readonly applicationId: string;
  person(user: UserState): Person;
  /** The next interaction that the bot receives. */
  next(): Promise<APIInteraction>;
  /** Acknowledges. Resolves with the response's status and JSON error code. */
  callback(interaction: APIInteraction, type: Type, data?: object): Promise<Outcome>;
  webhook(
    method: string,
    interaction: APIInteraction,
    path?: string,
    body?: object,
  ): Promise<Outcome>;
}

interface Outcome {
  readonly status: number;
  readonly body: (Partial<APIMessage> & { code?: number; errors?: object }) | null;
}

async function startScene(): Promise<Scene> {
  const rest = await startRest();
  const applicationId = rest.bot.application?.id ?? '';
  const created = await rest.call(`POST /applications/${applicationId}/commands`, {
    body: { name: 'ping', description: 'Ping' },
  });
  expect(created.status).toBe(201);
  const person = ({ id, token }: UserState): Person =>
    createPerson(`${rest.baseUrl}/api`, { id, token });
  return {
    ...rest,
    applicationId,
    person,
    alicePerson: person(rest.alice),
    next: () =>
      new Promise((resolve) => {
        const stop = rest.world.subscribe((event) => {
          if (event.type !== GatewayDispatchEvents.InteractionCreate) return;
          stop();
          resolve(event.data);
        });
      }),
    callback: ({ id, token }, type, data) =>
      rest.call(`POST /interactions/${id}/${token}/callback`, { as: null, body: { type, data } }),
    webhook: (method, { token }, path = '', body) =>
      rest.call(`${method} /webhooks/${applicationId}/${token}${path}`, {
        as: null,
        ...(body === undefined ? {} : { body }),
      }),
  };
}

/** Uses /ping; the promise of the handle must be awaited after the acknowledgement. */
async function ping(scene: Scene, person = scene.alicePerson) {
  const received = scene.next();
  const handle = person.slash(scene.general.id, 'ping');
  // Awaited later; without this, an early failure would count as an unhandled rejection.
  handle.catch(() => undefined);
  return { interaction: await received, handle };
}

it('fails an interaction after three seconds: the user sees the failure, the bot gets 10062', async () => {
  const scene = await startScene();
  const { interaction, handle } = await ping(scene);
  scene.clock.advance(3_000);
  await expect(handle).rejects.toThrow(InteractionFailedError);
  const late = await scene.callback(interaction, Type.ChannelMessageWithSource, { content: 'hi' });
  expect(late).toMatchObject({ status: 404, body: { code: 10_062 } });
});

it('accepts an acknowledgement at the last moment and rejects a second one with 40060', async () => {
  const scene = await startScene();
  const { interaction, handle } = await ping(scene);
  scene.clock.advance(2_999);
  const first = await scene.callback(interaction, Type.DeferredChannelMessageWithSource);
  expect(first.status).toBe(204);
  expect((await handle).acknowledged).toBe('deferred');
  const second = await scene.callback(interaction, Type.ChannelMessageWithSource, { content: 'x' });
  expect(second).toMatchObject({ status: 400, body: { code: 40_060 } });
});

it('rejects a wrong token with 10062', async () => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  const other = { ...interaction, token: 'other' };
  const response = await scene.callback(other, Type.DeferredChannelMessageWithSource);
  expect(response.body?.code).toBe(10_062);
});

it('rejects a follow-up before the acknowledgement with 10015', async () => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  const response = await scene.webhook('POST', interaction, '', { content: 'early' });
  expect(response).toMatchObject({ status: 404, body: { code: 10_015 } });
});

it('expires a token after fifteen minutes with 50027 and fails a response that is still loading', async () => {
  const scene = await startScene();
  const { interaction, handle } = await ping(scene);
  await scene.callback(interaction, Type.DeferredChannelMessageWithSource);
  const response = (await handle).response();
  // Awaited later; without this, an early failure would count as an unhandled rejection.
  response.catch(() => undefined);
  scene.clock.advance(15 * 60_000 - 1);
  const inTime = await scene.webhook('GET', interaction, '/messages/@original');
  expect(inTime.status).toBe(200);
  scene.clock.advance(1);
  await expect(response).rejects.toThrow(InteractionFailedError);
  const calls: [string, string, object?][] = [
    ['POST', '', { content: 'late' }],
    ['GET', '/messages/@original'],
    ['PATCH', '/messages/@original', { content: 'late' }],
    ['DELETE', '/messages/@original'],
  ];
  for (const [method, path, body] of calls) {
    const late = await scene.webhook(method, interaction, path, body);
    expect(late).toMatchObject({ status: 401, body: { code: 50_027 } });
  }
});

it('rejects an unknown token with 50027', async () => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  const response = await scene.webhook('POST', { ...interaction, token: 'no' }, '', {
    content: 'x',
  });
  expect(response.body?.code).toBe(50_027);
});

it('lets a bot delete its response, which is unknown afterwards', async () => {
  const scene = await startScene();
  const { interaction, handle } = await ping(scene);
  await scene.callback(interaction, Type.ChannelMessageWithSource, { content: 'hi' });
  const used = await handle;
  expect((await used.response()).content).toBe('hi');
  expect((await scene.webhook('DELETE', interaction, '/messages/@original')).status).toBe(204);
  expect(await used.current()).toBeNull();
  const gone = await scene.webhook('GET', interaction, '/messages/@original');
  expect(gone.body?.code).toBe(10_008);
});

it('edits only the messages of its own interaction', async () => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  await scene.callback(interaction, Type.ChannelMessageWithSource, { content: 'hi' });
  const { id } = await scene.post(scene.bob, 'mine');
  const response = await scene.webhook('PATCH', interaction, `/messages/${id}`, { content: 'x' });
  expect(response.body?.code).toBe(10_008);
});

it('sends the bot the user, the channel and the permissions', async () => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  expect(interaction).toMatchObject({
    type: 2,
    version: 1,
    application_id: scene.applicationId,
    guild_id: scene.guild.id,
    channel_id: scene.general.id,
    channel: { id: scene.general.id, name: 'general', type: 0 },
    member: { user: { username: 'alice' } },
    locale: 'en-US',
    guild_locale: 'en-US',
    entitlements: [],
    authorizing_integration_owners: { 0: scene.guild.id },
    context: 0,
  });
  const sends = BigInt(interaction.member?.permissions ?? 0) & PermissionFlagsBits.SendMessages;
  expect(sends).not.toBe(0n);
  const bans = BigInt(interaction.app_permissions) & PermissionFlagsBits.BanMembers;
  expect(bans).not.toBe(0n);
});

it('includes the command in the metadata of the response', async () => {
  const scene = await startScene();
  const { interaction, handle } = await ping(scene);
  await scene.callback(interaction, Type.ChannelMessageWithSource, { content: 'hi' });
  expect(await (await handle).response()).toMatchObject({
    type: 20,
    author: { id: scene.bot.id },
    webhook_id: scene.applicationId,
    application_id: scene.applicationId,
    interaction_metadata: { id: interaction.id, type: 2, user: { id: scene.alice.id } },
    interaction: {
      id: interaction.id,
      type: 2,
      name: 'ping',
      user: { id: scene.alice.id },
      member: { roles: [] },
    },
  });
});

it('points from the response to a message command to the message', async () => {
  const scene = await startScene();
  const { applicationId, general, alicePerson } = scene;
  const body = { name: 'Report', type: ApplicationCommandType.Message };
  await scene.call(`POST /applications/${applicationId}/commands`, { body });
  const said = await scene.post(scene.bob, 'rude');
  const received = scene.next();
  const handle = alicePerson.messageCommand(general.id, 'Report', said.id);
  const interaction = await received;
  await scene.callback(interaction, Type.ChannelMessageWithSource, { content: 'reported' });
  expect(await (await handle).response()).toMatchObject({
    type: 23,
    message_reference: { message_id: said.id, channel_id: general.id, guild_id: scene.guild.id },
    interaction: { name: 'Report' },
  });
});

it('returns the resulting message with `with_response`', async () => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  const { status, body } = await scene.call(
    `POST /interactions/${interaction.id}/${interaction.token}/callback?with_response=true`,
    { as: null, body: { type: 4, data: { content: 'hi', flags: MessageFlags.Ephemeral } } },
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    interaction: { id: interaction.id, response_message_ephemeral: true },
    resource: { type: 4, message: { content: 'hi' } },
  });
});

it('sends events of ephemeral messages only to their user and the bot, like direct messages', async () => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  const data = { content: 'psst', flags: MessageFlags.Ephemeral };
  await scene.callback(interaction, Type.ChannelMessageWithSource, data);
  const message = { guildId: null, userIds: [scene.alice.id, scene.bot.id] };
  expect(scene.eventsOf('MESSAGE_CREATE')).toMatchObject([message]);
  expect(scene.eventsOf('MESSAGE_CREATE')[0]?.data).not.toHaveProperty('guild_id');
  await scene.webhook('DELETE', interaction, '/messages/@original');
  expect(scene.eventsOf('MESSAGE_DELETE')).toMatchObject([message]);
});

it('rejects clicks by other users on the buttons of an ephemeral message', async () => {
  const scene = await startScene();
  const { interaction, handle } = await ping(scene);
  const components = [
    {
      type: ComponentType.ActionRow,
      components: [{ type: ComponentType.Button, style: 1, label: 'Go', custom_id: 'go' }],
    },
  ];
  const data = { content: 'psst', flags: MessageFlags.Ephemeral, components };
  await scene.callback(interaction, Type.ChannelMessageWithSource, data);
  const message = await (await handle).response();
  await expect(scene.person(scene.bob).click(message, 'go')).rejects.toMatchObject({
    discordCode: 10_008,
  });
});

it.each([
  ['an update without a source message', Type.UpdateMessage],
  ['a deferred update without a source message', Type.DeferredMessageUpdate],
  ['autocomplete choices for a command', Type.ApplicationCommandAutocompleteResult],
])('rejects %s', async (_, type) => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  const data = { content: 'x', choices: [] };
  const { status, body } = await scene.callback(interaction, type, data);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 50_035, errors: { type: {} } });
});

it('rejects more than 25 autocomplete choices', async () => {
  const scene = await startScene();
  await scene.call(`POST /applications/${scene.applicationId}/commands`, {
    body: {
      name: 'find',
      description: 'Find',
      options: [
        {
          type: ApplicationCommandOptionType.String,
          name: 'what',
          description: 'What',
          autocomplete: true,
        },
      ],
    },
  });
  const received = scene.next();
  const choices = scene.alicePerson.autocomplete(scene.general.id, 'find', {}, 'what');
  const interaction = await received;
  const many = Array.from({ length: 26 }, (_, index) => ({ name: `${index}`, value: `${index}` }));
  const type = Type.ApplicationCommandAutocompleteResult;
  const response = await scene.callback(interaction, type, { choices: many });
  expect(response.body).toMatchObject({ code: 50_035, errors: { data: { choices: {} } } });
  await scene.callback(interaction, type, { choices: many.slice(0, 25) });
  expect(await choices).toHaveLength(25);
});

it.each([
  ['a long title', { title: 'x'.repeat(46) }],
  ['no inputs', { components: [] }],
  ['six inputs', { components: Array.from({ length: 6 }, (_, index) => input(`${index}`)) }],
  ['a duplicate custom id', { components: [input('a'), input('a')] }],
])('rejects a modal with %s', async (_, changes) => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  const modal = { custom_id: 'form', title: 'Form', components: [input('a')], ...changes };
  expect((await scene.callback(interaction, Type.Modal, modal)).body?.code).toBe(50_035);
});

function input(customId: string): object {
  const text = { type: ComponentType.TextInput, style: 1, label: 'Text', custom_id: customId };
  return { type: ComponentType.ActionRow, components: [text] };
}

it('offers commands only to members with the required permissions, in channels that allow them', async () => {
  const scene = await startScene();
  const deny = PermissionFlagsBits.UseApplicationCommands.toString();
  const overwrite = { id: scene.guild.id, type: OverwriteType.Role, allow: '0', deny };
  scene.world.channels.setOverwrite(scene.general.id, overwrite, scene.asOwner);
  const slash = (user: UserState) => scene.person(user).slash(scene.general.id, 'ping');
  await expect(slash(scene.alice)).rejects.toMatchObject({ discordCode: 50_013 });
  const { handle, interaction } = await ping(scene, scene.person(scene.owner));
  await scene.callback(interaction, Type.DeferredChannelMessageWithSource);
  expect((await handle).acknowledged).toBe('deferred');
});

it('reserves "0" for administrators and hides the commands of other guilds', async () => {
  const scene = await startScene();
  const { world, applicationId, guild, alicePerson } = scene;
  const other = world.guilds.create({ name: 'Other', ownerId: scene.owner.id });
  world.members.add({ guildId: other.id, userId: scene.bot.id });
  await scene.call(`POST /applications/${applicationId}/guilds/${other.id}/commands`, {
    body: { name: 'elsewhere', description: 'x' },
  });
  await scene.call(`POST /applications/${applicationId}/guilds/${guild.id}/commands`, {
    body: { name: 'admin', description: 'x', default_member_permissions: '0' },
  });
  const names = async (person: Person) =>
    (await person.commands(guild.id)).map(({ name }) => name).sort();
  expect(await names(alicePerson)).toEqual(['ping']);
  expect(await names(scene.person(scene.owner))).toEqual(['admin', 'ping']);
  const elsewhere = alicePerson.slash(scene.general.id, 'elsewhere');
  await expect(elsewhere).rejects.toMatchObject({ discordCode: 10_063 });
});

it('accepts commands in DMs only if their contexts include DMs', async () => {
  const scene = await startScene();
  await scene.call(`POST /applications/${scene.applicationId}/commands`, {
    body: { name: 'guild-only', description: 'x', contexts: [0] },
  });
  const dm = scene.world.users.openDm(scene.alice.id, scene.bot.id);
  const response = scene.alicePerson.slash(dm.id, 'guild-only');
  await expect(response).rejects.toMatchObject({ discordCode: 10_063 });
  const received = scene.next();
  const handle = scene.alicePerson.slash(dm.id, 'ping');
  const interaction = await received;
  expect(interaction).toMatchObject({ context: 1, user: { id: scene.alice.id } });
  expect(interaction).not.toHaveProperty('guild_id');
  await scene.callback(interaction, Type.ChannelMessageWithSource, { content: 'pong' });
  expect((await (await handle).response()).content).toBe('pong');
});
