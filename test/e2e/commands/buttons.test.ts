import { AuditLogEvent, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Effect } from '../../../src/moderation/effects.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { openScene, type Scene } from '../scene.ts';
import { alertAbout, buttonsOf, press, ruledOn } from './alert-view.ts';

const HOUR = 60 * 60 * 1000;

let on: Scene;
let moderator: Person;
let owner: Person;
let newcomer: Person;
let count = 0;

beforeAll(async () => {
  on = await openScene();
  moderator = on.person('moderator');
  owner = on.person('owner');
});
afterAll(() => on.close());
beforeEach(() => {
  count += 1;
  newcomer = on.join(`newcomer-${count}`);
});
afterEach(() => on.sandbox.faults.clear());

const target = (userId: string) => ({ guildId: on.sandbox.guildId, userId });
const member = (userId: string) => on.guild.members.get(userId);
const silentUntil = (userId: string) => member(userId)?.communication_disabled_until ?? null;
const audited = (type: AuditLogEvent, userId: string) =>
  on.guild.auditLog.filter(({ action_type: is, target_id: id }) => is === type && id === userId);

/** Somebody writes something that this is done about; resolves to the alert. */
async function alerted(effects: Effect[], author = newcomer) {
  await on.setRules({ act: [...effects, { kind: 'alert' }] });
  const { message } = await on.judged(author, `number ${count} calls for [act]`);
  return { message, alert: alertAbout(on, message.id) };
}

/** Someone whose role may do these things in the server and sees the alerts. */
function helper(permissions: bigint): Person {
  const { world, guildId, channels } = on.sandbox;
  const role = world.roles.create(
    guildId,
    { name: `Helper ${count}`, position: 1, permissions },
    on.deed,
  );
  world.channels.setOverwrite(
    channels['mod-alerts'],
    {
      id: role.id,
      type: OverwriteType.Role,
      allow: PermissionFlagsBits.ViewChannel.toString(),
      deny: '0',
    },
    on.deed,
  );
  return on.join(`helper-${count}`, [role.id]);
}

