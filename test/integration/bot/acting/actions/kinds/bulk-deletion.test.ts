import { AuditLogEvent, RESTEvents } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { createExecutor } from '../../../../../../src/bot/acting/actions/executor.ts';
import { systemClock } from '../../../../../../src/shared/clock.ts';
import { snowflakeAt } from '../../../../../../src/shared/snowflake.ts';
import { connectToSandbox, type Connected } from '../../../fixture.ts';
import { rendered } from '../../../../../helpers/renderer.ts';

const BULK_DELETE = 'POST /channels/:id/messages/bulk-delete';

/** A bot that deletes, and a record of Discord's answers to it. */
async function createBench(options: Parameters<typeof connectToSandbox>[0] = {}) {
  const bot = await connectToSandbox(options);
  onTestFinished(() => bot.stop());
  const { client } = bot.gateway;
  const answers: string[] = [];
  client.rest.on(RESTEvents.Response, ({ method, path }, { status }) => {
    if (path.includes('/messages')) answers.push(`${method} ${status}`);
  });
  const executor = createExecutor({ client, clock: systemClock });
  const remove = async (messageId: string, channelId = bot.sandbox.channels.general) => {
    const context = bot.context({ record: { messageId, channelId } });
    return executor.execute({ kind: 'delete' }, context);
  };
  const left = (): number =>
    bot.sandbox.world.state.channels.get(bot.sandbox.channels.general)?.messages.size ?? 0;
  return {
    bot,
    remove,
    left,
    answers,
    asOwner: { byUserId: bot.sandbox.members.owner.id, reason: null },
  };
}

function auditReasons({ sandbox }: Connected, type: AuditLogEvent): string[] {
  const { auditLog = [] } = sandbox.world.state.guilds.get(sandbox.guildId) ?? {};
  return auditLog.filter((entry) => entry.action_type === type).map(({ reason }) => reason ?? '');
}

it('deletes a raid in few requests within Discord’s limits, each case with its own outcome', async () => {
  const { bot, remove, left, answers } = await createBench({ rateLimits: 1 });
  const before = left();
  const ids = Array.from({ length: 150 }, (_, n) => bot.post(`raid ${n}`));
  const outcomes = await Promise.all(ids.map((id) => remove(id)));
  expect(outcomes.map(({ status }) => status)).toEqual(Array(150).fill('done'));
  expect(left()).toBe(before);
  expect(answers).not.toContainEqual(expect.stringContaining('429'));
  expect(answers.length).toBeLessThan(20);
  expect(auditReasons(bot, AuditLogEvent.MessageBulkDelete)[0]).toMatch(
    /^Portcullis cases #\d+–#\d+$/,
  );
}, 20_000);

it('counts messages as deleted that somebody deleted first', async () => {
  const { bot, remove, answers, asOwner } = await createBench({ rateLimits: 1 });
  const ids = Array.from({ length: 10 }, (_, n) => bot.post(`rude ${n}`));
  const messageId = ids.at(-1) ?? '';
  const { general: channelId } = bot.sandbox.channels;
  bot.sandbox.world.messages.delete({ channelId, messageId }, asOwner);
  const outcomes = await Promise.all(ids.map((id) => remove(id)));
  expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill('done'));
  expect(answers).toContain('POST 204');
});

it('reports in every case that the channel is gone', async () => {
  const { remove, answers } = await createBench({ rateLimits: 1 });
  const now = systemClock.now();
  const ids = Array.from({ length: 10 }, (_, n) => snowflakeAt(now + n));
  const outcomes = await Promise.all(ids.map((id) => remove(id, '100000000000000000')));
  for (const outcome of outcomes) {
    expect(rendered(outcome)).toMatchObject({
      status: 'done',
      detail: expect.stringContaining('channel and its messages'),
    });
  }
  expect(answers).toContain('POST 404');
});

it('repeats a bulk deletion that Discord failed to answer', async () => {
  const { bot, remove, left, answers } = await createBench({ rateLimits: 1 });
  const before = left();
  const ids = Array.from({ length: 10 }, (_, n) => bot.post(`rude ${n}`));
  bot.sandbox.faults.failNext({ route: BULK_DELETE, status: 502 });
  const outcomes = await Promise.all(ids.map((id) => remove(id)));
  expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill('done'));
  expect(answers).toContain('POST 204');
  expect(left()).toBe(before);
});
