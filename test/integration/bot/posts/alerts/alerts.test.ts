import { ChannelType, OverwriteType, PermissionFlagsBits } from 'discord.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { alertButtons } from '../../../../../src/bot/posts/alerts/alert-buttons.ts';
import { createAlertFormat } from '../../../../../src/bot/posts/alerts/alert-format.ts';
import { createModeratorChannels } from '../../../../../src/bot/posts/alerts/moderator-channels.ts';
import { createMessenger } from '../../../../../src/bot/outbox/messenger.ts';
import { systemClock } from '../../../../../src/shared/clock.ts';
import type { MessageRef } from '../../../../../src/bot/domain/case.ts';
import type { AuthorHistory } from '../../../../../src/bot/domain/figures/author-history.ts';
import { defaultPolicy, type Policy } from '../../../../../src/bot/domain/policy/policy.ts';
import type { AlertPost, EffectContext } from '../../../../../src/bot/domain/ports.ts';
import { createLogSink } from '../../../../helpers/log-sink.ts';
import { connectToSandbox, stepsOf, type Connected } from '../../fixture.ts';
import { english, rendered } from '../../../../helpers/renderer.ts';

const NO_CASES: AuthorHistory = { total: 0, results: [], lastAt: null, isComplete: true };

describe('alerts', () => {
  let bot: Connected;
  let alerts: ReturnType<typeof alertsTo>;
  let policy: Policy;
  let history: AuthorHistory;
  const { logger, lines } = createLogSink('warn');

  beforeAll(async () => {
    bot = await connectToSandbox();
  });
  afterAll(() => bot.stop());

  beforeEach(() => {
    policy = defaultPolicy;
    history = NO_CASES;
    lines.length = 0;
    alerts = alertsTo('mod-alerts');
  });
  afterEach(() => bot.sandbox.faults.clear());

  /** The format of alerts with a messenger, as the outbox uses them. */
  function alertsTo(moderatorChannel: string) {
    const { client } = bot.gateway;
    const messenger = createMessenger(client);
    const format = createAlertFormat({
      client,
      cases: { historyOf: () => Promise.resolve(history) },
      moderatorChannel,
      clock: systemClock,
    });
    const channels = createModeratorChannels({
      client,
      policies: { get: () => Promise.resolve(policy) },
      moderatorChannel,
      logger,
    });
    return {
      ...channels,
      async post(alert: AlertPost) {
        const target = format.target(alert);
        if (target.kind !== 'channel') {
          return { outcome: format.refused(alert, null, null), alert: null };
        }
        const nonce = `a${alert.cases[0].record.number}`;
        const result = await messenger.post(target.channelId, await format.body(alert), nonce);
        if ('messageId' in result) return { outcome: { status: 'done' }, alert: result };
        if (result.kind === 'unavailable') return result;
        return { outcome: format.refused(alert, result, null), alert: null };
      },
      find(alert: AlertPost) {
        const target = format.target(alert);
        return messenger.find(target.kind === 'channel' ? target.channelId : '', {
          isWanted: (message) => format.isSame(alert, message),
          sinceMs: Math.min(...alert.cases.map(({ record }) => record.openedAt)),
        });
      },
      edit: async (place: MessageRef, alert: AlertPost) =>
        messenger.edit(place, await format.body(alert)),
    };
  }

  function alertOf(context: EffectContext): AlertPost {
    const { record, text, policy } = context;
    return { cases: [{ record, text }], policy };
  }

  const messagesOf = (channelId: string) => [
    ...(bot.sandbox.world.state.channels.get(channelId)?.messages.values() ?? []),
  ];
  const posted = () => messagesOf(bot.sandbox.channels['mod-alerts']);
  const action = () => ({ byUserId: bot.sandbox.members.owner.id, reason: null });

  it('posts an embed in the moderator channel and returns its address', async () => {
    const context = bot.context({ record: { number: 41 } });
    const result = await alerts.post(alertOf(context));
    const message = posted().at(-1);
    expect(result).toEqual({
      outcome: { status: 'done' },
      alert: { channelId: bot.sandbox.channels['mod-alerts'], messageId: message?.id },
    });
    expect(message?.embeds[0]?.description).toMatch(/ · #41$/);
    expect(message?.content).toBe('');
  });

  it('pings nobody for any message text', async () => {
    await alerts.post(
      alertOf(bot.context({ text: `@everyone <@${bot.sandbox.members.moderator.id}>` })),
    );
    const message = posted().at(-1);
    expect(message?.mention_everyone).toBe(false);
    expect(message?.mentions).toEqual([]);
  });

  it('appears once even if it is posted twice', async () => {
    const context = bot.context();
    const before = posted().length;
    const first = await alerts.post(alertOf(context));
    expect(rendered(await alerts.post(alertOf(context)))).toMatchObject({
      alert: 'alert' in first ? first.alert : null,
    });
    expect(posted()).toHaveLength(before + 1);
  });

  it('finds the alert an earlier process posted, after others, when its nonce is forgotten', async () => {
    const { world, botId, channels } = bot.sandbox;
    const context = bot.context();
    await alerts.post(alertOf(context));
    const first = posted().at(-1);
    const channelId = channels['mod-alerts'];
    world.messages.delete({ channelId, messageId: first?.id ?? '' }, action());
    for (let count = 0; count < 120; count += 1) {
      world.messages.create(channelId, { authorId: botId, content: 'another' });
    }
    const again = world.messages.create(channelId, {
      authorId: botId,
      embeds: first?.embeds ?? [],
      components: first?.components ?? [],
    });
    const later = bot.context({ record: { number: context.record.number + 1 } });
    const [, other] = [alertOf(context), alertOf(later)].map(({ cases: [each] }) => each);
    const { cases, policy } = alertOf(context);
    const expected = { channelId, messageId: again.id };
    expect(await alerts.find({ cases, policy })).toEqual(expected);
    if (other === undefined) throw new Error('no other case');
    expect(await alerts.find({ cases: [other, ...cases], policy })).toEqual(expected);
    expect(await alerts.find({ cases: [other], policy })).toBeNull();
  });

  it('recognises only its own posts as its alert', async () => {
    const { world, channels, members, botId } = bot.sandbox;
    const context = bot.context();
    const { record } = context;
    const keywordAlert = world.messages.create(channels['mod-alerts'], {
      authorId: botId,
      components: alertButtons(english.t, [record]),
    });
    world.messages.create(channels['mod-alerts'], {
      authorId: members['helper-bot'].id,
      components: alertButtons(english.t, [record]),
    });
    const place = { channelId: channels['mod-alerts'], messageId: keywordAlert.id };
    const known = { ...context, record: { ...record, keywordAlerts: [place] } };
    expect(await alerts.find(alertOf(known))).toBeNull();
  });

  it('says what the author has on record', async () => {
    history = {
      total: 3,
      results: [
        { key: 'timedOut', count: 2 },
        { key: 'warned', count: 1 },
      ],
      lastAt: 1_750_000_000_000,
      isComplete: true,
    };
    await alerts.post(alertOf(bot.context()));
    expect(posted().at(-1)?.embeds[0]?.description).toContain(
      '3 earlier cases in 90 days (2× timed out, 1× warned), last <t:1750000000:R>: /case list',
    );
  });

  it('goes to the channel the guild has set', async () => {
    const { random } = bot.sandbox.channels;
    const result = await alerts.post(
      alertOf(bot.context({ policy: { ...defaultPolicy, moderatorChannelId: random } })),
    );
    expect(result).toMatchObject({ alert: { channelId: random } });
  });

  it('goes to the channel that MODERATOR_CHANNEL names by its id', async () => {
    const { random } = bot.sandbox.channels;
    expect(rendered(await alertsTo(random).post(alertOf(bot.context())))).toMatchObject({
      alert: { channelId: random },
    });
  });

  it('says how to fix it when there is no such channel, and logs it once', async () => {
    const lost = alertsTo('nowhere');
    const expected = {
      outcome: {
        status: 'refused',
        code: null,
        reason: 'This server has no channel “nowhere” that the bot can see.',
        fix: expect.stringContaining('“nowhere”'),
      },
      alert: null,
    };
    expect(rendered(await lost.post(alertOf(bot.context())))).toMatchObject(expected);
    const { guildId } = bot.sandbox;
    for (let look = 0; look < 2; look += 1) {
      expect(lost.hasNoChannel(guildId, defaultPolicy)).toBe(true);
    }
    expect(lines.filter((line) => line.includes('no usable moderator channel'))).toHaveLength(1);
  });

  it('does not choose another channel when the configured one is gone', async () => {
    const gone = { ...defaultPolicy, moderatorChannelId: '100000000000000000' };
    const before = posted().length;
    expect(rendered(await alerts.post(alertOf(bot.context({ policy: gone }))))).toMatchObject({
      outcome: {
        status: 'refused',
        fix: expect.stringContaining('choose another channel with /moderation channel'),
      },
    });
    expect(posted()).toHaveLength(before);
  });

  it('asks to be let into the channel that was set when it cannot see it', async () => {
    const moderatorChannelId = await bot.addTextChannel('secret', PermissionFlagsBits.ViewChannel);
    const context = bot.context({ policy: { ...defaultPolicy, moderatorChannelId } });
    expect(rendered(await alerts.post(alertOf(context)))).toMatchObject({
      outcome: {
        status: 'refused',
        fix: expect.stringContaining('Allow “View Channels” for the role “Portcullis” there'),
      },
    });
  });

  it('requires Read Message History, to find its alerts after a restart', async () => {
    const channelId = await bot.addTextChannel(
      'without-history',
      PermissionFlagsBits.ReadMessageHistory,
    );
    const policy = { ...defaultPolicy, moderatorChannelId: channelId };
    expect(rendered(await alerts.post(alertOf(bot.context({ policy }))))).toMatchObject({
      outcome: {
        status: 'refused',
        fix: expect.stringContaining('Allow “Read Message History”'),
      },
    });
  });

  it('does not choose a thread whose channel is unknown', async () => {
    const { world, channels, members } = bot.sandbox;
    const thread = world.threads.start(
      channels.random,
      { name: 'orphan', type: ChannelType.PublicThread },
      { byUserId: members.alice.id, reason: null },
    );
    const cache = bot.gateway.client.channels.cache;
    const guildCache = bot.gateway.client.guilds.cache.get(bot.sandbox.guildId)?.channels.cache;
    await vi.waitFor(() => expect(cache.has(thread.id)).toBe(true));
    const parent = guildCache?.get(channels.random);
    guildCache?.delete(channels.random);
    const policy = { ...defaultPolicy, moderatorChannelId: thread.id };
    const posted = await alerts.post(alertOf(bot.context({ policy })));
    if (parent !== undefined) guildCache?.set(parent.id, parent);
    expect(rendered(posted)).toMatchObject({
      outcome: { status: 'refused', fix: expect.stringContaining('Allow “View Channels”') },
    });
  });

  it('does not use a forum as the moderator channel', async () => {
    const forum = { ...defaultPolicy, moderatorChannelId: bot.sandbox.channels['help-forum'] };
    expect(rendered(await alerts.post(alertOf(bot.context({ policy: forum }))))).toMatchObject({
      outcome: { status: 'refused', reason: 'Messages cannot be posted in #help-forum.' },
    });
  });

  it.each([
    ['Send Messages', PermissionFlagsBits.SendMessages],
    ['Embed Links', PermissionFlagsBits.EmbedLinks],
  ])('names “%s” when the bot lacks it', async (name, permission) => {
    const moderatorChannelId = await bot.addTextChannel('silent', 0n);
    const { world, roles } = bot.sandbox;
    const overwrite = {
      id: roles.Portcullis,
      type: OverwriteType.Role,
      allow: '0',
      deny: permission.toString(),
    };
    world.channels.setOverwrite(moderatorChannelId, overwrite, action());
    const context = bot.context({ policy: { ...defaultPolicy, moderatorChannelId } });
    await vi.waitFor(async () => {
      expect(rendered(await alerts.post(alertOf(context)))).toMatchObject({
        outcome: {
          status: 'refused',
          fix: `Allow “${name}” for the role “Portcullis” in the permissions of #silent.`,
        },
      });
    });
  });

  it('is rendered anew by an edit, and is gone once somebody deleted it', async () => {
    const { world, channels } = bot.sandbox;
    const { record, text, policy } = bot.context();
    const result = await alerts.post({ cases: [{ record, text }], policy });
    const place = 'alert' in result ? result.alert : null;
    if (place === null) throw new Error('there is no alert');
    const posted = {
      cases: [{ record: { ...record, alert: place }, text: 'another text' }],
      policy,
    } as const;
    expect(await alerts.edit(place, posted)).toBe('edited');
    const message = messagesOf(place.channelId).find(({ id }) => id === place.messageId);
    expect(message?.embeds[0]?.description).toContain('another text');
    world.messages.delete(
      { channelId: channels['mod-alerts'], messageId: place.messageId },
      action(),
    );
    expect(await alerts.edit(place, posted)).toBe('gone');
  });

  describe('the role for the most severe alerts', () => {
    let roleId: string;
    let pinging: Policy;
    const banned = { steps: stepsOf({ kind: 'ban' }) };

    beforeAll(() => {
      const { world, guildId } = bot.sandbox;
      const role = { name: 'On call', position: 1, mentionable: true };
      roleId = world.roles.create(guildId, role, action()).id;
      pinging = { ...defaultPolicy, alerts: { spoiler: true, roleId } };
    });

    it('is pinged once, when such an alert is posted', async () => {
      const { record, text } = bot.context({ record: banned });
      const alert = { cases: [{ record, text }], policy: pinging } as const;
      const result = await alerts.post(alert);
      const message = posted().at(-1);
      expect(message?.content).toBe(`<@&${roleId}>`);
      expect(message?.mention_roles).toEqual([roleId]);
      const place = 'alert' in result ? result.alert : null;
      if (place === null) throw new Error('there is no alert');
      await alerts.edit(place, alert);
      expect(posted().at(-1)?.content).toBe(`<@&${roleId}>`);
    });

    it('is not pinged by others, nor without the setting', async () => {
      await alerts.post(alertOf(bot.context({ policy: pinging })));
      expect(posted().at(-1)?.content).toBe('');
      await alerts.post(alertOf(bot.context({ record: banned })));
      expect(posted().at(-1)?.content).toBe('');
    });
  });

  it('asks to be called again while Discord fails', async () => {
    bot.sandbox.faults.failNext({ route: 'POST /channels/:id/messages', status: 500, times: 10 });
    expect(rendered(await alerts.post(alertOf(bot.context())))).toMatchObject({
      kind: 'unavailable',
    });
  });

  it('announces to the moderators', async () => {
    const text = `Checks are late. <@${bot.sandbox.members.moderator.id}>`;
    await alerts.announce(bot.sandbox.guildId, () => text);
    const message = posted().at(-1);
    expect(message?.content).toBe(text);
    expect(message?.mentions).toEqual([]);
  });

  it('logs an announcement that fails, and continues', async () => {
    bot.sandbox.faults.failNext({ route: 'POST /channels/:id/messages', status: 500, times: 10 });
    await expect(alerts.announce(bot.sandbox.guildId, () => 'x')).resolves.toBeUndefined();
    expect(lines.join()).toContain('could not post in the moderator channel');
  });
});
