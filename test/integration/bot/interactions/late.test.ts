import { expect, it, vi } from 'vitest';
import type { Reply, Visibility } from '../../../../src/bot/interactions/command.ts';
import { createSkippingClock } from '../../../helpers/skipping-clock.ts';
import { buttons, deferred, pressComponent, workCommand } from './commands.ts';
import { startDispatch } from './fixture.ts';

const MINUTE_MS = 60_000;

/** A command that takes more than 15 minutes, on a sandbox whose time advances with it. */
async function overrun(visibility: Visibility) {
  const clock = createSkippingClock();
  const reply = deferred<Reply>();
  const dispatched = await startDispatch({
    clock,
    sandboxClock: clock,
    commands: [workCommand(() => reply.promise, visibility)],
  });
  const interaction = await dispatched.person('moderator').slash(dispatched.general, 'work');
  clock.skip(14.5 * MINUTE_MS);
  clock.skip(1000);
  const told = await interaction.response();
  clock.skip(MINUTE_MS);
  return { ...dispatched, reply, told, user: `<@${dispatched.sandbox.members.moderator.id}>` };
}

it('stops the handler early enough to say so', async () => {
  const clock = createSkippingClock();
  const { person, general, events } = await startDispatch({
    clock,
    commands: [
      workCommand(
        ({ signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      ),
    ],
  });
  const interaction = await person('moderator').slash(general, 'work');
  clock.skip(14.5 * MINUTE_MS);
  expect((await interaction.response()).content).toMatch(/longer than the 15 minutes/);
  await vi.waitFor(() => expect(events[0]?.outcome).toBe('time over'));
});

it('posts a late public answer in the channel and names the person and the command', async () => {
  const { person, general, reply, told, user } = await overrun('public');
  expect(told.content).toMatch(/answer will be posted in this channel/);
  reply.resolve({ content: 'At last.', embeds: [{ title: 'Late' }] });
  await vi.waitFor(async () => {
    const [latest] = await person('alice').read(general);
    expect(latest?.content).toBe(`${user} ran /work:\nAt last.`);
    expect(latest?.embeds).toMatchObject([{ title: 'Late' }]);
    expect(latest?.mentions).toEqual([]);
  });
});

it('does not show a late private answer in the channel, but says that it is ready', async () => {
  const { person, general, reply, told, user } = await overrun('private');
  expect(told.content).toMatch(/run it again then/);
  reply.resolve({ content: 'A secret.' });
  await vi.waitFor(async () => {
    const [latest] = await person('alice').read(general);
    expect(latest?.content).toMatch(new RegExp(`^${user}, /work has finished`));
    expect(JSON.stringify(latest)).not.toContain('secret');
  });
});

it('does not count an answer as shown whose message was deleted in the meantime', async () => {
  const reply = deferred<Reply>();
  const { person, general, events, sandbox } = await startDispatch({
    commands: [workCommand(() => reply.promise)],
  });
  await person('moderator').slash(general, 'work');
  const placeholder = await vi.waitFor(() => {
    const messages = sandbox.world.state.channels.get(general)?.messages;
    const last = [...(messages?.values() ?? [])].at(-1);
    if (last?.author.id !== sandbox.botId) throw new Error('not acknowledged yet');
    return last;
  });
  const action = { byUserId: sandbox.members.owner.id, reason: null };
  sandbox.world.messages.delete({ channelId: general, messageId: placeholder.id }, action);
  reply.resolve({ content: 'At last.' });
  await vi.waitFor(() => expect(events[0]?.outcome).toBe('gone'));
});

it('also treats an answer as late when Discord rejects the token', async () => {
  const sandboxClock = createSkippingClock();
  const reply = deferred<Reply>();
  const { person, general } = await startDispatch({
    sandboxClock,
    commands: [workCommand(() => reply.promise)],
  });
  await person('moderator').slash(general, 'work');
  sandboxClock.skip(15 * MINUTE_MS);
  reply.resolve({ content: 'At last.' });
  await vi.waitFor(async () => {
    const [latest] = await person('alice').read(general);
    expect(latest?.content).toMatch(/ran \/work:\nAt last\.$/);
  });
});

it('still updates a message that was clicked long ago', async () => {
  const sandboxClock = createSkippingClock();
  const reply = deferred<Reply>();
  const { person, general } = await startDispatch({
    sandboxClock,
    commands: [workCommand(async () => ({ content: 'Page 1', components: [buttons('press')] }))],
    components: [pressComponent('update', () => reply.promise)],
  });
  const message = await (await person('moderator').slash(general, 'work')).response();
  await person('moderator').click(message, 'press');
  sandboxClock.skip(15 * MINUTE_MS);
  reply.resolve({ content: 'Page 2' });
  await vi.waitFor(async () => {
    expect((await person('alice').find(general, message.id))?.content).toBe('Page 2');
  });
});
