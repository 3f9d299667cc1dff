import {
  AuditLogEvent,
  ButtonStyle,
  OverwriteType,
  PermissionFlagsBits,
  type APIAuditLogEntry,
  type APIMessage,
} from 'discord-api-types/v10';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../../src/sandbox/person.ts';
import {
  buttonsOf,
  confirm,
  press,
  questionOf,
  styleOf,
  toldAfter,
} from '../commands/alert-view.ts';
import { createScene, type Scene } from '../scene.ts';
import { casesOf, raid, shown, WAIT, type Raid } from './raid.ts';

const SIZE = 12;
let scene: Scene;
let attack: Raid;
let post: APIMessage;
let moderator: Person;
/** The bot's requests. */
let requests: { readonly template: string }[];

/** A raid of members whom the bot may ban in bulk, unless told otherwise. */
async function start({ mayManage = true } = {}): Promise<void> {
  requests = [];
  scene = await createScene({
    hasIncidents: true,
    sandbox: { observe: (request) => requests.push(request) },
  });
  const { world, guildId, roles } = scene.sandbox;
  if (mayManage) {
    const permissions = scene.guild.roles.get(roles.Portcullis)?.permissions ?? '0';
    world.roles.update(
      { guildId, roleId: roles.Portcullis },
      { permissions: BigInt(permissions) | PermissionFlagsBits.ManageGuild },
      scene.asOwner,
    );
    await vi.waitFor(() => expect(canBotManage()).toBe(true), WAIT);
  }
  moderator = scene.person('moderator');
  attack = await raid(scene, SIZE);
  post = await shown(scene, `${SIZE} messages`);
}

function canBotManage(): boolean {
  const role = scene.guild.roles.get(scene.sandbox.roles.Portcullis);
  return (BigInt(role?.permissions ?? '0') & PermissionFlagsBits.ManageGuild) !== 0n;
}

const banned = (): string[] => [...scene.guild.bans.keys()];
const isTimedOut = (id: string): boolean =>
  Date.parse(scene.guild.members.get(id)?.communication_disabled_until ?? '') > Date.now();
const bans = (): APIAuditLogEntry[] =>
  scene.guild.auditLog.filter((entry) => entry.action_type === AuditLogEvent.MemberBanAdd);
const ids = (): string[] => attack.members.map(({ id }) => id);

/** Presses Ban all and confirms. */
async function banAll(person: Person = moderator): Promise<string> {
  const question = await questionOf(await person.click(post, 'Ban all…'));
  expect(question.content).toContain(`This bans ${SIZE} members of incident #1.`);
  return press(person, question, `Ban ${SIZE} members`);
}

