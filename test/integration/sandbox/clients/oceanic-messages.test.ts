import { ChannelTypes, MessageTypes, type Message, type TextChannel } from 'oceanic.js';
import { expect, it } from 'vitest';

import { useOceanic } from './oceanic.ts';

const start = useOceanic();

const file = (name: string, text: string) => ({ name, contents: Buffer.from(text) });

it('logs in and caches the guild with its channels, roles and members', async () => {
  const { client, guild, sandbox } = start();
  expect(client.user).toMatchObject({ username: 'Portcullis', bot: true });
  expect(guild.name).toBe('Portcullis Sandbox');
  await guild.fetchMembers();
  expect(guild.members.size).toBe(guild.memberCount);
  expect(guild.channels.map(({ name }) => name)).toContain('help-forum');
  expect(guild.roles.map(({ name }) => name)).toContain('Moderator');
  expect(guild.members.get(sandbox.members.alice.id)?.displayName).toBe('Alice');
  const application = await client.rest.applications.getCurrent();
  expect(application.owner?.id).toBe(sandbox.members.owner.id);
  const oauth = await client.rest.oauth.getApplication();
  expect(oauth.id).toBe(sandbox.applicationId);
});

it('fetches what it also caches', async () => {
  const { client, guild, sandbox } = start();
  expect((await client.rest.guilds.get(guild.id, true)).approximateMemberCount).toBe(
    guild.memberCount,
  );
  expect(await guild.getMembers({ limit: 1000 })).toHaveLength(guild.memberCount);
  const [alice] = await guild.searchMembers({ query: 'ali', limit: 5 });
  expect(alice?.id).toBe(sandbox.members.alice.id);
  expect(await guild.fetchMembers({ query: 'bo', limit: 5 })).toHaveLength(1);
  expect((await client.rest.guilds.getChannels(guild.id)).length).toBeGreaterThan(5);
  expect((await client.rest.guilds.getRoles(guild.id)).length).toBe(guild.roles.size);
  expect(await client.rest.guilds.getEmojis(guild.id)).toEqual([]);
  expect(await client.rest.guilds.getStickers(guild.id)).toEqual([]);
  expect((await client.rest.users.get(sandbox.members.bob.id)).username).toBe('bob');
});

it('receives messages, their edits and their deletion', async () => {
  const { general, person, next } = start();
  const created = next('messageCreate');
  const said = await person('alice').say(general.id, 'hello');
  const [message] = await created;
  expect(message).toMatchObject({ content: 'hello', author: { username: 'alice' } });
  const updated = next('messageUpdate');
  await person('alice').edit(general.id, said.id, 'hello again');
  const [after, before] = await updated;
  expect([before?.content, after.content]).toEqual(['hello', 'hello again']);
  const deleted = next('messageDelete');
  await person('alice').delete(general.id, said.id);
  expect((await deleted)[0].id).toBe(said.id);
});

it('sends embeds, files, replies and polls, and edits them', async () => {
  const { general, next } = start();
  const message = await general.createMessage({
    content: 'with files',
    embeds: [{ title: 'Title', color: 0xff0000, image: { url: 'attachment://a.png' } }],
    files: [file('a.png', 'a'), file('b.txt', 'b')],
  });
  expect(message.embeds[0]).toMatchObject({ title: 'Title', color: 0xff0000 });
  const names = (sent: Message): string[] => sent.attachments.map(({ filename }) => filename);
  expect(names(message)).toEqual(['a.png', 'b.txt']);
  const reply = await general.createMessage({
    content: 'reply',
    messageReference: { messageID: message.id },
  });
  expect(reply.referencedMessage?.id).toBe(message.id);
  const edited = await message.edit({ content: 'edited', embeds: [], attachments: [] });
  expect(edited.content).toBe('edited');
  expect(edited.editedTimestamp).toBeInstanceOf(Date);
  expect(names(edited)).toEqual([]);
  const polled = await general.createMessage({
    poll: {
      question: { text: 'Tea?' },
      answers: [{ pollMedia: { text: 'Yes' } }, { pollMedia: { text: 'No' } }],
      duration: 1,
      allowMultiselect: false,
    },
  });
  expect(polled.poll?.answers).toHaveLength(2);
  const result = next('messageCreate', ({ type }) => type === MessageTypes.POLL_RESULT);
  await polled.expire();
  expect((await result)[0].pollResults).toMatchObject({ questionText: 'Tea?', totalVotes: 0 });
});

