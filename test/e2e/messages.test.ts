import {
  MessageReferenceType,
  MessageType,
  StickerFormatType,
  type APIMessage,
} from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replaceMessage } from '../../src/sandbox/world/post.ts';
import { createSkippingClock } from '../helpers/skipping-clock.ts';
import { openScene, scene, type Scene } from './scene.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('a message', () => {
  let on: Scene;
  beforeAll(async () => {
    on = await openScene();
  });
  afterAll(() => on.close());
  beforeEach(() => on.setPolicy({}));

  const general = () => on.sandbox.channels.general;
  const random = () => on.sandbox.channels.random;
  const DELETED = { kind: 'acted', stands: false, alerts: 1 };
  /** What came of a message, once that is settled. */
  async function fateOf(message: APIMessage): Promise<typeof DELETED> {
    const { kind } = await on.outcomeOf(message.id);
    return { kind, stands: on.stands(message), alerts: on.alertsAbout(message.id).length };
  }
  const forwardOf = ({ id, channel_id }: APIMessage) => ({
    message_reference: { type: MessageReferenceType.Forward, message_id: id, channel_id },
  });

  it('that forwards a bad one is judged by what it shows', async () => {
    await on.setPolicy({ exemptChannelIds: [random()] });
    const source = await on.person('alice').say(random(), 'this is [delete]');
    expect(await on.outcomeOf(source.id)).toEqual({ kind: 'skipped', reason: 'exempt channel' });
    expect(await fateOf(await on.person('bob').send(general(), forwardOf(source)))).toEqual(
      DELETED,
    );
    expect(on.stands(source)).toBe(true);
  });

  it('that forwards the embed of a bot is judged by the text in it, though the bot is not', async () => {
    const source = await on
      .person('helper-bot')
      .send(general(), { embeds: [{ title: 'News', description: 'this is [delete]' }] });
    expect(await on.outcomeOf(source.id)).toEqual({ kind: 'skipped', reason: 'bot' });
    expect(await fateOf(await on.person('bob').send(random(), forwardOf(source)))).toEqual(DELETED);
  });

  it('gets judged again when Discord adds the preview of a link', async () => {
    const message = await on.person('alice').say(general(), 'see https://example.org/page');
    expect(await on.outcomeOf(message.id)).toEqual({ kind: 'passed' });
    const preview = { title: 'a page', description: 'all about [delete]' };
    replaceMessage(on.sandbox.world.state, on.channel(general()), {
      ...message,
      embeds: [preview],
    });
    expect(await fateOf(message)).toEqual(DELETED);
  });

  it('that replies is judged by its own words, not by those it replies to', async () => {
    const { message: flagged } = await on.judged(on.person('alice'), 'this is [flag]');
    const message_reference = { message_id: flagged.id };
    const clean = await on
      .person('bob')
      .send(general(), { content: 'why do you say that?', message_reference });
    expect(await on.outcomeOf(clean.id)).toEqual({ kind: 'passed' });
    expect(
      await fateOf(
        await on
          .person('bob')
          .send(general(), { content: 'so are you [delete]', message_reference }),
      ),
    ).toEqual(DELETED);
  });

  it('with nothing but a sticker is judged by the name of the sticker', async () => {
    const { id } = on.sandbox.world.guilds.addSticker(on.sandbox.guildId, {
      name: 'a [delete] sticker',
      format_type: StickerFormatType.PNG,
    });
    expect(await fateOf(await on.person('carol').send(general(), { sticker_ids: [id] }))).toEqual(
      DELETED,
    );
  });

  it('that announces a thread is judged by the title', async () => {
    const thread = await on.person('carol').openThread(general(), 'a [delete] thread');
    const announcement = [...on.channel(general()).messages.values()].find(
      ({ type, message_reference: to }) =>
        type === MessageType.ThreadCreated && to?.channel_id === thread.id,
    );
    if (announcement === undefined) throw new Error('the thread was not announced');
    expect(await fateOf(announcement)).toEqual(DELETED);
    expect(on.sandbox.world.state.channels.has(thread.id)).toBe(false);
  });

  it('that opens a forum post goes with the post, whose title would stand without it', async () => {
    const forum = on.sandbox.channels['help-forum'];
    const post = await on.person('carol').openThread(forum, 'a [delete] title', 'please help');
    expect(await on.outcomeOf(post.id)).toMatchObject({ kind: 'acted' });
    expect(on.sandbox.world.state.channels.has(post.id)).toBe(false);
    expect(JSON.stringify(on.alertsAbout(post.id))).toContain('The whole post was deleted');
    expect(JSON.stringify(on.noticesTo(on.person('carol').id))).toContain('message in a thread');
  });

  it('in a thread is judged', async () => {
    const thread = await on.person('carol').openThread(general(), 'a thread');
    expect(await fateOf(await on.person('bob').say(thread.id, 'this is [delete]'))).toEqual(
      DELETED,
    );
  });

  it('in a voice channel is judged', async () => {
    expect(
      await fateOf(await on.person('bob').say(on.sandbox.channels.Lounge, 'this is [delete]')),
    ).toEqual(DELETED);
  });

  it('is judged once for each text it has had', async () => {
    const bob = on.person('bob');
    const { message } = await on.judged(bob, 'this is [flag]');
    await bob.edit(general(), message.id, 'this is [flag], indeed');
    expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
    expect(on.alertsAbout(message.id)).toHaveLength(2);
  });

  it('that changed in nothing people read gets no second alert', async () => {
    const { message, outcome } = await on.judged(on.person('bob'), 'this is [flag]');
    const { caseNumber } = outcome.kind === 'acted' ? outcome : { caseNumber: 0 };
    replaceMessage(on.sandbox.world.state, on.channel(general()), message);
    expect(await on.outcomeOf(message.id)).toEqual({ kind: 'known', caseNumber });
    expect(on.alertsAbout(message.id)).toHaveLength(1);
  });

  it('that its author deletes before the service has answered counts as deleted', async () => {
    const release = on.service.hold();
    const alice = on.person('alice');
    const message = await alice.say(general(), 'this is [delete]');
    await alice.delete(general(), message.id);
    release();
    expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
    const { steps } = await on.caseAbout(message.id);
    expect(steps[0]?.outcome).toMatchObject({ status: 'done', detail: 'It was gone already.' });
    expect(on.alertsAbout(message.id)).toHaveLength(1);
  });

  it('to the bot itself, by direct message, is no business of the moderators', async () => {
    const { world, botId, members } = on.sandbox;
    const dm = world.users.openDm(members.alice.id, botId);
    await on.person('alice').say(dm.id, 'you are a bad bot [ban]');
    await on.judged(on.person('alice'), 'a marker after it');
    expect(on.service.samples.join()).not.toContain('bad bot');
  });

  it('of Discord itself is skipped', async () => {
    const { message } = await on.judged(on.person('moderator'), 'hear hear');
    on.sandbox.world.pins.add({ channelId: general(), messageId: message.id }, on.deed);
    const pinned = [...on.channel(general()).messages.values()].at(-1);
    expect(pinned?.type).toBe(MessageType.ChannelPinnedMessage);
    expect(await on.outcomeOf(pinned?.id ?? '')).toEqual({
      kind: 'skipped',
      reason: 'system message',
    });
  });

  it('of a webhook is skipped', async () => {
    const { id } = on.sandbox.world.webhooks.create(general(), 'news', on.deed);
    const message = on.sandbox.world.messages.create(general(), {
      authorId: id,
      content: 'this is [delete]',
      webhook: { id, username: 'news' },
    });
    expect(await on.outcomeOf(message.id)).toEqual({ kind: 'skipped', reason: 'webhook' });
  });

  it('without anything to read is skipped', async () => {
    const { id } = on.sandbox.world.guilds.addSticker(on.sandbox.guildId, {
      name: ' ',
      format_type: StickerFormatType.PNG,
    });
    const message = await on.person('carol').send(general(), { sticker_ids: [id] });
    expect(await on.outcomeOf(message.id)).toEqual({ kind: 'skipped', reason: 'nothing to read' });
  });

  it('in an exempt category is skipped, and so is one in a thread there', async () => {
    await on.setPolicy({ exemptChannelIds: [on.sandbox.channels['Text Channels']] });
    const { outcome } = await on.judged(on.person('bob'), 'this is [delete]');
    const thread = await on.person('bob').openThread(random(), 'a thread');
    const message = await on.person('bob').say(thread.id, 'this is [delete]');
    const skipped = { kind: 'skipped', reason: 'exempt channel' };
    expect([outcome, await on.outcomeOf(message.id)]).toEqual([skipped, skipped]);
  });

  it('in a thread of an exempt channel is skipped', async () => {
    await on.setPolicy({ exemptChannelIds: [on.sandbox.channels['help-forum']] });
    const post = await on.person('bob').openThread(on.sandbox.channels['help-forum'], '[delete]');
    expect(await on.outcomeOf(post.id)).toEqual({ kind: 'skipped', reason: 'exempt channel' });
  });

  it('is not looked at while moderation is off', async () => {
    await on.setPolicy({ mode: 'off' });
    const { outcome } = await on.judged(on.person('bob'), 'off the record [delete]');
    expect(outcome).toEqual({ kind: 'skipped', reason: 'moderation is off' });
    expect(on.service.samples.join()).not.toContain('off the record');
  });
});

it('an old message that is edited into a bad one is deleted', async () => {
  const clock = createSkippingClock(3 * DAY_MS);
  const on = await scene({ sandbox: { clock }, deps: { clock } });
  const alice = on.person('alice');
  const { message } = await on.judged(alice, 'as harmless as can be');
  await on.stopBot();
  clock.skip(3 * DAY_MS);
  await on.startBot();
  await alice.edit(message.channel_id, message.id, 'as bad as [delete]');
  expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
  expect(on.stands(message)).toBe(false);
});
