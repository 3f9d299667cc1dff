import {
  AuditLogEvent,
  ChannelType,
  MessageType,
  OverwriteType,
  PermissionFlagsBits,
  type APIMessage,
} from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../../src/shared/clock.ts';
import { snowflakeAt } from '../../../src/shared/snowflake.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { buttonsOf, textOf } from '../commands/alert-view.ts';
import { openScene, type Scene } from '../scene.ts';
import { latestPost } from './latest-post.ts';

let on: Scene;
let moderator: Person;
let alice: Person;
let bob: Person;
let channelId: string;
let count = 0;

beforeAll(async () => {
  on = await openScene();
  moderator = on.person('moderator');
  alice = on.person('alice');
  bob = on.person('bob');
});
afterAll(() => on.close());
beforeEach(() => {
  count += 1;
  const { world, guildId } = on.sandbox;
  channelId = world.channels.create(
    guildId,
    { name: `room-${count}`, type: ChannelType.GuildText },
    on.asOwner,
  ).id;
});

const texts = () => [...on.channel(channelId).messages.values()].map(({ content }) => content);

async function ask(
  options: Record<string, string | number | boolean>,
  person = moderator,
): Promise<APIMessage> {
  const interaction = await person.slash(channelId, 'purge', options);
  expect(interaction.isEphemeral).toBe(true);
  return interaction.response();
}

/** Presses a button of the question; resolves to what replaces it. */
async function answer(question: APIMessage, label: string): Promise<APIMessage> {
  return (await moderator.click(question, label)).response();
}

async function sayAll(person: Person, ...lines: string[]): Promise<void> {
  for (const line of lines) await person.say(channelId, line);
}

it('shows what it would delete, and deletes exactly that', async () => {
  await sayAll(alice, 'one', 'two', 'three');
  const question = await ask({ count: 2, reason: 'off topic' });
  expect(question.content).toContain('Delete these 2 messages?');
  expect(textOf(question)).toContain(`<@${alice.id}>: three`);
  expect(textOf(question)).not.toContain('one');
  expect(buttonsOf(question)).toEqual(['Delete 2 messages', 'Cancel']);
  await sayAll(bob, 'came later');
  const reply = await answer(question, 'Delete 2 messages');
  expect(reply.content).toContain('2 messages deleted.');
  expect(buttonsOf(reply)).toEqual([]);
  expect(texts()).toEqual(['one', 'came later']);
});

