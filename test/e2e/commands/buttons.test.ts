import {
  AuditLogEvent,
  ButtonStyle,
  ComponentType,
  OverwriteType,
  PermissionFlagsBits,
  type APIButtonComponent,
} from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Effect } from '../../../src/bot/domain/effects.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { openScene, type Scene } from '../scene.ts';
import { alertAbout, answerTo, buttonsOf, press, questionOf, textOf } from './alert-view.ts';

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
const timeoutUntil = (userId: string) => member(userId)?.communication_disabled_until ?? null;
const audited = (type: AuditLogEvent, userId: string) =>
  on.guild.auditLog.filter(({ action_type: is, target_id: id }) => is === type && id === userId);

/** Posts a message for which the service suggests this; resolves to the alert. */
async function alerted(effects: Effect[], author = newcomer) {
  await on.setRules({ act: [...effects, { kind: 'alert' }] });
  const { message } = await on.sayAndWait(author, `number ${count} calls for [act]`);
  return { message, alert: alertAbout(on, message.id) };
}

/** A person whose role has these permissions and can see the alerts. */
function helper(permissions: bigint): Person {
  const { world, guildId, channels } = on.sandbox;
  const role = world.roles.create(
    guildId,
    { name: `Helper ${count}`, position: 1, permissions },
    on.asOwner,
  );
  world.channels.setOverwrite(
    channels['mod-alerts'],
    {
      id: role.id,
      type: OverwriteType.Role,
      allow: PermissionFlagsBits.ViewChannel.toString(),
      deny: '0',
    },
    on.asOwner,
  );
  return on.join(`helper-${count}`, [role.id]);
}