describe('with “Manage Server” for the bot', () => {
  beforeEach(() => start());

  it('Time out all times out every member, says so in their cases and on the post', async () => {
    expect(buttonsOf(post)).toEqual([
      'Time out all…',
      'Ban all…',
      'End',
      'Undo all…',
      'Pause invites (1 h)',
      'Pause DMs (1 h)',
    ]);
    const question = await questionOf(await moderator.click(post, 'Time out all…'));
    expect(question.content).toContain(`This times out ${SIZE} members of incident #1.`);
    expect(ids().some(isTimedOut)).toBe(false);
    const reply = await press(moderator, question, `Time out ${SIZE} members`);
    expect(reply).toContain(`Timing out ${SIZE} members.`);
    await shown(
      scene,
      new RegExp(`☑️ \\*\\*Time out all\\*\\*: ${SIZE} of ${SIZE} · <@${moderator.id}>`),
    );
    expect(ids().every(isTimedOut)).toBe(true);
    for (const record of await casesOf(scene, attack.messages)) {
      expect(record.moderatorActions).toMatchObject([
        { kind: 'timeout', incident: 1, by: { id: moderator.id } },
      ]);
    }
    expect(await toldAfter(moderator, post, 'Time out all…')).toBe('There is nobody to time out.');
  });

  it('Undo all is grey, and lifts nothing before somebody confirms how many members it is for', async () => {
    await confirm(moderator, post, ['Time out all…', `Time out ${SIZE} members`]);
    post = await shown(scene, new RegExp(`Time out all\\*\\*: ${SIZE} of ${SIZE}`));
    expect(styleOf(post, 'Undo all…')).toBe(ButtonStyle.Secondary);
    const question = await questionOf(await moderator.click(post, 'Undo all…'));
    expect(question.content).toContain(`timeouts and bans of ${SIZE} members of incident #1.`);
    expect(ids().every(isTimedOut)).toBe(true);
    await press(moderator, question, `Undo for ${SIZE} members`);
    await shown(scene, new RegExp(`Undo all\\*\\*: ${SIZE} of ${SIZE}`));
    expect(ids().some(isTimedOut)).toBe(false);
  });

  it('Ban all asks, says how many, and bans them with few requests; Undo all lifts every ban', async () => {
    expect(await banAll()).toContain(`Banning ${SIZE} members.`);
    await shown(scene, new RegExp(`☑️ \\*\\*Ban all\\*\\*: ${SIZE} of ${SIZE}`));
    expect(banned().toSorted()).toEqual(ids().toSorted());
    expect(bans()).toHaveLength(SIZE);
    for (const { reason } of bans()) {
      expect(reason).toMatch(/^Portcullis incident #1: /);
    }
    const sent = requests.filter(({ template }) => /bulk-ban|\/bans\//.test(template));
    expect(sent.length).toBeLessThanOrEqual(3);

    const question = await questionOf(await moderator.click(post, 'Undo all…'));
    expect(question.content).toContain(`${SIZE} of them are unbanned.`);
    expect(banned()).toHaveLength(SIZE);
    expect(await press(moderator, question, `Undo for ${SIZE} members`)).toContain(
      `Undoing ${SIZE} cases.`,
    );
    await shown(scene, new RegExp(`☑️ \\*\\*Undo all\\*\\*: ${SIZE} of ${SIZE}`));
    expect(banned()).toEqual([]);
    expect(await toldAfter(moderator, post, 'Undo all…')).toBe('There is nothing to undo.');
  });

  it('two clicks on the same question ban once', async () => {
    const asked = await questionOf(await moderator.click(post, 'Ban all…'));
    const label = `Ban ${SIZE} members`;
    const [first] = await Promise.all([
      moderator.click(asked, label),
      moderator.click(asked, label),
    ]);
    expect((await first.response()).content).toContain('Banning');
    await shown(scene, new RegExp(`${SIZE} of ${SIZE}`));
    expect(bans()).toHaveLength(SIZE);
  });

  it('the second of two moderators at once is told who is already acting', async () => {
    const owner = scene.person('owner');
    const label = `Time out ${SIZE} members`;
    const first = await questionOf(await moderator.click(post, 'Time out all…'));
    const second = await questionOf(await owner.click(post, 'Time out all…'));
    const clicks = await Promise.all([moderator.click(first, label), owner.click(second, label)]);
    // A refused choice leaves the question and says why beneath it.
    await vi.waitFor(async () => {
      const followUps = (await Promise.all(clicks.map((click) => click.followUps()))).flat();
      expect(followUps.map(({ content }) => content).join()).toMatch(
        /is still running; <@\d+> started it|nobody to time out/,
      );
    }, WAIT);
    await shown(scene, new RegExp(`${SIZE} of ${SIZE}`));
    for (const record of await casesOf(scene, attack.messages)) {
      expect(record.moderatorActions).toHaveLength(1);
    }
  });

  it('one case can be undone alone after Ban all', async () => {
    await banAll();
    await shown(scene, new RegExp(`${SIZE} of ${SIZE}`));
    const [record] = await casesOf(scene, attack.messages);
    const used = await moderator.slash(scene.sandbox.channels.general, 'case undo', {
      number: String(record?.number),
    });
    expect((await used.response()).content).toContain('Undone');
    expect(banned()).toHaveLength(SIZE - 1);
    expect(banned()).not.toContain(record?.author.id);
  });

  it('members above the moderator are left out, and named', async () => {
    const { world, guildId } = scene.sandbox;
    const [first] = attack.members;
    const role = world.roles.create(guildId, { name: 'Captain', position: 3 }, scene.asOwner);
    world.members.addRole({ guildId, userId: first?.id ?? '' }, role.id, scene.asOwner);
    await vi.waitFor(async () => {
      const reply = await questionOf(await moderator.click(post, 'Ban all…'));
      expect(reply.content).toContain(`This bans ${SIZE - 1} members`);
      expect(reply.content).toContain('1 member is left out:');
      expect(reply.content).toContain(`- <@${first?.id}>: Their highest role is not below yours.`);
    }, WAIT);
    const asked = await questionOf(await moderator.click(post, 'Ban all…'));
    await press(moderator, asked, `Ban ${SIZE - 1} members`);
    await shown(
      scene,
      new RegExp(`${SIZE - 1} of ${SIZE - 1}.*1 member left out: <@${first?.id}>`),
    );
    expect(banned()).toHaveLength(SIZE - 1);
  });

  it('members whose case a moderator has marked as a false alarm are left out, and named', async () => {
    const [record] = await casesOf(scene, attack.messages);
    const number = String(record?.number);
    const used = await moderator.slash(scene.sandbox.channels.general, 'case allow', { number });
    await used.response();
    await vi.waitFor(async () => {
      const reply = await questionOf(await moderator.click(post, 'Ban all…'));
      expect(reply.content).toContain(`This bans ${SIZE - 1} members`);
      expect(reply.content).toContain(`- <@${record?.author.id}>: A moderator has already dealt`);
    }, WAIT);
  });

  it('Ban all bans only the members it asked about, and names those who came later', async () => {
    const question = await questionOf(await moderator.click(post, 'Ban all…'));
    const late = await raid(scene, 2, 'late');
    await shown(scene, `${SIZE + 2} messages`);
    const reply = await press(moderator, question, `Ban ${SIZE} members`);
    expect(reply).toContain(`Banning ${SIZE} members.`);
    for (const { id } of late.members) {
      expect(reply).toContain(`- <@${id}>: They joined the incident after you were asked.`);
    }
    await shown(scene, new RegExp(`☑️ \\*\\*Ban all\\*\\*: ${SIZE} of ${SIZE}`));
    expect(banned().toSorted()).toEqual(ids().toSorted());
  });

  it('cases in channels that the moderator cannot see are left out, and named', async () => {
    const { world, channels } = scene.sandbox;
    const deny = String(PermissionFlagsBits.ViewChannel);
    const overwrite = { id: moderator.id, type: OverwriteType.Member, allow: '0', deny };
    world.channels.setOverwrite(channels.random, overwrite, scene.asOwner);
    const inRandom = attack.messages.filter(({ channel_id: id }) => id === channels.random);
    await vi.waitFor(async () => {
      const reply = await questionOf(await moderator.click(post, 'Ban all…'));
      expect(reply.content).toContain(`This bans ${SIZE - inRandom.length} members`);
      expect(reply.content).toContain('is about a channel you cannot see.');
    }, WAIT);
  });

  it('pauses and resumes invites and direct messages, for people with “Manage Server”', async () => {
    expect(await toldAfter(moderator, post, 'Pause invites (1 h)')).toContain(
      'You lack the permission “Manage Server”.',
    );
    const owner = scene.person('owner');
    await press(owner, post, 'Pause invites (1 h)');
    post = await shown(scene, 'Invites are paused until');
    const inAnHour = Date.now() + 3_600_000;
    const until = (): number =>
      Date.parse(scene.guild.payload.incidents_data?.invites_disabled_until ?? '');
    expect(Math.abs(until() - inAnHour)).toBeLessThan(60_000);
    expect(buttonsOf(post)).toContain('Resume invites');
    await press(owner, post, 'Pause DMs (1 h)');
    expect(until()).toBeGreaterThan(Date.now());
    await press(owner, post, 'Resume invites');
    await vi.waitFor(() =>
      expect(scene.guild.payload.incidents_data).toMatchObject({
        invites_disabled_until: null,
        dms_disabled_until: expect.any(String),
      }),
    );
  });
});

describe('without “Manage Server” for the bot', () => {
  beforeEach(() => start({ mayManage: false }));

  it('Ban all bans one by one, and nothing can be paused', async () => {
    expect(buttonsOf(post)).toEqual(['Time out all…', 'Ban all…', 'End', 'Undo all…']);
    await banAll();
    await shown(scene, new RegExp(`${SIZE} of ${SIZE}`));
    expect(banned()).toHaveLength(SIZE);
  });

  it('nobody without the permission can do anything', async () => {
    const alice = scene.person('alice');
    const { world, guildId, channels } = scene.sandbox;
    const { ViewChannel } = PermissionFlagsBits;
    const watcher = world.roles.create(guildId, { name: 'Watcher' }, scene.asOwner);
    world.members.addRole({ guildId, userId: alice.id }, watcher.id, scene.asOwner);
    world.channels.setOverwrite(
      channels['mod-alerts'],
      { id: watcher.id, type: OverwriteType.Role, allow: String(ViewChannel), deny: '0' },
      scene.asOwner,
    );
    expect(await toldAfter(alice, post, 'Time out all…')).toContain('You lack the permission');
    expect(await toldAfter(alice, post, 'Ban all…')).toContain('You lack the permission');
    expect(await toldAfter(alice, post, 'End')).toContain('Only moderators can do that.');
    expect(banned()).toEqual([]);
    expect(ids().some(isTimedOut)).toBe(false);
  });

  it('what the bot may not do is refused with the fix', async () => {
    const { world, guildId } = scene.sandbox;
    const above = world.roles.create(guildId, { name: 'Above', position: 9 }, scene.asOwner);
    const [first] = attack.members;
    world.members.addRole({ guildId, userId: first?.id ?? '' }, above.id, scene.asOwner);
    const owner = scene.person('owner');
    await confirm(owner, post, ['Time out all…', `Time out ${SIZE} members`]);
    await shown(scene, new RegExp(`Time out all\\*\\*: ${SIZE - 1} of ${SIZE}`));
    post = await shown(scene, /⚠️ time out the author: 1.*🔧/s);
    expect(ids().filter(isTimedOut)).toHaveLength(SIZE - 1);
  });

  it('End ends it: the next case has its own alert, and the post is grey without End', async () => {
    await press(moderator, post, 'End');
    post = await shown(scene, `ended by <@${moderator.id}>`);
    expect(buttonsOf(post)).not.toContain('End');
    expect(
      await toldAfter(moderator, { ...post, components: post.components ?? [] }, 'Undo all…'),
    ).toBe('There is nothing to undo.');
    const { message } = await scene.sayAndWait(
      scene.join('late'),
      'everybody join discord.gg/raid, this [delete] server is dead',
    );
    await vi.waitFor(() => expect(scene.alertsAbout(message.id)).toHaveLength(1), WAIT);
  });
});
