import {
  MessageReferenceType,
  MessageType,
  StickerFormatType,
  type APIMessage,
} from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replaceMessage } from '../../src/sandbox/world/messages/post.ts';
import { createSkippingClock } from '../helpers/skipping-clock.ts';
import { openScene, createScene, type Scene } from './scene.ts';

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
  const DELETED = { kind: 'acted', exists: false, alerts: 1 };
  /** The outcome of a message. */
  async function outcomeOf(message: APIMessage): Promise<typeof DELETED> {
    const { kind } = await on.outcomeOf(message.id);
    return { kind, exists: on.exists(message), alerts: on.alertsAbout(message.id).length };
  }
  const forwardOf = ({ id, channel_id }: APIMessage) => ({
    message_reference: { type: MessageReferenceType.Forward, message_id: id, channel_id },
  });

  it('that forwards a bad message is judged by the forwarded text', async () => {
    await on.setPolicy({ exemptChannelIds: [random()] });
    const source = await on.person('alice').say(random(), 'this is [delete]');
    expect(await on.outcomeOf(source.id)).toEqual({ kind: 'skipped', reason: 'exempt channel' });
    expect(await outcomeOf(await on.person('bob').send(general(), forwardOf(source)))).toEqual(
      DELETED,
    );
    expect(on.exists(source)).toBe(true);
  });

  it('that forwards a bot’s embed is judged by the embed’s text', async () => {
    const source = await on
      .person('helper-bot')
      .send(general(), { embeds: [{ title: 'News', description: 'this is [delete]' }] });
    expect(await on.outcomeOf(source.id)).toEqual({ kind: 'skipped', reason: 'bot' });
    expect(await outcomeOf(await on.person('bob').send(random(), forwardOf(source)))).toEqual(
      DELETED,
    );
  });

  it('is judged again when Discord adds the preview of a link', async () => {
    const message = await on.person('alice').say(general(), 'see https://example.org/page');
    expect(await on.outcomeOf(message.id)).toEqual({ kind: 'passed' });
    const preview = { title: 'a page', description: 'all about [delete]' };
    replaceMessage(on.sandbox.world.state, on.channel(general()), {
      ...message,
      embeds: [preview],
    });
    expect(await outcomeOf(message)).toEqual(DELETED);
  });

  it('that replies is judged by its own text, not by the quoted text', async () => {
    const { message: flagged } = await on.sayAndWait(on.person('alice'), 'this is [flag]');
    const message_reference = { message_id: flagged.id };
    const clean = await on
      .person('bob')
      .send(general(), { content: 'why do you say that?', message_reference });
    expect(await on.outcomeOf(clean.id)).toEqual({ kind: 'passed' });
    expect(
      await outcomeOf(
        await on
          .person('bob')
          .send(general(), { content: 'so are you [delete]', message_reference }),
      ),
    ).toEqual(DELETED);
  });

  it('with only a sticker is judged by the name of the sticker', async () => {
    const { id } = on.sandbox.world.guilds.addSticker(on.sandbox.guildId, {
      name: 'a [delete] sticker',
      format_type: StickerFormatType.PNG,
    });
    expect(
      await outcomeOf(await on.person('carol').send(general(), { sticker_ids: [id] })),
    ).toEqual(DELETED);
  });

  it('that announces a thread is judged by the thread’s title', async () => {
    const thread = await on.person('carol').openThread(general(), 'a [delete] thread');
    const announcement = [...on.channel(general()).messages.values()].find(
      ({ type, message_reference: to }) =>
        type === MessageType.ThreadCreated && to?.channel_id === thread.id,
    );
    if (announcement === undefined) throw new Error('the thread was not announced');
    expect(await outcomeOf(announcement)).toEqual(DELETED);
    expect(on.sandbox.world.state.channels.has(thread.id)).toBe(false);
  });

  it('that opens a forum post is deleted together with the post and its title', async () => {
    const forum = on.sandbox.channels['help-forum'];
    const author = on.join('poster');
    const post = await author.openThread(forum, 'a [delete] title', 'please help');
    expect(await on.outcomeOf(post.id)).toMatchObject({ kind: 'acted' });
    expect(on.sandbox.world.state.channels.has(post.id)).toBe(false);
    expect(JSON.stringify(on.alertsAbout(post.id))).toContain('The whole post was deleted');
    expect(JSON.stringify(on.noticesTo(author.id))).toContain('message in a thread');
  });

  it('in a thread is judged', async () => {
    const thread = await on.person('carol').openThread(general(), 'a thread');
    expect(await outcomeOf(await on.person('bob').say(thread.id, 'this is [delete]'))).toEqual(
      DELETED,
    );
  });

  it('in a voice channel is judged', async () => {
    expect(
      await outcomeOf(await on.person('bob').say(on.sandbox.channels.Lounge, 'this is [delete]')),
    ).toEqual(DELETED);
  });

  it('is judged once per version of its text', async () => {
    const bob = on.person('bob');
    const { message } = await on.sayAndWait(bob, 'this is [flag]');
    await bob.edit(general(), message.id, 'this is [flag], indeed');
    expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
    // Both cases are on the author's alert.
    expect(on.alertsAbout(message.id)).toHaveLength(1);
    const { guildId } = on.sandbox;
    const cases = await on.bot().cases.list(guildId, { limit: 2 });
    expect(cases.map(({ messageId }) => messageId)).toEqual([message.id, message.id]);
  });

  it('whose visible text did not change gets no second alert', async () => {
    const { message, outcome } = await on.sayAndWait(on.person('bob'), 'this is [flag]');
    const { caseNumber } = outcome.kind === 'acted' ? outcome : { caseNumber: 0 };
    replaceMessage(on.sandbox.world.state, on.channel(general()), message);
    expect(await on.outcomeOf(message.id)).toEqual({ kind: 'known', caseNumber });
    expect(on.alertsAbout(message.id)).toHaveLength(1);
  });

  it('that its author deletes before the service answers counts as deleted', async () => {
    const release = on.service.hold();
    const alice = on.person('alice');
    const message = await alice.say(general(), 'this is [delete]');
    await alice.delete(general(), message.id);
    release();
    expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
    const { steps } = await on.caseAbout(message.id);
    expect(steps[0]?.outcome).toMatchObject({
      status: 'done',
      detail: { key: 'effects:detail.messageGone' },
    });
    expect(on.alertsAbout(message.id)).toHaveLength(1);
  });

  it('in a direct message to the bot is ignored', async () => {
    const { world, botId, members } = on.sandbox;
    const dm = world.users.openDm(members.alice.id, botId);
    await on.person('alice').say(dm.id, 'you are a bad bot [ban]');
    await on.sayAndWait(on.person('alice'), 'a marker after it');
    expect(on.service.samples.join()).not.toContain('bad bot');
  });

  it('from Discord itself is skipped', async () => {
    const { message } = await on.sayAndWait(on.person('moderator'), 'hear hear');
    on.sandbox.world.pins.add({ channelId: general(), messageId: message.id }, on.asOwner);
    const pinned = [...on.channel(general()).messages.values()].at(-1);
    expect(pinned?.type).toBe(MessageType.ChannelPinnedMessage);
    expect(await on.outcomeOf(pinned?.id ?? '')).toEqual({
      kind: 'skipped',
      reason: 'system message',
    });
  });

  it('without text is skipped', async () => {
    const { id } = on.sandbox.world.guilds.addSticker(on.sandbox.guildId, {
      name: ' ',
      format_type: StickerFormatType.PNG,
    });
    const message = await on.person('carol').send(general(), { sticker_ids: [id] });
    expect(await on.outcomeOf(message.id)).toEqual({ kind: 'skipped', reason: 'nothing to read' });
  });

  it('in a channel or thread of an exempt category is skipped', async () => {
    await on.setPolicy({ exemptChannelIds: [on.sandbox.channels['Text Channels']] });
    const { outcome } = await on.sayAndWait(on.person('bob'), 'this is [delete]');
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

  it('is not checked while moderation is off', async () => {
    await on.setPolicy({ mode: 'off' });
    const { outcome } = await on.sayAndWait(on.person('bob'), 'off the record [delete]');
    expect(outcome).toEqual({ kind: 'skipped', reason: 'moderation is off' });
    expect(on.service.samples.join()).not.toContain('off the record');
  });
});

it('an old message is deleted after a bad edit', async () => {
  const clock = createSkippingClock(3 * DAY_MS);
  const on = await createScene({ sandbox: { clock }, deps: { clock } });
  const alice = on.person('alice');
  const { message } = await on.sayAndWait(alice, 'as harmless as can be');
  await on.stopBot();
  clock.skip(3 * DAY_MS);
  await on.startBot();
  await alice.edit(message.channel_id, message.id, 'as bad as [delete]');
  expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
  expect(on.exists(message)).toBe(false);
});

it('a text that is split across messages is deleted with all its parts, in one case', async () => {
  const on = await createScene();
  const bob = on.person('bob');
  const first = await on.sayAndWait(bob, 'this is [');
  const second = await on.sayAndWait(bob, 'delete]');
  expect(first.outcome).toEqual({ kind: 'passed' });
  expect(second.outcome).toEqual({ kind: 'acted', caseNumber: 1 });
  expect([on.exists(first.message), on.exists(second.message)]).toEqual([false, false]);
  const [alert] = on.alertsAbout(second.message.id);
  expect(JSON.stringify(alert)).toContain('split across 2 messages');
});
