import { ComponentType, TextInputStyle } from 'discord.js';
import { expect, it, vi } from 'vitest';
import type { Component, Reply } from '../../../../src/bot/interactions/command.ts';
import { UserError } from '../../../../src/shared/errors.ts';
import { buttons, deferred, pressComponent, workCommand } from './commands.ts';
import { startDispatch } from './fixture.ts';

/** A message with these buttons and their components. */
async function pressed(component: Component<null>, ...customIds: string[]) {
  const dispatched = await startDispatch({
    commands: [
      workCommand(async () => ({ content: 'Page 1', components: [buttons(...customIds)] })),
    ],
    components: [component],
  });
  const interaction = await dispatched.person('moderator').slash(dispatched.general, 'work');
  return { ...dispatched, message: await interaction.response() };
}

it('updates the clicked message, with the arguments in the custom id', async () => {
  const { person, general, message } = await pressed(
    pressComponent('update', async (_call, [page]) => ({ content: `Page ${page}` })),
    'press:2',
  );
  const clicked = await person('moderator').click(message, 'press:2');
  expect(clicked.acknowledged).toBe('deferred-update');
  await vi.waitFor(async () => {
    expect(await person('alice').find(general, message.id)).toMatchObject({
      content: 'Page 2',
      components: [],
    });
  });
});

it('answers privately and does not change the message', async () => {
  const { person, general, message } = await pressed(
    pressComponent('private', async ({ by }) => ({ content: `For ${by.name}` })),
    'press',
  );
  const clicked = await person('alice').click(message, 'press');
  expect(clicked.isEphemeral).toBe(true);
  expect((await clicked.response()).content).toBe('For alice');
  expect((await person('alice').find(general, message.id))?.content).toBe('Page 1');
});

it('explains a failure privately and does not change the message', async () => {
  const { person, general, message } = await pressed(
    pressComponent('update', () => Promise.reject(new UserError('There is no page 2.'))),
    'press',
  );
  const clicked = await person('moderator').click(message, 'press');
  const { followUps } = await clicked.until((view) => view.followUps.length > 0);
  expect(followUps[0]?.content).toBe('There is no page 2.');
  const shown = await person('alice').find(general, message.id);
  expect(shown).toMatchObject({ content: 'Page 1', components: [{ type: 1 }] });
  expect(await person('alice').read(general)).toHaveLength(1);
});

it('acts once for two clicks at the same time, even by different people', async () => {
  const reply = deferred<Reply>();
  const run = vi.fn<() => Promise<Reply>>(() => reply.promise);
  const { person, message } = await pressed(pressComponent('update', run), 'press');
  await person('moderator').click(message, 'press');
  const again = await person('moderator').click(message, 'press');
  expect(again.acknowledged).toBe('deferred-update');
  const others = await person('owner').click(message, 'press');
  expect((await others.response()).content).toMatch(/^Someone else is already doing this/);
  reply.resolve({ content: 'Done it.', components: [buttons('press')] });
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  // Works again when the first click has been handled.
  await vi.waitFor(async () => {
    await person('owner').click(message, 'press');
    expect(run).toHaveBeenCalledTimes(2);
  });
});

it('opens a modal and answers its submission', async () => {
  const component: Component<null> = {
    id: 'press',
    answer: {
      kind: 'modal',
      submitted: 'update',
      modal: (_call, [number]) => ({
        custom_id: `press:${number}`,
        title: 'A note to the case, in a title that is longer than Discord takes',
        components: [
          {
            type: ComponentType.Label,
            label: 'Note',
            component: {
              type: ComponentType.TextInput,
              custom_id: 'note',
              style: TextInputStyle.Short,
            },
          },
        ],
      }),
    },
    async run({ interaction }, [number]) {
      const note = interaction.isModalSubmit() ? interaction.fields.getTextInputValue('note') : '';
      return { content: `Case ${number}: ${note}` };
    },
  };
  const { person, general, message } = await pressed(component, 'press:7');
  const opened = await person('moderator').click(message, 'press:7');
  expect(opened.acknowledged).toBe('modal');
  expect(opened.modal?.title).toHaveLength(45);
  const submitted = await person('moderator').submit(opened, { note: 'seen' });
  expect(submitted.acknowledged).toBe('deferred-update');
  await vi.waitFor(async () => {
    expect((await person('alice').find(general, message.id))?.content).toBe('Case 7: seen');
  });
});

it('says privately why no modal opens', async () => {
  const component: Component<null> = {
    id: 'press',
    answer: {
      kind: 'modal',
      submitted: 'private',
      modal: () => {
        throw new UserError('There is nothing to ask.');
      },
    },
    run: async () => ({}),
  };
  const { person, message } = await pressed(component, 'press');
  const clicked = await person('moderator').click(message, 'press');
  expect(clicked.isEphemeral).toBe(true);
  expect((await clicked.response()).content).toBe('There is nothing to ask.');
});

it('says that a button belongs to another version', async () => {
  const { person, message } = await pressed(
    pressComponent('update', async () => ({})),
    'gone:1',
  );
  const clicked = await person('moderator').click(message, 'gone:1');
  expect(clicked.isEphemeral).toBe(true);
  expect((await clicked.response()).content).toMatch(/another version of the bot/);
});

it('rejects two components with the same id, and the id of the cancel button', async () => {
  const component = pressComponent('update', async () => ({}));
  await expect(startDispatch({ components: [component, component] })).rejects.toThrow(/press/);
  const cancel = { ...component, id: 'cancel' };
  await expect(startDispatch({ components: [cancel] })).rejects.toThrow(/cancel/);
});
