import { Status } from 'discord.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectToSandbox, type Connected } from '../fixture.ts';

const ROUTE = 'GET /channels/:id/messages';

describe('when Discord answers 401', () => {
  let bot: Connected;

  beforeAll(async () => {
    bot = await connectToSandbox();
  });
  afterAll(() => bot.stop());
  afterEach(() => bot.sandbox.faults.clear());

  const read = () =>
    bot.gateway.client.rest.get(`/channels/${bot.sandbox.channels.general}/messages`);

  it('once, the request is repeated and the token is kept', async () => {
    bot.sandbox.faults.failNext({ status: 401, route: ROUTE });
    expect(await read()).toEqual(expect.any(Array));
    expect(await read()).toEqual(expect.any(Array));
    expect(bot.ended).toEqual([]);
    expect(bot.logLines.filter((line) => line.includes('401'))).toHaveLength(1);
  });

  it('to a request without the token, nothing is repeated', async () => {
    const route = 'POST /webhooks/:id/:token';
    bot.sandbox.faults.failNext({ status: 401, route });
    const { client } = bot.gateway;
    const post = client.rest.post('/webhooks/100000000000000000/token', { auth: false });
    await expect(post).rejects.toMatchObject({ status: 401 });
    expect(await read()).toEqual(expect.any(Array));
    expect(bot.ended).toEqual([]);
  });

  it('twice, the bot has ended with the message about the token, and is not connected', async () => {
    bot.sandbox.faults.failNext({ status: 401, route: ROUTE, times: 2 });
    await expect(read()).rejects.toMatchObject({ status: 401 });
    expect(bot.ended).toEqual([expect.objectContaining({ code: 'discord_invalid_token' })]);
    const { shards } = bot.gateway.client.ws;
    await vi.waitFor(() =>
      expect(shards.some(({ status }) => status === Status.Ready)).toBe(false),
    );
  });
});
