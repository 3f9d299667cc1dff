import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alertButtons } from '../../../../../src/bot/posts/alerts/alert-buttons.ts';
import { createUnknownAlertsWarning } from '../../../../../src/bot/posts/alerts/unknown-alerts.ts';
import { systemClock } from '../../../../../src/shared/clock.ts';
import { snowflakeAt } from '../../../../../src/shared/snowflake.ts';
import type { Case } from '../../../../../src/bot/domain/case.ts';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';
import { createLogSink } from '../../../../helpers/log-sink.ts';
import { english } from '../../../../helpers/renderer.ts';
import { connectToSandbox, type Connected } from '../../fixture.ts';

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

  /** Posts an alert about a case as this bot; resolves to its id. */
  function postAlert(number: number, authorId = bot.sandbox.botId): string {
    const record = { ...bot.context().record, number };
    const components = alertButtons(english.t, [record]);
    return bot.sandbox.world.messages.create(channel().id, { authorId, components }).id;
  }

  /** A stored case whose alert is this post. */
  function caseOf(number: number, messageId: string, changes: Partial<Case> = {}): Case {
    const alert = { channelId: channel().id, messageId };
    return { ...bot.context().record, number, alert, closedAt: 1, ...changes };
  }

  async function warnings(stored: readonly Case[]): Promise<string[]> {
    const { logger, lines } = createLogSink('warn');
    const warn = createUnknownAlertsWarning({
      client: bot.gateway.client,
      policies: { get: async () => defaultPolicy },
      cases: {
        get: async (_guildId, number) => stored.find((each) => each.number === number) ?? null,
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
    expect(await warnings([caseOf(1, postAlert(1))])).toEqual([]);
  });

  it('about keywords that show a known case cause no warning', async () => {
    const place = { channelId: channel().id, messageId: postAlert(1) };
    expect(await warnings([caseOf(1, '5', { keywordAlerts: [place] })])).toEqual([]);
  });

  it('whose place was not stored yet cause no warning', async () => {
    postAlert(1);
    expect(await warnings([caseOf(1, '5', { alert: null, closedAt: null })])).toEqual([]);
  });

  it('that the state does not contain cause one warning', async () => {
    const known = postAlert(1);
    postAlert(2);
    const latest = postAlert(3);
    const lines = await warnings([caseOf(1, known)]);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ alerts: 2, latestMessageId: latest });
    expect(lines[0]).toMatch(/same token and another STATE_URL/);
  });

  it('of another case with the same number cause a warning', async () => {
    postAlert(1);
    expect(await warnings([caseOf(1, '5')])).toHaveLength(1);
  });

  it('of other bots, and old ones, cause no warning', async () => {
    postAlert(1, bot.sandbox.members['helper-bot'].id);
    const old = postAlert(2);
    const { messages } = channel();
    const message = messages.get(old);
    if (message === undefined) throw new Error('no such message');
    messages.delete(old);
    messages.set({ ...message, id: snowflakeAt(Date.now() - 25 * 60 * 60_000) });
    expect(await warnings([])).toEqual([]);
  });

  it('that cannot be read cause no warning', async () => {
    postAlert(1);
    bot.sandbox.faults.failNext({ status: 403, route: 'GET /channels/:id/messages' });
    expect(await warnings([])).toEqual([]);
  });
});
