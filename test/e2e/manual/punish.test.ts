import { AuditLogEvent } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Case } from '../../../src/bot/domain/case.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { buttonsOf, press, textOf, toldAfter } from '../commands/alert-view.ts';
import { openScene, type Scene } from '../scene.ts';
import { latestPost } from './latest-post.ts';

let on: Scene;
let moderator: Person;
let target: Person;
let count = 0;

beforeAll(async () => {
  on = await openScene();
  moderator = on.person('moderator');
});
afterAll(() => on.close());
beforeEach(() => {
  count += 1;
  target = on.join(`target-${count}`);
});

/** The private reply. */
async function run(
  command: string,
  options: Record<string, string>,
  person = moderator,
): Promise<string> {
  const interaction = await person.slash(on.sandbox.channels.general, command, options);
  expect(interaction.isEphemeral).toBe(true);
  return (await interaction.response()).content;
}

const member = (id = target.id) => on.guild.members.get(id);
const auditReasons = (action: AuditLogEvent) =>
  on.guild.auditLog
    .filter(({ action_type: type, target_id: id }) => type === action && id === target.id)
    .map(({ reason }) => reason);

async function latestCase(authorId = target.id): Promise<Case> {
  const [record] = await on.bot().cases.list(on.sandbox.guildId, { authorId, limit: 1 });
  if (record === undefined) throw new Error('There is no case.');
  return record;
}

const noticesTo = (person = target) => JSON.stringify(on.noticesTo(person.id));
const alert = (): Promise<ReturnType<typeof latestPost>> =>
  vi.waitFor(async () => {
    const post = latestPost(on);
    expect(textOf(post)).toContain(`#${(await latestCase()).number}`);
    return post;
  });

describe('/warn', () => {
  it('writes a case, tells the member why, and posts it in the moderator channel', async () => {
    const reply = await run('warn', { member: target.id, reason: 'spam in #general' });
    expect(reply).toContain('**Warned**');
    expect(reply).toContain('Author notified by direct message');
    expect(reply).toContain('no earlier cases');
    expect(await latestCase()).toMatchObject({
      subject: 'member',
      author: { id: target.id },
      judgement: {
        kind: 'manual',
        action: { kind: 'warn', by: { id: moderator.id }, reason: 'spam in #general' },
      },
    });
    expect(noticesTo()).toContain('You were warned.');
    expect(noticesTo()).toContain('spam in');
    expect(noticesTo()).not.toContain(moderator.id);
    const post = await alert();
    expect(textOf(post)).toContain(`**Warned** · <@${target.id}> · by <@${moderator.id}>`);
    expect(textOf(post)).toContain('spam in \\#general');
    expect(buttonsOf(post)).toEqual(['Undo', 'More…']);
  });

  it('counts as a strike for the next message, unless it was withdrawn', async () => {
    await on.setPolicy({
      escalation: {
        enabled: true,
        windowDays: 7,
        steps: [{ strikes: 3, effect: { kind: 'kick' } }],
      },
    });
    await run('warn', { member: target.id });
    await run('warn', { member: target.id, reason: 'withdrawn' });
    expect(await press(moderator, await alert(), 'Undo')).toContain('Undone');
    await on.sayAndWait(target, 'second [delete]');
    expect(member()).toBeDefined();
    await on.sayAndWait(target, 'third [delete]');
    expect(member()).toBeUndefined();
    await on.setPolicy({});
  });

  it('is in the history of the next alert, and leaves it when it is withdrawn', async () => {
    await run('warn', { member: target.id });
    const first = await on.sayAndWait(target, 'a message [flag]');
    const text = () => on.alertsAbout(first.message.id)[0]?.description;
    expect(text()).toContain('1 earlier case in 90 days (1× warned)');
    const { number } = await latestCase();
    await run('case undo', { number: `${number - 1}` });
    expect(await run('warn', { member: target.id })).toContain('(1× only an alert)');
  });

  it('counts even if the member accepts no direct messages', async () => {
    const dave = on.person('dave');
    const reply = await run('warn', { member: dave.id });
    expect(reply).toContain('**Warned**');
    expect(reply).toContain('does not accept direct messages');
    expect(await run('warn', { member: dave.id })).toContain('(1× warned)');
  });

  it('goes out at once although the member was just told about a message', async () => {
    await on.sayAndWait(target, 'first [delete]');
    await vi.waitFor(() => expect(on.noticesTo(target.id)).toHaveLength(1));
    await run('warn', { member: target.id, reason: 'one more thing' });
    expect(on.noticesTo(target.id)).toHaveLength(2);
  });

  it('is not for bots, for yourself, or for somebody who left', async () => {
    expect(await run('warn', { member: on.sandbox.members['helper-bot'].id })).toContain(
      'A bot receives no direct messages',
    );
    expect(await run('warn', { member: moderator.id })).toContain('You cannot do that to yourself');
    on.sandbox.world.members.leave({ guildId: on.sandbox.guildId, userId: target.id });
    expect(await run('warn', { member: target.id })).toContain('is not in this server');
  });
});

