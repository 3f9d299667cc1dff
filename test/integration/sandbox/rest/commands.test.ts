import {
  ApplicationCommandOptionType as OptionType,
  ApplicationCommandType,
  type APIApplicationCommand,
} from 'discord-api-types/v10';
import { beforeEach, expect, it } from 'vitest';

import { startRest, type RestResponse, type RestFixture } from './rest-fixture.ts';

let rest: RestFixture;
let path: string;

beforeEach(async () => {
  rest = await startRest();
  path = `/applications/${rest.bot.application?.id}/commands`;
});

type ErrorBody = { code: number; errors: unknown };

const create = (body: object): Promise<RestResponse<APIApplicationCommand>> =>
  rest.call(`POST ${path}`, { body: { name: 'ping', description: 'Ping', ...body } });
const fieldErrorsOf = async (body: object): Promise<ErrorBody> => {
  const { status, body: error } = await rest.call<ErrorBody>(`POST ${path}`, {
    body: { name: 'ping', description: 'Ping', ...body },
  });
  expect(status).toBe(400);
  return error;
};
const text = (name: string, more: object = {}): object => ({
  type: OptionType.String,
  name,
  description: 'x',
  ...more,
});
const folder = (type: OptionType, name: string, options: object[]): object => ({
  type,
  name,
  description: 'x',
  options,
});

it('creates a command with 201, replaces one of the same name with 200 and keeps its id', async () => {
  const first = await create({});
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({
    type: 1,
    name: 'ping',
    default_member_permissions: null,
    contexts: null,
    nsfw: false,
  });
  const second = await create({ description: 'Pong' });
  expect(second.status).toBe(200);
  expect(second.body.id).toBe(first.body.id);
});

it('changes the version only when the command changes', async () => {
  const { body: first } = await create({});
  expect((await create({})).body.version).toBe(first.version);
  expect((await create({ description: 'Pong' })).body.version).not.toBe(first.version);
});

it('keeps guild commands separate from global ones', async () => {
  await create({});
  const inGuild = path.replace('/commands', `/guilds/${rest.guild.id}/commands`);
  await rest.call(`POST ${inGuild}`, { body: { name: 'here', description: 'x' } });
  const { body: global } = await rest.call<APIApplicationCommand[]>(`GET ${path}`);
  const { body: local } = await rest.call<APIApplicationCommand[]>(`GET ${inGuild}`);
  expect(global.map(({ name }) => name)).toEqual(['ping']);
  expect(local).toMatchObject([{ name: 'here', guild_id: rest.guild.id }]);
});

it('overwrites all commands at once, in order, and removes the others', async () => {
  const { body: ping } = await create({});
  await create({ name: 'gone' });
  const { body } = await rest.call<APIApplicationCommand[]>(`PUT ${path}`, {
    body: [
      { name: 'new', description: 'x' },
      { name: 'ping', description: 'Ping' },
    ],
  });
  expect(body.map(({ name }) => name)).toEqual(['new', 'ping']);
  expect(body[1]).toEqual(ping);
  expect((await rest.call<unknown[]>(`GET ${path}`)).body).toHaveLength(2);
});

it('renames a command that is sent with its id', async () => {
  const { body: ping } = await create({});
  const { body } = await rest.call<APIApplicationCommand[]>(`PUT ${path}`, {
    body: [{ id: ping.id, name: 'pong', description: 'Ping' }],
  });
  expect(body).toMatchObject([{ id: ping.id, name: 'pong' }]);
  expect(body[0]?.version).not.toBe(ping.version);
});

it('edits some fields, keeps the others, and deletes', async () => {
  const { body: ping } = await create({ options: [text('a')] });
  const { body: edited } = await rest.call<APIApplicationCommand>(`PATCH ${path}/${ping.id}`, {
    body: { description: 'Pong' },
  });
  expect(edited).toMatchObject({ id: ping.id, description: 'Pong', options: [{ name: 'a' }] });
  expect((await rest.call(`DELETE ${path}/${ping.id}`)).status).toBe(204);
  expect((await rest.call(`GET ${path}/${ping.id}`)).body).toMatchObject({ code: 10_063 });
});

it('lists all localizations only on request, otherwise those of the requested locale', async () => {
  await create({ name_localizations: { de: 'klingel' }, options: [text('a')] });
  const { body: whole } = await rest.call<object[]>(`GET ${path}?with_localizations=true`);
  expect(whole[0]).toMatchObject({ name_localizations: { de: 'klingel' } });
  const { body: german } = await rest.call<object[]>(`GET ${path}`, {
    headers: { 'x-discord-locale': 'de' },
  });
  expect(german[0]).toMatchObject({ name: 'ping', name_localized: 'klingel' });
  expect(german[0]).not.toHaveProperty('name_localizations');
});

