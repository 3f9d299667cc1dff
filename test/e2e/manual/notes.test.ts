import { expect, it } from 'vitest';
import type { Person } from '../../../src/sandbox/person.ts';
import { createSkippingClock } from '../../helpers/skipping-clock.ts';
import { press } from '../commands/alert-view.ts';
import { createScene, type Scene, type SceneOptions } from '../scene.ts';

interface NoteScene {
  readonly on: Scene;
  readonly target: Person;
  run(command: string, options: Record<string, string>, person?: Person): Promise<string>;
}

async function createNoteScene(options: SceneOptions = {}): Promise<NoteScene> {
  const on = await createScene(options);
  return {
    on,
    target: on.join('target'),
    async run(command, given, person = on.person('moderator')) {
      const interaction = await person.slash(on.sandbox.channels.general, command, given);
      expect(interaction.isEphemeral).toBe(true);
      const { content, embeds } = await interaction.response();
      return content + JSON.stringify(embeds);
    },
  };
}

it('a note about a member is shown in their record, with its writer, also after a restart', async () => {
  const { on, target, run } = await createNoteScene();
  const user = target.id;
  expect(await run('note add', { user, text: 'second account of Bob?' })).toContain('added');
  await on.stopBot();
  await on.startBot();
  const shown = await run('note list', { user });
  expect(shown).toContain('second account of Bob?');
  expect(shown).toContain(`<@${on.person('moderator').id}>`);
  const { general } = on.sandbox.channels;
  const menu = await on.person('moderator').userCommand(general, 'Moderation record', user);
  expect(JSON.stringify((await menu.response()).embeds)).toContain('second account of Bob?');
});

it('a note is removed by choosing it', async () => {
  const { on, target, run } = await createNoteScene();
  const user = target.id;
  await run('note add', { user, text: 'one' });
  await run('note add', { user, text: 'two' });
  const suggested = await on
    .person('moderator')
    .autocomplete(on.sandbox.channels.general, 'note remove', { user, note: 'on' }, 'note');
  expect(suggested.map(({ name }) => name)).toEqual([expect.stringMatching(/ · one$/)]);
  const note = String(suggested[0]?.value);
  expect(await run('note remove', { user, note })).toContain('Note removed.');
  expect(await run('note remove', { user, note })).toContain('no such note');
  const shown = await run('note list', { user });
  expect(shown).toContain('two');
  expect(shown).not.toContain(': one');
});

it('a member gets the notes about them without who wrote them, and can erase them', async () => {
  const { on, target, run } = await createNoteScene();
  const moderator = on.person('moderator');
  await run('note add', { user: target.id, text: 'a note about them' });
  const exported = async (person: Person): Promise<string> => {
    const interaction = await person.slash(on.sandbox.channels.general, 'privacy export', {});
    const { attachments } = await interaction.response();
    const [file] = attachments;
    if (file === undefined) throw new Error('There is no file.');
    return (await fetch(file.url)).text();
  };
  const own = JSON.parse(await exported(target)) as Record<string, unknown>;
  expect(own['notes']).toMatchObject([{ text: 'a note about them' }]);
  expect(JSON.stringify(own)).not.toContain(moderator.id);
  expect(await exported(moderator)).toContain('a note about them');
  const question = await target.slash(on.sandbox.channels.general, 'privacy erase', {});
  expect(await press(target, await question.response(), 'Erase')).toContain('from 1 note.');
  expect(await run('note list', { user: target.id })).not.toContain('a note about them');
});

it('a note ends with the cases of its time', async () => {
  const clock = createSkippingClock();
  const { target, run } = await createNoteScene({ deps: { clock } });
  await run('note add', { user: target.id, text: 'from long ago' });
  clock.skip(366 * 24 * 60 * 60_000);
  expect(await run('note list', { user: target.id })).not.toContain('from long ago');
});

it('members can neither write nor read notes', async () => {
  const { on, target, run } = await createNoteScene();
  const user = target.id;
  for (const [command, options] of [
    ['note add', { user, text: 'x' }],
    ['note list', { user }],
  ] as const) {
    await expect(run(command, options, on.person('alice'))).rejects.toThrow(/status 403/);
  }
});