describe('/timeout', () => {
  it('times out for the given length and names the moderator in the audit log', async () => {
    const before = Date.now();
    const reply = await run('timeout', { member: target.id, duration: '2h', reason: 'calm down' });
    expect(reply).toContain('**Timed out (2 hours)**');
    const until = Date.parse(member()?.communication_disabled_until ?? '');
    expect(until - before).toBeGreaterThan(2 * 60 * 60_000 - 5000);
    expect(until - before).toBeLessThan(2 * 60 * 60_000 + 60_000);
    const { number } = await latestCase();
    expect(auditReasons(AuditLogEvent.MemberUpdate)).toEqual([
      `Portcullis case #${number}: timed out by moderator (${moderator.id}): calm down`,
    ]);
    expect(noticesTo()).toContain('You can read but not write there for 2 hours.');
    expect(noticesTo()).toContain('calm down');
  });

  it('can be undone on its alert', async () => {
    await run('timeout', { member: target.id, duration: '1d' });
    expect(await press(moderator, await alert(), 'Undo')).toContain('Timeout removed');
    expect(member()?.communication_disabled_until ?? null).toBeNull();
    expect(textOf(latestPost(on))).toContain('Undone');
  });

  it('can shorten a timeout', async () => {
    await run('timeout', { member: target.id, duration: '1 day' });
    await run('timeout', { member: target.id, duration: '10m' });
    const until = Date.parse(member()?.communication_disabled_until ?? '');
    expect(until - Date.now()).toBeLessThan(11 * 60_000);
  });

  it('suggests lengths of time', async () => {
    const suggest = async (duration: string, person = moderator) =>
      (
        await person.autocomplete(
          on.sandbox.channels.general,
          'timeout',
          { member: target.id, duration },
          'duration',
        )
      ).map(({ name }) => name);
    expect(await suggest('')).toEqual([
      '1 minute',
      '5 minutes',
      '10 minutes',
      '1 hour',
      '1 day',
      '7 days',
    ]);
    expect(await suggest('3')).toEqual(['3 minutes', '3 hours', '3 days']);
    expect(await suggest('3 d')).toEqual(['3 days']);
    expect(await suggest('90 d')).toEqual([]);
  });

  it('rejects an invalid length of time, or one longer than Discord allows', async () => {
    expect(await run('timeout', { member: target.id, duration: 'soon' })).toContain('cannot read');
    expect(await run('timeout', { member: target.id, duration: '29d' })).toContain('28 days');
  });

  it('says what Discord would refuse, and leaves no case', async () => {
    const overlord = on.person('overlord');
    const owner = on.person('owner');
    const reply = await run('timeout', { member: overlord.id, duration: '1h' }, owner);
    expect(reply).toContain('is not below the bot');
    expect(on.noticesTo(overlord.id)).toEqual([]);
  });

  it('is refused for somebody above the moderator', async () => {
    const reply = await run('timeout', { member: on.person('overlord').id, duration: '1h' });
    expect(reply).toContain('Their highest role is not below yours.');
  });
});

