import { SlashCommandBuilder } from '@discordjs/builders';
import { expect, it } from 'vitest';
import type {
  AutocompleteCall,
  Choice,
  SlashCommand,
} from '../../../../src/bot/interactions/command.ts';
import { createSkippingClock } from '../../../helpers/skipping-clock.ts';
import { startDispatch } from './fixture.ts';

function suggesting(
  autocomplete: (call: AutocompleteCall) => Promise<readonly Choice[]>,
): SlashCommand<null> {
  return {
    kind: 'slash',
    data: new SlashCommandBuilder()
      .setName('find')
      .setDescription('Finds')
      .addStringOption((option) =>
        option.setName('job').setDescription('Which').setAutocomplete(true),
      )
      .toJSON(),
    visibility: () => 'private',
    run: async () => ({}),
    autocomplete,
  };
}

it('suggests the choices of the command', async () => {
  const { person, general } = await startDispatch({
    commands: [
      suggesting(async ({ interaction }) => {
        const typed = interaction.options.getFocused();
        return [{ name: `${typed}-1`, value: '1' }];
      }),
    ],
  });
  const choices = await person('moderator').autocomplete(general, 'find', { job: 'ab' }, 'job');
  expect(choices).toEqual([{ name: 'ab-1', value: '1' }]);
});

it('suggests nothing when the command fails, and logs the error', async () => {
  const { person, general, log } = await startDispatch({
    commands: [suggesting(() => Promise.reject(new Error('no jobs')))],
  });
  const choices = await person('moderator').autocomplete(general, 'find', { job: 'ab' }, 'job');
  expect(choices).toEqual([]);
  expect(log.join('')).toContain('suggestions failed');
});

it('suggests nothing when the command takes too long, and aborts it', async () => {
  const clock = createSkippingClock();
  let signal: AbortSignal | null = null;
  const { person, general } = await startDispatch({
    clock,
    commands: [
      suggesting((call) => {
        ({ signal } = call);
        clock.skip(2000);
        return new Promise(() => undefined);
      }),
    ],
  });
  const suggestions = person('moderator').autocomplete(general, 'find', { job: 'ab' }, 'job');
  await clock.skipUntil(() => signal?.aborted === true);
  expect(await suggestions).toEqual([]);
});
