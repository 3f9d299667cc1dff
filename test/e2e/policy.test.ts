import {
  AuditLogEvent,
  ChannelType,
  OverwriteType,
  PermissionFlagsBits as Permission,
  type APIAuditLogEntry,
} from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../src/sandbox/person.ts';
import { openScene, createScene, type Scene } from './scene.ts';

const MINUTE_MS = 60_000;

describe('a rule of the policy', () => {
  let on: Scene;
  beforeAll(async () => {
    on = await openScene();
  });
  afterAll(() => on.close());

  const audit = (type: AuditLogEvent, targetId: string): APIAuditLogEntry | undefined =>
    on.guild.auditLog.findLast(
      ({ action_type, target_id, user_id: by }) =>
        action_type === type && target_id === targetId && by === on.sandbox.botId,
    );
  /** Posts a message for which the service suggests `word`; resolves to the case number. */
  async function caseOf(person: Person, word: string): Promise<number> {
    const { outcome } = await on.sayAndWait(person, `this is [${word}]`);
    if (outcome.kind !== 'acted') throw new Error(`not acted on, but ${outcome.kind}`);
    return outcome.caseNumber;
  }

  it('kicks, names the case in the audit log, and notifies the author before the kick', async () => {
    await on.setPolicy({});
    const eve = on.join('eve');
    const number = await caseOf(eve, 'kick');
    expect(on.guild.members.has(eve.id)).toBe(false);
    expect(audit(AuditLogEvent.MemberKick, eve.id)?.reason).toBe(
      `Portcullis case #${number}: kick (preset: normal)`,
    );
    expect(JSON.stringify(on.noticesTo(eve.id))).toContain('You were kicked from the server');
  });

  it('bans, deletes recent messages, and names the case in the audit log', async () => {
    await on.setRules({
      ban: [{ kind: 'ban', deleteMessageSeconds: 3600 }, { kind: 'alert' }],
    });
    const mallory = on.join('mallory');
    const { message: earlier } = await on.sayAndWait(mallory, 'hello there');
    const number = await caseOf(mallory, 'ban');
    expect(on.guild.bans.has(mallory.id)).toBe(true);
    expect(on.exists(earlier)).toBe(false);
    expect(audit(AuditLogEvent.MemberBanAdd, mallory.id)?.reason).toBe(
      `Portcullis case #${number}: ban`,
    );
  });

  it('times out for the rule’s duration', async () => {
    await on.setRules({ timeout: [{ kind: 'timeout', seconds: 600 }, { kind: 'alert' }] });
    const loud = on.join('loud');
    const number = await caseOf(loud, 'timeout');
    const until = Date.parse(
      on.guild.members.get(loud.id)?.communication_disabled_until ?? 'never',
    );
    expect(Math.abs(until - Date.now() - 10 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
    expect(audit(AuditLogEvent.MemberUpdate, loud.id)?.reason).toBe(
      `Portcullis case #${number}: timeout`,
    );
    await expect(loud.say(on.sandbox.channels.general, 'and')).rejects.toThrow(
      'failed with status 403',
    );
  });

  it('adds and removes roles', async () => {
    const { world, guildId, roles } = on.sandbox;
    const muted = world.roles.create(guildId, { name: 'Muted' }, on.asOwner).id;
    await on.setRules({
      demote: [
        { kind: 'addRole', roleId: muted },
        { kind: 'removeRole', roleId: roles.Trusted },
        { kind: 'alert' },
      ],
    });
    const climber = on.join('climber', [roles.Trusted]);
    const number = await caseOf(climber, 'demote');
    expect(on.guild.members.get(climber.id)?.roles).toEqual([muted]);
    expect(audit(AuditLogEvent.MemberRoleUpdate, climber.id)?.reason).toBe(
      `Portcullis case #${number}: demote`,
    );
  });

  it('ignores upper and lower case', async () => {
    await on.setPolicy({});
    const { message } = await on.sayAndWait(on.person('bob'), 'this is [DeLeTe]');
    expect(on.exists(message)).toBe(false);
  });

  it('warns without deleting', async () => {
    await on.setPolicy({});
    const { message } = await on.sayAndWait(on.person('carol'), 'this is [warn]');
    expect(on.exists(message)).toBe(true);
    expect(on.noticesTo(on.person('carol').id)).toHaveLength(1);
    expect(on.alertsAbout(message.id)).toHaveLength(1);
  });

  it('sends no notice while notices are off', async () => {
    await on.setPolicy({ notice: { enabled: false, text: 'unused' } });
    const quiet = on.join('quiet');
    await caseOf(quiet, 'delete');
    expect(on.noticesTo(quiet.id)).toEqual([]);
  });

  it('alerts the moderators about an unknown action and does nothing else', async () => {
    await on.setPolicy({});
    const author = on.join('unlucky');
    const { message } = await on.sayAndWait(author, 'this is [Obliterate the author]');
    expect(on.exists(message)).toBe(true);
    expect(on.guild.members.has(author.id)).toBe(true);
    expect(on.noticesTo(author.id)).toEqual([]);
    const [alert] = on.alertsAbout(message.id);
    expect(JSON.stringify(alert)).toContain('Obliterate the author');
    expect((await on.caseAbout(message.id)).rule).toEqual({ of: 'unknown' });
  });
});

describe('the moderator channel', () => {
  let on: Scene;
  beforeAll(async () => {
    on = await openScene({ moderatorChannel: 'nowhere' });
  });
  afterAll(() => on.close());
  beforeEach(() => on.setPolicy({}));

  const aboutTheChannel = () =>
    on.log.filter((line) => line.includes('no usable moderator channel'));

  it('that does not exist is logged once: the bot only watches, and each case shows the fix', async () => {
    const first = await on.sayAndWait(on.person('bob'), 'this is [delete]');
    const second = await on.sayAndWait(on.person('alice'), 'this is [delete] as well');
    expect(on.exists(first.message) && on.exists(second.message)).toBe(true);
    expect(aboutTheChannel()).toHaveLength(1);
    for (const { message } of [first, second]) {
      const { steps, alert, mode } = await on.caseAbout(message.id);
      expect(mode).toBe('watch');
      expect(alert).toBeNull();
      expect(steps.at(-1)).toMatchObject({
        effect: { kind: 'alert' },
        outcome: {
          status: 'refused',
          code: null,
          fix: expect.objectContaining({ key: 'refusals:noModeratorChannel.fix' }),
        },
      });
    }
  });

  it('from the server’s settings gets the alerts', async () => {
    const { world, guildId } = on.sandbox;
    const own = world.channels.create(
      guildId,
      { name: 'jury', type: ChannelType.GuildText },
      on.asOwner,
    );
    await on.setPolicy({ moderatorChannelId: own.id });
    const { message } = await on.sayAndWait(on.person('bob'), 'this is [flag]');
    expect([...own.messages.values()].map(({ author }) => author.id)).toEqual([on.sandbox.botId]);
    expect((await on.caseAbout(message.id)).alert?.channelId).toBe(own.id);
  });
});

describe('an action that Discord would refuse', () => {
  let on: Scene;
  beforeEach(async () => {
    on = await openScene();
  });
  afterEach(() => on.close());

  /** Denies permissions to the bot's role in a channel; resolves when the bot knows. */
  async function deny(channelId: string, permissions: bigint): Promise<void> {
    const { world, roles } = on.sandbox;
    const overwrite = { id: roles.Portcullis, type: OverwriteType.Role, allow: '0' };
    world.channels.setOverwrite(
      channelId,
      { ...overwrite, deny: permissions.toString() },
      on.asOwner,
    );
    // Events arrive in order, so the bot knows about the change when this message is done.
    await on.sayAndWait(on.person('alice'), 'a marker');
  }

  it('without “Manage Messages” is recorded, and the alert shows the fix', async () => {
    await deny(on.sandbox.channels.random, Permission.ManageMessages);
    const message = await on.person('bob').say(on.sandbox.channels.random, 'this is [delete]');
    await on.outcomeOf(message.id);
    expect(on.exists(message)).toBe(true);
    const [alert] = on.alertsAbout(message.id);
    expect(alert?.description).toMatch(/^\*\*Not deleted\*\* · /);
    expect(alert?.description).toContain(
      '\n-# 🔧 Allow “Manage Messages” for the role “Portcullis” in the permissions of #random',
    );
  });

  it('in a deleted moderator channel is recorded with the fix', async () => {
    on.sandbox.world.channels.delete(on.sandbox.channels['mod-alerts'], on.asOwner);
    const { message } = await on.sayAndWait(on.person('bob'), 'this is [delete]');
    expect(on.exists(message)).toBe(true);
    expect((await on.caseAbout(message.id)).steps.at(-1)?.outcome).toMatchObject({
      status: 'refused',
      fix: expect.objectContaining({ key: 'refusals:noModeratorChannel.fix' }),
    });
  });

  it('in a moderator channel that the bot cannot see is recorded with the fix', async () => {
    await on.setPolicy({ moderatorChannelId: on.sandbox.channels['mod-alerts'] });
    await deny(on.sandbox.channels['mod-alerts'], Permission.ViewChannel);
    const { message } = await on.sayAndWait(on.person('bob'), 'this is [delete]');
    expect((await on.caseAbout(message.id)).steps.at(-1)?.outcome).toMatchObject({
      status: 'refused',
      fix: expect.objectContaining({ key: 'refusals:moderatorChannelGone.fix' }),
    });
  });

  it('in a channel that was hidden in the meantime is recorded with the fix', async () => {
    const release = on.service.hold();
    const message = await on.person('bob').say(on.sandbox.channels.random, 'this is [delete]');
    await vi.waitFor(() => expect(on.service.samples).toContain('this is [delete]'));
    const { world, roles, channels } = on.sandbox;
    const overwrite = { id: roles.Portcullis, type: OverwriteType.Role, allow: '0' };
    const deny = Permission.ViewChannel.toString();
    world.channels.setOverwrite(channels.random, { ...overwrite, deny }, on.asOwner);
    release();
    await on.outcomeOf(message.id);
    expect((await on.caseAbout(message.id)).steps[0]?.outcome).toMatchObject({
      status: 'refused',
      fix: expect.objectContaining({ key: 'refusals:noAccess.fix' }),
    });
  });
});

it('a member with a role above the bot is not kicked, and the alert names both roles', async () => {
  const on = await createScene();
  const { message } = await on.sayAndWait(on.person('overlord'), 'this is [kick]');
  expect(on.guild.members.has(on.person('overlord').id)).toBe(true);
  expect(JSON.stringify(on.alertsAbout(message.id))).toContain('Move “Portcullis” above “Above”');
  const notices = JSON.stringify(on.noticesTo(on.person('overlord').id));
  expect(notices).toContain('Your message was deleted');
  expect(notices).not.toContain('You were kicked from the server');
});
