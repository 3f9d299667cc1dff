import { OverwriteType, PermissionFlagsBits } from 'discord.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAlerts } from '../../src/discord/alerts.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { defaultPolicy, type Policy } from '../../src/moderation/policy.ts';
import type { Alerts } from '../../src/moderation/ports.ts';
import { createLogSink } from '../helpers/log-sink.ts';
import { connectToSandbox, type Connected } from './fixture.ts';

describe('alerts', () => {
  let bot: Connected;
  let alerts: Alerts;
  let policy: Policy;
  const { logger, lines } = createLogSink('warn');

  beforeAll(async () => {
    bot = await connectToSandbox();
  });
  afterAll(() => bot.stop());

  beforeEach(() => {
    policy = defaultPolicy;
    lines.length = 0;
    alerts = alertsTo('mod-alerts');
  });
  afterEach(() => bot.sandbox.faults.clear());

  function alertsTo(moderatorChannel: string): Alerts {
    return createAlerts({
      client: bot.gateway.client,
      policies: { get: () => Promise.resolve(policy) },
      moderatorChannel,
      clock: systemClock,
      logger,
    });
  }

  const messagesOf = (channelId: string) => [
    ...(bot.sandbox.world.state.channels.get(channelId)?.messages.values() ?? []),
  ];
  const posted = () => messagesOf(bot.sandbox.channels['mod-alerts']);
  const deed = () => ({ byUserId: bot.sandbox.members.owner.id, reason: null });

  it('posts an embed in the moderator channel and says where it stands', async () => {
    const context = bot.context({ record: { number: 41 } });
    const result = await alerts.post(context);
    const message = posted().at(-1);
    expect(result).toEqual({
      outcome: { status: 'done', at: expect.any(Number) },
      alert: { channelId: bot.sandbox.channels['mod-alerts'], messageId: message?.id },
    });
    expect(message?.embeds[0]?.footer?.text).toBe('Case #41 · rule delete');
    expect(message?.embeds[0]?.author?.icon_url).toMatch(/^https:\/\/cdn\.discordapp\.com\//);
  });

  it('pings nobody, whatever the message says', async () => {
    await alerts.post(bot.context({ text: `@everyone <@${bot.sandbox.members.moderator.id}>` }));
    const message = posted().at(-1);
    expect(message?.mention_everyone).toBe(false);
    expect(message?.mentions).toEqual([]);
  });

  it('stands once when it is posted twice', async () => {
    const context = bot.context();
    const before = posted().length;
    const first = await alerts.post(context);
    expect(await alerts.post(context)).toMatchObject({
      alert: 'alert' in first ? first.alert : null,
    });
    expect(posted()).toHaveLength(before + 1);
  });

  it('finds the alert an earlier process posted, after others, when its nonce is forgotten', async () => {
    const { world, botId, channels } = bot.sandbox;
    const context = bot.context();
    await alerts.post(context);
    const first = posted().at(-1);
    const channelId = channels['mod-alerts'];
    world.messages.delete({ channelId, messageId: first?.id ?? '' }, deed());
    for (let count = 0; count < 120; count += 1) {
      world.messages.create(channelId, { authorId: botId, content: 'another' });
    }
    const again = world.messages.create(channelId, {
      authorId: botId,
      embeds: first?.embeds ?? [],
    });
    const before = posted().length;
    expect(await alerts.post({ ...context, resumed: true })).toEqual({
      outcome: {
        status: 'done',
        at: expect.any(Number),
        detail: 'It was posted before a restart.',
      },
      alert: { channelId, messageId: again.id },
    });
    expect(posted()).toHaveLength(before);
  });

  it('takes nobody else for the author of its alert', async () => {
    const { world, channels, members } = bot.sandbox;
    const context = bot.context();
    const footer = { text: `Case #${context.record.number} · rule delete` };
    world.messages.create(channels['mod-alerts'], {
      authorId: members['helper-bot'].id,
      embeds: [{ footer }],
    });
    const before = posted().length;
    await alerts.post({ ...context, resumed: true });
    expect(posted()).toHaveLength(before + 1);
  });

  it('goes to the channel the guild has set', async () => {
    const { random } = bot.sandbox.channels;
    const result = await alerts.post(
      bot.context({ policy: { ...defaultPolicy, moderatorChannelId: random } }),
    );
    expect(result).toMatchObject({ alert: { channelId: random } });
  });

  it('goes to the channel that MODERATOR_CHANNEL names by its id', async () => {
    const { random } = bot.sandbox.channels;
    expect(await alertsTo(random).post(bot.context())).toMatchObject({
      alert: { channelId: random },
    });
  });

  it('says how to mend it when there is no such channel, and logs it once', async () => {
    const lost = alertsTo('nowhere');
    const expected = {
      outcome: {
        status: 'refused',
        code: null,
        reason: 'There is no channel “nowhere” in this server that the bot can see.',
        mend: expect.stringContaining('“nowhere”'),
      },
      alert: null,
    };
    expect(await lost.post(bot.context())).toMatchObject(expected);
    expect(await lost.post(bot.context())).toMatchObject(expected);
    expect(lines.filter((line) => line.includes('no usable moderator channel'))).toHaveLength(1);
  });

  it('does not choose another channel when the one that was set is gone', async () => {
    const gone = { ...defaultPolicy, moderatorChannelId: '100000000000000000' };
    const before = posted().length;
    expect(await alerts.post(bot.context({ policy: gone }))).toMatchObject({
      outcome: { status: 'refused', mend: expect.stringContaining('set another') },
    });
    expect(posted()).toHaveLength(before);
  });

  it('asks to be let into the channel that was set when it cannot see it', async () => {
    const moderatorChannelId = await bot.addTextChannel('secret', PermissionFlagsBits.ViewChannel);
    const context = bot.context({ policy: { ...defaultPolicy, moderatorChannelId } });
    expect(await alerts.post(context)).toMatchObject({
      outcome: {
        status: 'refused',
        mend: expect.stringContaining('Allow “View Channels” to the role “Portcullis” there'),
      },
    });
  });

  it('does not take a forum for a moderator channel', async () => {
    const forum = { ...defaultPolicy, moderatorChannelId: bot.sandbox.channels['help-forum'] };
    expect(await alerts.post(bot.context({ policy: forum }))).toMatchObject({
      outcome: { status: 'refused', reason: 'Messages cannot be posted in #help-forum.' },
    });
  });

  it.each([
    ['Send Messages', PermissionFlagsBits.SendMessages],
    ['Embed Links', PermissionFlagsBits.EmbedLinks],
  ])('names “%s” when that is what it lacks', async (name, permission) => {
    const moderatorChannelId = await bot.addTextChannel('silent', 0n);
    const { world, roles } = bot.sandbox;
    const overwrite = {
      id: roles.Portcullis,
      type: OverwriteType.Role,
      allow: '0',
      deny: permission.toString(),
    };
    world.channels.setOverwrite(moderatorChannelId, overwrite, deed());
    const context = bot.context({ policy: { ...defaultPolicy, moderatorChannelId } });
    await vi.waitFor(async () => {
      expect(await alerts.post(context)).toMatchObject({
        outcome: {
          status: 'refused',
          mend: `Allow “${name}” to the role “Portcullis” in the permissions of #silent.`,
        },
      });
    });
  });

  it('asks to be called again while Discord fails', async () => {
    bot.sandbox.faults.failNext({ route: 'POST /channels/:id/messages', status: 500, times: 10 });
    expect(await alerts.post(bot.context())).toMatchObject({ status: 'unavailable' });
  });

  it('announces to the moderators', async () => {
    const text = `Checks are late. <@${bot.sandbox.members.moderator.id}>`;
    await alerts.announce(bot.sandbox.guildId, text);
    const message = posted().at(-1);
    expect(message?.content).toBe(text);
    expect(message?.mentions).toEqual([]);
  });

  it('takes an announcement that fails lightly, and logs it', async () => {
    bot.sandbox.faults.failNext({ route: 'POST /channels/:id/messages', status: 500, times: 10 });
    await expect(alerts.announce(bot.sandbox.guildId, 'x')).resolves.toBeUndefined();
    expect(lines.join()).toContain('moderators could not be told');
  });
});
