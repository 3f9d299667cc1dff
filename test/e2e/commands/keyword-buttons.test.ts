import { ChannelType, type APIMessage } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { createKeywordScene, type KeywordScene } from '../keyword-scene.ts';
import { answerTo, buttonsOf, press, questionOf, textOf } from './alert-view.ts';

const WAIT = { timeout: 10_000, interval: 20 };

/** Bob posts a keyword; resolves to his message and the keyword alert. `changes`: fields that the event overrides. */
async function found(
  on: KeywordScene,
  changes: Record<string, string> = {},
): Promise<{ said: APIMessage; alert: () => APIMessage }> {
  const { channels, guildId, members } = on.sandbox;
  const said = await on.person('bob').say(channels.general, 'I like pineapple');
  await on.send(
    on.event('pineapple', {
      metadata: {
        guildId,
        channelId: channels.general,
        messageId: said.id,
        authorId: members.bob.id,
        ...changes,
      },
      fullText: 'I like pineapple',
    }),
  );
  const isAbout = ({ embeds }: APIMessage) => JSON.stringify(embeds).includes(`/${said.id})`);
  const alert = () => {
    const post = on.posts().find(isAbout);
    if (post === undefined) throw new Error('There is no keyword alert.');
    return post;
  };
  await vi.waitFor(alert, WAIT);
  return { said, alert };
}

const timeoutUntil = (on: KeywordScene, name: 'bob' | 'carol' = 'bob') =>
  on.sandbox.world.state.guilds.get(on.sandbox.guildId)?.members.get(on.sandbox.members[name].id)
    ?.communication_disabled_until ?? null;

it('a button of a keyword alert opens a case, acts, and updates the alert', async () => {
  const on = await createKeywordScene();
  const { said, alert } = await found(on);
  expect(buttonsOf(alert())).toEqual(['Delete', 'Timeout', 'Ban…', 'Handled']);
  const moderator = on.person('moderator');
  expect(await press(moderator, alert(), 'Delete')).toContain('Message deleted');
  expect(await moderator.find(said.channel_id, said.id)).toBeNull();
  expect(textOf(alert())).toContain(`✓ Deleted by <@${moderator.id}>`);
  expect(buttonsOf(alert())).toEqual(['More…']);
  expect(on.posts()).toHaveLength(1);
  await press(moderator, alert(), 'Timeout');
  expect(timeoutUntil(on)).not.toBeNull();
  await press(moderator, alert(), 'Undo');
  expect(timeoutUntil(on)).toBeNull();
  const record = await on.bot().cases.ofMessage(on.sandbox.guildId, said.id);
  expect(record?.judgement).toEqual({
    kind: 'moderator',
    occasion: { key: 'alerts:keywordOccasion', values: { keyword: 'pineapple' } },
  });
  expect(record?.moderatorActions.map(({ kind }) => kind)).toEqual(['delete', 'timeout', 'undo']);
});

it('two moderators at the same time open one case and act once, also after a restart', async () => {
  const on = await createKeywordScene();
  const { said, alert } = await found(on);
  await on.stopBot();
  await on.startBot();
  const shown = alert();
  await Promise.all([
    press(on.person('moderator'), shown, 'Timeout'),
    press(on.person('owner'), shown, 'Timeout'),
  ]);
  const cases = await on.bot().cases.list(on.sandbox.guildId, { limit: 10 });
  expect(cases.map(({ messageId }) => messageId)).toEqual([said.id]);
  expect(cases[0]?.moderatorActions).toHaveLength(1);
});

it('a ban from a keyword alert asks for confirmation', async () => {
  const on = await createKeywordScene();
  const { alert } = await found(on);
  const moderator = on.person('moderator');
  const shown = await moderator.click(alert(), 'Ban…');
  await answerTo(moderator, alert(), await moderator.submit(shown, { reason: 'no fruit here' }));
  const { bans } = on.sandbox.world.state.guilds.get(on.sandbox.guildId) ?? {};
  expect(bans?.get(on.sandbox.members.bob.id)?.reason).toContain('no fruit here');
  expect(textOf(alert())).toContain('no fruit here');
});

