import type { APIMessage } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import type { Interaction } from '../../../src/sandbox/person.ts';
import { createScene } from '../scene.ts';

function textOf({ embeds }: APIMessage): string {
  return embeds.map(({ title, description }) => `${title}\n${description}`).join('\n\n');
}

/** The result, after the progress. */
async function resultOf(used: Interaction): Promise<APIMessage> {
  const { original } = await used.until((view) => (view.original?.embeds.length ?? 0) > 0);
  if (original === null) throw new Error('there is no result');
  return original;
}

it('shows what a rule would have done about messages and cases, and applies it', async () => {
  const on = await createScene();
  const { channels, guildId } = on.sandbox;
  const [owner, alice] = [on.person('owner'), on.person('alice')];
  await on.sayAndWait(alice, 'this is [flag] number one');
  await on.sayAndWait(on.person('bob'), 'this is [flag] number two');
  const gone = await on.sayAndWait(on.person('carol'), 'this is [delete]');
  expect(on.exists(gone.message)).toBe(false);
  await on.sayAndWait(alice, 'good morning');

  const used = await owner.slash(channels.general, 'moderation preview rule', {
    name: 'No flags',
    effects: 'delete, alert',
    actions: 'flag',
  });
  expect(used.isEphemeral).toBe(true);
  const preview = await resultOf(used);
  expect(textOf(preview)).toContain('delete the message: **2**');
  expect(textOf(preview)).toContain('further cases: 1');
  expect(textOf(preview)).toContain('number one');
  expect((await on.bot().policies.get(guildId)).rules).toEqual([]);

  await (await owner.click(preview, 'Apply')).response();
  expect((await on.bot().policies.get(guildId)).rules).toMatchObject([{ name: 'No flags' }]);
  const next = await on.sayAndWait(on.person('dave'), 'this is [flag] number three');
  expect(on.exists(next.message)).toBe(false);
});

it('counts deleted messages by their cases, and only those the person can see', async () => {
  const on = await createScene();
  const { channels, world, guildId } = on.sandbox;
  await on.sayAndWait(on.person('alice'), 'this is [delete]');
  const secret = await on.person('moderator').say(channels['mod-alerts'], 'a secret [flag]');
  await on.outcomeOf(secret.id);
  const { id } = world.roles.create(guildId, { name: 'Staff', permissions: 32n }, on.asOwner);
  const staff = on.join('staff', [id]);

  const shown = await resultOf(
    await staff.slash(channels.general, 'moderation preview preset', { preset: 'strict' }),
  );
  expect(textOf(shown)).toContain('With the preset **strict**');
  expect(textOf(shown)).toContain('delete the message: **1**');
  expect(textOf(shown)).not.toContain('secret');
  expect(shown.embeds[0]?.footer?.text).toContain('No action was taken.');
  await (await staff.click(shown, 'Apply')).response();
  expect(await on.bot().policies.get(guildId)).toMatchObject({ preset: 'strict' });
});
