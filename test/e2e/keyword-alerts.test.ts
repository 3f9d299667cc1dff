import { ChannelType } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { timeHmac } from '../../src/service-api/schemas/events.ts';
import { countedIn, createKeywordScene } from './keyword-scene.ts';

const WAIT = { timeout: 10_000, interval: 20 };

it('a message with a registered keyword alerts the moderators with text, author and link', async () => {
  const on = await createKeywordScene();
  const { channels, guildId, members, roles, world } = on.sandbox;
  // Discord lets a bot mention a role only if the role is mentionable by everyone.
  world.roles.update(
    { guildId, roleId: roles.Moderator },
    { mentionable: true },
    { byUserId: members.owner.id, reason: null },
  );
  await on.setPolicy({ keywords: { channelId: null, roleId: on.sandbox.roles.Moderator } });
  await on.bot().service.addons.addKeyword('pineapple');
  const said = await on.person('bob').say(channels.general, 'I like **pineapple** on @everyone');
  await vi.waitFor(() => expect(on.posts()).toHaveLength(1), WAIT);
  const [post] = on.posts();
  const [embed] = post?.embeds ?? [];
  const link = `https://discord.com/channels/${guildId}/${channels.general}/${said.id}`;
  const [head, quote, small] = embed?.description?.split('\n') ?? [];
  expect(head).toBe(`**Keyword “pineapple”** · <@${said.author.id}> in <#${channels.general}>`);
  expect(quote).toBe('||I like \\*\\*pineapple\\*\\* on \\@everyone||');
  expect(small).toMatch(/^-# no earlier cases · \[message\]\(.*\) · <t:\d+:R>$/);
  expect(small).toContain(link);
  expect(JSON.stringify(post?.components)).toContain('hit:');
  expect(post?.content).toBe(`<@&${on.sandbox.roles.Moderator}>`);
  expect(post?.mention_roles).toEqual([on.sandbox.roles.Moderator]);
  expect(post?.mention_everyone).toBe(false);
});

it('a repeated event gets the same response and is shown once', async () => {
  const on = await createKeywordScene();
  const event = on.event('pineapple');
  expect(await Promise.all([on.send(event), on.send(event)])).toEqual([200, 200]);
  await on.send(on.event('another'));
  await vi.waitFor(() => expect(on.posts()).toHaveLength(2), WAIT);
  expect(await on.send(event)).toBe(200);
  await on.send(on.event('a third'));
  await vi.waitFor(() => expect(on.posts()).toHaveLength(3), WAIT);
});

it('the details of a keyword hit survive a restart', async () => {
  const on = await createKeywordScene();
  await on.send(on.event('pineapple', { fullText: 'all of it' }));
  await vi.waitFor(() => expect(on.posts()).toHaveLength(1), WAIT);
  const [id] = /(?<=hit:)[^:"]+/.exec(JSON.stringify(on.posts()[0]?.components)) ?? [];
  await on.stopBot();
  await on.startBot();
  expect(await on.bot().keywordHits.get(id ?? '')).toMatchObject({
    eventId: id,
    keywords: ['pineapple'],
    text: 'all of it',
    authorId: on.sandbox.members.bob.id,
  });
});

it('a missing text is read from Discord, but only from the event’s own server', async () => {
  const on = await createKeywordScene();
  const { channels, guildId, members, world } = on.sandbox;
  const said = await on.person('alice').say(channels.general, 'the words themselves');
  const metadata = {
    guildId,
    channelId: channels.general,
    messageId: said.id,
    authorId: said.author.id,
  };
  await on.send(on.event('words', { metadata, fullText: false }));
  await vi.waitFor(() => expect(on.posts()).toHaveLength(1), WAIT);
  expect(on.posts()[0]?.embeds[0]?.description).toContain('\n||the words themselves||\n');

  const other = world.guilds.create({ name: 'Another', ownerId: members.owner.id });
  world.members.add({ guildId: other.id, userId: on.sandbox.botId });
  const action = { byUserId: members.owner.id, reason: null };
  const room = world.channels.create(
    other.id,
    { name: 'secret', type: ChannelType.GuildText },
    action,
  );
  const secret = world.messages.create(room.id, {
    authorId: members.owner.id,
    content: 'not for you',
  });
  const foreign = { ...metadata, channelId: room.id, messageId: secret.id };
  await on.send(on.event('words', { metadata: foreign, fullText: false }));
  await vi.waitFor(() => expect(on.posts()).toHaveLength(2), WAIT);
  expect(JSON.stringify(on.posts()[1])).not.toContain('not for you');
});

it('hostile keywords and metadata are escaped or left out', async () => {
  const on = await createKeywordScene();
  const { guildId } = on.sandbox;
  const hostile = '**@everyone** \u202Eevil\u200B [x](https://evil.example) `__proto__`';
  const metadata = {
    guildId,
    channelId: '1)\n@everyone',
    messageId: { toString: 'no' },
    authorId: '__proto__',
  };
  expect(await on.send(on.event(hostile, { metadata, fullText: hostile }))).toBe(200);
  expect(await on.send(on.event('__proto__'))).toBe(200);
  await vi.waitFor(() => expect(on.posts()).toHaveLength(2), WAIT);
  const [post] = on.posts();
  const shown = JSON.stringify(post?.embeds);
  expect(shown).toContain('does not name the message');
  expect(shown).not.toContain('\u202E');
  expect(shown).not.toContain('](https://evil.example)');
  expect(post?.mention_everyone).toBe(false);
});

it('events of unknown servers fail without a fallback channel and can be retried', async () => {
  const on = await createKeywordScene();
  const metadata = { guildId: '123456789012345678' };
  await on.send(on.event('stray', { metadata }));
  await on.send(on.event('nameless', { metadata: {} }));
  await vi.waitFor(async () => {
    const failed = await Promise.all(
      [metadata.guildId, null].map((id) => on.bot().inbox.failed(id)),
    );
    expect(failed.flat()).toHaveLength(2);
  }, WAIT);
  expect(on.log.join('\n')).toContain('FALLBACK_CHANNEL');
  expect(on.log.join('\n')).not.toContain('some text with');
  expect(on.posts()).toEqual([]);
});

it('the fallback channel gets events of unknown servers, without buttons', async () => {
  const on = await createKeywordScene({ fallbackChannel: 'random' });
  await on.send(on.event('stray', { metadata: { guildId: '123456789012345678' } }));
  await vi.waitFor(() => expect(on.posts(on.sandbox.channels.random)).toHaveLength(1), WAIT);
  const [post] = on.posts(on.sandbox.channels.random);
  expect(JSON.stringify(post?.embeds)).toContain('123456789012345678');
  expect(post?.components ?? []).toEqual([]);
});

it('a storm of events is aggregated in one digest that counts every event once', async () => {
  const on = await createKeywordScene();
  const keywords = ['apple', 'pear', '__proto__'];
  const sent = Array.from({ length: 90 }, (_, index) => on.event(keywords[index % 3] ?? ''));
  await Promise.all(sent.map((event) => on.send(event)));
  await vi.waitFor(() => expect(countedIn(on.posts())).toBe(90), WAIT);
  expect(on.posts()).toHaveLength(7);
  const digest = JSON.stringify(on.posts().at(-1)?.embeds);
  expect(digest).toContain('Many alerts at once');
  expect(digest).toContain('apple: ');
});

it('a digest continues after a restart', async () => {
  const on = await createKeywordScene();
  await Promise.all(Array.from({ length: 40 }, () => on.send(on.event('apple'))));
  await vi.waitFor(() => expect(countedIn(on.posts())).toBe(40), WAIT);
  await on.stopBot();
  await on.startBot();
  await Promise.all(Array.from({ length: 10 }, () => on.send(on.event('pear'))));
  await vi.waitFor(() => expect(countedIn(on.posts())).toBe(50), { timeout: 15_000, interval: 50 });
  // The next process starts with its own limit of six posts.
  expect(on.posts()).toHaveLength(13);
}, 30_000);

it('the result of an unknown tagging session goes to the moderators of the only server', async () => {
  const on = await createKeywordScene();
  const result = { tags: 'music,games', undocumentedTags: false, convoId: 'a @everyone session' };
  const event = {
    sender: 'service-webhooks',
    addon: 'ssiQuery',
    payload: result,
    time: Date.now(),
  };
  expect(await on.send(event)).toBe(200);
  await vi.waitFor(() => expect(on.posts()).toHaveLength(1), WAIT);
  expect(JSON.stringify(on.posts()[0]?.embeds)).toContain('music,games');
});

it('with webhook secrets, events of the bot’s own service are signed, and unsigned events are refused', async () => {
  const on = await createKeywordScene({ webhookSecrets: ['a secret of the operator'] });
  expect(await on.send(on.event('forged'))).toBe(401);
  const { secret } = await on.bot().service.addons.enableSecret();
  const time = Date.now() - 60 * 60_000;
  const late = { ...on.event('late', { time }), hmac: timeHmac(secret ?? '', time) };
  expect(await on.send(late)).toBe(200);
  await on.bot().service.addons.addKeyword('pineapple');
  await on.person('bob').say(on.sandbox.channels.general, 'a pineapple');
  await vi.waitFor(() => expect(on.posts()).toHaveLength(2), WAIT);
  expect(JSON.stringify(on.posts())).not.toContain('forged');
});