it('a moderator without the permission opens no case', async () => {
  const on = await createKeywordScene();
  const { alert } = await found(on);
  const { world, guildId, roles, members } = on.sandbox;
  world.roles.update(
    { guildId, roleId: roles.Moderator },
    { permissions: 0n },
    { byUserId: members.owner.id, reason: null },
  );
  await vi.waitFor(async () => {
    const told = await press(on.person('moderator'), alert(), 'Delete');
    expect(told).toContain('You lack the permission “Manage Messages”');
  }, WAIT);
  expect(await on.bot().cases.list(guildId, { limit: 10 })).toEqual([]);
});

it('a message that the bot acted on has one case, shown on both alerts', async () => {
  const on = await createKeywordScene();
  const { channels, guildId, members } = on.sandbox;
  const bothPosts = () => [...on.posts(), ...on.posts(channels.random)];
  // In the same channel the keyword would join the alert about the case.
  await on.setPolicy({ keywords: { channelId: channels.random, roleId: null } });
  const said = await on.person('bob').say(channels.general, 'fuck you, you stupid bitch');
  expect(await on.outcomeOf(said.id)).toMatchObject({ kind: 'acted' });
  const metadata = {
    guildId,
    channelId: channels.general,
    messageId: said.id,
    authorId: members.bob.id,
  };
  await on.send(on.event('stupid', { metadata, fullText: 'fuck you, you stupid bitch' }));
  await vi.waitFor(() => expect(bothPosts()).toHaveLength(2), WAIT);
  const [own, keyword] = bothPosts();
  if (own === undefined || keyword === undefined) throw new Error('There are not two alerts.');
  await press(on.person('moderator'), keyword, 'Handled');
  const [ownNow, keywordNow] = bothPosts();
  for (const alert of [ownNow, keywordNow]) {
    expect(alert === undefined ? '' : textOf(alert)).toContain('✓ Handled');
  }
  expect(await on.bot().cases.list(guildId, { limit: 10 })).toHaveLength(1);
});

