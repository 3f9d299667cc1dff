import type { APIMessage } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { DAY_MS } from '../../../src/shared/clock.ts';
import { snowflakeAt } from '../../../src/shared/snowflake.ts';
import { caseDraft } from '../../helpers/cases.ts';
import { openTestState } from '../../helpers/test-state.ts';
import { postDue } from '../post-due.ts';
import { createScene, type Scene } from '../scene.ts';
import { directMessages } from './direct-messages.ts';
import { forgetResult } from './forget-result.ts';

function reports({ sandbox, channel }: Scene): APIMessage[] {
  return [...channel(sandbox.channels['mod-alerts']).messages.values()].filter(({ embeds }) =>
    embeds[0]?.title?.includes('watching'),
  );
}

it('without a moderator channel it only watches, says so, and reminds the owner once a week', async () => {
  const on = await createScene({ moderatorChannel: 'nowhere' });
  const owner = on.person('owner');
  const { message } = await on.sayAndWait(on.person('alice'), 'this is [delete]');
  expect(on.exists(message)).toBe(true);
  const status = await (
    await owner.slash(on.sandbox.channels.general, 'moderation status')
  ).response();
  expect(JSON.stringify(status.embeds)).toContain(
    '**Watch only**, because alerts have nowhere to go: This server has no channel “nowhere”',
  );

  await postDue(on);
  await postDue(on);
  await on.stopBot();
  await on.startBot();
  await postDue(on);
  expect(directMessages(on, owner.id)).toEqual([
    expect.stringContaining('Portcullis only watches in **Portcullis Sandbox**'),
  ]);

  const { database, close } = await openTestState(on.config.secrets.stateUrl);
  await on.stopBot();
  await database
    .updateTable('posts')
    .set({ revision: Date.now() - 8 * DAY_MS })
    .where('kind', '=', 'setup reminder')
    .execute();
  await close();
  await on.startBot();
  await postDue(on);
  expect(directMessages(on, owner.id)).toHaveLength(2);

  await on.setPolicy({ moderatorChannelId: on.sandbox.channels['mod-alerts'] });
  const next = await on.sayAndWait(on.person('alice'), 'this is [delete] again');
  expect(on.exists(next.message)).toBe(false);
});

it('does not post the reminder in the server when the owner has it, but its result was not stored', async () => {
  const on = await createScene({ moderatorChannel: 'nowhere' });
  const { general } = on.sandbox.channels;
  on.sandbox.world.guilds.update(on.sandbox.guildId, { system_channel_id: general }, on.asOwner);
  const owner = on.person('owner');
  const { id: channelId } = on.sandbox.world.users.openDm(on.sandbox.botId, owner.id);
  await postDue(on);
  expect(directMessages(on, owner.id)).toHaveLength(1);
  await forgetResult(on, { kind: 'setup reminder', channelId });
  expect(directMessages(on, owner.id)).toHaveLength(1);
  const inServer = [...on.channel(general).messages.values()].map(({ content }) => content);
  expect(inServer.filter((content) => content.includes('only watch'))).toEqual([]);
});

it('after a week of watching it says what it would have done, once, and offers to act', async () => {
  const on = await createScene();
  const moderators = on.person('moderator');
  await on.setPolicy({ mode: 'watch', watchOnlyUntil: Date.now() + DAY_MS });
  const { guildId } = on.sandbox;
  for (const days of [8, 6]) {
    const openedAt = Date.now() - days * DAY_MS;
    const messageId = snowflakeAt(openedAt);
    await on.bot().cases.open(caseDraft({ guildId, messageId, openedAt, mode: 'watch' }), '', 30);
  }
  const { message } = await on.sayAndWait(on.person('alice'), 'this is [delete]');
  expect(on.exists(message)).toBe(true);
  await postDue(on);
  expect(reports(on)).toHaveLength(0);

  await on.setPolicy({ mode: 'watch', watchOnlyUntil: Date.now() });
  await postDue(on);
  await on.stopBot();
  await on.startBot();
  await postDue(on);
  const [report, ...more] = reports(on);
  expect(more).toEqual([]);
  expect(report?.embeds[0]?.description).toContain('2 cases.');
  expect(report?.embeds[0]?.description).toContain('delete the message: **2**');
  if (report === undefined) throw new Error('no report');

  const refused = await moderators.click(report, 'Act from now on');
  const [refusal] = await refused.followUps();
  expect(refusal?.content).toContain('You lack the permission “Manage Server”');
  const clicked = await (await on.person('owner').click(report, 'Act from now on')).response();
  expect(clicked.content).toContain('The mode is now **Act**');
  expect(clicked.components).toEqual([]);
  expect(await on.bot().policies.get(on.sandbox.guildId)).toMatchObject({
    mode: 'enforce',
    watchOnlyUntil: null,
  });
});