describe('Undo', () => {
  it('lifts the timeout, and says what stays done', async () => {
    const { message, alert } = await alerted([
      { kind: 'delete' },
      { kind: 'notice' },
      { kind: 'timeout' },
    ]);
    expect(silentUntil(newcomer.id)).not.toBeNull();
    const told = await press(moderator, alert, 'Undo');
    expect(silentUntil(newcomer.id)).toBeNull();
    expect(told).toContain('Timeout lifted');
    expect(told).toContain('a deleted message stays deleted; a direct message stays sent');
    const now = alertAbout(on, message.id);
    expect(ruledOn(now)).toContain(`**↩️ Undone** · <@${moderator.id}>`);
    expect(ruledOn(now)).toContain('✅ Timeout lifted');
    expect(buttonsOf(now)).toEqual(['False positive', 'Timeout', 'Ban…', 'Done']);
  });

  it('names the moderator and the case in the audit log', async () => {
    const { message, alert } = await alerted([{ kind: 'timeout' }]);
    await press(moderator, alert, 'Undo');
    const { number } = await on.caseAbout(message.id);
    expect(audited(AuditLogEvent.MemberUpdate, newcomer.id).at(-1)?.reason).toBe(
      `Portcullis case #${number}: undo by moderator (${moderator.id})`,
    );
  });

  it('lifts a ban', async () => {
    const { message, alert } = await alerted([{ kind: 'ban' }]);
    expect(on.guild.bans.has(newcomer.id)).toBe(true);
    expect(await press(moderator, alert, 'Undo')).toContain('Ban lifted');
    expect(on.guild.bans.has(newcomer.id)).toBe(false);
    expect(buttonsOf(alertAbout(on, message.id))).not.toContain('Undo');
  });

  it('takes away a role that was given, and gives back one that was taken', async () => {
    const { roles, world } = on.sandbox;
    const given = world.roles.create(
      on.sandbox.guildId,
      { name: `Muted ${count}`, position: 1 },
      on.deed,
    );
    world.members.update(target(newcomer.id), { roles: [roles.Trusted] }, on.deed);
    const { alert } = await alerted([
      { kind: 'addRole', roleId: given.id },
      { kind: 'removeRole', roleId: roles.Trusted },
    ]);
    expect(member(newcomer.id)?.roles).toEqual([given.id]);
    const told = await press(owner, alert, 'Undo');
    expect(member(newcomer.id)?.roles).toEqual([roles.Trusted]);
    expect(told).toContain('Role taken away again');
    expect(told).toContain('Role given back');
  });

  it('is not there where nothing can be undone', async () => {
    const { alert } = await alerted([{ kind: 'delete' }]);
    expect(buttonsOf(alert)).toEqual(['False positive', 'Timeout', 'Ban…', 'Done']);
  });

  it('leaves a timeout that a moderator has set since', async () => {
    const { alert } = await alerted([{ kind: 'timeout' }]);
    const until = new Date(Date.now() + 5 * HOUR).toISOString();
    on.sandbox.world.members.update(
      target(newcomer.id),
      { communication_disabled_until: until },
      on.deed,
    );
    expect(await press(moderator, alert, 'Undo')).toContain('does not come from this case');
    expect(silentUntil(newcomer.id)).toBe(until);
  });

  it('leaves a ban that somebody else has set since', async () => {
    const { alert } = await alerted([{ kind: 'ban' }]);
    on.sandbox.world.bans.remove(target(newcomer.id), on.deed);
    on.sandbox.world.bans.add(target(newcomer.id), { ...on.deed, reason: 'by hand' });
    expect(await press(moderator, alert, 'Undo')).toContain('does not come from this case');
    expect(on.guild.bans.get(newcomer.id)?.reason).toBe('by hand');
  });

  it('says that the timeout was over already', async () => {
    const { alert } = await alerted([{ kind: 'timeout' }]);
    on.sandbox.world.members.update(
      target(newcomer.id),
      { communication_disabled_until: null },
      on.deed,
    );
    expect(await press(moderator, alert, 'Undo')).toContain('The timeout was over already');
  });

  it('of somebody who has left can be pressed again when they are back', async () => {
    const { message, alert } = await alerted([{ kind: 'timeout' }]);
    const { world } = on.sandbox;
    const until = silentUntil(newcomer.id);
    world.members.leave(target(newcomer.id));
    expect(await press(moderator, alert, 'Undo')).toContain('Undo it again if they come back');
    // Discord remembers a timeout of someone who leaves.
    world.members.add(target(newcomer.id));
    world.members.update(target(newcomer.id), { communication_disabled_until: until }, on.deed);
    expect(await press(moderator, alertAbout(on, message.id), 'Undo')).toContain('Timeout lifted');
    expect(silentUntil(newcomer.id)).toBeNull();
  });

  it('undoes what a moderator did by a button, too', async () => {
    const { message, alert } = await alerted([]);
    await press(moderator, alert, 'Timeout');
    expect(silentUntil(newcomer.id)).not.toBeNull();
    await press(moderator, alertAbout(on, message.id), 'Undo');
    expect(silentUntil(newcomer.id)).toBeNull();
  });

  it('is for those who could time out themselves', async () => {
    const { alert } = await alerted([{ kind: 'timeout' }]);
    const told = await press(helper(PermissionFlagsBits.ManageMessages), alert, 'Undo');
    expect(told).toContain('You lack the permission “Timeout Members”');
    expect(silentUntil(newcomer.id)).not.toBeNull();
  });

  it('pressed by two moderators at once acts once', async () => {
    const { message, alert } = await alerted([{ kind: 'timeout' }]);
    const told = await Promise.all([press(moderator, alert, 'Undo'), press(owner, alert, 'Undo')]);
    const lifted = audited(AuditLogEvent.MemberUpdate, newcomer.id);
    expect(lifted).toHaveLength(2);
    expect(told.filter((text) => text.includes('Timeout lifted'))).toHaveLength(1);
    expect((await on.caseAbout(message.id)).rulings).toHaveLength(1);
  });

  it('waits for a Discord that is away, within the answer', async () => {
    const { alert } = await alerted([{ kind: 'timeout' }]);
    on.sandbox.faults.failNext({ route: 'PATCH /guilds/:id/members/:id', status: 503, times: 6 });
    expect(await press(moderator, alert, 'Undo')).toContain('Timeout lifted');
    expect(silentUntil(newcomer.id)).toBeNull();
  });

  it('says what Discord refused and how to mend it, and can be tried again', async () => {
    const { message } = await alerted([{ kind: 'timeout' }]);
    const { world, guildId, roles } = on.sandbox;
    const before = on.guild.roles.get(roles.Portcullis)?.permissions ?? '0';
    const set = (permissions: bigint) =>
      world.roles.update({ guildId, roleId: roles.Portcullis }, { permissions }, on.deed);
    set(BigInt(before) & ~PermissionFlagsBits.ModerateMembers);
    try {
      await vi.waitFor(async () => {
        const told = await press(moderator, alertAbout(on, message.id), 'Undo');
        expect(told).toContain('⛔');
        expect(told).toContain('Timeout Members');
      });
    } finally {
      set(BigInt(before));
    }
    expect(buttonsOf(alertAbout(on, message.id))).toContain('Undo');
    expect(ruledOn(alertAbout(on, message.id))).toContain('Tried to undo');
    await vi.waitFor(async () => {
      await press(moderator, alertAbout(on, message.id), 'Undo');
      expect(silentUntil(newcomer.id)).toBeNull();
    });
  });

  it('works after a restart', async () => {
    const { message, alert } = await alerted([{ kind: 'timeout' }]);
    await on.stopBot();
    await on.startBot();
    expect(await press(moderator, alert, 'Undo')).toContain('Timeout lifted');
    expect(ruledOn(alertAbout(on, message.id))).toContain('Undone');
    expect(alert.id).toBe(alertAbout(on, message.id).id);
  });
});

