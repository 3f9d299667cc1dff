import { ChannelType } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { runOnState, sql } from '../helpers/state-sql.ts';
import { createScene, type Scene } from './scene.ts';

/** Restarts the bot, and waits until it has stored the titles and names that there are. */
async function rememberTexts(on: Scene): Promise<void> {
  const { stateUrl } = on.config.secrets;
  await on.stopBot();
  await runOnState(stateUrl, sql`UPDATE watched_guilds SET seen_texts = NULL`);
  await on.startBot();
  await expect
    .poll(() => runOnState(stateUrl, sql`SELECT seen_texts FROM watched_guilds`), {
      timeout: 10_000,
    })
    .not.toContainEqual({ seen_texts: null });
}

it('messages and edits while the bot is stopped are checked at its next start', async () => {
  const on = await createScene();
  const { general, random, 'help-forum': forum, Lounge } = on.sandbox.channels;
  const [alice, bob, carol] = [on.person('alice'), on.person('bob'), on.person('carol')];
  const thread = await alice.openThread(random, 'a thread');
  const { message: before } = await on.sayAndWait(alice, 'harmless');
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
    expect(on.exists(message)).toBe(false);
    expect(on.alertsAbout(message.id)).toHaveLength(1);
  }
  expect(await on.outcomeOf(clean.id)).toEqual({ kind: 'passed' });
  expect(on.exists(clean)).toBe(true);
  expect(on.alertsAbout(gone.id)).toEqual([]);
});

it('messages missed in an archived thread are checked when the thread is opened again', async () => {
  const on = await createScene();
  const bob = on.person('bob');
  const thread = await bob.openThread(on.sandbox.channels.general, 'a thread');
  await on.stopBot();
  const bad = await bob.say(thread.id, 'this is [delete]');
  on.sandbox.world.threads.update(thread.id, { archived: true }, on.asOwner);
  await on.startBot();
  await on.sayAndWait(on.person('alice'), 'a marker');
  expect(on.exists(bad)).toBe(true);
  on.sandbox.world.threads.update(thread.id, { archived: false }, on.asOwner);
  expect(await on.outcomeOf(bad.id)).toMatchObject({ kind: 'acted' });
  expect(on.exists(bad)).toBe(false);
});

it('messages handled before a stop are not handled again', async () => {
  const on = await createScene();
  const { message } = await on.sayAndWait(on.person('bob'), 'this is [flag]');
  await on.sayAndWait(on.person('alice'), 'harmless');
  await on.stopBot();
  const checked = on.service.samples.length;
  await on.startBot();
  await on.sayAndWait(on.person('alice'), 'a marker');
  expect(on.service.samples).toHaveLength(checked + 1);
  expect(on.alertsAbout(message.id)).toHaveLength(1);
});

it('messages from before the bot joined a server are not checked', async () => {
  const on = await createScene();
  const { world, members, botId } = on.sandbox;
  const guild = world.guilds.create({ name: 'Another', ownerId: members.owner.id });
  const channel = world.channels.create(
    guild.id,
    { name: 'talk', type: ChannelType.GuildText },
    on.asOwner,
  );
  const write = (content: string) =>
    world.messages.create(channel.id, { authorId: members.owner.id, content });
  write('before it came: [flag]');
  world.members.add({ guildId: guild.id, userId: botId });
  const later = write('after it came: [flag]');
  expect(await on.outcomeOf(later.id)).toMatchObject({ kind: 'acted' });
  expect(on.service.samples.join()).not.toContain('before it came');
});

const BAD = 'this is [delete]';

it('titles and names that change while the bot is stopped are checked at its next start', async () => {
  const on = await createScene();
  const { general, 'help-forum': forum } = on.sandbox.channels;
  const { world, guildId } = on.sandbox;
  const bob = on.person('bob');
  const thread = await bob.openThread(general, 'a thread');
  const post = await bob.openThread(forum, 'a post', 'please help');
  const quiet = await bob.openThread(general, 'a quiet thread');
  const nicknamed = on.join('nicknamed');
  await rememberTexts(on);
  await on.stopBot();

  world.threads.update(thread.id, { name: BAD }, on.asOwner);
  world.threads.update(post.id, { name: BAD }, on.asOwner);
  world.members.update({ guildId, userId: nicknamed.id }, { nick: BAD }, on.asOwner);
  const joined = on.join(BAD);
  const checked = on.service.samples.length;
  await on.startBot();

  const changed = [
    ...[thread, post].map(({ id }) => `title:${id}`),
    ...[nicknamed, joined].map(({ id }) => `name:${id}`),
  ];
  for (const id of changed) {
    await vi.waitFor(async () => expect((await on.caseAbout(id)).closedAt).not.toBeNull());
  }
  expect(on.channel(thread.id).payload.name).toBe('Title removed');
  expect(on.channel(quiet.id).payload.name).toBe('a quiet thread');
  expect(on.service.samples.slice(checked)).not.toContain('a quiet thread');
});

it('titles and names that did not change are not checked again', async () => {
  const on = await createScene();
  await on.person('bob').openThread(on.sandbox.channels.general, 'a thread');
  await rememberTexts(on);
  await on.sayAndWait(on.person('alice'), 'a marker');
  const checked = on.service.samples.length;
  await on.stopBot();
  await on.startBot();
  await on.sayAndWait(on.person('alice'), 'a marker');
  expect(on.service.samples).toHaveLength(checked + 1);
});

it('names in a server that is new to the bot are not checked', async () => {
  const on = await createScene();
  const { world, members, botId } = on.sandbox;
  const guild = world.guilds.create({ name: 'Another', ownerId: members.owner.id });
  world.members.add({ guildId: guild.id, userId: members.bob.id });
  world.members.update({ guildId: guild.id, userId: members.bob.id }, { nick: BAD }, on.asOwner);
  world.members.add({ guildId: guild.id, userId: botId });
  await on.sayAndWait(on.person('alice'), 'a marker');
  expect(on.service.samples.filter((text) => text === BAD)).toEqual([]);
});