describe('Undo', () => {
  it('removes the timeout and says what cannot be undone', async () => {
    const { message, alert } = await alerted([
      { kind: 'delete' },
      { kind: 'notice' },
      { kind: 'timeout' },
    ]);
    expect(timeoutUntil(newcomer.id)).not.toBeNull();
    const told = await press(moderator, alert, 'Undo');
    expect(timeoutUntil(newcomer.id)).toBeNull();
    expect(told).toContain('Timeout removed');
    expect(told).toContain('a deleted message stays deleted; a direct message stays sent');
    const now = alertAbout(on, message.id);
    expect(textOf(now)).toMatch(
      new RegExp(`\n-# ✓ Undone by <@${moderator.id}>, <t:\\d+:t> · \\[#`),
    );
    expect(buttonsOf(now)).toEqual(['More…']);
  });

  it('names the moderator and the case in the audit log', async () => {
    const { message, alert } = await alerted([{ kind: 'timeout' }]);
    await press(moderator, alert, 'Undo');
    const { number } = await on.caseAbout(message.id);
    expect(audited(AuditLogEvent.MemberUpdate, newcomer.id).at(-1)?.reason).toBe(
      `Portcullis case #${number}: undone by moderator (${moderator.id})`,
    );
  });

  it('removes a ban', async () => {
    const { message, alert } = await alerted([{ kind: 'ban' }]);
    expect(on.guild.bans.has(newcomer.id)).toBe(true);
    expect(await press(moderator, alert, 'Undo')).toContain('Ban removed');
    expect(on.guild.bans.has(newcomer.id)).toBe(false);
    expect(buttonsOf(alertAbout(on, message.id))).not.toContain('Undo');
  });

  it('removes a role that was added and adds one that was removed', async () => {
    const { roles, world } = on.sandbox;
    const given = world.roles.create(
      on.sandbox.guildId,
      { name: `Muted ${count}`, position: 1 },
      on.asOwner,
    );
    world.members.update(target(newcomer.id), { roles: [roles.Trusted] }, on.asOwner);
    const { alert } = await alerted([
      { kind: 'addRole', roleId: given.id },
      { kind: 'removeRole', roleId: roles.Trusted },
    ]);
    expect(member(newcomer.id)?.roles).toEqual([given.id]);
    const told = await press(owner, alert, 'Undo');
    expect(member(newcomer.id)?.roles).toEqual([roles.Trusted]);
    expect(told).toContain('Role removed again');
    expect(told).toContain('Role given back');
  });

  it('is absent when nothing can be undone', async () => {
    const { alert } = await alerted([{ kind: 'delete' }]);
    expect(buttonsOf(alert)).toEqual(['False alarm', 'Handled', 'More…']);
  });

  it('keeps a timeout that a moderator set later', async () => {
    const { alert } = await alerted([{ kind: 'timeout' }]);
    const until = new Date(Date.now() + 5 * HOUR).toISOString();
    on.sandbox.world.members.update(
      target(newcomer.id),
      { communication_disabled_until: until },
      on.asOwner,
    );
    expect(await press(moderator, alert, 'Undo')).toContain('does not come from this case');
    expect(timeoutUntil(newcomer.id)).toBe(until);
  });

  it('keeps a ban that somebody else set later', async () => {
    const { alert } = await alerted([{ kind: 'ban' }]);
    on.sandbox.world.bans.remove(target(newcomer.id), on.asOwner);
    on.sandbox.world.bans.add(target(newcomer.id), { ...on.asOwner, reason: 'by hand' });
    expect(await press(moderator, alert, 'Undo')).toContain('does not come from this case');
    expect(on.guild.bans.get(newcomer.id)?.reason).toBe('by hand');
  });

  it('says that the timeout had already ended', async () => {
    const { alert } = await alerted([{ kind: 'timeout' }]);
    on.sandbox.world.members.update(
      target(newcomer.id),
      { communication_disabled_until: null },
      on.asOwner,
    );
    expect(await press(moderator, alert, 'Undo')).toContain('The timeout was already over');
  });

  it('works later for a member who left and came back', async () => {
    const { message, alert } = await alerted([{ kind: 'timeout' }]);
    const { world } = on.sandbox;
    const until = timeoutUntil(newcomer.id);
    world.members.leave(target(newcomer.id));
    expect(await press(moderator, alert, 'Undo')).toContain('Undo it again if they come back');
    // Discord keeps the timeout of a member who leaves.
    world.members.add(target(newcomer.id));
    world.members.update(target(newcomer.id), { communication_disabled_until: until }, on.asOwner);
    expect(await press(moderator, alertAbout(on, message.id), 'Undo')).toContain('Timeout removed');
    expect(timeoutUntil(newcomer.id)).toBeNull();
  });

  it('also undoes what a moderator did with a button', async () => {
    const { message, alert } = await alerted([]);
    await press(moderator, alert, 'Timeout');
    expect(timeoutUntil(newcomer.id)).not.toBeNull();
    await press(moderator, alertAbout(on, message.id), 'Undo');
    expect(timeoutUntil(newcomer.id)).toBeNull();
  });

  it('requires the permission to time members out', async () => {
    const { alert } = await alerted([{ kind: 'timeout' }]);
    const told = await press(helper(PermissionFlagsBits.ManageMessages), alert, 'Undo');
    expect(told).toContain('You lack the permission “Timeout Members”');
    expect(timeoutUntil(newcomer.id)).not.toBeNull();
  });

  it('acts once when two moderators press it at the same time', async () => {
    const { message, alert } = await alerted([{ kind: 'timeout' }]);
    const told = await Promise.all([press(moderator, alert, 'Undo'), press(owner, alert, 'Undo')]);
    const lifted = audited(AuditLogEvent.MemberUpdate, newcomer.id);
    expect(lifted).toHaveLength(2);
    expect(told.filter((text) => text.includes('Timeout removed'))).toHaveLength(1);
    expect((await on.caseAbout(message.id)).moderatorActions).toHaveLength(1);
  });

  it('retries within the interaction while Discord is unavailable', async () => {
    const { alert } = await alerted([{ kind: 'timeout' }]);
    on.sandbox.faults.failNext({ route: 'PATCH /guilds/:id/members/:id', status: 503, times: 6 });
    expect(await press(moderator, alert, 'Undo')).toContain('Timeout removed');
    expect(timeoutUntil(newcomer.id)).toBeNull();
  });

  it('says what Discord refused and how to fix it, and can be pressed again', async () => {
    const { message } = await alerted([{ kind: 'timeout' }]);
    const { world, guildId, roles } = on.sandbox;
    const before = on.guild.roles.get(roles.Portcullis)?.permissions ?? '0';
    const set = (permissions: bigint) =>
      world.roles.update({ guildId, roleId: roles.Portcullis }, { permissions }, on.asOwner);
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
    expect(textOf(alertAbout(on, message.id))).toContain('Tried to undo');
    await vi.waitFor(async () => {
      await press(moderator, alertAbout(on, message.id), 'Undo');
      expect(timeoutUntil(newcomer.id)).toBeNull();
    });
  });

  it('works after a restart', async () => {
    const { message, alert } = await alerted([{ kind: 'timeout' }]);
    await on.stopBot();
    await on.startBot();
    expect(await press(moderator, alert, 'Undo')).toContain('Timeout removed');
    expect(textOf(alertAbout(on, message.id))).toContain('Undone');
    expect(alert.id).toBe(alertAbout(on, message.id).id);
  });
});

