import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, it } from 'vitest';

import { startRest, type RestFixture } from './rest-fixture.ts';

interface InviteBody {
  readonly code: string;
}

async function invite({ call, general, owner }: RestFixture, body: object = {}) {
  const route = `POST /channels/${general.id}/invites`;
  return (await call<InviteBody>(route, { as: owner, body })).body;
}

it('are created with Discord’s defaults, announced and audited', async () => {
  const rest = await startRest();
  const created = await invite(rest);
  expect(created).toMatchObject({
    type: 0,
    guild: { id: rest.guild.id },
    channel: { id: rest.general.id, name: 'general' },
    inviter: { id: rest.owner.id },
    uses: 0,
    max_uses: 0,
    max_age: 86_400,
    temporary: false,
    expires_at: '2026-01-02T00:00:00.000000+00:00',
  });
  expect(rest.events).toMatchObject([
    { type: 'INVITE_CREATE', data: { code: created.code, channel_id: rest.general.id } },
    { type: 'GUILD_AUDIT_LOG_ENTRY_CREATE', data: { action_type: 40 } },
  ]);
});

it('are given out again unless they must be unique', async () => {
  const rest = await startRest();
  const { code } = await invite(rest);
  expect((await invite(rest)).code).toBe(code);
  expect((await invite(rest, { unique: true })).code).not.toBe(code);
  expect((await invite(rest, { max_uses: 1 })).code).not.toBe(code);
});

it('are listed with metadata for those who manage the channel or the server', async () => {
  const rest = await startRest();
  const { code } = await invite(rest);
  const inChannel = `GET /channels/${rest.general.id}/invites`;
  const inGuild = `GET /guilds/${rest.guild.id}/invites`;
  expect((await rest.call(inChannel)).body).toMatchObject([{ code, uses: 0 }]);
  expect((await rest.call(inGuild, { as: rest.owner })).body).toMatchObject([{ code, uses: 0 }]);
  // The bot may only view the audit log.
  const { body } = await rest.call<object[]>(inGuild);
  expect(body).toMatchObject([{ code }]);
  expect(body[0]).not.toHaveProperty('uses');
  for (const route of [inChannel, inGuild]) {
    expect(await rest.call(route, { as: rest.alice })).toMatchObject({ body: { code: 50013 } });
  }
});

it('can be read by anybody, with counts on request, until they expire', async () => {
  const rest = await startRest();
  const { code } = await invite(rest, { max_age: 60 });
  const read = (query = '') => rest.call<object>(`GET /invites/${code}${query}`, { as: null });
  expect((await read()).body).not.toHaveProperty('approximate_member_count');
  expect((await read('?with_counts=true')).body).toMatchObject({ approximate_member_count: 4 });
  rest.clock.advance(60_000);
  expect(await read()).toMatchObject({ status: 404, body: { code: 10006 } });
  expect((await rest.call(`GET /channels/${rest.general.id}/invites`)).body).toEqual([]);
});

it('can be deleted by those who manage the channel', async () => {
  const rest = await startRest();
  const { code } = await invite(rest);
  const route = `DELETE /invites/${code}`;
  expect(await rest.call(route, { as: rest.alice })).toMatchObject({ body: { code: 50013 } });
  expect(await rest.call(route)).toMatchObject({ status: 200, body: { code } });
  expect(rest.eventsOf('INVITE_DELETE')).toMatchObject([{ data: { code } }]);
  expect(await rest.call(route)).toMatchObject({ status: 404, body: { code: 10006 } });
});

it('need the permission to create them', async () => {
  const rest = await startRest();
  rest.denyEveryone(PermissionFlagsBits.CreateInstantInvite);
  const route = `POST /channels/${rest.general.id}/invites`;
  expect(await rest.call(route, { as: rest.alice, body: {} })).toMatchObject({
    status: 403,
    body: { code: 50013 },
  });
});

it('let people join, unless they are banned or invites are paused', async () => {
  const rest = await startRest();
  const { code } = await invite(rest);
  const { guild, alice, owner, world } = rest;
  const target = { guildId: guild.id, userId: alice.id };
  const join = () => rest.call(`POST /invites/${code}`, { as: alice });
  const isMember = () => world.state.guilds.get(guild.id)?.members.has(alice.id);
  world.members.leave(target);
  expect(await join()).toMatchObject({ status: 200, body: { code } });
  expect(isMember()).toBe(true);

  world.members.leave(target);
  const until = new Date(world.state.clock.now() + 3_600_000).toISOString();
  world.guilds.setIncidentActions(guild.id, { invites_disabled_until: until });
  expect(await join()).toMatchObject({ status: 404, body: { code: 10006 } });
  world.guilds.setIncidentActions(guild.id, { invites_disabled_until: null });

  world.bans.add(target, { byUserId: owner.id, reason: null });
  expect(await join()).toMatchObject({ status: 403, body: { code: 40007 } });
  expect(isMember()).toBe(false);
  expect(await rest.call(`POST /invites/${code}`)).toMatchObject({ body: { code: 20001 } });
});