it('writes a case and a post that name the moderator and the reason', async () => {
  await sayAll(alice, 'a', 'b', 'c');
  await answer(await ask({ count: 3, reason: 'off topic' }), 'Delete 3 messages');
  const post = await vi.waitFor(() => {
    const latest = latestPost(on);
    expect(textOf(latest)).toContain(`<#${channelId}>`);
    return latest;
  });
  expect(textOf(post)).toContain(`by <@${moderator.id}>`);
  expect(textOf(post)).toContain('off topic');
  expect(buttonsOf(post)).toEqual(['More…']);
  const entry = on.guild.auditLog.findLast(
    ({ action_type: type }) => type === AuditLogEvent.MessageBulkDelete,
  );
  expect(entry?.reason).toMatch(/^Portcullis case #\d+: messages deleted by moderator .*off topic/);
  const [record] = await on.bot().cases.list(on.sandbox.guildId, { limit: 1 });
  expect(record).toMatchObject({
    subject: 'channel',
    judgement: { kind: 'manual', action: { kind: 'purge', by: { id: moderator.id } } },
  });
});

it('shows the member that messages were deleted, but not the reason, which is for moderators', async () => {
  await sayAll(alice, 'a', 'b');
  const question = await ask({ count: 2, member: alice.id, reason: 'sock puppet of eve' });
  await answer(question, 'Delete 2 messages');
  const own = await alice.slash(channelId, 'record mine');
  const shown = JSON.stringify((await own.response()).embeds);
  expect(shown).toContain(`<#${channelId}>`);
  expect(shown).not.toContain('sock puppet');
});

it('deletes nothing when it is cancelled', async () => {
  await sayAll(alice, 'one', 'two');
  const reply = await answer(await ask({ count: 10 }), 'Cancel');
  expect(reply.content).toContain('Nothing changed');
  expect(texts()).toEqual(['one', 'two']);
});

it('deletes only the messages of a member', async () => {
  await sayAll(alice, 'stays', 'this too');
  await sayAll(bob, 'goes', 'goes as well');
  await answer(await ask({ count: 10, member: bob.id }), 'Delete 2 messages');
  expect(texts()).toEqual(['stays', 'this too']);
  const [record] = await on.bot().cases.list(on.sandbox.guildId, { authorId: bob.id, limit: 1 });
  expect(record?.rule).toEqual({ of: 'command', command: 'purge' });
});

it('deletes only messages with certain words, in any case and any width', async () => {
  await sayAll(alice, 'Free NITRO here', 'hello', 'ｎｉｔｒｏ!');
  await answer(await ask({ count: 10, contains: 'nitro' }), 'Delete 2 messages');
  expect(texts()).toEqual(['hello']);
});

it('keeps pinned messages unless asked', async () => {
  await sayAll(alice, 'the rules', 'chatter', 'more chatter');
  const [rules] = on.channel(channelId).messages.values();
  on.sandbox.world.pins.add({ channelId, messageId: rules?.id ?? '' }, on.asOwner);
  const question = await ask({ count: 10, member: alice.id });
  expect(question.content).toContain('1 pinned message stays.');
  await answer(question, 'Delete 2 messages');
  expect(texts()).toContain('the rules');
  await answer(await ask({ count: 10, member: alice.id, pinned: true }), 'Delete 1 message');
  expect(texts()).not.toContain('the rules');
});

it('deletes messages older than two weeks one by one, and says so before', async () => {
  const { messages } = on.channel(channelId);
  await sayAll(alice, 'young', 'young as well');
  const [young] = messages.values();
  if (young === undefined) throw new Error('There is no message.');
  messages.set({ ...young, id: snowflakeAt(Date.now() - 20 * DAY_MS), content: 'old' });
  const question = await ask({ count: 10 });
  expect(question.content).toContain('1 of them is older than two weeks.');
  const reply = await answer(question, 'Delete 3 messages');
  expect(reply.content).toContain('3 messages deleted.');
  expect(texts()).toEqual([]);
});

it('goes on one by one where Discord refuses a bulk deletion, and counts what is left', async () => {
  await sayAll(alice, 'gone', 'cannot be deleted', 'three', 'four');
  const question = await ask({ count: 10 });
  const { messages } = on.channel(channelId);
  const [gone, stuck] = [...messages.values()] as [APIMessage, APIMessage];
  await alice.delete(channelId, gone.id);
  messages.set({ ...stuck, type: MessageType.Call });
  const reply = await answer(question, 'Delete 4 messages');
  expect(reply.content).toContain('2 messages deleted. Already gone or not deletable: 2.');
  expect(texts()).toEqual(['cannot be deleted']);
});

it('attaches the whole list when it is long', async () => {
  await sayAll(alice, ...Array.from({ length: 12 }, (_, index) => `line ${index}`));
  const question = await ask({ count: 100 });
  expect(textOf(question)).toContain('and 2 more');
  expect(question.attachments.map(({ filename }) => filename)).toEqual(['messages.txt']);
  const reply = await answer(question, 'Delete 12 messages');
  expect(reply.attachments).toEqual([]);
});

it('says that nothing matches', async () => {
  await sayAll(alice, 'hello');
  expect((await ask({ count: 10, contains: 'nothing like it' })).content).toContain(
    'No message matches',
  );
});

it('is not for members, and checks again when the question is answered', async () => {
  await expect(ask({ count: 1 }, alice)).rejects.toThrow(/status 403/);
  await sayAll(alice, 'one', 'two');
  const question = await ask({ count: 2 });
  const { world, guildId, roles } = on.sandbox;
  world.members.removeRole({ guildId, userId: moderator.id }, roles.Moderator, on.asOwner);
  const reply = await moderator.click(question, 'Delete 2 messages');
  const [followUp] = await vi.waitFor(async () => {
    const followUps = await reply.followUps();
    expect(followUps).toHaveLength(1);
    return followUps;
  });
  expect(followUp?.content).toContain('You lack the permission “Manage Messages”');
  expect(texts()).toEqual(['one', 'two']);
  world.members.addRole({ guildId, userId: moderator.id }, roles.Moderator, on.asOwner);
});

it('shows no moderator what they cannot read', async () => {
  await sayAll(alice, 'before they came');
  const { world, guildId } = on.sandbox;
  const deny = PermissionFlagsBits.ReadMessageHistory.toString();
  const overwrite = { id: guildId, type: OverwriteType.Role, allow: '0', deny };
  world.channels.update(channelId, { permission_overwrites: [overwrite] }, on.asOwner);
  await vi.waitFor(async () => {
    const reply = await ask({ count: 1 });
    expect(reply.content).toContain('You lack the permission “Read Message History”');
    expect(JSON.stringify(reply)).not.toContain('before they came');
  });
});

it('says which permission the bot lacks before it shows anything', async () => {
  await sayAll(alice, 'one');
  const { world, guildId, roles } = on.sandbox;
  const { permissions } = on.guild.roles.get(roles.Portcullis) ?? { permissions: '0' };
  const without = BigInt(permissions) & ~(1n << 13n);
  world.roles.update({ guildId, roleId: roles.Portcullis }, { permissions: without }, on.asOwner);
  await vi.waitFor(async () => {
    expect((await ask({ count: 1 })).content).toContain('Manage Messages');
  });
  world.roles.update(
    { guildId, roleId: roles.Portcullis },
    { permissions: BigInt(permissions) },
    on.asOwner,
  );
});