describe('/kick', () => {
  it('tells the member before they are gone', async () => {
    const reply = await run('kick', { member: target.id, reason: 'bye' });
    expect(reply).toContain('**Kicked**');
    expect(member()).toBeUndefined();
    expect(noticesTo()).toContain('You were kicked from the server.');
    expect(noticesTo()).toContain('bye');
    expect(auditReasons(AuditLogEvent.MemberKick)[0]).toContain(`kicked by moderator`);
    const { steps } = await latestCase();
    expect(steps.map(({ effect }) => effect.kind)).toEqual(['notice', 'kick', 'alert']);
  });

  it('tells nobody if the server sends no notices', async () => {
    await on.setPolicy({ notice: { enabled: false, text: null } });
    await run('kick', { member: target.id });
    expect(on.noticesTo(target.id)).toEqual([]);
    await on.setPolicy({});
  });
});

describe('/ban', () => {
  it('tells the member first, deletes what was asked, and can be undone', async () => {
    const { message } = await on.sayAndWait(target, 'something harmless');
    const reply = await run('ban', {
      user: target.id,
      'delete-messages': 'hour',
      reason: 'a scam',
    });
    expect(reply).toContain('**Banned**');
    expect(on.guild.bans.has(target.id)).toBe(true);
    expect(on.exists(message)).toBe(false);
    expect(noticesTo()).toContain('You were banned from the server.');
    const post = await alert();
    expect(textOf(post)).toContain('a scam');
    expect(await press(moderator, post, 'Undo')).toContain('Ban removed');
    expect(on.guild.bans.has(target.id)).toBe(false);
  });

  it('keeps the messages unless asked', async () => {
    const { message } = await on.sayAndWait(target, 'this stays');
    await run('ban', { user: target.id });
    expect(on.exists(message)).toBe(true);
  });

  it('works for somebody who is not in the server', async () => {
    on.sandbox.world.members.leave({ guildId: on.sandbox.guildId, userId: target.id });
    await run('ban', { user: target.id });
    expect(on.guild.bans.has(target.id)).toBe(true);
  });

  it('says that somebody is banned already', async () => {
    await run('ban', { user: target.id });
    expect(await run('ban', { user: target.id })).toContain('is already banned');
  });
});

describe('/unban', () => {
  it('undoes the case that banned', async () => {
    await run('ban', { user: target.id });
    const { number } = await latestCase();
    expect(await run('unban', { user: target.id, reason: 'appealed' })).toContain('Ban removed');
    expect(on.guild.bans.has(target.id)).toBe(false);
    expect(await latestCase()).toMatchObject({
      number,
      moderatorActions: [{ kind: 'undo', reason: 'appealed' }],
    });
    expect(await run('unban', { user: target.id })).toContain('is not banned');
  });

  it('also lifts a ban that somebody gave by hand, with a case of its own', async () => {
    on.sandbox.world.bans.add(
      { guildId: on.sandbox.guildId, userId: target.id },
      { ...on.asOwner, reason: 'by hand' },
    );
    const reply = await run('unban', { user: target.id });
    expect(reply).toContain('**Ban removed**');
    expect(on.guild.bans.has(target.id)).toBe(false);
    expect(auditReasons(AuditLogEvent.MemberBanRemove)[0]).toContain('unbanned by moderator');
    expect(textOf(await alert())).toContain(`by <@${moderator.id}>`);
    on.sandbox.world.members.add({ guildId: on.sandbox.guildId, userId: target.id });
    expect(await run('warn', { member: target.id })).toContain('no earlier cases');
  });
});

