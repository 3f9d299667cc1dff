import { ChannelType } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { scene } from './scene.ts';

it('what is written and edited while the bot is stopped is caught up at its next start', async () => {
  const on = await scene();
  const { general, random, 'help-forum': forum, Lounge } = on.sandbox.channels;
  const [alice, bob, carol] = [on.person('alice'), on.person('bob'), on.person('carol')];
  const thread = await alice.openThread(random, 'a thread');
  const { message: before } = await on.judged(alice, 'harmless');
  const inThreadBefore = await alice.say(thread.id, 'harmless here, too');
  await on.outcomeOf(inThreadBefore.id);
  await on.stopBot();

  const clean = await alice.say(general, 'good morning');
  const bad = await bob.say(general, 'this is [delete]');
  const inVoice = await bob.say(Lounge, 'this is [delete]');
  const inThread = await bob.say(thread.id, 'this is [delete]');
  const post = await bob.openThread(forum, 'a [delete] post');
  const inPost = await carol.say(post.id, 'this is [delete]');
  const newThread = await bob.openThread(general, 'another thread');
  const inNewThread = await bob.say(newThread.id, 'this is [delete]');
  const gone = await carol.say(general, 'this is [delete], but not for long');
  await carol.delete(general, gone.id);
  await alice.edit(general, before.id, 'not so harmless: [delete]');
  await alice.edit(thread.id, inThreadBefore.id, 'nor this: [delete]');
  await on.startBot();

  const expected = [bad, inVoice, inThread, inPost, inNewThread, before, inThreadBefore];
  for (const message of [...expected, { id: post.id, channel_id: post.id }]) {
    expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
    expect(on.stands(message)).toBe(false);
    expect(on.alertsAbout(message.id)).toHaveLength(1);
  }
  expect(await on.outcomeOf(clean.id)).toEqual({ kind: 'passed' });
  expect(on.stands(clean)).toBe(true);
  expect(on.alertsAbout(gone.id)).toEqual([]);
});

it('what was written in a thread that was archived meanwhile is caught up when it is opened again', async () => {
  const on = await scene();
  const bob = on.person('bob');
  const thread = await bob.openThread(on.sandbox.channels.general, 'a thread');
  await on.stopBot();
  const bad = await bob.say(thread.id, 'this is [delete]');
  on.sandbox.world.threads.update(thread.id, { archived: true }, on.deed);
  await on.startBot();
  await on.judged(on.person('alice'), 'a marker');
  expect(on.stands(bad)).toBe(true);
  on.sandbox.world.threads.update(thread.id, { archived: false }, on.deed);
  expect(await on.outcomeOf(bad.id)).toMatchObject({ kind: 'acted' });
  expect(on.stands(bad)).toBe(false);
});

it('what was dealt with before a stop is not dealt with again', async () => {
  const on = await scene();
  const { message } = await on.judged(on.person('bob'), 'this is [flag]');
  await on.judged(on.person('alice'), 'harmless');
  await on.stopBot();
  const asked = on.service.samples.length;
  await on.startBot();
  await on.judged(on.person('alice'), 'a marker');
  expect(on.service.samples).toHaveLength(asked + 1);
  expect(on.alertsAbout(message.id)).toHaveLength(1);
});

it('what was written before the bot was first seen in a guild is not its business', async () => {
  const on = await scene();
  const { world, members, botId } = on.sandbox;
  const guild = world.guilds.create({ name: 'Another', ownerId: members.owner.id });
  const channel = world.channels.create(
    guild.id,
    { name: 'talk', type: ChannelType.GuildText },
    on.deed,
  );
  const write = (content: string) =>
    world.messages.create(channel.id, { authorId: members.owner.id, content });
  write('before it came: [flag]');
  world.members.add({ guildId: guild.id, userId: botId });
  const later = write('after it came: [flag]');
  expect(await on.outcomeOf(later.id)).toMatchObject({ kind: 'acted' });
  expect(on.service.samples.join()).not.toContain('before it came');
});