it('/case forget removes the text of a keyword alert, and its buttons still work', async () => {
  const on = await createKeywordScene();
  const { alert } = await found(on);
  const [eventId = ''] = /(?<=hit:)[^:"]+/.exec(JSON.stringify(alert().components)) ?? [];
  const kept = () => on.bot().keywordHits.get(eventId);
  expect(await kept()).toMatchObject({ text: 'I like pineapple' });
  const { 'mod-alerts': place } = on.sandbox.channels;
  const user = on.sandbox.members.bob.id;
  const interaction = await on.person('owner').slash(place, 'case forget', { user });
  expect((await interaction.response()).content).toContain('removed from 1 keyword alert.');
  expect(await kept()).toMatchObject({ text: null });
  expect(await press(on.person('moderator'), alert(), 'Delete')).toContain('Message deleted');
});

it('the buttons act on the message’s author, even if the event names somebody else', async () => {
  const on = await createKeywordScene();
  const { members, guildId } = on.sandbox;
  const { said, alert } = await found(on, { authorId: members.carol.id });
  const { content: told } = await questionOf(
    await on.person('moderator').click(alert(), 'Timeout'),
  );
  expect(timeoutUntil(on, 'bob')).not.toBeNull();
  expect(timeoutUntil(on, 'carol')).toBeNull();
  expect(told).toContain(`named <@${members.carol.id}>, but <@${members.bob.id}> wrote`);
  const record = await on.bot().cases.ofMessage(guildId, said.id);
  expect(record?.author.id).toBe(members.bob.id);
});

it('a case shows who wrote a message that is gone', async () => {
  const on = await createKeywordScene();
  const { channels, guildId, members } = on.sandbox;
  const text = 'fuck you, you stupid bitch';
  await on.setPolicy({ keywords: { channelId: channels.random, roleId: null } });
  const said = await on.person('bob').say(channels.general, text);
  expect(await on.outcomeOf(said.id)).toMatchObject({ kind: 'acted' });
  expect(await on.person('owner').find(channels.general, said.id)).toBeNull();
  const metadata = {
    guildId,
    channelId: channels.general,
    messageId: said.id,
    authorId: members.carol.id,
  };
  await on.send(on.event('stupid', { metadata, fullText: text }));
  await vi.waitFor(() => expect(on.posts(channels.random)).toHaveLength(1), WAIT);
  const [alert] = on.posts(channels.random);
  if (alert === undefined) throw new Error('There is no keyword alert.');
  await press(on.person('moderator'), alert, 'Timeout');
  expect(timeoutUntil(on, 'bob')).not.toBeNull();
  expect(timeoutUntil(on, 'carol')).toBeNull();
});

it('if the message is gone, the moderator sees what is known and must confirm', async () => {
  const on = await createKeywordScene();
  const { members, guildId } = on.sandbox;
  const { said, alert } = await found(on, { authorId: members.carol.id });
  await on.person('bob').delete(said.channel_id, said.id);
  const moderator = on.person('moderator');
  const ask = async () => questionOf(await moderator.click(alert(), 'Timeout'));
  const question = await ask();
  expect(question.embeds[0]?.title).toBe('The message is gone');
  const shown = JSON.stringify(question.embeds[0]);
  expect(shown).toContain(`<@${members.carol.id}>`);
  expect(shown).toContain('||I like pineapple||');
  expect(buttonsOf(question)).toEqual(['Time the author out', 'Cancel']);
  const cancelled = await (await moderator.click(question, 'Cancel')).response();
  expect(cancelled.content).toBe('Cancelled. Nothing changed.');
  expect(timeoutUntil(on, 'carol')).toBeNull();
  expect(await on.bot().cases.list(guildId, { limit: 10 })).toEqual([]);

  const again = await ask();
  const done = await (await moderator.click(again, 'Time the author out')).response();
  expect(done.content).toContain('Author timed out');
  expect(timeoutUntil(on, 'carol')).not.toBeNull();
  expect(textOf(alert())).toContain(`<@${moderator.id}>`);
});

it('a ban about a message that is gone keeps its reason', async () => {
  const on = await createKeywordScene();
  const { said, alert } = await found(on);
  await on.person('bob').delete(said.channel_id, said.id);
  const moderator = on.person('moderator');
  const modal = await moderator.click(alert(), 'Ban…');
  const question = await questionOf(await moderator.submit(modal, { reason: 'no fruit here' }));
  const { bans } = on.sandbox.world.state.guilds.get(on.sandbox.guildId) ?? {};
  expect(bans?.size).toBe(0);
  await (await moderator.click(question, 'Ban the author')).response();
  expect(bans?.get(on.sandbox.members.bob.id)?.reason).toContain('no fruit here');
});

it('an event cannot make the bot act on a message of another server', async () => {
  const on = await createKeywordScene();
  const { world, botId, members, guildId } = on.sandbox;
  const other = world.guilds.create({ name: 'Elsewhere', ownerId: members.carol.id });
  world.members.add({ guildId: other.id, userId: botId });
  const action = { byUserId: members.carol.id, reason: null };
  const channel = world.channels.create(
    other.id,
    { name: 'talk', type: ChannelType.GuildText },
    action,
  );
  const said = await on.person('carol').say(channel.id, 'I like pineapple');
  const changes = { channelId: channel.id, messageId: said.id, authorId: members.bob.id };
  await on.send(on.event('pineapple', { metadata: { guildId, ...changes } }));
  await vi.waitFor(() => expect(on.posts()).toHaveLength(1), WAIT);
  const [alert] = on.posts();
  if (alert === undefined) throw new Error('There is no keyword alert.');
  for (const name of ['owner', 'moderator'] as const) {
    expect(await press(on.person(name), alert, 'Timeout')).toMatch(/another server|cannot see/);
  }
  expect(timeoutUntil(on, 'bob')).toBeNull();
});
