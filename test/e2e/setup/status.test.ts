import type { APIMessage } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { SETTINGS } from '../../../commands/settings/index.ts';
import { createScene } from '../scene.ts';

function textOf({ content, embeds }: APIMessage): string {
  return `${content}\n${JSON.stringify(embeds)}`;
}

it('changes settings in one message, by selects, and by forms that explain what is wrong', async () => {
  const on = await createScene();
  const owner = on.person('owner');
  const { general } = on.sandbox.channels;
  let status = await (await owner.slash(general, 'moderation status')).response();
  for (const id of Object.keys(SETTINGS)) {
    status = await (await owner.select(status, 'setting-open', [id])).response();
    expect(status.components?.length).toBeGreaterThan(1);
    expect(textOf(status)).toContain('Moderation settings');
  }

  status = await (await owner.select(status, 'setting-open', ['names'])).response();
  status = await (await owner.select(status, 'setting:status:names:0', ['reset'])).response();
  expect(status.content).toContain('✅ Names of members');

  status = await (await owner.select(status, 'setting-open', ['alerts'])).response();
  const { Trusted } = on.sandbox.roles;
  on.sandbox.world.roles.update(
    { guildId: on.sandbox.guildId, roleId: Trusted },
    { mentionable: true },
    on.asOwner,
  );
  status = await (await owner.select(status, 'setting:status:alerts:1', [Trusted])).response();

  status = await (await owner.select(status, 'setting-open', ['timeout'])).response();
  const wrong = await owner.submit(await owner.click(status, 'Change…'), { length: 'soon' });
  expect((await wrong.followUps())[0]?.content).toContain('cannot read that length of time');
  status = await (
    await owner.submit(await owner.click(status, 'Change…'), { length: '2h' })
  ).response();
  expect(status.content).toContain('2 hours');

  status = await (await owner.select(status, 'setting-open', ['retention'])).response();
  status = await (
    await owner.submit(await owner.click(status, 'Change…'), { texts: '7', cases: '' })
  ).response();

  status = await (await owner.select(status, 'setting-open', ['escalation'])).response();
  const question = await (
    await owner.select(status, 'setting:status:escalation:0', ['on'])
  ).response();
  expect(question.content).toContain('Please confirm');
  status = await (await owner.click(question, 'Save it')).response();
  expect(status.content).toContain('Escalation is on');
  expect(textOf(status)).toContain('Moderation settings');

  expect(await on.bot().policies.get(on.sandbox.guildId)).toMatchObject({
    names: 'reset',
    alerts: { spoiler: true, roleId: Trusted },
    timeoutSeconds: 7200,
    evidenceDays: 7,
    escalation: { enabled: true },
  });
});
