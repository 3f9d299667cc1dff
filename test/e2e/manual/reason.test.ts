import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Case } from '../../../src/bot/domain/case.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { press, textOf } from '../commands/alert-view.ts';
import { openScene, type Scene } from '../scene.ts';
import { latestPost } from './latest-post.ts';

let on: Scene;
let moderator: Person;
let target: Person;
let count = 0;

beforeAll(async () => {
  on = await openScene();
  moderator = on.person('moderator');
});
afterAll(() => on.close());
beforeEach(() => {
  count += 1;
  target = on.join(`target-${count}`);
});

async function run(
  command: string,
  options: Record<string, string>,
  person = moderator,
): Promise<string> {
  const interaction = await person.slash(on.sandbox.channels.general, command, options);
  expect(interaction.isEphemeral).toBe(true);
  const { content, embeds } = await interaction.response();
  return content + JSON.stringify(embeds);
}

async function latestCase(): Promise<Case> {
  const options = { authorId: target.id, limit: 1 };
  const [record] = await on.bot().cases.list(on.sandbox.guildId, options);
  if (record === undefined) throw new Error('There is no case.');
  return record;
}

it('changes the reason of a moderator’s command on its post and for the member, and keeps the earlier one', async () => {
  await run('warn', { member: target.id, reason: 'spam' });
  const number = `${(await latestCase()).number}`;
  await vi.waitFor(() => expect(textOf(latestPost(on))).toContain('spam'));
  const reply = await run('reason', { number, reason: 'insulted Alice' }, on.person('owner'));
  expect(reply).toContain(`The reason of case #${number} is changed.`);
  await vi.waitFor(() => expect(textOf(latestPost(on))).toContain('insulted Alice'));
  const shown = await run('case show', { number });
  expect(shown).toContain('Earlier reasons');
  expect(shown).toMatch(
    new RegExp(`changed by <@${on.person('owner').id}> <t:\\d+:f>, before: spam`),
  );
  const own = await run('record mine', {}, target);
  expect(own).toContain('insulted Alice');
  expect(own).not.toContain('spam');
});

it('changes the reason of what a moderator did about the bot’s own case', async () => {
  const { message } = await on.sayAndWait(target, 'this is [mute]');
  const { number } = await on.caseAbout(message.id);
  await run('case undo', { number: `${number}`, reason: 'harmles' });
  await run('reason', { number: `${number}`, reason: 'harmless' });
  expect(await on.caseAbout(message.id)).toMatchObject({
    moderatorActions: [{ kind: 'undo', reason: 'harmless' }],
    reasonChanges: [{ by: { id: moderator.id }, before: 'harmles' }],
  });
});

it('says what to do for a case in which no moderator acted, or with the same reason', async () => {
  const { message } = await on.sayAndWait(target, 'this is [flag]');
  const number = `${(await on.caseAbout(message.id)).number}`;
  expect(await run('reason', { number, reason: 'why' })).toContain('it has no reason to change');
  await press(moderator, latestPost(on), 'Handled');
  await run('reason', { number, reason: 'why' });
  expect(await run('reason', { number, reason: 'why' })).toContain('already');
});

it('is refused for a case about the moderator, and for members', async () => {
  await run('warn', { member: moderator.id, reason: 'careful' }, on.person('owner'));
  const options = { authorId: moderator.id, limit: 1 };
  const [record] = await on.bot().cases.list(on.sandbox.guildId, options);
  const number = `${record?.number}`;
  expect(await run('reason', { number, reason: 'nothing' })).not.toContain('is changed');
  await expect(run('reason', { number, reason: 'x' }, on.person('alice'))).rejects.toThrow(/403/);
});
