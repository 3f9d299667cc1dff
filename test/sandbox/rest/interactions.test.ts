import {
  ApplicationCommandOptionType,
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

import { createPerson, InteractionFailedError, type Person } from '../../../src/sandbox/person.ts';
import type { UserState } from '../../../src/sandbox/world/types.ts';
import { startRest, type RestFixture } from './rest-fixture.ts';

/* The clockwork and the refusals around interactions, where a test must say what time it is. */

interface Scene extends RestFixture {
  readonly alicePerson: Person;
  readonly applicationId: string;
  person(user: UserState): Person;
  /** The next interaction the bot gets. */
  next(): Promise<APIInteraction>;
  /** Acknowledges; the answer's status and JSON error code. */
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
  const created = await rest.ask(`POST /applications/${applicationId}/commands`, {
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
      rest.ask(`POST /interactions/${id}/${token}/callback`, { as: null, body: { type, data } }),
    webhook: (method, { token }, path = '', body) =>
      rest.ask(`${method} /webhooks/${applicationId}/${token}${path}`, {
        as: null,
        ...(body === undefined ? {} : { body }),
      }),
  };
}

/** Uses /ping; the promise of the handle must be awaited after the acknowledgement. */
async function ping(scene: Scene, who = scene.alicePerson) {
  const received = scene.next();
  const handle = who.slash(scene.general.id, 'ping');
  // It is looked at later; until then its failure is no unhandled one.
  handle.catch(() => undefined);
  return { interaction: await received, handle };
}

it('gives up after three seconds: the person sees a failure, the bot gets 10062', async () => {
  const scene = await startScene();
  const { interaction, handle } = await ping(scene);
  scene.clock.advance(3_000);
  await expect(handle).rejects.toThrow(InteractionFailedError);
  const late = await scene.callback(interaction, Type.ChannelMessageWithSource, { content: 'hi' });
  expect(late).toMatchObject({ status: 404, body: { code: 10_062 } });
});

it('takes an acknowledgement in the last moment, and only one: 40060', async () => {
  const scene = await startScene();
  const { interaction, handle } = await ping(scene);
  scene.clock.advance(2_999);
  const first = await scene.callback(interaction, Type.DeferredChannelMessageWithSource);
  expect(first.status).toBe(204);
  expect((await handle).acknowledged).toBe('deferred');
  const second = await scene.callback(interaction, Type.ChannelMessageWithSource, { content: 'x' });
  expect(second).toMatchObject({ status: 400, body: { code: 40_060 } });
});

it('refuses a wrong token with 10062', async () => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  const other = { ...interaction, token: 'other' };
  const refused = await scene.callback(other, Type.DeferredChannelMessageWithSource);
  expect(refused.body?.code).toBe(10_062);
});

it('takes no follow-up before the acknowledgement: 10015', async () => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  const refused = await scene.webhook('POST', interaction, '', { content: 'early' });
  expect(refused).toMatchObject({ status: 404, body: { code: 10_015 } });
});

it('ends a token after fifteen minutes: 50027, and what still thinks has failed', async () => {
  const scene = await startScene();
  const { interaction, handle } = await ping(scene);
  await scene.callback(interaction, Type.DeferredChannelMessageWithSource);
  const response = (await handle).response();
  // It is looked at later; until then its failure is no unhandled one.
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

it('refuses an unknown token with 50027', async () => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  const refused = await scene.webhook('POST', { ...interaction, token: 'no' }, '', {
    content: 'x',
  });
  expect(refused.body?.code).toBe(50_027);
});

it('lets a bot delete its answer, and knows it no more', async () => {
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

it('reaches only the messages of its own interaction', async () => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  await scene.callback(interaction, Type.ChannelMessageWithSource, { content: 'hi' });
  const { id } = await scene.post(scene.bob, 'mine');
  const refused = await scene.webhook('PATCH', interaction, `/messages/${id}`, { content: 'x' });
  expect(refused.body?.code).toBe(10_008);
});

it('tells the bot who, where and with which permissions', async () => {
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

it('says on the message which command it answers', async () => {
  const scene = await startScene();
  const { interaction, handle } = await ping(scene);
  await scene.callback(interaction, Type.ChannelMessageWithSource, { content: 'hi' });
  expect(await (await handle).response()).toMatchObject({
    type: 20,
    author: { id: scene.bot.id },
    webhook_id: scene.applicationId,
    application_id: scene.applicationId,
    interaction_metadata: { id: interaction.id, type: 2, user: { id: scene.alice.id } },
  });
});

it('answers with what came of it when asked to', async () => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  const { status, body } = await scene.ask(
    `POST /interactions/${interaction.id}/${interaction.token}/callback?with_response=true`,
    { as: null, body: { type: 4, data: { content: 'hi', flags: MessageFlags.Ephemeral } } },
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    interaction: { id: interaction.id, response_message_ephemeral: true },
    resource: { type: 4, message: { content: 'hi' } },
  });
});

it('tells of private messages only the one they are for', async () => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  const data = { content: 'psst', flags: MessageFlags.Ephemeral };
  await scene.callback(interaction, Type.ChannelMessageWithSource, data);
  expect(scene.eventsOf('MESSAGE_CREATE').map(({ userIds }) => userIds)).toEqual([
    [scene.alice.id],
  ]);
});

it('lets nobody else press the buttons of a private message', async () => {
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
  ['an update of nothing', Type.UpdateMessage],
  ['a deferred update of nothing', Type.DeferredMessageUpdate],
  ['suggestions for a command', Type.ApplicationCommandAutocompleteResult],
])('refuses %s', async (_, type) => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  const data = { content: 'x', choices: [] };
  const { status, body } = await scene.callback(interaction, type, data);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 50_035, errors: { type: {} } });
});

