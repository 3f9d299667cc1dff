import type { APIMessage } from 'discord.js';
import { expect, it, vi } from 'vitest';
import type { Reply, SlashCall } from '../../../../src/bot/interactions/command.ts';
import { createSkippingClock } from '../../../helpers/skipping-clock.ts';
import { buttons, deferred, workCommand } from './commands.ts';
import { startDispatch } from './fixture.ts';

/** Reports progress and continues until it is aborted. */
function untilAborted({ progress, signal }: SlashCall): Promise<Reply> {
  progress('1 of 7');
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

it('shows progress with a cancel button, and the answer without it', async () => {
  const reply = deferred<Reply>();
  const { person, general } = await startDispatch({
    commands: [
      workCommand(({ progress }) => {
        progress('1 of 7');
        return reply.promise;
      }),
    ],
  });
  const interaction = await person('moderator').slash(general, 'work');
  const { original } = await interaction.until((view) => view.original?.content === '1 of 7');
  expect(original?.components).toMatchObject([{ components: [{ label: 'Cancel' }] }]);
  reply.resolve({ content: 'All 7.', embeds: [{ title: 'Seven' }] });
  const after = await interaction.until((view) => view.original?.content === 'All 7.');
  expect(after.original?.components).toEqual([]);
  expect(after.original?.embeds).toMatchObject([{ title: 'Seven' }]);
});

it('can be cancelled only by the person who ran the command', async () => {
  const { person, general, events } = await startDispatch({
    commands: [workCommand(untilAborted)],
  });
  const interaction = await person('moderator').slash(general, 'work');
  const { original } = await interaction.until((view) => view.original?.content === '1 of 7');
  const message = original as APIMessage;

  const others = await person('alice').click(message, 'Cancel');
  expect(others.isEphemeral).toBe(true);
  expect((await others.response()).content).toMatch(/^Only the person who ran this command/);
  expect(events).toEqual([]);

  const own = await person('moderator').click(message, 'Cancel');
  expect(own.acknowledged).toBe('deferred-update');
  const { original: after } = await interaction.until(
    (view) => view.original?.content === 'Cancelled.',
  );
  expect(after?.components).toEqual([]);
  await vi.waitFor(() => expect(events[0]?.outcome).toBe('cancelled'));
});

it('shows the answer of a handler that finishes despite the cancellation', async () => {
  const { person, general } = await startDispatch({
    commands: [
      workCommand(async ({ progress, signal }) => {
        progress('1 of 7');
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return { content: 'All 7 in spite of that.' };
      }),
    ],
  });
  const interaction = await person('moderator').slash(general, 'work');
  const { original } = await interaction.until((view) => view.original?.content === '1 of 7');
  await person('moderator').click(original as APIMessage, 'Cancel');
  const { original: after } = await interaction.until(
    (view) => view.original?.content !== '1 of 7',
  );
  expect(after?.content).toBe('All 7 in spite of that.');
});

it('does not wait long for a handler that ignores the cancellation', async () => {
  const clock = createSkippingClock();
  const { person, general } = await startDispatch({
    clock,
    commands: [
      workCommand(({ progress }) => {
        progress('1 of 7');
        return new Promise(() => undefined);
      }),
    ],
  });
  const interaction = await person('moderator').slash(general, 'work');
  const { original } = await interaction.until((view) => view.original?.content === '1 of 7');
  await person('moderator').click(original as APIMessage, 'Cancel');
  clock.skip(1000);
  const { original: after } = await interaction.until(
    (view) => view.original?.content !== '1 of 7',
  );
  expect(after?.content).toMatch(/^Cancelled\. Steps that had already started/);
});

it('says that nothing is running when the button is older than the bot process', async () => {
  const { person, general } = await startDispatch({
    commands: [workCommand(async () => ({ content: 'Old', components: [buttons('cancel:123')] }))],
  });
  const interaction = await person('moderator').slash(general, 'work');
  const clicked = await person('moderator').click(await interaction.response(), 'cancel:123');
  expect(clicked.isEphemeral).toBe(true);
  expect((await clicked.response()).content).toMatch(/no longer running/);
});
