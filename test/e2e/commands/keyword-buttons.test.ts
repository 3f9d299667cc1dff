import type { APIMessage } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { keywordScene, type KeywordScene } from '../keyword-scene.ts';
import { buttonsOf, press, ruledOn } from './alert-view.ts';

const WAIT = { timeout: 10_000, interval: 20 };

/** Bob says a keyword; resolves to what he said and to the keyword alert. */
async function found(on: KeywordScene): Promise<{ said: APIMessage; alert: () => APIMessage }> {
  const { channels, guildId, members } = on.sandbox;
  const said = await on.person('bob').say(channels.general, 'I like pineapple');
  await on.send(
    on.event('pineapple', {
      metadata: {
        guildId,
        channelId: channels.general,
        messageId: said.id,
        authorId: members.bob.id,
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

const silentUntil = (on: KeywordScene) =>
  on.sandbox.world.state.guilds.get(on.sandbox.guildId)?.members.get(on.sandbox.members.bob.id)
    ?.communication_disabled_until ?? null;

it('a keyword alert’s buttons open a case, act, and show it on the alert', async () => {
  const on = await keywordScene();
  const { said, alert } = await found(on);
  expect(buttonsOf(alert())).toEqual(['Delete', 'Timeout', 'Ban…', 'Done']);
  const moderator = on.person('moderator');
  expect(await press(moderator, alert(), 'Delete')).toContain('Message deleted');
  expect(await moderator.find(said.channel_id, said.id)).toBeNull();
  expect(ruledOn(alert())).toContain(`**🗑️ Deleted** · <@${moderator.id}>`);
  expect(buttonsOf(alert())).toEqual(['Timeout', 'Ban…', 'Done']);
  expect(on.posts()).toHaveLength(1);
  await press(moderator, alert(), 'Timeout');
  expect(silentUntil(on)).not.toBeNull();
  await press(moderator, alert(), 'Undo');
  expect(silentUntil(on)).toBeNull();
  const record = await on.bot().cases.ofMessage(on.sandbox.guildId, said.id);
  expect(record?.judgement).toEqual({
    kind: 'moderator',
    occasion: 'The keyword “pineapple” was found.',
  });
  expect(record?.rulings.map(({ kind }) => kind)).toEqual(['delete', 'timeout', 'undo']);
});

it('two moderators at once open one case and act once, also after a restart', async () => {
  const on = await keywordScene();
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
  expect(cases[0]?.rulings).toHaveLength(1);
});

it('a ban from a keyword alert asks once more', async () => {
  const on = await keywordScene();
  const { alert } = await found(on);
  const moderator = on.person('moderator');
  const shown = await moderator.click(alert(), 'Ban…');
  await (await moderator.submit(shown, { reason: 'no fruit here' })).response();
  const { bans } = on.sandbox.world.state.guilds.get(on.sandbox.guildId) ?? {};
  expect(bans?.get(on.sandbox.members.bob.id)?.reason).toContain('no fruit here');
  expect(ruledOn(alert())).toContain('no fruit here');
});

it('whoever may not act opens no case', async () => {
  const on = await keywordScene();
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

it('a message that the bot acted on by itself has one case, shown on both alerts', async () => {
  const on = await keywordScene();
  const { channels, guildId, members } = on.sandbox;
  const said = await on.person('bob').say(channels.general, 'fuck you, you stupid bitch');
  expect(await on.outcomeOf(said.id)).toMatchObject({ kind: 'acted' });
  const metadata = {
    guildId,
    channelId: channels.general,
    messageId: said.id,
    authorId: members.bob.id,
  };
  await on.send(on.event('stupid', { metadata, fullText: 'fuck you, you stupid bitch' }));
  await vi.waitFor(() => expect(on.posts()).toHaveLength(2), WAIT);
  const [own, keyword] = on.posts();
  if (own === undefined || keyword === undefined) throw new Error('There are not two alerts.');
  await press(on.person('moderator'), keyword, 'Done');
  const [ownNow, keywordNow] = on.posts();
  for (const alert of [ownNow, keywordNow]) {
    expect(alert === undefined ? '' : ruledOn(alert)).toContain('Settled');
  }
  expect(await on.bot().cases.list(guildId, { limit: 10 })).toHaveLength(1);
});

it('/case forget removes the text of a keyword alert; its buttons go on working', async () => {
  const on = await keywordScene();
  const { alert } = await found(on);
  const [eventId = ''] = /(?<=hit:)[^:"]+/.exec(JSON.stringify(alert().components)) ?? [];
  const kept = () => on.bot().events.keywordHits.get(eventId);
  expect(await kept()).toMatchObject({ text: 'I like pineapple' });
  const { 'mod-alerts': place } = on.sandbox.channels;
  const user = on.sandbox.members.bob.id;
  const asked = await on.person('owner').slash(place, 'case forget', { user });
  expect((await asked.response()).content).toContain('removed from 1 keyword alert.');
  expect(await kept()).toMatchObject({ text: null });
  expect(await press(on.person('moderator'), alert(), 'Delete')).toContain('Message deleted');
});
