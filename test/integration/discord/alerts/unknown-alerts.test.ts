import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUnknownAlertsWarning } from '../../../../src/discord/alerts/unknown-alerts.ts';
import { systemClock } from '../../../../src/lib/clock.ts';
import { snowflakeAt } from '../../../../src/lib/snowflake.ts';
import type { Case } from '../../../../src/moderation/case.ts';
import { defaultPolicy } from '../../../../src/moderation/policy.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { connectToSandbox, type Connected } from '../fixture.ts';

describe('at the start, alerts in the moderator channel', () => {
  let bot: Connected;

  beforeAll(async () => {
    bot = await connectToSandbox();
  });
  afterAll(() => bot.stop());
  beforeEach(() => {
    const messages = channel().messages;
    const ids = Array.from(messages.values(), ({ id }) => id);
    for (const id of ids) messages.delete(id);
  });

  function channel() {
    const { world, channels } = bot.sandbox;
    const state = world.state.channels.get(channels['mod-alerts']);
    if (state === undefined) throw new Error('no such channel');
    return state;
  }

  /** Posts an alert about a case as this bot. */
  function postAlert(number: number, openedAt: number, authorId = bot.sandbox.botId): string {
    return bot.sandbox.world.messages.create(channel().id, {
      authorId,
      embeds: [
        {
          footer: { text: `Case #${number} · rule delete` },
          timestamp: new Date(openedAt).toISOString(),
        },
      ],
    }).id;
  }

  async function warnings(stored: readonly Pick<Case, 'number' | 'openedAt'>[]): Promise<string[]> {
    const { logger, lines } = createLogSink('warn');
    const warn = createUnknownAlertsWarning({
      client: bot.gateway.client,
      policies: { get: async () => defaultPolicy },
      cases: {
        get: async (_guildId, number) => {
          const record = stored.find((one) => one.number === number);
          return record === undefined ? null : { ...bot.context().record, ...record };
        },
      },
      moderatorChannel: 'mod-alerts',
      clock: systemClock,
      logger,
    });
    await warn(bot.sandbox.guildId);
    await warn(bot.sandbox.guildId);
    return lines;
  }

  it('of known cases cause no warning', async () => {
    const openedAt = Date.now();
    postAlert(1, openedAt);
    expect(await warnings([{ number: 1, openedAt }])).toEqual([]);
  });

  it('that the state does not contain cause one warning', async () => {
    const openedAt = Date.now();
    postAlert(1, openedAt);
    postAlert(2, openedAt);
    const latest = postAlert(3, openedAt);
    const lines = await warnings([{ number: 1, openedAt }]);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ alerts: 2, latestMessageId: latest });
    expect(lines[0]).toMatch(/same token and another STATE_URL/);
  });

  it('of another case with the same number cause a warning', async () => {
    postAlert(1, Date.now());
    expect(await warnings([{ number: 1, openedAt: Date.now() - 60_000 }])).toHaveLength(1);
  });

  it('of other bots, and old ones, cause no warning', async () => {
    postAlert(1, Date.now(), bot.sandbox.members['helper-bot'].id);
    const old = postAlert(2, Date.now());
    const { messages } = channel();
    const message = messages.get(old);
    if (message === undefined) throw new Error('no such message');
    messages.delete(old);
    messages.set({ ...message, id: snowflakeAt(Date.now() - 25 * 60 * 60_000) });
    expect(await warnings([])).toEqual([]);
  });

  it('that cannot be read cause no warning', async () => {
    postAlert(1, Date.now());
    bot.sandbox.faults.failNext({ status: 403, route: 'GET /channels/:id/messages' });
    expect(await warnings([])).toEqual([]);
  });
});
