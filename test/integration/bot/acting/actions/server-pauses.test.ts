import { PermissionFlagsBits as Permission } from 'discord.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createServerPauses } from '../../../../../src/bot/acting/actions/server-pauses.ts';
import { systemClock } from '../../../../../src/shared/clock.ts';
import { connectToSandbox, type Connected } from '../../fixture.ts';

let bot: Connected;
beforeAll(async () => {
  bot = await connectToSandbox();
});
afterAll(() => bot.stop());

it('one pause keeps the other, even before the event about it arrives', async () => {
  const { world, guildId, roles, members } = bot.sandbox;
  const { client } = bot.gateway;
  const pauses = createServerPauses({ client, clock: systemClock });
  world.roles.update(
    { guildId, roleId: roles.Portcullis },
    { permissions: Permission.ManageGuild },
    { byUserId: members.owner.id, reason: null },
  );
  await vi.waitFor(() => expect(pauses.state(guildId)).toEqual({ invites: null, dms: null }));
  // No more events.
  await client.ws['destroy']();
  const until = Date.now() + 3_600_000;
  expect(await pauses.set(guildId, 'invites', until)).toEqual({ kind: 'done' });
  expect(await pauses.set(guildId, 'dms', until)).toEqual({ kind: 'done' });
  expect(pauses.state(guildId)).toEqual({ invites: until, dms: until });
});
