import { AuditLogEvent, PermissionFlagsBits } from 'discord.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPropertyExecutor } from '../../../../../src/bot/acting/actions/property-executor.ts';
import { systemClock } from '../../../../../src/shared/clock.ts';
import { defaultPolicy, type Policy } from '../../../../../src/bot/domain/policy/policy.ts';
import type { Policies } from '../../../../../src/bot/domain/ports.ts';
import type { PropertyExecutor } from '../../../../../src/service-api/property-executor.ts';
import { connectToSandbox, type Connected } from '../../fixture.ts';

const NOBODY = '100000000000000000';

describe('the property executor', () => {
  let bot: Connected;
  let executor: PropertyExecutor;
  const stored = new Map<string, Policy>();
  const policies: Pick<Policies, 'get' | 'update'> = {
    async get(guildId) {
      return stored.get(guildId) ?? defaultPolicy;
    },
    async update(guildId, change) {
      const changed = change(stored.get(guildId) ?? defaultPolicy);
      stored.set(guildId, changed.policy);
      return changed;
    },
  };

  beforeAll(async () => {
    bot = await connectToSandbox();
    executor = createPropertyExecutor({
      client: bot.gateway.client,
      clock: systemClock,
      policies,
    });
  });
  afterAll(() => bot.stop());
  afterEach(() => bot.sandbox.faults.clear());

  const action = () => ({ byUserId: bot.sandbox.members.owner.id, reason: null });
  const guild = () => {
    const state = bot.sandbox.world.state.guilds.get(bot.sandbox.guildId);
    if (state === undefined) throw new Error('no guild');
    return state;
  };
  const ban = (userId: string) =>
    executor.act({ kind: 'ban', propertyId: bot.sandbox.guildId, userId });
  const unban = (userId: string) =>
    executor.act({ kind: 'unban', propertyId: bot.sandbox.guildId, userId });
  const role = (kind: 'addRole' | 'removeRole', userId: string, roleId: string) =>
    executor.act({ kind, propertyId: bot.sandbox.guildId, userId, roleId });

  async function addRole(name: string): Promise<string> {
    const { world, guildId } = bot.sandbox;
    const { id } = world.roles.create(guildId, { name }, action());
    const roles = () => bot.gateway.client.guilds.cache.get(guildId)?.roles.cache;
    await vi.waitFor(() => expect(roles()?.has(id)).toBe(true));
    return id;
  }

  it('is what the service asks for', () => {
    // The compiler is the test.
    const port: PropertyExecutor = executor;
    expect(port).toBe(executor);
  });

  describe('bans', () => {
    it('are given and lifted, and the audit log names who requested it', async () => {
      const id = bot.join('rude');
      expect(await ban(id)).toEqual({ status: 'done' });
      expect(guild().bans.has(id)).toBe(true);
      const entry = guild().auditLog.findLast(
        ({ action_type }) => action_type === AuditLogEvent.MemberBanAdd,
      );
      expect(entry?.reason).toContain('property console');
      expect(await unban(id)).toEqual({ status: 'done' });
      expect(guild().bans.has(id)).toBe(false);
    });

    it('reach users who left', async () => {
      const { id } = bot.sandbox.world.users.create({ username: 'gone' });
      expect(await ban(id)).toEqual({ status: 'done' });
      expect(guild().bans.has(id)).toBe(true);
    });

    it('can be given twice, and lifted if absent', async () => {
      const id = bot.join('twice');
      await ban(id);
      expect(await ban(id)).toEqual({ status: 'done' });
      await unban(id);
      expect(await unban(id)).toEqual({ status: 'done', detail: 'The member was not banned.' });
    });

    it('never reach the owner or the bot itself', async () => {
      const { members, botId } = bot.sandbox;
      expect(await ban(members.owner.id)).toMatchObject({
        status: 'refused',
        reason: 'The member owns this server, and nobody can act on the owner.',
      });
      expect(await ban(botId)).toMatchObject({
        status: 'refused',
        reason: 'The member is the bot itself.',
      });
    });

    it('are not sent without the permission', async () => {
      const { world, guildId, roles } = bot.sandbox;
      const roleId = roles.Portcullis;
      const cached = () => bot.gateway.client.guilds.cache.get(guildId)?.roles.cache.get(roleId);
      const before = cached()?.permissions.bitfield ?? 0n;
      const set = async (permissions: bigint): Promise<void> => {
        world.roles.update({ guildId, roleId }, { permissions }, action());
        await vi.waitFor(() => expect(cached()?.permissions.bitfield).toBe(permissions));
      };
      await set(before & ~PermissionFlagsBits.BanMembers);
      try {
        for (const outcome of [await ban(bot.join('lucky')), await unban(NOBODY)]) {
          expect(outcome).toEqual({
            status: 'refused',
            reason: 'The bot lacks the permission “Ban Members”.',
            fix: expect.stringContaining('“Portcullis”'),
          });
        }
      } finally {
        await set(before);
      }
    });
  });

  describe('roles', () => {
    it('are given and taken', async () => {
      const [id, roleId] = [bot.join('worthy'), await addRole('Worthy')];
      expect(await role('addRole', id, roleId)).toEqual({ status: 'done' });
      expect(guild().members.get(id)?.roles).toContain(roleId);
      expect(await role('removeRole', id, roleId)).toEqual({ status: 'done' });
      expect(guild().members.get(id)?.roles).not.toContain(roleId);
    });

    it('that do not exist can’t be given', async () => {
      expect(await role('addRole', bot.join('unworthy'), NOBODY)).toEqual({
        status: 'refused',
        reason: 'The role does not exist.',
        fix: 'Choose another role.',
      });
    });

    it('can’t be given to those who left', async () => {
      const roleId = await addRole('Late');
      expect(await role('addRole', NOBODY, roleId)).toMatchObject({
        status: 'refused',
        reason: 'The member has left the server.',
      });
    });
  });

  it.each(['', 'alice', '../../channels/1', '1', '9'.repeat(21)])(
    'never makes a route of %j',
    async (id) => {
      expect(await ban(id)).toMatchObject({
        status: 'refused',
        reason: expect.stringContaining('does not exist'),
      });
      expect(await role('addRole', bot.sandbox.members.alice.id, id)).toMatchObject({
        status: 'refused',
      });
    },
  );

  it('knows that it is not in a guild', async () => {
    const step = { kind: 'ban', propertyId: NOBODY, userId: NOBODY } as const;
    expect(await executor.act(step)).toMatchObject({
      status: 'refused',
      reason: 'The bot is no longer in this server.',
    });
  });

  it('says that Discord is away, and does not throw', async () => {
    bot.sandbox.faults.failNext({ route: 'PUT /guilds/:id/bans/:id', status: 503, times: 10 });
    expect(await ban(bot.join('spared'))).toEqual({
      status: 'unavailable',
      reason: 'Discord does not answer.',
    });
  });

  describe('settings', () => {
    const apply = (key: string, value: string | boolean, propertyId = bot.sandbox.guildId) =>
      executor.apply({ propertyId, key, value });

    it('become the guild’s policy', async () => {
      expect(await apply('@property/discord/moderation.mode', 'watch')).toEqual({
        status: 'applied',
      });
      expect(stored.get(bot.sandbox.guildId)).toEqual({ ...defaultPolicy, mode: 'watch' });
    });

    it('that mean nothing to the bot change nothing', async () => {
      const before = stored.get(bot.sandbox.guildId);
      expect(await apply('@property/discord/feature.verify', true)).toEqual({ status: 'unknown' });
      expect(stored.get(bot.sandbox.guildId)).toBe(before);
    });

    it('that do not fit are refused', async () => {
      expect(await apply('@property/discord/moderation.mode', 'loud')).toMatchObject({
        status: 'refused',
      });
    });

    it('of a guild the bot is not in are refused', async () => {
      expect(await apply('@property/discord/moderation.mode', 'off', NOBODY)).toEqual({
        status: 'refused',
        reason: 'The bot is no longer in this server.',
      });
      expect(stored.get(NOBODY)).toBe(defaultPolicy);
    });
  });
});