describe('False alarm', () => {
  it('undoes the action and allows the same text from then on', async () => {
    await on.setRules({ act: [{ kind: 'delete' }, { kind: 'timeout' }, { kind: 'alert' }] });
    const text = `allow me ${count} [act]`;
    const { message } = await on.sayAndWait(newcomer, text);
    const told = await press(moderator, alertAbout(on, message.id), 'False alarm');
    expect(told).toContain('Everyone in this server may post the same text from now on.');
    expect(told).toContain('/case disallow');
    expect(timeoutUntil(newcomer.id)).toBeNull();
    const again = await on.sayAndWait(on.person('alice'), text);
    expect(again.outcome).toEqual({ kind: 'skipped', reason: 'allowed text' });
    expect(on.exists(again.message)).toBe(true);
    const other = await on.sayAndWait(on.person('alice'), `${text}!`);
    expect(other.outcome.kind).toBe('acted');
  });

  it('first shows a text that is certainly severe, because everyone could post it', async () => {
    await on.setRules({ act: [{ kind: 'delete' }, { kind: 'alert' }] });
    const text = `i will find you ${count} [act] {threat}`;
    const { message } = await on.sayAndWait(newcomer, text);
    const clicked = await moderator.click(alertAbout(on, message.id), 'False alarm');
    const question = await questionOf(clicked);
    expect(question.content).toContain('Everyone in this server may then post this text:');
    expect(question.content).toContain(`||i will find you ${count}`);
    expect(question.content).toContain('The check is certain what it is: threat.');
    const before = await on.sayAndWait(on.join(`echo-${count}`), text);
    expect(before.outcome.kind).toBe('acted');
    await press(moderator, question, 'Allow the text');
    const after = await on.sayAndWait(on.join(`fan-${count}`), text);
    expect(after.outcome).toEqual({ kind: 'skipped', reason: 'allowed text' });
  });

  it('still applies after a restart', async () => {
    const text = `remember ${count} [flag]`;
    const { message } = await on.sayAndWait(newcomer, text);
    await press(moderator, alertAbout(on, message.id), 'False alarm');
    await on.stopBot();
    await on.startBot();
    expect((await on.sayAndWait(newcomer, text)).outcome.kind).toBe('skipped');
  });

  it('requires a moderator permission', async () => {
    const { alert } = await alerted([]);
    expect(await press(helper(0n), alert, 'False alarm')).toContain('Only moderators');
  });
});