describe('False positive', () => {
  it('undoes, and leaves the same text standing from then on', async () => {
    await on.setRules({ act: [{ kind: 'delete' }, { kind: 'timeout' }, { kind: 'alert' }] });
    const text = `pardon me ${count} [act]`;
    const { message } = await on.judged(newcomer, text);
    const told = await press(moderator, alertAbout(on, message.id), 'False positive');
    expect(told).toContain('The same text is left standing from now on.');
    expect(told).toContain('/case unpardon');
    expect(silentUntil(newcomer.id)).toBeNull();
    const again = await on.judged(on.person('alice'), text);
    expect(again.outcome).toEqual({ kind: 'skipped', reason: 'pardoned text' });
    expect(on.stands(again.message)).toBe(true);
    const other = await on.judged(on.person('alice'), `${text}!`);
    expect(other.outcome.kind).toBe('acted');
  });

  it('is remembered after a restart', async () => {
    const text = `remember ${count} [flag]`;
    const { message } = await on.judged(newcomer, text);
    await press(moderator, alertAbout(on, message.id), 'False positive');
    await on.stopBot();
    await on.startBot();
    expect((await on.judged(newcomer, text)).outcome.kind).toBe('skipped');
  });

  it('is for moderators only', async () => {
    const { alert } = await alerted([]);
    expect(await press(helper(0n), alert, 'False positive')).toContain('Only moderators');
  });
});