it('reacts and pins', async () => {
  const { general, client, next } = start();
  const message = await general.createMessage({ content: 'react' });
  const added = next('messageReactionAdd');
  await message.createReaction('👍');
  expect((await added)[2].emoji.name).toBe('👍');
  expect((await message.getReactions('👍')).map(({ id }) => id)).toEqual([client.user.id]);
  await message.deleteReaction('👍');
  await message.createReaction('🎉');
  await message.deleteReactions();
  expect((await general.getMessage(message.id)).reactions).toEqual([]);

  const pinned = next('channelPinsUpdate');
  await message.pin('important');
  await pinned;
  expect((await general.getPins()).map((pin) => pin.message.id)).toEqual([message.id]);
  await message.unpin();
  expect(await general.getPins()).toEqual([]);
});

it('reads the history and purges', async () => {
  const { client, person, sandbox, next } = start();
  const random = client.getChannel<TextChannel>(sandbox.channels.random);
  for (const text of ['one', 'two', 'three', 'four']) {
    await person('bob').say(sandbox.channels.random, text);
  }
  const messages = (await random?.getMessages({ limit: 3 })) ?? [];
  expect(messages.map(({ content }) => content)).toEqual(['four', 'three', 'two']);
  const purged = next('messageDeleteBulk');
  const count = await random?.purge({ limit: 10, filter: ({ content }) => content !== 'two' });
  expect(count).toBe(3);
  expect((await purged)[0]).toHaveLength(3);
});

it('uses threads and forum posts', async () => {
  const { client, general, sandbox, person, next } = start();
  const message = await general.createMessage({ content: 'start' });
  const created = next('threadCreate');
  const thread = await message.startThread({
    name: 'thread',
    autoArchiveDuration: 60,
  });
  expect((await created)[0].id).toBe(thread.id);
  const arrived = next('messageCreate', (received) => received.channelID === thread.id);
  await person('alice').say(thread.id, 'inside');
  expect((await arrived)[0].content).toBe('inside');
  await thread.addMember(sandbox.members.bob.id);
  expect((await thread.getMembers()).length).toBeGreaterThan(2);
  const updated = next('threadUpdate');
  await thread.edit({ archived: true, locked: true });
  expect((await updated)[0].threadMetadata).toMatchObject({ archived: true, locked: true });
  const { threads } = await general.getPublicArchivedThreads();
  expect(threads.map(({ id }) => id)).toEqual([thread.id]);
  const deleted = next('threadDelete');
  await thread.delete();
  expect((await deleted)[0].id).toBe(thread.id);

  const forum = sandbox.channels['help-forum'];
  const post = await client.rest.channels.startThreadInThreadOnlyChannel(forum, {
    name: 'How?',
    message: { content: 'Like this', files: [file('how.txt', 'so')] },
  });
  expect(post.type).toBe(ChannelTypes.PUBLIC_THREAD);
  const [first] = await post.getMessages();
  expect(first).toMatchObject({ id: post.id, content: 'Like this' });
});

it('exchanges direct messages', async () => {
  const { client, sandbox, person, next } = start();
  const channel = await client.rest.users.createDM(sandbox.members.alice.id);
  await channel.createMessage({ content: 'psst' });
  const arrived = next('messageCreate', ({ content }) => content === 'what?');
  await person('alice').say(channel.id, 'what?');
  const [message] = await arrived;
  expect(message).toMatchObject({ guildID: null, author: { username: 'alice' } });
  const texts = (await channel.getMessages()).map(({ content }) => content);
  expect(texts).toEqual(['what?', 'psst']);
  const closed = await client.rest.users.createDM(sandbox.members.dave.id);
  await expect(closed.createMessage({ content: 'hello' })).rejects.toMatchObject({ code: 50007 });
});

it('uses webhooks', async () => {
  const { client, general } = start();
  const webhook = await client.rest.webhooks.create(general.id, { name: 'Hook' });
  const sent = await webhook.execute({
    content: 'from afar',
    username: 'Somebody',
    wait: true,
    files: [file('a.txt', 'a')],
  });
  expect(sent).toMatchObject({ content: 'from afar', author: { username: 'Somebody' } });
  const edited = await webhook.editMessage(sent.id, { content: 'changed' });
  expect(edited.content).toBe('changed');
  expect((await webhook.getMessage(sent.id)).content).toBe('changed');
  await webhook.deleteMessage(sent.id);
  expect((await webhook.edit({ name: 'Other' })).name).toBe('Other');
  await webhook.delete();
});

it('resumes after a dropped connection and connects anew when its session is invalid', async () => {
  const { sandbox, person, general, next, complaints } = start();
  const resumed = next('shardResume');
  const missed = next('messageCreate', ({ content }) => content === 'meanwhile');
  sandbox.faults.dropGateway(4000);
  await person('alice').say(general.id, 'meanwhile');
  await resumed;
  expect((await missed)[0].author.username).toBe('alice');

  const guildAvailable = next('guildAvailable');
  sandbox.faults.invalidateSessions(false);
  await guildAvailable;
  expect(complaints.filter((text) => !/Session Invalidated|Unknown close/.test(text))).toEqual([]);
});