describe('Delete, Timeout, Ban, Handled', () => {
  it('Delete deletes a message that the bot had not deleted', async () => {
    const { message, alert } = await alerted([]);
    expect(await press(moderator, alert, 'Delete')).toContain('Message deleted');
    expect(on.exists(message)).toBe(false);
    expect(buttonsOf(alertAbout(on, message.id))).not.toContain('Delete');
  });

  it('Delete requires “Manage Messages” in the channel of the message', async () => {
    const { message, alert } = await alerted([]);
    const told = await press(helper(PermissionFlagsBits.ModerateMembers), alert, 'Delete');
    expect(told).toContain('You lack the permission “Manage Messages” in #general');
    expect(on.exists(message)).toBe(true);
  });

  it('Timeout uses the server’s timeout length', async () => {
    const { alert } = await alerted([]);
    expect(await press(moderator, alert, 'Timeout')).toContain('Author timed out (10 minutes)');
    const until = Date.parse(timeoutUntil(newcomer.id) ?? '');
    expect(Math.abs(until - Date.now() - 10 * 60_000)).toBeLessThan(10_000);
  });

  it('Timeout does nothing during a timeout and says who set it', async () => {
    const { message, alert } = await alerted([]);
    await press(owner, alert, 'Timeout');
    const until = timeoutUntil(newcomer.id);
    const told = await press(moderator, alertAbout(on, message.id), 'Timeout');
    expect(told).toContain(`<@${owner.id}> already did that`);
    expect(timeoutUntil(newcomer.id)).toBe(until);
  });

  it('Timeout is refused for a member with a higher role', async () => {
    const { alert } = await alerted([], on.person('overlord'));
    expect(await press(moderator, alert, 'Timeout')).toContain('not below yours');
    expect(timeoutUntil(on.sandbox.members.overlord.id)).toBeNull();
  });

  it('Timeout is refused for the moderator themselves and for the owner', async () => {
    const own = await alerted([], moderator);
    expect(await press(moderator, own.alert, 'Timeout')).toContain('yourself');
    const owned = await alerted([], owner);
    expect(await press(moderator, owned.alert, 'Timeout')).toContain('own this server');
  });

  it('Timeout says what to change when the bot’s role is too low', async () => {
    const { message, alert } = await alerted([], on.person('overlord'));
    expect(await press(owner, alert, 'Timeout')).toContain('is not below the bot');
    expect(textOf(alertAbout(on, message.id))).toContain('Tried to time out');
  });

  it('Ban asks for confirmation and an optional reason', async () => {
    const { message, alert } = await alerted([]);
    const shown = await moderator.click(alert, 'Ban…');
    expect(shown.modal?.title).toBe('Ban the author?');
    expect(on.guild.bans.has(newcomer.id)).toBe(false);
    const submitted = await moderator.submit(shown, { reason: 'again and again' });
    expect(await answerTo(moderator, alert, submitted)).toContain('Banned');
    expect(on.guild.bans.get(newcomer.id)?.reason).toContain('again and again');
    expect(JSON.stringify(on.noticesTo(newcomer.id))).toContain('again and again');
    expect(textOf(alertAbout(on, message.id))).toContain('again and again');
    expect(buttonsOf(alertAbout(on, message.id))).toEqual(['Undo', 'More…']);
  });

  it('Ban requires “Ban Members”', async () => {
    const { alert } = await alerted([]);
    const person = helper(PermissionFlagsBits.ManageMessages);
    const shown = await person.click(alert, 'Ban…');
    const answer = await answerTo(person, alert, await person.submit(shown, {}));
    expect(answer).toContain('You lack the permission “Ban Members”');
    expect(on.guild.bans.has(newcomer.id)).toBe(false);
  });

  it('Handled records who reviewed the case and changes nothing else', async () => {
    const { message, alert } = await alerted([]);
    await press(moderator, alert, 'Handled');
    expect(on.exists(message)).toBe(true);
    expect(textOf(alertAbout(on, message.id))).toContain(`✓ Handled by <@${moderator.id}>`);
    expect(alertAbout(on, message.id).embeds[0]?.color).toBe(0x4e5058);
    expect(buttonsOf(alertAbout(on, message.id))).not.toContain('Handled');
  });

  it('a button is answered by the alert itself, without a message to dismiss', async () => {
    const { message, alert } = await alerted([{ kind: 'timeout' }]);
    const lines = on.log.length;
    const clicked = await moderator.click(alert, 'Undo');
    await vi.waitFor(() => expect(textOf(alertAbout(on, message.id))).toContain('✓ Undone by'));
    expect(clicked.isEphemeral).toBe(false);
    await vi.waitFor(() => expect(on.log.slice(lines).join()).toContain('interaction ended'));
    expect(await clicked.followUps()).toEqual([]);
  });

  it('two different buttons pressed at the same time both work', async () => {
    const { message, alert } = await alerted([]);
    await Promise.all([press(moderator, alert, 'Delete'), press(owner, alert, 'Timeout')]);
    const { moderatorActions } = await on.caseAbout(message.id);
    expect(moderatorActions.every(({ endedAt }) => endedAt !== null)).toBe(true);
    const kinds = new Set(moderatorActions.map(({ kind }) => kind));
    expect(on.exists(message)).toBe(!kinds.has('delete'));
    expect(timeoutUntil(newcomer.id) !== null).toBe(kinds.has('timeout'));
    expect(moderatorActions.length).toBeGreaterThan(0);
  });
});

describe('a deleted alert', () => {
  it('does not make an action by command fail', async () => {
    const { message, alert } = await alerted([{ kind: 'timeout' }]);
    await owner.delete(alert.channel_id, alert.id);
    const { number } = await on.caseAbout(message.id);
    const interaction = await moderator.slash(on.sandbox.channels['mod-alerts'], 'case undo', {
      number: String(number),
    });
    expect((await interaction.response()).content).toContain('Timeout removed');
  });
});

describe('a button', () => {
  /** A post of the bot with one button, as an earlier state or version left it. */
  function postWith(customId: string) {
    const button: APIButtonComponent = {
      type: ComponentType.Button,
      style: ButtonStyle.Primary,
      label: 'Old',
      custom_id: customId,
    };
    return on.sandbox.world.messages.create(on.sandbox.channels['mod-alerts'], {
      authorId: on.sandbox.botId,
      content: 'an old alert',
      components: [{ type: ComponentType.ActionRow, components: [button] }],
    });
  }

  it.each(['undo', 'timeout'])(
    'of a state that was lost does nothing to the case that has its number now: %s',
    async (kind) => {
      const { message } = await alerted([{ kind: 'timeout' }]);
      const { number } = await on.caseAbout(message.id);
      const until = timeoutUntil(newcomer.id);
      expect(await press(moderator, postWith(`case:${number}:${kind}`), 'Old')).toContain(
        'a state of the bot that was lost',
      );
      expect(timeoutUntil(newcomer.id)).toBe(until);
    },
  );

  it.each(['case:1:frobnicate', 'incident:1:frobnicate-all', 'hit:e:frobnicate', 'former:1'])(
    'of another version answers with a sentence: %s',
    async (customId) => {
      await alerted([{ kind: 'timeout' }]);
      expect(await press(moderator, postWith(customId), 'Old')).toMatch(
        /another version of the bot|no incident #1/,
      );
    },
  );
});
