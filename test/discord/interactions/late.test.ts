import { expect, it, vi } from 'vitest';
import type { Reply, Visibility } from '../../../src/discord/interactions/command.ts';
import { createSkippingClock } from '../../helpers/skipping-clock.ts';
import { buttons, deferred, pressComponent, workCommand } from './commands.ts';
import { startDispatch } from './fixture.ts';

const MINUTE_MS = 60_000;

/** A command that goes on for more than 15 minutes, on a Discord where they pass as well. */
async function overrun(visibility: Visibility) {
  const clock = createSkippingClock();
  const reply = deferred<Reply>();
  const dispatched = await startDispatch({
    clock,
    sandboxClock: clock,
    commands: [workCommand(() => reply.promise, visibility)],
  });
  const asked = await dispatched.person('moderator').slash(dispatched.general, 'work');
  clock.skip(14.5 * MINUTE_MS);
  clock.skip(1000);
  const told = await asked.response();
  clock.skip(MINUTE_MS);
  return { ...dispatched, reply, told, user: `<@${dispatched.sandbox.members.moderator.id}>` };
}

it('gives work up in time to say so', async () => {
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
  const asked = await person('moderator').slash(general, 'work');
  clock.skip(14.5 * MINUTE_MS);
  expect((await asked.response()).content).toMatch(/longer than the 15 minutes/);
  await vi.waitFor(() => expect(events[0]?.outcome).toBe('time over'));
});

it('posts a public answer that is too late in the channel, with who asked for what', async () => {
  const { person, general, reply, told, user } = await overrun('public');
  expect(told.content).toMatch(/will post the answer in this channel/);
  reply.resolve({ content: 'At last.', embeds: [{ title: 'Late' }] });
  await vi.waitFor(async () => {
    const [latest] = await person('alice').read(general);
    expect(latest?.content).toBe(`${user} asked for /work:\nAt last.`);
    expect(latest?.embeds).toMatchObject([{ title: 'Late' }]);
    expect(latest?.mentions).toEqual([]);
  });
});

it('says only that a private answer is there, where all can read', async () => {
  const { person, general, reply, told, user } = await overrun('private');
  expect(told.content).toMatch(/ask again then/);
  reply.resolve({ content: 'A secret.' });
  await vi.waitFor(async () => {
    const [latest] = await person('alice').read(general);
    expect(latest?.content).toMatch(new RegExp(`^${user}, /work is over`));
    expect(JSON.stringify(latest)).not.toContain('secret');
  });
});

it('goes by what Discord says about the token, too', async () => {
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
    expect(latest?.content).toMatch(/asked for \/work:\nAt last\.$/);
  });
});

it('changes a message that was clicked long ago all the same', async () => {
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
