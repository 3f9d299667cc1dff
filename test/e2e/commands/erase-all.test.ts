import type { APIMessage } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/bot/domain/policy/policy.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { caseDraft } from '../../helpers/cases.ts';
import { createScene, type Scene } from '../scene.ts';

const CHANNEL = 'mod-alerts';

async function confirmation(on: Scene, person: Person): Promise<APIMessage> {
  const used = await person.slash(on.sandbox.channels[CHANNEL], 'moderation erase-all');
  expect(used.isEphemeral).toBe(true);
  return used.response();
}

async function type(person: Person, message: APIMessage, name: string): Promise<string> {
  const opened = await person.click(message, 'Erase everything…');
  expect(opened.modal?.title).toBe('Erase everything?');
  const submitted = await person.submit(opened, { name });
  const [followUp] = await submitted.followUps();
  return followUp?.content ?? (await submitted.response()).content;
}

it('erases a server when its owner types its name, and starts again with the defaults', async () => {
  const on = await createScene({ service: { kind: 'embedded' } });
  const { guildId } = on.sandbox;
  const { cases, policies, keywords } = on.bot();
  const owner = on.person('owner');
  const draft = caseDraft({ guildId });
  const { number } = await cases.open(draft, 'secret words', 30);
  await policies.set(guildId, { ...defaultPolicy, timeoutSeconds: 77 });
  await (
    await owner.slash(on.sandbox.channels[CHANNEL], 'keywords add', { keyword: 'apple' })
  ).response();
  expect(await keywords.list(guildId)).toHaveLength(1);

  const asked = await confirmation(on, owner);
  expect(asked.content).toContain('**What stays:** the number of the last case');
  expect(await type(owner, asked, 'Another server')).toContain('Nothing is erased.');
  expect(await cases.get(guildId, number)).not.toBeNull();

  expect(await type(owner, asked, on.guild.payload.name)).toContain('Everything is erased.');
  expect(await cases.get(guildId, number)).toBeNull();
  expect(await cases.evidence(guildId, number)).toBeNull();
  expect(await policies.get(guildId)).toEqual(defaultPolicy);
  expect(await keywords.list(guildId)).toEqual([]);
  await on.announced(`🧹 <@${owner.id}> erased everything`);

  expect((await cases.open(draft, 'more words', 30)).number).toBe(number + 1);
});

it('refuses everyone but the owner', async () => {
  const on = await createScene();
  const { world, guildId } = on.sandbox;
  const { id } = world.roles.create(guildId, { name: 'Admin', permissions: 8n }, on.asOwner);
  const { content } = await confirmation(on, on.join('admin', [id]));
  expect(content).toContain('Only the server owner can erase the data of the server.');
});