it('rejects everyone except the application itself', async () => {
  const { body: person } = await rest.call(`GET ${path}`, { as: rest.alice });
  expect(person).toMatchObject({ code: 20_002 });
  const { body: other } = await rest.call('GET /applications/1/commands');
  expect(other).toMatchObject({ code: 20_012 });
});

it.each<[string, object, object]>([
  ['a capital in the name', { name: 'Ping' }, { name: {} }],
  ['a space in the name', { name: 'a b' }, { name: {} }],
  ['a name of 33 characters', { name: 'x'.repeat(33) }, { name: {} }],
  ['a bad translated name', { name_localizations: { de: 'A B' } }, { name_localizations: {} }],
  ['an unknown locale', { name_localizations: { xx: 'a' } }, { name_localizations: {} }],
  ['no description', { description: '' }, { description: {} }],
  ['a description of 101 characters', { description: 'x'.repeat(101) }, { description: {} }],
  ['26 options', { options: Array.from({ length: 26 }, (_, n) => text(`o${n}`)) }, { options: {} }],
  ['an option name twice', { options: [text('a'), text('a')] }, { options: { 1: { name: {} } } }],
  [
    'a required option after an optional one',
    { options: [text('a'), text('b', { required: true })] },
    { options: { 1: { _errors: [{ code: 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID' }] } } },
  ],
  [
    '26 choices',
    {
      options: [
        text('a', {
          choices: Array.from({ length: 26 }, (_, n) => ({ name: `${n}`, value: `${n}` })),
        }),
      ],
    },
    { options: { 0: { choices: {} } } },
  ],
  [
    'a choice of 101 characters',
    { options: [text('a', { choices: [{ name: 'a', value: 'x'.repeat(101) }] })] },
    { options: { 0: { choices: { 0: { value: {} } } } } },
  ],
  [
    'autocomplete and choices',
    { options: [text('a', { autocomplete: true, choices: [{ name: 'a', value: 'a' }] })] },
    { options: { 0: { autocomplete: {} } } },
  ],
  [
    'values beside subcommands',
    { options: [folder(OptionType.Subcommand, 'a', []), text('b')] },
    { options: { 1: { type: {} } } },
  ],
  [
    'a subcommand group in a subcommand group',
    {
      options: [
        folder(OptionType.SubcommandGroup, 'a', [folder(OptionType.SubcommandGroup, 'b', [])]),
      ],
    },
    { options: { 0: { options: { 0: { type: {} } } } } },
  ],
  [
    'a context menu with a description',
    { type: ApplicationCommandType.User, name: 'Look At', description: 'x' },
    { description: {} },
  ],
  ['no contexts at all', { contexts: [] }, { contexts: {} }],
  ['permissions that are no number', { default_member_permissions: 'x' }, {}],
])('rejects %s with the path of the field', async (_, body, errors) => {
  expect(await fieldErrorsOf(body)).toMatchObject({ code: 50_035, errors });
});

it('limits a command to 8,000 characters, counting only the longest localization of a text', async () => {
  // 25 options of 303 characters each: name 3, description 100, a choice's name 100, its value 100.
  const options = (extra: object): object[] =>
    Array.from({ length: 25 }, (_, n) =>
      text(`o${n}`.padEnd(3, 'x'), {
        description: 'd'.repeat(100),
        choices: [{ name: 'n'.repeat(100), value: 'v'.repeat(100) }],
        ...extra,
      }),
    );
  const translations = { de: 'e'.repeat(100), fr: 'f'.repeat(90) };
  const { status } = await create({
    options: options({ description_localizations: translations }),
  });
  expect(status).toBe(201);
  const second = { name: 'o'.repeat(20), value: 'w' };
  const choices = [{ name: 'n'.repeat(100), value: 'v'.repeat(100) }, second];
  expect(await fieldErrorsOf({ options: options({ choices }) })).toMatchObject({
    errors: { _errors: [{ code: 'APPLICATION_COMMAND_TOO_LARGE' }] },
  });
});

it('rejects duplicate names with their index', async () => {
  const ping = { name: 'ping', description: 'x' };
  const { body } = await rest.call(`PUT ${path}`, { body: [ping, ping] });
  expect(body).toMatchObject({ code: 50_035, errors: { 1: { name: {} } } });
});

it.each([
  [ApplicationCommandType.ChatInput, 100, { description: 'x' }],
  [ApplicationCommandType.User, 15, {}],
  [ApplicationCommandType.Message, 15, {}],
])('limits commands of type %i to %i', async (type, limit, more) => {
  const commands = Array.from({ length: limit + 1 }, (_, n) => ({ type, name: `c${n}`, ...more }));
  const { body, status } = await rest.call(`PUT ${path}`, { body: commands });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 30_032 });
  expect((await rest.call(`PUT ${path}`, { body: commands.slice(1) })).status).toBe(200);
  const surplus = await rest.call(`POST ${path}`, { body: { type, name: 'one-more', ...more } });
  expect(surplus.body).toMatchObject({ code: 30_032 });
});