describe('Delete, Timeout, Ban, Done', () => {
  it('Delete deletes a message that was left standing', async () => {
    const { message, alert } = await alerted([]);
    expect(await press(moderator, alert, 'Delete')).toContain('Message deleted');
    expect(on.stands(message)).toBe(false);
    expect(buttonsOf(alertAbout(on, message.id))).not.toContain('Delete');
    expect(audited(AuditLogEvent.MessageDelete, newcomer.id).at(-1)?.reason).toContain(
      moderator.id,
    );
  });

  it('Delete asks for “Manage Messages” where the message stands', async () => {
    const { message, alert } = await alerted([]);
    const told = await press(helper(PermissionFlagsBits.ModerateMembers), alert, 'Delete');
    expect(told).toContain('You lack the permission “Manage Messages” in #general');
    expect(on.stands(message)).toBe(true);
  });

  it('Timeout lasts as long as the server’s timeouts do', async () => {
    const { alert } = await alerted([]);
    expect(await press(moderator, alert, 'Timeout')).toContain('Author timed out (10 minutes)');
    const until = Date.parse(silentUntil(newcomer.id) ?? '');
    expect(Math.abs(until - Date.now() - 10 * 60_000)).toBeLessThan(10_000);
  });

  it('Timeout does nothing while one lasts, and says who gave it', async () => {
    const { message, alert } = await alerted([]);
    await press(owner, alert, 'Timeout');
    const until = silentUntil(newcomer.id);
    const told = await press(moderator, alertAbout(on, message.id), 'Timeout');
    expect(told).toContain(`<@${owner.id}> did that already`);
    expect(silentUntil(newcomer.id)).toBe(until);
  });

  it('Timeout is refused over somebody who stands above', async () => {
    const { alert } = await alerted([], on.person('overlord'));
    expect(await press(moderator, alert, 'Timeout')).toContain('not below yours');
    expect(silentUntil(on.sandbox.members.overlord.id)).toBeNull();
  });

  it('Timeout is refused over oneself and over the owner', async () => {
    const own = await alerted([], moderator);
    expect(await press(moderator, own.alert, 'Timeout')).toContain('yourself');
    const owned = await alerted([], owner);
    expect(await press(moderator, owned.alert, 'Timeout')).toContain('own this server');
  });

  it('Timeout says what stands against it where the bot stands below', async () => {
    const { message, alert } = await alerted([], on.person('overlord'));
    expect(await press(owner, alert, 'Timeout')).toContain('is not below the bot');
    expect(ruledOn(alertAbout(on, message.id))).toContain('Tried to time out');
  });

  it('Ban asks once more, and takes a reason', async () => {
    const { message, alert } = await alerted([]);
    const shown = await moderator.click(alert, 'Ban…');
    expect(shown.modal?.title).toBe('Ban the author?');
    expect(on.guild.bans.has(newcomer.id)).toBe(false);
    const answer = await (await moderator.submit(shown, { reason: 'again and again' })).response();
    expect(answer.content).toContain('Banned');
    expect(on.guild.bans.get(newcomer.id)?.reason).toContain('again and again');
    expect(ruledOn(alertAbout(on, message.id))).toContain('again and again');
    expect(buttonsOf(alertAbout(on, message.id))).toEqual([
      'Undo',
      'False positive',
      'Delete',
      'Done',
    ]);
  });

  it('Ban asks for “Ban Members”', async () => {
    const { alert } = await alerted([]);
    const person = helper(PermissionFlagsBits.ManageMessages);
    const shown = await person.click(alert, 'Ban…');
    const answer = await (await person.submit(shown, {})).response();
    expect(answer.content).toContain('You lack the permission “Ban Members”');
    expect(on.guild.bans.has(newcomer.id)).toBe(false);
  });

  it('Done says who looked at it, and does nothing', async () => {
    const { message, alert } = await alerted([]);
    await press(moderator, alert, 'Done');
    expect(on.stands(message)).toBe(true);
    expect(ruledOn(alertAbout(on, message.id))).toContain(`Settled** · <@${moderator.id}>`);
    expect(buttonsOf(alertAbout(on, message.id))).not.toContain('Done');
  });

  it('two different buttons at once do not get in each other’s way', async () => {
    const { message, alert } = await alerted([]);
    await Promise.all([press(moderator, alert, 'Delete'), press(owner, alert, 'Timeout')]);
    const { rulings } = await on.caseAbout(message.id);
    expect(rulings.every(({ endedAt }) => endedAt !== null)).toBe(true);
    const kinds = new Set(rulings.map(({ kind }) => kind));
    expect(on.stands(message)).toBe(!kinds.has('delete'));
    expect(silentUntil(newcomer.id) !== null).toBe(kinds.has('timeout'));
    expect(rulings.length).toBeGreaterThan(0);
  });
});

describe('an alert that is gone', () => {
  it('is no error for a ruling by command', async () => {
    const { message, alert } = await alerted([{ kind: 'timeout' }]);
    await owner.delete(alert.channel_id, alert.id);
    const { number } = await on.caseAbout(message.id);
    const asked = await moderator.slash(on.sandbox.channels['mod-alerts'], 'case undo', {
      number: String(number),
    });
    expect((await asked.response()).content).toContain('Timeout lifted');
  });
});