it('refuses more than 25 suggestions', async () => {
  const scene = await startScene();
  await scene.ask(`POST /applications/${scene.applicationId}/commands`, {
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
  const refused = await scene.callback(interaction, type, { choices: many });
  expect(refused.body).toMatchObject({ code: 50_035, errors: { data: { choices: {} } } });
  await scene.callback(interaction, type, { choices: many.slice(0, 25) });
  expect(await choices).toHaveLength(25);
});

it.each([
  ['a long title', { title: 'x'.repeat(46) }],
  ['no inputs', { components: [] }],
  ['six inputs', { components: Array.from({ length: 6 }, (_, index) => input(`${index}`)) }],
  ['a custom id twice', { components: [input('a'), input('a')] }],
])('refuses a form with %s', async (_, changes) => {
  const scene = await startScene();
  const { interaction } = await ping(scene);
  const form = { custom_id: 'form', title: 'Form', components: [input('a')], ...changes };
  expect((await scene.callback(interaction, Type.Modal, form)).body?.code).toBe(50_035);
});

function input(customId: string): object {
  const text = { type: ComponentType.TextInput, style: 1, label: 'Text', custom_id: customId };
  return { type: ComponentType.ActionRow, components: [text] };
}

it('lets only those use commands who may, where they may', async () => {
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

it('keeps "0" for administrators, and the commands of another guild out', async () => {
  const scene = await startScene();
  const { world, applicationId, guild, alicePerson } = scene;
  const other = world.guilds.create({ name: 'Other', ownerId: scene.owner.id });
  world.members.add({ guildId: other.id, userId: scene.bot.id });
  await scene.ask(`POST /applications/${applicationId}/guilds/${other.id}/commands`, {
    body: { name: 'elsewhere', description: 'x' },
  });
  await scene.ask(`POST /applications/${applicationId}/guilds/${guild.id}/commands`, {
    body: { name: 'admin', description: 'x', default_member_permissions: '0' },
  });
  const names = async (person: Person) =>
    (await person.commands(guild.id)).map(({ name }) => name).sort();
  expect(await names(alicePerson)).toEqual(['ping']);
  expect(await names(scene.person(scene.owner))).toEqual(['admin', 'ping']);
  const elsewhere = alicePerson.slash(scene.general.id, 'elsewhere');
  await expect(elsewhere).rejects.toMatchObject({ discordCode: 10_063 });
});

it('takes commands in direct messages only where their contexts say so', async () => {
  const scene = await startScene();
  await scene.ask(`POST /applications/${scene.applicationId}/commands`, {
    body: { name: 'guild-only', description: 'x', contexts: [0] },
  });
  const dm = scene.world.users.openDm(scene.alice.id, scene.bot.id);
  const refused = scene.alicePerson.slash(dm.id, 'guild-only');
  await expect(refused).rejects.toMatchObject({ discordCode: 10_063 });
  const received = scene.next();
  const handle = scene.alicePerson.slash(dm.id, 'ping');
  const interaction = await received;
  expect(interaction).toMatchObject({ context: 1, user: { id: scene.alice.id } });
  expect(interaction).not.toHaveProperty('guild_id');
  await scene.callback(interaction, Type.ChannelMessageWithSource, { content: 'pong' });
  expect((await (await handle).response()).content).toBe('pong');
});
