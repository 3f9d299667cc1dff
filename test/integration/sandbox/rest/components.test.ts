import {
  ButtonStyle,
  ChannelType,
  ComponentType,
  GatewayDispatchEvents,
  type APIMessage,
} from 'discord-api-types/v10';
import { beforeEach, expect, it } from 'vitest';

import { createPerson } from '../../../../src/sandbox/person.ts';
import { startRest, type RestFixture } from './rest-fixture.ts';

let rest: RestFixture;
beforeEach(async () => {
  rest = await startRest();
});

const row = (...components: object[]): object => ({ type: ComponentType.ActionRow, components });
const button = (id: string, more: object = {}): object => ({
  type: ComponentType.Button,
  style: ButtonStyle.Primary,
  label: 'Press',
  custom_id: id,
  ...more,
});
const select = (options: object[], more: object = {}): object => ({
  type: ComponentType.StringSelect,
  custom_id: 'pick',
  options,
  ...more,
});
const userSelect = (default_values: object[]): object => ({
  type: ComponentType.UserSelect,
  custom_id: 'who',
  default_values,
});
const user = ({ id }: { id: string }): object => ({ id, type: 'user' });
const option = (value: string): object => ({ label: value, value });
const many = <T>(length: number, make: (name: string) => T): T[] =>
  Array.from({ length }, (_, index) => make(`n${index}`));

const post = (components: object[]) =>
  rest.call<APIMessage>(`POST /channels/${rest.general.id}/messages`, {
    body: { content: 'x', components },
  });

it('stores components, gives them ids, and lets an edit remove them', async () => {
  const { body } = await post([row(button('a'), button('b', { id: 7 }))]);
  const [first] = body.components ?? [];
  expect(first).toMatchObject({ id: 1, components: [{ custom_id: 'a', id: 2 }, { id: 7 }] });
  const route = `PATCH /channels/${rest.general.id}/messages/${body.id}`;
  const { body: edited } = await rest.call<APIMessage>(route, { body: { components: [] } });
  expect(edited.components).toEqual([]);
});

it('accepts components up to Discord’s limits', async () => {
  const buttons = many(4, (name) => row(...many(5, (inner) => button(`${name}${inner}`))));
  const { status } = await post([...buttons, row(select(many(25, option)))]);
  expect(status).toBe(200);
});

it('accepts default values of select menus that Discord fills', async () => {
  const values = [{ id: rest.alice.id, type: 'user' }];
  const { status, body } = await post([row(userSelect(values))]);
  expect(status).toBe(200);
  expect(body.components).toMatchObject([{ components: [{ default_values: values }] }]);
});

it('offers only channels of the types of a channel select menu', async () => {
  const { guild, general, world, asOwner, alice, baseUrl } = rest;
  const channel_types = [ChannelType.GuildText];
  const menu = { type: ComponentType.ChannelSelect, custom_id: 'where', channel_types };
  const { body: message } = await post([row(menu)]);
  const voice = { name: 'Lounge', type: ChannelType.GuildVoice };
  const lounge = world.channels.create(guild.id, voice, asOwner);
  const person = createPerson(`${baseUrl}/api`, alice);
  await expect(person.select(message, 'where', [lounge.id])).rejects.toMatchObject({
    discordCode: 50_035,
  });
  const received = new Promise((resolve) => {
    world.subscribe((event) => {
      if (event.type === GatewayDispatchEvents.InteractionCreate) resolve(event.data.data);
    });
  });
  person.select(message, 'where', [general.id]).catch(() => undefined);
  expect(await received).toMatchObject({
    values: [general.id],
    resolved: { channels: { [general.id]: { name: 'general' } } },
  });
});

it.each<[string, () => object[], object]>([
  [
    'more default values than can be chosen',
    () => [row(userSelect([user(rest.alice), user(rest.bob)]))],
    { 0: { components: { 0: { default_values: {} } } } },
  ],
  [
    'a default value of another type',
    () => [row(userSelect([{ id: rest.guild.id, type: 'role' }]))],
    { 0: { components: { 0: { default_values: {} } } } },
  ],
  ['six rows', () => many(6, (name) => row(button(name))), {}],
  ['six buttons in a row', () => [row(...many(6, button))], { 0: { components: {} } }],
  ['an empty row', () => [row()], { 0: { components: {} } }],
  ['a button beside a select menu', () => [row(select([option('a')]), button('b'))], { 0: {} }],
  [
    'a duplicate custom id',
    () => [row(button('a')), row(button('a'))],
    { 1: { components: { 0: { custom_id: {} } } } },
  ],
  [
    'a custom id of 101 characters',
    () => [row(button('x'.repeat(101)))],
    { 0: { components: { 0: { custom_id: {} } } } },
  ],
  [
    'a label of 81 characters',
    () => [row(button('a', { label: 'x'.repeat(81) }))],
    { 0: { components: { 0: { label: {} } } } },
  ],
  [
    'a link button without a URL',
    () => [row({ type: ComponentType.Button, style: ButtonStyle.Link, label: 'x' })],
    { 0: { components: { 0: { url: {} } } } },
  ],
  [
    '26 options',
    () => [row(select(many(26, option)))],
    { 0: { components: { 0: { options: {} } } } },
  ],
  [
    'a duplicate option value',
    () => [row(select([option('a'), option('a')]))],
    { 0: { components: { 0: { options: {} } } } },
  ],
  [
    'a placeholder of 151 characters',
    () => [row(select([option('a')], { placeholder: 'x'.repeat(151) }))],
    { 0: { components: { 0: { placeholder: {} } } } },
  ],
])('rejects %s', async (_, components, errors) => {
  const { status, body } = await post(components());
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 50_035, errors: { components: errors } });
});