describe('/untimeout', () => {
  it('undoes the case that timed out', async () => {
    const { message } = await on.sayAndWait(target, 'automatic [mute]');
    expect(await run('untimeout', { member: target.id })).toContain('Timeout removed');
    expect(member()?.communication_disabled_until ?? null).toBeNull();
    expect((await on.caseAbout(message.id)).moderatorActions).toHaveLength(1);
    expect(await run('untimeout', { member: target.id })).toContain('is not timed out');
  });

  it('also removes a timeout that somebody gave by hand', async () => {
    const { guildId } = on.sandbox;
    on.sandbox.world.members.update(
      { guildId, userId: target.id },
      { communication_disabled_until: new Date(Date.now() + 60 * 60_000).toISOString() },
      on.asOwner,
    );
    expect(await run('untimeout', { member: target.id })).toContain('**Timeout removed**');
    expect(member()?.communication_disabled_until ?? null).toBeNull();
    expect(await latestCase()).toMatchObject({ rule: { of: 'command', command: 'untimeout' } });
  });
});

describe('permissions', () => {
  it.each(['warn', 'timeout', 'kick', 'untimeout'])('/%s is not for members', async (command) => {
    const options = { member: target.id, ...(command === 'timeout' ? { duration: '1h' } : {}) };
    await expect(run(command, options, on.person('alice'))).rejects.toThrow(/status 403/);
  });

  it.each(['ban', 'unban'])('/%s is not for members', async (command) => {
    const alice = on.person('alice');
    await expect(run(command, { user: target.id }, alice)).rejects.toThrow(/status 403/);
  });
});

it('shows who acted in /case list, but not to the member', async () => {
  await run('warn', { member: target.id, reason: 'be nice' });
  const list = async (options: Record<string, string>) => {
    const interaction = await moderator.slash(on.sandbox.channels.general, 'case list', options);
    return JSON.stringify((await interaction.response()).embeds);
  };
  expect(await list({ user: target.id, which: 'manual' })).toContain(
    `Warned (<@${moderator.id}>): be nice`,
  );
  const { message } = await on.sayAndWait(target, 'automatic [flag]');
  const { number } = await on.caseAbout(message.id);
  expect(await list({ user: target.id, which: 'manual' })).not.toContain(`**#${number}**`);
  expect(await list({ user: target.id, which: 'open' })).toContain(`**#${number}**`);
  const own = await target.slash(on.sandbox.channels.general, 'record mine');
  const shown = JSON.stringify((await own.response()).embeds);
  expect(shown).toContain('Warned: be nice');
  expect(shown).not.toContain(moderator.id);
});

it('acts although the server only watches', async () => {
  await on.setPolicy({ mode: 'watch' });
  await run('timeout', { member: target.id, duration: '1h' });
  expect(member()?.communication_disabled_until ?? null).not.toBeNull();
  await on.setPolicy({});
});

it('a member can appeal a warning, and accepting that withdraws it', async () => {
  await run('warn', { member: target.id, reason: 'by mistake' });
  const { number } = await latestCase();
  const [notice] = await target.readDms(on.sandbox.botId);
  const form = await target.click(notice ?? { id: '', channel_id: '' }, 'Appeal');
  await (await target.submit(form, { text: 'I was only quoting.' })).response();
  const appeal = await vi.waitFor(() => {
    const post = latestPost(on);
    expect(post.embeds[0]?.title).toContain(`Appeal against case #${number}`);
    return post;
  });
  expect(JSON.stringify(appeal.embeds)).toMatch(/Warned by <@\d+>, <t:\d+:t>: by mistake/);
  expect(await toldAfter(moderator, appeal, 'Accept')).toContain(
    'You acted in this case yourself.',
  );
  await vi.waitFor(async () => expect((await latestCase()).moderatorActions).toHaveLength(1));
  expect(await run('warn', { member: target.id })).toContain('no earlier cases');
});
